// What a lesson or a hint points at: rings and arrows over the board, cards that stand out.

import { $, s } from "./draw.js";
import { shape } from "./figures.js";

const SHORT = 0.34; // units that an arrow keeps clear of the middles it joins
const HEAD = 0.3;
const RING = 1.06; // beyond the edge of the cell, whose light stays to be seen
const SPOT = 0.55; // of a cell that is in reach
const MENDED = ["mending", "setup"]; // stages in which the board is put right

/** An arrow from one middle to another as a line and a head, or "" where they are one. */
export function path([x1, y1], [x2, y2]) {
  const long = Math.hypot(x2 - x1, y2 - y1);
  if (long < 2 * SHORT) return "";
  const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
  const [ex, ey] = [x2 - ux * SHORT, y2 - uy * SHORT];
  const wing = (side) => [ex - ux * HEAD - side * uy * HEAD, ey - uy * HEAD + side * ux * HEAD];
  const points = [[x1 + ux * SHORT, y1 + uy * SHORT], [ex, ey], wing(0.7), [ex, ey], wing(-0.7)];
  return `M${points.map((point) => point.map((part) => part.toFixed(3)).join(" ")).join("L")}`;
}

/** Show where these lead, and no others; what leads nowhere has a ring, what is in reach a spot. */
export function point(board, { lesson, advised = [], reach = [], stage }) {
  const taught = (lesson?.shows || []).map(({ source, target }) => [source, target]);
  const ways = MENDED.includes(stage) ? [] : [...taught, ...advised]; // first back, then on
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

/** Cards that are spoken of stand out in the hand, whenever that is drawn. */
function hold(named) {
  $("#hand").dataset.shows = named.join(" ");
  for (const card of document.querySelectorAll("#hand [data-card]"))
    card.classList.toggle("pointed", named.includes(card.dataset.card));
}
