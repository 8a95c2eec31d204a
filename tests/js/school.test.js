// What learning needs of geometry and words: asked without a screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { path } from "../../controller/web/static/drawing/pointers.js";
import { nextOf } from "../../controller/web/static/pages/school.js";
import { explained, kinds } from "../../controller/web/static/telling/about.js";
import { fresh, stale } from "../../controller/web/static/telling/rule_cards.js";
import { pieces } from "../../controller/web/static/telling/rules.js";

const RULES = { A6: "Show one card.", A10: "It yields." };

test("numbers of rules that the game has become links, others stay as they are", () => {
  assert.deepEqual(pieces("See A6, A10 and A99 (A6).", RULES), [
    { text: "See " },
    { rule: "A6" },
    { text: ", " },
    { rule: "A10" },
    { text: " and A99 (" },
    { rule: "A6" },
    { text: ")." },
  ]);
  assert.deepEqual(pieces("Nothing here.", RULES), [{ text: "Nothing here." }]);
  assert.deepEqual(pieces("", RULES), []);
});

test("a thing is explained by its own name, or by its kind", () => {
  assert.ok(kinds("green.large.2").includes("large"));
  assert.ok(kinds("red-star1").includes("star"));
  assert.ok(kinds("key.token3").includes("token"));
  assert.ok(kinds("rocket2y").includes("rocket"));
  assert.equal(explained(["ship4", "piece"], { ship: "It flies." }), "It flies.");
  assert.equal(explained(["south.3", "", "piece"], { piece: "A craft." }), "A craft.");
  assert.equal(explained(["nothing"], {}), "");
});

test("the next lesson is the first that was not finished", () => {
  const lessons = { "1-a": "A", "2-b": "B", "3-c": "C" };
  assert.equal(nextOf(lessons, []), "1-a");
  assert.equal(nextOf(lessons, ["1-a", "3-c"]), "2-b");
  assert.equal(nextOf(lessons, Object.keys(lessons)), "1-a");
});

test("a rule is told once", () => {
  const [show, yields] = Object.entries(RULES);
  assert.equal(fresh([show, yields], ["A6"]), yields);
  assert.deepEqual(fresh([show], ["A6"]), ["", ""]);
});

test("a card goes when its rule is not felt any more, but not before it was read", () => {
  assert.ok(stale("A6", [["A10", "It yields."]], 8000));
  assert.ok(!stale("A6", [["A6", "Show one card."]], 80000));
  assert.ok(!stale("A6", [], 500));
});

test("an arrow keeps clear of both middles, and of a cell that it would not leave", () => {
  assert.match(path([0, 0], [0, 3]), /^M0\.000 0\.340L0\.000 2\.660L/);
  assert.equal(path([1, 1], [1, 1.2]), "");
});
