// The prints under the cells: each game has a file with a picture for each kind.

import { INK, lettered } from "./common.js";
import { s, scatter } from "./draw.js";

/** Return the pictures of a game, by kind; none if it has no scenery.js. */
export async function pictures(game) {
  try {
    return (await import(`../games/${game}/scenery.js`)).pictures;
  } catch {
    return {};
  }
}

/** Return a print as an SVG group over its cells; a kind without a picture is a shape with its name. */
export function printed(print, kinds, cells = []) {
  const luck = scatter(Math.abs(print.centre[1] * 31 + print.centre[0] * 7) + 3);
  return s(
    "g",
    { class: `print ${print.kind}${print.idle ? " idle" : ""}` },
    ...(kinds[print.kind] || plain)(print, luck, cells).flat(),
  );
}

function plain({ centre: [x, y], size: [w, h], label }) {
  if (!(w && h)) return [line(x, y, w, h)];
  const size = Math.min(0.5, h * 0.4, (1.6 * w) / Math.max(1, label.length));
  return [
    s("ellipse", {
      cx: x,
      cy: y,
      rx: w * 0.45,
      ry: h * 0.45,
      fill: "#2a3670",
      stroke: INK.teal,
      "stroke-width": 0.03,
    }),
    label ? lettered(x, y, label, size) : "",
  ];
}

/** True for a line: no width, or no height. */
const line = (x, y, w, h) =>
  s("path", { d: `M${x - w / 2} ${y - h / 2}l${w} ${h}`, stroke: INK.teal, "stroke-width": 0.05 });
