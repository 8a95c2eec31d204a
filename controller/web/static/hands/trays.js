// The keys, readers and rollers beside the board, each with its light.

import { $, h, lamp, tell } from "../drawing/draw.js";
import { say } from "../telling/words.js";
import { Roller } from "./roller.js";

const ASKED = ["pulse", "double"]; // lights that ask for something
const MANY = 8; // keys and readers; with more of them they stand closer

export class Trays {
  /** `order` lets the simulated hand act; `press` presses one of the table's own keys. */
  constructor(order, press) {
    Object.assign(this, { order, press, rollers: new Map(), places: new Map() });
  }

  /** Build the trays of a game. On a real board only the table's own keys can be pressed.
   *  Spectators see no keys. */
  begin(trays, { usable, host, watching }) {
    this.host = host;
    this.rollers.clear();
    this.places.clear();
    $("#trays").replaceChildren();
    $("#rollers").replaceChildren();
    for (const [site, tray] of Object.entries(trays))
      if (!watching || tray.kind === "reader") this.place(site, tray, usable);
    $("#trays").classList.toggle("crowded", this.places.size > MANY);
  }

  place(site, tray, usable) {
    if (tray.kind === "dial") return this.dial(site, tray, usable);
    const element = tray.kind === "key" ? this.key(site, tray, usable) : reader(site, tray);
    this.places.set(site, element);
    $("#trays").append(element);
  }

  key(site, tray, usable) {
    const name = site.replace("key.", "");
    const off = !(usable || (tray.own && this.host));
    const looks = { class: tray.name.length > 4 ? "key wide" : "key", disabled: off };
    const said = tray.own && !(usable && tray.felt);
    const on = { click: () => (said ? this.press(name) : this.order(`press ${name}`)) };
    return h("button", { ...looks, "data-key": name, on }, tray.name);
  }

  dial(site, tray, usable) {
    const button = (rows, told, sign) =>
      h("button", { "data-rows": rows, disabled: !usable, "aria-label": say(told) }, sign);
    const element = h(
      "div",
      { class: "roller", role: "group", "aria-label": say("ui.site", { site }) },
      button("-1", "ui.crank_back", "−"),
      h("div", { class: "well" }),
      button("1", "ui.crank_on", "+"),
      h("output", { "aria-live": "polite" }),
    );
    $("#rollers").append(element);
    this.rollers.set(site, new Roller(element, tray, this.order));
  }

  light(site, light) {
    this.rollers.get(site)?.light(light);
    const tray = this.places.get(site);
    if (!tray) return;
    tray.dataset.glow = light ? light[1] : "off";
    if (light) tray.style.setProperty("--lamp", lamp(light[0]).colour);
  }

  /** Scroll the first key that is asked for into view. */
  seek() {
    const asked = ({ dataset: { key, glow } }) => key && ASKED.includes(glow);
    [...this.places.values()].find(asked)?.scrollIntoView({ block: "nearest" });
  }

  turned(site, { at, sure }) {
    this.rollers.get(site)?.turned(at, sure);
  }

  /** Show the last card on a reader. */
  show(site, sign) {
    const slot = this.places.get(site)?.querySelector(".slot");
    if (slot) tell(slot, sign);
  }

  /** Turn the first roller; return false if there is none. */
  crank(rows) {
    const [first] = this.rollers.values();
    first?.crank(rows);
    return Boolean(first);
  }
}

const reader = (site, tray) =>
  h(
    "div",
    { class: "reader", "data-reader": site },
    h("span", { class: "slot" }),
    h("span", { class: "label" }, tray.name),
  );
