// The live line from the table, and the way back: what is asked for goes by POST with the key.

import { say } from "./words.js";
const keyed = new URLSearchParams(location.search).get("key") || "";

/** Lay a JSON merge patch (RFC 7396) over a page, in place. */
export function merge(page, news) {
  for (const [name, value] of Object.entries(news)) {
    if (value === null) delete page[name];
    else if (isPlain(value) && isPlain(page[name])) merge(page[name], value);
    else page[name] = isPlain(value) ? merge({}, value) : value;
  }
  return page;
}

const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Follow a role. `changed(page, news)` is called with the page and only what changed in it. */
export function follow(role, changed, { key = keyed, lost = () => {} } = {}) {
  let page = {};
  let tries = 0;
  let socket;
  let closed = false;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(
      `${scheme}://${location.host}/live/${role}?key=${encodeURIComponent(key)}`,
    );
    socket.onmessage = (message) => {
      const news = JSON.parse(message.data);
      if (tries >= 0) {
        page = {};
        tries = -1;
        lost(false);
      }
      changed(merge(page, news), news);
    };
    socket.onclose = () => {
      if (closed) return;
      document.body.dataset.cut = say("ui.cut");
      lost(true);
      tries = Math.max(tries, 0) + 1;
      setTimeout(open, Math.min(250 * 2 ** tries, 4000));
    };
  };
  open();
  return {
    close: () => {
      closed = true;
      socket.close();
    },
  };
}

/** Ask for something; the answer is one sentence, empty when it was done. */
export async function ask(path, request, key = keyed) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Stardeck-Key": key },
      body: JSON.stringify(request),
    });
    if (answer.status === 404) return say("ui.real");
    return (await answer.json()).said;
  } catch {
    return say("ui.no_answer");
  }
}

/** Hands at the bench, one motion after the other. */
let last = Promise.resolve("");
export function obey(line) {
  last = last.then(() => ask("/hands", { type: "obey", line }));
  return last;
}

export const key = keyed;
