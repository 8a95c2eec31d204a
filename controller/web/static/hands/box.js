// The pieces in the box, in one pile for each kind, and those in the hand.

import { h, s } from "../drawing/draw.js";
import { obey } from "../line/live.js";
import { say } from "../telling/words.js";
import { swapped } from "./motions.js";

/** Return the pieces in the box as piles of equal looks; `out` are on the board or in the hand. */
export function piles(tokens, out, seats) {
  const heaps = new Map();
  for (const token of tokens.filter(({ seat }) => seat < seats)) {
    const left = token.count - out.filter((name) => name === token.name).length;
    if (left <= 0) continue;
    const heap = heaps.get(look(token)) || { token, names: [] };
    heap.names.push(...Array(left).fill(token.name));
    heaps.set(look(token), heap);
  }
  return [...heaps.values()];
}

/** Keep the order of the piles `before`, new ones last. While pieces are taken, empty piles stay, so that no pile moves under the pointer. */
export function arranged(before, now, takes = true) {
  if (!now.length) return [];
  const found = new Map(now.map((heap) => [look(heap.token), heap]));
  const lay = before.map(({ token }) => found.get(look(token)) || { token, names: [] });
  const known = new Set(before.map(({ token }) => look(token)));
  const all = [...lay, ...now.filter(({ token }) => !known.has(look(token)))];
  return takes ? all : all.filter(({ names }) => names.length);
}

/** Return the title for this many pieces: without a number if there are several. */
export const called = ({ title, heap }, count) =>
  count > 1 ? heap || title.replace(/ \d+$/, "") : title;

const look = ({ pile, seat, colour, radius, points, label }) =>
  pile || JSON.stringify([seat, colour, radius, points, label]);

export class Box {
  constructor(element, board, drag) {
    Object.assign(this, { element, board, drag, drawn: "", heaps: [] });
  }

  /** Draw the piles again if they have changed. */
  show({ pieces, held, seats, boxed = [] }) {
    const out = [...Object.values(pieces).flat(), ...held];
    const tokens = [...this.board.tokens.values()];
    const before = this.heaps.every(({ token }) => tokens.includes(token)) ? this.heaps : [];
    const takes = held.length > 0 || boxed.length > 0;
    this.heaps = arranged(before, piles(tokens, out, Object.keys(seats).length), takes);
    const now = JSON.stringify(this.heaps.map(({ names, token }) => [token.name, ...names]));
    if (now !== this.drawn) this.draw(this.heaps);
    this.drawn = now;
    this.point(boxed);
  }

  /** Mark the piles that are asked for, and scroll the first of them into view. */
  point(boxed) {
    const asked = this.heaps.filter(({ names }) => names.some((name) => boxed.includes(name)));
    const piles = asked.map(({ token }) => token.pile || token.name);
    const before = this.element.querySelector(".pile.asked");
    for (const pile of this.element.querySelectorAll(".pile"))
      pile.classList.toggle("asked", piles.includes(pile.dataset.pile));
    if (!before) this.element.querySelector(".pile.asked")?.scrollIntoView({ block: "nearest" });
  }

  draw(all) {
    const { element } = this;
    const focused = document.activeElement?.dataset?.pile;
    element.replaceChildren(
      h("span", { class: "title" }, say("ui.box.box")),
      ...all.map((pile) => this.pile(pile)),
    );
    element.classList.toggle("bare", !all.length);
    if (focused) element.querySelector(`[data-pile="${CSS.escape(focused)}"]`)?.focus();
  }

  pile({ token, names }) {
    const count = names.length;
    const what = called(token, count);
    const title = count > 1 ? say("ui.box.pile", { what, count }) : what;
    return h(
      "button",
      {
        class: "pile",
        "data-pile": token.pile || token.name,
        "aria-label": title,
        title: what,
        disabled: !count,
        on: count ? this.taken(names) : {}, // the picture on a disabled button still gets clicks
      },
      picture(this.board, token),
      count > 1 ? h("span", { class: "many" }, String(count)) : "",
    );
  }

  /** Return the listeners of a pile. A drag takes the piece that fits the target; a click takes any, and a second click puts it back. */
  taken(names) {
    const { drag, board } = this;
    const alike = (name) => look(board.known(name)) === look(board.known(names[0]));
    const find = (cell) =>
      names.find((name) => cell && board.known(name).home === cell.site) || names[0];
    return {
      pointerdown: (event) => {
        if (event.button) return;
        event.preventDefault();
        event.currentTarget.focus();
        drag.take([names[0]], event, { find, alike });
      },
      click: (event) => {
        if (event.detail === 0) drag.orders(swapped(names[0], drag.held.filter(alike)));
      },
    };
  }
}

export class Held {
  constructor(element, board, drag) {
    Object.assign(this, { element, board, drag, drawn: "", stood: new Set() });
  }

  show(page) {
    this.draw(page.held);
    this.tidy(page);
  }

  /** Put held pieces that have no place on the board any more into the box, unless they are being dragged. */
  tidy({ held, spare, pieces }) {
    const off = this.drag.carried ? [] : spare.filter((name) => this.stood.has(name));
    const known = held.filter((name) => this.stood.has(name) && !off.includes(name));
    this.stood = new Set([...Object.values(pieces).flat(), ...known]);
    for (const name of off) obey(`away ${name}`); // another page may have done it already
  }

  /** Show the pieces in the hand, with a mark on the next one. */
  draw(held) {
    const { element } = this;
    const { next } = this.drag;
    const now = JSON.stringify([held, next]);
    if (now === this.drawn) return;
    this.drawn = now;
    element.hidden = !held.length;
    element.replaceChildren(
      h("span", { class: "title" }, say("ui.in_hand")),
      ...held.map((name) => this.piece(name, name === next && held.length > 1)),
    );
  }

  piece(name, next) {
    const token = this.board.known(name);
    return h(
      "button",
      {
        class: next ? "pile next" : "pile",
        "aria-label": token.title,
        "aria-pressed": next ? "true" : undefined,
        title: token.title,
        on: this.taken(name),
      },
      picture(this.board, token),
    );
  }

  taken(name) {
    const { drag } = this;
    return {
      pointerdown: (event) => {
        if (event.button) return;
        event.preventDefault();
        this.choose(name);
        drag.take([name], event);
      },
      click: () => this.choose(name),
      keydown: ({ key }) => {
        if (key === "Delete" || key === "Backspace") drag.order(`away ${name}`);
      },
    };
  }

  choose(name) {
    this.drag.choice = name;
    this.draw(this.drag.held);
  }
}

/** Return a picture of one piece that fills its box. */
export function picture(board, token) {
  const size = Math.max(0.42, token.girth * 1.1);
  return s(
    "svg",
    { viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`, class: "ship", "aria-hidden": "true" },
    board.token(token.name),
  );
}
