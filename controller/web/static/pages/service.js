// The workshop page: live sensors, faults in words, and guided tasks at the board.

import { $, h, tell } from "../drawing/draw.js";
import { lettering } from "../drawing/letters.js";
import { course, gauge, sign } from "../drawing/posters.js";
import { ask, cut, follow } from "../line/live.js";
import { redraw } from "../line/patch.js";
import { say } from "../telling/words.js";
import { Sensors } from "./sensors.js";

const ERRANDS = {
  check: [say("ui.errand.check"), say("ui.errand.check_for")],
  calibrate: [say("ui.errand.calibrate"), say("ui.errand.calibrate_for")],
  enrol: [say("ui.errand.enrol"), say("ui.errand.enrol_for")],
};
const STATES = {
  sound: say("ui.state.sound"),
  flawed: say("ui.state.flawed"),
  skipped: say("ui.state.skipped"),
};
const METERS = {
  supply: [gauge(say("ui.gauge.supply")), (m) => [m.supply / 6, `${m.supply.toFixed(2)} V`]],
  current: [
    gauge(say("ui.gauge.current"), { red: 0.8 }),
    (m) => [m.current / (m.limit * 1.25), `${m.current} mA`],
  ],
  loop: [
    gauge(say("ui.gauge.loop"), { red: 0.83 }),
    (m) => [m.loop / 30, `${m.loop.toFixed(1)} ms`],
  ],
};
const sensors = new Sensors();
const flight = course();
let page = {};

$("#title").replaceChildren(lettering(say("ui.service.title")));
$("#flight").append(flight.picture);
$("#gauges").replaceChildren(...Object.values(METERS).map(([{ picture }]) => picture));
$("#offers").replaceChildren(
  ...Object.entries(ERRANDS).map(([name, [title, purpose]]) =>
    h(
      "button",
      { id: name, class: "offer", on: { click: () => order({ type: "start", errand: name }) } },
      sign(name),
      h("b", {}, title),
      h("span", {}, purpose),
    ),
  ),
);

/** Which parts to draw when these fields of the page change. */
const PARTS = [
  [["sensors"], (news) => sensors.show(Object.keys(news.sensors), page.sensors)],
  [["facts"], () => $("#facts").replaceChildren(...facts(page.facts))],
  [["meters"], () => metered(page.meters)],
  [["recording", "reels"], () => recordings()],
  [["errand"], (news) => errand(page.errand, news.errand)],
  [["decided", "covered"], () => decisions()],
  [["devices", "devices_trouble"], () => devices()],
  [["log"], () => tell($("#log"), page.log.join("\n"))],
];

follow("service", update, { lost: cut });

function update(now, news) {
  page = now;
  tell($("#link"), say(linked()));
  redraw(PARTS, news);
  if (news.ailments || news.errand || !page.ailments) ailments(page.ailments);
}

/** Return the key for the board's state: used by a task, connected or missing. */
function linked() {
  if (page.errand?.running) return "ui.lent";
  return page.present ? "ui.linked" : "ui.unlinked";
}

async function order(request) {
  tell($("#message"), await ask("/service", request));
}

// ---------------------------------------------------------------------------------------- errands

function errand(now, news) {
  $("#errand").hidden = false;
  $("#errand").classList.toggle("running", now.running);
  flight.fly(now.share);
  $("#flight").setAttribute("aria-valuenow", Math.round(100 * now.share));
  told(now);
  levers(now);
  redraw(
    [
      [["found"], () => $("#found").replaceChildren(...now.found.map(found))],
      [["notes"], () => $("#notes").replaceChildren(...now.notes.map(item))],
      [["files", "running"], () => $("#ending").replaceChildren(...now.files.flatMap(taken))],
    ],
    news,
  );
}

/** Show the task's step and instruction; at the end its result. */
function told({ running, title, step, count, task, ended }) {
  tell($("#step"), running ? `${title} · ${step}` : title);
  tell($("#count"), running ? count : "");
  tell($("#asks"), running ? task : ended.join(" "));
}

/** Enable the buttons that fit the state of the task. */
function levers({ running, hand, pointing, files }) {
  for (const name of Object.keys(ERRANDS)) $(`#${name}`).disabled = running;
  for (const name of ["next", "skip", "stop"]) $(`#${name}`).hidden = !running;
  $("#help").hidden = !running || hand !== "idle";
  $("#pointing").hidden = !pointing;
  $("#ending").hidden = running || !files.length;
}

const item = (sentence) => h("li", {}, sentence);

function found({ name, state, says, wrong }) {
  const flaws = wrong.map(({ fault, says: what, do: remedy }) =>
    h("li", {}, h("b", {}, fault), " ", what, h("br"), h("small", {}, remedy)),
  );
  return h(
    "li",
    { class: state },
    h("b", {}, name),
    h("span", { class: "visually-hidden" }, ` ${STATES[state]}: `),
    h("span", {}, says),
    flaws.length ? h("ul", {}, ...flaws) : "",
  );
}

const address = (name) => `/service/files/${name}`;

/** Return the links for a file: download, and open if it is a report. */
function taken(name) {
  const kept = { href: `${address(name)}?keep=1`, download: `stardeck-${name}` };
  const keep = h("a", { class: "button", ...kept }, say("ui.take", { name }));
  if (!name.endsWith(".html")) return [keep];
  const opened = { href: address(name), target: "_blank", rel: "noopener" };
  return [h("a", { class: "button loud", ...opened }, say("ui.open_report")), keep];
}

for (const name of ["help", "next", "skip", "stop"])
  $(`#${name}`).addEventListener("click", () => order({ type: "direct", word: name }));
$("#pointing").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ type: "point", site: $("#point").value.trim().toLowerCase() });
  $("#point").value = "";
});

// ----------------------------------------------------------------------------------- how it stands

const facts = (all) =>
  Object.entries(all).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]);

function metered(meters) {
  if (!("supply" in meters)) return;
  for (const [meter, read] of Object.values(METERS)) meter.show(...read(meters));
}

/** Show the board's own complaints, and what the last task found. */
function ailments(own = []) {
  const found = page.errand?.found.flatMap(({ wrong }) => wrong.map(({ says }) => says)) || [];
  const all = [...new Set([...own, ...found])];
  $("#ailments").replaceChildren(...(all.length ? all : [say("ui.healthy")]).map(item));
}

function recordings() {
  $("#record").setAttribute("aria-pressed", String(page.recording));
  tell($("#record"), say(page.recording ? "ui.recording" : "ui.service.record"));
  $("#reels").replaceChildren(...(page.reels || []).map(reel).reverse());
}

function reel({ name, size, running, sealed }) {
  const kb = Math.ceil(size / 1000);
  const words = say(running ? "ui.reel_running" : "ui.reel", { name, kb });
  if (sealed) return h("li", { class: "sealed" }, say("ui.reel_sealed", { name, kb }));
  if (running) return h("li", { class: "running" }, words);
  return h("li", {}, h("a", { href: address(name), download: `stardeck-${name}` }, words));
}

// ------------------------------------------------------------------------------ why it was decided

/** List the last decisions, the newest first; opening one explains it. */
function decisions() {
  $("#covered").hidden = !page.covered;
  const known = new Map(
    [...$("#decided").children].map((one) => [Number(one.dataset.number), one]),
  );
  const shown = page.decided.map((one) => known.get(one.number) || heading(one));
  $("#decided").replaceChildren(...shown);
}

function heading({ number, seen, decision }) {
  const weighed = h("div", {});
  const on = { toggle: () => weighed.childElementCount || explain(number, weighed) };
  const summary = h("summary", {}, h("b", {}, decision), " ", h("small", {}, seen));
  return h("li", { "data-number": number }, h("details", { on }, summary, weighed));
}

/** Load and show the explanation, one part for each hand. */
async function explain(number, place) {
  const answer = await fetch(`/service/why/${number}`);
  const found = await answer.json();
  if (answer.ok) place.replaceChildren(...found.flatMap(explanation));
  else place.replaceChildren(h("p", {}, found.said));
}

function explanation({ column, accounts, ruled_out, waits }) {
  const by = column ? say("ui.why.column", { column }) : say("ui.why.no_rival");
  const weighed = accounts.map((one) => account(one, "ui.why.account"));
  const out = ruled_out.map((one) => account(one, "ui.why.ruled_out"));
  const kept = waits.map(({ still, decision: then }) => item(say("ui.why.wait", { still, then })));
  return [h("p", {}, by), h("ol", {}, ...weighed, ...out), h("ul", {}, ...kept)];
}

function account({ kind, moves, against, open }, key) {
  const what = [kind, moves, open ? say("ui.why.open") : ""].filter(Boolean).join(" · ");
  return item(say(key, { what, against: against.join(", ") || say("ui.why.nothing_against") }));
}

// ------------------------------------------------------------------------------------ who is let in

function devices() {
  tell($("#devicestrouble"), page.devices_trouble);
  $("#devices").replaceChildren(...page.devices.map(device));
}

function device({ number, name, since, for: rooms }) {
  const on = { click: () => putOut(number) };
  const out = say("ui.put_out_which", { name });
  return h(
    "li",
    {},
    h("b", {}, name),
    h("span", {}, rooms.join(", ")),
    h("small", {}, say("ui.let_in_since", { since })),
    h("button", { class: "small", "aria-label": out, on }, say("ui.put_out")),
  );
}

async function putOut(number) {
  tell($("#devicestrouble"), await ask("/service/devices", { type: "revoke", device: number }));
}

$("#record").addEventListener("click", () => order({ type: "record", on: !page.recording }));
$("#save").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(page, null, 1)], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: "stardeck-workshop.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
