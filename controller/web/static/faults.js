// The tray of faults: what real boards do, to be tried on a simulated one.

import { say } from "./words.js";
import { h } from "./draw.js";
import { obey } from "./live.js";

const SHARES = {
  bounce: [say("ui.fault.bounce"), 0.02],
  slip: [say("ui.fault.slip"), 0.3],
  missed_read: [say("ui.fault.missed"), 0.5],
  broken_byte: [say("ui.fault.bytes"), 0.01],
};

/** Fill the tray; `slides` hears whether ships are dragged without being lifted. */
export function faults(tray, board, said, slides) {
  const order = async (line) => said(await obey(line));
  const button = (text, line) =>
    h("button", { class: "small", on: { click: () => order(line()) } }, text);
  const cell = h(
    "select",
    { id: "faultcell" },
    ...[...board.cells.keys()].map((site) => h("option", {}, site)),
  );
  const share = ([name, [text, amount]]) =>
    h(
      "label",
      {},
      h("input", {
        type: "checkbox",
        on: { change: (event) => order(`fault ${name} ${event.target.checked ? amount : 0}`) },
      }),
      text,
    );
  tray.replaceChildren(
    h("summary", {}, say("ui.fault.tray")),
    h(
      "p",
      {},
      button(say("ui.fault.pull"), () => "unplug"),
      button(say("ui.fault.plug"), () => "plug"),
      button(say("ui.fault.power"), () => "reset"),
    ),
    h(
      "p",
      {},
      h("label", { for: "faultcell" }, say("ui.fault.reed")),
      cell,
      button(say("ui.fault.stick"), () => `stick ${cell.value}`),
      button(say("ui.fault.kill"), () => `kill ${cell.value}`),
      button(say("ui.fault.heal"), () => `heal ${cell.value}`),
    ),
    h("p", { class: "shares" }, ...Object.entries(SHARES).map(share)),
    h(
      "p",
      {},
      h(
        "label",
        {},
        h("input", { type: "checkbox", on: { change: (event) => slides(event.target.checked) } }),
        say("ui.fault.slide"),
      ),
      button(say("ui.fault.tidy"), () => "tidy"),
    ),
  );
}
