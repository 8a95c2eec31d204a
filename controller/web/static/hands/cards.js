// A hand of cards and what may be said: what can be played, and for the rest the rule that forbids it.

import { h, tell } from "../drawing/draw.js";
import { ask } from "../line/live.js";
import { Menu } from "../pages/menu.js";
import { ruleLink } from "../telling/rules.js";
import { say } from "../telling/words.js";

const ALWAYS = 999;
const HELPS = [0, 5, 10, 20, ALWAYS]; // moments of a game for which what is good may be lit

/** How a card looks: copies of one card are told apart by what follows the dot. */
export const face = (cards, name) => (name ? cards[name.split(".")[0]] : undefined);

/** A sentence with every card and every piece called by what is printed on it. */
export function aloud(sentence, { cards, tokens = {} }) {
  return sentence.replace(
    /[^\s,;:]*[^\s,;:.]/g,
    (word) => tokens[word] || face(cards, word)?.title || word,
  );
}

/** A piece on a place, or from one place to another, with the words between them. */
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

  /** Draw the hand anew, if it is another. */
  show({ hand = [], game, said = [], moves = [], alike = {}, seats = {}, ...page }) {
    const { back, hint, help, yours, last } = page; // what was hinted at goes with the moment
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

  /** A hint and the way back, far apart: whatever moves them, neither comes where the other was. What is answered stands beneath. */
  help(hint, back) {
    const told = h("p", { class: "hinted", "aria-live": "polite" });
    const ways = [hint ? this.hint(told) : "", back ? this.back() : ""];
    return h("div", { class: "help" }, ...ways, told);
  }

  /** How many times more what is good is lit for this seat, and how many it shall be. */
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

  /** The cards that it names stand out. */
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

  /** A card with what may be done with it, or the rule that forbids it. */
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

  /** With one thing to do, the whole card is the button. */
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

  /** What the game calls this on a button, or the move itself. */
  verb(move) {
    const word = move.split(" ").find((part) => this.game?.verbs[part]);
    return word ? this.game.verbs[word] : aloud(move, this.game);
  }

  /** Words of a move, its verb as the game calls it on a button. */
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

  /** Moves that look alike, each as one says it. */
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
