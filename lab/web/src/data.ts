/** What Python writes into a page: the game, its drawing, its players; see `lab/web/export.py`. */

import type { Description } from "../engine.mjs";

export type Point = [number, number];

export interface Pits {
  around: Point[][];
  long: Record<string, Point[]>;
  numbers: Point[];
  radii: number[];
  seed: number;
  digits: number;
  fill: string;
}

export interface Scene {
  box: [number, number, number, number];
  board: string;
  symbols: Record<string, string>;
  places: Point[];
  radii: number[];
  unit: number;
  bars: ([number, number, number, number] | null)[];
  pits: Pits | null;
}

export interface Piece {
  number: number;
  name: string;
  owner: number;
  symbol: string;
}

/** What rules hide, and where a state keeps what belongs to sites; see `lab/web/hiding.py`. */
export interface Hiding {
  /** How many pieces may stand on each other; 0 where none do. */
  height: number;
  /** The number behind the last place of a hand. */
  places: number;
  /** The sites of the board, of each hand, and of each other kind: the first, and the one behind the last. */
  areas: [number, number][];
  /** What stands for a site that is not seen, for a piece of somebody, and for one of each owner. */
  veiled: Piece[];
  /** Whose each kind of piece is. */
  owners: number[];
  parts: Record<string, { kept: "sites" | "number" | "site" | "place" | "level"; veils: string[] }>;
  linked: { field: string; within: string; relation: number[][]; wanted: number[][] }[];
}

export interface GameData {
  name: string;
  engine: Description;
  scene: Scene;
  players: { colour: string; chip: string }[];
  pieces: Piece[];
  dice: { site: number; faces: number[] }[];
  boardSites: number;
  /** The number behind the last place of a hand; sites of other kinds follow. */
  handsEnd: number;
  /** Whether the states of pieces are numbers that are shown. */
  numbered: boolean;
  chance: boolean;
  scored: boolean;
  /** What is hidden from players; null where all is seen. */
  hiding: Hiding | null;
  /** Parts of a state that keep what players have chosen, and what they hold at first; null where they move in turn. */
  atOnce: Record<string, number> | null;
  record: { game: string; options: Record<string, string>; ruleset: string | null };
}

/** What can be chosen on a page of a game with all its options; variant 0 is the usual one. */
export interface Choices {
  headings: { heading: string; items: string[]; usual: number }[];
  /** Of each variant, the number of its item under each heading. */
  variants: number[][];
}

/** A game as a page runs it, and what the page says of it where it differs from the usual one. */
export interface Variant {
  data: GameData;
  code: ArrayBuffer;
  shown: { facts: string; rules: string } | null;
}

/** A kind of piece by its number, those too that stand for what is not seen. */
export function kindOf(data: GameData, number: number): Piece | undefined {
  return data.pieces.find((one) => one.number === number) ?? data.hiding?.veiled.find((one) => one.number === number);
}

/** Whether a kind stands for a site of which it is not known what is there. */
export function isUnseen(data: GameData, number: number): boolean {
  return number > 0 && data.hiding?.veiled[0]?.number === number;
}
