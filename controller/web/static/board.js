// The board as it stands and as it is lit, drawn once from the game's own geometry, then only touched.

import { say } from "./words.js";
import { lamp, s, scatter } from "./draw.js";
import { Lens } from "./lens.js";
import { pictures, printed } from "./scenery.js";
import { Atlas, girth, inside, outline, reach, spread } from "./shapes.js";

const MARGIN = 0.35;
const NAME = 0.17; // units high is a cell's name where there is room for it
const LEGIBLE = 6.5; // pixels: smaller letters are left out
const FINGER = 11; // pixels beside a cell that still mean it
const THICK = 26; // pixels: a board with smaller cells asks for the lens
const SAYS = Object.fromEntries(
  ["steady", "pulse", "double", "fast", "run", "run_back"].map((rhythm) => [
    rhythm,
    say(`ui.says.${rhythm}`),
  ]),
);
// For eyes that want no motion: each rhythm as a sign in the corner of its cell.
const SIGNS = { steady: "", pulse: "○", double: "‖", fast: "✕", run: "»", run_back: "«" };
const STRANGER = {
  name: "",
  title: say("ui.something"),
  colour: [160, 160, 160],
  points: [],
  radius: 0.3,
  seat: -1,
  label: "?",
};

export class Board {
  constructor(svg) {
    this.svg = svg;
    this.cells = new Map();
    this.pieces = new Map();
    this.row = 0;
    this.lens = new Lens(svg, (scale) => this.near(scale));
    svg.addEventListener("focusin", (event) => this.here(event.target.dataset.site));
  }

  /** Begin anew with this game's drawing; its pictures come as soon as they are loaded. */
  draw(game) {
    const { drawing } = game;
    this.drawing = drawing;
    this.tokens = new Map(
      drawing.tokens.map((token) => [token.name, { ...token, girth: girth(token) }]),
    );
    const [w, h] = drawing.size;
    this.cells.clear();
    this.pieces.clear();
    this.svg.replaceChildren(this.frame(w, h));
    this.svg.parentElement.style.setProperty(
      "--ratio",
      String(Math.max(0.7, Math.min(1.7, (w + 2 * MARGIN) / (h + 2 * MARGIN)))),
    );
    this.layers(drawing);
    for (const cell of drawing.cells) this.cell({ ...cell, reach: reach(cell) });
    this.atlas = new Atlas([...this.cells.values()]);
    this.least = Math.min(0.5, ...[...this.cells.values()].map((cell) => cell.reach));
    for (const print of drawing.prints) this.name(print);
    for (const cell of this.cells.values()) this.label(cell);
    this.focused = drawing.cells.at(0)?.site;
    if (this.focused) this.cells.get(this.focused).face.setAttribute("tabindex", "0");
    this.lens.fit([-MARGIN, -MARGIN, w + 2 * MARGIN, h + 2 * MARGIN]);
    this.paint(game);
  }

  layers(drawing) {
    const layer = (name) => s("g", { class: name });
    [this.ground, this.paper, this.lights, this.grid, this.top] = [
      "prints",
      "paper",
      "lights",
      "cells",
      "pieces",
    ].map(layer);
    this.svg.append(
      s("g", { "clip-path": "url(#window)" }, this.ground, this.paper, this.lights),
      this.grid,
      this.top,
    );
    this.paper.classList.toggle("still", !drawing.paper);
    this.beats = Object.fromEntries(
      Object.keys(SIGNS).map((rhythm) => [
        rhythm,
        this.lights.appendChild(layer(`beat ${rhythm}`)),
      ]),
    );
  }

  async paint({ name, drawing }) {
    const kinds = await pictures(name);
    if (this.drawing !== drawing) return;
    const covered = (print) => print.places.map((place) => this.atlas.at(place)).filter(Boolean);
    this.ground.replaceChildren(
      ...drawing.prints.map((print) => printed(print, kinds, covered(print))),
    );
    this.paper.replaceChildren(
      ...(drawing.paper?.prints || []).map((print) => printed(print, kinds)),
    );
  }

  frame(w, h) {
    const luck = scatter(1954);
    const stars = Array.from({ length: 90 }, () =>
      s("circle", {
        cx: luck.next().value * w,
        cy: luck.next().value * h,
        r: (0.012 + 0.03 * luck.next().value ** 3) * Math.max(1, w / 12),
        fill: "#f4e9cd",
        opacity: 0.25 + 0.6 * luck.next().value,
      }),
    );
    return s(
      "g",
      {},
      s(
        "defs",
        {},
        s("clipPath", { id: "window" }, s("rect", { width: w, height: h, rx: 0.18 })),
        s(
          "pattern",
          {
            id: "hatch",
            width: 0.14,
            height: 0.14,
            patternUnits: "userSpaceOnUse",
            patternTransform: "rotate(45)",
          },
          s("rect", { width: 0.06, height: 0.14, fill: "#fff" }),
        ),
        s(
          "radialGradient",
          { id: "deep" },
          s("stop", { offset: "0", "stop-color": "#1c2656" }),
          s("stop", { offset: "1", "stop-color": "#0a0f26" }),
        ),
      ),
      s("rect", { x: -0.28, y: -0.28, width: w + 0.56, height: h + 0.56, rx: 0.42, class: "rim" }),
      s("rect", {
        x: -0.12,
        y: -0.12,
        width: w + 0.24,
        height: h + 0.24,
        rx: 0.28,
        class: "rim inner",
      }),
      s("rect", { width: w, height: h, rx: 0.18, fill: "url(#deep)" }),
      ...stars,
    );
  }

  // --------------------------------------------------------------------------------------- cells

  cell(cell) {
    const face = s(
      "g",
      {
        class: "cell",
        role: "button",
        tabindex: "-1",
        "aria-label": cell.site,
        "data-site": cell.site,
      },
      shape(cell, 1, { class: "edge" }),
      named(cell),
    );
    this.grid.append(face);
    this.cells.set(cell.site, { ...cell, face, glow: null, light: null, stack: [], under: "" });
  }

  /** One light: on with its colour and rhythm, or off. */
  light(site, light) {
    const cell = this.cells.get(site);
    if (!cell) return;
    cell.light = light;
    if (light || cell.glow) this.shine(cell, light);
    this.label(cell);
  }

  shine(cell, light) {
    cell.glow ||= lantern(cell);
    cell.glow.setAttribute("class", light ? `light ${light[1]}` : "light off");
    if (!light) return cell.glow.remove();
    this.beats[light[1]].append(cell.glow);
    const { colour, strength } = lamp(light[0]);
    cell.glow.style.setProperty("--lamp", colour);
    cell.glow.style.setProperty("--strength", strength.toFixed(2));
    cell.glow.querySelector(".sign").textContent = SIGNS[light[1]];
  }

  /** The inner line of a cell, for what is over it, was played there or is in focus. */
  ringed(cell) {
    if (cell && !cell.ring) cell.ring = cell.face.appendChild(shape(cell, 0.86, { class: "ring" }));
    return cell;
  }

  /** Where the last move went. */
  remember(sites) {
    for (const face of this.grid.querySelectorAll(".last")) face.classList.remove("last");
    for (const site of sites) this.ringed(this.cells.get(site))?.face.classList.add("last");
  }

  // -------------------------------------------------------------------------------------- pieces

  /** What stands on a site, from the bottom up. */
  stand(site, names) {
    const cell = this.cells.get(site);
    if (!cell) return;
    cell.stack = names || [];
    this.pieces.get(site)?.remove();
    this.pieces.delete(site);
    cell.face.classList.toggle("taken", cell.stack.length > 0);
    if (cell.stack.length) this.pieces.set(site, this.top.appendChild(this.stack(cell)));
    this.label(cell);
  }

  stack({ site, centre: [x, y], stack, reach: room, turn }) {
    const spots = spread(
      stack.map((name) => this.known(name)),
      room,
      this.drawing.piled,
    );
    const pieces = stack.map((name, at) => {
      const piece = this.token(name, turn);
      piece.setAttribute("transform", `translate(${spots[at].at}) scale(${spots[at].scale})`);
      piece.dataset.site = site;
      return piece;
    });
    const upright = stack.filter((name) => !this.known(name).home).length;
    const count =
      upright > 1
        ? s(
            "g",
            { class: "count", transform: `translate(${room * 0.7} ${-room * 0.7})` },
            s("circle", { r: 0.17 }),
            s("text", { y: 0.075 }, String(stack.length)),
          )
        : "";
    return s("g", { class: "stack", transform: `translate(${x} ${y})` }, ...pieces, count);
  }

  known(name) {
    return this.tokens.get(name) || { ...STRANGER, girth: STRANGER.radius };
  }

  /** A piece about its own middle, its nose turned so far. */
  token(name, turn = 0) {
    const token = this.known(name);
    const label = token.label ?? (token.seat >= 0 ? String(token.seat + 1) : "");
    const size = Math.min(1, token.girth / 0.36);
    return s(
      "g",
      { class: "piece", "data-piece": name },
      own(token, {
        class: "cast",
        transform: `translate(${0.05 * size} ${0.07 * size}) rotate(${turn})`,
      }),
      own(token, {
        class: "hull",
        transform: `rotate(${turn})`,
        fill: `rgb(${token.colour.join(" ")})`,
      }),
      label
        ? s(
            "g",
            { transform: `scale(${size})` },
            s("circle", { cy: -0.02, r: 0.135, class: "port" }),
            s("text", { y: 0.055, class: label.length > 1 ? "mark long" : "mark" }, label),
          )
        : "",
    );
  }

  // --------------------------------------------------------------------------------------- words

  label(cell) {
    const pieces = cell.stack.map((name) => this.known(name).title).reverse();
    const light = cell.light ? SAYS[cell.light[1]] : "";
    const label = [cell.site, ...pieces, this.under(cell), light].filter(Boolean).join(", ");
    if (cell.face.getAttribute("aria-label") !== label) cell.face.setAttribute("aria-label", label);
  }

  /** What is printed on the board, told with the cells it covers. */
  name(print) {
    for (const place of print.places) {
      const cell = this.atlas.at(place);
      if (cell) cell.under = aloud(print);
    }
  }

  /** What is printed there, in words: on the paper where there is one, else on the board. */
  under(cell) {
    if (!this.drawing.paper) return cell.under;
    const [dx, dy] = this.drawing.paper.step.map((part) => part * Math.round(this.row));
    const [x, y] = cell.centre;
    const over = (print) =>
      print.places.some(([px, py]) => Math.abs(px + dx - x) < 0.4 && Math.abs(py + dy - y) < 0.4);
    const print = this.drawing.paper.prints.findLast(over);
    return print ? aloud(print) : cell.under;
  }

  /** The paper, so many rows on; smoothly. */
  scroll(row) {
    const relabel = Math.round(row) !== Math.round(this.row);
    this.row = row;
    const [x, y] = this.drawing.paper?.step || [0, 0];
    this.paper.style.transform = `translate(${x * row}px, ${y * row}px)`;
    if (relabel) for (const cell of this.cells.values()) this.label(cell);
  }

  // ------------------------------------------------------------------------------ pointing, walking

  /** So many pixels to a unit: letters that nobody could read are left out. */
  near(scale) {
    this.scale = scale;
    this.svg.classList.toggle("far", scale * lettering(this.least, 2) < LEGIBLE);
    this.svg.parentElement.classList.toggle(
      "dense",
      (2 * this.least * scale) / this.lens.zoom < THICK,
    );
  }

  /** Where a point of the screen lies on the board, in its units. */
  at(event) {
    return this.lens.at([event.clientX, event.clientY]);
  }

  /** Where the middle of a cell lies on the screen. */
  screen({ centre: [x, y] }) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    return [point.x, point.y];
  }

  /** The cell there, if there is one. */
  hit(event) {
    return this.atlas.at(this.at(event), FINGER / this.scale);
  }

  /** The cell there; where it is empty, the one whose piece sticks out as far as here. */
  grip(event) {
    const cell = this.hit(event);
    if (cell?.stack.length) return cell;
    const [x, y] = this.at(event);
    return (
      [...this.pieces.keys()]
        .map((site) => this.cells.get(site))
        .find((one) => this.covers(one, x, y)) || cell
    );
  }

  covers({ centre, stack, turn }, x, y) {
    const token = this.known(stack.at(-1));
    const [away, round] = [[x - centre[0], y - centre[1]], (-turn * Math.PI) / 180];
    const turned = [
      away[0] * Math.cos(round) - away[1] * Math.sin(round),
      away[0] * Math.sin(round) + away[1] * Math.cos(round),
    ];
    return Math.hypot(...away) <= token.girth && inside(turned, { ...token, centre: [0, 0] });
  }

  /** The next cell from the one in focus, towards an arrow key. */
  step(dx, dy) {
    const here = this.cells.get(this.focused);
    let best,
      least = Infinity;
    for (const cell of this.cells.values()) {
      const x = cell.centre[0] - here.centre[0],
        y = cell.centre[1] - here.centre[1];
      const along = x * dx + y * dy,
        aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 0.1 && aside <= along * 1.8 && along + 2 * aside < least)
        [best, least] = [cell, along + 2 * aside];
    }
    if (best) this.focus(best.site);
  }

  focus(site) {
    const { face, centre } = this.cells.get(site);
    face.focus({ preventScroll: this.lens.zoom > 1 });
    this.lens.reveal(centre);
  }

  /** The arrow keys go on from this cell, and Tab comes back to it. */
  here(site) {
    if (!this.cells.has(site)) return;
    this.cells.get(this.focused)?.face.setAttribute("tabindex", "-1");
    this.focused = site;
    this.ringed(this.cells.get(site)).face.setAttribute("tabindex", "0");
  }
}

const aloud = (print) => [print.title, print.label].filter(Boolean).join(" ");

const shape = (cell, grow, attributes) =>
  cell.points.length
    ? s("polygon", { points: outline(cell, grow), ...attributes })
    : s("circle", { cx: cell.centre[0], cy: cell.centre[1], r: cell.radius * grow, ...attributes });

const own = ({ points, radius }, attributes) =>
  points.length
    ? s("polygon", { points: points.map((point) => point.join()).join(" "), ...attributes })
    : s("circle", { r: radius, ...attributes });

const lantern = (cell) =>
  s(
    "g",
    { class: "light off", "data-lamp": cell.site },
    shape(cell, 0.9, { class: "lamp" }),
    shape(cell, 0.78, { class: "core" }),
    s("text", {
      x: cell.centre[0] + cell.reach * 0.6,
      y: cell.centre[1] - cell.reach * 0.44,
      class: "sign",
    }),
  );

/** How high letters may be where there is so much room for so many. */
const lettering = (room, letters) => Math.min(NAME, room * 0.42, (room * 2.4) / letters);

/** A cell's name in its lower left corner, if it has one, else along its foot. */
function named(cell) {
  const {
    site,
    centre: [x, y],
    reach: room,
    points,
  } = cell;
  const square =
    points.length === 4 &&
    Math.max(...points.map(([px, py]) => Math.abs(Math.abs(px - x) - Math.abs(py - y)))) < 0.01 &&
    points.every(([px]) => Math.abs(px - x) > 0.01);
  const size = lettering(room, site.length);
  const [left, foot] = square ? [x - room * 0.88, y + room * 0.88] : [x, y + room * 0.84];
  const text = s(
    "text",
    { x: left, y: foot, class: square ? "name" : "name foot", "aria-hidden": "true" },
    site,
  );
  if (size < NAME) text.style.fontSize = `${size.toFixed(3)}px`;
  return text;
}
