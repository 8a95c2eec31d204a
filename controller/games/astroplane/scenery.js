// Astroplane: diamonds of two universes, wormholes and hyperspace, the Singularity in the middle.

import { INK, path, star } from "/static/drawing/common.js";
import { s } from "/static/drawing/draw.js";

const diamond = (x, y, size) =>
  path([
    [x, y - size],
    [x + size, y],
    [x, y + size],
    [x - size, y],
  ]);

/** Return concentric rings. */
const swirl = (x, y, r, colours) =>
  colours.map((colour, at) =>
    s("ellipse", {
      cx: x,
      cy: y,
      rx: r * (1 - at / colours.length),
      ry: r * (1 - at / colours.length),
      fill: colour,
    }),
  );

/** True if a diamond belongs to the first universe: its column is odd. */
const odd = (x) => Math.abs(Math.round(x)) % 2 === 1;

/** Return an arrow from its tail to its tip. */
function arrow([x, y], [toX, toY], ink) {
  const [dx, dy] = [toX - x, toY - y];
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  const head = [
    [toX, toY],
    [toX - ux * 0.26 - uy * 0.14, toY - uy * 0.26 + ux * 0.14],
    [toX - ux * 0.26 + uy * 0.14, toY - uy * 0.26 - ux * 0.14],
  ];
  return [
    s("path", {
      d: `M${x} ${y}L${toX - ux * 0.2} ${toY - uy * 0.2}`,
      stroke: ink,
      "stroke-width": 0.06,
    }),
    s("path", { d: path(head), fill: ink }),
  ];
}

/** Return arrows from a list of tails and tips in turn. */
const arrows = (places, ink) =>
  places.flatMap((tail, at) => (at % 2 ? [] : arrow(tail, places[at + 1], ink)));

const SIDES = { South: INK.red, West: INK.teal, North: "#3f9a4a", East: INK.mustard };
const owner = (title) =>
  SIDES[Object.keys(SIDES).find((side) => title.includes(side))] || INK.cream;

export const pictures = {
  diamonds: ({ places }) =>
    [true, false].map((first) =>
      s("path", {
        d: places
          .filter(([x]) => odd(x) === first)
          .map(([x, y]) => diamond(x, y, 0.97))
          .join(""),
        fill: first ? "#16245c" : "#2b1a4d",
        stroke: first ? "#3f5aa8" : "#7a559c",
        "stroke-width": 0.03,
      }),
    ),
  singularity: ({ centre: [x, y] }) => [
    s("path", { d: star(x, y, 2.0, 1.1, 12), fill: INK.red, opacity: 0.75 }),
    ...swirl(x, y, 1.35, [INK.mustard, INK.cream, "#c22820", "#000"]),
  ],
  entry: ({ places }) => arrows(places, INK.cream),
  access: ({ places }) => arrows(places, "#14112a"),
  wormhole: ({ centre: [x, y] }) => swirl(x, y, 0.62, [INK.teal, "#0d3b52", INK.teal, "#061426"]),
  hyperspace: ({ centre: [x, y] }) => [
    s("path", { d: star(x, y, 0.5, 0.18, 6), fill: INK.mustard }),
    s("circle", { cx: x, cy: y, r: 0.14, fill: INK.cream }),
  ],
  firing: ({ centre: [x, y] }) => [
    s("circle", { cx: x, cy: y, r: 0.4, fill: "none", stroke: INK.red, "stroke-width": 0.07 }),
    s("path", {
      d: `M${x - 0.55} ${y}h.3M${x + 0.25} ${y}h.3M${x} ${y - 0.55}v.3M${x} ${y + 0.25}v.3`,
      stroke: INK.red,
      "stroke-width": 0.07,
    }),
  ],
  start: ({ centre: [x, y], title }) => [
    s("path", { d: diamond(x, y, 0.48), fill: owner(title), opacity: 0.45 }),
    s("path", { d: diamond(x, y, 0.48), fill: "none", stroke: INK.cream, "stroke-width": 0.05 }),
  ],
  reserve: ({ centre: [x, y], title }) => [
    s("circle", { cx: x, cy: y, r: 0.6, fill: owner(title), opacity: 0.35 }),
    s("circle", {
      cx: x,
      cy: y,
      r: 0.6,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.05,
      "stroke-dasharray": ".2 .1",
    }),
  ],
};
