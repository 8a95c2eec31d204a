// Zylatron: a galaxy of points, hexagonal lands cut out of paper, headquarters, factories and start marks.

import { INK, lettered, path, star } from "/static/drawing/common.js";
import { s } from "/static/drawing/draw.js";

const hexagon = (x, y, r) =>
  path(
    Array.from({ length: 6 }, (_, at) => [
      x + r * Math.cos((at * Math.PI) / 3),
      y + r * Math.sin((at * Math.PI) / 3),
    ]),
  );

/** Return a land with its coast and the grid of its points. */
const land = ({ centre: [x, y], size: [w], places }, paper, coast) => [
  s("path", { d: hexagon(x + 0.14, y + 0.18, w * 0.5), fill: INK.deep, opacity: 0.6 }),
  s("path", { d: hexagon(x, y, w * 0.5), fill: coast }),
  s("path", { d: hexagon(x, y, w * 0.465), fill: paper }),
  s("path", {
    d: places.map(([px, py]) => `M${px} ${py}h.01`).join(""),
    stroke: "#0005",
    "stroke-width": 0.16,
    "stroke-linecap": "round",
  }),
];

export const pictures = {
  planet: (print) => land(print, "#7a5a3c", INK.cream),
  moon: (print) => land(print, "#6a6f86", "#b9b6cf"),
  zylon: (print) => [
    s("path", {
      d: star(...print.centre, print.size[0] * 0.68, print.size[0] * 0.54, 18),
      fill: INK.red,
      opacity: 0.5,
    }),
    ...land(print, "#1f6f6b", INK.mustard),
  ],
  mark: ({ centre: [x, y], label }) => [
    s("circle", {
      cx: x,
      cy: y,
      r: 0.36,
      fill: "#0003",
      stroke: INK.cream,
      "stroke-width": 0.035,
      "stroke-dasharray": ".1 .06",
    }),
    lettered(x, y, label, 0.32),
  ],
  factory: ({ centre: [x, y] }) => [
    s("circle", { cx: x, cy: y, r: 0.4, fill: INK.night }),
    s("path", {
      d: `M${x - 0.26} ${y + 0.22}v-.24l.17 .1v-.1l.17 .1v-.34h.14v.48z`,
      fill: INK.mustard,
    }),
  ],
  headquarters: ({ centre: [x, y] }) => [
    s("circle", { cx: x, cy: y, r: 0.42, fill: INK.red, stroke: INK.cream, "stroke-width": 0.06 }),
    s("path", { d: star(x, y, 0.32, 0.13, 5), fill: INK.cream }),
  ],
};
