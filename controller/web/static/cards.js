// A hand of cards: what can be played, and for the rest the rule that forbids it.

import { say } from "./words.js";
import { ask } from "./live.js";
import { h } from "./draw.js";

/** How a card looks: copies of one card are told apart by what follows the dot. */
export const face = (cards, name) => (name ? cards[name.split(".")[0]] : undefined);

/** A sentence with every card called by what is printed on it. */
export function aloud(sentence, cards) {
  return sentence.replace(/[^\s,;:]*[^\s,;:.]/g, (word) => face(cards, word)?.title || word);
}

const VERBS = { lays: say("ui.play"), discards: say("ui.throw_away") };

export class Cards {
  constructor(element, seat, key, said) {
    Object.assign(this, { element, seat, key, said, drawn: "" });
  }

  /** Draw the hand anew, if it is another. */
  show({ hand = [], game, moves = [], alike = [], back, yours, seats = {} }) {
    const now = JSON.stringify([hand, moves, alike, back, yours]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.element.style.setProperty("--seat", seats[this.seat]?.colour || "");
    this.element.replaceChildren(
      alike.length ? this.choice(say("ui.which"), alike, "choose") : "",
      h("ul", { class: "hand", "aria-label": say("ui.your_cards") }, ...hand.map((card) => this.card(card, game && face(game.cards, card.card)))),
      moves.length ? this.choice(say("ui.or_say"), moves, "play") : "",
      back ? h("p", {}, h("button", { class: "quiet", on: { click: () => this.request({ type: "back" }) } }, say("ui.take_back"))) : "",
    );
  }

  card({ card, moves, why }, look = { sign: card, title: card, suit: "" }) {
    const inside = [
      h("span", { class: "sign", "aria-hidden": "true" }, look.sign),
      h("span", { class: "title" }, look.title),
    ];
    if (!moves.length)
      return h("li", { class: `card shut ${look.suit}` }, ...inside,
        h("span", { class: "why" }, why.rule ? h("b", {}, `${why.rule} `) : "", why.words));
    if (moves.length === 1)
      return h("li", { class: `card open ${look.suit}` },
        h("button", { "data-card": card, "aria-label": `${this.verb(moves[0])} ${look.title}`, on: { click: () => this.play(moves[0]) } },
          ...inside, h("span", { class: "why" }, this.verb(moves[0]))));
    return h("li", { class: `card open ${look.suit}` }, ...inside,
      ...moves.map((move) => h("button", { class: "small", "data-card": card, on: { click: () => this.play(move) } }, this.verb(move))));
  }

  verb(move) {
    const word = Object.keys(VERBS).find((verb) => move.includes(verb));
    return word ? VERBS[word] : move;
  }

  choice(title, moves, type) {
    return h("div", { class: "choice" }, h("p", {}, title),
      ...moves.map((move) => h("button", { class: "small", on: { click: () => this.request({ type, move }) } }, move)));
  }

  play(move) {
    return this.request({ type: "play", move });
  }

  async request(request) {
    this.said(await ask(`/seat/${this.seat + 1}`, request, this.key));
  }
}
