// While the table is away, an installed page says so and comes back by itself.

const KEPT = "stardeck-1";
const SHELL = ["/away", "/static/style.css", "/static/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)));
});

/** The table's own answer; what was kept, only while there is none. */
addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate";
  if (page || SHELL.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(page ? "/away" : request)));
});
