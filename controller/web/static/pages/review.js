// The review of a kept game: a slider over its moves, with board and points, and a way to play on.

import { Board } from "../drawing/board.js";
import { $, h, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { ask, post } from "../line/live.js";
import { merge } from "../line/patch.js";
import { entry } from "../telling/record.js";
import { say } from "../telling/words.js";

const PACE = 900; // ms for each move while the game plays by itself
const REST = 700; // ms on a move before the robot's opinion is requested
const number = location.pathname.split("/")[2];
const board = new Board($("#board"));
let game = {};
let steps = []; // the complete page of each step
let at = 0;
let playing = 0;
let resting = 0;
let hearing = false;

const STEPS = {
  first: () => go(0),
  back: () => go(at - 1),
  on: () => go(at + 1),
  last: () => go(steps.length - 1),
  play: () => play(!playing),
};

open();

async function open() {
  const answer = await fetch(`/review/${number}/steps`);
  const found = await answer.json();
  if (!answer.ok) return tell($("#asks"), found.said);
  game = found;
  steps = whole(found.steps);
  head();
  board.draw(game.game);
  $("#at").max = steps.length - 1;
  $("#record").replaceChildren(...steps.slice(1).map(line));
  go(Number(location.hash.slice(1)) || 0);
}

/** Return the complete page of each step, from the changes. */
function whole(changes) {
  let page = {};
  return changes.map((change) => {
    page = merge(structuredClone(page), change);
    return page;
  });
}

function head() {
  document.title = `${game.game.title} ${number} · Stardeck`;
  $("#title").replaceChildren(lettering(game.game.title));
  $("#file").href = `/review/${number}/file`;
}

/** Return a line of the list of moves; a click shows the board after the move. */
function line({ move: { seat, told, came } }, before) {
  const { name, colour } = game.seats[seat];
  const on = { click: () => go(before + 1) };
  const deed = entry(name, told, came);
  const item = h("li", {}, h("button", { class: "quiet", on }, ...deed));
  item.style.setProperty("--seat", colour);
  return item;
}

/** Show the game after so many moves. */
function go(step) {
  const before = steps[at];
  at = Math.max(0, Math.min(steps.length - 1, step));
  const now = steps[at];
  drawn(before || {}, now);
  words(now);
  $("#at").value = at;
  history.replaceState(null, "", `#${at}`);
  if (at === steps.length - 1) play(false);
  if ($("#lights").checked) shine();
  think();
}

/** Request the best robot's opinion about this move after a rest. */
function think() {
  clearTimeout(resting);
  tell($("#opinion"), "");
  if (at && game.over && !playing) resting = setTimeout(() => hear(at), REST);
}

/** Show the robot's opinion; one request at a time, the current step next. */
async function hear(step) {
  tell($("#opinion"), say("ui.review.thinks"));
  if (hearing) return;
  hearing = true;
  const said = await opinion(step);
  hearing = false;
  if (step === at) tell($("#opinion"), said);
  else think();
}

/** Return the robot's opinion; "" if the table does not answer. */
async function opinion(step) {
  try {
    return (await (await fetch(`/review/${number}/opinion/${step}`)).json()).said;
  } catch {
    return "";
  }
}

function drawn(before, now) {
  for (const name of keys(before.conditions, now.conditions))
    board.mark(name, now.conditions[name]);
  for (const site of keys(before.pieces, now.pieces)) board.stand(site, now.pieces[site]);
  for (const site of keys(before.lights, now.lights)) board.light(site, now.lights[site]);
  for (const [site, row] of Object.entries(now.rows))
    if (board.drawing.paper?.dial === site) board.scroll(row);
  board.remember(now.move?.sites || []);
  board.call(now.move?.told || "");
}

const keys = (one = {}, other = {}) => new Set([...Object.keys(one), ...Object.keys(other)]);

function words({ move, scores, chances, turn }) {
  const { name = "", colour } = game.seats[move?.seat] || {};
  $("#turn").style.setProperty("--seat", colour || "#f4e9cd");
  tell($("#turn"), say("ui.review.at", { at, all: steps.length - 1 }));
  tell(
    $("#asks"),
    move
      ? `${name} ${move.told}. ${move.came || ""}`.trim()
      : say("ui.review.begins", { opened: game.opened }),
  );
  $("#seats").replaceChildren(
    ...game.seats.map((seat, index) => standing(seat, index, scores, chances, turn)),
  );
  for (const [index, item] of [...$("#record").children].entries())
    item.toggleAttribute("data-here", index === at - 1);
  reveal($("#record"), $("#record").children[at - 1]);
}

/** Scroll the list, and not the page, to this item. */
function reveal(list, item) {
  if (!item) return;
  const [room, own] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  list.scrollTop += Math.min(0, own.top - room.top) + Math.max(0, own.bottom - room.bottom);
}

function standing({ name, side, colour }, seat, scores, chances, turn) {
  const dot = h("span", { class: "swatch" });
  dot.style.background = colour;
  const fares = outlook(seat, chances);
  return h(
    "li",
    { class: turn.includes(seat) ? "on" : "" },
    dot,
    h("span", { class: "who" }, name, h("small", {}, [side, fares].filter(Boolean).join(" · "))),
    h("span", { class: "score" }, String(scores[seat])),
  );
}

/** Return a player's chance to win at this step, or that they have won. */
function outlook(seat, chances) {
  if (!game.over) return "";
  if (at < steps.length - 1) return say("ui.review.chance", { chance: chances[seat] });
  return game.winners.includes(seat) ? say("ui.review.won") : "";
}

/** Show this step on the board's lights for a while; a touch ends that. */
async function shine() {
  tell($("#message"), await post(`/review/${number}/lights/${at}`, ""));
}

function play(on) {
  clearInterval(playing);
  playing = on ? setInterval(() => go(at + 1), PACE) : 0;
  $("[data-step=play]").setAttribute("aria-pressed", String(on));
  think();
}

for (const button of document.querySelectorAll("[data-step]"))
  button.addEventListener("click", STEPS[button.dataset.step]);
$("#at").addEventListener("input", ({ target }) => go(Number(target.value)));

$("#lights").addEventListener("change", shine);
$("#branch").addEventListener("click", async () => {
  const { upto } = steps[at];
  const said = await ask("/lobby", { type: "branch", number: Number(number), upto });
  tell($("#message"), said);
  if (!said) location.href = "/";
});
