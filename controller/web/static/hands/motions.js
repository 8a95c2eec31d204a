// Translates motions over the board into lines for the simulated hand.

/** Returned instead of a line if the player has to choose a piece of the stack. */
export const ASK = Symbol("which piece");

/** Return the top piece of a cell, or all of them. */
export const gripped = ({ stack }, all) => (all ? [...stack] : stack.slice(-1));

export const lift = ({ site, stack }, all) => `lift ${site} ${all ? "all" : stack.at(-1)}`;

/** True if a touch of this single piece can only mean to lift it. */
export const plain = ({ stack, room }, held) => stack.length === 1 && (!held.length || room === 1);

/** Return the held piece to put down next: the chosen one, else one that is asked for. */
export const next = ({ held, choice, wanted = [] }) =>
  held.includes(choice) ? choice : wanted[0] || held.at(-1);

/** True if the whole stack is lifted: with Shift, or because the rules move it as one. */
export const together = ({ site, stack }, { shift, whole = [] }) =>
  stack.length > 1 && (shift || whole.includes(site));

/** Return the line for a tap: put what is held, point, ask which piece, or lift if `alone`. */
export function touch(cell, hand, alone) {
  if (hand.held.length && !full(cell))
    return `put ${cell.site} ${hand.bundled ? "all" : next(hand)}`;
  if (pointed(cell, hand)) return `point ${cell.site}`;
  if (cell.stack.length > 1) return grasped(cell, hand);
  return cell.stack.length && alone ? `lift ${cell.site}` : "";
}

/** Return the line that lifts from a stack, or ASK if several lifts are lawful. */
function grasped(cell, hand) {
  if (together(cell, hand)) return lift(cell, true);
  return hand.tops?.includes(cell.site) ? lift(cell, false) : ASK;
}

const full = ({ room, stack }) => room > 0 && stack.length >= room;

/** True if a touch of this cell points at it instead of lifting. */
const pointed = ({ site, stack }, { momentary, points, pointing }) =>
  momentary.includes(site) || (points.includes(site) && (pointing || !stack.length));

/** Return the lines for the end of a drag over a cell, a reader or the box; none elsewhere. */
export function letGo(carried, { points = [], wanted = [], held = [], ...where }) {
  const { cell } = where;
  if (clicked(carried, cell) && !points.includes(cell.site)) return [];
  if (carried.find) return fetched(carried, cell, held);
  return carried.sown && cell ? sow(cell, wanted) : dropped(carried, where);
}

/** Put down the one piece that is asked for; the others, for other cells, stay in the hand. */
const sow = ({ site }, wanted) => wanted.slice(0, 1).map((piece) => `put ${site} ${piece}`);

function dropped(carried, { cell, reader, box, sliding }) {
  if (carried.beside && !carried.moved) return [];
  if (sliding && carried.site) return slid(carried.way);
  if (reader) return [`tap ${reader} ${carried.names.at(-1)}`];
  if (box) return each("away", carried);
  return cell ? each(`put ${cell.site}`, carried) : [];
}

/** True if the piece was released where it was lifted. */
const clicked = ({ site, moved }, cell) => Boolean(site) && !moved && cell?.site === site;

/** Return the lines that take a piece from the box: to a cell, or after a tap into the hand. */
function fetched({ find, alike = () => false, moved }, cell, held) {
  if (!cell) return moved ? [] : swapped(find(), held.filter(alike));
  const piece = find(cell);
  return [`fetch ${piece}`, `put ${cell.site} ${piece}`];
}

/** Return the lines for a tap on a pile: take one piece, or put back those taken. */
export const swapped = (piece, held) =>
  held.length ? held.map((name) => `away ${name}`) : [`fetch ${piece}`];

const slid = (way) => (way.length > 1 ? [`slide ${way.join(" ")}`] : []);

/** Return the lines that put the pieces back where they were lifted. */
export const putBack = (carried, sliding) =>
  carried.site && !sliding ? each(`put ${carried.site}`, carried) : [];

/** Return the lines that move the top piece of a cell into the box. */
export function cleared({ site, stack }) {
  const name = stack.at(-1);
  return name ? [`lift ${site} ${name}`, `away ${name}`] : [];
}

/** Return a line for each piece from the bottom up, or one for `all` if the hand holds no others. */
const each = (deed, { names, alone }) =>
  names.length > 1 && alone ? [`${deed} all`] : names.map((name) => `${deed} ${name}`);

/** True if these cells and `held` show the effect of this line, or if it has none to wait for. */
export function isShown(line, cells, held) {
  const [deed, ...words] = line.split(" ");
  const piece = words.at(-1);
  if (deed === "put" && piece === "all") return !held.length;
  if (deed === "put") return cells.get(words[0]).stack.includes(piece);
  if (deed === "fetch") return held.includes(piece);
  return deed !== "lift" || held.includes(piece) || (unnamed(words) && held.length > 0);
}

/** True if the line names no single piece. */
const unnamed = ([, piece = "all"]) => piece === "all";
