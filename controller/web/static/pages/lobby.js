// The lobby: choose a game, players and rules, or go on with a game.

import { Board } from "../drawing/board.js";
import { $, h, s, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { poster, rocket } from "../drawing/posters.js";
import { code } from "../drawing/qr.js";
import { agreement, agrees, BoardMenu } from "../hands/board_menu.js";
import { ask, cut, follow, post } from "../line/live.js";
import { redraw } from "../line/patch.js";
import { coloured } from "../telling/colours.js";
import { ruled } from "../telling/rules.js";
import { say } from "../telling/words.js";
import {
  agreed as asAgreed,
  changed,
  joined,
  numbered,
  painted,
  picking,
  picks,
  remembered,
  seated,
  swapped,
  teams,
  worn,
} from "./people.js";
import { offered as lessons } from "./school.js";

const SIMPLE = [
  ["robot", say("ui.kind.robot"), say("ui.kind.robot_says")],
  ["random", say("ui.kind.random"), say("ui.kind.random_says")],
  ["first", say("ui.kind.first"), say("ui.kind.first_says")],
];
const sample = new Board($("#look"));
const TICKETS = 8; // interrupted games shown, the last one first
let page = {};
let people = [];
let touched = false; // the form was filled in: do not replace its players

$("#title").replaceChildren(lettering("Stardeck"));

const menu = new BoardMenu($("#boardmenu"), (key) => request({ type: "press", key }, false));

const PARTS = [
  [["shelf"], () => games()],
  [["trouble"], () => awaited()],
  [["menu"], () => menu.show(page.menu)],
  [["agreed"], () => page.agreed && take(page.agreed)],
  [["kept"], () => kept()],
  [["learnt"], () => page.shelf && school()],
  [["people"], () => regulars()],
  [["past"], () => past()],
  [["doors", "seats"], () => doors()],
  [["running", "game"], () => tell($("#back"), wayBack(page))],
];

follow(
  "lobby",
  (now, news) => {
    page = now;
    redraw(PARTS, news);
  },
  { lost: cut },
);

/** Return the text of the link back to the table. */
const wayBack = ({ running, game }) =>
  running ? say("ui.lobby.back_to", { game: game.title }) : say("ui.lobby.to_the_table");

/** Show which board is awaited, if there is none. */
function awaited() {
  tell($("#awaited"), page.trouble);
  $("#awaited").hidden = !page.trouble;
}

const game = () => $("#game input:checked").value;
const offer = () => page.shelf[game()];
const shelved = () => ({ name: game(), rules: offer().rules });

function games() {
  $("#game").replaceChildren(...Object.entries(page.shelf).map(offered));
  counts();
  $("#begin").disabled = false;
}

/** Return a game's poster; the running game is chosen, else the first. */
function offered([name, { title, least, most: seats, partners, lasts, suits }], at) {
  const first = page.game?.name in page.shelf ? name === page.game.name : at === 0;
  const terms = { type: "radio", name: "game", value: name, checked: first };
  const most = seats * partners;
  const many = least === most ? players(most) : say("ui.seats", { least, most });
  return h(
    "label",
    { class: "poster" },
    h("input", { ...terms, on: { change: counts } }),
    poster(name),
    h("span", { class: "name" }, lettering(title)),
    h("small", {}, [many, lasts].filter(Boolean).join(" · ")),
    h("small", { class: "suits" }, suits),
  );
}

const players = (count) => say("ui.players", { count });

function counts() {
  const { least, most, partners } = offer();
  const all = Array.from({ length: most - least + 1 }, (_, at) => least + at);
  const many = partners > 1 ? (count) => say("ui.sides", { count }) : players;
  $("#count").replaceChildren(...all.map((count) => h("option", { value: count }, many(count))));
  people = people.map((who) => ({ ...who, picks: {} }));
  recalled();
  look();
  options();
  places();
  school();
  if (page.people) regulars();
}

/** Return the kinds of players: people, levels of robots, simple robots. */
function sorts() {
  const levels = offer().levels.map(({ name, title, says }) => [name, title, says]);
  return [["human", say("ui.kind.human")], ...levels, ...SIMPLE];
}

/** Fill in the last players of this game, if the form is untouched. */
function recalled() {
  const lineup = page.lineups?.[game()];
  if (touched || !lineup) return;
  people = remembered(
    lineup,
    sorts().map(([kind]) => kind),
  );
  $("#count").value = lineup.length;
}

/** Show the board at the start of the game. */
async function look() {
  const name = game();
  if (!$(".looks").open) return;
  const answer = await fetch(`/look/${name}`);
  const board = await answer.json();
  if (name !== game()) return;
  $("#look").setAttribute("aria-label", say("ui.looks", { title: offer().title }));
  sample.draw(board);
  for (const [site, names] of Object.entries(board.pieces)) sample.stand(site, names);
}

function options() {
  $("#dealing").hidden = !offer().cards;
  $("#options").replaceChildren(...Object.entries(offer().options).map(option));
}

function option([name, { rule, words, usual }]) {
  const told = h("small", {}, ...(rule ? ruled(say("ui.rule", { rule }), shelved()) : []));
  const box = h("input", { type: "checkbox", name, checked: usual });
  return h("label", { class: "switch" }, box, h("span", {}, words, " ", told));
}

/** Show the goal and the lessons of the chosen game. */
function school() {
  const learn = (lesson) => leaving({ type: "learn", game: game(), lesson });
  $("#school").replaceChildren(...lessons(game(), offer(), page.learnt?.[game()] || [], learn));
}

// ------------------------------------------------------------------------------------------ people

const sitting = () => people.slice(0, Number($("#count").value));

function places() {
  people = seated(people, Number($("#count").value), offer().levels[0].name);
  const chosen = $("#places").contains(document.activeElement) && document.activeElement.ariaLabel;
  $("#places").replaceChildren(...sitting().map(pass));
  if (chosen) $(`#places [aria-label="${CSS.escape(chosen)}"]`)?.focus();
}

/** Return the form for one seat. */
function pass(who, seat) {
  const looks = { viewBox: "-16 -20 32 48", class: "ship", "aria-hidden": "true" };
  return h(
    "li",
    { class: "pass" },
    s("svg", looks, rocket(0, 0, 1, 0, paint(who, seat))),
    ...blanks(who, seat).map(([what, attributes, ...inside]) =>
      field(what, seat, attributes, inside),
    ),
    h("small", { class: "says" }, sorts().find(([kind]) => kind === who.kind)?.[2] || ""),
  );
}

/** Return the colour of a seat's pieces: picked, or the seat's own. */
const paint = (who, seat) =>
  painted(who, offer().choices) || offer().colours[$("#count").value][seat];

/** Return the fields of a seat; partner, team and choices only if the game has them. */
function blanks(who, seat) {
  const { partners, teams: grouped, choices } = offer();
  return [
    colour(seat),
    called(who),
    flown(who, seat),
    ...(partners > 1 && who.kind === "human" ? [partner(who)] : []),
    ...(grouped ? [allied(who)] : []),
    ...choices.map((each) => picked(who, seat, each)),
  ];
}

/** Return a labelled select, or an input if there are no choices. */
function field(what, seat, attributes, choices) {
  const label = say("ui.of_seat", { what, number: seat + 1 });
  const kind = choices.length ? "select" : "input";
  const element = h(kind, { ...attributes, "aria-label": label }, ...choices);
  return h("label", {}, h("span", { "aria-hidden": "true" }, what), element);
}

const choice = (value, chosen, words) => h("option", { value, selected: value === chosen }, words);

/** Return the field for the colour; taking another's colour swaps the seats. */
function colour(seat) {
  const change = (event) => {
    people = swapped(people, seat, Number(event.target.value));
    places();
  };
  const own = (who, at) => choice(at, seat, coloured(paint(who, at)));
  return [say("ui.colour"), { on: { change } }, ...sitting().map(own)];
}

function called(who) {
  const input = (event) => {
    touched = true;
    who.name = event.target.value;
  };
  const looks = { type: "text", maxlength: 24, list: "names", value: who.name };
  return [say("ui.name"), { ...looks, on: { input } }];
}

function flown(who, seat) {
  const change = (event) => {
    touched = true;
    people = people.with(seat, changed(who, seat, event.target.value));
    places();
  };
  const kinds = sorts().map(([kind, words]) => choice(kind, who.kind, words));
  return [say("ui.player"), { on: { change } }, ...kinds];
}

/** Return the field for a partner on the same side. */
function partner(who) {
  const input = (event) => {
    who.partner = event.target.value;
  };
  return [say("ui.partner"), { type: "text", maxlength: 24, value: who.partner, on: { input } }];
}

function picked(who, seat, { name, words, offers }) {
  const change = (event) => {
    people = picking(people, seat, name, event.target.value);
    places();
  };
  const usual = choice("", who.picks[name] || "", say("ui.usual"));
  const all = offers.map(({ pick, title }) => choice(pick, who.picks[name], title));
  return [words, { on: { change } }, usual, ...all];
}

function allied(who) {
  const change = (event) => {
    who.team = event.target.value;
  };
  const team = (number) =>
    choice(number, who.team, number ? say("ui.team", { number }) : say("ui.alone"));
  return [say("ui.team_of"), { on: { change } }, ...["", "1", "2", "3"].map(team)];
}

function agreed() {
  const boxes = [...$("#options").querySelectorAll("input")];
  return {
    type: "begin",
    game: game(),
    places: sitting().map(place),
    teams: offer().teams ? teams(sitting()) : [],
    picks: picks(sitting(), offer().choices),
    options: Object.fromEntries(boxes.map(({ name, checked }) => [name, checked])),
    deck: offer().cards ? $("#deck").value : "virtual",
  };
}

/** Return these terms as the board's menu has them. */
const stands = () => agreement(agreed(), offer().teams ? numbered(sitting()) : []);

/** Take over what was chosen in the board's menu. */
function take(theirs) {
  if (!page.shelf?.[theirs.game] || agrees(stands(), theirs)) return;
  touched = true;
  if (theirs.game !== game()) {
    $(`#game input[value="${theirs.game}"]`).checked = true;
    counts();
  }
  $("#count").value = theirs.kinds.length;
  places();
  people = asAgreed(people, theirs);
  for (const box of $("#options").querySelectorAll("input"))
    box.checked = Boolean(theirs.options[box.name]);
  $("#deck").value = theirs.deck;
  places();
}

/** Send what was chosen here to the board's menu. */
function draft() {
  if (!page.agreed) return;
  const ours = stands();
  if (!agrees(ours, page.agreed)) ask("/lobby", { type: "draft", agreement: ours });
}

/** Return a seat's player, with a partner if it is a person. */
function place({ name, kind, partner: other }) {
  const sharing = offer().partners > 1 && kind === "human" && other;
  return sharing ? { name, kind, partner: other } : { name, kind };
}

async function request(wanted, leave = true) {
  const said = await ask("/lobby", wanted);
  tell($("#message"), said);
  if (!said && leave) location.href = "/";
}

/** Ask before a running game is left; say that it is kept. */
async function leaving(wanted) {
  if (!page.running) return request(wanted);
  const names = Object.values(page.seats).map(({ name }) => name);
  const sentence = page.saved ? "ui.leave" : "ui.leave_lost";
  tell($("#leavewhat"), say(sentence, { title: page.game.title, who: names.join(", ") }));
  $("#leaving").showModal();
  $("#leave").onclick = () => request(wanted);
}

// ------------------------------------------------------------------------ who has played here

/** List all who have played here; a click adds one to the game. */
function regulars() {
  $("#regulars").hidden = !page.people.length;
  $("#names").replaceChildren(...page.people.map(({ name }) => h("option", { value: name })));
  $("#regulars ul").replaceChildren(...page.people.map(regular));
}

function regular({ name, played, won }) {
  const games = Object.entries(played).map(([own, count]) =>
    say("ui.regular", { title: page.shelf[own].title, count, won: won[own] }),
  );
  const click = () => {
    touched = true;
    people = joined(sitting(), name);
    places();
  };
  const sit = h("button", { class: "small", on: { click } }, name);
  return h("li", {}, sit, dot(name), h("small", {}, games.join(" · ")));
}

/** Return a dot in the colour that this player had last in this game. */
function dot(name) {
  const own = worn(name, page.lineups?.[game()], offer()?.colours || {});
  const seen = own && h("span", { class: "swatch", title: say("ui.colour") });
  if (seen) seen.style.background = own;
  return seen;
}

function past() {
  $("#past").hidden = !page.past.length;
  $("#past .tickets").replaceChildren(...page.past.map(flown_before));
}

function flown_before({ number, title, opened, players: who, won, moves }) {
  const told = won.length ? say("ui.won", { who: won.join(", ") }) : "";
  return h(
    "li",
    { class: "ticket" },
    h("b", {}, say("ui.numbered", { title, number })),
    h("span", {}, who.join(", ")),
    h("small", {}, [told, say("ui.so_far", { opened, count: moves })].filter(Boolean).join(" · ")),
    h("p", {}, h("a", { class: "button", href: `/review/${number}` }, say("ui.end.review"))),
  );
}

/** Import a game from a file, and review it. */
async function brought({ target }) {
  const [file] = target.files;
  if (!file) return;
  const said = await post("/review", file);
  if (/^\d+$/.test(said)) location.href = `/review/${said}`;
  else tell($("#brought"), said);
}

// ----------------------------------------------------------------------- what was begun before

function kept() {
  $("#kept").hidden = !page.kept.length;
  $("#kept .tickets").replaceChildren(...page.kept.slice(-TICKETS).reverse().map(ticket));
}

function ticket({ title, number, players: who, opened, moves }) {
  const go_on = { click: () => leaving({ type: "resume", number }) };
  const discard = { click: ({ target }) => thrown(target, number) };
  return h(
    "li",
    { class: "ticket" },
    h("b", {}, say("ui.numbered", { title, number })),
    h("span", {}, who.join(", ")),
    h("small", {}, say("ui.so_far", { opened, count: moves })),
    h(
      "p",
      {},
      h("button", { class: "small", on: go_on }, say("ui.go_on")),
      h("button", { class: "small", on: discard }, say("ui.discard")),
    ),
  );
}

/** Discard a game at the second click. */
function thrown(button, number) {
  if (button.dataset.sure) return request({ type: "discard", number }, false);
  button.dataset.sure = "asked";
  tell(button, say("ui.discard_sure"));
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
$("main").addEventListener("change", draft);
$("#begin").addEventListener("click", () => leaving(agreed()));
$(".looks").addEventListener("toggle", look);
$("#bring").addEventListener("change", brought);
