// What of the board is seen, as a value: the whole of it [x, y, width, height], how near, and the middle of the picture.

const NEAREST = 7; // units across, on the way to which one may always come 2.5 times nearer
const ABOUT = 2; // units about what is framed
const INSET = 0.12; // of the picture; nearer to its edge nothing is brought

/** All of it. */
export const all = ([x, y, w, h]) => ({
  whole: [x, y, w, h],
  zoom: 1,
  middle: [x + w / 2, y + h / 2],
});

/** Nearer or further, so that this point of the board stays where it is on the screen. */
export function nearer(sight, factor, point = sight.middle) {
  const zoom = clamped(sight.zoom * factor, 1, most(sight));
  const share = sight.zoom / zoom;
  const middle = point.map((at, axis) => at + (sight.middle[axis] - at) * share);
  return within({ ...sight, zoom, middle });
}

const most = ({ whole: [, , w, h] }) => Math.max(2.5, Math.max(w, h) / NEAREST);

/** So many units aside. */
export const panned = (sight, way) =>
  within({ ...sight, middle: sight.middle.map((at, axis) => at + way[axis]) });

/** With this point in the picture, if it was not. */
export function revealed(sight, point) {
  if (sight.zoom === 1) return sight;
  const [left, top, w, h] = box(sight);
  const inset = Math.min(w, h) * INSET;
  const shift = (at, from, size) =>
    Math.min(0, at - from - inset) + Math.max(0, at - from - size + inset);
  return panned(sight, [shift(point[0], left, w), shift(point[1], top, h)]);
}

/** So near that all these points are in the picture, with some room about them. */
export function framed({ whole }, points) {
  const [across, down] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const span = (numbers) => [Math.min(...numbers), Math.max(...numbers)];
  const [[left, right], [top, bottom]] = [span(across), span(down)];
  const [, , w, h] = whole;
  const sight = { whole, middle: [(left + right) / 2, (top + bottom) / 2] };
  const zoom = Math.min(w / (right - left + 2 * ABOUT), h / (bottom - top + 2 * ABOUT));
  return within({ ...sight, zoom: clamped(zoom, 1, most(sight)) });
}

/** Whether this point is in the picture. */
export function sees(sight, [x, y]) {
  const [left, top, w, h] = box(sight);
  return x >= left && x <= left + w && y >= top && y <= top + h;
}

/** The part that is seen: [x, y, width, height]. */
export function box({ whole: [, , w, h], zoom, middle: [x, y] }) {
  return [x - w / zoom / 2, y - h / zoom / 2, w / zoom, h / zoom];
}

/** Never beyond the edge of the whole. */
function within(sight) {
  const { whole, zoom, middle } = sight;
  const kept = middle.map((at, axis) => {
    const [from, size] = [whole[axis], whole[axis + 2]];
    const half = size / zoom / 2;
    return clamped(at, from + half, from + size - half);
  });
  return { ...sight, middle: kept };
}

const clamped = (number, least, greatest) => Math.max(least, Math.min(greatest, number));
