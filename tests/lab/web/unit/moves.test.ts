import assert from "node:assert/strict";
import { test } from "node:test";

import { ends, named, typed, unpack } from "../../../../lab/web/src/moves.ts";
import { direct, elsewhere, NOTHING, sources, targets, touch } from "../../../../lab/web/src/selection.ts";
import { description, packed, WIDTHS } from "./made.ts";

const list = (...moves: [number, number, number][]) => named(moves.map((one) => packed(...one)), description);

test("a packed move has its parts", () => {
  assert.deepEqual(unpack(packed(3, -1, 2), WIDTHS), { template: 3, from: -1, to: 2 });
  assert.deepEqual(unpack(packed(1, 0, 3), WIDTHS), { template: 1, from: 0, to: 3 });
});

test("moves are named as Python names them", () => {
  const moves = list([0, 1, 1], [1, 0, 2], [2, -1, -1], [3, 2, 2], [1, 0, 2]);
  assert.deepEqual(moves.map((move) => move.name), ["b1", "a1-c1", "pass", "c1=queen", "a1-c1/2"]);
});

test("typed names find moves", () => {
  const moves = list([1, 0, 2], [1, 0, 1], [0, 1, 1]);
  const names = (text: string) => typed(moves, text).map((move) => move.name);
  assert.deepEqual(names("A1-C1"), ["a1-c1"]);
  assert.deepEqual(names("a1 c1"), ["a1-c1"]);
  assert.deepEqual(names("a1"), ["a1-c1", "a1-b1"]);
  assert.deepEqual(names("d9"), []);
  assert.deepEqual(names(" "), []);
});

test("a piece is chosen, then goes", () => {
  const moves = list([1, 0, 1], [1, 0, 2]);
  assert.deepEqual(touch(moves, NOTHING, 0), { kind: "chosen", site: 0 });
  assert.deepEqual(touch(moves, NOTHING, 2), { kind: "none" });
  assert.deepEqual(touch(moves, 0, 2), { kind: "moves", moves: [moves[1]] });
  assert.deepEqual(touch(moves, 0, 0), { kind: "none" });
  assert.deepEqual([...targets(moves, 0)], [1, 2]);
});

test("what is placed is placed at once, and another piece takes the place of the chosen one", () => {
  const moves = list([0, 1, 1], [1, 0, 2]);
  assert.deepEqual(touch(moves, 0, 1), { kind: "moves", moves: [moves[0]] });
  assert.deepEqual([...sources(moves)], [1, 0]);
  assert.deepEqual([...direct(moves)], [1]);
});

test("where a piece can stay or go, staying takes a second touch", () => {
  const moves = list([3, 0, 0], [1, 0, 2]);
  assert.deepEqual(touch(moves, NOTHING, 0), { kind: "chosen", site: 0 });
  assert.deepEqual(touch(moves, 0, 0), { kind: "moves", moves: [moves[0]] });
});

test("moves that share their sites are a choice", () => {
  const moves = list([3, 2, 2], [0, 2, 2]);
  assert.deepEqual(touch(moves, NOTHING, 2), { kind: "moves", moves });
});

test("passes touch no site", () => {
  const moves = list([2, -1, -1], [0, 1, 1]);
  assert.deepEqual(elsewhere(moves), [moves[0]]);
  assert.deepEqual(ends(moves[0]!), { first: -1, second: -1 });
});

test("a piece comes from a hand without being chosen, if no other can come", () => {
  const isHand = (site: number) => site >= 3;
  const moves = list([1, 3, 1], [1, 3, 2], [1, 0, 2]);
  assert.deepEqual(touch(moves, NOTHING, 1, isHand), { kind: "moves", moves: [moves[0]] });
  assert.deepEqual(touch(moves, NOTHING, 2, isHand), { kind: "none" });
  assert.deepEqual(touch(moves, NOTHING, 1), { kind: "none" });
});
