// The players in the lobby's form: {name, kind, team, partner, picks} by seat.

import { known, say } from "../telling/words.js";

const MOST = 9; // seats

/** Fill free seats with robots of this kind; seat 1 is a person. */
export function seated(people, count, robot) {
  const more = Array.from({ length: Math.max(0, count - people.length) }, (_, at) =>
    newcomer(people.length + at, robot),
  );
  return [...people, ...more];
}

function newcomer(seat, robot) {
  const kind = seat ? robot : "human";
  return { name: byKind(kind, seat), kind, team: "", partner: "", picks: {} };
}

/** Return the default name: a robot's by its rank, if it has one. */
function byKind(kind, seat) {
  const called = [`level.${kind}.called`, `player.${kind}`, "player.robot"];
  return say(called.find(known), { number: seat + 1 });
}

/** True if the name is a default one, of any seat. */
const given = ({ name, kind }) =>
  Array.from({ length: MOST }, (_, seat) => byKind(kind, seat)).includes(name);

/** Return the last players; a kind that the game lacks becomes a person. */
export const remembered = (lineup, kinds) =>
  lineup.map(({ names: [name, partner = ""], kind: last }) => {
    const kind = kinds.includes(last) ? last : "human";
    return { name, kind, team: "", partner, picks: {} };
  });

/** Return the colour that this player had last in a game, or "". */
export function worn(name, lineup, colours) {
  const seat = lineup?.findIndex(({ names }) => names.includes(name)) ?? -1;
  return colours[lineup?.length]?.[seat] || "";
}

/** Add a player: on the first unnamed person's seat, else on a robot's. */
export function joined(people, name) {
  if (people.some((who) => who.kind === "human" && who.name === name)) return people;
  const free = people.findIndex((who) => who.kind === "human" && given(who));
  const seat = free >= 0 ? free : people.findIndex((who) => who.kind !== "human");
  return people.map((who, at) => (at === seat ? { ...who, name, kind: "human" } : who));
}

/** Change a player's kind, with a default name. */
export function changed(who, seat, kind) {
  return { ...who, kind, name: given(who) ? byKind(kind, seat) : who.name };
}

/** Swap two players. */
export const swapped = (people, one, other) =>
  people.map((who, seat) => ({ [one]: people[other], [other]: people[one] })[seat] || who);

/** Return the seats of each team; none unless all have a team and there are several. */
export function teams(people) {
  const names = [...new Set(people.map(({ team }) => team))];
  if (names.length < 2 || names.includes("")) return [];
  return names.map((name) => people.flatMap(({ team }, seat) => (team === name ? [seat] : [])));
}

/** Return the players with what was agreed in the board's menu. */
export const agreed = (people, { kinds, teams: numbers, picks: rows }) =>
  people.map((who, seat) => {
    if (!kinds[seat]) return who;
    const own = Object.entries(rows).map(([name, row]) => [name, row[seat] || ""]);
    const team = String(numbers[seat] || "");
    return { ...changed(who, seat, kinds[seat]), team, picks: Object.fromEntries(own) };
  });

/** Return the team of each seat, 0 for none. */
export const numbered = (people) => people.map(({ team }) => Number(team) || 0);

/** Return each seat's pick for each choice, "" for none. */
export function picks(people, choices) {
  const of = (name) => people.map((who) => who.picks[name] || "");
  return Object.fromEntries(choices.map(({ name }) => [name, of(name)]));
}

/** Pick for one seat; a seat that had the same goes back to the usual. */
export function picking(people, seat, name, pick) {
  const other = (who) => (who.picks[name] === pick ? "" : who.picks[name]);
  return people.map((who, at) => ({
    ...who,
    picks: { ...who.picks, [name]: at === seat ? pick : other(who) },
  }));
}

/** Return the colour of a pick that has one. */
export function painted(who, choices) {
  const found = choices.flatMap(({ name, offers }) =>
    offers.filter(({ pick, colour }) => colour && pick === who.picks[name]),
  );
  return found[0]?.colour;
}
