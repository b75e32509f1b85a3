/** The worker of a page: it searches in slices, so that it can be told to stop between them. */

import { Engine, type Position } from "../engine.mjs";
import { Findings, loose, mixed } from "./choice.ts";
import type { GameData } from "./data.ts";
import type { Level } from "./levels.ts";
import { forgotten, Together } from "./together.ts";
import { hiddenFromMover, Worlds } from "./worlds.ts";

export type Asked =
  | { kind: "load"; code: ArrayBuffer; data: GameData }
  | { kind: "think"; number: number; position: Position; level: Level; seed: number }
  | { kind: "stop" };

export interface Answer {
  number: number;
  move: bigint | null;
  rounds: number;
  error?: string;
}

/** As much of a worker as is needed. */
export interface Scope {
  onmessage: ((event: MessageEvent<Asked>) => void) | null;
  postMessage(answer: Answer): void;
}

const SLICE_MS = 30;
const MEMORY = 1 << 25;
/** In games of chance, so many searches at most, each with other throws to come. */
const SEARCHES = 24;
const FEWEST_ROUNDS = 60;
/** Where something is hidden, so many positions at most that the player may be in. */
const [FEWEST_WORLDS, MOST_WORLDS] = [16, 128];

/** Answer what the page asks. */
export function work(scope: Scope): void {
  let engine: Promise<Engine> | null = null;
  let played: GameData | null = null;
  let present = 0;
  scope.onmessage = async ({ data }: MessageEvent<Asked>) => {
    if (data.kind === "load") {
      played = data.data;
      engine = Engine.load(data.code, played.engine);
      return;
    }
    present += 1;
    if (data.kind === "stop" || engine === null || played === null) return;
    const mine = present;
    const goesOn = () => mine === present;
    try {
      const found = await think(await engine, played, data.position, data.level, data.seed, goesOn);
      if (goesOn()) scope.postMessage({ number: data.number, ...found } satisfies Answer);
    } catch (error) {
      scope.postMessage({ number: data.number, move: null, rounds: 0, error: String(error) } satisfies Answer);
    }
  };
}

/** Search a position as long as a level allows, with what the player to move may know. */
export async function think(
  engine: Engine, data: GameData, position: Position, level: Level, seed: number, goesOn: () => boolean,
): Promise<{ move: bigint | null; rounds: number }> {
  const worlds = hiddenFromMover(engine, data, position) ? worldsOf(engine, data, position) : null;
  if (data.atOnce !== null) {
    const root = () => forgotten(engine, data, worlds === null ? position : worlds());
    const search = new Together(engine, data, root, Number(engine.field(position, "mover")), Math.random);
    const rounds = await within(level, (count) => search.run(count), goesOn);
    return { move: mixed(search.moves(), Math.random), rounds };
  }
  if (worlds !== null) {
    const search = engine.search(position, { seed: BigInt(seed), memory: MEMORY });
    // Each round begins from another position: two from one would choose in the second what paid in the first.
    const run = (count: number) => {
      let done = 0;
      for (; done < count; done += 1) {
        search.enter(worlds());
        if (!search.run(1)) break;
      }
      return done;
    };
    const rounds = await within(level, run, goesOn);
    const legal = new Set(engine.legal(position));
    const moves = search.moves().filter((one) => legal.has(one.move));
    return { move: loose(moves.map((one) => ({ ...one, certain: false })), level.spread, Math.random), rounds };
  }
  return open(engine, position, level, data.chance, seed, goesOn);
}

function within(level: Level, run: (count: number) => number, goesOn: () => boolean): Promise<number> {
  return slices(run, level.rounds, performance.now() + 1000 * level.seconds, goesOn);
}

/** What gives one position after the other that the player to move may be in. */
function worldsOf(engine: Engine, data: GameData, position: Position): () => Position {
  if (data.hiding === null) return () => position;
  const worlds = new Worlds(engine, data, data.hiding, position, Math.random);
  const drawn = Array.from({ length: FEWEST_WORLDS }, () => worlds.draw());
  let given = 0;
  return () => {
    given += 1;
    // The more rounds there are, the more positions; they come in turn.
    if (drawn.length < MOST_WORLDS && given > drawn.length) drawn.push(worlds.draw());
    return drawn[given % drawn.length] ?? position;
  };
}

/** Search a position of which all is known. */
async function open(
  engine: Engine, position: Position, level: Level, chance: boolean, seed: number, goesOn: () => boolean,
): Promise<{ move: bigint | null; rounds: number }> {
  const found = new Findings();
  const end = performance.now() + 1000 * level.seconds;
  const searches = chance ? Math.max(1, Math.min(SEARCHES, Math.floor(level.rounds / FEWEST_ROUNDS))) : 1;
  const share = Math.ceil(level.rounds / searches);
  let rounds = 0;
  for (let at = 0; at < searches; at += 1) {
    const until = performance.now() + (end - performance.now()) / (searches - at);
    const search = engine.search(position, { seed: BigInt(seed + at), memory: MEMORY / (chance ? 4 : 1) });
    rounds += await slices((count) => search.run(count), share, until, goesOn);
    if (!goesOn()) break;
    found.add(search.moves());
  }
  return { move: loose(found.moves, level.spread, Math.random), rounds };
}

/** Run in slices of some milliseconds until there were enough rounds, or it is time. */
export async function slices(
  run: (count: number) => number, most: number, until: number, goesOn: () => boolean,
): Promise<number> {
  let size = 8;
  let rounds = 0;
  while (rounds < most && goesOn()) {
    const start = performance.now();
    if (rounds > 0 && start >= until) break;
    const wanted = Math.min(size, most - rounds);
    const done = run(wanted);
    rounds += done;
    if (done < wanted) break;
    const spent = performance.now() - start;
    if (spent < SLICE_MS / 2) size *= 2;
    else if (spent > SLICE_MS && size > 1) size = Math.ceil(size / 2);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return rounds;
}

