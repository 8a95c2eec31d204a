// The workshop: every sensor live, the link, the log, and what is wrong in words.

import { say } from "./words.js";
import { $, h, tell } from "./draw.js";
import { lettering } from "./letters.js";
import { ask, follow, key } from "./live.js";

const tiles = new Map();
let page = {};

$("#title").replaceChildren(lettering("Workshop"));
follow("service", (now, news) => {
  page = now;
  tell($("#link"), say(page.present ? "ui.linked" : "ui.unlinked"));
  for (const site of Object.keys(news.sensors || {})) sensor(site, page.sensors[site]);
  if (news.facts) $("#facts").replaceChildren(...Object.entries(page.facts).flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
  if (news.ailments || !page.ailments) ailments(page.ailments);
  if ("recording" in news) $("#record").setAttribute("aria-pressed", String(page.recording));
  if (news.log) tell($("#log"), page.log.join("\n"));
}, { lost: (gone) => document.body.classList.toggle("cut", gone) });

function sensor(site, found) {
  if (!found) return;
  if (!tiles.has(site)) {
    tiles.set(site, h("div", { class: "sensor" }, h("b", {}, site), h("span", {})));
    $("#sensors").append(tiles.get(site));
  }
  const tile = tiles.get(site);
  const never = found.sense === "reed" && !found.edges && !found.reading;
  tile.className = `sensor ${found.believed ? "" : "deaf"} ${found.reading ? "closed" : ""} ${never ? "never" : ""}`;
  tell(tile.lastChild, [found.reading || found.sense, found.edges ? `${found.edges}×` : "", found.bounces ? say("ui.rattles", { count: found.bounces }) : ""].filter(Boolean).join(" "));
}

function ailments(found = []) {
  $("#ailments").replaceChildren(...(found.length ? found : [say("ui.healthy")]).map((sentence) => h("li", {}, sentence)));
}

$("#recorded").href = `/service/recording.txt?key=${key}`;
$("#record").addEventListener("click", () => ask("/service", { type: "record", on: !page.recording }));
$("#save").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(page, null, 1)], { type: "application/json" });
  const link = h("a", { href: URL.createObjectURL(file), download: "stardeck-workshop.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
