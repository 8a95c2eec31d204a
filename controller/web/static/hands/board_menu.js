// The board's own menu, shown on a page: its question and its four keys.

import { h, tell } from "../drawing/draw.js";

const KEYS = { yes: "YES", no: "NO", next: "NEXT", back: "BACK" };

export class BoardMenu {
  /** `press` is called with the name of a key. */
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

/** Return the terms of a game as the board's menu has them; `teams` by seat, 0 for none. */
export const agreement = ({ game, places, options, deck, picks }, teams) => ({
  game,
  kinds: places.map(({ kind }) => kind),
  options,
  deck,
  teams,
  picks,
});

/** True if both have the same terms, as far as the board's menu asks for them. */
export function agrees(one, other) {
  const sorted = (terms) => Object.entries(terms).sort();
  const plain = ({ options, picks, game, kinds, deck, teams }) => [
    [game, kinds, deck, teams],
    sorted(options),
    sorted(picks),
  ];
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
