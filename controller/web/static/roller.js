// The crank: a drum beside the board that turns with the strip, and turns it.

import { say } from "./words.js";
import { obey } from "./live.js";
import { lamp, s, tell } from "./draw.js";

const TALL = 6; // rows that the drum shows
const CATCH = 0.3; // of a row, within which the stop catches when the hand lets go

export class Roller {
  constructor(element, site, { limits }, said) {
    Object.assign(this, { element, site, limits, said, at: 0, owed: 0, busy: false, hand: null });
    this.ticks = s("g", { class: "ticks" });
    this.svg = s(
      "svg",
      { viewBox: `0 0 2 ${TALL}`, class: "drum", "aria-hidden": "true" },
      s("rect", { width: 2, height: TALL, rx: 0.3, class: "body" }),
      this.ticks,
      s("rect", { width: 2, height: TALL, rx: 0.3, class: "sheen" }),
      s("path", {
        d: `M0 ${TALL / 2 - 0.22}l.42 .22l-.42 .22zM2 ${TALL / 2 - 0.22}l-.42 .22l.42 .22z`,
        class: "needle",
      }),
    );
    for (let row = limits.danger[0] - TALL; row <= limits.danger[1] + TALL; row++)
      this.ticks.append(this.tick(row));
    this.read = element.querySelector("output");
    element.querySelector(".well").append(this.svg);
    this.listen();
    this.turned(0, true);
  }

  tick(row) {
    const { lowest, highest, danger } = this.limits;
    const torn = row <= danger[0] || row >= danger[1];
    const kind = torn ? "torn" : row < lowest || row > highest ? "beyond" : "";
    return s(
      "g",
      { transform: `translate(0 ${-row})`, class: kind },
      s("path", { d: "M.1 0H1.9" }),
      s("text", { x: 1, y: -0.32 }, torn ? say("ui.turn_back") : String(row)),
    );
  }

  /** The strip stands here. */
  turned(at, sure) {
    this.at = at;
    this.ticks.style.transform = `translate(0px, ${TALL / 2 + at}px)`;
    const between = Math.abs(at - Math.round(at)) > 0.2;
    this.element.classList.toggle("between", between);
    tell(
      this.read,
      say(between ? "ui.row_between" : "ui.row", {
        row: (sure ? "" : "? ") + (between ? at.toFixed(1) : Math.round(at)),
      }),
    );
  }

  light(light) {
    this.element.dataset.glow = light ? light[1] : "off";
    if (light) this.element.style.setProperty("--lamp", lamp(light[0]).colour);
  }

  listen() {
    const drum = this.svg;
    drum.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      drum.setPointerCapture(event.pointerId);
      this.hand = event.clientY;
    });
    drum.addEventListener("pointermove", (event) => {
      if (this.hand === null) return;
      const rows = (event.clientY - this.hand) / (drum.getBoundingClientRect().height / TALL);
      this.hand = event.clientY;
      this.crank(rows);
    });
    for (const kind of ["pointerup", "pointercancel"])
      drum.addEventListener(kind, () => {
        if (this.hand === null) return;
        this.hand = null;
        this.crank(0);
      });
    this.element.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.crank(Math.sign(event.deltaY) * Math.min(0.5, Math.abs(event.deltaY) / 200));
        clearTimeout(this.rest);
        this.rest = setTimeout(() => this.crank(0), 250);
      },
      { passive: false },
    );
    for (const button of this.element.querySelectorAll("button[data-rows]"))
      button.addEventListener("click", () => this.crank(Number(button.dataset.rows)));
  }

  /** Turn on by so much; what comes while the strip is moving is turned next. */
  async crank(rows) {
    this.owed += rows;
    if (this.busy) return;
    this.busy = true;
    while (Math.abs(this.due()) >= 0.02) {
      const now = Math.max(-5, Math.min(5, this.due()));
      this.owed = this.owed - now + this.caught;
      this.said(await obey(`turn ${now.toFixed(3)}`));
    }
    this.busy = false;
  }

  /** What is owed, and a little more where the stop would catch. */
  due() {
    this.caught = 0;
    if (this.hand !== null) return this.owed;
    const goal = this.at + this.owed;
    const away = Math.round(goal) - goal;
    if (Math.abs(away) <= CATCH) this.caught = away;
    return this.owed + this.caught;
  }
}
