// Sounds and when they are played. A note is [Hz, start in s, length in s, wave shape].

export const TUNES = {
  made: [
    [660, 0, 0.09],
    [990, 0.09, 0.16],
  ],
  wrong: [
    [150, 0, 0.16, "sawtooth"],
    [120, 0.18, 0.22, "sawtooth"],
  ],
  turn: [
    [784, 0, 0.12, "triangle"],
    [1047, 0.14, 0.12, "triangle"],
    [1319, 0.28, 0.24, "triangle"],
  ],
  alarm: [
    [880, 0, 0.2, "square"],
    [620, 0.22, 0.2, "square"],
    [880, 0.44, 0.2, "square"],
  ],
};

/** The tunes with their conditions; the first that is met is played. */
const HEARD = [
  ["alarm", (page, news) => news.troubles && page.troubles.length],
  ["turn", ({ turn }, _, before) => turn.length > Math.max(1, before)], // both sides may begin
  ["wrong", (_, news) => news.notice],
  ["made", (_, news) => news.record],
  ["turn", (page, news) => news.due && awaits(page)],
];

/** Return the tune for this news, or ""; `before` is the number of seats that could act before it. */
export function tune(page, news, before) {
  return HEARD.find(([, fits]) => fits(page, news, before))?.[0] || "";
}

/** True if the game waits for a person. */
export const awaits = ({ due, seats }) => due.some((seat) => seats[seat]?.kind === "human");
