// Nine Men's Morris's poster: three squares, and three in a row.

import { s } from "/static/drawing/draw.js";
import { CREAM, disc, PLUM, TEAL } from "/static/drawing/posters.js";

const square = (half) =>
  s("rect", {
    x: 75 - half,
    y: 55 - half,
    width: 2 * half,
    height: 2 * half,
    fill: "none",
    stroke: CREAM,
    "stroke-width": 2.5,
  });
const joint = (dx, dy) =>
  s("path", {
    d: `M${75 + 14 * dx} ${55 + 14 * dy}L${75 + 42 * dx} ${55 + 42 * dy}`,
    stroke: CREAM,
    "stroke-width": 2.5,
  });

export const poster = () => [
  ...[14, 28, 42].map(square),
  ...[
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ].map(([dx, dy]) => joint(dx, dy)),
  ...[33, 47, 61].flatMap((x) => disc(x, 55, 6.5, TEAL)),
  ...[
    [75, 27],
    [103, 83],
  ].flatMap(([x, y]) => disc(x, y, 6.5, PLUM)),
];
