// Dragging on a simulated board, by pointer and by keys: what is lifted stays in the hand until it is put down.

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
const SLOP = 6; // pixels a pointer trembles without meaning to carry anything
const LONG = 450; // ms of rest on a piece that ask what stands there
const LOOK = 20; // ms until it is looked again whether the page shows what was done ...
const LOOKS = 100; // ... so often

export class Drag {
  /** `order` has the simulated hand do a line; `page` tells what it holds, which cells feel only a touch, which may be pointed at. */
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

  /** Of what is held, the piece that goes next. */
  get next() {
    const { held, choice } = this;
    return next({ held, choice, wanted: this.page().wanted });
  }

  /** One after the other, as long as each can be done; why one could not. */
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

  /** The pointer's waiting events, in order; one of them may begin what the rest waits for. */
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

  /** It is kept with its place on the board: until then the board may lie elsewhere on the screen. */
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

  /** Where what is held may go; with an empty hand, what may be gripped. */
  met(event) {
    return this.held.length ? this.board.hit(event) : this.board.grip(event);
  }

  /** A finger on a piece carries it and does not scroll the page: touch-action on a cell of the drawing is not heeded everywhere. */
  hold(event) {
    const busy = this.carried || this.waiting.length;
    if (busy || this.touched?.cell.stack.length) event.preventDefault();
  }

  /** Take up what was touched: the top piece, or all of them. */
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

  /** Begin to carry from a cell, from beside the board, or what `find` finds in the box; `alike` are others of its pile, `refused` says why it cannot be lifted. */
  take(names, event, { site = "", beside = true, sown = false, ...more } = {}) {
    this.over(null);
    const ghost = this.ghost(names);
    if (site) this.hide(site, names);
    const [alone, start, way] = [!this.held.length, spot(event), site ? [site] : []];
    this.carried = { names, site, ghost, beside, alone, start, way, sown, ...more };
    this.move(event);
  }

  /** What is carried, as large as it is on the board, wherever the pointer goes. */
  ghost(names) {
    const pieces = names.map((name, at) =>
      s("g", { transform: `translate(${at * 0.14} ${at * -0.1})` }, this.board.token(name)),
    );
    const looks = { class: "ghost", viewBox: "-1.5 -1.5 3 3", "aria-hidden": "true" };
    const ghost = s("svg", looks, ...pieces);
    ghost.style.width = `${3.5 * this.board.scale}px`;
    return document.body.appendChild(ghost);
  }

  /** A piece out of the box looks as it will on the cell beneath it. */
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

  /** The cell under the pointer, unless that is over what lies beside the board. */
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

  /** The hand of the page is empty again; what it carried comes back. */
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

  /** What was carried goes where it was let go; without a place it stays in the hand. */
  async finish(carried, lines) {
    const { site, names, ghost, refused } = carried;
    const done = Promise.resolve(refused).then((why) => why || this.orders(lines));
    if (lines.length) this.expect(lines.at(-1), done);
    else if (site && refused) this.expect(lift({ site, stack: names }), done);
    await done;
    ghost.remove();
    this.hide(site, []);
  }

  /** Two fingers meant the lens: what was lifted goes back. */
  async drop() {
    const carried = this.release();
    carried.ghost.remove();
    if (!(await carried.refused)) this.orders(putBack(carried, this.sliding));
  }

  /** A touch without a way. */
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

  /** A click that no pointer made comes from a screen reader. */
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

  /** Put, point, lift what stands alone, or ask which of several. */
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
