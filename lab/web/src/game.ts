/** A game as it is played: its positions, where one looks, and what was undone. */

import type { Engine, Position } from "../engine.mjs";
import { afterDraws, drawnBy, Undrawn } from "./chance.ts";
import type { GameData } from "./data.ts";
import { named, typed, type Move } from "./moves.ts";
import { see, type Seen } from "./position.ts";

/** A move as records and links have it. */
export interface Word {
  name: string;
  /** What falls before and behind it; null where the seed decides. */
  draws: number[] | null;
}

export interface Ply {
  move: Move;
  /** What was told to fall; null where the seed decided. */
  told: number[] | null;
  position: Position;
  seen: Seen;
}

/** Something that cannot be played; the message says why. */
export class Refused extends Error {}

/** A text that somebody typed and that is no legal move. */
export class Illegal extends Refused {}

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
    return this.made(move, null, position);
  }

  private made(move: Move, told: number[] | null, position: Position): Ply {
    const ply = { move, told, position, seen: see(this.engine, this.data, position) };
    this.plies = [...this.plies.slice(0, this.at), ply];
    this.at += 1;
    return ply;
  }

  /** The moves so far, each with all that fell when it was made. */
  get words(): Word[] {
    const fell = (ply: Ply, at: number) =>
      ply.told ?? drawnBy(this.engine, this.faces, this.after(at).position, ply.move.packed);
    return this.plies.map((ply, at) => ({ name: ply.move.name, draws: this.data.chance ? fell(ply, at) : null }));
  }

  /** How many faces each die has. */
  private get faces(): number[] {
    return this.data.dice.map((die) => die.faces.length);
  }

  /** Go to the position after so many moves. */
  go(count: number): void {
    this.at = Math.max(0, Math.min(count, this.plies.length));
  }

  /**
   * Make moves from the start.
   *
   * @throws Refused one of them is not legal, or cannot fall; the game is then as it was
   */
  replay(seed: bigint, words: Word[]): void {
    const fresh = new Game(this.engine, this.data, seed);
    words.forEach((word, at) => fresh.say(word, at + 1));
    this.restart(seed);
    this.plies = fresh.plies;
    this.at = fresh.plies.length;
  }

  private say({ name, draws }: Word, number: number): void {
    if (draws === null) {
      this.play(this.find(this.moves, name, number));
      return;
    }
    const find = (legal: bigint[]) => this.find(named(legal, this.data.engine), name, number);
    try {
      const { position, move } = afterDraws(this.engine, this.faces, this.position, draws, find);
      this.made(move, draws, position);
    } catch (error) {
      throw error instanceof Undrawn ? new Refused(`move ${number}, ${name}: ${error.message}`) : error;
    }
  }

  private find(moves: Move[], name: string, number: number): Move {
    const wanted = name.toLowerCase();
    const move = moves.find((one) => one.name === wanted);
    if (move !== undefined) return move;
    if (this.seen.over) throw new Refused(`move ${number}, ${name}, comes after the end of the game`);
    const names = moves.map((one) => one.name);
    const shown = names.slice(0, 8).join(", ") + (names.length > 8 ? ", …" : "");
    throw new Refused(`move ${number}, ${name}, is not legal here; legal are ${shown}`);
  }

  /**
   * The legal moves that somebody may mean who types a name.
   *
   * @throws Illegal none is called so
   */
  meant(text: string): Move[] {
    const found = typed(this.moves, text);
    if (found.length > 0) return found;
    const names = this.moves.slice(0, 6).map((move) => move.name).join(", ");
    throw new Illegal(`${text.trim() || "nothing"} is not a legal move here; legal are ${names}, …`);
  }
}
