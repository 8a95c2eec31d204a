import assert from "node:assert/strict";
import test from "node:test";
import { halves } from "../../controller/web/static/drawing/qr.js";
import { arranged, called, piles } from "../../controller/web/static/hands/box.js";
import { aloud, face, linked } from "../../controller/web/static/hands/cards.js";
import { placed } from "../../controller/web/static/hands/fan.js";
import { pause } from "../../controller/web/static/line/live.js";
import { shares } from "../../controller/web/static/pages/ending.js";
import { looks, place, places, told } from "../../controller/web/static/pages/sensors.js";
import { meant } from "../../controller/web/static/pages/shortcuts.js";
import { gained, lead } from "../../controller/web/static/telling/scores.js";
import { brought, Tally } from "../../controller/web/static/telling/tally.js";
import { names } from "../../controller/web/static/telling/telegram.js";

const CARDS = { F2: { sign: "↑2", title: "Forward 2", suit: "flight" } };

test("copies of a card have one face", () => {
  assert.equal(face(CARDS, "F2.1"), CARDS.F2);
  assert.equal(face(CARDS, "F3.1"), undefined);
  assert.equal(face(CARDS, ""), undefined);
});

test("a sentence calls cards and pieces by what is printed on them", () => {
  const tokens = { ship1: "the red ship" };
  assert.equal(
    aloud("Lay F2.1, then lift ship1.", { cards: CARDS, tokens }),
    "Lay Forward 2, then lift the red ship.",
  );
});

test("a button says where a piece goes in whole words", () => {
  const tokens = { tug1: "the tug", tug2: "the other" };
  const told = (words) => linked(words.split(" "), tokens).join(" ");
  assert.equal(told("tug1 o5"), "tug1 on o5");
  assert.equal(told("tug1 o5 o7"), "tug1 from o5 to o7");
  assert.equal(told("tug1"), "tug1");
  assert.equal(told("tug1 tug2"), "tug1 tug2");
  assert.equal(told("d1n-d3n"), "d1n-d3n");
});

test("whose turn it is, by name", () => {
  assert.equal(names([0, 2], { 0: { name: "Ada" }, 2: { name: "Emmy" } }), "Ada, Emmy");
  assert.equal(names([], {}), "");
});

test("somebody leads with the most points, nobody while all have as many", () => {
  assert.equal(lead([3, 8, 8]), 8);
  assert.ok(Number.isNaN(lead([4, 4])));
  assert.ok(Number.isNaN(lead([])));
});

test("points are told with the move and the rule behind them", () => {
  assert.equal(gained({ points: 3, for: "flies to e7", rules: ["S2"] }), "+3 flies to e7 (S2)");
  assert.equal(gained({ points: -2, for: "ends", rules: [] }), "−2 ends");
});

const CRATE = { seat: -1, colour: [1, 2, 3], radius: 0.3, points: [], label: "" };
const BOX = [
  { ...CRATE, name: "crate1", count: 1 },
  { ...CRATE, name: "crate2", count: 1 },
  { ...CRATE, name: "tug1", seat: 0, count: 3 },
  { ...CRATE, name: "tug2", seat: 1, count: 1 },
  { ...CRATE, name: "tug3", seat: 2, count: 1 },
];
const heaped = (out) => piles(BOX, out, 2);
const lying = (out) => heaped(out).map(({ names: there }) => there.join(" "));

test("what looks alike is one pile, and nothing lies there for a seat that is not played", () => {
  assert.deepEqual(lying([]), ["crate1 crate2", "tug1 tug1 tug1", "tug2"]);
});

test("what is out of the box is not in it", () => {
  assert.deepEqual(lying(["crate1", "tug1", "tug2"]), ["crate2", "tug1 tug1"]);
});

test("whatever is taken and put away, no heap moves until the box is empty", () => {
  const all = BOX.slice(0, 4).flatMap(({ name, count }) => Array(count).fill(name));
  let [before, out, seed] = [heaped([]), [], 7];
  for (let step = 0; step < 200; step += 1) {
    seed = (seed * 16807) % 2147483647;
    const name = all[seed % all.length];
    const many = (list) => list.filter((one) => one === name).length;
    out = many(out) < many(all) ? [...out, name] : out.filter((one) => one !== name);
    if (out.length === all.length) out = [];
    const now = arranged(before, heaped(out));
    assert.deepEqual(
      now.map(({ token }) => token.name.slice(0, 4)),
      before.map(({ token }) => token.name.slice(0, 4)),
    );
    assert.equal(now.flatMap(({ names: there }) => there).length, all.length - out.length);
    before = now;
  }
  assert.deepEqual(arranged(before, heaped(all)), []);
});

test("nothing is left of an empty pile when nobody takes anything out of the box", () => {
  const one = { token: { name: "a", seat: 0, colour: "red" }, names: [] };
  const other = { token: { name: "b", seat: 0, colour: "blue" }, names: ["b"] };
  assert.deepEqual(arranged([one, other], [other]), [one, other]);
  assert.deepEqual(arranged([one, other], [other], false), [other]);
});

test("a stack opens to the right of its cell, or to the left, and within the window", () => {
  const [size, screen] = [
    [100, 60],
    [800, 600],
  ];
  assert.deepEqual(placed([400, 300], 20, size, screen), [420, 270]);
  assert.deepEqual(placed([750, 300], 20, size, screen), [630, 270]);
  assert.deepEqual(placed([400, 590], 20, size, screen), [420, 532]);
  assert.deepEqual(placed([400, 0], 20, size, screen), [420, 8]);
});

test("a lost line is tried again, less and less often", () => {
  assert.deepEqual([1, 2, 3, 4, 9].map(pause), [500, 1000, 2000, 4000, 4000]);
});

test("a code is its size and its path", () => {
  assert.deepEqual(halves("25 M0 0h1M2 0h1"), ["25", "M0 0h1M2 0h1"]);
});

test("a sensor lies where its cell is called by a letter and a number", () => {
  assert.deepEqual(place("c12"), { column: 3, row: 12 });
  assert.equal(place("key.yes"), undefined);
});

test("cells are drawn in their places only where they fill a board", () => {
  const board = [..."abcdefghij"].flatMap((letter) => [1, 2, 3].map((row) => letter + row));
  assert.deepEqual(places([...board, "key.yes"]).get("c2"), { column: 3, row: 2 });
  assert.equal(places([...board, "key.yes"]).size, 30);
  // Space Walk's rings: a few long columns far apart, whose square tiles lay on each other
  const rings = [..."oooooo"].map((_, at) => `o${at + 1}`).concat(["o20", "i1", "i6", "h1", "h3"]);
  assert.equal(places(rings).size, 0);
  assert.equal(places(["key.yes", "card"]).size, 0);
});

test("a sensor tells what it feels, and how it does", () => {
  const reed = { sense: "reed", reading: "", edges: 0, bounces: 0, believed: true };
  assert.equal(told(reed), "reed");
  assert.deepEqual(looks(reed), ["never"]);
  const busy = { ...reed, reading: "ship", edges: 4, bounces: 2, believed: false };
  assert.equal(told(busy), "ship 4× bounced 2 times");
  assert.deepEqual(looks(busy), ["deaf", "closed"]);
});

test("a key is meant for the page unless a form or the browser wants it", () => {
  const key = { target: { tagName: "BODY" } };
  assert.ok(meant(key));
  assert.ok(!meant({ ...key, ctrlKey: true }));
  assert.ok(!meant({ target: { tagName: "INPUT" } }));
});

test("a pile is called by what all of it is, and its last piece by its own name", () => {
  assert.equal(called({ title: "Yellow's rocket 1", heap: "" }, 3), "Yellow's rocket");
  assert.equal(
    called({ title: "Yellow's piece for A0", heap: "Yellow's pieces" }, 96),
    "Yellow's pieces",
  );
  assert.equal(called({ title: "Yellow's rocket 3", heap: "" }, 1), "Yellow's rocket 3");
});

test("what is told of the points at the end adds up", () => {
  const by = [
    { rule: "W11", points: 24 },
    { rule: "W6", points: -21 },
  ];
  assert.deepEqual(shares(by, 3), ["+24 (W11)", "−21 (W6)"]);
  assert.deepEqual(shares(by, 11), ["8 to begin with", "+24 (W11)", "−21 (W6)"]);
});

test("what the last move has brought is told with its rule, if that gave all of it", () => {
  const seat = { score: 4, gains: [{ points: -1, for: "flies", rules: ["A17"] }] };
  assert.equal(brought(5, seat), "−1 (A17)");
  assert.equal(brought(2, seat), "+2");
  assert.equal(brought(4, seat), "");
  assert.equal(brought(undefined, seat), "");
});

test("a game that begins has brought nobody anything", () => {
  const tally = new Tally({ replaceChildren() {} });
  const page = (score) => ({ seats: { 0: { score, gains: [] } }, game: { leads: false } });
  tally.show(page(8), { game: {}, record: {} });
  tally.show(page(12), { record: {} });
  assert.deepEqual(tally.news, { 0: "+4" });
  tally.show(page(12), { seats: {} });
  assert.deepEqual(tally.news, { 0: "+4" });
  tally.show(page(8), { game: {}, record: {} });
  assert.deepEqual(tally.news, { 0: "" });
});
