// Zoom and pan: by pinch, wheel, buttons and keys, and by a drag beside the pieces.

import { all, box, framed, nearer, panned, revealed, sees } from "./sight.js";

const WORTH = 1.6; // least zoom of a frame; below it the whole board is shown
const SLOP = 6; // px that a finger may move without panning

export class Lens {
  /** `changed(scale)` is called with the pixels of one unit of the board. */
  constructor(svg, changed) {
    Object.assign(this, { svg, changed, sight: all([0, 0, 1, 1]), fingers: new Map() });
    const frame = svg.parentElement;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, (event) => this.up(event));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.show()).observe(svg);
  }

  get zoom() {
    return this.sight.zoom;
  }

  /** Show the whole board. */
  fit(whole = this.sight.whole) {
    this.show(all(whole));
  }

  /** Zoom; this point of the board keeps its place on the screen. */
  by(factor, point) {
    this.show(nearer(this.sight, factor, point));
  }

  /** Zoom to these points; if all are visible, only if `anew`. */
  frame(points, anew) {
    const near = framed(this.sight, points);
    const worth = near.zoom >= WORTH ? near : all(this.sight.whole);
    if (anew || !points.every((point) => sees(this.sight, point))) this.show(worth);
  }

  /** Pan from one point of the screen to another. */
  pan(from, to) {
    const way = [(from[0] - to[0]) / this.scale, (from[1] - to[1]) / this.scale];
    this.show(panned(this.sight, way));
  }

  /** Pan until this point is visible. */
  reveal(point) {
    this.show(revealed(this.sight, point));
  }

  show(sight = this.sight) {
    const { svg } = this;
    const [, , w, h] = sight.whole;
    this.sight = sight;
    const seen = box(sight).map((part) => part.toFixed(4));
    svg.setAttribute("viewBox", seen.join(" "));
    svg.parentElement.classList.toggle("zoomed", sight.zoom > 1.001);
    this.scale = Math.min(svg.clientWidth / w, svg.clientHeight / h) * sight.zoom;
    this.changed(this.scale);
  }

  // ------------------------------------------------------------------------------------- fingers

  down(event) {
    if (event.target.closest("button")) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.start = [event.clientX, event.clientY];
    this.moved = false;
    this.panning = !event.defaultPrevented && this.zoom > 1;
  }

  move(event) {
    if (!this.fingers.has(event.pointerId)) return;
    const before = [...this.fingers.values()];
    const was = this.fingers.get(event.pointerId);
    const now = [event.clientX, event.clientY];
    this.fingers.set(event.pointerId, now);
    this.moved ||= Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) > SLOP;
    if (before.length === 2) return this.pinch(before, [...this.fingers.values()]);
    if (this.panning && this.moved) this.pan(was, now);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** Zoom and pan with two fingers. */
  pinch(before, after) {
    const between = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const apart = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const [from, to] = [between(before), between(after)];
    this.moved = true;
    this.pan(from, to);
    this.by(apart(after) / apart(before), this.at(to));
  }

  /** True while two fingers are on the board, which ends any drag. */
  get pinching() {
    return this.fingers.size > 1;
  }

  /** Zoom by wheel. While the whole board is visible, the wheel scrolls the page, unless the board is dense. */
  wheel(event) {
    const { ctrlKey, deltaY, clientX, clientY } = event;
    const dense = this.svg.parentElement.classList.contains("dense");
    if (!ctrlKey && this.zoom === 1 && (deltaY > 0 || !dense)) return;
    event.preventDefault();
    this.by(Math.exp(-deltaY * (ctrlKey ? 0.01 : 0.002)), this.at([clientX, clientY]));
  }

  /** Return the place on the board, in units, of a point of the screen. */
  at([x, y]) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
}
