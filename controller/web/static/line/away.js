// A service worker: while the table does not answer, an installed page says so.

const KEPT = "stardeck-1";
const SHELL = ["/away", "/static/style.css", "/static/icon.svg"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(SHELL)));
});

/** Return the table's answer, or the cached page if there is none. */
addEventListener("fetch", (event) => {
  const { request } = event;
  const page = request.mode === "navigate";
  if (page || SHELL.includes(new URL(request.url).pathname))
    event.respondWith(fetch(request).catch(() => caches.match(page ? "/away" : request)));
});
