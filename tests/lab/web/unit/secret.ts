/**
 * Answers for `test_secrets.py`: what a page shows of positions, and what its computer chooses.
 *
 * It reads one object of JSON: the game as a page is told it, its module, and what is asked.
 */

import { readFileSync } from "node:fs";

import { Engine } from "../../../../lab/web/engine.mjs";
import type { GameData } from "../../../../lab/web/src/data.ts";
import { see } from "../../../../lab/web/src/position.ts";
import { seenBy } from "../../../../lab/web/src/veil.ts";
import { think } from "../../../../lab/web/src/worker.ts";
import { Worlds } from "../../../../lab/web/src/worlds.ts";

interface Asked {
  data: GameData;
  code: string;
  /** Games, each with the number of the move that is chosen at every ply. */
  games: { seed: number; picks: number[] }[];
  rounds: number;
  /** How many positions are drawn that look like the last one. */
  draws: number;
}

const asked = JSON.parse(readFileSync(0, "utf8")) as Asked;
const { data } = asked;
const engine = await Engine.load(Uint8Array.from(Buffer.from(asked.code, "base64")), data.engine);

const level = { name: "", rounds: asked.rounds, seconds: 60, spread: 0 };
const answers = [];
for (const { seed, picks } of asked.games) {
  let position = engine.begin(BigInt(seed));
  for (const pick of picks) position = engine.after(position, engine.legal(position)[pick] ?? 0n);
  const mover = Number(engine.field(position, "mover"));
  const views = data.players.map((_, seat) => seenBy(engine, data, position, see(engine, data, position), seat + 1));
  const drawn = Array.from({ length: data.hiding === null ? 0 : asked.draws }, () => {
    const world = new Worlds(engine, data, data.hiding!, position, Math.random).draw();
    const truth = see(engine, data, world);
    return {
      truth: truth.contents, seen: seenBy(engine, data, world, truth, mover).contents,
      legal: engine.legal(world).map(String), bytes: Buffer.from(world).toString("base64"),
    };
  });
  const { move } = asked.rounds ? await think(engine, data, position, level, seed, () => true) : { move: null };
  answers.push({ views: views.map(({ contents, counts, from, to }) => ({ contents, counts, from, to })), drawn, move: String(move) });
}
process.stdout.write(JSON.stringify(answers));
