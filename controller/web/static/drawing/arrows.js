// Arrows over the board: from what is to be taken up to where it goes.

import { s } from "./draw.js";

const SHORT = 0.34; // units that an arrow keeps clear of the middles it joins
const HEAD = 0.3;

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

/** Show these and no others. */
export function arrows(board, shows) {
  board.svg.querySelector(".arrows")?.remove();
  const lines = shows
    .map(({ source, target }) => [board.cells.get(source), board.cells.get(target)])
    .filter(([from, to]) => from && to)
    .map(([from, to]) => {
      const ends = { "data-from": from.site, "data-to": to.site };
      return s("path", { ...ends, d: path(from.centre, to.centre) });
    });
  if (lines.length) board.svg.append(s("g", { class: "arrows", "aria-hidden": "true" }, ...lines));
}
