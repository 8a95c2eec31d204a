// Who sits at the table, how many points they have and what the last ones were for.

import { h } from "../drawing/draw.js";
import { say } from "./words.js";

/** The most points, unless all have as many. */
export function lead(seats) {
  const scores = Object.values(seats).map(({ score }) => score);
  const most = Math.max(...scores);
  return most > Math.min(...scores) ? most : Number.NaN;
}

/** Points with what they were for: the move without its seat, and the rules. */
export function gained({ points, for: move, rules }) {
  const sign = points > 0 ? "+" : "−";
  return `${sign}${Math.abs(points)} ${[move.replace(/^\d+ /, ""), ...rules].join(" ")}`;
}

/** A line a seat; `icon` draws the piece that stands for it. */
export function scores(page, icon) {
  const most = lead(page.seats);
  return Object.entries(page.seats).map(([number, seat]) => {
    const on = page.turn.includes(Number(number));
    return h(
      "li",
      { class: on ? "on" : "", "aria-current": on ? "true" : undefined },
      icon(Number(number)),
      who(seat, page.here.includes(Number(number))),
      score(seat, page.game.unit, most),
      h("span", { class: "gains" }, seat.gains.map(gained).reverse().join(" · ")),
    );
  });
}

function who(seat, here) {
  const beside = [seat.side, presence(seat, here)].filter(Boolean).join(" · ");
  return h("span", { class: "who" }, seat.name, h("small", {}, beside));
}

/** Whether a robot sits there, or somebody whose page is open. */
function presence(seat, here) {
  if (seat.kind !== "human") return say("ui.robot");
  return here ? say("ui.here") : "";
}

function score(seat, unit, most) {
  const told = seat.score === most ? `${unit}, ${say("ui.leads")}` : unit;
  return h("span", { class: "score" }, String(seat.score), h("small", {}, told));
}
