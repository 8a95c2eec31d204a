// Astron's poster: the way to Saturn, past the Moon.

import { s } from "/static/drawing/draw.js";
import { disc, ringed, rocket } from "/static/drawing/posters.js";

const CRATERS = [
  [-0.4, -0.2, 0.2],
  [0.3, 0.3, 0.26],
  [0.25, -0.5, 0.12],
  [-0.25, 0.5, 0.14],
];

function moon(x, y, r) {
  const crater = ([dx, dy, size]) =>
    s("circle", { cx: x + dx * r, cy: y + dy * r, r: size * r, fill: "#c9b98c" });
  return [...disc(x, y, r, "#e3d6b0"), ...CRATERS.map(crater)];
}

export const poster = () => [...moon(104, 48, 34), rocket(46, 74, 1.5, 38), ringed(26, 24, 9)];
