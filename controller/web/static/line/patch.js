// Only what changed travels: news as a JSON merge patch (RFC 7396), laid over the page and drawn.

/** Lay the news over a page, in place. */
export function merge(page, news) {
  for (const [name, value] of Object.entries(news)) {
    if (value === null) delete page[name];
    else page[name] = isPlain(value) ? merge(under(page[name]), value) : value;
  }
  return page;
}

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const under = (value) => (isPlain(value) ? value : {});

/** Call those parts of a page whose names are in the news: `[["score", "turn"], draw]`, each once. */
export function redraw(parts, news) {
  for (const [names, draw] of parts) {
    if (names.some((name) => (news[name] ?? null) !== null)) draw(news);
  }
}
