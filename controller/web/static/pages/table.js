// The table's page: the board, what is asked, the scores; a simulated board can be moved.

import { Board } from "../drawing/board.js";
import { $, h, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { point } from "../drawing/pointers.js";
import { Box, Held, picture } from "../hands/box.js";
import { face } from "../hands/cards.js";
import { Drag } from "../hands/drag.js";
import { Fan } from "../hands/fan.js";
import { faults } from "../hands/faults.js";
import { Trays } from "../hands/trays.js";
import { ask, cut, follow, obey } from "../line/live.js";
import { redraw } from "../line/patch.js";
import { About, tableTold } from "../telling/about.js";
import { advice } from "../telling/advice.js";
import { Naming } from "../telling/naming.js";
import { record } from "../telling/record.js";
import { RuleCards } from "../telling/rule_cards.js";
import { scores } from "../telling/scores.js";
import { play, switched } from "../telling/sounds.js";
import { Standing } from "../telling/standing.js";
import { Tally } from "../telling/tally.js";
import { names, Telegram, turn } from "../telling/telegram.js";
import { awaits, tune } from "../telling/tunes.js";
import { say } from "../telling/words.js";
import { Doors } from "./doors.js";
import { ending } from "./ending.js";
import { Following } from "./following.js";
import { Lesson } from "./lesson.js";
import { shortcuts } from "./shortcuts.js";

const board = new Board($("#board"));
const fan = new Fan($("#fan"), board);
const trays = new Trays(order, tapped);
const doors = new Doors(heard);
const telegram = new Telegram();
const tally = new Tally($("#tally"));
const lesson = new Lesson(heard);
const cards = new RuleCards($("#rulecard"));
const standing = new Standing($("#told"), $(".glass"));
const naming = new Naming($(".desk"), (text) => page.game && board.call(text));
let page = {};
let host; // true on the table's own screen, once known
let acting = 0; // number of seats that may act
let drag = null; // on a simulated board, with:
let box;
let inHand;

/** Which parts to draw when these fields of the page change. */
const PARTS = [
  [["lights"], ({ lights }) => each(lights, lightUp)],
  [["pieces"], ({ pieces }) => each(pieces, (site) => board.stand(site, page.pieces[site]))],
  [["conditions"], ({ conditions }) => each(conditions, marked)],
  [["rows"], ({ rows }) => each(rows, (site) => turned(site, page.rows[site]))],
  [["shown"], ({ shown }) => each(shown, (site) => trays.show(site, sign(page.shown[site])))],
  [["pieces", "held", "wanted", "spare", "boxed", "turn", "game"], beside],
  [["record"], (news) => recorded(news.record)],
  [["seats", "teams", "piles", "turn", "winners", "here"], () => seats()],
  [["seats", "record", "game"], (news) => tally.show(page, news)],
  [["winners", "end"], () => ending($("#end"), page, heard)],
  [["doors", "here", "open", "turn"], () => doors.show(page)],
  [["lesson", "game", "host"], () => lesson.show(page)],
  [["lesson", "advised", "reach", "game", "stage"], () => point(board, page)],
  [["applies", "game", "lesson", "winners"], () => cards.show(page)],
];

// A new board is drawn completely.
follow("table", (now, news) => update(now, news.game ? now : news), { lost: cut });

function update(now, news) {
  page = now;
  if (host !== undefined && host !== Boolean(page.host)) location.reload();
  host = Boolean(page.host);
  watching();
  if (news.game) begin(page.game);
  if (!page.game) return empty();
  redraw(PARTS, news);
  words(news);
  if (news.game) naming.anew();
  if (news.game) standing.anew();
  if (news.lesson?.name) standing.begin();
  if (!drag?.carried) following.look(page, news);
  play(tune(page, news, acting));
  acting = page.turn.length;
}

function each(news, changed) {
  for (const [site, value] of Object.entries(news)) changed(site, value);
}

function empty() {
  head("Stardeck");
  tell($("#asks"), page.host ? page.asks : say("ui.no_game"));
}

/** Show spectators the way in, and players the link to their cards. */
function watching() {
  const seated = page.own >= 0;
  $("#watching").hidden = !page.watching;
  $("#wayin").hidden = seated;
  $("#scan").hidden = !page.open;
  $("#own").hidden = !seated;
  if (seated) $("#own").href = `/seat/${page.own + 1}`;
}

function head(title) {
  $("#title").replaceChildren(lettering(title));
  $("#lobby").hidden = !page.host;
}

/** Draw another game. */
function begin(game) {
  const usable = game.simulated && page.host;
  const kinds = new Set(Object.values(game.trays).map(({ kind }) => kind));
  const flat = !kinds.has("dial");
  for (const one of document.querySelectorAll("[data-needs]"))
    one.hidden = !kinds.has(one.dataset.needs);
  document.title = `${game.title} · Stardeck`;
  head(game.title);
  $("#simulated").hidden = !game.simulated;
  $("#rules").hidden = false;
  $("#rules").href = `/rules/${game.name}`;
  $(".stagefront").classList.toggle("flat", flat);
  $("#record").replaceChildren();
  $("#end").hidden = true;
  board.draw(game);
  trays.begin(game.trays, { usable, host: page.host, watching: page.watching });
  if (usable && !drag) equip();
  doors.close();
}

/** Let this page move the simulated board. */
function equip() {
  document.body.classList.add("hands");
  drag = new Drag(board, { order, page: () => page, fan });
  box = new Box($("#box"), board, drag);
  inHand = new Held($("#held"), board, drag);
  $("#box").hidden = false;
  faults($("#faults"), board, order, (sliding) => Object.assign(drag, { sliding }));
  $("#faults").hidden = false;
}

/** Let the simulated hand do a line; show and return why it cannot. */
async function order(line) {
  const sentence = await obey(line);
  heard(sentence);
  return sentence;
}

/** Press one of the table's own keys. */
async function tapped(key) {
  heard(await ask("/lobby", { type: "press", key }));
}

function heard(sentence) {
  if (!sentence) return;
  telegram.heard(sentence);
  play("wrong");
}

// --------------------------------------------------------------------------------------- the board

function lightUp(site, light) {
  board.light(site, light);
  trays.light(site, light);
}

function marked(name) {
  board.mark(name, page.conditions[name]);
}

function turned(site, rows) {
  if (!rows) return;
  trays.turned(site, rows);
  if (board.drawing.paper?.dial === site) board.scroll(rows.at);
}

/** Return what a reader shows of this card; a hidden card is covered. */
function sign(card) {
  const look = face(page.game.drawing.cards, card);
  if (look) return look.sign;
  return card ? "▒" : "";
}

/** Update the box and the hand. */
function beside() {
  if (!drag) return;
  box.show(page);
  inHand.show(page);
  fan.changed();
}

// ---------------------------------------------------------------------------------------- in words

function words(news) {
  telegram.show(page, news.message !== undefined, doors.holding);
  turn(whose(), page.seats[(page.winners || page.due)[0]]);
  $("#end").hidden = !page.winners;
  $("#opencards").hidden = !page.open_cards;
  tell($("#link"), page.present ? "" : say("ui.silent"));
  document.body.dataset.stage = page.stage;
  $("#goal").hidden = Boolean(page.lesson) || Object.values(page.record).some(byPerson);
  tell($("#goal"), page.game.goal);
  document.body.classList.toggle("alarm", page.troubles.length > 0);
  show(how());
}

/** Show how to do it; scroll to a key that is asked for. */
function show(way) {
  const before = $("#how").textContent;
  tell($("#how"), way || page.tell || watched());
  if (way !== before && way === say("ui.how.key")) trays.seek();
}

/** Return the last move, if only robots play. */
function watched() {
  if (Object.values(page.seats).some(({ kind }) => kind === "human")) return "";
  const last = Object.values(page.record).at(-1);
  return last ? say("ui.last", { move: `${page.seats[last.seat].name} ${last.told}` }) : "";
}

const byPerson = ({ seat }) => page.seats[seat]?.kind === "human";

function whose() {
  if (page.winners) return say("ui.won", { who: names(page.winners, page.seats) });
  if (["mending", "setup"].includes(page.stage)) return say("ui.put_right");
  const who = names(page.due, page.seats);
  if (page.due.length < 2) return who && say("ui.to_move", { who });
  const all = page.due.length === Object.keys(page.seats).length;
  return say(all ? "ui.all_at_once" : "ui.at_once", { who });
}

function how() {
  const ours = awaits(page) || ["mending", "setup"].includes(page.stage);
  if (!drag || !page.present || !ours) return "";
  const stands = (site) => board.cells.get(site)?.stack.length > 0;
  const sentence = advice(page, stands, doors.holding);
  return sentence && say(sentence);
}

function seats() {
  $("#seats").replaceChildren(...scores(page, icon));
}

/** Return a picture of the seat's first piece. */
function icon(seat) {
  const token = [...board.tokens.values()].find((one) => one.seat === seat);
  return token ? picture(board, token) : h("span");
}

function recorded(news) {
  record($("#record"), page, news);
  board.remember(Object.values(page.record).at(-1)?.sites || []);
}

// ----------------------------------------------------------------------------- the lens and the keys

const following = new Following($("[data-lens='follow']"), board);
const lens = {
  in: () => following.leave(() => board.lens.by(1.5)),
  out: () => following.leave(() => board.lens.by(1 / 1.5)),
  all: () => following.leave(() => board.lens.fit()),
  follow: () => following.toggle(page),
};
for (const button of document.querySelectorAll("[data-lens]"))
  button.addEventListener("click", lens[button.dataset.lens]);

const toggleSound = switched($("#sound"));
const help = () => {
  if (page.game) wanted(page.game);
  $("#helping").showModal();
  $("#helping").scrollTop = 0; // not at the button that has the focus
};

/** Show the game's goal, and what is asked now. */
function wanted({ title, goal }) {
  $("#wanted").hidden = false;
  tell($("#wantedtitle"), title);
  tell($("#wantedgoal"), goal);
  tell($("#wantednow"), [page.asks, how()].filter(Boolean).join(" "));
}

$("#help").addEventListener("click", help);

const press = (name) => () => order(`press ${name}`);
const onward = () => trays.crank(1) || lens.in();
const back = () => trays.crank(-1) || lens.out();
const lay = (card) => () =>
  $("#hand").querySelectorAll(".card")[card - 1]?.querySelector("button")?.click();

const ANYBODY = { "?": help, m: toggleSound, z: lens.in, Z: lens.out, 0: lens.all };
const CARDS = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((card) => [card, lay(card)]));
const TURNS = { "+": onward, "=": onward, "-": back };
const KEYS = { y: press("yes"), n: press("no"), x: press("next"), b: press("back") };
const WITH_A_BOARD = { ...ANYBODY, ...TURNS, ...KEYS, ...CARDS };

shortcuts(() => (drag ? WITH_A_BOARD : ANYBODY));

new About((element) =>
  page.game ? tableTold(element, { board, about: page.game.about, trays: page.game.trays }) : [],
);
