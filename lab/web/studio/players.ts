/** Players of the studio's machine at the table: they are asked for each move. */

import type { Position } from "../engine.mjs";
import { LEVELS, type Level } from "../src/levels.ts";
import type { Thinks } from "../src/thinker.ts";
import type { Asked } from "./wire.ts";

/** Who can be chosen at once; all others by their specification. */
const USUAL = ["random", "greedy", "careful", "alphabeta:4", "uct:1000"];

/** A player by its specification, as `uct:1000`. */
export function playerOf(player: string): Level {
  return { name: player, player, rounds: 0, seconds: 0, spread: 0 };
}

/** Those of the page, and players of the studio's machine. */
export function levels(): Level[] {
  return [...LEVELS, ...USUAL.map(playerOf)];
}

/** Asks the studio for the moves of its players, and the page's own search for all others. */
export class Seated implements Thinks {
  private readonly own: Thinks;
  private readonly ask: (player: string) => Asked<{ name: string }>;
  private readonly find: (name: string) => bigint | null;
  private asked: Asked<{ name: string }> | null = null;

  /**
   * @param ask asks for a move of a player in the position that is shown
   * @param find the legal move of a name
   */
  constructor(own: Thinks, ask: (player: string) => Asked<{ name: string }>, find: (name: string) => bigint | null) {
    this.own = own;
    this.ask = ask;
    this.find = find;
  }

  async think(position: Position, level: Level): Promise<bigint | null> {
    this.stop();
    if (level.player === undefined) return this.own.think(position, level);
    const mine = this.ask(level.player);
    this.asked = mine;
    try {
      const found = await mine.answer;
      return found === null || this.asked !== mine ? null : this.find(found.name);
    } finally {
      if (this.asked === mine) this.asked = null;
    }
  }

  stop(): void {
    this.own.stop();
    const { asked } = this;
    this.asked = null;
    asked?.stop();
  }

  close(): void {
    this.stop();
    this.own.close();
  }
}
