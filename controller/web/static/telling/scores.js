// The list of players with their points, and what they last got points for.

import { h } from "../drawing/draw.js";
import { ruled } from "./rules.js";
import { names } from "./telegram.js";
import { say } from "./words.js";

/** Return the highest score; NaN if all are equal. */
export function lead(scores) {
  const most = Math.max(...scores);
  return most > Math.min(...scores) ? most : Number.NaN;
}

/** Return points in words, with what was done and the rules. */
export function gained({ points, for: deed, rules }) {
  const sign = points > 0 ? "+" : "−";
  const behind = rules.length ? [say("ui.by_rule", { rule: rules.join(", ") })] : [];
  return [`${sign}${Math.abs(points)}`, deed, ...behind].filter(Boolean).join(" ");
}

const gains = (seat) => seat.gains.map(gained).reverse().join(" · ");

/** Return a line for each seat; `icon` draws its piece. */
export function scores(page, icon) {
  const alone = page.teams.length || !page.game.leads ? [] : Object.values(page.seats);
  const most = lead(alone.map(({ score: points }) => points));
  const lines = Object.entries(page.seats).map(([number, seat]) => {
    const on = page.turn.includes(Number(number));
    return h(
      "li",
      { class: on ? "on" : "", "aria-current": on ? "true" : undefined },
      icon(Number(number)),
      who(seat, page.here.includes(Number(number))),
      score(seat.score, page.game.unit, most),
      h("span", { class: "gains" }, ...ruled(gains(seat), page.game)),
    );
  });
  return [...lines, ...allied(page)];
}

/** Return a line for each team with its total, and one for the piles. */
export function allied({ teams, seats, piles, game: { unit, leads } }) {
  const most = lead(leads ? teams.map(({ total }) => total) : []);
  const lines = teams.map(({ seats: members, total }) => {
    const who = h(
      "span",
      { class: "who" },
      names(members, seats),
      h("small", {}, say("ui.allied")),
    );
    return h("li", { class: "team" }, h("span"), who, score(total, unit, most));
  });
  const lying = piles.length ? [h("li", { class: "piles" }, piles.join(" · "))] : [];
  return [...lines, ...lying];
}

function who(seat, here) {
  const beside = [seat.side, ...seat.tallies, presence(seat, here)].filter(Boolean).join(" · ");
  return h("span", { class: "who" }, seat.name, h("small", {}, beside));
}

/** Return "robot", or that the player's page is open. */
function presence(seat, here) {
  if (seat.kind !== "human") return say("ui.robot");
  return here ? say("ui.here") : "";
}

function score(points, unit, most) {
  const told = points === most ? `${unit}, ${say("ui.leads")}` : unit;
  return h("span", { class: "score" }, String(points), h("small", {}, told));
}
