// Zylatron's poster: a battle station like a wheel.

import { s } from "/static/drawing/draw.js";
import { CREAM, disc, PLUM, RED, rocket, shadow, TEAL } from "/static/drawing/posters.js";

function wheel(x, y, r) {
  const spoke = (turn) =>
    s("path", {
      d: `M${-r} 0H${r}`,
      transform: `rotate(${turn})`,
      stroke: CREAM,
      "stroke-width": r * 0.1,
    });
  const rim = (cast) =>
    s("circle", { r, fill: "none", stroke: cast || CREAM, "stroke-width": r * 0.26 });
  const hub = s("circle", { r: r * 0.28, fill: RED });
  return s(
    "g",
    { transform: `translate(${x} ${y}) rotate(20) scale(1 0.62)` },
    ...shadow(rim),
    spoke(0),
    spoke(60),
    spoke(120),
    hub,
  );
}

export const poster = () => [
  wheel(76, 50, 36),
  ...disc(22, 84, 14, PLUM),
  rocket(124, 84, 0.9, -40, TEAL),
];
