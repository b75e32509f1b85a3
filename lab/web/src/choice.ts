/** Which move to take, from what searches have found. */

import type { Found } from "../engine.mjs";

/** Findings of several searches of one position, added up. */
export class Findings {
  private readonly found = new Map<bigint, Found>();

  add(moves: Found[]): void {
    for (const one of moves) {
      const before = this.found.get(one.move);
      const visits = one.visits + (before?.visits ?? 0);
      const sum = one.value * one.visits + (before ? before.value * before.visits : 0);
      const certain = one.certain && (before?.certain ?? true);
      const value = visits === 0 ? one.value : sum / visits;
      this.found.set(one.move, { move: one.move, visits, value: certain ? one.value : value, certain });
    }
  }

  get moves(): Found[] {
    return [...this.found.values()];
  }
}

/** The best move: a certain win, else what was looked at most and is no certain loss. */
export function best(moves: Found[]): bigint | null {
  const won = moves.find((one) => one.certain && one.value >= 1);
  if (won !== undefined) return won.move;
  const open = moves.filter((one) => !(one.certain && one.value <= -1));
  const order = [...(open.length > 0 ? open : moves)].sort((a, b) => b.visits - a.visits || b.value - a.value);
  return order[0]?.move ?? null;
}

/** A move that is not always the best: each as often as it was looked at, with a chance of `spread`. */
export function loose(moves: Found[], spread: number, random: () => number): bigint | null {
  if (random() >= spread) return best(moves);
  let left = random() * moves.reduce((sum, one) => sum + one.visits, 0);
  for (const one of moves) {
    left -= one.visits;
    if (left < 0) return one.move;
  }
  return best(moves);
}

/** A choice that others cannot count on: one of those that were looked at most, each as often as it was. */
export function mixed(moves: Found[], random: () => number): bigint | null {
  const most = Math.max(0, ...moves.map((one) => one.visits));
  return loose(moves.filter((one) => one.visits >= most / 3), 1, random);
}
