// "/words.js" is made of the catalogue by the server; here it is a few sentences of the tests' own.

const WORDS = new URL("./words.js", import.meta.url).href;

export const resolve = (specifier, context, next) =>
  specifier === "/words.js" ? { url: WORDS, shortCircuit: true } : next(specifier, context);
