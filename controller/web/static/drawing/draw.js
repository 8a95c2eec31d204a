// HTML and SVG elements without a framework.

const SVG = "http://www.w3.org/2000/svg";

/** Return an SVG element: s("circle", {r: 1}, child, ...). */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** Return an HTML element; `on` in its attributes holds listeners. */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function filled(element, { on = {}, ...attributes }, children) {
  for (const [kind, call] of Object.entries(on)) element.addEventListener(kind, call);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined)
      element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(drawn));
  return element;
}

const drawn = (child) => child !== undefined && child !== null && child !== "";

export const $ = (selector) => document.querySelector(selector);

/** Set a text if it differs, so that a screen reader reads it once. */
export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return a game's colour for SVG. */
export const paint = (colour) => `rgb(${colour.join(" ")})`;

/** Return a light's colour at full brightness, and its brightness. */
export function lamp(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const most = Math.max(...parts, 1);
  const full = parts.map((part) => Math.round((part * 255) / most));
  return { colour: `rgb(${full.join(" ")})`, strength: Math.sqrt(most / 255) };
}

/** Yield pseudo-random numbers, the same ones for each seed. */
export function* scatter(seed) {
  let state = seed >>> 0 || 1;
  while (true) {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    yield state / 4294967296;
  }
}
