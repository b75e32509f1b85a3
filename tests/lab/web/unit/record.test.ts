import assert from "node:assert/strict";
import { test } from "node:test";

import { Refused } from "../../../../lab/web/src/game.ts";
import { packed, unpacked } from "../../../../lab/web/src/link.ts";
import { fits, HEADER, read, written } from "../../../../lab/web/src/record.ts";
import { data } from "./made.ts";

/** Moves of which nothing is told but their names. */
const named = (...names: string[]) => names.map((name) => ({ name, draws: null }));
const refused = (act: () => unknown, message: string) =>
  assert.throws(act, (error) => error instanceof Refused && error.message.includes(message));

test("a record is read as it was written", () => {
  const text = written(data, 7n, named("a1", "a1-b1"), [1, 2]);
  assert.equal(text, `${HEADER}\ngame: Made\noption: Size = 4\nseed: 7\n\n1. a1\n2. a1-b1\n\nresult: 1 2\n`);
  const found = read(text);
  assert.deepEqual(found.moves, named("a1", "a1-b1"));
  assert.deepEqual([found.seed, found.game, found.options], [7n, "Made", { Size: "4" }]);
  fits(data, found);
});

test("comments and spaces mean nothing", () => {
  const found = read(`# of today\n${HEADER}\r\n game : Made # so\noption: Size = 4\n1. a1 # good\n`);
  assert.deepEqual(found.moves, named("a1"));
});

test("what falls stands before a move", () => {
  const moves = [{ name: "a1", draws: [3, 0] }, { name: "b1", draws: [] }];
  const text = written(data, 0n, moves, [0, 0]);
  assert.ok(text.endsWith("\n1. [3 0] a1\n2. b1\n"));
  assert.deepEqual(read(text).moves, [moves[0], ...named("b1")]);
  assert.deepEqual(read(text.replace("b1", "[ ]b1")).moves, moves);
});

test("a record says who resigned", () => {
  const found = read(`${HEADER}\ngame: Made\noption: Size = 4\n1. a1\n\nresigned: 2\nresult: 1 2\n`);
  assert.deepEqual([found.moves, found.resigned, found.result], [named("a1"), "2", "1 2"]);
});

const BRANCHED = `${HEADER}\ngame: Made\noption: Size = 4\nseed: 0\n\nnote: begins # here\n1. a1\nnote: one\nnote: two\n2. b1\n
variation: 2\n2. c1\nnote: better\n3. b1\n\nvariation: 3 of 1\n3. pass\n`;

test("notes and variations are read as they were written", () => {
  const found = read(BRANCHED);
  assert.deepEqual(found.notes, new Map([[0, "begins # here"], [1, "one\ntwo"]]));
  assert.deepEqual(found.variations, [
    { number: 2, of: 0, moves: named("c1", "b1"), notes: new Map([[2, "better"]]) },
    { number: 3, of: 1, moves: named("pass"), notes: new Map() },
  ]);
  assert.equal(written(data, 0n, found.moves, [0, 0], found.notes, found.variations), BRANCHED);
});

for (const [text, message] of [
  [BRANCHED.replace("variation: 2", "variation: 3"), "the game has no move 3"],
  [BRANCHED.replace("of 1", "of 2"), "variation 2 does not stand before this one"],
  [BRANCHED.replace("variation: 2", "variation: x"), "in place of which move"],
  [BRANCHED.replace("3. pass", "4. pass"), "found move 4, expected move 3"],
  [`${BRANCHED}seed: 1\n`, "the entry seed behind a variation"],
  ["", "this is no game record"],
  ["game: Made", "its first line"],
  [`${HEADER}\n1. a1`, "does not say which game"],
  [`${HEADER}\ngame: Made\n2. a1`, "line 3: found move 2, expected move 1"],
  [`${HEADER}\ngame: Made\nhello`, "line 3: neither a move nor an entry"],
  [`${HEADER}\ngame: Made\ncolour: red`, 'no entry is called "colour"'],
  [`${HEADER}\ngame: Made\ngame: Made`, "game is given twice"],
  [`${HEADER}\ngame: Made\nseed: x`, "a seed is a whole number"],
  [`${HEADER}\ngame: Made\noption: Size`, "no choice of an option"],
  [`${HEADER}\ngame: Made\n1. a1\nseed: 2`, "the entry seed behind the first move"],
  [`${HEADER}\ngame: Made\nposition: a1 Stone1`, "begins games at their start alone"],
  [`${HEADER}\ngame: Made\n1. a1\nresult: 1 2\n2. b1`, "a move behind the entry result"],
  [`${HEADER}\ngame: Made\n1. a1\nresigned: me`, "who resigned is the number of a player"],
] as const) {
  test(`a broken record is told: ${message}`, () => refused(() => read(text), message));
}

test("a record of another game is refused", () => {
  refused(() => fits(data, read(`${HEADER}\ngame: Chess`)), "this record is of Chess, and this page plays Made");
  refused(() => fits(data, read(`${HEADER}\ngame: made`)), "Size = as usual, and this page 4");
  const other = read(`${HEADER}\ngame: made\noption: Size = 4\nruleset: Old`);
  refused(() => fits(data, other), "the ruleset Old");
});

test("a link holds a game", () => {
  const told = [{ name: "a1", draws: [5, 0, 12] }, { name: "~1", draws: [] }];
  const moves = [...named("a1", "a1-b1=queen", "b,1", "3~a"), ...told];
  for (const game of [{ options: { "A=b": "c&d" }, seed: 3n, moves, seats: [-1, 4, 0] }, { options: {}, seed: 0n, moves, seats: [] }]) {
    assert.deepEqual(unpacked(`#${packed(game)}`), game);
  }
  assert.equal(packed({ options: {}, seed: 0n, moves: told, seats: [] }), "moves=5.0.12~a1,~~1");
  assert.equal(packed({ options: {}, seed: 0n, moves: [], seats: [] }), "");
  assert.equal(unpacked("#"), null);
});

test("a broken link is told", () => {
  refused(() => unpacked("#moves=%E0%A4%A"), "the link is damaged");
  refused(() => unpacked("#nonsense"), 'the link holds "nonsense"');
  refused(() => unpacked("#seed=many"), 'the link holds "seed=many"');
  refused(() => unpacked("#seats=queen"), 'the link holds "seats=queen"');
});
