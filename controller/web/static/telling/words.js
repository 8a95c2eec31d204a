// The page's own sentences, by key, from the catalogue that everybody speaks by.

import words from "/words.js";

/** There is such a sentence. */
export const known = (key) => key in words;

/** A sentence with its gaps filled. */
export function say(key, gaps = {}) {
  return (words[key] || key).replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? "");
}
