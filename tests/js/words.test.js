import assert from "node:assert/strict";
import test from "node:test";
import { say } from "../../controller/web/static/telling/words.js";

test("a sentence has its gaps filled", () => {
  assert.equal(
    say("ui.not_allowed", { rule: "A6", words: "Too far." }),
    "Not allowed by rule A6: Too far.",
  );
});

test("a gap that nobody fills is left out", () => {
  assert.equal(say("ui.bounces"), "bounced  times");
});

test("a sentence that nobody wrote is called by its key", () => {
  assert.equal(say("ui.nowhere", { rule: "A6" }), "ui.nowhere");
});
