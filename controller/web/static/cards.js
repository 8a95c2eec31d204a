// A hand of cards and what may be said: what can be played, and for the rest the rule that forbids it.

import { say } from "./words.js";
import { ask } from "./live.js";
import { h } from "./draw.js";
import { Menu } from "./menu.js";

/** How a card looks: copies of one card are told apart by what follows the dot. */
export const face = (cards, name) => (name ? cards[name.split(".")[0]] : undefined);

/** A sentence with every card and every piece called by what is printed on it. */
export function aloud(sentence, { cards, tokens = {} }) {
  return sentence.replace(
    /[^\s,;:]*[^\s,;:.]/g,
    (word) => tokens[word] || face(cards, word)?.title || word,
  );
}

export class Cards {
  constructor(element, seat, key, said) {
    Object.assign(this, { element, seat, key, said, drawn: "" });
  }

  /** Draw the hand anew, if it is another. */
  show({ hand = [], game, said = [], moves = [], alike = [], back, yours, seats = {} }) {
    const now = JSON.stringify([hand, said, moves, alike, back, yours]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.game = game;
    this.suits = [...new Set(Object.values(game?.cards || {}).map((look) => look.suit))];
    this.element.style.setProperty("--seat", seats[this.seat]?.colour || "");
    this.element.replaceChildren(
      alike.length ? this.choice(say("ui.which"), alike) : "",
      hand.length
        ? h(
            "ul",
            { class: "hand", "aria-label": say("ui.your_cards") },
            ...hand.map((card) => this.card(card, game && face(game.cards, card.card))),
          )
        : "",
      said.length ? this.menu(say("ui.say.now"), said) : "",
      moves.length ? this.menu(say("ui.or_say"), moves) : "",
      back
        ? h(
            "p",
            {},
            h(
              "button",
              { class: "quiet", on: { click: () => this.request({ type: "back" }) } },
              say("ui.take_back"),
            ),
          )
        : "",
    );
  }

  card({ card, moves, why }, look = { sign: card, title: card, suit: "" }) {
    const suit = `suit${this.suits.indexOf(look.suit) % 6}`;
    const inside = [
      h("span", { class: "sign", "aria-hidden": "true" }, look.sign),
      h("span", { class: "title" }, look.title),
    ];
    if (!moves.length)
      return h(
        "li",
        { class: `card shut ${suit}` },
        ...inside,
        h("span", { class: "why" }, why.rule ? h("b", {}, `${why.rule} `) : "", why.words),
      );
    if (moves.length === 1)
      return h(
        "li",
        { class: `card open ${suit}` },
        h(
          "button",
          {
            "data-card": card,
            "aria-label": `${this.verb(moves[0])} ${look.title}`,
            on: { click: () => this.play(moves[0]) },
          },
          ...inside,
          h("span", { class: "why" }, this.verb(moves[0])),
        ),
      );
    return h(
      "li",
      { class: `card open ${suit}` },
      ...inside,
      ...moves.map((move) =>
        h(
          "button",
          { class: "small", "data-card": card, on: { click: () => this.play(move) } },
          this.verb(move),
        ),
      ),
    );
  }

  /** What the game calls this on a button, or the move itself. */
  verb(move) {
    const word = move.split(" ").find((part) => this.game?.verbs[part]);
    return word ? this.game.verbs[word] : aloud(move, this.game);
  }

  /** Words of a move, its verb as the game calls it on a button. */
  spoken(words) {
    const [first, ...rest] = words.split(" ");
    return aloud([this.game.verbs[first] || first, ...rest].join(" "), this.game);
  }

  menu(title, moves) {
    const known = (word) =>
      this.game.tokens[word] || this.game.verbs[word] || face(this.game.cards, word);
    return new Menu(title, moves, {
      speak: (words) => this.spoken(words),
      known,
      chosen: (move) => this.play(move),
    }).element;
  }

  choice(title, moves) {
    return h(
      "div",
      { class: "choice" },
      h("p", {}, title),
      ...moves.map((move) =>
        h(
          "button",
          { class: "small", on: { click: () => this.request({ type: "choose", move }) } },
          aloud(move, this.game),
        ),
      ),
    );
  }

  play(move) {
    return this.request({ type: "play", move });
  }

  async request(request) {
    this.said(await ask(`/seat/${this.seat + 1}`, request, this.key));
  }
}
