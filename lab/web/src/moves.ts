/** Legal moves by name, as Python names them. */

import type { Description } from "../engine.mjs";

export interface Move {
  packed: bigint;
  /** Where it starts; -1 for nowhere. */
  from: number;
  /** Where it ends; the same as `from` or alone where a piece is placed. */
  to: number;
  /** `e5`, `a1-b2`, `pass`. */
  name: string;
}

/** The parts of packed moves. */
export function unpack(packed: bigint, widths: number[]): { template: number; from: number; to: number } {
  const [low = 0n, wide = 0n] = widths.map(BigInt);
  const part = (shift: bigint, width: bigint) => Number((packed >> shift) & ((1n << width) - 1n));
  return { template: part(0n, low), from: part(low, wide) - 1, to: part(low + wide, wide) - 1 };
}

/** Legal moves, each with a name of its own: what is called the same is numbered. */
export function named(legal: bigint[], description: Description): Move[] {
  const seen = new Map<string, number>();
  return legal.map((packed) => {
    const { template, from, to } = unpack(packed, description.moves.widths);
    const name = nameOf(description, template, from, to);
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    const nowhere = description.moves.templates[template]?.shape === "nowhere";
    return {
      packed,
      from: nowhere ? -1 : from,
      to: nowhere ? -1 : to,
      name: times > 1 ? `${name}/${times}` : name,
    };
  });
}

function nameOf(description: Description, template: number, from: number, to: number): string {
  const form = description.moves.templates[template];
  if (form === undefined || form.shape === "nowhere") return form?.name.toLowerCase() ?? "?";
  const label = (site: number) => (description.labels[site] ?? "").toLowerCase();
  const ends = from === to || from === -1 ? label(to) : `${label(from)}-${label(to)}`;
  return form.note ? `${ends}=${form.note.toLowerCase()}` : ends;
}

/** The site that is touched first to make a move, and the one after it: -1 for none. */
export function ends(move: Move): { first: number; second: number } {
  if (move.from < 0 || move.to < 0) return { first: Math.max(move.from, move.to), second: -1 };
  return { first: move.from, second: move.from === move.to ? -1 : move.to };
}

/** The moves that a typed name may mean: the one called so, else those that it begins. */
export function typed(moves: Move[], text: string): Move[] {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, "");
  if (wanted === "") return [];
  const exact = moves.filter((move) => move.name === wanted);
  if (exact.length > 0) return exact;
  const loose = (name: string) => name.replace(/-/g, "");
  const alike = moves.filter((move) => loose(move.name) === loose(wanted));
  return alike.length > 0 ? alike : moves.filter((move) => move.name.startsWith(wanted));
}
