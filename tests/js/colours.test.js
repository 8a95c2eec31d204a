// Every colour has a word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { hue } from "../../controller/web/static/telling/colours.js";

test("colours are called as people call them", () => {
  const called = {
    "#ff0000": "red",
    "#ff3c00": "red",
    "#d69810": "yellow",
    "#00c828": "green",
    "#003cff": "blue",
    "#6e00a0": "violet",
    "#be0096": "pink",
    "#969696": "grey",
    "#000000": "grey",
  };
  for (const [paint, word] of Object.entries(called)) assert.equal(hue(paint), word);
});

test("whatever the colour, there is a word for it", () => {
  for (let paint = 0; paint < 0x1000000; paint += 9973)
    assert.match(hue(`#${paint.toString(16).padStart(6, "0")}`), /^[a-z]+$/);
});
