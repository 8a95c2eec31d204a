// A stack opened: every piece of it to choose from, to be dragged out or taken with a key.

import { say } from "./words.js";
import { picture } from "./box.js";
import { h } from "./draw.js";

export class Fan {
  constructor(element, board) {
    Object.assign(this, { element, board, cell: null });
    element.addEventListener("keydown", (event) => this.key(event));
    addEventListener(
      "pointerdown",
      (event) => {
        if (!element.contains(event.target)) this.close();
      },
      { capture: true },
    );
  }

  /** Show what stands on this cell, the top piece first, beside it. */
  open(cell, hands) {
    this.cell = cell;
    this.shown = String(cell.stack);
    const act = (line) => () => {
      this.close();
      hands.order(line);
    };
    this.element.replaceChildren(
      h("p", {}, say("ui.fan.on", { site: cell.site })),
      ...cell.stack
        .toReversed()
        .map((name) => this.row(cell, [name], this.board.known(name).title, hands)),
      cell.stack.length > 1 ? this.row(cell, cell.stack, say("ui.fan.all"), hands) : "",
      h(
        "button",
        { class: "small", "data-point": true, on: { click: act(`point ${cell.site}`) } },
        say("ui.fan.point"),
      ),
    );
    this.element.setAttribute("aria-label", say("ui.fan.on", { site: cell.site }));
    this.element.hidden = false;
    this.place(cell);
    this.element.querySelector("button").focus({ preventScroll: true });
  }

  /** One piece, or all of them: pressed it comes into the hand, dragged it is carried. */
  row(cell, names, title, hands) {
    const which = names.length > 1 ? "all" : names[0];
    const take = () => hands.order(`lift ${cell.site} ${which}`);
    const down = (event) => {
      if (event.button) return;
      event.preventDefault();
      this.close();
      hands.take(names, event, { site: cell.site });
      take();
    };
    const pressed = (event) => {
      if (event.detail === 0) {
        this.close();
        take();
      }
    };
    return h(
      "button",
      { "data-which": which, on: { pointerdown: down, click: pressed } },
      picture(this.board, this.board.known(names.at(-1))),
      title,
    );
  }

  /** Beside the cell, and within the window. */
  place(cell) {
    const { element, board } = this;
    const frame = element.parentElement.getBoundingClientRect();
    const [x, y] = board.screen(cell);
    const side = cell.reach * board.scale + 8;
    const right = x + side + element.offsetWidth < innerWidth;
    const left = right ? x + side : Math.max(8, x - side - element.offsetWidth);
    const top = Math.max(
      8,
      Math.min(y - element.offsetHeight / 2, innerHeight - element.offsetHeight - 8),
    );
    element.style.left = `${left - frame.left}px`;
    element.style.top = `${top - frame.top}px`;
  }

  /** The stack has changed under it. */
  changed() {
    if (this.cell && String(this.board.cells.get(this.cell.site)?.stack) !== this.shown)
      this.close();
  }

  close() {
    if (!this.cell) return;
    const back = this.element.contains(document.activeElement) ? this.cell.site : "";
    this.cell = null;
    this.element.hidden = true;
    if (back) this.board.focus(back);
  }

  key(event) {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    if (event.key === "Escape") this.close();
    else if (event.key === "ArrowDown" || event.key === "ArrowRight")
      buttons[(at + 1) % buttons.length].focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") buttons.at(at - 1).focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
