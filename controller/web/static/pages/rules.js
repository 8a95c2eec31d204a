// The rules page: draws small lit boards into the server's text.

import { Board } from "../drawing/board.js";

const AIR = 0.6; // units of margin around the cells
const HEIGHT = 0.62; // least height of a board, as a share of its width

/** Return the part of the board with these cells: [x, y, width, height]; without cells all of it. */
export function view(cells, around, [w, h]) {
  const seen = around.map((site) => cells.get(site)?.centre).filter(Boolean);
  if (!seen.length) return [-AIR / 2, -AIR / 2, w + AIR, h + AIR];
  const [xs, ys] = [0, 1].map((axis) => seen.map((centre) => centre[axis]));
  const [left, top] = [Math.min(...xs) - AIR, Math.min(...ys) - AIR];
  return [left, top, Math.max(...xs) + AIR - left, Math.max(...ys) + AIR - top];
}

async function draw() {
  const figures = [...document.querySelectorAll("[data-board]")];
  if (!figures.length) return;
  const answer = await fetch(`/rules/${document.body.dataset.game}/boards`);
  const game = await answer.json();
  for (const svg of figures) figure(svg, game, game.boards[Number(svg.dataset.board)]);
}

/** Draw one board as a picture, without keyboard focus. */
function figure(svg, game, { lights, pieces, row, around }) {
  const board = new Board(svg);
  board.draw(game);
  board.scroll(row);
  for (const [site, names] of Object.entries(pieces)) board.stand(site, names);
  for (const [site, light] of Object.entries(lights)) board.light(site, light);
  const seen = view(board.cells, around, game.drawing.size);
  svg.parentElement.style.setProperty("--ratio", seen[2] / Math.max(seen[3], HEIGHT * seen[2]));
  board.lens.fit(seen);
  for (const face of svg.querySelectorAll("[tabindex]")) face.removeAttribute("tabindex");
}

/** Scroll to the rule in the address, and focus it. */
function arrive() {
  const rule = document.getElementById(location.hash.slice(1));
  rule?.focus({ preventScroll: true });
  rule?.scrollIntoView({ block: "center" });
}

addEventListener("hashchange", arrive);
draw().then(arrive);
