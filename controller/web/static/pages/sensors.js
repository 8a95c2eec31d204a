// Every sensor as a tile; cells are arranged as on the board.

import { $, h, tell } from "../drawing/draw.js";
import { say } from "../telling/words.js";

/** Return column and row of a cell such as b3; undefined for other names. */
export function place(site) {
  const [, letter, row] = /^([a-z])(\d+)$/.exec(site) || [];
  return letter && { column: letter.charCodeAt(0) - 96, row: Number(row) };
}

/** Return the places of cells, by site, if they fill at least half of a rectangle; else none. */
export function places(sites) {
  const found = new Map(sites.map((site) => [site, place(site)]).filter(([, spot]) => spot));
  const span = (axis) => {
    const all = [...found.values()].map((spot) => spot[axis]);
    return Math.max(...all) - Math.min(...all) + 1;
  };
  return 2 * found.size >= span("column") * span("row") ? found : new Map();
}

/** Return a tile's classes: not trusted, closed, or never changed. */
export function looks({ sense, believed, reading, edges }) {
  const never = sense === "reed" && !edges && !reading;
  return [believed ? "" : "deaf", reading ? "closed" : "", never ? "never" : ""].filter(Boolean);
}

/** Return a sensor's reading, and how often it changed and bounced. */
export const told = ({ sense, reading, edges, bounces }) =>
  [reading || sense, edges && `${edges}×`, bounces && say("ui.bounces", { count: bounces })]
    .filter(Boolean)
    .join(" ");

export class Sensors {
  constructor() {
    this.tiles = new Map();
    this.places = new Map();
  }

  /** Update these sensors. */
  show(sites, sensors) {
    this.places = places(Object.keys(sensors));
    for (const site of sites) if (sensors[site]) this.sensor(site, sensors[site]);
    this.arrange();
  }

  sensor(site, seen) {
    const tile = this.tiles.get(site) || this.add(site);
    tile.className = ["sensor", ...looks(seen)].join(" ");
    tell(tile.lastChild, told(seen));
  }

  add(site) {
    const tile = h("div", { class: "sensor" }, h("b", {}, site), h("span", {}));
    this.tiles.set(site, tile);
    $(this.places.has(site) ? "#cells" : "#sensors").append(tile);
    return tile;
  }

  /** Arrange the cells, the far row at the top. */
  arrange() {
    const far = Math.max(...[...this.places.values()].map((spot) => spot.row));
    for (const [site, { column, row }] of this.places) {
      const tile = this.tiles.get(site);
      if (tile) tile.style.gridArea = `${far - row + 1} / ${column}`;
    }
  }
}
