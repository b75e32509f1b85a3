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
