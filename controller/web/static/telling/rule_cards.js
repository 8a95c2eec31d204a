// A card for a rule that is felt for the first time on this device: its number and its first sentence.

import { h } from "../drawing/draw.js";
import { ruled } from "./rules.js";
import { say } from "./words.js";

/** The first of these rules that was not told yet. */
export const fresh = (applies, told) => applies.find((rule) => !told.includes(rule)) || "";

export class RuleCards {
  constructor(element) {
    Object.assign(this, { element, shown: "" });
  }

  /** One at a time; in a lesson, which tells them itself, none. */
  show({ applies = [], game, lesson }) {
    if (!game || lesson) return this.close();
    const told = heard(game.name);
    const rule = this.shown && this.game === game.name ? "" : fresh(applies, told);
    if (!rule) return;
    Object.assign(this, { shown: rule, game: game.name });
    localStorage.setItem(`told ${game.name}`, [...told, rule].join(" "));
    this.element.hidden = false;
    this.element.replaceChildren(
      h("h2", {}, ...ruled(say("ui.card.new", { rule }), game)),
      h("p", {}, ...ruled(game.rules[rule], game)),
      h("button", { class: "quiet", on: { click: () => this.close() } }, say("ui.card.close")),
    );
  }

  close() {
    this.shown = "";
    this.element.hidden = true;
  }
}

const heard = (game) => (localStorage.getItem(`told ${game}`) || "").split(" ").filter(Boolean);
