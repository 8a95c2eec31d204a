// The page's sentences, by key, from the catalogue of words.

import words from "/words.js";

/** True if there is such a sentence. */
export const known = (key) => key in words;

/** Return a sentence with its gaps filled. */
export function say(key, gaps = {}) {
  return (words[key] || key).replace(/\{(\w+)\}/g, (_, gap) => gaps[gap] ?? "");
}
