import assert from "node:assert/strict";
import test from "node:test";
import { offered, worded } from "../../controller/web/static/pages/menu.js";

const SAILS = ["q1", "q2", "q3", "q4"].flatMap((from) =>
  ["p1", "p2"].map((to) => `1 sails ${from}-${to}`),
);
const nobody = () => false;
const moves = (...all) => all.map((move) => ({ move, words: worded(move, nobody) }));
const labels = (choices) => choices.map(({ words }) => words.join("").trim());

test("a move is worded without its seat, two cells as two words", () => {
  assert.deepEqual(worded("1 sails q1-q2", nobody), ["sails ", "q1-", "q2"]);
});

test("a name with a dash in it is one word", () => {
  const known = (word) => word === "U-2";
  assert.deepEqual(worded("1 lays U-2", known), ["lays ", "U-2"]);
});

test("a few moves are offered whole", () => {
  const few = moves("1 ends", "1 blows q3");
  assert.deepEqual(offered(few, []), few);
});

test("many moves are offered by the words they begin with", () => {
  const choices = offered(moves(...SAILS, "1 ends"), []);
  assert.deepEqual(labels(choices), ["sails", "ends"]);
  assert.deepEqual(
    choices.map(({ move }) => move),
    [undefined, "1 ends"],
  );
});

test("words that leave no choice are not asked for one by one", () => {
  const all = ["p1", "p2", "p3", "p4", "p5", "p6", "p7"].map((to) => `1 sails q1-${to}`);
  const [sails] = offered(moves(...all, "1 ends"), []);
  assert.deepEqual(sails.words, ["sails ", "q1-"]);
});

test("the way narrows what is offered", () => {
  const all = moves(...SAILS);
  const [first] = offered(all, ["sails "]);
  assert.deepEqual(first.words, ["sails ", "q1-"]);
  const last = offered(all, first.words);
  assert.deepEqual(
    last.map(({ move }) => move),
    ["1 sails q1-p1", "1 sails q1-p2"],
  );
});
