// What was played, the last move first; a move that was taken back is struck out.

import { h } from "../drawing/draw.js";

/** Every word of a move that could name a site. */
export const sites = (move) => move.split(/[^a-z0-9.]+/i);

/** Bring the list up to the news; `spoken` calls cards and pieces by what is printed on them. */
export function record(list, page, news, spoken) {
  for (const [number, entry] of Object.entries(news)) {
    list.querySelector(`[value="${number}"]`)?.remove();
    if (entry === null) continue;
    const earlier = [...list.children].find((other) => other.value < Number(number));
    list.insertBefore(line(number, page, spoken), earlier || null);
  }
}

function line(number, { record: all, seats }, spoken) {
  const move = all[number];
  const { name, colour } = seats[move.seat];
  const words = spoken(move.line).replace(/^\d+ /, "");
  const item = h("li", { value: number }, h("b", {}, `${name} `), words);
  item.style.setProperty("--seat", colour);
  return item;
}
