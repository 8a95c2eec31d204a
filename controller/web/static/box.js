// What is not on the board: the pieces in the box, a pile a kind, and those in the hand.

import { say } from "./words.js";
import { h, s } from "./draw.js";

export class Box {
  constructor(element, board, hands) {
    Object.assign(this, { element, board, hands, drawn: "" });
  }

  /** Draw the piles anew, if they are others. */
  show({ pieces, held, seats, turn }) {
    const out = [...Object.values(pieces).flat(), ...held];
    const piles = this.piles(out, Object.keys(seats).length, turn);
    const now = JSON.stringify(piles.map(({ names }) => [names[0], names.length]));
    if (now === this.drawn) return;
    this.drawn = now;
    const focused = document.activeElement?.dataset?.pile;
    this.element.replaceChildren(
      h("span", { class: "title" }, say("ui.box.box")),
      ...piles.map((pile) => this.pile(pile)),
    );
    this.element.classList.toggle("bare", !piles.length);
    if (focused) this.element.querySelector(`[data-pile="${CSS.escape(focused)}"]`)?.focus();
  }

  /** What lies in the box, heaped by how it looks; whose turn it is first. */
  piles(out, seats, turn) {
    const piles = new Map();
    for (const token of this.board.tokens.values()) {
      const there = token.count - out.filter((name) => name === token.name).length;
      if (token.seat >= seats || there <= 0) continue;
      const look =
        token.pile ||
        JSON.stringify([token.seat, token.colour, token.radius, token.points, token.label]);
      if (!piles.has(look)) piles.set(look, { token, names: [] });
      piles.get(look).names.push(...Array(there).fill(token.name));
    }
    const late = ({ token }) => (turn.includes(token.seat) ? 0 : 1);
    return [...piles.values()].sort((one, other) => late(one) - late(other));
  }

  pile({ token, names }) {
    const found = (cell) =>
      names.find((name) => cell && this.board.known(name).home === cell.site) || names[0];
    const down = (event) => {
      if (event.button) return;
      event.preventDefault();
      event.currentTarget.focus();
      this.hands.take([names[0]], event, { name: found });
    };
    const pressed = (event) => {
      if (event.detail === 0) this.hands.order(`fetch ${names[0]}`);
    };
    const title =
      names.length > 1
        ? say("ui.box.pile", { what: token.title, count: names.length })
        : token.title;
    return h(
      "button",
      {
        class: "pile",
        "data-pile": token.pile || token.name,
        "aria-label": title,
        title: token.title,
        on: { pointerdown: down, click: pressed },
      },
      picture(this.board, token),
      names.length > 1 ? h("span", { class: "many" }, String(names.length)) : "",
    );
  }
}

export class Held {
  constructor(element, board, hands) {
    Object.assign(this, { element, board, hands, drawn: "" });
  }

  /** What the hand holds; the one that goes next is marked. */
  show(held) {
    const next = this.hands.chosen();
    const now = JSON.stringify([held, next]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.element.hidden = !held.length;
    this.element.replaceChildren(
      h("span", { class: "title" }, say("ui.in_hand")),
      ...held.map((name) => this.piece(name, name === next && held.length > 1)),
    );
  }

  piece(name, next) {
    const { hands } = this;
    const choose = () => {
      hands.choice = name;
      this.show(hands.held());
    };
    const down = (event) => {
      if (event.button) return;
      event.preventDefault();
      choose();
      hands.take([name], event);
    };
    const key = (event) => {
      if (event.key === "Delete" || event.key === "Backspace") hands.order(`away ${name}`);
    };
    const token = this.board.known(name);
    return h(
      "button",
      {
        class: next ? "pile next" : "pile",
        "aria-label": token.title,
        "aria-pressed": next ? "true" : undefined,
        title: token.title,
        on: { pointerdown: down, click: choose, keydown: key },
      },
      picture(this.board, token),
    );
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
