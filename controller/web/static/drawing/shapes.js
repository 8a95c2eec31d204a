// Geometry: points inside shapes, neighbouring cells, and how pieces share a cell.

/** Return the distance from a shape's centre to its nearest edge. */
export function reach({ centre: [x, y], points, radius }) {
  if (!points.length) return radius;
  return Math.min(
    ...points.map((from, at) => away([x, y], from, points[(at + 1) % points.length])),
  );
}

/** Return the distance from a piece's centre to its farthest point. */
export const girth = ({ points, radius }) =>
  points.length ? Math.max(...points.map(([x, y]) => Math.hypot(x, y))) : radius;

export function inside([x, y], { centre, points, radius }) {
  if (!points.length) return Math.hypot(x - centre[0], y - centre[1]) <= radius;
  const crossed = points.filter((from, at) =>
    crosses([x, y], from, points[(at + 1) % points.length]),
  );
  return crossed.length % 2 === 1;
}

/** True if a ray from the point to the right crosses this line segment. */
const crosses = ([x, y], [ax, ay], [bx, by]) =>
  ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;

/** True if a piece with this centre, turned by so many degrees, covers the point. */
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

/** True if all four corners lie on the diagonals. */
export const isSquare = ({ centre: [x, y], points }) =>
  points.length === 4 &&
  points.every(([px, py]) => {
    const [dx, dy] = [Math.abs(px - x), Math.abs(py - y)];
    return dx > 0.01 && Math.abs(dx - dy) < 0.01;
  });

/** Return the nearest cell in the direction of an arrow key; undefined at the edge. */
export function towards(cells, here, [dx, dy]) {
  const ahead = cells.map((cell) => {
    const [x, y] = [cell.centre[0] - here.centre[0], cell.centre[1] - here.centre[1]];
    return { cell, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
  });
  const far = ({ along, aside }) => along + 2 * aside;
  const open = ahead.filter(({ along, aside }) => along > 0.1 && aside <= along * 1.8);
  return open.reduce((best, one) => (best && far(best) <= far(one) ? best : one), undefined)?.cell;
}

/** Return the distance from a point to a line segment. */
function away([x, y], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(
    0,
    Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)),
  );
  return Math.hypot(ax + along * dx - x, ay + along * dy - y);
}

/** Return the outline as an SVG attribute, scaled towards the centre. */
export const outline = ({ centre: [x, y], points }, grow) =>
  points
    .map(([px, py]) => `${+(x + (px - x) * grow).toFixed(4)},${+(y + (py - y) * grow).toFixed(4)}`)
    .join(" ");

const STEP = [0.07, -0.1]; // units between two layers of a pile
const HIGH = 0.5; // units: greatest height of a drawn pile
const SMALLEST = 0.42; // least scale of pieces that share a cell

/** Return the place and scale of each piece of a stack, from the bottom up; pieces with a `home` lie flat. */
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

/** Return places for a leaning pile. */
function layers(count) {
  const lean = Math.min(1, HIGH / (0.1 * count));
  const places = Array.from({ length: count }, (_, at) => STEP.map((part) => part * at * lean));
  return { places };
}

/** Return places in rows around the centre; `slot` is half the width of one. */
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

/** Finds cells by place, through a grid of unit squares. */
export class Atlas {
  constructor(cells) {
    this.squares = new Map();
    for (const cell of cells)
      for (const square of squares(cell))
        this.squares.set(square, [...(this.squares.get(square) || []), cell]);
  }

  /** Return the cell at this point; else the nearest with its edge within the slack. */
  at([x, y], slack = 0) {
    const near = this.squares.get(`${Math.floor(x)},${Math.floor(y)}`) || [];
    const within = near.filter((cell) => inside([x, y], cell));
    const far = (cell) => Math.hypot(cell.centre[0] - x, cell.centre[1] - y);
    const best = (cells) =>
      cells.reduce((one, cell) => (one && far(one) <= far(cell) ? one : cell), undefined);
    return best(within) || best(near.filter((cell) => far(cell) <= cell.reach + slack));
  }
}

/** Yield the unit squares in which a cell lies, and those next to it. */
function* squares({ centre, points, radius }) {
  const corners = points.length ? points : [-radius, radius].map((r) => centre.map((at) => at + r));
  for (const x of span(corners.map((corner) => corner[0])))
    for (const y of span(corners.map((corner) => corner[1]))) yield `${x},${y}`;
}

/** Return all whole numbers from the least to the greatest, with a margin. */
function span(numbers) {
  const first = Math.floor(Math.min(...numbers) - 0.4);
  const last = Math.floor(Math.max(...numbers) + 0.4);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
