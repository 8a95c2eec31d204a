// The words for colours.

import { say } from "./words.js";

/** For each word, where its part of the colour circle ends, in degrees. */
const HUES = [
  [24, "red"],
  [34, "orange"],
  [70, "yellow"],
  [170, "green"],
  [260, "blue"],
  [300, "violet"],
  [345, "pink"],
  [360, "red"],
];
const GREY = 0.2; // saturation below which a colour is grey

/** Return the key of the word for #rrggbb. */
export function hue(paint) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(paint.slice(at, at + 2), 16));
  const [r, g, b] = parts;
  const most = Math.max(...parts);
  const span = most - Math.min(...parts);
  if (span <= GREY * most) return "grey";
  const sixth = { [b]: 4 + (r - g) / span, [g]: 2 + (b - r) / span, [r]: (g - b) / span }[most];
  const degrees = (60 * sixth + 360) % 360;
  return HUES.find(([end]) => degrees < end)[1];
}

export const coloured = (paint) => say(`ui.hue.${hue(paint)}`);
