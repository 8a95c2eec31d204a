// Who will sit where: {name, kind, team, partner, picks} by seat, kept while the form changes.

import { known, say } from "../telling/words.js";

const MOST = 9; // seats

/** These people, and a robot of this kind on every seat that is left; the first is a person. */
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

/** What somebody is called who has chosen no name: a robot by its rank, if it has one. */
function byKind(kind, seat) {
  const called = [`level.${kind}.called`, `player.${kind}`, "player.robot"];
  return say(called.find(known), { number: seat + 1 });
}

/** Nobody chose this name, on whichever seat it was given. */
const given = ({ name, kind }) =>
  Array.from({ length: MOST }, (_, seat) => byKind(kind, seat)).includes(name);

/** Those who sat there last, by name; a kind that this game does not offer is a person's. */
export const remembered = (lineup, kinds) =>
  lineup.map(({ names: [name, partner = ""], kind: last }) => {
    const kind = kinds.includes(last) ? last : "human";
    return { name, kind, team: "", partner, picks: {} };
  });

/** The colour in which somebody played a game last, of those that go with its seats; "" for none. */
export function worn(name, lineup, colours) {
  const seat = lineup?.findIndex(({ names }) => names.includes(name)) ?? -1;
  return colours[lineup?.length]?.[seat] || "";
}

/** The people after this one has sat down: on the first seat that nobody has named, else on a robot's. */
export function joined(people, name) {
  if (people.some((who) => who.kind === "human" && who.name === name)) return people;
  const free = people.findIndex((who) => who.kind === "human" && given(who));
  const seat = free >= 0 ? free : people.findIndex((who) => who.kind !== "human");
  return people.map((who, at) => (at === seat ? { ...who, name, kind: "human" } : who));
}

/** Somebody of another kind; a name that nobody chose goes with it. */
export function changed(who, seat, kind) {
  return { ...who, kind, name: given(who) ? byKind(kind, seat) : who.name };
}

/** The people with these two in each other's place. */
export const swapped = (people, one, other) =>
  people.map((who, seat) => ({ [one]: people[other], [other]: people[one] })[seat] || who);

/** The seats of each team, where everybody has one and there is more than one; else none. */
export function teams(people) {
  const names = [...new Set(people.map(({ team }) => team))];
  if (names.length < 2 || names.includes("")) return [];
  return names.map((name) => people.flatMap(({ team }, seat) => (team === name ? [seat] : [])));
}

/** The people with what was agreed on the board: of which kind, for which team, with what. */
export const agreed = (people, { kinds, teams: numbers, picks: rows }) =>
  people.map((who, seat) => {
    if (!kinds[seat]) return who;
    const own = Object.entries(rows).map(([name, row]) => [name, row[seat] || ""]);
    const team = String(numbers[seat] || "");
    return { ...changed(who, seat, kinds[seat]), team, picks: Object.fromEntries(own) };
  });

/** The team of each seat by its number, 0 for none. */
export const numbered = (people) => people.map(({ team }) => Number(team) || 0);

/** By the name of a choice what each seat has picked of it; "" where nothing was said. */
export function picks(people, choices) {
  const of = (name) => people.map((who) => who.picks[name] || "");
  return Object.fromEntries(choices.map(({ name }) => [name, of(name)]));
}

/** The people after one has picked this: whoever had it, has what is usual again. */
export function picking(people, seat, name, pick) {
  const other = (who) => (who.picks[name] === pick ? "" : who.picks[name]);
  return people.map((who, at) => ({
    ...who,
    picks: { ...who.picks, [name]: at === seat ? pick : other(who) },
  }));
}

/** The colour of what was picked, if something was that has one. */
export function painted(who, choices) {
  const found = choices.flatMap(({ name, offers }) =>
    offers.filter(({ pick, colour }) => colour && pick === who.picks[name]),
  );
  return found[0]?.colour;
}
