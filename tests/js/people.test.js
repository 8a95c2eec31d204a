import assert from "node:assert/strict";
import test from "node:test";
import {
  agreed,
  changed,
  numbered,
  painted,
  picking,
  picks,
  remembered,
  seated,
  swapped,
  teams,
  worn,
} from "../../controller/web/static/pages/people.js";

const ADA = { name: "Ada", kind: "human", team: "" };

test("whoever has played a game is known by the colour of his seat", () => {
  const colours = { 2: ["#f00", "#0f0"], 3: ["#f00", "#0f0", "#00f"] };
  const seats = (...names) => names.map((own) => ({ names: own, kind: "human" }));
  assert.equal(worn("Ada", seats(["Robot 1"], ["Ada"]), colours), "#0f0");
  assert.equal(worn("Grace", seats(["Ada", "Grace"], ["Mia"], ["Bob"]), colours), "#f00");
  assert.equal(worn("Ada", seats(["Bob, Ada+Mia"], ["Robot 2"]), colours), "");
  assert.equal(worn("Ada", undefined, colours), "");
});

test("who sat there last is remembered by name and by kind, whatever the name is", () => {
  const lineup = [
    { names: ["captain"], kind: "human" },
    { names: ["Smith, John", "robot"], kind: "human" },
    { names: ["Cadet 3"], kind: "cadet" },
    { names: ["Old one"], kind: "no longer offered" },
  ];
  assert.deepEqual(
    remembered(lineup, ["human", "cadet"]).map(({ name, kind, partner }) => [name, kind, partner]),
    [
      ["captain", "human", ""],
      ["Smith, John", "human", "robot"],
      ["Cadet 3", "cadet", ""],
      ["Old one", "human", ""],
    ],
  );
});

test("the first seat is a person's, the others are robots'", () => {
  assert.deepEqual(
    seated([], 3, "cadet").map(({ name }) => name),
    ["Player 1", "Cadet 2", "Cadet 3"],
  );
  assert.deepEqual(
    seated([], 3, "cadet").map(({ kind }) => kind),
    ["human", "cadet", "cadet"],
  );
});

test("who sits already stays when seats are added, and when there are fewer", () => {
  assert.equal(seated([ADA], 2, "cadet")[0], ADA);
  assert.equal(seated(seated([ADA], 4, "cadet"), 2, "cadet").length, 4);
});

test("a name that nobody chose changes with the kind, a chosen one stays", () => {
  const [, robot] = seated([], 2, "cadet");
  assert.equal(changed(robot, 1, "human").name, "Player 2");
  assert.equal(changed(robot, 1, "captain").name, "Captain 2");
  assert.equal(changed(changed(robot, 1, "captain"), 1, "robot").name, "Robot 2");
  assert.deepEqual(changed(ADA, 0, "robot"), { ...ADA, kind: "robot" });
});

test("who takes another's colour changes places with them", () => {
  assert.deepEqual(swapped(["a", "b", "c"], 0, 2), ["c", "b", "a"]);
  assert.deepEqual(swapped(["a", "b"], 1, 1), ["a", "b"]);
});

const allied = (...names) => names.map((team) => ({ ...ADA, team }));

test("teams are the seats that play together", () => {
  assert.deepEqual(teams(allied("1", "2", "1", "2")), [
    [0, 2],
    [1, 3],
  ]);
});

test("there are no teams where one plays alone, or all together", () => {
  assert.deepEqual(teams(allied("1", "2", "")), []);
  assert.deepEqual(teams(allied("1", "1")), []);
});

const SHIP = { name: "ship", offers: [{ pick: "3", colour: "#00dc28" }] };

test("what was agreed on the board stands, seat by seat, and goes back as it came", () => {
  const agreement = { kinds: ["human", "pilot"], teams: [2, 0], picks: { ship: ["3", ""] } };
  const people = agreed(seated([], 3, "cadet"), agreement);
  assert.deepEqual(numbered(people.slice(0, 2)), agreement.teams);
  assert.deepEqual(picks(people.slice(0, 2), [{ name: "ship" }]), agreement.picks);
  assert.deepEqual(people[1].kind, "pilot");
  assert.deepEqual(people[2], seated([], 3, "cadet")[2]);
});

test("what was picked is told seat by seat, and what was not is left open", () => {
  const people = picking(seated([], 3, "cadet"), 1, "ship", "3");
  assert.deepEqual(picks(people, [SHIP]), { ship: ["", "3", ""] });
});

test("who picks what another has picked takes it over", () => {
  const people = picking(picking(seated([], 2, "cadet"), 0, "ship", "3"), 1, "ship", "3");
  assert.deepEqual(picks(people, [SHIP]), { ship: ["", "3"] });
});

test("what was picked lends its colour", () => {
  const [one, other] = picking(seated([], 2, "cadet"), 0, "ship", "3");
  assert.equal(painted(one, [SHIP]), "#00dc28");
  assert.equal(painted(other, [SHIP]), undefined);
});
