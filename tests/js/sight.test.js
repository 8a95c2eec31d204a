import assert from "node:assert/strict";
import test from "node:test";
import { all, box, nearer, panned, revealed } from "../../controller/web/static/drawing/sight.js";

const WHOLE = [0, 0, 20, 10];
const FAR = all(WHOLE);
const near = (found, expected) => {
  for (const [at, part] of expected.entries())
    assert.ok(Math.abs(found[at] - part) < 1e-9, `${found} is not ${expected}`);
};

test("at first the whole board is seen", () => {
  near(box(FAR), WHOLE);
});

test("nearer shows half of it about the middle", () => {
  near(box(nearer(FAR, 2)), [5, 2.5, 10, 5]);
});

test("the point one comes nearer to stays where it is on the screen", () => {
  const point = [6, 4];
  const share = ([x, y, w, h]) => [(point[0] - x) / w, (point[1] - y) / h];
  near(share(box(nearer(FAR, 2, point))), share(box(FAR)));
});

test("one cannot go further than the whole, nor nearer than is of use", () => {
  assert.equal(nearer(FAR, 0.1).zoom, 1);
  assert.equal(nearer(FAR, 100).zoom, 20 / 7);
  assert.equal(nearer(all([0, 0, 8, 8]), 100).zoom, 2.5);
});

test("there is nothing to see beyond the edge", () => {
  near(box(panned(nearer(FAR, 2), [100, -100])), [10, 0, 10, 5]);
  near(box(panned(FAR, [1, 1])), WHOLE);
});

test("a point out of sight is brought into it, one in sight moves nothing", () => {
  const sight = nearer(FAR, 2);
  assert.deepEqual(revealed(sight, [10, 5]), sight);
  const [x, , w] = box(revealed(sight, [16, 5]));
  assert.ok(x + w > 16);
});
