import assert from "node:assert/strict";
import test from "node:test";
import { advice } from "../../controller/web/static/telling/advice.js";

const TRAYS = { "key.yes": { kind: "key" }, r1: { kind: "reader" }, base: { kind: "dial" } };
const SEATS = { 0: { kind: "human" }, 1: { kind: "robot" } };
const STILL = {
  lights: {},
  held: [],
  wanted: [],
  points: [],
  whole: [],
  spare: [],
  fetch: false,
  unfelt: "",
};
const PAGE = { ...STILL, turn: [0], seats: SEATS, open: true, game: { trays: TRAYS } };
const NOBODY = -1;

/** A page lit so, pieces standing on these cells. */
const told = (lit, { stands = [], holding = NOBODY, ...more } = {}) => {
  const lights = Object.fromEntries(lit.map(([site, rhythm]) => [site, ["#ffffff", rhythm]]));
  return advice({ ...PAGE, ...more, lights }, (site) => stands.includes(site), holding);
};

test("without a light that asks there is nothing to say", () => {
  assert.equal(told([["e5", "steady"]]), "");
});

test("a mistake comes before everything else", () => {
  const lit = [
    ["e5", "fast"],
    ["base", "run"],
    ["r1", "pulse"],
  ];
  assert.equal(told(lit), "ui.how.take_off");
  assert.equal(told(lit, { home: true }), "ui.how.mend_home");
  assert.equal(told([...lit, ["e7", "double"]]), "ui.how.mend");
});

test("where the strip would tear nothing but the crank is spoken of", () => {
  const all = ["e5", "e7", "key.yes", "r1"].map((site) => [site, "fast"]);
  assert.equal(told([...all, ["base", "run_back"]], { tears: true }), "ui.how.crank");
});

test("a running light asks for the crank, either way", () => {
  assert.equal(told([["base", "run"]]), "ui.how.crank");
  assert.equal(told([["base", "run_back"]]), "ui.how.crank");
});

test("a lit reader asks for a card, or for somebody to hold the cards", () => {
  assert.equal(told([["r1", "pulse"]], { holding: 0 }), "ui.how.card");
  assert.equal(told([["r1", "pulse"]], { holding: 1 }), "ui.how.hold");
  assert.equal(told([["r1", "pulse"]]), "ui.how.hold");
});

test("who has the cards in his own hands is told to play one there", () => {
  assert.equal(told([["r1", "pulse"]], { here: [0] }), "ui.how.own_page");
  assert.equal(told([["r1", "pulse"]], { here: [0], holding: 0 }), "ui.how.card");
  assert.equal(told([["r1", "pulse"]], { here: [1] }), "ui.how.hold");
});

test("a phone is spoken of only where one can reach the table", () => {
  assert.equal(told([["r1", "pulse"]], { open: false }), "ui.how.hold_here");
});

test("what lies in the box is not said to stand on the board", () => {
  const lit = [
    ["e5", "pulse"],
    ["e7", "pulse"],
  ];
  assert.equal(told(lit, { stands: ["e5"], fetch: true }), "ui.how.fetch");
  assert.equal(told(lit, { stands: ["e5"], fetch: true, held: ["tug"] }), "ui.how.put_any");
});

test("what was taken out of a stack, and no light answers to, is not to be put on other pieces", () => {
  const lit = [
    ["e5", "pulse"],
    ["e7", "pulse"],
  ];
  const held = { held: ["tug"], stage: "waiting", stands: ["e5", "e7"], reach: ["e9"] };
  assert.equal(told(lit, held), "ui.how.unfelt_lift");
  assert.equal(told(lit, { ...held, reach: [] }), "ui.how.put_back");
  const lesson = { breaks: true, around: ["e5", "e7"] };
  assert.equal(told(lit, { ...held, reach: [], lesson }), "ui.how.put_any");
  assert.equal(told(lit, { ...held, stands: ["e5"] }), "ui.how.put_any");
  assert.equal(told(lit, { ...held, wanted: ["tug"] }), "ui.how.put_any");
  assert.equal(told(lit, { ...held, stage: "moving" }), "ui.how.put_any");
});

test("where all of a cell comes along, that is said", () => {
  assert.equal(told([["e5", "pulse"]], { stands: ["e5"], whole: ["e5"] }), "ui.how.together");
});

test("what belongs nowhere goes into the box", () => {
  assert.equal(told([["e5", "pulse"]], { held: ["tug"], spare: ["tug"] }), "ui.how.spare");
});

test("only a key of one's own is said to be pressed", () => {
  const trays = { "key.ready1": { kind: "key" }, "key.ready2": { kind: "key" } };
  const lit = [["key.ready2", "pulse"]];
  const both = { turn: [0, 1], game: { trays } };
  assert.equal(told([["key.ready1", "pulse"]], both), "ui.how.key");
  assert.equal(told(lit, both), "");
});

test("pieces that cannot be felt are spoken of", () => {
  assert.equal(told([["e5", "pulse"]], { stands: ["e5"], unfelt: "on" }), "ui.how.unfelt");
  assert.equal(told([["e5", "pulse"]], { stands: ["e5"], unfelt: "off" }), "ui.how.unfelt_off");
});

test("cells that may be pointed at are pointed at", () => {
  assert.equal(
    told(
      [
        ["e5", "pulse"],
        ["key.yes", "pulse"],
      ],
      { points: ["e5"] },
    ),
    "ui.how.point",
  );
});

test("lit pieces are lifted, and carried where their goals are lit too", () => {
  assert.equal(told([["e5", "double"]], { stands: ["e5"] }), "ui.how.lift");
  assert.equal(
    told(
      [
        ["e5", "double"],
        ["e7", "pulse"],
      ],
      { stands: ["e5"] },
    ),
    "ui.how.carry",
  );
});

test("a lit key beside a lit piece does not make it a goal", () => {
  assert.equal(
    told(
      [
        ["e5", "double"],
        ["key.yes", "pulse"],
      ],
      { stands: ["e5"] },
    ),
    "ui.how.lift",
  );
});

test("lit keys alone are pressed", () => {
  assert.equal(told([["key.yes", "pulse"]]), "ui.how.key");
});

test("what is held is put down", () => {
  const held = ["ship1"];
  assert.equal(
    told(
      [
        ["e5", "double"],
        ["e7", "pulse"],
      ],
      { stands: ["e5"], held },
    ),
    "ui.how.put",
  );
});

test("what is only to be taken off goes into the box, and nowhere that is lit", () => {
  const there = { stands: ["e5"], off: true };
  assert.equal(told([["e5", "pulse"]], there), "ui.how.off");
  assert.equal(told([["e5", "pulse"]], { ...there, unfelt: "off" }), "ui.how.unfelt_off");
});

test("a lesson that asks for a key is not told as a piece to lift", () => {
  const lit = [
    ["e5", "pulse"],
    ["key.yes", "pulse"],
  ];
  const lesson = (...around) => ({ stands: ["e5"], lesson: { around } });
  assert.equal(told(lit, lesson("key.yes")), "ui.how.key");
  assert.equal(told(lit, lesson("e5", "e7")), "ui.how.lift");
});

test("a lesson that asks for something else is not contradicted", () => {
  const lit = [
    ["e5", "pulse"],
    ["base", "run"],
    ["r1", "pulse"],
  ];
  const lesson = (...around) => ({ stands: ["e5"], lesson: { around } });
  assert.equal(told(lit, lesson()), "");
  assert.equal(told(lit, lesson("e9")), "");
  assert.equal(told(lit, lesson("base")), "ui.how.crank");
  assert.equal(told([["e5", "fast"]], lesson()), "ui.how.take_off");
});
