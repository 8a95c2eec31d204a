// The workshop: every sensor live, what is wrong in words, and errands at the board from light to light.

import { say } from "./words.js";
import { $, h, tell } from "./draw.js";
import { lettering } from "./letters.js";
import { ask, follow, key } from "./live.js";
import { course, gauge, sign } from "./posters.js";

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
const tiles = new Map();
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

follow(
  "service",
  (now, news) => {
    page = now;
    tell(
      $("#link"),
      say(page.errand?.running ? "ui.lent" : page.present ? "ui.linked" : "ui.unlinked"),
    );
    for (const site of Object.keys(news.sensors || {})) sensor(site, page.sensors[site]);
    if (news.sensors) rows();
    if (news.facts)
      $("#facts").replaceChildren(
        ...Object.entries(page.facts).flatMap(([name, value]) => [
          h("dt", {}, name),
          h("dd", {}, value),
        ]),
      );
    if (news.meters && "supply" in page.meters)
      for (const [meter, read] of Object.values(METERS)) meter.show(...read(page.meters));
    if (news.ailments || !page.ailments) ailments(page.ailments);
    if ("recording" in news || news.reels) recordings();
    if (news.errand) errand(page.errand, news.errand);
    if (news.log) tell($("#log"), page.log.join("\n"));
  },
  { lost: (gone) => document.body.classList.toggle("cut", gone) },
);

async function order(request) {
  tell($("#message"), await ask("/service", request));
}

// ---------------------------------------------------------------------------------------- errands

function errand(now, news) {
  $("#errand").hidden = false;
  for (const name of Object.keys(ERRANDS)) $(`#${name}`).disabled = now.running;
  $("#errand").classList.toggle("running", now.running);
  flight.fly(now.share);
  $("#flight").setAttribute("aria-valuenow", Math.round(100 * now.share));
  tell($("#step"), now.running ? `${now.title} · ${now.step}` : now.title);
  tell($("#count"), now.running ? now.count : "");
  tell($("#asks"), now.running ? now.task : now.ended.join(" "));
  for (const name of ["next", "skip", "stop"]) $(`#${name}`).hidden = !now.running;
  $("#help").hidden = !now.running || now.hand !== "idle";
  $("#pointing").hidden = !now.pointing;
  if (news.found) $("#found").replaceChildren(...now.found.map(found));
  if (news.notes)
    $("#notes").replaceChildren(...now.notes.map((sentence) => h("li", {}, sentence)));
  $("#ending").hidden = now.running || !now.files.length;
  if (news.files || "running" in news) $("#ending").replaceChildren(...now.files.flatMap(taken));
}

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

const address = (name) => `/service/files/${name}?key=${encodeURIComponent(key)}`;

function taken(name) {
  const keep = h(
    "a",
    { class: "button", href: `${address(name)}&keep=1`, download: `stardeck-${name}` },
    say("ui.take", { name }),
  );
  return name.endsWith(".html")
    ? [
        h(
          "a",
          { class: "button loud", href: address(name), target: "_blank", rel: "noopener" },
          say("ui.open_report"),
        ),
        keep,
      ]
    : [keep];
}

for (const name of ["help", "next", "skip", "stop"])
  $(`#${name}`).addEventListener("click", () => order({ type: "direct", word: name }));
$("#pointing").addEventListener("submit", (event) => {
  event.preventDefault();
  order({ type: "point", site: $("#point").value.trim().toLowerCase() });
  $("#point").value = "";
});

// ----------------------------------------------------------------------------------- how it stands

function sensor(site, seen) {
  if (!seen) return;
  if (!tiles.has(site)) placed(site);
  const tile = tiles.get(site);
  const never = seen.sense === "reed" && !seen.edges && !seen.reading;
  tile.className = `sensor ${seen.believed ? "" : "deaf"} ${seen.reading ? "closed" : ""} ${never ? "never" : ""}`;
  tell(
    tile.lastChild,
    [
      seen.reading || seen.sense,
      seen.edges ? `${seen.edges}×` : "",
      seen.bounces ? say("ui.rattles", { count: seen.bounces }) : "",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

const CELL = /^([a-z])(\d+)$/;

function placed(site) {
  tiles.set(site, h("div", { class: "sensor" }, h("b", {}, site), h("span", {})));
  $(CELL.test(site) ? "#cells" : "#sensors").append(tiles.get(site));
}

/** A cell with a letter and a number lies where the board has it, the far row first. */
function rows() {
  const cells = [...tiles].flatMap(([site, tile]) => {
    const found = CELL.exec(site);
    return found ? [[tile, found[1].charCodeAt(0) - 96, Number(found[2])]] : [];
  });
  const far = Math.max(...cells.map(([, , row]) => row));
  for (const [tile, column, row] of cells) tile.style.gridArea = `${far - row + 1} / ${column}`;
}

function ailments(all = []) {
  $("#ailments").replaceChildren(
    ...(all.length ? all : [say("ui.healthy")]).map((sentence) => h("li", {}, sentence)),
  );
}

function recordings() {
  $("#record").setAttribute("aria-pressed", String(page.recording));
  tell($("#record"), say(page.recording ? "ui.recording" : "ui.service.record"));
  $("#reels").replaceChildren(
    ...[...(page.reels || [])].reverse().map(({ name, size, running }) => {
      const told = say(running ? "ui.reel_running" : "ui.reel", {
        name,
        kb: Math.ceil(size / 1000),
      });
      return h(
        "li",
        { class: running ? "running" : "" },
        running ? told : h("a", { href: address(name), download: `stardeck-${name}` }, told),
      );
    }),
  );
}

$("#record").addEventListener("click", () => order({ type: "record", on: !page.recording }));
$("#save").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(page, null, 1)], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: "stardeck-workshop.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
