// The lobby: what is played, by whom, under which rules; and what was interrupted.

import { $, h, s, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { poster, rocket } from "../drawing/posters.js";
import { ask, cut, follow, key } from "../line/live.js";
import { redraw } from "../line/patch.js";
import { say } from "../telling/words.js";
import { changed, seated, swapped, teams } from "./people.js";
import { code } from "./qr.js";

const KINDS = {
  human: say("ui.kind.human"),
  robot: say("ui.kind.robot"),
  random: say("ui.kind.random"),
  first: say("ui.kind.first"),
};
const TICKETS = 8; // interrupted games that are shown, the last first
let page = {};
let people = [];

$("#title").replaceChildren(lettering("Stardeck"));
$("#back").href = `/?key=${key}`;

const PARTS = [
  [["shelf"], () => games()],
  [["kept"], () => kept()],
  [["doors", "seats"], () => doors()],
];

follow(
  "lobby",
  (now, news) => {
    page = now;
    redraw(PARTS, news);
  },
  { lost: cut },
);

const game = () => $("#game input:checked").value;
const offer = () => page.shelf[game()];

function games() {
  $("#game").replaceChildren(...Object.entries(page.shelf).map(offered));
  counts();
  $("#begin").disabled = false;
}

/** A game by its poster; the first is chosen. */
function offered([name, { title, least, most }], at) {
  const terms = { type: "radio", name: "game", value: name, checked: at === 0 };
  const many = least === most ? players(most) : say("ui.seats", { least, most });
  return h(
    "label",
    { class: "poster" },
    h("input", { ...terms, on: { change: counts } }),
    poster(name),
    h("span", { class: "name" }, lettering(title)),
    h("small", {}, many),
  );
}

const players = (count) => say("ui.players", { count });

function counts() {
  const { least, most } = offer();
  const all = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  $("#count").replaceChildren(...all.map((count) => h("option", { value: count }, players(count))));
  options();
  places();
}

function options() {
  const all = { ...offer().options, free_takeback: { rule: "", words: say("ui.free_takeback") } };
  $("#options").replaceChildren(...Object.entries(all).map(option));
}

function option([name, { rule, words }]) {
  const told = h("small", {}, rule ? say("ui.rule", { rule }) : "");
  const box = h("input", { type: "checkbox", name });
  return h("label", { class: "switch" }, box, h("span", {}, words, " ", told));
}

// ------------------------------------------------------------------------------------------ people

const sitting = () => people.slice(0, Number($("#count").value));

function places() {
  people = seated(people, Number($("#count").value));
  $("#places").replaceChildren(...sitting().map(pass));
}

/** A boarding pass: whose ship, who flies it, for whom. */
function pass(who, seat) {
  const looks = { viewBox: "-16 -20 32 48", class: "ship", "aria-hidden": "true" };
  return h(
    "li",
    { class: "pass" },
    s("svg", looks, rocket(0, 0, 1, 0, offer().colours[seat])),
    ...[colour(seat), called(who), flown(who, seat), allied(who)].map(
      ([what, attributes, ...inside]) => field(say(what), seat, attributes, inside),
    ),
  );
}

/** A select, or an input where there is nothing to choose from, under its name. */
function field(what, seat, attributes, choices) {
  const label = say("ui.of_seat", { what, number: seat + 1 });
  const kind = choices.length ? "select" : "input";
  const element = h(kind, { ...attributes, "aria-label": label }, ...choices);
  return h("label", {}, h("span", { "aria-hidden": "true" }, what), element);
}

const choice = (value, chosen, words) => h("option", { value, selected: value === chosen }, words);

/** A colour goes with a seat: who takes another's, changes places. */
function colour(seat) {
  const change = (event) => {
    people = swapped(people, seat, Number(event.target.value));
    places();
  };
  const number = (_, at) => choice(at, seat, say("ui.seat", { number: at + 1 }));
  return ["ui.colour", { on: { change } }, ...sitting().map(number)];
}

function called(who) {
  const input = (event) => {
    who.name = event.target.value;
  };
  return ["ui.name", { type: "text", maxlength: 24, value: who.name, on: { input } }];
}

function flown(who, seat) {
  const change = (event) => {
    people = people.with(seat, changed(who, seat, event.target.value));
    places();
  };
  const kinds = Object.entries(KINDS).map(([kind, words]) => choice(kind, who.kind, words));
  return ["ui.player", { on: { change } }, ...kinds];
}

function allied(who) {
  const change = (event) => {
    who.team = event.target.value;
  };
  const team = (number) =>
    choice(number, who.team, number ? say("ui.team", { number }) : say("ui.alone"));
  return ["ui.team_of", { on: { change } }, ...["", "1", "2", "3"].map(team)];
}

function agreed() {
  const boxes = [...$("#options").querySelectorAll("input")];
  return {
    type: "begin",
    game: game(),
    places: sitting().map(({ name, kind }) => ({ name, kind })),
    teams: teams(sitting()),
    options: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
    deck: $("#deck").value,
  };
}

async function request(wanted, leave = true) {
  const said = await ask("/lobby", wanted);
  tell($("#message"), said);
  if (!said && leave) location.href = `/?key=${key}`;
}

// ----------------------------------------------------------------------- what was begun before

function kept() {
  $("#kept").hidden = !page.kept.length;
  $("#kept .tickets").replaceChildren(...page.kept.slice(-TICKETS).reverse().map(ticket));
}

function ticket({ title, number, players: who, opened, moves }) {
  const button = (type, words, leave) =>
    h("button", { class: "small", on: { click: () => request({ type, number }, leave) } }, words);
  return h(
    "li",
    { class: "ticket" },
    h("b", {}, `${title} ${number}`),
    h("span", {}, who.replaceAll(",", ", ")),
    h("small", {}, say("ui.so_far", { opened, count: moves })),
    h("p", {}, button("resume", say("ui.go_on")), button("discard", say("ui.discard"), false)),
  );
}

function doors() {
  const all = Object.entries(page.doors || {});
  $("#codes").hidden = !all.length;
  tell($("#codesays"), page.open ? say("ui.codes") : say("ui.codes_closed"));
  $("#doors").replaceChildren(...all.map(([seat, door]) => entrance(Number(seat), door)));
}

function entrance(seat, door) {
  const number = seat + 1;
  const name = page.seats[seat]?.name || say("ui.seat", { number });
  const way = h("a", { href: door.path, target: "_blank", rel: "noopener" }, name);
  const picture = code(door, say("ui.code_of", { number }));
  return h("figure", { class: "door" }, picture, h("figcaption", {}, way));
}

$("#count").addEventListener("change", places);
$("#begin").addEventListener("click", () => request(agreed()));
