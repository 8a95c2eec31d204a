// The board with pieces and lights: drawn once from the game's geometry, then updated.

import { aloud, apart, places } from "../telling/naming.js";
import { say } from "../telling/words.js";
import { lamp, s } from "./draw.js";
import {
  bolt,
  callout,
  count,
  face,
  figure,
  frame,
  lantern,
  letterHeight,
  shape,
} from "./figures.js";
import { Lens } from "./lens.js";
import { pictures, printed } from "./scenery.js";
import { Atlas, covers, girth, reach, spread, towards } from "./shapes.js";

const MARGIN = 0.35;
const LEGIBLE = 6.5; // px: smaller letters are not drawn
const FINGER = 11; // px beside a cell that still count as the cell
const CALLED = 14; // px: height of a cell's name that a sentence mentions,
const [CLOSE, LEAST] = [0.45, 9]; // less where two are close (share of the distance), but at least 9 px
const THICK = 26; // px: a board with smaller cells is dense
// For reduced motion: each rhythm as a sign in the corner of its cell.
const SIGNS = { steady: "", pulse: "○", double: "‖", fast: "✕", run: "»", run_back: "«" };
const RHYTHMS = Object.keys(SIGNS);
const SAYS = Object.fromEntries(RHYTHMS.map((rhythm) => [rhythm, say(`ui.says.${rhythm}`)]));
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
    this.conditions = new Map(); // sentences about damaged things, by piece or site
    this.row = 0;
    this.apart = 1;
    this.lens = new Lens(svg, (scale) => this.near(scale));
    svg.addEventListener("focusin", (event) => this.here(event.target.dataset.site));
  }

  /** Draw another game's board; its pictures follow when they are loaded. */
  draw(game) {
    const { drawing } = game;
    const [w, h] = drawing.size.map((size) => size + 2 * MARGIN);
    this.drawing = drawing;
    this.tokens = new Map(
      drawing.tokens.map((token) => [token.name, { ...token, girth: girth(token) }]),
    );
    this.svg.replaceChildren(frame(...drawing.size));
    this.svg.parentElement.style.setProperty("--ratio", Math.max(0.7, Math.min(1.7, w / h)));
    this.layers(drawing);
    this.lay(drawing);
    this.lens.fit([-MARGIN, -MARGIN, w, h]);
    this.paint(game);
  }

  layers(drawing) {
    const layer = (name) => s("g", { class: name });
    const names = ["prints", "paper", "lights", "cells", "pieces", "calls"];
    [this.ground, this.paper, this.lights, this.grid, this.top, this.calls] = names.map(layer);
    const seen = s("g", { "clip-path": "url(#window)" }, this.ground, this.paper, this.lights);
    this.svg.append(seen, this.grid, this.top, this.calls);
    this.paper.classList.toggle("still", !drawing.paper);
    const beat = (rhythm) => this.lights.appendChild(layer(`beat ${rhythm}`));
    this.beats = Object.fromEntries(RHYTHMS.map((rhythm) => [rhythm, beat(rhythm)]));
  }

  /** Create the cells, with what is printed under them. */
  lay({ cells, prints }) {
    this.cells.clear();
    this.pieces.clear();
    this.conditions.clear();
    for (const cell of cells) this.cell({ ...cell, reach: reach(cell) });
    const all = [...this.cells.values()];
    this.atlas = new Atlas(all);
    this.least = Math.min(0.5, ...all.map((cell) => cell.reach));
    for (const print of prints) this.name(print);
    for (const cell of all) this.label(cell);
    this.focused = cells.at(0)?.site;
    this.cells.get(this.focused)?.face.setAttribute("tabindex", "0");
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

  // --------------------------------------------------------------------------------------- cells

  cell(cell) {
    const own = { ...cell, face: face(cell), glow: null, light: null, stack: [], print: null };
    this.grid.append(own.face);
    this.cells.set(cell.site, own);
  }

  /** Switch a light on, with colour and rhythm, or off. */
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

  /** Give the cell an inner line, for hover, last move and focus. */
  ringed(cell) {
    if (cell && !cell.ring) cell.ring = cell.face.appendChild(shape(cell, 0.86, { class: "ring" }));
    return cell;
  }

  /** Mark the cells of the last move. */
  remember(sites) {
    for (const face of this.grid.querySelectorAll(".last")) face.classList.remove("last");
    for (const site of sites) this.ringed(this.cells.get(site))?.face.classList.add("last");
  }

  /** Label the places that a text mentions. */
  call(text) {
    const named = places(text, this.cells);
    this.apart = apart(named);
    this.calls.replaceChildren(...named.map((cell) => callout(cell)));
    this.near(this.scale);
  }

  /** Return the centres of the cells whose light asks for something. */
  asking() {
    const lit = [...this.cells.values()].filter(({ light }) => light && light[1] !== "steady");
    return lit.map(({ centre }) => centre);
  }

  // -------------------------------------------------------------------------------------- pieces

  /** Show these pieces on a site, from the bottom up. */
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
    const known = stack.map((name) => this.known(name));
    const spots = spread(known, room, this.drawing.piled);
    const pieces = stack.map((name, at) => {
      const piece = this.token(name, turn);
      piece.setAttribute("transform", `translate(${spots[at].at}) scale(${spots[at].scale})`);
      piece.dataset.site = site;
      if (this.conditions.has(name)) piece.append(bolt([0, 0], known[at].girth));
      return piece;
    });
    const upright = known.filter(({ home }) => !home).length;
    const top = this.drawing.piled ? spots.at(-1).at : [0, 0];
    const many = upright > 1 ? count(stack.length, room, top) : "";
    return s("g", { class: "stack", transform: `translate(${x} ${y})` }, ...pieces, many);
  }

  known(name) {
    return this.tokens.get(name) || { ...STRANGER, girth: STRANGER.radius };
  }

  /** Mark a piece or site with its condition, or remove the mark. */
  mark(name, condition) {
    if (condition) this.conditions.set(name, condition);
    else this.conditions.delete(name);
    const cell = this.cells.get(name);
    if (cell) this.flaw(cell, condition);
    for (const { site, stack } of this.cells.values())
      if (site === name || stack.includes(name)) this.stand(site, stack);
  }

  flaw(cell, condition) {
    cell.flaw?.remove();
    cell.flaw = condition ? cell.face.appendChild(bolt(cell.centre, cell.reach)) : null;
  }

  /** Return a piece's title and condition. */
  told(name) {
    return [this.known(name).title, this.conditions.get(name)].filter(Boolean).join(": ");
  }

  /** Return a picture of a piece, turned by this many degrees. */
  token(name, turn = 0) {
    const piece = figure(this.known(name), turn);
    piece.dataset.piece = name;
    return piece;
  }

  // --------------------------------------------------------------------------------------- words

  label(cell) {
    const pieces = cell.stack.map((name) => this.told(name)).reverse();
    const light = cell.light ? SAYS[cell.light[1]] : "";
    const ground = [this.under(cell), this.conditions.get(cell.site)];
    const label = [cell.site, ...pieces, ...ground, light].filter(Boolean).join(", ");
    if (cell.face.getAttribute("aria-label") !== label) cell.face.setAttribute("aria-label", label);
  }

  /** Note for each cell what is printed under it. */
  name(print) {
    for (const place of print.places) {
      const cell = this.atlas.at(place);
      if (cell) cell.print = print;
    }
  }

  /** Return what is printed under a cell, in words. */
  under(cell) {
    const print = this.printAt(cell);
    return print ? aloud(print, cell.site) : "";
  }

  /** Return the print under a cell: on the paper strip, else on the board. */
  printAt(cell) {
    if (!this.drawing.paper) return cell.print;
    const [dx, dy] = this.drawing.paper.step.map((part) => part * Math.round(this.row));
    const [x, y] = cell.centre;
    const over = (print) =>
      print.places.some(([px, py]) => Math.abs(px + dx - x) < 0.4 && Math.abs(py + dy - y) < 0.4);
    return this.drawing.paper.prints.findLast(over) || cell.print;
  }

  /** Move the paper strip to this row. */
  scroll(row) {
    const relabel = Math.round(row) !== Math.round(this.row);
    this.row = row;
    const [x, y] = this.drawing.paper?.step || [0, 0];
    this.paper.style.transform = `translate(${x * row}px, ${y * row}px)`;
    if (relabel) for (const cell of this.cells.values()) this.label(cell);
  }

  // ------------------------------------------------------------------------------ pointing, walking

  /** Adapt letters to a new scale, in pixels per unit. */
  near(scale) {
    this.scale = scale;
    const high = Math.max(LEAST, Math.min(CALLED, CLOSE * this.apart * scale));
    this.calls?.style.setProperty("font-size", `${high / scale}px`);
    this.svg.classList.toggle("far", scale * letterHeight(this.least, 2) < LEGIBLE);
    this.svg.parentElement.classList.toggle(
      "dense",
      (2 * this.least * scale) / this.lens.zoom < THICK,
    );
  }

  /** Return the place on the board, in units, of a pointer event. */
  at(event) {
    return this.lens.at([event.clientX, event.clientY]);
  }

  /** Return the place of a cell's centre on the screen. */
  screen({ centre: [x, y] }) {
    const point = new DOMPoint(x, y).matrixTransform(this.svg.getScreenCTM());
    return [point.x, point.y];
  }

  /** Return the cell under the pointer. */
  hit(event) {
    return this.atlas.at(this.at(event), FINGER / this.scale);
  }

  /** Return the cell under the pointer; if it is empty, the one whose piece reaches here. */
  grip(event) {
    const cell = this.hit(event);
    if (cell?.stack.length) return cell;
    const point = this.at(event);
    const taken = [...this.pieces.keys()].map((site) => this.cells.get(site));
    return taken.find((one) => covers(this.known(one.stack.at(-1)), one, point)) || cell;
  }

  /** Focus the next cell in the direction of an arrow key. */
  step(arrow) {
    const next = towards([...this.cells.values()], this.cells.get(this.focused), arrow);
    if (next) this.focus(next.site);
  }

  focus(site) {
    const { face, centre } = this.cells.get(site);
    face.focus({ preventScroll: this.lens.zoom > 1 });
    this.lens.reveal(centre);
  }

  /** Make this cell the one in focus. */
  here(site) {
    if (!this.cells.has(site)) return;
    this.cells.get(this.focused)?.face.setAttribute("tabindex", "-1");
    this.focused = site;
    this.ringed(this.cells.get(site)).face.setAttribute("tabindex", "0");
  }
}
