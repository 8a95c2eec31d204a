// Zooms to where something is asked, on dense boards.

import { places } from "../telling/naming.js";
import { awaits } from "../telling/tunes.js";

const KEPT = "follow"; // key in session storage

export class Following {
  constructor(button, board) {
    Object.assign(this, { button, board, due: false, lifted: false });
    this.show(sessionStorage.getItem(KEPT) !== "false");
    board.svg.addEventListener("wheel", () => this.leave(() => {}), { passive: true });
  }

  /** Stop following, and look elsewhere. */
  leave(look) {
    this.show(false);
    look();
  }

  toggle(page) {
    this.show(!this.on);
    this.look(page, { turn: page.turn });
  }

  /** Switch following on or off; kept while the tab is open. */
  show(on) {
    this.on = on;
    sessionStorage.setItem(KEPT, String(on));
    this.button.setAttribute("aria-pressed", String(on));
  }

  /** Zoom to what is asked of a person; show the whole board while others play. A new turn, lesson step or lift moves the view. */
  look(page, news) {
    const { board } = this;
    this.due ||= Boolean(news.turn || news.lesson || this.goals(page, news));
    if (!this.on || !board.svg.parentElement.classList.contains("dense")) return;
    const asking = awaits(page) ? this.asked(page) : [];
    if (asking.length) this.near(asking, news);
    else if (news.turn) board.lens.fit();
  }

  /** True if a piece was lifted and its goals have just been lit. */
  goals({ held = [] }, news) {
    const lifted = held.length > 0 && (this.lifted || Boolean(news.held));
    this.lifted = lifted && !news.lights;
    return lifted && news.lights;
  }

  /** Return the places a lesson mentions; else those lit, hinted at or within reach. */
  asked({ lesson, advised = [], reach = [] }) {
    const { cells } = this.board;
    const spoken = lesson ? places([...lesson.says, ...lesson.around].join(" "), cells) : [];
    if (spoken.length) return spoken.map(({ centre }) => centre);
    const shown = [...advised.flat(), ...reach].map((site) => cells.get(site)?.centre);
    return [...this.board.asking(), ...shown.filter(Boolean)];
  }

  near(asking, { lights, advised, reach }) {
    if (this.due || lights || advised || reach) this.board.lens.frame(asking, this.due);
    this.due = false;
  }
}
