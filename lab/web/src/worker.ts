/** The worker of a page: it searches in slices, so that it can be told to stop between them. */

import { Engine, type Description, type Position } from "../engine.mjs";
import { Findings, loose } from "./choice.ts";
import type { Level } from "./levels.ts";

export type Asked =
  | { kind: "load"; code: ArrayBuffer; description: Description; chance: boolean }
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

/** Answer what the page asks. */
export function work(scope: Scope): void {
  let engine: Promise<Engine> | null = null;
  let chance = false;
  let present = 0;
  scope.onmessage = async ({ data }: MessageEvent<Asked>) => {
    if (data.kind === "load") {
      chance = data.chance;
      engine = Engine.load(data.code, data.description);
      return;
    }
    present += 1;
    if (data.kind === "stop" || engine === null) return;
    const mine = present;
    const goesOn = () => mine === present;
    try {
      const found = await think(await engine, data.position, data.level, chance, data.seed, goesOn);
      if (goesOn()) scope.postMessage({ number: data.number, ...found } satisfies Answer);
    } catch (error) {
      scope.postMessage({ number: data.number, move: null, rounds: 0, error: String(error) } satisfies Answer);
    }
  };
}

/** Search a position as long as a level allows. */
async function think(
  engine: Engine, position: Position, level: Level, chance: boolean, seed: number, goesOn: () => boolean,
): Promise<{ move: bigint | null; rounds: number }> {
  const findings = new Findings();
  const end = performance.now() + 1000 * level.seconds;
  const searches = chance ? Math.max(1, Math.min(SEARCHES, Math.floor(level.rounds / FEWEST_ROUNDS))) : 1;
  const share = Math.ceil(level.rounds / searches);
  let rounds = 0;
  for (let at = 0; at < searches; at += 1) {
    const until = performance.now() + (end - performance.now()) / (searches - at);
    const search = engine.search(position, { seed: BigInt(seed + at), memory: MEMORY / (chance ? 4 : 1) });
    rounds += await slices((count) => search.run(count), share, until, goesOn);
    if (!goesOn()) break;
    findings.add(search.moves());
  }
  return { move: loose(findings.moves, level.spread, Math.random), rounds };
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

