// The connection to the table: a WebSocket for changes, POST for requests.
// A cookie identifies the device; scripts never see its key.

import { say } from "../telling/words.js";
import { merge } from "./patch.js";

const LONGEST = 4000; // ms between two tries to reconnect

/** Return the ms to wait before this try. */
export const pause = (tries) => Math.min(250 * 2 ** tries, LONGEST);

/** Follow a role. `changed(page, news)` is called with the page and only what changed in it. */
export function follow(role, changed, { lost = () => {} } = {}) {
  let socket;
  let closed = false;
  const open = (tries) => {
    let page = null;
    socket = new WebSocket(address(role));
    socket.onmessage = (message) => {
      if (!page) lost(false);
      page ||= {};
      const news = JSON.parse(message.data);
      changed(merge(page, news), news);
    };
    socket.onclose = ({ reason }) => {
      if (closed) return;
      lost(true, reason);
      leaveIfShut();
      const again = page ? 1 : tries + 1;
      setTimeout(() => open(again), pause(again));
    };
  };
  open(0);
  return {
    close: () => {
      closed = true;
      socket.close();
    },
  };
}

function address(role) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}/live/${role}`;
}

/** Load the page again if this device may no longer see it. */
async function leaveIfShut() {
  try {
    const answer = await fetch(location.pathname);
    if (answer.status === 403 || answer.redirected) location.reload();
  } catch {} // the table does not answer
}

/** Show over the whole page that the connection is lost. */
export function cut(gone, why) {
  document.body.dataset.cut = why || say("ui.cut");
  document.body.classList.toggle("cut", gone);
}

/** Send a request; return one sentence, or "" if it was done. */
export const ask = (path, request) => post(path, JSON.stringify(request));

/** Send a body, such as a file; return one sentence, or "". */
export async function post(path, body) {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body });
    if (answer.status === 404) return say("ui.real");
    return (await answer.json()).said;
  } catch {
    return say("ui.no_answer");
  }
}

let last = Promise.resolve("");

/** Let the simulated hand do this line after all earlier ones. */
export function obey(line) {
  last = last.then(() => ask("/hands", { type: "obey", line }));
  return last;
}
