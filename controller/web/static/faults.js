// The tray of faults: what real boards do, to be tried on a simulated one.

import { h } from "./draw.js";
import { obey } from "./live.js";

const SHARES = {
  bounce: ["Contacts bounce", 0.02],
  slip: ["The strip slips on its wheel", 0.3],
  missed_read: ["Readers miss tags", 0.5],
  broken_byte: ["Bytes arrive broken", 0.01],
};

/** Fill the tray; `slides` hears whether ships are dragged without being lifted. */
export function faults(tray, board, said, slides) {
  const order = async (line) => said(await obey(line));
  const button = (text, line) => h("button", { class: "small", on: { click: () => order(line()) } }, text);
  const cell = h("select", { id: "faultcell" }, ...[...board.cells.keys()].map((site) => h("option", {}, site)));
  const share = ([name, [text, amount]]) => h("label", {},
    h("input", { type: "checkbox", on: { change: (event) => order(`fault ${name} ${event.target.checked ? amount : 0}`) } }), text);
  tray.replaceChildren(
    h("summary", {}, "Tray of faults"),
    h("p", {}, button("Pull the cable", () => "unplug"), button("Put it back", () => "plug"), button("Cut the Pico’s power", () => "reset")),
    h("p", {}, h("label", { for: "faultcell" }, "The reed under "), cell,
      button("welds shut", () => `stick ${cell.value}`), button("breaks", () => `kill ${cell.value}`), button("is mended", () => `heal ${cell.value}`)),
    h("p", { class: "shares" }, ...Object.entries(SHARES).map(share)),
    h("p", {}, h("label", {}, h("input", { type: "checkbox", on: { change: (event) => slides(event.target.checked) } }), "Slide ships instead of lifting them"),
      button("Follow the lights for me", () => "tidy")));
}
