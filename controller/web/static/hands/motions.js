// What a motion over the board means, in lines that the simulated hand obeys.

/** Not a line: whoever touched this has to be asked which of several pieces. */
export const ASK = Symbol("which piece");

/** The top piece of a cell, or all of them. */
export const gripped = ({ stack }, all) => (all ? [...stack] : stack.slice(-1));

export const lift = ({ site, stack }, all) => `lift ${site} ${all ? "all" : stack.at(-1)}`;

/** A piece that stands alone, where nothing else can be meant than to lift it. */
export const plain = ({ stack, room }, held) => stack.length === 1 && (!held.length || room === 1);

/** Of what is held, the piece that goes next: the one that was chosen, else one that is asked for. */
export const next = ({ held, choice, wanted = [] }) =>
  held.includes(choice) ? choice : wanted[0] || held.at(-1);

/** Whether all that stands there comes along: it was asked for, or the rules know no other way. */
export const together = ({ site, stack }, { shift, whole = [] }) =>
  stack.length > 1 && (shift || whole.includes(site));

/** A touch without a way: put here what is held; else point, ask which of several, or lift what stands `alone`. */
export function touch(cell, hand, alone) {
  if (hand.held.length && !full(cell))
    return `put ${cell.site} ${hand.bundled ? "all" : next(hand)}`;
  if (pointed(cell, hand)) return `point ${cell.site}`;
  if (cell.stack.length > 1) return grasped(cell, hand);
  return cell.stack.length && alone ? `lift ${cell.site}` : "";
}

/** Of a stack all, or the top piece, where nothing else is lawful; else it has to be asked. */
function grasped(cell, hand) {
  if (together(cell, hand)) return lift(cell, true);
  return hand.tops?.includes(cell.site) ? lift(cell, false) : ASK;
}

const full = ({ room, stack }) => room > 0 && stack.length >= room;

/** Of a stack nothing is meant but the place, where nothing may be lifted. */
const pointed = ({ site, stack }, { momentary, points, pointing }) =>
  momentary.includes(site) || (points.includes(site) && (pointing || !stack.length));

/** What was carried is let go over a cell, a reader or the box; anywhere else it stays in the hand. */
export function letGo(carried, { points = [], wanted = [], held = [], ...where }) {
  const { cell } = where;
  if (clicked(carried, cell) && !points.includes(cell.site)) return [];
  if (carried.find) return fetched(carried, cell, held);
  return carried.sown && cell ? sow(cell, wanted) : dropped(carried, where);
}

/** Of several that go to cells of their own, the one that is asked for; the others stay in the hand. */
const sow = ({ site }, wanted) => wanted.slice(0, 1).map((piece) => `put ${site} ${piece}`);

function dropped(carried, { cell, reader, box, sliding }) {
  if (carried.beside && !carried.moved) return [];
  if (sliding && carried.site) return slid(carried.way);
  if (reader) return [`tap ${reader} ${carried.names.at(-1)}`];
  if (box) return each("away", carried);
  return cell ? each(`put ${cell.site}`, carried) : [];
}

/** Lifted and let go of in the same place. */
const clicked = ({ site, moved }, cell) => Boolean(site) && !moved && cell?.site === site;

/** Out of the box: on to a cell, or with a mere touch into the hand. */
function fetched({ find, alike = () => false, moved }, cell, held) {
  if (!cell) return moved ? [] : swapped(find(), held.filter(alike));
  const piece = find(cell);
  return [`fetch ${piece}`, `put ${cell.site} ${piece}`];
}

/** A touch of a pile takes one of it, and the next touch puts that one back. */
export const swapped = (piece, held) =>
  held.length ? held.map((name) => `away ${name}`) : [`fetch ${piece}`];

const slid = (way) => (way.length > 1 ? [`slide ${way.join(" ")}`] : []);

/** Back to where it was lifted. */
export const putBack = (carried, sliding) =>
  carried.site && !sliding ? each(`put ${carried.site}`, carried) : [];

/** From a cell into the box. */
export function cleared({ site, stack }) {
  const name = stack.at(-1);
  return name ? [`lift ${site} ${name}`, `away ${name}`] : [];
}

/** Piece by piece from the bottom up, unless they are `alone`: all that the hand holds. */
const each = (deed, { names, alone }) =>
  names.length > 1 && alone ? [`${deed} all`] : names.map((name) => `${deed} ${name}`);

/** Whether a page with these cells and `held` shows what this line does. A touch, a slide and what leaves the hand for good need no look. */
export function isShown(line, cells, held) {
  const [deed, ...words] = line.split(" ");
  const piece = words.at(-1);
  if (deed === "put" && piece === "all") return !held.length;
  if (deed === "put") return cells.get(words[0]).stack.includes(piece);
  if (deed === "fetch") return held.includes(piece);
  return deed !== "lift" || held.includes(piece) || (unnamed(words) && held.length > 0);
}

/** No single piece is named. */
const unnamed = ([, piece = "all"]) => piece === "all";
