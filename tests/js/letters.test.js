import assert from "node:assert/strict";
import test from "node:test";
import { penned } from "../../controller/web/static/drawing/letters.js";

test("a line is as wide as its letters and the gaps after them", () => {
  assert.equal(penned("AB").width, 31);
  assert.equal(penned("").width, 0);
});

test("a narrow letter takes less room, and an I stands in the middle of it", () => {
  const { strokes, width } = penned("AIA");
  assert.deepEqual(
    strokes.map(({ left }) => left),
    [0, 13, 26],
  );
  assert.equal(width, 41.5);
});

test("small letters are drawn as capitals", () => {
  assert.deepEqual(penned("astron"), penned("ASTRON"));
});

test("every letter of the games' titles has its stroke", () => {
  const titles = "STARDECK ASTRON SPACE WALK SITUATION 7 ZYLATRON ASTROPLANE";
  const blank = penned(titles.replaceAll(" ", "")).strokes.filter(({ stroke }) => !stroke);
  assert.equal(blank.length, 0);
});

test("a letter that nobody has drawn leaves a gap", () => {
  assert.deepEqual(penned("Ж").strokes, [{ left: 0, stroke: "" }]);
});

test("digits, hyphens and apostrophes have theirs, for the titles of games to come", () => {
  const blank = penned("0123456789-'’").strokes.filter(({ stroke }) => !stroke);
  assert.equal(blank.length, 0);
});
