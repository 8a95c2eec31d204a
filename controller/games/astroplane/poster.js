// Astroplane's poster: a craft over the horizon of another universe.

import { s } from "/static/drawing/draw.js";
import { CREAM, disc, MUSTARD, RED, shadow, TEAL } from "/static/drawing/posters.js";

const WINGS = "M0 -22L5 -4L24 12L6 9L4 18L8 22H-8L-4 18L-6 9L-24 12L-5 -4Z";

const glider = (x, y, size) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) rotate(38) scale(${size})` },
    ...shadow((cast) => s("path", { d: WINGS, fill: cast || CREAM })),
    s("path", { d: "M0 -18L2.4 -4H-2.4Z", fill: RED }),
  );

export const poster = () => [
  ...disc(122, 26, 20, MUSTARD),
  s("path", { d: "M0 92Q40 66 76 88T150 78V110H0Z", fill: TEAL }),
  glider(66, 50, 1.3),
];
