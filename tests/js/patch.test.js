import assert from "node:assert/strict";
import test from "node:test";
import { merge, redraw } from "../../controller/web/static/line/patch.js";

// The examples of RFC 7396, appendix A, whose patch is an object.
const EXAMPLES = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

for (const [page, news, whole] of EXAMPLES)
  test(`${JSON.stringify(news)} over ${JSON.stringify(page)}`, () => {
    assert.deepEqual(merge(page, news), whole);
  });

test("a page keeps what the news do not tell of", () => {
  const lights = { e5: ["#ff0000", "pulse"], e7: ["#00ff00", "steady"] };
  const page = merge({ lights }, { lights: { e5: null } });
  assert.equal(page.lights, lights);
  assert.deepEqual(page, { lights: { e7: ["#00ff00", "steady"] } });
});

test("a part of a page is drawn once for all that it shows", () => {
  const drawn = [];
  const parts = [
    [["seats", "turn"], () => drawn.push("scores")],
    [["lights"], ({ lights }) => drawn.push(lights)],
    [["record"], () => drawn.push("record")],
  ];
  redraw(parts, { seats: {}, turn: [1], lights: "all" });
  assert.deepEqual(drawn, ["scores", "all"]);
});

test("what has gone is not drawn, what has become false is", () => {
  const drawn = [];
  const part = (name) => [[name], () => drawn.push(name)];
  redraw([part("open"), part("record")], { open: false, record: null });
  assert.deepEqual(drawn, ["open"]);
});
