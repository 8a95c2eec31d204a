// Rule numbers as links, wherever a sentence has them; and what a rule says in short.

import { h } from "../drawing/draw.js";

const NUMBER = /\b[A-Z]{1,2}\d+\b/g;

/** A text in pieces: plain ones, and numbers of rules that this game has. */
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

/** The way to one rule; its first sentence shows when it is pointed at. */
export const ruleLink = (number, { name, rules }) =>
  h(
    "a",
    { class: "ruled", href: `/rules/${name}#${number}`, target: "_blank", title: rules?.[number] },
    number,
  );

/** The same sentence, with every rule in it as a link. */
export const ruled = (text, game) =>
  pieces(text, game?.rules).map(({ text: plain, rule }) => (rule ? ruleLink(rule, game) : plain));

/** Change a sentence with rules in it only if it differs, so that nothing is read out twice. */
export function tellRuled(element, text, game) {
  if (element.textContent !== text) element.replaceChildren(...ruled(text, game));
}
