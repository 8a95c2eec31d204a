// The table page: the board as it stands and is lit, what is asked, who leads; and the hands.

import { say } from "./words.js";
import { Board } from "./board.js";
import { Box, Held, picture } from "./box.js";
import { aloud, Cards, face } from "./cards.js";
import { $, h, lamp, s, tell } from "./draw.js";
import { Fan } from "./fan.js";
import { faults } from "./faults.js";
import { Hands } from "./drag.js";
import { lettering } from "./letters.js";
import { follow, key, obey } from "./live.js";
import { Roller } from "./roller.js";
import { mute, play, sounds } from "./sounds.js";

const board = new Board($("#board"));
const fan = new Fan($("#fan"), board);
const rollers = new Map();
const trays = new Map();
let page = {};
let hands = null;
let box, inHand;
let seated = null; // the hand that lies open on this screen
let holding = -1; // whose it is
let answered = 0;
let acting = 0; // how many seats may act

const KEYS = { y: "yes", n: "no", x: "next", b: "back" };

follow("table", update, { lost: (gone) => document.body.classList.toggle("cut", gone) });

function update(now, news) {
  page = now;
  if (news.game) begin(page.game);
  if (!page.game) return empty();
  for (const [site, light] of Object.entries(news.lights || {})) lightUp(site, light);
  for (const site of Object.keys(news.pieces || {})) board.stand(site, page.pieces[site]);
  for (const [site] of Object.entries(news.rows || {})) turned(site, page.rows[site]);
  for (const site of Object.keys(news.shown || {})) shown(site);
  if (hands && (news.pieces || news.held || news.turn || news.game)) beside();
  if (news.record) record(news.record);
  if (news.seats || news.turn || news.winners || news.here) seats();
  if (news.doors || news.here || "open" in news) doors();
  words(news);
  sound(news);
}

function empty() {
  $("#title").replaceChildren(lettering("Stardeck"));
  tell($("#asks"), page.host ? say("ui.choose") : say("ui.no_game"));
  $("#lobby").hidden = !page.host;
  $("#lobby").href = `/lobby?key=${key}`;
}

/** Another game: everything is drawn anew. */
function begin(game) {
  document.title = `${game.title} · Stardeck`;
  $("#title").replaceChildren(lettering(game.title));
  $("#simulated").hidden = !game.simulated;
  $("#lobby").hidden = !page.host;
  $("#lobby").href = `/lobby?key=${key}`;
  board.draw(game);
  $(".stagefront").classList.toggle(
    "flat",
    !Object.values(game.trays).some(({ kind }) => kind === "dial"),
  );
  $("#record").replaceChildren();
  $("#trays").replaceChildren();
  $("#rollers").replaceChildren();
  rollers.clear();
  trays.clear();
  for (const [site, tray] of Object.entries(game.trays))
    place(site, tray, game.simulated && page.host);
  $("#trays").classList.toggle("crowded", trays.size > 8);
  if (game.simulated && page.host && !hands) equip();
  seated?.close();
  seated = null;
  holding = -1;
  $("#hand").hidden = true;
}

function equip() {
  document.body.classList.add("hands");
  hands = new Hands(board, {
    said: heard,
    held: () => page.held || [],
    momentary: () => page.game.momentary,
    points: () => page.points || [],
    fan,
  });
  box = new Box($("#box"), board, hands);
  inHand = new Held($("#held"), board, hands);
  $("#box").hidden = false;
  faults($("#faults"), board, heard, (on) => {
    hands.sliding = on;
  });
  $("#faults").hidden = false;
}

function place(site, tray, usable) {
  if (tray.kind === "dial") return dial(site, tray, usable);
  const name = site.replace("key.", "");
  const element =
    tray.kind === "key"
      ? h(
          "button",
          {
            class: tray.name.length > 4 ? "key wide" : "key",
            disabled: !usable,
            "data-key": name,
            on: { click: () => order(`press ${name}`) },
          },
          tray.name,
        )
      : h(
          "div",
          { class: "reader", "data-reader": site },
          h("span", { class: "slot" }),
          h("span", { class: "label" }, tray.name),
        );
  trays.set(site, element);
  $("#trays").append(element);
}

function dial(site, tray, usable) {
  const element = h(
    "div",
    { class: "roller", role: "group", "aria-label": say("ui.site", { site }) },
    h("button", { "data-rows": "-1", disabled: !usable, "aria-label": say("ui.crank_back") }, "−"),
    h("div", { class: "well" }),
    h("button", { "data-rows": "1", disabled: !usable, "aria-label": say("ui.crank_on") }, "+"),
    h("output", { "aria-live": "polite" }),
  );
  $("#rollers").append(element);
  rollers.set(site, new Roller(element, site, tray, heard));
}

function lightUp(site, light) {
  board.light(site, light);
  rollers.get(site)?.light(light);
  const tray = trays.get(site);
  if (!tray) return;
  tray.dataset.glow = light ? light[1] : "off";
  if (light) tray.style.setProperty("--lamp", lamp(light[0]).colour);
}

function turned(site, rows) {
  if (!rows) return;
  rollers.get(site)?.turned(rows.at, rows.sure);
  if (board.drawing.paper?.dial === site) board.scroll(rows.at);
}

function shown(site) {
  const card = page.shown[site];
  const look = face(page.game.drawing.cards, card);
  const slot = trays.get(site)?.querySelector(".slot");
  if (slot) tell(slot, look ? look.sign : card ? "▒" : "");
}

/** What lies in the box and what the hand holds. */
function beside() {
  box.show(page);
  inHand.show(page.held);
  fan.changed();
}

// ------------------------------------------------------------------------------------- in words

function words(news) {
  const turn = page.turn.map((seat) => page.seats[seat]?.name).join(", ");
  tell(
    $("#turn"),
    page.winners
      ? say("ui.won", { who: page.winners.map((seat) => page.seats[seat].name).join(", ") })
      : turn
        ? say("ui.to_move", { who: turn })
        : "",
  );
  $("#turn").style.setProperty(
    "--seat",
    page.seats[(page.winners || page.turn)[0]]?.colour || "#f4e9cd",
  );
  tell($("#asks"), spoken(page.asks));
  tell($("#how"), how());
  tell($("#notice"), page.notice ? say("ui.not_allowed", page.notice) : "");
  if (news.message !== undefined || Date.now() - answered > 4000)
    tell($("#message"), spoken(page.message || ""));
  tell($("#troubles"), page.troubles.join(" "));
  tell($("#link"), page.present ? "" : say("ui.silent"));
  document.body.dataset.stage = page.stage;
  document.body.classList.toggle("alarm", page.troubles.length > 0);
}

const spoken = (sentence) =>
  aloud(sentence, { cards: page.game.drawing.cards, tokens: page.game.tokens });

/** What a hand would do about the lights, for whoever has never seen this table. */
function how() {
  const lit = (...rhythms) =>
    Object.entries(page.lights)
      .filter(([, light]) => rhythms.includes(light[1]))
      .map(([site]) => site);
  if (!hands || !page.present || !page.turn.some((seat) => page.seats[seat]?.kind === "human"))
    return "";
  if (lit("fast").length) return say("ui.how.mend");
  if (lit("run", "run_back").length) return say("ui.how.crank");
  const asked = lit("pulse", "double");
  if (asked.some((site) => trays.get(site)?.dataset.reader))
    return page.turn.includes(holding) ? say("ui.how.card") : say("ui.how.hold");
  if (page.unfelt && asked.every((site) => board.cells.get(site)?.stack.length))
    return say("ui.how.unfelt");
  if (page.points.length && asked.every((site) => page.points.includes(site) || trays.has(site)))
    return say("ui.how.point");
  const stands = (site) => board.cells.get(site)?.stack.length;
  const lone = asked.every((site) => stands(site) || trays.has(site)); // where they may go is told when they are lifted
  if (asked.some(stands) && !page.held.length)
    return lone ? say("ui.how.lift") : say("ui.how.carry");
  if (asked.length && asked.every((site) => trays.get(site)?.dataset.key)) return say("ui.how.key");
  return asked.length ? say("ui.how.put") : "";
}

/** What the hands were answered. */
function heard(sentence) {
  if (!sentence) return;
  answered = Date.now();
  tell($("#message"), sentence);
  play("wrong");
}

function seats() {
  const scores = Object.values(page.seats).map((seat) => seat.score);
  const most = Math.max(...scores);
  const unit = page.game.unit;
  const leads = (seat) => seat.score === most && most > Math.min(...scores);
  $("#seats").replaceChildren(
    ...Object.entries(page.seats).map(([number, seat]) => {
      const turn = page.turn.includes(Number(number));
      const gains = seat.gains.map(
        (gain) =>
          `${gain.points > 0 ? "+" : "−"}${Math.abs(gain.points)} ${[gain.for.replace(/^\d+ /, ""), ...gain.rules].join(" ")}`,
      );
      const item = h(
        "li",
        { class: turn ? "on" : "", "aria-current": turn ? "true" : undefined },
        icon(Number(number)),
        h(
          "span",
          { class: "who" },
          seat.name,
          h("small", {}, [seat.side, presence(seat, Number(number))].filter(Boolean).join(" · ")),
        ),
        h(
          "span",
          { class: "score" },
          String(seat.score),
          h("small", {}, leads(seat) ? `${unit}, ${say("ui.leads")}` : unit),
        ),
        h("span", { class: "gains" }, gains.reverse().join(" · ")),
      );
      return item;
    }),
  );
}

/** Whether a robot sits there, or somebody whose page is open. */
function presence(seat, number) {
  if (seat.kind !== "human") return say("ui.robot");
  return page.here.includes(number) ? say("ui.here") : "";
}

/** The first piece of a seat stands for it. */
function icon(seat) {
  const token = [...board.tokens.values()].find((one) => one.seat === seat);
  return token ? picture(board, token) : h("span");
}

function record(news) {
  const list = $("#record");
  for (const [number, entry] of Object.entries(news)) {
    list.querySelector(`[value="${number}"]`)?.remove();
    if (entry === null) continue;
    const whole = page.record[number];
    const line = h("li", { value: number }, spoken(whole.line).replace(/^\d+ /, ""));
    line.prepend(h("b", {}, `${page.seats[whole.seat].name} `));
    line.style.setProperty("--seat", page.seats[whole.seat].colour);
    const later = [...list.children].find((other) => other.value < Number(number));
    list.insertBefore(line, later || null);
  }
  board.remember((Object.values(page.record).at(-1)?.line || "").split(/[^a-z0-9.]+/i));
}

// --------------------------------------------------------------------- the cards, and the way to them

function doors() {
  const box = $("#doors");
  const all = Object.entries(page.doors || {});
  box.hidden = !all.length;
  if (!all.length) return;
  if (all.length === 1 && !seated) sit(Number(all[0][0]), all[0][1]);
  const waiting = all.filter(([seat]) => !page.here.includes(Number(seat)));
  box.replaceChildren(
    waiting.length || all.length > 1 ? h("h2", {}, say("ui.hold")) : "",
    waiting.length ? h("p", {}, page.open ? say("ui.scan") : say("ui.no_lan")) : "",
    ...all
      .filter(([seat]) => !(all.length === 1 && seated))
      .map(([seat, door]) => entrance(Number(seat), door)),
  );
}

function entrance(seat, door) {
  const name = page.seats[seat].name;
  const [size, path] = splitOnce(door.qr);
  const taken = page.here.includes(seat);
  return h(
    "figure",
    { class: "door" },
    page.open && !taken
      ? s(
          "svg",
          {
            viewBox: `-2 -2 ${+size + 4} ${+size + 4}`,
            class: "qr",
            role: "img",
            "aria-label": say("ui.code", { who: name }),
          },
          s("rect", { x: -2, y: -2, width: +size + 4, height: +size + 4, fill: "#f4e9cd" }),
          s("path", { d: path }),
        )
      : "",
    h(
      "figcaption",
      {},
      h("b", {}, name),
      taken
        ? ` ${say("ui.holds")}`
        : h(
            "button",
            { class: "quiet", on: { click: () => sit(seat, door) } },
            say("ui.show_here"),
          ),
    ),
  );
}

const splitOnce = (text) => [text.slice(0, text.indexOf(" ")), text.slice(text.indexOf(" ") + 1)];

/** Open a seat's hand on this screen: by the seat's own line, never by the table's. */
function sit(seat, door) {
  seated?.close();
  const own = new URLSearchParams(door.path.split("?")[1]).get("key");
  const box = $("#hand");
  const list = h("div", { class: "cards" });
  box.replaceChildren(h("h2", {}, say("ui.whose_hand", { who: page.seats[seat].name })), list);
  box.hidden = false;
  holding = seat;
  const cards = new Cards(list, seat, own, heard);
  seated = follow(`seat/${seat + 1}`, (now) => cards.show(now), { key: own });
}

// ------------------------------------------------------------------------------- sounds and keys

function sound(news) {
  const more = page.turn.length > acting; // from one to several: both sides may begin
  acting = page.turn.length;
  if (news.troubles && page.troubles.length) play("alarm");
  else if (more && acting > 1) play("turn");
  else if (news.notice) play("wrong");
  else if (news.record) play("made");
  else if (news.turn && page.turn.some((seat) => page.seats[seat]?.kind === "human")) play("turn");
}

const order = async (line) => heard(await obey(line));

const LENS = { z: "in", Z: "out", 0: "all" };
const ways = {
  in: () => board.lens.by(1.5),
  out: () => board.lens.by(1 / 1.5),
  all: () => board.lens.fit(),
};
const lens = (way) => ways[way]();
for (const button of document.querySelectorAll("[data-lens]"))
  button.addEventListener("click", () => lens(button.dataset.lens));

function toggleSound() {
  mute(sounds.on);
  $("#sound").setAttribute("aria-pressed", String(sounds.on));
  tell($("#sound"), say(sounds.on ? "ui.sound_on" : "ui.sound_off"));
}
mute(!sounds.on);
$("#sound").setAttribute("aria-pressed", String(sounds.on));
tell($("#sound"), say(sounds.on ? "ui.sound_on" : "ui.sound_off"));
$("#sound").addEventListener("click", toggleSound);
$("#help").addEventListener("click", () => $("#helping").showModal());

addEventListener("keydown", (event) => {
  if (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    /INPUT|SELECT|TEXTAREA/.test(event.target.tagName) ||
    $("#helping").open
  )
    return;
  if (event.key === "?") $("#helping").showModal();
  else if (event.key === "m") toggleSound();
  else if (LENS[event.key]) lens(LENS[event.key]);
  else if (!hands) return;
  else if (event.key === "+" || event.key === "=")
    rollers.size ? [...rollers.values()][0].crank(1) : lens("in");
  else if (event.key === "-") rollers.size ? [...rollers.values()][0].crank(-1) : lens("out");
  else if (KEYS[event.key]) order(`press ${KEYS[event.key]}`);
  else if (/^[1-9]$/.test(event.key))
    $("#hand").querySelectorAll(".card")[event.key - 1]?.querySelector("button")?.click();
  else return;
  event.preventDefault();
});
