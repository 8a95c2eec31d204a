// Plain geometry: what lies inside what, what is next to it, and how several things share one place.

/** How far it is from the middle of a shape to its nearest edge. */
export function reach({ centre: [x, y], points, radius }) {
  if (!points.length) return radius;
  return Math.min(
    ...points.map((from, at) => away([x, y], from, points[(at + 1) % points.length])),
  );
}

/** How far a piece sticks out from its own middle. */
export const girth = ({ points, radius }) =>
  points.length ? Math.max(...points.map(([x, y]) => Math.hypot(x, y))) : radius;

export function inside([x, y], { centre, points, radius }) {
  if (!points.length) return Math.hypot(x - centre[0], y - centre[1]) <= radius;
  const crossed = points.filter((from, at) =>
    crosses([x, y], from, points[(at + 1) % points.length]),
  );
  return crossed.length % 2 === 1;
}

/** Whether a ray from a point to the right goes through this stretch of a line. */
const crosses = ([x, y], [ax, ay], [bx, by]) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

/** Whether a piece that stands about this centre, its nose turned so many degrees, lies under a point. */
export function covers(token, { centre, turn }, [x, y]) {
  const away = [x - centre[0], y - centre[1]];
  return (
    Math.hypot(...away) <= token.girth && inside(turned(away, -turn), { ...token, centre: [0, 0] })
  );
}

function turned([x, y], degrees) {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** Four corners, each as far across from the middle as up or down. */
export const isSquare = ({ centre: [x, y], points }) =>
  points.length === 4 &&
  points.every(([px, py]) => {
    const [dx, dy] = [Math.abs(px - x), Math.abs(py - y)];
    return dx > 0.01 && Math.abs(dx - dy) < 0.01;
  });

/** The nearest of these cells from one of them, in the direction of an arrow; undefined at the edge. */
export function towards(cells, here, [dx, dy]) {
  const ahead = cells.map((cell) => {
    const [x, y] = [cell.centre[0] - here.centre[0], cell.centre[1] - here.centre[1]];
    return { cell, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  const far = ({ along, aside }) => along + 2 * aside;
  const open = ahead.filter(({ along, aside }) => along > 0.1 && aside <= along * 1.8);
  return open.reduce((best, one) => (best && far(best) <= far(one) ? best : one), undefined)?.cell;
}

/** From a point to a stretch of a line. */
function away([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(
    0,
    Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)),
  );
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}

/** The outline as an SVG attribute, drawn in towards the middle. */
export const outline = ({ centre: [x, y], points }, grow) =>
  points
    .map(([px, py]) => `${+(x + (px - x) * grow).toFixed(4)},${+(y + (py - y) * grow).toFixed(4)}`)
    .join(" ");

const STEP = [0.07, -0.1]; // from one layer of a pile to the next
const HIGH = 0.5; // units that a pile may lean over, however high it is
const SMALLEST = 0.42; // of its size is a piece that has to make room for others

/** Where each piece of a stack stands about the middle of its cell, from the bottom up: what fits there flat, the others beside or upon one another. */
export function spread(pieces, room, piled) {
  const upright = pieces.filter(({ home }) => !home);
  const { places, slot } = piled ? layers(upright.length) : ranks(upright.length, room);
  const widest = Math.max(...upright.map((piece) => piece.girth));
  const tight = !piled && upright.length > 1;
  const scale = tight ? Math.max(SMALLEST, Math.min(1, (slot * 1.2) / widest)) : 1;
  return pieces.map((piece) =>
    piece.home ? { at: [0, 0], scale: 1 } : { at: places.shift(), scale },
  );
}

/** One upon the other, leaning a little. */
function layers(count) {
  const lean = Math.min(1, HIGH / (0.1 * count));
  const places = Array.from({ length: count }, (_, at) => STEP.map((part) => part * at * lean));
  return { places };
}

/** So many places in rows, as a square about the middle; `slot` is half of what each has. */
function ranks(count, room) {
  const across = Math.ceil(Math.sqrt(count));
  const down = Math.ceil(count / across);
  const slot = (room * (count === 2 ? 1.1 : 1)) / Math.max(1, across);
  const places = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / across);
    const here = row === down - 1 ? count - row * across : across;
    return [((at % across) * 2 + 1 - here) * slot, (row * 2 + 1 - down) * slot];
  });
  return { places, slot };
}

/** Cells found by where they lie, without asking every one of them. */
export class Atlas {
  constructor(cells) {
    this.squares = new Map();
    for (const cell of cells)
      for (const square of squares(cell))
        this.squares.set(square, [...(this.squares.get(square) || []), cell]);
  }

  /** The cell at this point; else the nearest whose edge is not further than the slack. */
  at([x, y], slack = 0) {
    const near = this.squares.get(`${Math.floor(x)},${Math.floor(y)}`) || [];
    const within = near.filter((cell) => inside([x, y], cell));
    const far = (cell) => Math.hypot(cell.centre[0] - x, cell.centre[1] - y);
    const best = (cells) =>
      cells.reduce((one, cell) => (one && far(one) <= far(cell) ? one : cell), undefined);
    return best(within) || best(near.filter((cell) => far(cell) <= cell.reach + slack));
  }
}

/** The unit squares that a cell lies in or next to. */
function* squares({ centre, points, radius }) {
  const corners = points.length ? points : [-radius, radius].map((r) => centre.map((at) => at + r));
  for (const x of span(corners.map((corner) => corner[0])))
    for (const y of span(corners.map((corner) => corner[1]))) yield `${x},${y}`;
}

/** Every whole number from the least to the most of these, and a little to each side. */
function span(numbers) {
  const first = Math.floor(Math.min(...numbers) - 0.4);
  const last = Math.floor(Math.max(...numbers) + 0.4);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
