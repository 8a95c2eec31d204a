// Rings, arrows and highlighted cards for lessons and hints.

import { $, s } from "./draw.js";
import { shape } from "./figures.js";

const SHORT = 0.34; // units between an arrow's ends and the centres of its cells
const HEAD = 0.3;
const RING = 1.06; // of the cell, so that its light stays visible
const SPOT = 0.55; // of a cell within reach
const MENDED = ["mending", "setup"]; // stages in which the board is put right

/** Return the path of an arrow between two centres; "" if they are too close. */
export function path([x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 2 * SHORT) return "";
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [ex, ey] = [x2 - ux * SHORT, y2 - uy * SHORT];
  const wing = (side) => [ex - ux * HEAD - side * uy * HEAD, ey - uy * HEAD + side * ux * HEAD];
  const points = [[x1 + ux * SHORT, y1 + uy * SHORT], [ex, ey], wing(0.7), [ex, ey], wing(-0.7)];
  return `M${points.map((point) => point.map((part) => part.toFixed(3)).join(" ")).join("L")}`;
}

/** Draw arrows for ways, rings for single sites and spots for cells within reach. */
export function point(board, { lesson, advised = [], reach = [], stage }) {
  const taught = (lesson?.shows || []).map(({ source, target }) => [source, target]);
  const ways = MENDED.includes(stage) ? [] : [...taught, ...advised]; // none while mending
  board.svg.querySelector(".arrows")?.remove();
  const open = reach.map((site) => shape(board.cells.get(site), SPOT, { class: "reach" }));
  const led = ways.map(([source, target]) => figure(board.cells, source, target));
  const drawn = [...open, ...led].filter(Boolean);
  if (drawn.length) board.svg.append(s("g", { class: "arrows", "aria-hidden": "true" }, ...drawn));
  hold(ways.map(([source]) => source));
}

function figure(cells, source, target) {
  const [from, to] = [cells.get(source), cells.get(target)];
  if (!from) return null;
  if (!to) return shape(from, RING, { class: "ring", "data-on": source });
  return s("path", { "data-from": source, "data-to": target, d: path(from.centre, to.centre) });
}

/** Highlight these cards in the hand, also when it is drawn later. */
function hold(named) {
  $("#hand").dataset.shows = named.join(" ");
  for (const card of document.querySelectorAll("#hand [data-card]"))
    card.classList.toggle("pointed", named.includes(card.dataset.card));
}
