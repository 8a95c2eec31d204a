import assert from "node:assert/strict";
import test from "node:test";
import * as motions from "../../controller/web/static/hands/motions.js";

const { ASK, cleared, gripped, isShown, letGo, lift, next, plain, putBack, together, touch } =
  motions;

const cell = (...stack) => ({ site: "e5", stack, room: 0 });
const EMPTY = { held: [], choice: "", momentary: [], points: [] };
const CARRIED = {
  names: ["tug"],
  site: "e5",
  way: ["e5"],
  moved: true,
  beside: false,
  alone: true,
};
const E7 = { site: "e7", stack: [], room: 0 };

test("a hand lifts the top piece, or all of them from the bottom up", () => {
  const stack = cell("liner", "tug");
  assert.deepEqual(gripped(stack, false), ["tug"]);
  assert.deepEqual(gripped(stack, true), ["liner", "tug"]);
  assert.equal(lift(stack, false), "lift e5 tug");
  assert.equal(lift(stack, true), "lift e5 all");
});

test("a piece that stands alone is lifted at once by an empty hand", () => {
  assert.ok(plain(cell("tug"), []));
  assert.ok(!plain(cell("liner", "tug"), []));
});

test("a hand that holds something lifts at once only where nothing more could be put", () => {
  assert.ok(!plain(cell("tug"), ["barge"]));
  assert.ok(plain({ ...cell("tug"), room: 1 }, ["barge"]));
});

test("what was chosen goes next, else what was taken last", () => {
  const held = ["liner", "tug"];
  assert.equal(next({ held, choice: "liner" }), "liner");
  assert.equal(next({ held, choice: "gone" }), "tug");
});

test("what is asked for goes before what was taken last, and after what was chosen", () => {
  const hand = { held: ["liner", "tug", "barge"], wanted: ["tug"] };
  assert.equal(next({ ...hand, choice: "" }), "tug");
  assert.equal(next({ ...hand, choice: "liner" }), "liner");
});

test("where the rules take all of a stack, a hand does", () => {
  const stack = cell("liner", "tug");
  assert.ok(together(stack, { whole: ["e5"] }));
  assert.ok(!together(stack, { whole: ["e7"] }));
  assert.ok(together(stack, { shift: true }));
  assert.equal(touch(stack, { ...EMPTY, whole: ["e5"] }, false), "lift e5 all");
  assert.equal(touch(stack, { ...EMPTY, tops: ["e5"] }, false), "lift e5 tug");
  const both = { ...EMPTY, held: ["liner", "tug"] };
  assert.equal(touch(E7, { ...both, bundled: true }, false), "put e7 all");
  assert.equal(touch(E7, both, false), "put e7 tug");
});

test("of a stack that is sown, only the piece that is asked for is put down", () => {
  const sown = { ...CARRIED, names: ["liner", "tug"], sown: true };
  assert.deepEqual(letGo(sown, { cell: E7, wanted: ["liner"] }), ["put e7 liner"]);
  assert.deepEqual(letGo(sown, { cell: E7 }), []);
});

test("a click takes a piece into the hand, but points where pointing is asked for", () => {
  const click = { ...CARRIED, moved: false };
  const here = cell();
  assert.deepEqual(letGo(click, { cell: here }), []);
  assert.deepEqual(letGo(click, { cell: here, points: ["e5"] }), ["put e5 tug"]);
});

test("a touch puts down what is held", () => {
  assert.equal(touch(cell(), { ...EMPTY, held: ["tug"] }, false), "put e5 tug");
  assert.equal(touch(cell("barge"), { ...EMPTY, held: ["tug"] }, false), "put e5 tug");
});

test("a full cell takes nothing more", () => {
  const full = { ...cell("barge"), room: 1 };
  assert.equal(touch(full, { ...EMPTY, held: ["tug"] }, false), "");
});

test("a touch points at a cell that feels no more than that", () => {
  assert.equal(touch(cell("tug"), { ...EMPTY, momentary: ["e5"] }, false), "point e5");
});

test("a touch points at a bare cell that may be pointed at, not at one that is taken", () => {
  const hand = { ...EMPTY, points: ["e5"] };
  assert.equal(touch(cell(), hand, false), "point e5");
  assert.equal(touch(cell("tug"), hand, false), "");
});

test("where nothing may be lifted a stack is pointed at, and nobody is asked which of it", () => {
  const hand = { ...EMPTY, points: ["e5"] };
  assert.equal(touch(cell("tug", "liner"), hand, false), ASK);
  assert.equal(touch(cell("tug", "liner"), { ...hand, pointing: true }, false), "point e5");
});

test("a touched stack asks which piece is meant", () => {
  assert.equal(touch(cell("liner", "tug"), EMPTY, false), ASK);
});

test("a key lifts a piece that stands alone, a mere tap does not", () => {
  assert.equal(touch(cell("tug"), EMPTY, true), "lift e5");
  assert.equal(touch(cell("tug"), EMPTY, false), "");
  assert.equal(touch(cell(), EMPTY, true), "");
});

test("what is let go over a cell is put there", () => {
  assert.deepEqual(letGo(CARRIED, { cell: E7 }), ["put e7 tug"]);
});

test("several go down together when they are all that is held, else from the bottom up", () => {
  const two = { ...CARRIED, names: ["liner", "tug"] };
  assert.deepEqual(letGo(two, { cell: E7 }), ["put e7 all"]);
  assert.deepEqual(letGo({ ...two, alone: false }, { cell: E7 }), ["put e7 liner", "put e7 tug"]);
});

test("what is let go nowhere stays in the hand", () => {
  assert.deepEqual(letGo(CARRIED, {}), []);
});

test("a reader feels what is let go over it, the box takes it", () => {
  assert.deepEqual(letGo(CARRIED, { reader: "r1", box: {} }), ["tap r1 tug"]);
  assert.deepEqual(letGo(CARRIED, { box: {} }), ["away tug"]);
});

test("a ship that is slid goes its whole way over the board, and nowhere without a way", () => {
  const way = ["e5", "e6", "e7"];
  assert.deepEqual(letGo({ ...CARRIED, way }, { cell: E7, sliding: true }), ["slide e5 e6 e7"]);
  assert.deepEqual(letGo(CARRIED, { cell: E7, sliding: true }), []);
});

test("what lies beside the board and was only touched stays there", () => {
  const touched = { ...CARRIED, site: "", beside: true, moved: false };
  assert.deepEqual(letGo(touched, { cell: E7 }), []);
});

test("out of the box comes the piece that belongs on that cell", () => {
  const find = (over) => (over?.site === "e7" ? "crate7" : "crate1");
  const carried = { ...CARRIED, site: "", find };
  assert.deepEqual(letGo(carried, { cell: E7 }), ["fetch crate7", "put e7 crate7"]);
  assert.deepEqual(letGo({ ...carried, moved: false }, {}), ["fetch crate1"]);
  const pressed = { ...carried, moved: false, alike: (name) => name.startsWith("crate") };
  assert.deepEqual(letGo(pressed, { held: ["crate2"] }), ["away crate2"], "once more puts it back");
  assert.deepEqual(letGo(pressed, { held: ["tug"] }), ["fetch crate1"]);
  assert.deepEqual(letGo({ ...pressed, moved: true }, { cell: E7, held: ["crate2"] }), [
    "fetch crate7",
    "put e7 crate7",
  ]);
  assert.deepEqual(letGo(carried, {}), []);
});

test("two fingers put back what one had lifted", () => {
  assert.deepEqual(putBack(CARRIED, false), ["put e5 tug"]);
  assert.deepEqual(putBack(CARRIED, true), [], "a slid ship was never lifted");
  assert.deepEqual(putBack({ ...CARRIED, site: "" }, false), [], "it came from beside the board");
});

test("a cell is cleared from the top", () => {
  assert.deepEqual(cleared(cell("liner", "tug")), ["lift e5 tug", "away tug"]);
  assert.deepEqual(cleared(cell()), []);
});

test("a page shows what was done when the piece is where the line sent it", () => {
  const cells = new Map([["e5", cell("tug")]]);
  const shows = (line, ...held) => isShown(line, cells, held);
  assert.ok(shows("put e5 tug"));
  assert.ok(!shows("put e5 liner", "liner"));
  assert.ok(shows("put e5 all"));
  assert.ok(!shows("put e5 all", "liner"));
  assert.ok(shows("lift e5 liner", "liner"));
  assert.ok(!shows("lift e5 liner", "barge"));
  assert.ok(shows("lift e5 all", "liner"));
  assert.ok(!shows("lift e5"));
  assert.ok(shows("fetch liner", "liner"));
  assert.ok(!shows("fetch liner"));
  assert.ok(shows("point e5"));
});
