/** A game in words: for the line that tells how it stands, and for those who do not see the board. */

import { isUnseen, kindOf, type GameData } from "./data.ts";
import type { Move } from "./moves.ts";
import type { Seen } from "./position.ts";

/** The colour that a seat plays: another one after players have exchanged colours. */
export function colourOf(seen: Seen, seat: number): number {
  return seen.swapped && seat < 2 ? 1 - seat : seat;
}

/** `player 1`, or `player 1 (white)`. */
export function playerName(data: GameData, seen: Seen, seat: number): string {
  const colour = data.players[colourOf(seen, seat)]?.colour;
  return colour ? `player ${seat + 1} (${colour})` : `player ${seat + 1}`;
}

/** What a piece is called, with its owner. */
export function pieceName(data: GameData, kind: number): string {
  const piece = kindOf(data, kind);
  if (piece === undefined) return "";
  const name = piece.name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").replace(/_/g, " ").toLowerCase();
  const owner = data.players[piece.owner - 1];
  if (owner === undefined) return name;
  return owner.colour ? `${owner.colour} ${name}` : `${name} of player ${piece.owner}`;
}

export function siteName(data: GameData, site: number): string {
  const label = data.engine.labels[site] ?? "";
  const place = label.match(/^Hand(\d*)(?:\.(\d+))?$/);
  if (place === null || site < data.boardSites) return label.toLowerCase();
  const whose = place[1] ? `hand of player ${place[1]}` : "the table";
  return place[2] ? `${whose}, place ${place[2]}` : whose;
}

/** What lies on a site: `e5, white stone`. */
export function siteWords(data: GameData, seen: Seen, site: number): string {
  const kind = seen.contents[site] ?? 0;
  const count = seen.counts[site] ?? 0;
  const stack = seen.stacks.get(site);
  let lies = kind ? pieceName(data, kind) : "empty";
  if (stack && new Set(stack).size > 1) {
    lies = `from below: ${stack.map((one) => pieceName(data, one)).join(", ")}`;
  } else if (count > 1) lies = `${count} × ${lies}`;
  return `${siteName(data, site)}, ${lies}`;
}

/** Whose turn it is, or how the game ended. */
export function standing(data: GameData, seen: Seen): string {
  return seen.over ? ending(data, seen) : `${playerName(data, seen, seen.seat)} to move`;
}

export function ending(data: GameData, seen: Seen): string {
  const name = (seat: number) => playerName(data, seen, seat);
  const { ranking } = seen;
  if (ranking.length === 1) return ranking[0] === 1 ? `${name(0)} wins` : `${name(0)} loses`;
  const first = ranking.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (first.length === 1 && ranking.length === 2) return `${name(first[0] ?? 0)} wins`;
  if (new Set(ranking).size === 1) return "a draw";
  const order = ranking.map((rank, seat) => ({ rank, seat })).sort((a, b) => a.rank - b.rank);
  const places = order.map(({ rank, seat }) => `${rank}. ${name(seat)}`).join(", ");
  return first.length === 1 ? `${name(first[0] ?? 0)} wins (${places})` : places;
}

/** What a move did, by the name that it is told by: `player 2: a1-b2, takes b2`. */
export function told(data: GameData, before: Seen, after: Seen, move: Move, name: string): string {
  const said = `${playerName(data, before, before.seat)}: ${name}`;
  const gone = lost(data, before, after, move);
  if (gone.length === 0) return said;
  const places = gone.slice(0, 6).map((site) => siteName(data, site)).join(", ");
  return `${said}, takes ${gone.length > 6 ? `${gone.length} pieces` : places}`;
}

/** The sites of the board from which a move took pieces of others. */
export function lost(data: GameData, before: Seen, after: Seen, move: Move): number[] {
  if (data.scene.pits) return [];
  const owner = (kind: number) => kindOf(data, kind)?.owner ?? 0;
  return before.contents.flatMap((kind, site) => {
    if (!kind || isUnseen(data, kind) || site >= data.boardSites || site === move.from) return [];
    if (owner(kind) === before.mover) return [];
    return after.contents[site] === 0 || site === move.to ? [site] : [];
  });
}

/** The pits in which a move changed how many seeds there are. */
export function sown(data: GameData, before: Seen, after: Seen): number[] {
  if (data.scene.pits === null) return [];
  return after.counts.flatMap((count, site) => (count === before.counts[site] ? [] : [site]));
}

/** How two positions differ, in few words: `d8 queen, d7 empty`. */
export function difference(data: GameData, before: Seen, after: Seen): string {
  const parts = after.contents.flatMap((kind, site) => {
    const same = kind === before.contents[site] && after.counts[site] === before.counts[site];
    return same ? [] : [siteWords(data, after, site).replace(",", ":")];
  });
  const shown = parts.slice(0, 4).join("; ");
  return parts.length > 4 ? `${shown}; …` : shown;
}
