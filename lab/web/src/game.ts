/** A game as it is played: its positions, where one looks, and what was undone. */

import type { Engine, Position } from "../engine.mjs";
import type { GameData } from "./data.ts";
import { named, typed, type Move } from "./moves.ts";
import { see, type Seen } from "./position.ts";

export interface Ply {
  move: Move;
  position: Position;
  seen: Seen;
}

/** Something that cannot be played; the message says why. */
export class Refused extends Error {}

export class Game {
  readonly engine: Engine;
  readonly data: GameData;
  seed: bigint;
  plies: Ply[] = [];
  /** How many moves are made where one looks. */
  at = 0;
  private first: { position: Position; seen: Seen };
  private listed: { position: Position; moves: Move[] } | null = null;

  constructor(engine: Engine, data: GameData, seed: bigint) {
    this.engine = engine;
    this.data = data;
    this.seed = seed;
    this.first = this.beginning();
  }

  private beginning(): { position: Position; seen: Seen } {
    const position = this.engine.begin(this.seed);
    return { position, seen: see(this.engine, this.data, position) };
  }

  /** A new game. */
  restart(seed: bigint): void {
    this.seed = seed;
    this.plies = [];
    this.at = 0;
    this.first = this.beginning();
  }

  /** The position after so many moves. */
  after(count: number): { position: Position; seen: Seen } {
    return this.plies[count - 1] ?? this.first;
  }

  get position(): Position {
    return this.after(this.at).position;
  }

  get seen(): Seen {
    return this.after(this.at).seen;
  }

  /** Whether one looks at the last position. */
  get live(): boolean {
    return this.at === this.plies.length;
  }

  /** The legal moves. */
  get moves(): Move[] {
    const { position } = this;
    if (this.listed?.position !== position) {
      const moves = named(this.engine.legal(position), this.data.engine);
      this.listed = { position, moves };
    }
    return this.listed.moves;
  }

  /** What there is to be seen after a legal move. */
  preview(move: Move): Seen {
    return see(this.engine, this.data, this.engine.after(this.position, move.packed));
  }

  /** Make a legal move; moves that were undone before are gone. */
  play(move: Move): Ply {
    const position = this.engine.after(this.position, move.packed);
    const ply = { move, position, seen: see(this.engine, this.data, position) };
    this.plies = [...this.plies.slice(0, this.at), ply];
    this.at += 1;
    return ply;
  }

  /** Go to the position after so many moves. */
  go(count: number): void {
    this.at = Math.max(0, Math.min(count, this.plies.length));
  }

  /**
   * Make moves from the start, by their names.
   *
   * @throws Refused one of them is not legal; the game is then as it was
   */
  replay(seed: bigint, names: string[]): void {
    const fresh = new Game(this.engine, this.data, seed);
    names.forEach((name, at) => fresh.play(fresh.find(name, at + 1)));
    this.restart(seed);
    this.plies = fresh.plies;
    this.at = fresh.plies.length;
  }

  private find(name: string, number: number): Move {
    const wanted = name.toLowerCase();
    const move = this.moves.find((one) => one.name === wanted);
    if (move !== undefined) return move;
    if (this.seen.over) throw new Refused(`move ${number}, ${name}, comes after the end of the game`);
    const names = this.moves.map((one) => one.name);
    const shown = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
    throw new Refused(`move ${number}, ${name}, is not legal here; legal are ${shown}`);
  }

  /**
   * The legal moves that somebody may mean who types a name.
   *
   * @throws Refused none is called so
   */
  meant(text: string): Move[] {
    const found = typed(this.moves, text);
    if (found.length > 0) return found;
    const names = this.moves.slice(0, 6).map((move) => move.name).join(", ");
    throw new Refused(`${text.trim() || "nothing"} is not a legal move here; legal are ${names}, …`);
  }
}
