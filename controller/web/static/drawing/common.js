// Shared by all games' pictures: colours, shadows, stars and rocks.

import { s } from "./draw.js";

export const INK = {
  cream: "#f4e9cd",
  red: "#d8342b",
  mustard: "#e6ae3c",
  teal: "#2f9a94",
  night: "#0b1026",
  deep: "#05081a",
  violet: "#b983d6",
};

/** Return the shape with a shadow. */
export const shadow = (x, y, rx, ry = rx) =>
  s("ellipse", { cx: x + 0.16, cy: y + 0.2, rx, ry, fill: INK.deep, opacity: 0.6 });

export const each = (places, draw) => places.flatMap(([x, y], at) => draw(x, y, at));

/** Return a coloured square under each of these places. */
export const tint = (places, colour, opacity = 0.16) =>
  places.map(([x, y]) =>
    s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, fill: colour, opacity }),
  );

/** Return centred text. */
export const lettered = (x, y, text, size, fill = INK.cream) => {
  const words = s("text", { x, y: y + size * 0.36, class: "printed", fill }, text);
  words.style.fontSize = `${size}px`;
  words.style.fill = fill;
  return words;
};

/** Return a path through these points. */
export const path = (points, closed = true) =>
  `M${points.map(([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`).join("L")}${closed ? "Z" : ""}`;

/** Return a star with this many points, as a path. */
export function star(x, y, outer, inner, points) {
  return path(
    Array.from({ length: 2 * points }, (_, at) => {
      const r = at % 2 ? inner : outer;
      const turn = (Math.PI * at) / points - Math.PI / 2;
      return [x + r * Math.cos(turn), y + r * Math.sin(turn)];
    }),
  );
}

export function rock(x, y, r, luck) {
  return path(
    Array.from({ length: 7 }, (_, at) => {
      const reach = r * (0.75 + 0.4 * luck.next().value);
      return [x + reach * Math.cos(at * 0.9), y + reach * Math.sin(at * 0.9)];
    }),
  );
}
