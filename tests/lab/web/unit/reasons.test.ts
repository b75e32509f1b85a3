import assert from "node:assert/strict";
import { test } from "node:test";

import type { Move } from "../../../../lab/web/src/moves.ts";
import type { Seen } from "../../../../lab/web/src/position.ts";
import { whyNot, whyNotThere } from "../../../../lab/web/src/reasons.ts";
import { data } from "./made.ts";

const seen = (contents: number[], mover = 1): Seen => ({
  contents, counts: contents.map((kind) => Number(kind > 0)), stacks: new Map(), states: new Map(), dice: [],
  scores: [0, 0], ranking: [0, 0], over: false, seat: mover - 1, mover, swapped: false, from: -1, to: -1, plies: 0,
});
const placing = (site: number): Move => ({ packed: BigInt(site), from: site, to: site, name: `${"abc"[site]}1` });
const moving = (from: number, to: number): Move => ({ packed: 0n, from, to, name: `${"abc"[from]}1-${"abc"[to]}1` });

for (const [text, moves, contents, expected] of [
  ["a1", [placing(1), placing(2)], [1, 0, 0, 0], "a1 is not empty"],
  ["b1", [placing(2)], [1, 0, 0, 0], "no rule allows a move to b1 now"],
  ["z9", [placing(1)], [1, 0, 0, 0], "z9 is no move of this game"],
  ["a1-z9", [moving(0, 1)], [1, 0, 0, 0], "there is no site z9"],
  ["", [placing(1)], [0, 0, 0, 0], "nothing is typed"],
  ["B1-C1", [moving(0, 1)], [1, 0, 0, 0], "b1 is empty"],
  ["b1-c1", [moving(0, 1)], [1, 2, 0, 0], "the black stone on b1 is not of who moves"],
  ["a1-c1", [moving(0, 1)], [1, 0, 0, 0], "the white stone on a1 can go to b1 alone"],
  ["a1", [moving(2, 1)], [1, 0, 1, 0], "the white stone on a1 cannot move now"],
  ["a1-c1=queen", [moving(2, 1)], [1, 0, 1, 0], "the white stone on a1 cannot move now"],
] as const) {
  test(`${text}: ${expected}`, () => assert.equal(whyNot(data, seen([...contents]), [...moves], text), expected));
}

test("of a touched piece it is told why it does not move", () => {
  assert.equal(whyNotThere(data, seen([1, 2, 0, 0]), [moving(0, 2)], 1, -1), "the black stone on b1 is not of who moves");
});
