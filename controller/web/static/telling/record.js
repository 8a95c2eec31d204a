// What was played, the last move first; a move that was taken back is struck out.

import { h } from "../drawing/draw.js";

/** Bring the list up to the news. */
export function record(list, page, news) {
  for (const [number, entry] of Object.entries(news)) {
    list.querySelector(`[value="${number}"]`)?.remove();
    if (entry === null) continue;
    const earlier = [...list.children].find((other) => other.value < Number(number));
    list.insertBefore(line(number, page), earlier || null);
  }
}

function line(number, { record: all, seats }) {
  const { seat, told, came } = all[number];
  const { name, colour } = seats[seat];
  const item = h("li", { value: number }, ...entry(name, told, came));
  item.style.setProperty("--seat", colour);
  return item;
}

/** Who did what, and what luck has made of it. */
export const entry = (name, told, came = "") => [
  h("b", {}, name),
  ` ${told}`,
  came && h("i", {}, `. ${came}`),
];
