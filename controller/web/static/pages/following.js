// The lens goes along with the turn, on a board so dense that one would come nearer anyway.

import { places } from "../telling/naming.js";
import { awaits } from "../telling/tunes.js";

const KEPT = "follow"; // whether the lens goes along, in the memory of a page

export class Following {
  constructor(button, board) {
    Object.assign(this, { button, board, due: false, lifted: false });
    this.show(sessionStorage.getItem(KEPT) !== "false");
    board.svg.addEventListener("wheel", () => this.leave(() => {}), { passive: true });
  }

  /** Somebody looks elsewhere: the lens stays where it is put. */
  leave(look) {
    this.show(false);
    look();
  }

  toggle(page) {
    this.show(!this.on);
    this.look(page, { turn: page.turn });
  }

  /** As long as this page is open, however often it is loaded. */
  show(on) {
    this.on = on;
    sessionStorage.setItem(KEPT, String(on));
    this.button.setAttribute("aria-pressed", String(on));
  }

  /** Where a person is asked to do something, nearer; all of the board while others play. A turn that begins, what a lesson says next, and where a piece may go that was just lifted, is looked at anew. */
  look(page, news) {
    const { board } = this;
    this.due ||= Boolean(news.turn || news.lesson || this.goals(page, news));
    if (!this.on || !board.svg.parentElement.classList.contains("dense")) return;
    const asking = awaits(page) ? this.asked(page) : [];
    if (asking.length) this.near(asking, news);
    else if (news.turn) board.lens.fit();
  }

  /** A piece was lifted, and now it is lit where it may go. */
  goals({ held = [] }, news) {
    const lifted = held.length > 0 && (this.lifted || Boolean(news.held));
    this.lifted = lifted && !news.lights;
    return lifted && news.lights;
  }

  /** The places that a lesson speaks of, or asks a hand to go to; else what is lit, hinted at, or within reach of what is held. */
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
