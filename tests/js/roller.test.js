import assert from "node:assert/strict";
import test from "node:test";
import { pulled, stretch } from "../../controller/web/static/hands/roller.js";

const near = ({ turn, owed }, expected) => {
  assert.ok(Math.abs(turn - expected.turn) < 1e-9, `turn ${turn}`);
  assert.ok(Math.abs(owed - expected.owed) < 1e-9, `owed ${owed}`);
};

test("whole rows are turned as they are owed", () => {
  near(pulled(3, 1, false), { turn: 1, owed: 0 });
  near(pulled(3, -2, false), { turn: -2, owed: 0 });
});

test("the stop catches a strip that is let go near a row", () => {
  near(pulled(3, 0.8, false), { turn: 1, owed: 0 });
  near(pulled(3.2, 0, false), { turn: -0.2, owed: 0 });
});

test("it does not catch half way between two rows, nor while the drum is gripped", () => {
  near(pulled(3, 0.5, false), { turn: 0.5, owed: 0 });
  near(pulled(3, 0.8, true), { turn: 0.8, owed: 0 });
});

test("a long way is turned a few rows at a time", () => {
  near(pulled(0, 12, true), { turn: 5, owed: 7 });
  near(pulled(0, -12, true), { turn: -5, owed: -7 });
});

test("rows beyond the game's are marked, and where the paper tears", () => {
  const limits = { lowest: 0, highest: 40, danger: [-2, 42] };
  assert.deepEqual(
    [0, 40, -1, 41, -2, 42].map((row) => stretch(row, limits)),
    ["", "", "beyond", "beyond", "torn", "torn"],
  );
});
