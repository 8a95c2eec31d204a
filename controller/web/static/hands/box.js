// What is not on the board: the pieces in the box, a pile a kind, and those in the hand.

import { h, s } from "../drawing/draw.js";
import { obey } from "../line/live.js";
import { say } from "../telling/words.js";
import { swapped } from "./motions.js";

/** What lies in the box, heaped by how it looks. `out` names what is on the board or held. */
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

/** Each heap where it lay `before`; what is new, behind them. While somebody `takes` out of the box, also those of which nothing is left: nothing comes under a pointer that rests. */
export function arranged(before, now, takes = true) {
  if (!now.length) return [];
  const found = new Map(now.map((heap) => [look(heap.token), heap]));
  const lay = before.map(({ token }) => found.get(look(token)) || { token, names: [] });
  const known = new Set(before.map(({ token }) => look(token)));
  const all = [...lay, ...now.filter(({ token }) => !known.has(look(token)))];
  return takes ? all : all.filter(({ names }) => names.length);
}

/** What so many of it are called: of several alike none has a number. */
export const called = ({ title, heap }, count) =>
  count > 1 ? heap || title.replace(/ \d+$/, "") : title;

const look = ({ pile, seat, colour, radius, points, label }) =>
  pile || JSON.stringify([seat, colour, radius, points, label]);

export class Box {
  constructor(element, board, drag) {
    Object.assign(this, { element, board, drag, drawn: "", heaps: [] });
  }

  /** Draw the piles anew, if they are others. */
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

  /** The piles with what is asked for are marked, and the first of them is in view. */
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
        on: count ? this.taken(names) : {}, // what is drawn on a dead button can still be pressed
      },
      picture(this.board, token),
      count > 1 ? h("span", { class: "many" }, String(count)) : "",
    );
  }

  /** Dragged, the piece is found that belongs where it is put; pressed, any comes into the hand, and goes back when pressed again. */
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

  /** What was taken off the board and has no place on it any more goes into the box by itself, unless it is being carried there. */
  tidy({ held, spare, pieces }) {
    const off = this.drag.carried ? [] : spare.filter((name) => this.stood.has(name));
    const known = held.filter((name) => this.stood.has(name) && !off.includes(name));
    this.stood = new Set([...Object.values(pieces).flat(), ...known]);
    for (const name of off) obey(`away ${name}`); // another page may have done so before
  }

  /** What the hand holds; the one that goes next is marked. */
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

/** A piece by itself, as large as there is room. */
export function picture(board, token) {
  const size = Math.max(0.42, token.girth * 1.1);
  return s(
    "svg",
    { viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`, class: "ship", "aria-hidden": "true" },
    board.token(token.name),
  );
}
