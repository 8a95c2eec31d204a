// A lens over the board: pinch, wheel, buttons and keys bring it nearer; a drag beside the pieces moves it.

const SLOP = 6; // pixels a finger trembles without meaning anything

export class Lens {
  /** `changed(scale)` hears how many pixels a unit of the board has now. */
  constructor(svg, changed) {
    Object.assign(this, {
      svg,
      changed,
      whole: [0, 0, 1, 1],
      zoom: 1,
      middle: [0.5, 0.5],
      fingers: new Map(),
      ways: null,
    });
    const frame = svg.parentElement;
    frame.addEventListener("pointerdown", (event) => this.down(event));
    addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, (event) => this.up(event));
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.show()).observe(svg);
  }

  /** All of it. */
  fit(whole = this.whole) {
    const [x, y, w, h] = whole;
    Object.assign(this, { whole, zoom: 1, middle: [x + w / 2, y + h / 2] });
    this.show();
  }

  /** Nearer or further, so that this point of the board stays where it is on the screen. */
  by(factor, [x, y] = this.middle) {
    const zoom = Math.max(1, Math.min(this.most, this.zoom * factor));
    const [mx, my] = this.middle;
    const share = this.zoom / zoom;
    this.zoom = zoom;
    this.middle = [x + (mx - x) * share, y + (my - y) * share];
    this.show();
  }

  pan(dx, dy) {
    this.middle = [this.middle[0] + dx, this.middle[1] + dy];
    this.show();
  }

  /** Bring this point into the picture, if it is not. */
  reveal([x, y]) {
    const [left, top, w, h] = this.box();
    const inset = Math.min(w, h) * 0.12;
    const shift = (at, from, size) =>
      Math.min(0, at - from - inset) + Math.max(0, at - from - size + inset);
    if (this.zoom > 1) this.pan(shift(x, left, w), shift(y, top, h));
  }

  get most() {
    return Math.max(2.5, Math.max(this.whole[2], this.whole[3]) / 7);
  }

  box() {
    const [, , w, h] = this.whole.map((part, at) => (at > 1 ? part / this.zoom : part));
    return [this.middle[0] - w / 2, this.middle[1] - h / 2, w, h];
  }

  show() {
    const [x, y, w, h] = this.whole;
    const half = [w / this.zoom / 2, h / this.zoom / 2];
    this.middle = [
      [x, w],
      [y, h],
    ].map(([from, size], at) =>
      Math.max(from + half[at], Math.min(from + size - half[at], this.middle[at])),
    );
    this.svg.setAttribute(
      "viewBox",
      this.box()
        .map((part) => part.toFixed(4))
        .join(" "),
    );
    this.svg.parentElement.classList.toggle("zoomed", this.zoom > 1.001);
    this.scale = Math.min(this.svg.clientWidth / w, this.svg.clientHeight / h) * this.zoom;
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
    if (this.panning && this.moved)
      this.pan((was[0] - now[0]) / this.scale, (was[1] - now[1]) / this.scale);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
  }

  /** Two fingers: what was between them stays between them. */
  pinch(before, after) {
    const between = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    const apart = ([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
    const [from, to] = [between(before), between(after)];
    this.moved = true;
    this.pan((from[0] - to[0]) / this.scale, (from[1] - to[1]) / this.scale);
    this.by(apart(after) / apart(before), this.at(to));
  }

  /** Two fingers are on the board: no hand carries anything now. */
  get pinching() {
    return this.fingers.size > 1;
  }

  wheel(event) {
    const [x, y] = [event.clientX, event.clientY];
    if (!event.ctrlKey && this.zoom === 1 && !this.svg.parentElement.classList.contains("dense"))
      return;
    if (!event.ctrlKey && this.zoom === 1 && event.deltaY > 0) return;
    event.preventDefault();
    this.by(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), this.at([x, y]));
  }

  /** Where a point of the screen lies on the board, in its units. */
  at([x, y]) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
}
