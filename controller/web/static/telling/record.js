// The list of moves, the last one first.

import { h } from "../drawing/draw.js";

/** Update the list with the news. */
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

/** Return the parts of a line: player, move, and what chance added. */
export const entry = (name, told, came = "") => [
  h("b", {}, name),
  ` ${told}`,
  came && h("i", {}, `. ${came}`),
];
