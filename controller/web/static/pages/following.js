// The lens goes along with the turn, on a board so dense that one would come nearer anyway.

import { awaits } from "../telling/tunes.js";

export class Following {
  constructor(button, board) {
    Object.assign(this, { button, board, on: true });
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

  show(on) {
    this.on = on;
    this.button.setAttribute("aria-pressed", String(on));
  }

  /** Where a person is asked to do something, nearer; all of the board while others play. */
  look(page, news) {
    const { board } = this;
    if (!this.on || !board.svg.parentElement.classList.contains("dense")) return;
    const asking = board.asking();
    if (news.turn && (!awaits(page) || !asking.length)) board.lens.fit();
    else if (awaits(page) && asking.length && (news.turn || news.lights))
      board.lens.frame(asking, Boolean(news.turn));
  }
}
