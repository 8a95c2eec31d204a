// Addresses as the server answers them; "/words.js" is here a few sentences of the tests' own.

const WORDS = new URL("./words.js", import.meta.url).href;

const STATIC = new URL("../../controller/web/static/", import.meta.url);

export function resolve(specifier, context, next) {
  if (specifier === "/words.js") return { url: WORDS, shortCircuit: true };
  if (!specifier.startsWith("/static/")) return next(specifier, context);
  return next(new URL(specifier.slice("/static/".length), STATIC).href, context);
}
