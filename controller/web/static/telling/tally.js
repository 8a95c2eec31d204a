// Everybody's points at a glance, where the table speaks, and what the last move has brought.

import { h } from "../drawing/draw.js";
import { gained } from "./scores.js";

/** What a seat has more or less than `before`, with the rule if one gave it all; "" for nothing. */
export function brought(before, { score, gains }) {
  const points = score - (before ?? score);
  const last = gains.at(-1);
  const rules = last?.points === points ? last.rules : [];
  return points ? gained({ points, for: "", rules }) : "";
}

export class Tally {
  constructor(element) {
    Object.assign(this, { element, scores: {}, news: {} });
  }

  /** Where points win; what was brought stands there until somebody has moved again. */
  show({ seats, game }, news) {
    const all = Object.entries(seats);
    if (news.game) this.scores = {}; // another game begins
    if (news.record) this.count(all);
    const shown = game.leads ? all.map(([n, seat]) => this.seat(seat, this.news[n])) : [];
    this.element.replaceChildren(...shown);
  }

  count(all) {
    this.news = Object.fromEntries(all.map(([n, seat]) => [n, brought(this.scores[n], seat)]));
    this.scores = Object.fromEntries(all.map(([n, { score }]) => [n, score]));
  }

  seat({ score, colour }, news = "") {
    const points = h("b", {}, String(score));
    points.style.setProperty("--seat", colour);
    return h("span", {}, points, news && h("i", {}, news));
  }
}
