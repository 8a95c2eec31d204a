// An opened stack: a list of its pieces, to be dragged or taken by key.

import { h } from "../drawing/draw.js";
import { say } from "../telling/words.js";
import { picture } from "./box.js";

const MARGIN = 8; // px between the list, its cell and the window
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Return where to place a box beside a point: on the right if there is room, always in the window. */
export function placed([x, y], side, [width, height], [wide, high]) {
  const right = x + side + width < wide;
  const left = right ? x + side : Math.max(MARGIN, x - side - width);
  return [left, Math.max(MARGIN, Math.min(y - height / 2, high - height - MARGIN))];
}

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

  /** Open the list for this cell, the top piece first. */
  open(cell, drag) {
    this.cell = cell;
    this.shown = String(cell.stack);
    const told = say("ui.fan.on", { site: cell.site });
    this.element.replaceChildren(h("p", {}, told), ...this.rows(cell, drag));
    this.element.setAttribute("aria-label", told);
    this.element.hidden = false;
    this.place(cell);
    this.element.querySelector("button").focus({ preventScroll: true });
  }

  rows(cell, drag) {
    const { site, stack } = cell;
    const point = () => {
      this.close();
      drag.order(`point ${site}`);
    };
    return [
      ...stack.toReversed().map((name) => this.piece(cell, name, drag)),
      ...(this.several(cell, drag) ? [this.row(cell, stack, say("ui.fan.all"), drag)] : []),
      h(
        "button",
        { class: "small", "data-point": true, on: { click: point } },
        say("ui.fan.point"),
      ),
    ];
  }

  /** True if the whole stack can be taken at once, and is more than a craft with its load. */
  several({ site, stack }, drag) {
    const load = drag.page().loads?.[site]?.[stack[0]] || [];
    return stack.length > 1 && load.length < stack.length;
  }

  /** Return the row for one piece, with its load if the rules move both together. */
  piece(cell, name, drag) {
    const load = drag.page().loads?.[cell.site]?.[name] || [name];
    const title = this.board.told(name);
    const told = load.length > 1 ? say("ui.fan.load", { title }) : title;
    return this.row(cell, load, told, drag, name);
  }

  /** Return a row for these pieces, with a picture of `seen`. A key takes them; a pointer drags them. */
  row(cell, names, title, drag, seen = names.at(-1)) {
    const which = names.length === cell.stack.length && names.length > 1 ? "all" : names.join("+");
    const take = () => drag.order(`lift ${cell.site} ${which}`);
    const down = (event) => {
      if (event.button) return;
      event.preventDefault();
      this.close();
      drag.take(names, event, { site: cell.site, refused: take() });
    };
    const pressed = (event) => {
      if (event.detail !== 0) return;
      this.close();
      take();
    };
    return h(
      "button",
      { "data-which": which, on: { pointerdown: down, click: pressed } },
      picture(this.board, this.board.known(seen)),
      title,
    );
  }

  place(cell) {
    const { element, board } = this;
    const frame = element.parentElement.getBoundingClientRect();
    const side = cell.reach * board.scale + MARGIN;
    const size = [element.offsetWidth, element.offsetHeight];
    const [left, top] = placed(board.screen(cell), side, size, [innerWidth, innerHeight]);
    element.style.left = `${left - frame.left}px`;
    element.style.top = `${top - frame.top}px`;
  }

  /** Close the list if its stack has changed. */
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
    if (event.key === "Escape") this.close();
    else if (STEPS[event.key]) this.step(STEPS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Focus the next or the previous button; after the last comes the first. */
  step(way) {
    const buttons = [...this.element.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement) + way;
    buttons.at(at % buttons.length).focus();
  }
}
