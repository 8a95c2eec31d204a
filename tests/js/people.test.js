import assert from "node:assert/strict";
import test from "node:test";
import { changed, seated, swapped, teams } from "../../controller/web/static/pages/people.js";

const ADA = { name: "Ada", kind: "human", team: "" };

test("the first seat is a person's, the others are robots'", () => {
  assert.deepEqual(
    seated([], 3).map(({ name }) => name),
    ["Player 1", "Robot 2", "Robot 3"],
  );
});

test("who sits already stays when seats are added, and when there are fewer", () => {
  assert.equal(seated([ADA], 2)[0], ADA);
  assert.equal(seated(seated([ADA], 4), 2).length, 4);
});

test("a name that nobody chose changes with the kind, a chosen one stays", () => {
  const [, robot] = seated([], 2);
  assert.equal(changed(robot, 1, "human").name, "Player 2");
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
