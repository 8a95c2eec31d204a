// A seat's cards and moves: what can be played, and the rule against what cannot.

import { h, tell } from "../drawing/draw.js";
import { ask } from "../line/live.js";
import { Menu } from "../pages/menu.js";
import { ruleLink } from "../telling/rules.js";
import { say } from "../telling/words.js";

const ALWAYS = 999;
const HELPS = [0, 5, 10, 20, ALWAYS]; // choices for how many times good moves are lit

/** Return the look of a card. The part of its name after the dot numbers the copies. */
export const face = (cards, name) => (name ? cards[name.split(".")[0]] : undefined);

/** Replace the names of cards and pieces in a sentence by their titles. */
export function aloud(sentence, { cards, tokens = {} }) {
  return sentence.replace(
    /[^\s,;:]*[^\s,;:.]/g,
    (word) => tokens[word] || face(cards, word)?.title || word,
  );
}

/** Put "on", or "from" and "to", between a piece and its places. */
export function linked(words, tokens) {
  const [piece, ...places] = words;
  if (!tokens?.[piece] || places.length > 2 || places.some((word) => tokens[word])) return words;
  const between = [[], ["ui.say.on"], ["ui.say.from", "ui.say.to"]][places.length];
  return [piece, ...places.flatMap((place, at) => [say(between[at]), place])];
}

export class Cards {
  constructor(element, seat, said) {
    Object.assign(this, { element, seat, said, drawn: "" });
  }

  get page() {
    return `/seat/${this.seat + 1}`;
  }

  /** Draw the cards and moves again if anything has changed. */
  show({ hand = [], game, said = [], moves = [], alike = {}, seats = {}, ...page }) {
    const { back, hint, help, yours, last } = page; // a new `last` removes the hint
    const now = JSON.stringify([hand, said, moves, alike, back, hint, help, yours, last]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.game = game;
    this.element.style.setProperty("--seat", seats[this.seat]?.colour || "");
    this.element.replaceChildren(
      ...any(Object.keys(alike), () => this.choice(say("ui.which"), alike)),
      ...any(hand, () => this.hand(hand)),
      ...any(said, () => this.menu(say("ui.say.now"), said)),
      ...any(moves, () => this.menu(say(game.simulated ? "ui.or_say_here" : "ui.or_say"), moves)),
      this.help(hint, back),
      Number.isInteger(help) ? this.lit(help) : "",
    );
  }

  hand(hand) {
    const looks = this.game?.cards || {};
    const suits = [...new Set(Object.values(looks).map(({ suit }) => suit))];
    const cards = hand.map((own) => {
      const look = face(looks, own.card) || { sign: own.card, title: own.card, suit: "" };
      return this.card(own, look, `suit${suits.indexOf(look.suit) % 6}`);
    });
    return h("ul", { class: "hand", "aria-label": say("ui.your_cards") }, ...cards);
  }

  /** Return the buttons for a hint and for undo, far apart against misclicks, with the answer below. */
  help(hint, back) {
    const told = h("p", { class: "hinted", "aria-live": "polite" });
    const ways = [hint ? this.hint(told) : "", back ? this.back() : ""];
    return h("div", { class: "help" }, ...ways, told);
  }

  /** Return the menu for how many more times good moves are lit for this seat. */
  lit(left) {
    const counts = [...new Set([...HELPS, left])].sort((one, other) => one - other);
    const options = counts.map((count) => new Option(times(count), count, false, count === left));
    const change = ({ target }) => this.request({ type: "help", moments: Number(target.value) });
    const chosen = h("select", { class: "helped", on: { change } }, ...options);
    const means = left ? h("small", {}, say("ui.help.means")) : "";
    return h("div", { class: "help" }, h("label", {}, say("ui.help.light"), " ", chosen), means);
  }

  hint(told) {
    const click = async () => this.hinted(told, await ask(this.page, { type: "hint" }));
    return h("button", { class: "quiet hint", on: { click } }, say("ui.hint"));
  }

  /** Show a hint, and highlight the cards that it names. */
  hinted(told, sentence) {
    tell(told, sentence);
    told.scrollIntoView({ block: "nearest" });
    for (const title of this.element.querySelectorAll(".card.open .title"))
      title.parentElement.classList.toggle("pointed", sentence.includes(title.textContent));
  }

  back() {
    const on = { click: () => this.request({ type: "back" }) };
    return h("button", { class: "quiet back", on }, say("ui.take_back"));
  }

  /** Return a card with its moves, or with the rule against playing it. */
  card({ card, moves, why }, look, suit) {
    const inside = [
      h("span", { class: "sign", "aria-hidden": "true" }, look.sign),
      h("span", { class: "title" }, look.title),
    ];
    const open = moves.length ? "open" : "shut";
    return h(
      "li",
      { class: `card ${open} ${suit}`, "data-suit": look.suit },
      ...this.played(card, moves, inside, look, why),
    );
  }

  /** Return the content of a card; if it has a single move, the whole card is the button. */
  played(card, moves, inside, look, why) {
    if (!moves.length) return [...inside, forbidden(why, this.game)];
    if (moves.length > 1) return [...inside, ...moves.map((move) => this.deed(card, move))];
    const [move] = moves;
    const shown = document.querySelector("#hand")?.dataset.shows?.split(" ").includes(card);
    const looks = {
      "data-card": card,
      class: shown ? "pointed" : false,
      "aria-label": `${this.verb(move)} ${look.title}`,
    };
    const told = h("span", { class: "why" }, this.verb(move));
    return [h("button", { ...looks, on: { click: () => this.play(move) } }, ...inside, told)];
  }

  deed(card, move) {
    const on = { click: () => this.play(move) };
    return h("button", { class: "small", "data-card": card, on }, this.verb(move));
  }

  /** Return the game's word for this move on a button, or the move itself. */
  verb(move) {
    const word = move.split(" ").find((part) => this.game?.verbs[part]);
    return word ? this.game.verbs[word] : aloud(move, this.game);
  }

  /** Return part of a move in words, with the game's word for its verb. */
  spoken(words) {
    const [first, ...rest] = words.split(" ");
    const told = linked(rest, this.game.tokens);
    return aloud([this.game.verbs[first] || first, ...told].join(" "), this.game);
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

  /** Return a button for each move that looks alike. */
  choice(title, moves) {
    const button = ([move, words]) => {
      const on = { click: () => this.request({ type: "choose", move }) };
      return h("button", { class: "small", "data-move": move, on }, words);
    };
    return h("div", { class: "choice" }, h("p", {}, title), ...Object.entries(moves).map(button));
  }

  play(move) {
    return this.request({ type: "play", move });
  }

  async request(request) {
    this.said(await ask(this.page, request));
  }
}

function times(count) {
  if (!count) return say("ui.help.never");
  return count < ALWAYS ? say("ui.help.times", { count }) : say("ui.help.always");
}

const any = (list, draw) => (list.length ? [draw()] : []);

const forbidden = ({ rule, words }, game) =>
  h("span", { class: "why" }, rule ? h("b", {}, ruleLink(rule, game), " ") : "", words);
