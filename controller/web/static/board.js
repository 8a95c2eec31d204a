// The board as it stands and as it is lit, drawn once from the game's own geometry, then only touched.

import { say } from "./words.js";
import { lamp, s, scatter } from "./draw.js";
import { scenery } from "./scenery.js";

const MARGIN = 0.35;
const SAYS = Object.fromEntries(["steady", "pulse", "double", "fast", "run", "run_back"].map((rhythm) => [rhythm, say(`ui.says.${rhythm}`)]));
// For eyes that want no motion: each rhythm as a sign in the corner of its cell.
const SIGNS = { steady: "", pulse: "○", double: "‖", fast: "✕", run: "»", run_back: "«" };

export class Board {
  constructor(svg) {
    this.svg = svg;
    this.cells = new Map();
    this.pieces = new Map();
    this.row = 0;
  }

  /** Begin anew with this game's drawing. */
  draw(game) {
    const { drawing } = game;
    this.drawing = drawing;
    this.tokens = new Map(drawing.tokens.map((token) => [token.name, token]));
    const [w, h] = drawing.size;
    this.svg.replaceChildren();
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${w + 2 * MARGIN} ${h + 2 * MARGIN}`);
    this.svg.append(this.frame(w, h));
    const window = s("g", { "clip-path": "url(#window)" });
    this.paper = s("g", { class: "paper" });
    for (const print of drawing.prints) window.append(scenery(print));
    for (const print of drawing.paper?.prints || []) this.paper.append(scenery(print));
    this.lights = s("g", { class: "lights" });
    this.top = s("g", { class: "pieces" });
    this.grid = s("g", { class: "cells" });
    window.append(this.paper, this.lights);
    this.svg.append(window, this.grid, this.top);
    this.cells.clear();
    this.pieces.clear();
    for (const cell of drawing.cells) this.cell(cell);
    this.focused = drawing.cells.at(0)?.site;
    if (this.focused) this.cells.get(this.focused).face.setAttribute("tabindex", "0");
  }

  frame(w, h) {
    const luck = scatter(1954);
    const stars = Array.from({ length: 90 }, () =>
      s("circle", { cx: luck.next().value * w, cy: luck.next().value * h, r: 0.012 + 0.03 * luck.next().value ** 3, fill: "#f4e9cd", opacity: 0.25 + 0.6 * luck.next().value }));
    return s("g", {},
      s("defs", {}, s("clipPath", { id: "window" }, s("rect", { width: w, height: h, rx: 0.18 })),
        s("pattern", { id: "hatch", width: 0.14, height: 0.14, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 0.06, height: 0.14, fill: "#fff" })),
        s("radialGradient", { id: "deep" }, s("stop", { offset: "0", "stop-color": "#1c2656" }), s("stop", { offset: "1", "stop-color": "#0a0f26" }))),
      s("rect", { x: -0.28, y: -0.28, width: w + 0.56, height: h + 0.56, rx: 0.42, class: "rim" }),
      s("rect", { x: -0.12, y: -0.12, width: w + 0.24, height: h + 0.24, rx: 0.28, class: "rim inner" }),
      s("rect", { width: w, height: h, rx: 0.18, fill: "url(#deep)" }),
      ...stars);
  }

  cell(cell) {
    const outline = (grow, attributes) => cell.points.length
      ? s("polygon", { points: shrunk(cell, grow), ...attributes })
      : s("circle", { cx: cell.centre[0], cy: cell.centre[1], r: cell.radius * grow, ...attributes });
    const glow = s("g", { class: "light off", "data-lamp": cell.site },
      outline(0.9, { class: "lamp" }), outline(0.78, { class: "core" }),
      s("text", { x: cell.centre[0] + 0.3, y: cell.centre[1] - 0.22, class: "sign" }));
    const face = s("g", { class: "cell", role: "button", tabindex: "-1", "aria-label": cell.site, "data-site": cell.site },
      outline(1, { class: "edge" }), outline(0.86, { class: "ring" }),
      s("text", { x: cell.centre[0] - 0.44, y: cell.centre[1] + 0.44, class: "name", "aria-hidden": "true" }, cell.site));
    this.lights.append(glow);
    this.grid.append(face);
    this.cells.set(cell.site, { ...cell, glow, face, light: null, piece: "" });
  }

  /** One light: on with its colour and rhythm, or off. */
  light(site, light) {
    const cell = this.cells.get(site);
    if (!cell) return;
    cell.light = light;
    cell.glow.setAttribute("class", light ? `light ${light[1]}` : "light off");
    if (light) {
      const { colour, strength } = lamp(light[0]);
      cell.glow.style.setProperty("--lamp", colour);
      cell.glow.style.setProperty("--strength", strength.toFixed(2));
      cell.glow.querySelector(".sign").textContent = SIGNS[light[1]];
    }
    this.label(cell);
  }

  /** What stands on a site, or nothing. */
  stand(site, name) {
    const cell = this.cells.get(site);
    if (!cell) return;
    this.pieces.get(site)?.remove();
    this.pieces.delete(site);
    cell.piece = name || "";
    cell.face.classList.toggle("taken", Boolean(name));
    if (name) {
      const piece = this.token(name);
      piece.setAttribute("transform", `translate(${cell.centre})`);
      piece.dataset.site = site;
      this.pieces.set(site, piece);
      this.top.append(piece);
    }
    this.label(cell);
  }

  /** A piece about its own middle. */
  token(name) {
    const token = this.tokens.get(name) || { name, title: say("ui.something"), colour: [160, 160, 160], points: [], radius: 0.3, seat: -1 };
    const colour = `rgb(${token.colour.join(" ")})`;
    const shape = (attributes) => token.points.length
      ? s("polygon", { points: token.points.map((p) => p.join()).join(" "), ...attributes })
      : s("circle", { r: token.radius, ...attributes });
    return s("g", { class: "piece", "data-piece": name },
      shape({ class: "cast", transform: "translate(.05 .07)" }),
      shape({ class: "hull", fill: colour }),
      s("circle", { cy: -0.02, r: 0.135, class: "port" }),
      s("text", { y: 0.055, class: "mark" }, token.seat >= 0 ? String(token.seat + 1) : "?"));
  }

  /** Where the last move went. */
  remember(sites) {
    for (const [site, { face }] of this.cells) face.classList.toggle("last", sites.includes(site));
  }

  label(cell) {
    const under = this.under(cell);
    const piece = cell.piece ? this.tokens.get(cell.piece)?.title || say("ui.something") : "";
    const light = cell.light ? SAYS[cell.light[1]] : "";
    const label = [cell.site, piece, under, light].filter(Boolean).join(", ");
    if (cell.face.getAttribute("aria-label") !== label) cell.face.setAttribute("aria-label", label);
  }

  /** What is printed there, in words. */
  under(cell) {
    const [dx, dy] = (this.drawing.paper?.step || [0, 0]).map((part) => part * Math.round(this.row));
    const [x, y] = cell.centre;
    const all = [...this.drawing.prints.map((p) => [p, 0, 0]), ...(this.drawing.paper?.prints || []).map((p) => [p, dx, dy])];
    const found = all.filter(([p, mx, my]) => p.places.some(([px, py]) => Math.abs(px + mx - x) < 0.4 && Math.abs(py + my - y) < 0.4));
    return found.map(([p]) => [p.title, p.label].filter(Boolean).join(" ")).at(-1) || "";
  }

  /** The paper, so many rows on; smoothly. */
  scroll(row) {
    const relabel = Math.round(row) !== Math.round(this.row);
    this.row = row;
    const [x, y] = this.drawing.paper?.step || [0, 0];
    this.paper.style.transform = `translate(${x * row}px, ${y * row}px)`;
    if (relabel) for (const cell of this.cells.values()) this.label(cell);
  }

  /** Where a point of the screen lies on the board, in its units. */
  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** The cell there, if there is one. */
  hit(event) {
    const [x, y] = this.at(event);
    let best, near = 0.62;
    for (const cell of this.cells.values()) {
      const away = Math.hypot(cell.centre[0] - x, cell.centre[1] - y);
      if (away < near) [best, near] = [cell, away];
    }
    return best;
  }

  /** The next cell from the one in focus, towards an arrow key. */
  step(dx, dy) {
    const here = this.cells.get(this.focused);
    let best, least = Infinity;
    for (const cell of this.cells.values()) {
      const x = cell.centre[0] - here.centre[0], y = cell.centre[1] - here.centre[1];
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 0.3 && aside <= along && along + 2 * aside < least) [best, least] = [cell, along + 2 * aside];
    }
    if (best) this.focus(best.site);
  }

  focus(site) {
    this.cells.get(this.focused)?.face.setAttribute("tabindex", "-1");
    this.focused = site;
    const { face } = this.cells.get(site);
    face.setAttribute("tabindex", "0");
    face.focus();
  }
}

function shrunk({ centre: [x, y], points }, grow) {
  return points.map(([px, py]) => `${x + (px - x) * grow},${y + (py - y) * grow}`).join(" ");
}
