// A card for a rule that is felt for the first time on this device: its number, and what it says of what is felt.

import { h } from "../drawing/draw.js";
import { ruled } from "./rules.js";
import { say } from "./words.js";

/** The first of these rules that was not told yet, with its sentence. */
export const fresh = (applies, told) => applies.find(([rule]) => !told.includes(rule)) || ["", ""];

const READ = 8000; // ms that a card stands at least, so that it can be read

/** It speaks of something that is not felt any more, and has stood long enough. */
export const stale = (rule, applies, stood) =>
  !applies.some(([felt]) => felt === rule) && stood >= READ;

export class RuleCards {
  constructor(element) {
    Object.assign(this, { element, shown: "", applies: [] });
  }

  /** One at a time, as long as it is felt; in a lesson, which tells them itself, and at the end, none. */
  show({ applies = [], game, lesson, winners }) {
    this.applies = applies;
    if (!game || lesson || winners) return this.close();
    this.sweep();
    const told = heard(game.name);
    const [rule, words] = this.shown && this.game === game.name ? [""] : fresh(applies, told);
    if (!rule) return;
    Object.assign(this, { shown: rule, game: game.name, since: Date.now() });
    clearTimeout(this.read);
    this.read = setTimeout(() => this.sweep(), READ);
    localStorage.setItem(`told ${game.name}`, [...told, rule].join(" "));
    this.element.hidden = false;
    this.element.replaceChildren(
      h("h2", {}, ...ruled(say("ui.card.new", { rule }), game)),
      h("p", {}, ...ruled(words, game)),
      h("button", { class: "quiet", on: { click: () => this.close() } }, say("ui.card.close")),
    );
  }

  sweep() {
    if (this.shown && stale(this.shown, this.applies, Date.now() - this.since)) this.close();
  }

  close() {
    this.shown = "";
    this.element.hidden = true;
  }
}

const heard = (game) => (localStorage.getItem(`told ${game}`) || "").split(" ").filter(Boolean);
