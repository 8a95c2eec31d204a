// A menu of moves as a tree of words, one button for each choice.

import { h } from "../drawing/draw.js";
import { say } from "../telling/words.js";

const FEW = 6; // up to so many moves are listed completely

/** Split a move into words without its seat; "a1-a2" is two words. */
export const worded = (move, known) =>
  move
    .match(/\S+\s*/g)
    .slice(1)
    .flatMap((word) => (known(word.trim()) ? [word] : word.match(/[^-]+-?|-/g)));

/** Return the choices after these words: `{ words, move }` for a move, `{ words }` for a group. */
export function offered(moves, way) {
  const open = moves.filter(({ words }) => way.every((word, at) => words[at] === word));
  if (open.length <= FEW) return open;
  return [...grouped(open, way.length).values()].map((group) =>
    group.length === 1 ? group[0] : { words: common(group) },
  );
}

function grouped(moves, depth) {
  const groups = new Map();
  for (const move of moves) {
    const word = move.words[depth];
    groups.set(word, [...(groups.get(word) || []), move]);
  }
  return groups;
}

/** Return the words with which all these moves begin. */
function common(moves) {
  const [first, ...others] = moves.map(({ words }) => words);
  const differs = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return differs < 0 ? first : first.slice(0, differs);
}

export class Menu {
  /** `speak` returns words as people know them, `known` is true for names, `chosen` is called with the move. */
  constructor(title, moves, { speak, known, chosen }) {
    Object.assign(this, { speak, chosen, way: [], from: 0 });
    this.moves = moves.map((move) => ({ move, words: worded(move, known) }));
    this.list = h("div", { class: "words" });
    this.element = h("div", { class: "choice" }, h("p", {}, title), this.list);
    this.show();
  }

  show() {
    const choices = offered(this.moves, this.way);
    this.list.replaceChildren(
      ...(this.way.length ? [this.back()] : []),
      ...choices.map((choice) => this.button(choice)),
    );
  }

  back() {
    const back = () => this.go(this.way.slice(0, this.from));
    return h(
      "button",
      { class: "small back", "aria-label": say("ui.say.back"), on: { click: back } },
      "‹ ",
      this.spoken(this.way),
    );
  }

  button({ words, move }) {
    const label = this.spoken(words.slice(this.way.length));
    if (!move) {
      const on = { click: () => this.go(words) };
      return h("button", { class: "small more", on }, label, " …");
    }
    const on = { click: () => this.chosen(move) };
    return h("button", { class: "small", "data-move": move, on }, label);
  }

  spoken(words) {
    return this.speak(words.join("").trim());
  }

  go(way) {
    this.from = way.length > this.way.length ? this.way.length : 0;
    this.way = way;
    this.show();
    this.list.querySelector("button")?.focus();
  }
}
