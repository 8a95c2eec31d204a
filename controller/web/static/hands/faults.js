// The tray of faults: buttons that break a simulated board as real boards break.

import { h } from "../drawing/draw.js";
import { say } from "../telling/words.js";

const SHARES = {
  bounce: [say("ui.fault.bounce"), 0.02],
  slip: [say("ui.fault.slip"), 0.3],
  missed_read: [say("ui.fault.missed"), 0.5],
  broken_byte: [say("ui.fault.bytes"), 0.01],
};

/** Fill the tray. `order` runs a fault; `slides` is called when dragging without lifting is switched on or off. */
export function faults(tray, board, order, slides) {
  const button = (text, line) =>
    h("button", { class: "small", on: { click: () => order(line()) } }, text);
  tray.replaceChildren(
    h("summary", {}, say("ui.fault.tray")),
    h("p", {}, ...cable(button)),
    h("p", {}, ...reeds(button, [...board.cells.keys()])),
    h("p", { class: "shares" }, ...shares(order)),
    h(
      "p",
      {},
      box(say("ui.fault.slide"), slides),
      button(say("ui.fault.tidy"), () => "tidy"),
    ),
  );
}

const cable = (button) => [
  button(say("ui.fault.pull"), () => "unplug"),
  button(say("ui.fault.plug"), () => "plug"),
  button(say("ui.fault.power"), () => "reset"),
];

function reeds(button, sites) {
  const cell = h("select", { id: "faultcell" }, ...sites.map((site) => h("option", {}, site)));
  return [
    h("label", { for: "faultcell" }, say("ui.fault.reed")),
    cell,
    button(say("ui.fault.stick"), () => `stick ${cell.value}`),
    button(say("ui.fault.kill"), () => `kill ${cell.value}`),
    button(say("ui.fault.heal"), () => `heal ${cell.value}`),
  ];
}

const shares = (order) =>
  Object.entries(SHARES).map(([name, [text, amount]]) =>
    box(text, (on) => order(`fault ${name} ${on ? amount : 0}`)),
  );

function box(text, changed) {
  const change = (event) => changed(event.target.checked);
  return h("label", {}, h("input", { type: "checkbox", on: { change } }), text);
}
