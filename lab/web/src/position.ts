/** What is to be seen of a position: pieces, dice, scores, and how the game stands. */

import type { Engine, Position } from "../engine.mjs";
import type { GameData } from "./data.ts";

const MOST_HEIGHT = 32;

export interface Seen {
  /** The kind of piece on each site, those of hands too; 0 for none. */
  contents: number[];
  /** How many pieces are on each site. */
  counts: number[];
  /** The kinds on a site, the lowest first, where pieces stand on each other. */
  stacks: Map<number, number[]>;
  /** What is written on pieces besides how many there are. */
  states: Map<number, number>;
  /** What each die shows, and whether it can still be used. */
  dice: { shows: number; used: boolean }[];
  scores: number[];
  ranking: number[];
  over: boolean;
  seat: number;
  /** The colour to move, from 1. */
  mover: number;
  swapped: boolean;
  from: number;
  to: number;
  plies: number;
}

/** All that is shown of a position. */
export function see(engine: Engine, data: GameData, position: Position): Seen {
  const number = (name: string, index = 0): number => {
    const found = engine.field(position, name, index);
    return typeof found === "number" ? found : 0;
  };
  const { fields } = data.engine.state;
  const contents = contentsOf(engine, data, position);
  const piled = "count" in fields;
  const counts = contents.map((what, site) => {
    if (piled) return what ? number("count", site + 1) : 0;
    const place = site - data.boardSites;
    const held = place >= 0 && site < data.handsEnd && "held" in fields;
    return !held ? Number(what > 0) : number("held", place + 1);
  });
  const plies = number("moves");
  return {
    contents,
    counts,
    stacks: "level" in fields ? stacksOf(counts, number) : new Map(),
    states: data.numbered ? numbersOf(data, contents, (site) => number("state", site + 1)) : new Map(),
    dice: diceOf(engine, data, position, number),
    scores: data.players.map((_, seat) => number("score", seat + 1)),
    ranking: engine.ranking(position),
    over: engine.over(position),
    seat: engine.seat(position),
    mover: number("mover"),
    swapped: number("swapped") !== 0,
    from: plies ? number("last_from") : -1,
    to: plies ? number("last_to") : -1,
    plies,
  };
}

/** The dice as they lie; where they are thrown before the moves, as they fall. */
function diceOf(
  engine: Engine, data: GameData, position: Position, number: (name: string, at: number) => number,
): Seen["dice"] {
  const fallen = engine.thrown(position, data.dice.map((die) => die.faces.length));
  return data.dice.map((die, at) => ({
    shows: die.faces[fallen[at] ?? number("face", at)] ?? 0,
    used: fallen.length === 0 && number("die", at) === 0,
  }));
}

function contentsOf(engine: Engine, data: GameData, position: Position): number[] {
  const found = new Array<number>(data.scene.places.length).fill(0);
  for (const piece of data.pieces) {
    const sites = engine.field(position, "placed", piece.number);
    if (typeof sites === "number") continue;
    for (const site of sites) if (site < found.length) found[site] = piece.number;
  }
  return found;
}

function stacksOf(counts: number[], number: (name: string, at: number) => number): Map<number, number[]> {
  const found = new Map<number, number[]>();
  counts.forEach((count, site) => {
    if (count < 2) return;
    const levels = Array.from({ length: count }, (_, level) => number("level", site * MOST_HEIGHT + level));
    found.set(site, levels);
  });
  return found;
}

/** The states of pieces on the board, which are their numbers. */
function numbersOf(data: GameData, contents: number[], state: (site: number) => number): Map<number, number> {
  const found = new Map<number, number>();
  contents.slice(0, data.boardSites).forEach((what, site) => {
    if (what && state(site)) found.set(site, state(site));
  });
  return found;
}
