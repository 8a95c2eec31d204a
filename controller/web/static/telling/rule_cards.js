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
    Object.assign(this, { element, shown: "", since: 0 });
  }

  /** One at a time, until somebody has seen it or the next one takes its place: what goes by itself lets all beneath it jump. In a lesson, which tells them itself, and at the end, none. */
  show({ applies = [], game, lesson, winners }) {
    if (!game || lesson || winners) return this.close();
    const told = heard(game.name);
    const [rule, words] = this.stands(applies, game) ? [""] : fresh(applies, told);
    if (!rule) return;
    Object.assign(this, { shown: rule, game: game.name, since: Date.now() });
    localStorage.setItem(`told ${game.name}`, [...told, rule].join(" "));
    this.element.hidden = false;
    this.element.replaceChildren(
      h("h2", {}, ...ruled(say("ui.card.new", { rule }), game)),
      h("p", {}, ...ruled(words, game)),
      h("button", { class: "quiet", on: { click: () => this.close() } }, say("ui.card.close")),
    );
  }

  /** What is shown is still to be read. */
  stands(applies, { name }) {
    return this.game === name && this.shown && !stale(this.shown, applies, Date.now() - this.since);
  }

  close() {
    this.shown = "";
    this.element.hidden = true;
  }
}

const heard = (game) => (localStorage.getItem(`told ${game}`) || "").split(" ").filter(Boolean);
