/**
 * Why a move is not legal, in short: what can be seen on the board. The rule behind it is told by
 * `ludwright why` and by the studio.
 */

import { isUnseen, kindOf, type GameData } from "./data.ts";
import { ends, type Move } from "./moves.ts";
import type { Seen } from "./position.ts";
import { pieceName, siteName } from "./words.ts";

/** So many sites are named. */
const NAMED = 6;

/** Why a move that somebody has typed is not legal, as `b2 is not empty`. */
export function whyNot(data: GameData, seen: Seen, moves: Move[], text: string): string {
  const wanted = text.trim().toLowerCase().replace(/\s+/g, "").replace(/[=/].*$/, "");
  if (wanted === "") return "nothing is typed";
  const sites = sitesOf(data, wanted);
  const unknown = sites.find(({ site }) => site < 0);
  if (unknown !== undefined) return sites.length > 1 ? `there is no site ${unknown.label}` : `${wanted} is no move of this game`;
  const [first, second] = sites.map(({ site }) => site);
  return first === undefined ? `${wanted} is no move of this game` : whyNotThere(data, seen, moves, first, second ?? -1);
}

/** The sites that a name speaks of, each with its label; -1 for one that there is not. */
function sitesOf(data: GameData, wanted: string): { label: string; site: number }[] {
  const { labels } = data.engine;
  const numbers = new Map(labels.map((label, site) => [label.toLowerCase(), site] as const).filter(([label]) => label !== ""));
  const alone = numbers.get(wanted);
  if (alone !== undefined) return [{ label: wanted, site: alone }];
  return wanted.split("-").map((label) => ({ label, site: numbers.get(label) ?? -1 }));
}

/**
 * Why nothing can be played from a site, or from one to another.
 *
 * @param second -1 where a move is of one site alone
 */
export function whyNotThere(data: GameData, seen: Seen, moves: Move[], first: number, second: number): string {
  const from = siteName(data, first);
  const kind = seen.contents[first] ?? 0;
  const owner = kindOf(data, kind)?.owner ?? 0;
  const alone = moves.filter((move) => ends(move).second < 0);
  const mine = owner < 1 || owner > data.players.length || owner === seen.mover;
  if (isUnseen(data, kind)) return `what is on ${from} is not seen`;
  if (second < 0 && (alone.length > 0 || kind === 0)) {
    const taken = kind !== 0 && alone.length > 0 && alone.every((move) => !seen.contents[ends(move).first]);
    return taken ? `${from} is not empty` : `no rule allows a move to ${from} now`;
  }
  if (kind === 0) return `${from} is empty`;
  if (!mine) return `the ${pieceName(data, kind)} on ${from} is not of who moves`;
  const reached = moves.filter((move) => ends(move).first === first && ends(move).second >= 0).map((move) => siteName(data, ends(move).second));
  const named = `the ${pieceName(data, kind)} on ${from}`;
  if (reached.length === 0) return `${named} cannot move now`;
  const shown = [...new Set(reached)];
  return `${named} can go to ${shown.slice(0, NAMED).join(", ")}${shown.length > NAMED ? ", …" : ""} alone`;
}
