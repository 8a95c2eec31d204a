// The menu on the board, for whoever sits at a page: the same question, the same four keys.

import { h, tell } from "../drawing/draw.js";

const KEYS = { yes: "YES", no: "NO", next: "NEXT", back: "BACK" };

export class BoardMenu {
  /** `press` tells the table which key was meant. */
  constructor(element, press) {
    this.element = element;
    const key = ([name, title]) =>
      h("button", { class: "key", on: { click: () => press(name) } }, title);
    element.querySelector(".keys").replaceChildren(...Object.entries(KEYS).map(key));
  }

  show(words) {
    this.element.hidden = !words;
    tell(this.element.querySelector(".asks"), words || "");
  }
}

/** What is agreed, as the board knows it; `teams` has each seat's, 0 for none. */
export const agreement = ({ game, places, options, deck, picks }, teams) => ({
  game,
  kinds: places.map(({ kind }) => kind),
  options,
  deck,
  teams,
  picks,
});

/** The two are the same in all that the board asks about. */
export function agrees(one, other) {
  const sorted = (terms) => Object.entries(terms).sort();
  const plain = ({ options, picks, game, kinds, deck, teams }) => [
    [game, kinds, deck, teams],
    sorted(options),
    sorted(picks),
  ];
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
