import assert from "node:assert/strict";
import { test } from "node:test";

import type { Point } from "../../../../lab/web/src/data.ts";
import { flights } from "../../../../lab/web/src/sowing.ts";

const ROW: Point[] = [[0, 0], [10, 0], [20, 0], [30, 0], [40, 0]];
const ways = (...pairs: [number, number][]) => pairs.map(([from, to]) => ({ from, to }));

test("seeds go to one pit after the other", () => {
  assert.deepEqual(flights(ROW, [0, 3, 1, 1, 1], [0, 0, 2, 2, 2], 1), ways([1, 2], [1, 3], [1, 4]));
});

test("the rest goes around again", () => {
  assert.deepEqual(flights(ROW, [3, 0, 0], [0, 2, 1], 0), ways([0, 1], [0, 2], [0, 1]));
});

test("what is captured goes last", () => {
  const found = flights(ROW, [5, 1, 0, 0, 2], [0, 2, 1, 0, 5], 1);
  assert.equal(found.length, 5);
  assert.deepEqual(flights(ROW, [4, 2, 0, 0, 0], [0, 0, 1, 1, 4], 1).slice(0, 2), ways([1, 2], [1, 3]));
});

test("nothing moves where nothing has changed, or seeds leave the board", () => {
  assert.deepEqual(flights(ROW, [1, 2], [1, 2], 0), []);
  assert.deepEqual(flights(ROW, [1, 2], [1, 0], 1), []);
});
