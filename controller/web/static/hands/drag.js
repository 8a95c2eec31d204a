// Moving pieces on a simulated board by pointer and keys. A lifted piece stays in the hand until it is put down.

import { s } from "../drawing/draw.js";
import {
  ASK,
  cleared,
  gripped,
  isShown,
  letGo,
  lift,
  next,
  plain,
  putBack,
  together,
  touch,
} from "./motions.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const SLOP = 6; // px that a pointer may move without starting a drag
const LONG = 450; // ms of a long press, which opens the stack
const LOOK = 20; // ms between two checks if the page shows what was done ...
const LOOKS = 100; // ... and the number of checks

export class Drag {
  /** `order` lets the simulated hand do a line; `page` returns the page with what it holds. */
  constructor(board, { order, page, fan }) {
    const still = { sliding: false, carried: null, touched: null, choice: "" };
    Object.assign(this, { board, order, page, fan, ...still, underway: null, waiting: [] });
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.pointer(event));
    for (const type of ["pointermove", "pointerup", "pointercancel"])
      addEventListener(type, (event) => this.pointer(event));
    svg.addEventListener("touchmove", (event) => this.hold(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("contextmenu", (event) => this.menu(event));
  }

  get held() {
    return this.page().held || [];
  }

  /** The held piece to be put down next. */
  get next() {
    const { held, choice } = this;
    return next({ held, choice, wanted: this.page().wanted });
  }

  /** Do these lines until one is refused; return why. */
  async orders(lines) {
    for (const line of lines) {
      const refused = await this.order(line);
      if (refused) return refused;
    }
  }

  /** Hold back the pointer until the page shows what this line does, or `refused` says why not. */
  expect(line, refused) {
    const shown = () => isShown(line, this.board.cells, this.held);
    const underway = arrived(shown, refused).then(() => {
      if (this.underway === underway) this.resume();
    });
    this.underway = underway;
  }

  /** Handle the deferred pointer events in order. */
  resume() {
    this.underway = null;
    for (const again of this.waiting.splice(0)) this.pointer(again());
  }

  // --------------------------------------------------------------------------------- the pointer

  pointer(event) {
    if (this.underway) this.defer(event);
    else if (event.type === "pointerdown") this.down(event);
    else if (event.type === "pointermove") this.move(event);
    else this.up(event);
  }

  /** Keep this event with its place on the board, as the board may move on the screen meanwhile. */
  defer(event) {
    const { board } = this;
    const { type, button, shiftKey, clientX, clientY } = event;
    const kept = { type, button, shiftKey, clientX, clientY, preventDefault() {} };
    if (type === "pointerdown") event.preventDefault();
    if (!this.within(event)) this.waiting.push(() => kept);
    else {
      const centre = board.at(event);
      const moved = ([x, y]) => ({ ...kept, clientX: x, clientY: y });
      this.waiting.push(() => moved(board.screen({ centre })));
    }
  }

  down(event) {
    if (event.button || this.carried || this.board.lens.pinching) return;
    const cell = this.met(event);
    if (!cell) return;
    const { whole = [], along = [] } = this.page();
    const shift = event.shiftKey;
    const stays = shift || along.includes(cell.site); // together, where it is put down
    const all = together(cell, { shift, whole: [...whole, ...along] });
    this.touched = { cell, event, stays, all };
    if (!cell.stack.length) return;
    event.preventDefault();
    cell.face.focus({ preventScroll: true });
    if (plain(cell, this.held)) this.lift();
    else this.touched.rest = setTimeout(() => this.open(cell), LONG);
  }

  /** Return the cell to put a held piece on, or with an empty hand the cell to lift from. */
  met(event) {
    return this.held.length ? this.board.hit(event) : this.board.grip(event);
  }

  /** Keep a finger on a piece from scrolling the page: not all browsers heed touch-action inside SVG. */
  hold(event) {
    const busy = this.carried || this.waiting.length;
    if (busy || this.touched?.cell.stack.length) event.preventDefault();
  }

  /** Lift the touched piece, or the whole stack. */
  lift() {
    const { cell, event, all, stays } = this.touched;
    this.forget();
    const sown = all && !stays;
    const refused = this.sliding ? null : this.order(lift(cell, all));
    this.take(gripped(cell, all), event, { site: cell.site, beside: false, sown, refused });
  }

  forget() {
    clearTimeout(this.touched?.rest);
    this.touched = null;
  }

  /** Begin to carry pieces from a cell, from beside the board, or from the box, where `find` chooses one. */
  take(names, event, { site = "", beside = true, sown = false, ...more } = {}) {
    this.over(null);
    const ghost = this.ghost(names);
    if (site) this.hide(site, names);
    const [alone, start, way] = [!this.held.length, spot(event), site ? [site] : []];
    this.carried = { names, site, ghost, beside, alone, start, way, sown, ...more };
    this.move(event);
  }

  /** Return the picture that follows the pointer, at the board's scale. */
  ghost(names) {
    const pieces = names.map((name, at) =>
      s("g", { transform: `translate(${at * 0.14} ${at * -0.1})` }, this.board.token(name)),
    );
    const looks = { class: "ghost", viewBox: "-1.5 -1.5 3 3", "aria-hidden": "true" };
    const ghost = s("svg", looks, ...pieces);
    ghost.style.width = `${3.5 * this.board.scale}px`;
    return document.body.appendChild(ghost);
  }

  /** Show a piece from the box as it will look on the cell below. */
  shape(carried, name) {
    carried.ghost.replaceChildren(this.board.token(name));
  }

  hide(site, names) {
    for (const piece of this.board.pieces.get(site)?.querySelectorAll(".piece") || [])
      piece.classList.toggle("gone", names.includes(piece.dataset.piece));
  }

  move(event) {
    if (this.touched && apart(event, spot(this.touched.event)) > SLOP) this.begin();
    if (!this.carried) return;
    if (this.board.lens.pinching) this.drop();
    else this.carry(event);
  }

  begin() {
    if (this.touched.cell.stack.length && !this.board.lens.pinching) this.lift();
    else this.forget();
  }

  carry(event) {
    const { carried } = this;
    carried.moved ||= apart(event, carried.start) > SLOP;
    carried.ghost.style.translate = pixels(spot(event));
    const cell = this.under(event);
    if (carried.find && cell && cell !== carried.over) this.shape(carried, carried.find(cell));
    this.over(cell);
    if (cell && carried.way.at(-1) !== cell.site) carried.way.push(cell.site);
  }

  /** Return the cell under the pointer; undefined outside the board. */
  under(event) {
    return this.within(event) ? this.board.hit(event) : undefined;
  }

  within({ clientX: x, clientY: y }) {
    const { left, right, top, bottom } = this.board.svg.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  }

  over(cell) {
    if (!this.carried) return;
    this.carried.over?.face.classList.remove("over");
    this.carried.over = cell;
    this.board.ringed(cell)?.face.classList.add("over");
  }

  /** End the drag and return what was carried. */
  release() {
    const { carried } = this;
    this.over(null);
    this.carried = null;
    return carried;
  }

  up(event) {
    if (this.touched) return this.tapped(event);
    if (!this.carried) return;
    const cell = event.type === "pointerup" ? this.under(event) : undefined;
    const beside = document.elementFromPoint(...spot(event))?.closest("[data-reader], [data-box]");
    const carried = this.release();
    if (cell) carried.ghost.style.translate = pixels(this.board.screen(cell));
    const { points, wanted } = this.page();
    const { sliding, held } = this;
    const reader = beside?.dataset.reader;
    const where = { cell, reader, box: beside, sliding, points, wanted, held };
    this.finish(carried, letGo(carried, where));
  }

  /** Do these lines for a finished drag; without lines the piece stays in the hand. */
  async finish(carried, lines) {
    const { site, names, ghost, refused } = carried;
    const done = Promise.resolve(refused).then((why) => why || this.orders(lines));
    if (lines.length) this.expect(lines.at(-1), done);
    else if (site && refused) this.expect(lift({ site, stack: names }), done);
    await done;
    ghost.remove();
    this.hide(site, []);
  }

  /** Put back what was lifted, as two fingers zoom. */
  async drop() {
    const carried = this.release();
    carried.ghost.remove();
    if (!(await carried.refused)) this.orders(putBack(carried, this.sliding));
  }

  /** Handle a tap, which did not move. */
  tapped(event) {
    const { cell } = this.touched;
    this.forget();
    if (event.type === "pointerup" && !this.board.lens.moved) this.grasp(cell.site);
  }

  // ------------------------------------------------------------------------------------ the keys

  key(event) {
    const deed = this.deed(event);
    if (!deed) return;
    deed();
    event.preventDefault();
  }

  deed({ key, shiftKey }) {
    const { board } = this;
    if (ARROWS[key]) return () => board.step(ARROWS[key]);
    if (key === "Enter" && shiftKey) return () => this.order(`lift ${board.focused} all`);
    if (key === "Enter" || key === " ") return () => this.grasp(board.focused, true);
    if (key === "Delete" || key === "Backspace")
      return () => this.orders(cleared(board.cells.get(board.focused)));
  }

  /** Handle a click without a pointer, which comes from a screen reader. */
  click(event) {
    const site = event.target.closest("[data-site]")?.dataset.site;
    if (site && event.detail === 0) this.grasp(site, true);
  }

  menu(event) {
    const cell = this.board.grip(event);
    if (!cell?.stack.length) return;
    event.preventDefault();
    this.open(cell);
  }

  /** Do what a tap on this cell means: put, point, lift, or open the stack. */
  async grasp(site, alone = false) {
    await this.underway;
    const cell = this.board.cells.get(site);
    const { points = [], game, ...page } = this.page();
    const { held, choice } = this;
    const line = touch(cell, { ...page, held, choice, points, momentary: game.momentary }, alone);
    if (line === ASK) this.open(cell);
    else if (line) this.send(line);
  }

  send(line) {
    const refused = this.order(line);
    this.expect(line, refused);
  }

  open(cell) {
    this.forget();
    this.fan.open(cell, this);
  }
}

/** Resolve when it is `shown`, refused, or too late. */
async function arrived(shown, refused) {
  if (await refused) return;
  for (let look = 0; look < LOOKS && !shown(); look += 1)
    await new Promise((done) => setTimeout(done, LOOK));
}

const spot = ({ clientX, clientY }) => [clientX, clientY];

const apart = (event, [x, y]) => Math.hypot(event.clientX - x, event.clientY - y);

const pixels = (place) => place.map((part) => `${part}px`).join(" ");
