import assert from "node:assert/strict";
import test from "node:test";
import { lamp, scatter } from "../../controller/web/static/drawing/draw.js";
import { lettered, letterHeight } from "../../controller/web/static/drawing/figures.js";

test("a dim light is the same colour at less strength, not a dark colour", () => {
  assert.deepEqual(lamp("#ff8000"), { colour: "rgb(255 128 0)", strength: 1 });
  const dim = lamp("#402000");
  assert.equal(dim.colour, "rgb(255 128 0)");
  assert.ok(Math.abs(dim.strength - 0.5) < 0.01);
});

test("a light that is off has no strength to speak of", () => {
  const { colour, strength } = lamp("#000000");
  assert.equal(colour, "rgb(0 0 0)");
  assert.ok(strength < 0.1);
});

const first = (seed, many) => {
  const luck = scatter(seed);
  return Array.from({ length: many }, () => luck.next().value);
};

test("stars are scattered alike every time, and otherwise for another seed", () => {
  assert.deepEqual(first(1954, 20), first(1954, 20));
  assert.notDeepEqual(first(1954, 20), first(1955, 20));
});

test("they are scattered all over", () => {
  const numbers = first(7, 1000);
  assert.ok(numbers.every((one) => one >= 0 && one < 1));
  const mean = numbers.reduce((sum, one) => sum + one) / 1000;
  assert.ok(Math.abs(mean - 0.5) < 0.05);
});

test("a piece shows its own label, else the number of its seat, else nothing", () => {
  assert.equal(lettered({ label: "G", seat: 0 }), "G");
  assert.equal(lettered({ label: null, seat: 0 }), "1");
  assert.equal(lettered({ label: "", seat: 0 }), "");
  assert.equal(lettered({ seat: -1 }), "");
});

test("a long name in a small cell is written small", () => {
  assert.equal(letterHeight(0.5, 2), 0.19);
  assert.ok(letterHeight(0.5, 20) < 0.1);
  assert.ok(letterHeight(0.1, 2) < 0.05);
});
