// Situation 7: the round board in its sectors; the sun, planets, bases and circles that are worth points.

import { INK, lettered, path, star } from "/static/drawing/common.js";
import { paint, s } from "/static/drawing/draw.js";

const area = (cells, attributes) =>
  cells.map(({ points }) => s("path", { d: path(points), ...attributes }));
const each = (cells, draw) => cells.flatMap(({ centre: [x, y], reach }) => draw(x, y, reach));
const middle = (cells) =>
  [0, 1].map((at) => cells.reduce((sum, { centre }) => sum + centre[at], 0) / cells.length);

/** Return the greatest radius that fits these cells. */
const width = (cells) =>
  Math.max(...cells.map(({ reach }) => reach)) * (cells.length > 1 ? 1.5 : 1);

const SIGNS = {
  R: (x, y) =>
    s("path", { d: `M${x} ${y - 0.42}l.16 .3v.3l.2 .26h-.72l.2 -.26v-.3z`, fill: INK.cream }),
  S: (x, y) =>
    s("path", {
      d: `M${x - 0.46} ${y - 0.15}h.26v.09h.1v-.14h.2v.14h.1v-.09h.26v.3h-.26v-.09h-.1v.14h-.2v-.14h-.1v.09h-.26z`,
      fill: INK.cream,
    }),
  A: (x, y) =>
    s("path", {
      d: `M${x} ${y - 0.42}a.15 .15 0 0 1 .1 .27l.26 .12l-.05 .1l-.2 -.04l.12 .42h-.12l-.11 -.24l-.11 .24h-.12l.12 -.42l-.2 .04l-.05 -.1l.26 -.12a.15 .15 0 0 1 .1 -.27z`,
      fill: INK.cream,
    }),
};

const OTHERS = ["#cf4b31", "#d9cba6", "#8f7bb8", "#c98a5a"];

/** Return a planet with its ring, as wide as its cells. */
function globe(cells, paper) {
  const [x, y] = middle(cells);
  const r = width(cells);
  return [
    s("circle", { cx: x + 0.08, cy: y + 0.1, r, fill: INK.deep, opacity: 0.6 }),
    s("circle", { cx: x, cy: y, r, fill: paper }),
    s("ellipse", {
      cx: x,
      cy: y,
      rx: r * 1.4,
      ry: r * 0.32,
      transform: `rotate(-20 ${x} ${y})`,
      fill: "none",
      stroke: INK.cream,
      "stroke-width": 0.06,
    }),
    s("path", {
      d: `M${x} ${y - r}A${r} ${r} 0 0 1 ${x} ${y + r}A${r * 1.6} ${r * 1.6} 0 0 0 ${x} ${y - r}Z`,
      fill: "#0002",
    }),
  ];
}

export const pictures = {
  sector: ({ centre: [x, y] }, _luck, cells) =>
    area(cells, {
      fill: (Math.round(x * 3) + Math.round(y * 3)) % 2 ? "#18225a" : "#101a45",
      stroke: "#39427a",
      "stroke-width": 0.02,
    }),
  line: (_, _luck, cells) =>
    area(cells, {
      fill: INK.red,
      "fill-opacity": 0.16,
      stroke: INK.red,
      "stroke-width": 0.11,
    }),
  base: ({ label }, _luck, cells) => [
    ...area(cells, { fill: "#1f6f6b", stroke: "#000", "stroke-width": 0.14 }),
    ...area(cells, { fill: "#1f6f6b", stroke: INK.teal, "stroke-width": 0.03 }),
    SIGNS[label]?.(...middle(cells)),
  ],
  sun: ({ centre: [x, y], size: [w] }, _luck, cells) => [
    ...area(cells, { fill: "#7a4a10" }),
    s("path", { d: star(x, y, w * 0.5, w * 0.36, 16), fill: INK.mustard }),
    s("circle", { cx: x, cy: y, r: w * 0.3, fill: "#f7d774" }),
  ],
  planet: (_, _luck, cells) => {
    const [x, y] = middle(cells);
    return globe(cells, OTHERS[Math.round(Math.abs(x * 5 + y * 3)) % OTHERS.length]);
  },
  home: ({ colour }, _luck, cells) => globe(cells, paint(colour)),
  object: (_, _luck, cells) => {
    const [x, y] = middle(cells);
    return [
      s("path", {
        d: `M${x - 0.5} ${y}h1M${x} ${y - 0.34}v.68`,
        stroke: INK.cream,
        "stroke-width": 0.06,
      }),
      s("rect", {
        x: x - 0.19,
        y: y - 0.15,
        width: 0.38,
        height: 0.3,
        rx: 0.06,
        fill: INK.red,
        stroke: INK.cream,
        "stroke-width": 0.05,
      }),
      ...[-0.52, 0.34].map((dx) =>
        s("rect", {
          x: x + dx,
          y: y - 0.13,
          width: 0.18,
          height: 0.26,
          fill: INK.teal,
          stroke: INK.cream,
          "stroke-width": 0.03,
        }),
      ),
    ];
  },
  circle: ({ label }, _luck, cells) =>
    each(cells, (x, y, reach) => {
      const r = Math.min(0.36, reach * 0.85);
      return [
        s("circle", { cx: x, cy: y, r, fill: INK.cream, stroke: INK.red, "stroke-width": 0.06 }),
        lettered(x, y, label, r * 0.95, "#1a1730"),
      ];
    }),
};
