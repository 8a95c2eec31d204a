import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";

const read = async (name) => JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url)));

test("the lock file names no registry, and every package by its checksum", async () => {
  const { packages } = await read("package-lock.json");
  const { "": own, ...others } = packages;
  assert.equal(own.name, "stardeck");
  for (const [name, { resolved, integrity }] of Object.entries(others)) {
    assert.equal(resolved, undefined, name);
    assert.match(integrity, /^sha512-/, name);
  }
});

test("the pages need no package", async () => {
  const { dependencies } = await read("package.json");
  assert.equal(dependencies, undefined);
});
