// All scores in one line, with what the last move has changed.

import { h } from "../drawing/draw.js";
import { gained } from "./scores.js";

/** Return a seat's gain since `before`, with the rule if one gave all of it; "" for none. */
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

  /** Show the scores if points win; gains stay until the next move. */
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
