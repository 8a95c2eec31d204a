// The roller: a drum beside the board that shows the strip's row and turns the strip.

import { lamp, s, tell } from "../drawing/draw.js";
import { say } from "../telling/words.js";

const TALL = 6; // rows that the drum shows
const CATCH = 0.3; // rows within which the drum snaps to a row when released
const MOST = 5; // rows in one command
const LEAST = 0.02; // rows; smaller turns are ignored

/** Return how far to turn now and what is left; a released drum snaps to a whole row. */
export function pulled(at, owed, gripped) {
  const goal = at + owed;
  const away = Math.round(goal) - goal;
  const whole = owed + (gripped || Math.abs(away) > CATCH ? 0 : away);
  const turn = Math.max(-MOST, Math.min(MOST, whole));
  return { turn, owed: whole - turn };
}

/** Return whether a row is part of the game's strip, beyond it, or where the paper tears. */
export function stretch(row, { lowest, highest, danger }) {
  if (row <= danger[0] || row >= danger[1]) return "torn";
  return row < lowest || row > highest ? "beyond" : "";
}

export class Roller {
  constructor(element, { limits }, order) {
    Object.assign(this, { element, limits, order, at: 0, owed: 0, busy: false, grip: null });
    this.ticks = s("g", { class: "ticks" }, ...this.rows());
    this.drum = drum(this.ticks);
    this.read = element.querySelector("output");
    element.querySelector(".well").append(this.drum);
    this.listen();
    this.turned(0, true);
  }

  rows() {
    const [first, last] = this.limits.danger;
    const count = last - first + 2 * TALL + 1;
    return Array.from({ length: count }, (_, at) => this.tick(first - TALL + at));
  }

  tick(row) {
    const kind = stretch(row, this.limits);
    return s(
      "g",
      { transform: `translate(0 ${-row})`, class: kind },
      s("path", { d: "M.1 0H1.9" }),
      s("text", { x: 1, y: -0.32 }, kind === "torn" ? say("ui.turn_back") : String(row)),
    );
  }

  /** Show the strip at this row. */
  turned(at, sure) {
    this.at = at;
    this.ticks.style.transform = `translate(0px, ${TALL / 2 + at}px)`;
    const between = Math.abs(at - Math.round(at)) > 0.2;
    this.element.classList.toggle("between", between);
    const row = (sure ? "" : "? ") + (between ? at.toFixed(1) : Math.round(at));
    tell(this.read, say(between ? "ui.row_between" : "ui.row", { row }));
  }

  light(light) {
    this.element.dataset.glow = light ? light[1] : "off";
    if (light) this.element.style.setProperty("--lamp", lamp(light[0]).colour);
  }

  listen() {
    const { drum, element } = this;
    drum.addEventListener("pointerdown", (event) => this.down(event));
    drum.addEventListener("pointermove", (event) => this.move(event));
    drum.addEventListener("pointerup", () => this.up());
    drum.addEventListener("pointercancel", () => this.up());
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    for (const button of element.querySelectorAll("button[data-rows]"))
      button.addEventListener("click", () => this.crank(Number(button.dataset.rows)));
  }

  down(event) {
    event.preventDefault();
    this.drum.setPointerCapture(event.pointerId);
    this.grip = event.clientY;
  }

  move(event) {
    if (this.grip === null) return;
    const rows = (event.clientY - this.grip) / (this.drum.getBoundingClientRect().height / TALL);
    this.grip = event.clientY;
    this.crank(rows);
  }

  up() {
    if (this.grip === null) return;
    this.grip = null;
    this.crank(0);
  }

  wheel(event) {
    event.preventDefault();
    this.crank(Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 200));
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.crank(0), 250);
  }

  /** Turn by this many rows, after any turn that is still running. */
  async crank(rows) {
    this.owed += rows;
    if (this.busy) return;
    this.busy = true;
    let pull = this.pull();
    while (Math.abs(pull.turn) >= LEAST) {
      this.owed = pull.owed;
      await this.order(`turn ${pull.turn.toFixed(3)}`);
      pull = this.pull();
    }
    this.busy = false;
  }

  pull() {
    return pulled(this.at, this.owed, this.grip !== null);
  }
}

const drum = (ticks) =>
  s(
    "svg",
    { viewBox: `0 0 2 ${TALL}`, class: "drum", "aria-hidden": "true" },
    s("rect", { width: 2, height: TALL, rx: 0.3, class: "body" }),
    ticks,
    s("rect", { width: 2, height: TALL, rx: 0.3, class: "sheen" }),
    s("path", {
      d: `M0 ${TALL / 2 - 0.22}l.42 .22l-.42 .22zM2 ${TALL / 2 - 0.22}l-.42 .22l.42 .22z`,
      class: "needle",
    }),
  );
