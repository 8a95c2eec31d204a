import assert from "node:assert/strict";
import test from "node:test";
import { awaits, TUNES, tune } from "../../controller/web/static/telling/tunes.js";

const PAGE = {
  turn: [0],
  due: [0],
  troubles: [],
  seats: { 0: { kind: "human" }, 1: { kind: "robot" }, 2: { kind: "human" } },
};

test("danger is heard before everything else", () => {
  const troubles = ["The strip!"];
  assert.equal(tune({ ...PAGE, troubles }, { troubles, notice: {}, record: {} }, 1), "alarm");
});

test("danger that has passed is not heard", () => {
  assert.equal(tune(PAGE, { troubles: [] }, 1), "");
});

test("a mistake is heard before a move", () => {
  assert.equal(tune(PAGE, { notice: {}, record: {} }, 1), "wrong");
  assert.equal(tune(PAGE, { record: {}, due: [0] }, 1), "made");
});

test("a person hears that it is their turn, nobody hears a robot's", () => {
  assert.equal(tune(PAGE, { due: [0] }, 1), "turn");
  assert.equal(tune({ ...PAGE, due: [1] }, { due: [1] }, 1), "");
});

test("when several may begin at once, that is heard over the move that let them", () => {
  const both = { ...PAGE, turn: [0, 2] };
  assert.equal(tune(both, { turn: [0, 2], record: {} }, 1), "turn");
  assert.equal(tune(both, { record: {} }, 2), "made");
});

test("somebody is waited for while a person is due, whoever else may act", () => {
  assert.ok(awaits(PAGE));
  assert.ok(!awaits({ ...PAGE, due: [1] }));
});

test("every tune begins at once and sounds for less than a second", () => {
  for (const notes of Object.values(TUNES)) {
    assert.equal(notes[0][1], 0);
    assert.ok(notes.every(([, after, lasts]) => after + lasts < 1));
  }
});
