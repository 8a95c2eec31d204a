// Hands on a simulated board: drag, keys, and a hand that goes on holding what was not put down.

import { obey } from "./live.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Hands {
  /** `said` hears what could not be done; `held` tells what the hand holds. */
  constructor(board, { said, held, roller }) {
    Object.assign(this, { board, said, held, roller, sliding: false, drag: null });
    board.svg.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.up(event));
    board.svg.addEventListener("keydown", (event) => this.key(event));
    board.svg.addEventListener("click", (event) => this.click(event));
  }

  async order(line) {
    this.said(await obey(line));
  }

  down(event) {
    const cell = this.board.hit(event);
    if (!cell?.piece || event.button) {
      if (cell && this.held().length && !event.button) this.order(`put ${cell.site}`);
      return;
    }
    event.preventDefault();
    this.take(cell.piece, event, cell.site);
    if (!this.sliding) this.order(`lift ${cell.site}`);
  }

  /** Begin to carry a piece, from a cell or from the hand. */
  take(name, event, site = "") {
    const ghost = this.board.token(name);
    ghost.classList.add("ghost");
    this.board.svg.append(ghost);
    this.board.pieces.get(site)?.classList.add("gone");
    this.drag = { name, site, ghost, way: site ? [site] : [] };
    this.move(event);
  }

  move(event) {
    if (!this.drag) return;
    this.drag.ghost.setAttribute("transform", `translate(${this.board.at(event)}) scale(1.18)`);
    const cell = this.board.hit(event);
    this.over(cell);
    if (cell && this.drag.way.at(-1) !== cell.site) this.drag.way.push(cell.site);
  }

  over(cell) {
    this.drag.over?.face.classList.remove("over");
    this.drag.over = cell;
    cell?.face.classList.add("over");
  }

  async up(event) {
    if (!this.drag) return;
    const { name, site, ghost, way } = this.drag;
    const cell = event.type === "pointerup" ? this.board.hit(event) : null;
    const reader = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-reader]");
    this.over(null);
    this.drag = null;
    if (cell) ghost.setAttribute("transform", `translate(${cell.centre})`);
    await this.let(name, site, cell, way, reader);
    ghost.remove();
    this.board.pieces.get(site)?.classList.remove("gone");
  }

  /** Put down where it was let go; anywhere else it stays in the hand. */
  let(name, site, cell, way, reader) {
    if (this.sliding && site) return way.length > 1 ? this.order(`slide ${way.join(" ")}`) : undefined;
    if (reader) return this.order(`tap ${reader.dataset.reader} ${name}`);
    if (cell) return this.order(`put ${cell.site} ${name}`);
  }

  key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.board.step(...arrow);
    else if (event.key === "Enter" || event.key === " ") this.grasp(this.board.focused);
    else return;
    event.preventDefault();
  }

  /** A click that no pointer made comes from a screen reader. */
  click(event) {
    const site = event.target.closest("[data-site]")?.dataset.site;
    if (site && event.detail === 0) this.grasp(site);
  }

  /** Enter: lift what stands here, or put here what is held. */
  grasp(site) {
    const cell = this.board.cells.get(site);
    if (cell.piece && !this.held().length) this.order(`lift ${site}`);
    else if (this.held().length) this.order(`put ${site}`);
  }
}
