// The visible part of the board as a value: the whole board [x, y, width, height], the zoom, and the centre.

const NEAREST = 7; // units across at the greatest zoom, which is at least 2.5
const ABOUT = 2; // units of margin around framed points
const INSET = 0.12; // of the picture: the margin for a revealed point

/** Return the sight of the whole board. */
export const all = ([x, y, w, h]) => ({
  whole: [x, y, w, h],
  zoom: 1,
  middle: [x + w / 2, y + h / 2],
});

/** Zoom; this point of the board keeps its place on the screen. */
export function nearer(sight, factor, point = sight.middle) {
  const zoom = clamped(sight.zoom * factor, 1, most(sight));
  const share = sight.zoom / zoom;
  const middle = point.map((at, axis) => at + (sight.middle[axis] - at) * share);
  return within({ ...sight, zoom, middle });
}

const most = ({ whole: [, , w, h] }) => Math.max(2.5, Math.max(w, h) / NEAREST);

/** Pan by this many units. */
export const panned = (sight, way) =>
  within({ ...sight, middle: sight.middle.map((at, axis) => at + way[axis]) });

/** Pan until this point is visible. */
export function revealed(sight, point) {
  if (sight.zoom === 1) return sight;
  const [left, top, w, h] = box(sight);
  const inset = Math.min(w, h) * INSET;
  const shift = (at, from, size) =>
    Math.min(0, at - from - inset) + Math.max(0, at - from - size + inset);
  return panned(sight, [shift(point[0], left, w), shift(point[1], top, h)]);
}

/** Zoom and pan to these points, with a margin. */
export function framed({ whole }, points) {
  const [across, down] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const span = (numbers) => [Math.min(...numbers), Math.max(...numbers)];
  const [[left, right], [top, bottom]] = [span(across), span(down)];
  const [, , w, h] = whole;
  const sight = { whole, middle: [(left + right) / 2, (top + bottom) / 2] };
  const zoom = Math.min(w / (right - left + 2 * ABOUT), h / (bottom - top + 2 * ABOUT));
  return within({ ...sight, zoom: clamped(zoom, 1, most(sight)) });
}

/** True if this point is visible. */
export function sees(sight, [x, y]) {
  const [left, top, w, h] = box(sight);
  return x >= left && x <= left + w && y >= top && y <= top + h;
}

/** Return the visible part: [x, y, width, height]. */
export function box({ whole: [, , w, h], zoom, middle: [x, y] }) {
  return [x - w / zoom / 2, y - h / zoom / 2, w / zoom, h / zoom];
}

/** Return the sight, kept within the board. */
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
