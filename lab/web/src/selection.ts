/** What a touch of a site means: a piece is chosen, a move is made, or there is a choice of moves. */

import { ends, type Move } from "./moves.ts";

export type Meaning =
  | { kind: "chosen"; site: number }
  | { kind: "moves"; moves: Move[] }
  | { kind: "none" };

export const NOTHING = -1;

/**
 * What it means to touch a site while another one is chosen, or none.
 *
 * @param isHand whether a site is beside the board: from there a piece comes without being chosen,
 *     if no other can come
 */
export function touch(
  moves: Move[], chosen: number, site: number, isHand: (site: number) => boolean = () => false,
): Meaning {
  if (chosen !== NOTHING) {
    const made = between(moves, chosen, site);
    if (made.length > 0) return { kind: "moves", moves: made };
    if (chosen === site) return { kind: "none" };
  }
  const here = moves.filter((move) => ends(move).first === site);
  if (here.length === 0) return dropped(moves, site, isHand);
  const alone = here.every((move) => ends(move).second < 0);
  return alone ? { kind: "moves", moves: here } : { kind: "chosen", site };
}

/** The moves to a site from the one place of hands that leads there. */
function dropped(moves: Move[], site: number, isHand: (site: number) => boolean): Meaning {
  const found = moves.filter((move) => ends(move).second === site);
  const origins = new Set(found.map((move) => move.from));
  const one = origins.size === 1 && [...origins].every(isHand);
  return one ? { kind: "moves", moves: found } : { kind: "none" };
}

/** The moves from a chosen site to another; from a site to itself, those that happen there. */
function between(moves: Move[], chosen: number, site: number): Move[] {
  return moves.filter((move) => {
    const { first, second } = ends(move);
    return first === chosen && (second < 0 ? chosen : second) === site;
  });
}

/** The sites that can be touched first. */
export function sources(moves: Move[]): Set<number> {
  return new Set(moves.map((move) => ends(move).first).filter((site) => site >= 0));
}

/** The sites where a piece can simply be placed, or that act by themselves. */
export function direct(moves: Move[]): Set<number> {
  const longer = new Set(moves.filter((move) => ends(move).second >= 0).map((move) => move.from));
  return new Set([...sources(moves)].filter((site) => !longer.has(site)));
}

/** Where the moves from a chosen site lead. */
export function targets(moves: Move[], chosen: number): Set<number> {
  const found = new Set<number>();
  for (const move of moves) {
    const { first, second } = ends(move);
    if (first === chosen) found.add(second < 0 ? chosen : second);
  }
  return found;
}

/** Moves that touch no site: passes, exchanges of colours, and their like. */
export function elsewhere(moves: Move[]): Move[] {
  return moves.filter((move) => ends(move).first < 0);
}
