// Which sound tells what: notes as [pitch in Hz, begins after s, lasts s, shape of the wave].

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

/** In this order; the first that fits is heard. */
const HEARD = [
  ["alarm", (page, news) => news.troubles && page.troubles.length],
  ["turn", ({ turn }, _, before) => turn.length > Math.max(1, before)], // both sides may begin
  ["wrong", (_, news) => news.notice],
  ["made", (_, news) => news.record],
  ["turn", (page, news) => news.due && awaits(page)],
];

/** The sound that goes with this news, after so many seats might act before it; "" for silence. */
export function tune(page, news, before) {
  return HEARD.find(([, fits]) => fits(page, news, before))?.[0] || "";
}

/** Whether the game waits for somebody who is no robot. */
export const awaits = ({ due, seats }) => due.some((seat) => seats[seat]?.kind === "human");
