import assert from "node:assert/strict";
import test from "node:test";
import { agreement, agrees } from "../../controller/web/static/hands/board_menu.js";

const ASKED = {
  type: "begin",
  game: "astron",
  places: [
    { name: "Ada", kind: "human" },
    { name: "Pilot 2", kind: "pilot" },
  ],
  options: { free_takeback: true, no_hints: false },
  deck: "virtual",
  picks: { ship: ["2", ""], cell: ["", ""] },
};
const TEAMS = [1, 2];

test("the board is told who sits where, not by which name", () => {
  assert.deepEqual(agreement(ASKED, TEAMS).kinds, ["human", "pilot"]);
});

test("the order in which house rules are told makes no difference, everything else does", () => {
  const ours = agreement(ASKED, TEAMS);
  const turned = { ...ours, options: { no_hints: false, free_takeback: true } };
  assert.ok(agrees(ours, turned));
  assert.ok(agrees(ours, { ...ours, picks: { cell: ["", ""], ship: ["2", ""] } }));
  for (const other of [
    { game: "zylatron" },
    { kinds: ["human", "captain"] },
    { kinds: ["human"] },
    { options: { free_takeback: false, no_hints: false } },
    { deck: "reader" },
    { teams: [1, 1] },
    { picks: { ...ours.picks, ship: ["", "2"] } },
  ])
    assert.ok(!agrees(ours, { ...ours, ...other }), JSON.stringify(other));
});
