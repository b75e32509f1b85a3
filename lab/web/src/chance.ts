/** What falls in games of chance: told from outside, or as a position's own chance has it. */

import { drawn, type Engine, type Position } from "../engine.mjs";

/** A draw that rules ask for. */
interface Draw {
  outcomes: number;
  die: boolean;
  /** It is drawn before moves, and again when one of them is made. */
  repeated: boolean;
}

interface Fallen {
  outcome: number;
  draw: Draw;
}

/** Says what falls. */
type Choose = (draw: Draw) => number;

/** Draws that cannot be as they are told; the message says why. */
export class Undrawn extends Error {}

// Parts of the number that says what was to be drawn; see interpreter/ir/meaning/told.py.
const [KINDS, DIE, REPEATED] = [4n, 2n, 1n];
const MOST_TOLD = (1n << 63n) - 1n;

/**
 * What falls around a move, before it and behind it, each as the number of its outcome from 0.
 *
 * @param dice how many faces each die has
 */
export function drawnBy(engine: Engine, dice: number[], position: Position, move: bigint): number[] {
  const fallen = before(engine, dice, position, byLot(engine, position));
  const { behind } = made(engine, dice, position, move, fallen, byLot(engine, position));
  return [...fallen, ...behind].map((one) => one.outcome);
}

/**
 * The position after a move, where it is told what falls around it.
 *
 * @param find the move, from those that are legal once the dice lie
 * @returns the position, and the move
 * @throws Undrawn draws that are missing, surplus, or cannot fall
 */
export function afterDraws<M extends { packed: bigint }>(
  engine: Engine, dice: number[], position: Position, draws: number[], find: (legal: bigint[]) => M,
): { position: Position; move: M } {
  const given = new Given(draws);
  const choose = (draw: Draw) => given.take(draw);
  const fallen = before(engine, dice, position, choose);
  const move = find(engine.legal(engine.changed(position, "told", told(fallen))));
  const { after } = made(engine, dice, position, move.packed, fallen, choose);
  given.close();
  return { position: after, move };
}

/** Outcomes that are told, given to what asks for them one after the other. */
class Given {
  private taken = 0;
  private readonly draws: number[];

  constructor(draws: number[]) {
    this.draws = draws;
  }

  take(draw: Draw): number {
    const what = `one of ${draw.outcomes}`;
    const found = this.draws[this.taken];
    if (found === undefined) throw new Undrawn(`${many(this.taken)} told, but another is due: ${what}`);
    if (found >= draw.outcomes) throw new Undrawn(`${found} is no outcome of ${what}: they go from 0 to ${draw.outcomes - 1}`);
    this.taken += 1;
    return found;
  }

  /** All that was told must have been asked for. */
  close(): void {
    if (this.taken < this.draws.length) throw new Undrawn(`${many(this.draws.length)} told, but only ${this.taken} are due`);
  }
}

function many(count: number): string {
  return count === 1 ? "1 draw is" : `${count} draws are`;
}

/** Draws as one number, in which each is a digit whose base is the number of its outcomes, at least 2. */
function told(fallen: Fallen[]): bigint {
  const found = fallen.reduceRight((sum, one) => sum * BigInt(Math.max(one.draw.outcomes, 2)) + BigInt(one.outcome), 1n);
  if (found > MOST_TOLD) throw new Undrawn("more draws than can be told at once");
  return found;
}

/** All that is drawn while something is done with draws that are told, which says what is left. */
function allDrawn(dice: number[], run: (told: bigint) => bigint, choose: Choose): Fallen[] {
  const found: Fallen[] = [];
  for (;;) {
    const left = run(told(found));
    if (left >= 0n) return found;
    const asked = -left;
    const draw = { outcomes: Number(asked / KINDS), die: (asked & DIE) !== 0n, repeated: (asked & REPEATED) !== 0n };
    // Dice are thrown together.
    for (const outcomes of draw.die ? dice : [draw.outcomes]) {
      const one = { ...draw, outcomes };
      found.push({ outcome: choose(one), draw: one });
    }
  }
}

function before(engine: Engine, dice: number[], position: Position, choose: Choose): Fallen[] {
  if (engine.over(position)) return [];
  return allDrawn(dice, (number) => engine.leftTold(engine.changed(position, "told", number)), choose);
}

function made(
  engine: Engine, dice: number[], position: Position, move: bigint, fallen: Fallen[], choose: Choose,
): { behind: Fallen[]; after: Position } {
  const again = fallen.filter((one) => one.draw.repeated).map((one) => one.outcome);
  let after = position;
  const run = (number: bigint) => {
    after = engine.after(engine.changed(position, "told", number), move);
    return engine.whole(after, "told");
  };
  const drawnNow = allDrawn(dice, run, (draw) => (draw.repeated ? (again.shift() ?? 0) : choose(draw)));
  return { behind: drawnNow.filter((one) => !one.draw.repeated), after: engine.changed(after, "told", 0n) };
}

/** What falls as the generators of a position say. */
function byLot(engine: Engine, position: Position): Choose {
  const held = { random: engine.whole(position, "random"), chance: engine.whole(position, "chance") };
  return (draw) => {
    const name = draw.repeated ? "chance" : "random";
    const [generator, outcome] = drawn(held[name], draw.outcomes);
    held[name] = generator;
    return outcome;
  };
}
