// The end of a game: the winners, where their points came from, and what to do next.

import { h } from "../drawing/draw.js";
import { ask } from "../line/live.js";
import { ruled } from "../telling/rules.js";
import { gained } from "../telling/scores.js";
import { names } from "../telling/telegram.js";
import { say } from "../telling/words.js";

/** Show the result; `heard` is called with why a request failed. */
export function ending(element, page, heard) {
  element.hidden = !page.winners;
  if (page.winners) element.replaceChildren(...told(page), next(page, heard));
}

function told({ winners, seats, end, game, watching }) {
  const title = h("h2", { id: "endtitle" }, say("ui.won", { who: names(winners, seats) }));
  const lines = Object.entries(seats).map(([seat, { name, score }]) =>
    h("li", {}, h("b", {}, `${name}: ${score} ${game.unit}`), ...split(end.by[seat], score, game)),
  );
  const looked = end.kept && !watching ? `/review/${end.kept}` : "";
  const turns = end.turns.map((turn) => h("li", {}, turned(turn, seats, looked)));
  return [title, h("ol", { class: "result" }, ...lines), ...listed(say("ui.end.turns"), turns)];
}

/** Return a player's points by rule. */
const split = (by, score, game) =>
  by.length ? [h("small", {}, ...ruled(shares(by, score).join(" · "), game))] : [];

/** Return the parts of a score, which add up; points from before the first move come first. */
export function shares(by, score) {
  const begun = score - by.reduce((sum, { points }) => sum + points, 0);
  return [...(begun ? [say("ui.end.begun", { points: begun })] : []), ...by.map(share)];
}

const share = ({ rule, points }) => gained({ points, for: "", rules: rule ? [rule] : [] });

/** Return a turning point, with a link if the game can be reviewed. */
function turned({ number, seat, told: deed }, seats, looked) {
  const words = say("ui.end.turn", { number, who: seats[seat].name, deed });
  return looked ? h("a", { href: `${looked}#${number}` }, words) : words;
}

const listed = (title, lines) =>
  lines.length ? [h("h3", {}, title), h("ol", { class: "turns" }, ...lines)] : [];

function next({ host, end, watching }, heard) {
  const again = (swap) => ({
    click: async () => heard(await ask("/lobby", { type: "again", swap })),
  });
  const look = end.kept ? [link(`/review/${end.kept}`, say("ui.end.review"))] : [];
  const file = end.kept ? [link(`/review/${end.kept}/file`, say("ui.end.share"))] : [];
  if (!host) return h("p", { class: "next" }, ...(watching ? [] : look));
  return h(
    "p",
    { class: "next" },
    h("button", { class: "loud", on: again(false) }, say("ui.end.again")),
    h("button", { on: again(true) }, say("ui.end.swap")),
    ...look,
    ...file,
  );
}

const link = (href, words) => h("a", { class: "button", href }, words);
