// A card that explains a rule the first time it applies on this device.

import { h } from "../drawing/draw.js";
import { ruled } from "./rules.js";
import { say } from "./words.js";

/** Return the first rule that has not been shown yet, with its sentence. */
export const fresh = (applies, told) => applies.find(([rule]) => !told.includes(rule)) || ["", ""];

const READ = 8000; // ms for which a card is shown at least

/** True if the rule no longer applies and its card was shown long enough. */
export const stale = (rule, applies, stood) =>
  !applies.some(([felt]) => felt === rule) && stood >= READ;

export class RuleCards {
  constructor(element) {
    Object.assign(this, { element, shown: "", since: 0 });
  }

  /** Show one card until it is closed or replaced, as removing it would move all below. None in lessons and at the end. */
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

  /** True while the card on the screen is to stay. */
  stands(applies, { name }) {
    return this.game === name && this.shown && !stale(this.shown, applies, Date.now() - this.since);
  }

  close() {
    this.shown = "";
    this.element.hidden = true;
  }
}

const heard = (game) => (localStorage.getItem(`told ${game}`) || "").split(" ").filter(Boolean);
