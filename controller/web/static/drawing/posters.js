// Shapes like cut paper: for posters, and for the picture of a workshop task's progress.

import { s, scatter } from "./draw.js";

export const [RED, CREAM, MUSTARD, TEAL, PLUM] = [
  "#d8342b",
  "#f4e9cd",
  "#e6ae3c",
  "#2f8f88",
  "#7a2a52",
];
const [INK, NIGHT] = ["#1a1730", "#111842"];

/** Return a shape with its shadow: `shape(INK)` draws the shadow, `shape()` the shape. */
export const shadow = (shape) => [
  s("g", { transform: "translate(2.5 3)", opacity: 0.45, class: "cast" }, shape(INK)),
  shape(),
];

export const disc = (x, y, r, fill) =>
  shadow((cast) => s("circle", { cx: x, cy: y, r, fill: cast || fill }));

/** A planet with its ring. */
export function ringed(x, y, r, fill = RED, ring = MUSTARD) {
  const half = (side) =>
    s("path", {
      d: `M${-1.75 * r} 0A${1.75 * r} ${0.5 * r} 0 0 ${side} ${1.75 * r} 0`,
      fill: "none",
      stroke: ring,
      "stroke-width": r * 0.22,
    });
  return s(
    "g",
    { transform: `translate(${x} ${y}) rotate(-18)` },
    half(1),
    ...disc(0, 0, r, fill),
    s("path", {
      d: `M${-0.9 * r} ${-0.3 * r}q${0.9 * r} ${0.25 * r} ${1.8 * r} 0M${-0.94 * r} ${0.25 * r}q${0.94 * r} ${0.25 * r} ${1.88 * r} 0`,
      fill: "none",
      stroke: INK,
      "stroke-opacity": 0.22,
      "stroke-width": r * 0.14,
    }),
    half(0),
  );
}

export function rocket(x, y, size, turn = 0, fill = RED) {
  const hull = (cast) =>
    s("path", {
      d: "M0 -16C7 -9 8 0 5 9L12 15H4.5L0 12L-4.5 15H-12L-5 9C-8 0 -7 -9 0 -16Z",
      fill: cast || fill,
      stroke: cast || CREAM,
      "stroke-width": 1.6,
      "stroke-linejoin": "round",
    });
  return s(
    "g",
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    s("path", { d: "M-3.5 13L0 25L3.5 13Z", fill: MUSTARD }),
    ...shadow(hull),
    s("circle", { cx: 0, cy: -4, r: 3, fill: CREAM, stroke: INK, "stroke-width": 1.2 }),
  );
}

/** Return the shapes of a game's poster.js; without one, a planet and a rocket. */
async function scene(game, chance) {
  try {
    return (await import(`../games/${game}/poster.js`)).poster();
  } catch {
    const paper = [RED, TEAL, PLUM, MUSTARD][Math.floor(chance() * 4)];
    return [
      ringed(40 + chance() * 60, 50, 20 + chance() * 10, paper, CREAM),
      rocket(118, 82, 0.9, -50),
    ];
  }
}

/** Return the poster of a game, 150 by 110; its shapes appear when they are loaded. */
export function poster(game) {
  const luck = scatter([...game].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  const chance = () => luck.next().value;
  const star = () =>
    s("circle", {
      cx: chance() * 150,
      cy: chance() * 110,
      r: 0.4 + chance() * 0.8,
      fill: CREAM,
      opacity: 0.7,
    });
  const drawn = s("g", {});
  const stars = Array.from({ length: 26 }, star);
  scene(game, chance).then((shapes) => drawn.replaceChildren(...shapes));
  return s(
    "svg",
    { viewBox: "0 0 150 110", preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true" },
    s("rect", { width: 150, height: 110, fill: NIGHT }),
    ...stars,
    drawn,
  );
}

const WAY = { d: "M70 52C160 6 420 4 528 40", fill: "none", "stroke-linecap": "round" };
const DOTTED = {
  stroke: CREAM,
  "stroke-opacity": 0.45,
  "stroke-width": 2,
  "stroke-dasharray": "1 8",
};
const LANDS = "M22 56q8 -10 18 -6t2 10q-4 8 -12 6t-8 -10M42 72q6 -4 11 -1t-3 9q-6 2 -8 -8";

/** Return a progress picture from Earth to Saturn; `fly(share)` moves the rocket, 0 to 1. */
export function course() {
  const way = s("path", { ...WAY, ...DOTTED });
  const flown = s("path", { ...WAY, stroke: MUSTARD, "stroke-width": 3 });
  const ship = s("g", {}, rocket(0, 0, 0.8, 90));
  const picture = s(
    "svg",
    { viewBox: "0 0 620 96", class: "course", "aria-hidden": "true" },
    ...disc(36, 64, 24, TEAL),
    s("path", { d: LANDS, fill: MUSTARD }),
    ringed(576, 46, 22),
    way,
    flown,
    ship,
  );
  return { picture, fly: (share) => advance(share, way, flown, ship) };
}

/** Draw the way flown, with the rocket at its end; upright when it has arrived. */
function advance(share, way, flown, ship) {
  const whole = way.getTotalLength();
  const at = way.getPointAtLength(whole * share);
  const on = way.getPointAtLength(Math.min(whole, whole * share + 2));
  const turn = share < 1 ? (Math.atan2(on.y - at.y, on.x - at.x) * 180) / Math.PI : 12;
  flown.setAttribute("stroke-dasharray", `${whole * share} ${whole}`);
  ship.setAttribute("transform", `translate(${at.x} ${at.y}) rotate(${turn})`);
}

const SIGNS = {
  check: () => [
    s("circle", { cx: 20, cy: 20, r: 12, fill: "none", stroke: CREAM, "stroke-width": 5 }),
    s("path", { d: "M29 29L42 42", stroke: CREAM, "stroke-width": 7, "stroke-linecap": "round" }),
    s("path", {
      d: "M14 20l5 5 8 -9",
      fill: "none",
      stroke: MUSTARD,
      "stroke-width": 4,
      "stroke-linecap": "round",
    }),
  ],
  calibrate: () => [
    s("path", { d: "M8 40C8 22 40 28 40 8", fill: "none", stroke: MUSTARD, "stroke-width": 4 }),
    s("path", { d: "M8 8C8 26 40 22 40 40", fill: "none", stroke: CREAM, "stroke-width": 4 }),
    ...[
      [8, 8],
      [40, 8],
      [8, 40],
      [40, 40],
    ].map(([cx, cy]) => s("circle", { cx, cy, r: 5, fill: RED, stroke: CREAM, "stroke-width": 2 })),
  ],
  enrol: () => [
    s("rect", {
      x: 6,
      y: 12,
      width: 26,
      height: 30,
      rx: 4,
      fill: CREAM,
      transform: "rotate(-10 19 27)",
    }),
    s("path", {
      d: "M13 24h12M13 31h8",
      stroke: INK,
      "stroke-width": 3,
      transform: "rotate(-10 19 27)",
    }),
    ...[6, 11, 16].map((r) =>
      s("path", {
        d: `M${32 + r * 0.5} ${14 - r * 0.6}a${r} ${r} 0 0 1 0 ${r * 1.5}`,
        fill: "none",
        stroke: MUSTARD,
        "stroke-width": 3,
        "stroke-linecap": "round",
      }),
    ),
  ],
};

/** Return the icon of a workshop task. */
export const sign = (name) =>
  s("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, ...SIGNS[name]());

/** Return a gauge; `show(share, text)` moves its needle, 0 to 1. */
export function gauge(label, { red = 1 } = {}) {
  const at = (share, r) => {
    const turn = Math.PI * (0.8 + 1.4 * share);
    return [50 + r * Math.cos(turn), 52 + r * Math.sin(turn)];
  };
  const tick = (share) => {
    const [[x, y], [x2, y2]] = [at(share, 34), at(share, 40)];
    return s("path", { d: `M${x} ${y}L${x2} ${y2}`, stroke: INK, "stroke-width": 1.6 });
  };
  const [[x1, y1], [x2, y2]] = [at(red, 37), at(1, 37)];
  const hand = s("path", { d: "M48 56L50 18L52 56Z", fill: RED });
  const told = s("text", { x: 50, y: 80, class: "told" });
  const picture = s(
    "svg",
    { viewBox: "0 0 100 104", class: "gauge", role: "img", "aria-label": label },
    s("circle", { cx: 50, cy: 52, r: 48, fill: "#b79f67" }),
    s("circle", { cx: 50, cy: 52, r: 44, fill: CREAM }),
    red < 1
      ? s("path", {
          d: `M${x1} ${y1}A37 37 0 0 1 ${x2} ${y2}`,
          fill: "none",
          stroke: RED,
          "stroke-width": 6,
        })
      : "",
    ...Array.from({ length: 11 }, (_, n) => tick(n / 10)),
    s("text", { x: 50, y: 68, class: "label" }, label),
    told,
    hand,
    s("circle", { cx: 50, cy: 52, r: 4, fill: INK }),
  );
  const show = (share, text) => {
    told.textContent = text;
    hand.setAttribute("transform", `rotate(${-126 + 252 * Math.max(0, Math.min(1, share))} 50 52)`);
  };
  return { picture, show };
}
