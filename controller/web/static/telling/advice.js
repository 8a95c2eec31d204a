// One sentence that says by mouse or finger what the lights ask for.

/** Return a test for moves that no sensor feels: on top of a piece ("on"), or off the board ("off"). */
function unfelt(where) {
  return ({ asked, stands, page }) => page.unfelt === where && asked.length && asked.every(stands);
}

/** True if a piece was lifted unfelt from a stack, so that the lights are for other pieces. */
function unfeltLift({ asked, rests, page }) {
  const { held, wanted, fetch, stage, lesson } = page;
  const taken = held.length && !wanted.length && !fetch && !lesson?.breaks;
  return taken && stage === "waiting" && asked.every(rests);
}

/** The keys of the sentences with their conditions; the first that is met is shown. */
const ADVICE = [
  ["ui.how.crank", ({ page }) => page.tears], // all of the board blinks then
  ["ui.how.mend", ({ lit }) => lit("fast").length && lit("double").length],
  ["ui.how.mend_home", ({ lit, page }) => lit("fast").length && page.home],
  ["ui.how.take_off", ({ lit }) => lit("fast").length],
  ["ui.how.spare", ({ page }) => page.spare.length],
  ["ui.how.crank", ({ turns, asked, dial }) => turns.length || asked.some(dial)],
  ["ui.how.card", ({ asked, reader, holds }) => holds && asked.some(reader)],
  ["ui.how.own_page", ({ asked, reader, held }) => held && asked.some(reader)],
  ["ui.how.hold", ({ asked, reader, page }) => page.open && asked.some(reader)],
  ["ui.how.hold_here", ({ asked, reader }) => asked.some(reader)],
  ["ui.how.unfelt", unfelt("on")],
  ["ui.how.unfelt_off", unfelt("off")],
  ["ui.how.off", ({ asked, stands, page }) => page.off && asked.some(stands)],
  ["ui.how.unfelt_lift", (seen) => unfeltLift(seen) && seen.page.reach.length],
  ["ui.how.put_back", unfeltLift],
  [
    "ui.how.point",
    ({ asked, point, page }) => page.points.length && asked.length && asked.every(point),
  ],
  ["ui.how.fetch", ({ asked, page }) => page.fetch && !page.held.length && asked.length],
  ["ui.how.together", ({ asked, page }) => !page.held.length && asked.some(together(page))],
  // The goals are said after the lift.
  [
    "ui.how.lift",
    ({ asked, stands, rests, page }) => lifts(asked, stands, page) && asked.every(rests),
  ],
  ["ui.how.carry", ({ asked, stands, page }) => lifts(asked, stands, page)],
  ["ui.how.key", ({ asked, key }) => asked.length && asked.every(key)],
  ["ui.how.put", ({ wished, tray }) => !wished.every(tray)],
  ["ui.how.put_any", ({ asked, tray }) => !asked.every(tray)],
];

const together =
  ({ whole }) =>
  (site) =>
    whole.includes(site);

const lifts = (asked, stands, { held }) => asked.some(stands) && !held.length;

/** True for a key of no seat, or of a person who is to move. */
function ours(site, { turn, seats }) {
  const [, number] = site.match(/^key\.[a-z_]+(\d)$/) || [];
  const seat = Number(number) - 1;
  return !number || (turn.includes(seat) && seats[seat]?.kind === "human");
}

/** Return the lit sites; in a lesson only those that the lesson mentions. */
const spoken = (lit, { lesson }) =>
  lesson ? lit.filter((site) => lesson.around.includes(site)) : lit;

/** Return the key of the sentence, or "". `stands(site)` is true for occupied cells; `holding` is the seat whose cards are open. */
export function advice(page, stands, holding) {
  const lights = Object.entries(page.lights);
  const lit = (...rhythms) =>
    lights.filter(([, [, rhythm]]) => rhythms.includes(rhythm)).map(([site]) => site);
  const kind = (site) => page.game.trays[site]?.kind;
  const tray = (site) => ["key", "reader"].includes(kind(site));
  const seen = {
    page,
    lit,
    asked: spoken(lit("pulse", "double"), page),
    wished: spoken(lit("double"), page),
    turns: spoken(lit("run", "run_back"), page),
    holds: page.turn.includes(holding),
    held: page.turn.some((seat) => page.here?.includes(seat)), // has a page of its own open
    stands,
    tray,
    reader: (site) => kind(site) === "reader",
    dial: (site) => kind(site) === "dial",
    key: (site) => kind(site) === "key" && ours(site, page),
    point: (site) => page.points.includes(site) || tray(site),
    rests: (site) => stands(site) || tray(site),
  };
  return ADVICE.find(([, fits]) => fits(seen))?.[0] || "";
}
