// Places that are named are found on the board, whatever stands round their names.

import assert from "node:assert/strict";
import { test } from "node:test";
import { aloud, apart, places } from "../../controller/web/static/telling/naming.js";

const cell = (site, x, y) => [site, { site, centre: [x, y], reach: 0.5 }];
const CELLS = new Map([
  cell("d1n", 0, 0),
  cell("d3n", 2, 1),
  cell("d3e", 3, 2),
  cell("F2", 5, 5),
  cell("F21", 6, 6),
  cell("f.2", 7, 7),
]);
const named = (text) => places(text, CELLS).map(({ site }) => site);

test("a place is found at the end of a sentence, in a move and in brackets", () => {
  for (const text of ["Let it point East: d3e.", "Fly d1n-d3e", "(d3e)", "d3e, or not"])
    assert.ok(named(text).includes("d3e"), text);
  assert.deepEqual(named("Lay F21."), ["F21"]);
  assert.deepEqual(named("on f.2."), ["f.2"]);
  assert.deepEqual(named("a piece, d1, F"), []);
});

test("a space that is parted into cells is labelled in their middle", () => {
  const [space] = places("the next space, d3,", CELLS);
  assert.deepEqual([space.site, space.centre], ["d3", [2.5, 1.5]]);
  assert.deepEqual(named("the next space, d3, on d3e"), ["d3e"]); // one label does not cover another
});

test("places that lie close together are known to", () => {
  assert.equal(apart(places("F2 and d3n, d3e", CELLS)), Math.SQRT2);
  assert.equal(apart(places("F2", CELLS)), Number.POSITIVE_INFINITY);
});

test("what is printed on a cell is named once, and the cell by nothing but its own name", () => {
  assert.equal(aloud({ title: "planet o1", label: "o1" }, "o1"), "planet");
  assert.equal(aloud({ title: "planet o8, not used", label: "o8" }, "o8"), "planet, not used");
  assert.equal(aloud({ title: "Station", label: "3" }, "h8"), "Station 3");
  assert.equal(aloud({ title: "Station 3", label: "3" }, "h8"), "Station 3");
  assert.equal(aloud({ title: "", label: "+2" }, "e5"), "+2");
});
