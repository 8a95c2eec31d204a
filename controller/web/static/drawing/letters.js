// Lettering drawn as single strokes, so that no font file is needed.

import { s } from "./draw.js";

// Each letter is in a box 10 wide and 14 high.
const STROKES = {
  A: "M0 14L5 0L10 14M2.4 9.5H9.4",
  B: "M0 0V14H6A3.6 3.6 0 0 0 6 6.6H0H5.4A3.3 3.3 0 0 0 5.4 0Z",
  C: "M10 2A7 7 0 1 0 10 12",
  D: "M0 0V14H4A6 7 0 0 0 4 0Z",
  E: "M9 0H0V14H9M0 7H7",
  F: "M9 0H0V14M0 7H7",
  G: "M10 2A7 7 0 1 0 10 12V8H6",
  H: "M0 0V14M10 0V14M0 7H10",
  I: "M5 0V14",
  J: "M8 0V10A4 4 0 0 1 0 10",
  K: "M0 0V14M9 0L1 7.5L10 14",
  L: "M0 0V14H9",
  M: "M0 14L1 0L5 10L9 0L10 14",
  N: "M0 14V0L10 14V0",
  O: "M5 0A5 7 0 1 0 5 14A5 7 0 1 0 5 0Z",
  P: "M0 14V0H6A4 4 0 0 1 6 8H0",
  Q: "M5 0A5 7 0 1 0 5 14A5 7 0 1 0 5 0ZM6 10L10 15",
  R: "M0 14V0H6A4 4 0 0 1 6 8H0M5 8L10 14",
  S: "M9.4 1.6C7 -.8 .8 -.6 .8 3.6C.8 8 9.6 6 9.6 10.4C9.6 15 2.6 15 .2 12",
  T: "M0 0H10M5 0V14",
  U: "M0 0V9A5 5 0 0 0 10 9V0",
  V: "M0 0L5 14L10 0",
  W: "M0 0L2 14L5 4L8 14L10 0",
  X: "M0 0L10 14M10 0L0 14",
  Y: "M0 0L5 7L10 0M5 7V14",
  Z: "M0 0H10L0 14H10",
  0: "M5 0A5 7 0 1 0 5 14A5 7 0 1 0 5 0Z",
  1: "M1 3.5L6 0V14",
  2: "M.6 3.6A4.5 4 0 1 1 8.4 6.6L0 14H10",
  3: "M.6 1.8A4.6 3.5 0 1 1 4.6 6.7A4.8 3.7 0 1 1 .2 12",
  4: "M8 14V0L0 10H10",
  5: "M9 0H1.4L.8 6.4C4 4.6 9.8 5 9.8 9.4C9.8 15 2.6 15 .2 12",
  6: "M8.6 .4C3 1.6 .2 5 .2 9.4A4.9 4.6 0 1 0 5 5A4.9 4.6 0 0 0 .2 9.4",
  7: "M0 0H10L4 14",
  8: "M5 6.6A3.9 3.3 0 1 0 5 0A3.9 3.3 0 1 0 5 6.6A4.8 3.7 0 1 0 5 14A4.8 3.7 0 1 0 5 6.6",
  9: "M1.4 13.6C7 12.4 9.8 9 9.8 4.6A4.9 4.6 0 1 0 5 9A4.9 4.6 0 0 0 9.8 4.6",
  "'": "M1.5 0V4.5",
  "’": "M1.5 0V4.5",
  "-": "M0 8H6",
  " ": "",
};
const NARROW = { I: 5, J: 9, L: 9, E: 9, F: 9, 1: 7, "'": 3, "’": 3, "-": 6 };
const GAP = 5.5;

/** Return the x of each letter, and the width of the line. */
export function penned(text) {
  let width = 0;
  const strokes = [...text.toUpperCase()].map((letter) => {
    const left = letter === "I" ? width - 2.5 : width;
    width += (NARROW[letter] || 10) + GAP;
    return { left, stroke: STROKES[letter] || "" };
  });
  return { strokes, width };
}

/** Return a line of capitals as a picture, with its words for screen readers. */
export function lettering(text, { slant = -10 } = {}) {
  const { strokes, width } = penned(text);
  const paths = strokes.map(({ left, stroke }) =>
    s("path", { d: stroke, transform: `translate(${left} 0)` }),
  );
  return s(
    "svg",
    { viewBox: `-5 -3 ${width + 6} 20.5`, class: "lettering", role: "img", "aria-label": text },
    s("g", { transform: `skewX(${slant})` }, ...paths),
  );
}
