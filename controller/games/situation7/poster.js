// Situation 7's poster: three pieces of a jigsaw over a planet.

import { s } from "/static/drawing/draw.js";
import { CREAM, disc, MUSTARD, RED, shadow, TEAL } from "/static/drawing/posters.js";

const OUTLINE = "M0 0H11C8 -9 20 -9 17 0H28V11C37 8 37 20 28 17V28H0V17C9 20 9 8 0 11Z";

const piece = (x, y, size, fill) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${size})` },
    ...shadow((cast) => s("path", { d: OUTLINE, fill: cast || fill })),
  );

export const poster = () => [
  ...disc(70, 104, 56, TEAL),
  piece(30, 24, 1.05, RED),
  piece(70, 34, 1.05, MUSTARD),
  piece(104, 16, 0.8, CREAM),
];
