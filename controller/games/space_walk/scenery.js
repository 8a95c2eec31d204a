// Space Walk: planets on their orbit, cut out of coloured paper, and holes that are really black.

import { INK, path, shadow } from "/static/drawing/common.js";
import { s } from "/static/drawing/draw.js";

const PAPERS = ["#d9cba6", "#cf4b31", INK.mustard, INK.teal, "#8f7bb8", "#86a65c", "#c98a5a"];

/** Features of planets: rings, bands, craters, a cap. */
const FACES = [
  (x, y, r) => [
    s("ellipse", {
      cx: x,
      cy: y,
      rx: r * 1.32,
      ry: r * 0.34,
      transform: `rotate(-18 ${x} ${y})`,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.07,
    }),
  ],
  (x, y, r) =>
    [-0.4, 0, 0.42].map((dy) =>
      s("path", {
        d: `M${x - r * 0.85} ${y + dy * r}Q${x} ${y + dy * r + 0.12} ${x + r * 0.85} ${y + dy * r}`,
        fill: "none",
        stroke: "#0003",
        "stroke-width": 0.09,
      }),
    ),
  (x, y, r) =>
    [
      [-0.35, -0.2, 0.2],
      [0.3, 0.35, 0.26],
      [0.25, -0.45, 0.13],
    ].map(([dx, dy, size]) =>
      s("circle", { cx: x + dx * r, cy: y + dy * r, r: size * r, fill: "#0003" }),
    ),
  (x, y, r) => [
    s("path", {
      d: `M${x - r * 0.6} ${y - r * 0.78}A${r} ${r} 0 0 1 ${x + r * 0.6} ${y - r * 0.78}Q${x} ${y - r * 0.4} ${x - r * 0.6} ${y - r * 0.78}Z`,
      fill: INK.cream,
    }),
  ],
];

export const pictures = {
  orbit: ({ places }) => [
    s("path", {
      d: path(places, false),
      fill: "none",
      stroke: INK.mustard,
      "stroke-width": 0.05,
      "stroke-dasharray": ".02 .2",
      "stroke-linecap": "round",
    }),
  ],
  planet: ({ centre: [x, y], size: [w] }) => {
    const r = w * 0.42;
    const number = Math.round(x * 7 + y * 13);
    return [
      shadow(x, y, r),
      s("circle", { cx: x, cy: y, r, fill: PAPERS[number % PAPERS.length] }),
      ...FACES[number % FACES.length](x, y, r),
      s("path", {
        d: `M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${r * 1.5} ${r * 1.5} 0 0 0 ${x} ${y - r}Z`,
        fill: "#0002",
      }),
    ];
  },
  hole: ({ centre: [x, y], size: [w] }) => [
    ...[1.18, 0.98, 0.8].map((share, at) =>
      s("circle", {
        cx: x,
        cy: y,
        r: w * 0.5 * share,
        fill: ["#5a1230", INK.red, INK.mustard][at],
        opacity: 0.85,
      }),
    ),
    ...[0, 60, 120, 180, 240, 300].map((turn) =>
      s("path", {
        d: `M${x} ${y - w * 0.58}q.16 .1 .1 .3`,
        transform: `rotate(${turn} ${x} ${y})`,
        fill: "none",
        stroke: INK.cream,
        "stroke-width": 0.05,
        "stroke-linecap": "round",
      }),
    ),
    s("circle", { cx: x, cy: y, r: w * 0.34, fill: "#000" }),
  ],
};
