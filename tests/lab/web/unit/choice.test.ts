import assert from "node:assert/strict";
import { test } from "node:test";

import { best, Findings, loose } from "../../../../lab/web/src/choice.ts";
import { slices } from "../../../../lab/web/src/worker.ts";

const found = (move: number, visits: number, value: number, certain = false) =>
  ({ move: BigInt(move), visits, value, certain });

test("the most visited move is the best", () => {
  assert.equal(best([found(1, 10, 0.9), found(2, 30, 0.1)]), 2n);
  assert.equal(best([]), null);
});

test("a certain win is taken, and a certain loss only if all else is lost", () => {
  assert.equal(best([found(1, 99, 0.5), found(2, 1, 1, true)]), 2n);
  assert.equal(best([found(1, 99, -1, true), found(2, 1, -0.9)]), 2n);
  assert.equal(best([found(1, 9, -1, true), found(2, 10, -1, true)]), 2n);
});

test("findings of several searches are added up", () => {
  const both = new Findings();
  both.add([found(1, 10, 1), found(2, 5, 0)]);
  both.add([found(1, 30, 0), found(2, 15, 1, true)]);
  assert.deepEqual(both.moves, [found(1, 40, 0.25), found(2, 20, 0.75)]);
});

test("a certain value stays certain if all searches have it", () => {
  const both = new Findings();
  both.add([found(1, 1, 1, true)]);
  both.add([found(1, 3, 1, true)]);
  assert.deepEqual(both.moves, [found(1, 4, 1, true)]);
});

test("weak levels take moves as often as they were looked at", () => {
  const moves = [found(1, 30, 0), found(2, 70, 0)];
  const draws = (...numbers: number[]) => () => numbers.shift() ?? 0;
  assert.equal(loose(moves, 0, draws(0)), 2n);
  assert.equal(loose(moves, 1, draws(0.5, 0.1)), 1n);
  assert.equal(loose(moves, 1, draws(0.5, 0.4)), 2n);
});

test("a search runs in slices, to its last round or until it is told to stop", async () => {
  let calls = 0;
  const run = (count: number) => {
    calls += 1;
    return count;
  };
  assert.equal(await slices(run, 1000, performance.now() + 60_000, () => true), 1000);
  assert.ok(calls > 1);
  assert.equal(await slices((count) => count - 1, 1000, performance.now() + 60_000, () => true), 7);
  let left = 3;
  assert.equal(await slices(() => 8, 1e9, performance.now() + 60_000, () => left-- > 0) < 100, true);
  assert.equal(await slices((count) => count, 1e9, performance.now() - 1, () => true), 8);
});
