// Hands on a simulated board: drag, keys, and a hand that goes on holding what was not put down.

import { obey } from "./live.js";
import { s } from "./draw.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLOP = 6; // pixels a pointer trembles without meaning to carry anything
const LONG = 450; // ms of rest on a piece that ask what stands there

export class Hands {
  /** `said` hears what could not be done; `held` tells what the hand holds; `momentary` which cells feel only a touch; `points` which may be pointed at. */
  constructor(board, { said, held, momentary, points, fan }) {
    Object.assign(this, {
      board,
      said,
      held,
      momentary,
      points,
      fan,
      sliding: false,
      drag: null,
      touch: null,
      choice: "",
    });
    board.svg.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    addEventListener("pointerup", (event) => this.up(event));
    addEventListener("pointercancel", (event) => this.up(event));
    board.svg.addEventListener("keydown", (event) => this.key(event));
    board.svg.addEventListener("click", (event) => this.click(event));
    board.svg.addEventListener("contextmenu", (event) => this.menu(event));
  }

  async order(line) {
    this.said(await obey(line));
  }

  // --------------------------------------------------------------------------------- the pointer

  down(event) {
    if (event.button || this.board.lens.pinching) return;
    const cell = this.held().length ? this.board.hit(event) : this.board.grip(event);
    if (!cell) return;
    this.touch = { cell, event, all: event.shiftKey };
    if (!cell.stack.length) return;
    event.preventDefault();
    cell.face.focus({ preventScroll: true });
    if (this.plain(cell)) return this.lift();
    this.touch.rest = setTimeout(() => this.open(cell), LONG);
  }

  /** A piece that stands alone, where nothing else can be meant than to lift it. */
  plain(cell) {
    return cell.stack.length === 1 && (!this.held().length || cell.room === 1);
  }

  /** Take up what was touched: the top piece, or all of them. */
  lift() {
    const { cell, event, all } = this.touch;
    this.forget();
    const names = all ? [...cell.stack] : cell.stack.slice(-1);
    this.take(names, event, { site: cell.site, beside: false });
    if (!this.sliding) this.order(`lift ${cell.site} ${all ? "all" : names[0]}`);
  }

  forget() {
    clearTimeout(this.touch?.rest);
    this.touch = null;
  }

  /** Begin to carry: from a cell, from what lies beside the board, or by the `name` of what is found in the box. */
  take(names, event, { site = "", name = null, beside = true } = {}) {
    this.over(null);
    const ghost = this.ghost(names);
    if (site) this.hide(site, names);
    const alone = !this.held().length;
    this.drag = {
      names,
      site,
      ghost,
      name,
      beside,
      alone,
      start: [event.clientX, event.clientY],
      way: site ? [site] : [],
    };
    this.move(event);
  }

  /** What is carried, as large as it is on the board, wherever the pointer goes. */
  ghost(names) {
    const pieces = names.map((one, at) =>
      s("g", { transform: `translate(${at * 0.14} ${at * -0.1})` }, this.board.token(one)),
    );
    const ghost = s(
      "svg",
      { class: "ghost", viewBox: "-1.5 -1.5 3 3", "aria-hidden": "true" },
      ...pieces,
    );
    ghost.style.width = `${3.5 * this.board.scale}px`;
    return document.body.appendChild(ghost);
  }

  hide(site, names) {
    const pieces = [...(this.board.pieces.get(site)?.querySelectorAll(".piece") || [])];
    for (const piece of pieces) piece.classList.toggle("gone", names.includes(piece.dataset.piece));
  }

  move(event) {
    if (this.touch && apart(event, [this.touch.event.clientX, this.touch.event.clientY]) > SLOP)
      this.begin();
    if (!this.drag) return;
    if (this.board.lens.pinching) return this.drop();
    this.drag.moved ||= apart(event, this.drag.start) > SLOP;
    this.drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    const cell = this.within(event) ? this.board.hit(event) : undefined;
    this.over(cell);
    if (cell && this.drag.way.at(-1) !== cell.site) this.drag.way.push(cell.site);
  }

  begin() {
    if (this.touch.cell.stack.length && !this.board.lens.pinching) this.lift();
    else this.forget();
  }

  /** The pointer is over the board, not over what lies beside it. */
  within(event) {
    const box = this.board.svg.getBoundingClientRect();
    return (
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom
    );
  }

  over(cell) {
    if (!this.drag) return;
    this.drag.over?.face.classList.remove("over");
    this.drag.over = cell;
    this.board.ringed(cell)?.face.classList.add("over");
  }

  async up(event) {
    if (this.touch) return this.tapped(event);
    if (!this.drag) return;
    const { ghost, site } = this.drag;
    const cell = event.type === "pointerup" && this.within(event) ? this.board.hit(event) : null;
    const beside = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest("[data-reader], [data-box]");
    const carried = this.drag;
    this.over(null);
    this.drag = null;
    if (cell)
      ghost.style.translate = this.board
        .screen(cell)
        .map((part) => `${part}px`)
        .join(" ");
    await this.let(carried, cell, beside);
    ghost.remove();
    this.hide(site, []);
  }

  /** Two fingers meant the lens: what was lifted goes back. */
  drop() {
    const { ghost, site } = this.drag;
    const carried = this.drag;
    this.over(null);
    ghost.remove();
    this.drag = null;
    if (site && !this.sliding) this.each(`put ${site}`, carried);
  }

  /** A touch without a way: put, press, point, or see what stands there. */
  tapped(event) {
    const { cell } = this.touch;
    this.forget();
    if (event.type !== "pointerup" || this.board.lens.moved) return;
    this.grasp(cell.site);
  }

  /** Put down where it was let go; anywhere else it stays in the hand. */
  let(carried, cell, beside) {
    const { names, site, way, name, moved } = carried;
    if (name) return this.out(name, cell, moved);
    if (carried.beside && !moved) return;
    if (this.sliding && site)
      return way.length > 1 ? this.order(`slide ${way.join(" ")}`) : undefined;
    if (beside?.dataset.reader) return this.order(`tap ${beside.dataset.reader} ${names.at(-1)}`);
    if (beside) return this.each("away", carried);
    if (cell) return this.each(`put ${cell.site}`, carried);
  }

  /** Piece by piece from the bottom up, unless they are all that the hand holds. */
  async each(deed, { names, alone }) {
    if (names.length > 1 && alone) return this.order(`${deed} all`);
    for (const name of names) await this.order(`${deed} ${name}`);
  }

  /** Out of the box: on to a cell, or with a mere touch into the hand. */
  async out(name, cell, moved) {
    if (!cell && moved) return;
    const piece = name(cell);
    await this.order(`fetch ${piece}`);
    if (cell) await this.order(`put ${cell.site} ${piece}`);
  }

  // ------------------------------------------------------------------------------------ the keys

  key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) this.board.step(...arrow);
    else if (event.key === "Enter" && event.shiftKey) this.order(`lift ${this.board.focused} all`);
    else if (event.key === "Enter" || event.key === " ") this.grasp(this.board.focused, true);
    else if (event.key === "Delete" || event.key === "Backspace") this.clear(this.board.focused);
    else return;
    event.preventDefault();
  }

  /** A click that no pointer made comes from a screen reader. */
  click(event) {
    const site = event.target.closest("[data-site]")?.dataset.site;
    if (site && event.detail === 0) this.grasp(site, true);
  }

  menu(event) {
    const cell = this.board.grip(event);
    if (!cell?.stack.length) return;
    event.preventDefault();
    this.forget();
    this.open(cell);
  }

  /** Put here what is held; else press, lift what stands alone, or ask which of several. */
  grasp(site, alone = false) {
    const cell = this.board.cells.get(site);
    if (this.held().length && !(cell.room && cell.stack.length >= cell.room))
      this.order(`put ${site} ${this.chosen()}`);
    else if (
      this.momentary().includes(site) ||
      (!cell.stack.length && this.points().includes(site))
    )
      this.order(`point ${site}`);
    else if (cell.stack.length > 1) this.open(cell);
    else if (cell.stack.length && alone) this.order(`lift ${site}`);
  }

  /** Of what is held, the piece that goes next. */
  chosen() {
    return this.held().includes(this.choice) ? this.choice : this.held().at(-1);
  }

  async clear(site) {
    if (!this.board.cells.get(site).stack.length) return;
    const name = this.board.cells.get(site).stack.at(-1);
    await this.order(`lift ${site} ${name}`);
    await this.order(`away ${name}`);
  }

  open(cell) {
    this.forget();
    this.fan.open(cell, this);
  }
}

const apart = (event, [x, y]) => Math.hypot(event.clientX - x, event.clientY - y);
