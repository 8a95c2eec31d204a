// Turns rule numbers in sentences into links.

import { h } from "../drawing/draw.js";

const NUMBER = /\b[A-Z]{1,2}\d+\b/g;

/** Split a text into plain parts and numbers of this game's rules. */
export function pieces(text, rules) {
  const found = [];
  let from = 0;
  for (const { 0: number, index } of text.matchAll(NUMBER)) {
    if (!rules?.[number]) continue;
    found.push({ text: text.slice(from, index) }, { rule: number });
    from = index + number.length;
  }
  return [...found, { text: text.slice(from) }].filter(({ text: plain, rule }) => plain || rule);
}

/** Return a link to a rule, with its first sentence as a tooltip. */
export const ruleLink = (number, { name, rules }) =>
  h(
    "a",
    { class: "ruled", href: `/rules/${name}#${number}`, target: "_blank", title: rules?.[number] },
    number,
  );

/** Return a sentence with its rule numbers as links. */
export const ruled = (text, game) =>
  pieces(text, game?.rules).map(({ text: plain, rule }) => (rule ? ruleLink(rule, game) : plain));

/** Set a sentence with rules if it differs, so that a screen reader reads it once. */
export function tellRuled(element, text, game) {
  if (element.textContent !== text) element.replaceChildren(...ruled(text, game));
}
