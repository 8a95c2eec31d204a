// Keys that mean something wherever the page is in focus.

import { $ } from "../drawing/draw.js";

/** Whether a key is meant for the page, and neither for the browser nor for a form. */
export const meant = ({ ctrlKey, metaKey, altKey, target }) =>
  !(ctrlKey || metaKey || altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName));

/** `deeds()` tells by key what each does now; a dialog that is open keeps the keys to itself. */
export function shortcuts(deeds) {
  addEventListener("keydown", (event) => {
    if (!meant(event) || $("#helping").open) return;
    const deed = deeds()[event.key];
    if (!deed) return;
    deed();
    event.preventDefault();
  });
}
