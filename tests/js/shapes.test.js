import assert from "node:assert/strict";
import test from "node:test";
import * as shapes from "../../controller/web/static/drawing/shapes.js";

const { Atlas, covers, girth, inside, isSquare, outline, reach, spread, towards } = shapes;

const square = (x, y, half = 0.5) => ({
  site: `${x},${y}`,
  centre: [x, y],
  points: [
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ],
});
const disc = (x, y, radius) => ({ site: "disc", centre: [x, y], points: [], radius });
const near = (found, expected) => assert.ok(Math.abs(found - expected) < 1e-9, `${found}`);

test("the reach of a shape is to its nearest edge", () => {
  near(reach(square(3, 4)), 0.5);
  near(reach(disc(3, 4, 0.2)), 0.2);
  near(
    reach({
      centre: [0, 0],
      points: [
        [-2, -1],
        [2, -1],
        [0, 5],
      ],
    }),
    1,
  );
});

test("a piece sticks out as far as its furthest corner", () => {
  near(
    girth({
      points: [
        [0, 0.3],
        [0.3, 0.4],
      ],
    }),
    0.5,
  );
  near(girth({ points: [], radius: 0.25 }), 0.25);
});

test("a point lies inside an outline or outside of it", () => {
  assert.ok(inside([3.4, 4.4], square(3, 4)));
  assert.ok(!inside([3.6, 4], square(3, 4)));
  assert.ok(inside([0.9, 0], disc(0, 0, 1)));
  assert.ok(!inside([0.9, 0.9], disc(0, 0, 1)));
});

test("a hollow of an outline is outside", () => {
  const horseshoe = [
    [0, 0],
    [3, 0],
    [3, 3],
    [2, 3],
    [2, 1],
    [1, 1],
    [1, 3],
    [0, 3],
  ];
  const cell = { centre: [1.5, 0.5], points: horseshoe };
  assert.ok(inside([0.5, 2], cell));
  assert.ok(!inside([1.5, 2], cell));
});

test("a piece covers a point that its turned outline covers", () => {
  const token = {
    points: [
      [-0.2, -0.8],
      [0.2, -0.8],
      [0.2, 0.8],
      [-0.2, 0.8],
    ],
    girth: 0.85,
  };
  const upright = { centre: [5, 5], turn: 0 };
  assert.ok(covers(token, upright, [5, 5.7]));
  assert.ok(!covers(token, upright, [5.7, 5]));
  assert.ok(covers(token, { ...upright, turn: 90 }, [5.7, 5]));
  assert.ok(!covers(token, { ...upright, turn: 90 }, [5, 5.7]));
});

test("only a square has its corners as far across as up", () => {
  assert.ok(isSquare(square(2, 2)));
  assert.ok(
    !isSquare({
      centre: [0, 0],
      points: [
        [0, -1],
        [1, 0],
        [0, 1],
        [-1, 0],
      ],
    }),
  );
  assert.ok(
    !isSquare({
      centre: [0, 0],
      points: [
        [-2, -1],
        [2, -1],
        [2, 1],
        [-2, 1],
      ],
    }),
  );
  assert.ok(!isSquare(disc(0, 0, 1)));
});

test("an outline is drawn in towards the middle", () => {
  assert.equal(outline(square(1, 1), 0.5), "0.75,0.75 1.25,0.75 1.25,1.25 0.75,1.25");
});

test("a cell is found by its own outline, a small one by a finger beside it", () => {
  const cells = [square(0.5, 0.5), disc(2.5, 0.5, 0.1)];
  const atlas = new Atlas(cells.map((cell) => ({ ...cell, reach: reach(cell) })));
  assert.equal(atlas.at([0.9, 0.9])?.site, "0.5,0.5");
  assert.equal(atlas.at([2.7, 0.5]), undefined);
  assert.equal(atlas.at([2.7, 0.5], 0.15)?.site, "disc");
});

const GRID = [1, 2, 3].flatMap((x) => [1, 2, 3].map((y) => square(x, y)));
const ARROWS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const FROM_THE_MIDDLE = { up: "2,1", down: "2,3", left: "1,2", right: "3,2" };

for (const [name, arrow] of Object.entries(ARROWS))
  test(`the arrow ${name} leads to the cell ${name}`, () => {
    assert.equal(towards(GRID, square(2, 2), arrow).site, FROM_THE_MIDDLE[name]);
  });

test("an arrow leads nowhere at the edge", () => {
  assert.equal(towards(GRID, square(1, 1), ARROWS.left), undefined);
});

test("an arrow prefers what lies straight ahead to what is nearer aside", () => {
  const [ahead, aside] = [square(4, 0), square(1, 1)];
  assert.equal(towards([ahead, aside], square(0, 0), ARROWS.right), aside);
  assert.equal(towards([square(2, 0), aside], square(0, 0), ARROWS.right).site, "2,0");
});

const PIECE = { girth: 0.3 };

test("one piece stands in the middle at its full size", () => {
  assert.deepEqual(spread([PIECE], 0.5, false), [{ at: [0, 0], scale: 1 }]);
});

test("two stand side by side, four in a square, and none upon another", () => {
  for (const many of [2, 3, 4, 7]) {
    const spots = spread(Array(many).fill(PIECE), 0.5, false);
    assert.equal(new Set(spots.map(({ at }) => String(at))).size, many);
    assert.ok(spots.every(({ at }) => Math.hypot(...at) < 0.5 * Math.SQRT2));
  }
  const [left, right] = spread([PIECE, PIECE], 0.5, false);
  near(left.at[0], -right.at[0]);
  near(left.at[1], right.at[1]);
});

test("pieces that share a cell are small, but never too small to be seen", () => {
  const [{ scale }] = spread(Array(4).fill({ girth: 0.5 }), 0.5, false);
  near(scale, 0.6);
  const [crowded] = spread(Array(400).fill({ girth: 0.5 }), 0.5, false);
  near(crowded.scale, 0.42);
});

test("a pile leans over, and no further however high it is", () => {
  const low = spread([PIECE, PIECE], 0.5, true);
  assert.deepEqual(low[1], { at: [0.07, -0.1], scale: 1 });
  const high = spread(Array(50).fill(PIECE), 0.5, true).at(-1);
  assert.ok(-high.at[1] <= 0.5);
});

test("what fits into the board lies flat in the middle, the others stand upon it", () => {
  const [flat, upright] = spread([{ ...PIECE, home: "a1" }, PIECE], 0.5, false);
  assert.deepEqual(flat, { at: [0, 0], scale: 1 });
  assert.deepEqual(upright, { at: [0, 0], scale: 1 });
});
