// Plain geometry: what lies inside what, and how several things share one place.

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
  let odd = false;
  points.forEach(([ax, ay], at) => {
    const [bx, by] = points[(at + 1) % points.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
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
  const places = piled ? layers(upright.length) : ranks(upright.length, room);
  const scale =
    piled || upright.length < 2
      ? 1
      : Math.max(
          SMALLEST,
          Math.min(1, (places.slot * 1.2) / Math.max(...upright.map(({ girth }) => girth))),
        );
  return pieces.map((piece) =>
    piece.home ? { at: [0, 0], scale: 1 } : { at: places.shift(), scale },
  );
}

const layers = (count) =>
  Array.from({ length: count }, (_, at) =>
    STEP.map((part) => part * at * Math.min(1, HIGH / (0.1 * count))),
  );

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
  return Object.assign(places, { slot });
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
  const xs = points.length ? points.map(([x]) => x) : [centre[0] - radius, centre[0] + radius];
  const ys = points.length ? points.map(([, y]) => y) : [centre[1] - radius, centre[1] + radius];
  for (let x = Math.floor(Math.min(...xs) - 0.4); x <= Math.floor(Math.max(...xs) + 0.4); x++)
    for (let y = Math.floor(Math.min(...ys) - 0.4); y <= Math.floor(Math.max(...ys) + 0.4); y++)
      yield `${x},${y}`;
}
