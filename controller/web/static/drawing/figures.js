// The parts of a board as SVG: frame, cells, lamps, names and pieces.

import { paint, s, scatter } from "./draw.js";
import { isSquare, outline } from "./shapes.js";

const NAME = 0.19; // units: height of a cell's name, if there is room

/** Return the frame with the night sky inside. */
export const frame = (w, h) =>
  s(
    "g",
    {},
    defined(w, h),
    s("rect", { x: -0.28, y: -0.28, width: w + 0.56, height: h + 0.56, rx: 0.42, class: "rim" }),
    s("rect", {
      x: -0.12,
      y: -0.12,
      width: w + 0.24,
      height: h + 0.24,
      rx: 0.28,
      class: "rim inner",
    }),
    s("rect", { width: w, height: h, rx: 0.18, fill: "url(#deep)" }),
    ...stars(w, h),
  );

function defined(w, h) {
  const lines = { patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return s(
    "defs",
    {},
    s("clipPath", { id: "window" }, s("rect", { width: w, height: h, rx: 0.18 })),
    s(
      "pattern",
      { id: "hatch", width: 0.14, height: 0.14, ...lines },
      s("rect", { width: 0.06, height: 0.14, fill: "#fff" }),
    ),
    s(
      "radialGradient",
      { id: "deep" },
      s("stop", { offset: "0", "stop-color": "#1c2656" }),
      s("stop", { offset: "1", "stop-color": "#0a0f26" }),
    ),
  );
}

function stars(w, h) {
  const luck = scatter(1954);
  const large = Math.max(1, w / 12);
  return Array.from({ length: 90 }, () =>
    s("circle", {
      cx: luck.next().value * w,
      cy: luck.next().value * h,
      r: (0.012 + 0.03 * luck.next().value ** 3) * large,
      fill: "#f4e9cd",
      opacity: 0.25 + 0.6 * luck.next().value,
    }),
  );
}

// ------------------------------------------------------------------------------------------- cells

/** Return a cell's outline, scaled towards its centre. */
export const shape = (cell, grow, attributes) =>
  cell.points.length
    ? s("polygon", { points: outline(cell, grow), ...attributes })
    : s("circle", {
        cx: cell.centre[0],
        cy: cell.centre[1],
        r: cell.radius * grow,
        ...attributes,
      });

/** Return the visible part of a cell: its edge and its name. */
export const face = (cell) =>
  s(
    "g",
    {
      class: "cell",
      role: "button",
      tabindex: "-1",
      "aria-label": cell.site,
      "data-site": cell.site,
    },
    shape(cell, 1, { class: "edge" }),
    named(cell),
  );

/** Return the light under a cell. */
export function lantern(cell) {
  const { site, centre, reach: room } = cell;
  const corner = { x: centre[0] + room * 0.6, y: centre[1] - room * 0.44 };
  return s(
    "g",
    { class: "light off", "data-lamp": site },
    shape(cell, 0.9, { class: "lamp" }),
    shape(cell, 0.78, { class: "core" }),
    s("text", { ...corner, class: "sign" }),
  );
}

/** Return the height of this many letters in this much room. */
export const letterHeight = (room, letters) => Math.min(NAME, room * 0.42, (room * 2.4) / letters);

/** Return a cell's name: in the lower left corner of a square, else at the foot. */
function named(cell) {
  const {
    site,
    centre: [x, y],
    reach: room,
  } = cell;
  const place = isSquare(cell)
    ? { x: x - room * 0.88, y: y + room * 0.88, class: "name" }
    : { x, y: y + room * 0.84, class: "name foot" };
  const text = s("text", { ...place, "aria-hidden": "true" }, site);
  const high = letterHeight(room, site.length);
  if (high < NAME) text.style.fontSize = `${high.toFixed(3)}px`;
  return text;
}

/** Return a cell's name above it, in the letter size of its layer. */
export const callout = ({ site, centre: [x, y], reach: room }) =>
  s("text", { x, y: y - room, dy: "-0.15em", "aria-hidden": "true" }, site);

// ------------------------------------------------------------------------------------------ pieces

/** Return a piece around its own centre, turned by this many degrees. */
export function figure(token, turn) {
  const border = token.border ? { class: "hull bordered", stroke: paint(token.border) } : {};
  const size = Math.min(1, token.girth / 0.36);
  const cast = `translate(${0.05 * size} ${0.07 * size}) rotate(${turn})`;
  return s(
    "g",
    { class: "piece" },
    hull(token, { class: "cast", transform: cast }),
    hull(token, {
      class: "hull",
      transform: `rotate(${turn})`,
      fill: paint(token.colour),
      ...border,
    }),
    port(lettered(token), size),
  );
}

const hull = ({ points, radius }, attributes) =>
  points.length
    ? s("polygon", { points: points.map((point) => point.join()).join(" "), ...attributes })
    : s("circle", { r: radius, ...attributes });

/** Return the text on a piece: its label, else the number of its seat. */
export const lettered = ({ label, seat }) => label ?? (seat >= 0 ? String(seat + 1) : "");

const port = (label, size) =>
  label &&
  s(
    "g",
    { transform: `scale(${size})` },
    s("circle", { cy: -0.02, r: 0.135, class: "port" }),
    s("text", { y: 0.055, class: label.length > 1 ? "mark long" : "mark" }, label),
  );

/** Return the sign for a damaged piece, below its number. */
export const bolt = ([x, y], room) =>
  s("polygon", {
    class: "bolt",
    points: "0.07,-0.2 -0.11,0.04 -0.01,0.04 -0.07,0.2 0.11,-0.05 0.01,-0.05",
    transform: `translate(${x - 0.08} ${y + room * 0.72}) scale(1.2)`,
  });

/** Return how far a badge is from the centre, so that it covers no number. */
const badge = (room) => Math.max(0.3, room * 0.7);

/** Return the badge with the height of a stack. */
export const count = (many, room, [x, y] = [0, 0]) =>
  s(
    "g",
    { class: "count", transform: `translate(${x + badge(room)} ${y - badge(room)})` },
    s("circle", { r: 0.17 }),
    s("text", { y: 0.075 }, String(many)),
  );
