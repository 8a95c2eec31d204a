// Keyboard shortcuts of a page.

import { $ } from "../drawing/draw.js";

/** True if a key is for the page, not for the browser or a form. */
export const meant = ({ ctrlKey, metaKey, altKey, target }) =>
  !(ctrlKey || metaKey || altKey || /INPUT|SELECT|TEXTAREA/.test(target.tagName));

/** Handle shortcuts, except in a dialog; `deeds()` returns what each key does now. */
export function shortcuts(deeds) {
  addEventListener("keydown", (event) => {
    if (!meant(event) || $("#helping").open) return;
    const deed = deeds()[event.key];
    if (!deed) return;
    deed();
    event.preventDefault();
  });
}
