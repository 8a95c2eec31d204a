// Applies changes to a page, which arrive as JSON merge patches (RFC 7396).

/** Apply a merge patch to a page, in place. */
export function merge(page, news) {
  for (const [name, value] of Object.entries(news)) {
    if (value === null) delete page[name];
    else page[name] = isPlain(value) ? merge(under(page[name]), value) : value;
  }
  return page;
}

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const under = (value) => (isPlain(value) ? value : {});

/** Draw the parts of a page that the news changes; a part is `[["score", "turn"], draw]`. */
export function redraw(parts, news) {
  for (const [names, draw] of parts) {
    if (names.some((name) => (news[name] ?? null) !== null)) draw(news);
  }
}
