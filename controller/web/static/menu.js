// Moves that are said and not shown, as a tree of words: one button after the other, nothing to type.

import { say } from "./words.js";
import { h } from "./draw.js";

const FEW = 6; // moves that are offered whole

/** A move in its words, each with what follows it, the seat left out; two cells with a dash between are two words. */
const worded = (move, known) =>
  move
    .match(/\S+\s*/g)
    .slice(1)
    .flatMap((word) => (known(word.trim()) ? [word] : word.match(/[^-]+-?|-/g)));

export class Menu {
  /** `speak` names words aloud, `known` tells which of them are names, `chosen` hears the move. */
  constructor(title, moves, { speak, known, chosen }) {
    Object.assign(this, { speak, chosen, way: [] });
    this.moves = moves.map((move) => ({ move, words: worded(move, known) }));
    this.list = h("div", { class: "words" });
    this.element = h("div", { class: "choice" }, h("p", {}, title), this.list);
    this.show();
  }

  show(focus = false) {
    const depth = this.way.length;
    const open = this.moves.filter(({ words }) => this.way.every((word, at) => words[at] === word));
    const groups =
      open.length <= FEW ? open.map((one) => [one]) : [...grouped(open, depth).values()];
    const back = h(
      "button",
      {
        class: "small back",
        "aria-label": say("ui.say.back"),
        on: { click: () => this.go(this.way.slice(0, this.from ?? 0)) },
      },
      "‹ ",
      this.speak(this.way.join("").trim()),
    );
    this.list.replaceChildren(
      depth ? back : "",
      ...groups.map((group) => this.button(group, depth)),
    );
    if (focus) this.list.querySelector("button")?.focus();
  }

  /** On with the words that all of these have in common; the last one of its kind is the move. */
  button(group, depth) {
    const shared = group.length === 1 ? group[0].words : common(group);
    const label = this.speak(shared.slice(depth).join("").trim());
    if (group.length === 1)
      return h(
        "button",
        {
          class: "small",
          "data-move": group[0].move,
          on: { click: () => this.chosen(group[0].move) },
        },
        label,
      );
    return h("button", { class: "small more", on: { click: () => this.go(shared) } }, label, " …");
  }

  go(way) {
    this.from = way.length > this.way.length ? this.way.length : 0;
    this.way = way;
    this.show(true);
  }
}

function grouped(moves, depth) {
  const groups = new Map();
  for (const one of moves)
    groups.set(one.words[depth], [...(groups.get(one.words[depth]) || []), one]);
  return groups;
}

/** The words with which all of these begin. */
function common(moves) {
  const [first, ...others] = moves.map(({ words }) => words);
  const differs = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return differs < 0 ? first : first.slice(0, differs);
}
