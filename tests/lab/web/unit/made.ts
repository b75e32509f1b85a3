/** A game made by hand, for tests: three places in a row, a hand, and moves as BigInts. */

import type { Description } from "../../../../lab/web/engine.mjs";
import type { GameData } from "../../../../lab/web/src/data.ts";

export const WIDTHS = [10, 13, 13, 14];

export const description: Description = {
  format: 1,
  name: "Made",
  labels: ["A1", "B1", "C1", "Hand1.2"],
  players: 2,
  sites: 4,
  state: { bytes: 0, fields: {}, bits: [] },
  moves: {
    most: 9,
    widths: WIDTHS,
    templates: [
      { name: "Add", shape: "placing", note: "" },
      { name: "Step", shape: "moving", note: "" },
      { name: "Pass", shape: "nowhere", note: "" },
      { name: "Promote", shape: "placing", note: "Queen" },
    ],
  },
};

export const data: GameData = {
  name: "Made",
  engine: description,
  scene: {
    box: [0, 0, 30, 10], board: "", symbols: {}, places: [[0, 0], [10, 0], [20, 0], [10, 20]],
    radii: [4, 4, 4, 4], unit: 10, bars: [], pits: null,
  },
  players: [{ colour: "white", chip: "c1" }, { colour: "black", chip: "c2" }],
  pieces: [
    { number: 1, name: "Stone", owner: 1, symbol: "p1" },
    { number: 2, name: "Stone", owner: 2, symbol: "p2" },
    { number: 3, name: "DoubleStone", owner: 3, symbol: "p3" },
  ],
  dice: [],
  boardSites: 3, handsEnd: 5,
  numbered: false,
  chance: false,
  scored: false,
  hiding: null,
  atOnce: null,
  record: { game: "Made", options: { Size: "4" }, ruleset: null },
};

/** A packed move; -1 for no site. */
export function packed(template: number, from: number, to: number): bigint {
  return BigInt(template) | (BigInt(from + 1) << 10n) | (BigInt(to + 1) << 23n);
}
