import assert from "node:assert/strict";
import { test } from "node:test";

import type { Point } from "../../../../lab/web/src/data.ts";
import { ARROWS, nearest, neighbour } from "../../../../lab/web/src/directions.ts";
import type { Seen } from "../../../../lab/web/src/position.ts";
import { difference, ending, lost, siteWords, sown, standing, told } from "../../../../lab/web/src/words.ts";
import { data } from "./made.ts";

const seen = (changes: Partial<Seen> = {}): Seen => ({
  contents: [1, 2, 0, 0], counts: [1, 1, 0, 0], stacks: new Map(), states: new Map(), dice: [], scores: [0, 0],
  ranking: [0, 0], over: false, seat: 0, mover: 1, swapped: false, from: -1, to: -1, plies: 0, ...changes,
});
const step = { packed: 0n, from: 0, to: 1, name: "a1-b1" };

test("arrows go to the neighbour in their direction", () => {
  const hexagons: Point[] = [[0, 0], [10, 0], [5, 8.7], [15, 8.7], [0, 17.4]];
  const go = (at: number, key: string) => neighbour(hexagons, at, ARROWS[key]!);
  assert.equal(go(0, "ArrowRight"), 1);
  assert.equal(go(0, "ArrowDown"), 2);
  assert.equal(go(2, "ArrowRight"), 3);
  assert.equal(go(0, "ArrowUp"), 0);
  assert.equal(go(1, "ArrowLeft"), 0);
});

test("on a grid, arrows reach every place and come back", () => {
  const grid: Point[] = Array.from({ length: 25 }, (_, at) => [at % 5, Math.floor(at / 5)]);
  assert.equal(neighbour(grid, 12, ARROWS["ArrowUp"]!), 7);
  assert.equal(neighbour(grid, 12, ARROWS["ArrowLeft"]!), 11);
  assert.equal(neighbour(grid, 14, ARROWS["ArrowRight"]!), 14);
});

test("a touch means the nearest place, if it is near enough", () => {
  assert.equal(nearest(data.scene.places, [9, 1], () => 5), 1);
  assert.equal(nearest(data.scene.places, [9, 9], () => 5), -1);
});

test("places are told in words", () => {
  assert.equal(siteWords(data, seen(), 0), "a1, white stone");
  assert.equal(siteWords(data, seen(), 2), "c1, empty");
  assert.equal(siteWords(data, seen(), 3), "hand of player 1, place 2, empty");
  assert.equal(siteWords(data, seen({ counts: [3, 1, 0, 0] }), 0), "a1, 3 × white stone");
  const stacks = new Map([[0, [2, 1]]]);
  assert.equal(siteWords(data, seen({ counts: [2, 1, 0, 0], stacks }), 0), "a1, from below: black stone, white stone");
  assert.equal(siteWords(data, seen({ contents: [3, 0, 0, 0] }), 0), "a1, double stone");
});

test("a game is told in words", () => {
  assert.equal(standing(data, seen()), "player 1 (white) to move");
  assert.equal(standing(data, seen({ swapped: true })), "player 1 (black) to move");
  const over = (ranking: number[]) => ending(data, seen({ over: true, ranking }));
  assert.equal(over([1, 2]), "player 1 (white) wins");
  assert.equal(over([1.5, 1.5]), "a draw");
  assert.equal(over([1]), "player 1 (white) wins");
  assert.equal(over([0]), "player 1 (white) loses");
});

test("sown pits are those with another number of seeds", () => {
  const pits = { around: [], long: {}, numbers: [], radii: [], seed: 0, digits: 0, fill: "" };
  const sowing = { ...data, scene: { ...data.scene, pits } };
  const after = seen({ counts: [0, 2, 0, 0] });
  assert.deepEqual(sown(sowing, seen(), after), [0, 1]);
  assert.deepEqual(sown(data, seen(), after), []);
});

test("captures are seen and told", () => {
  const after = seen({ contents: [0, 1, 0, 0], mover: 2, seat: 1 });
  assert.deepEqual(lost(data, seen(), after, step), [1]);
  assert.equal(told(data, seen(), after, step, step.name), "player 1 (white): a1-b1, takes b1");
  assert.equal(difference(data, seen(), { ...after, counts: [0, 1, 0, 0] }), "a1: empty; b1: white stone");
});
