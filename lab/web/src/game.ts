/** A game as it is played: its positions, where one looks, and what was undone. */

import type { Engine, Position } from "../engine.mjs";
import { afterDraws, drawnBy, Undrawn } from "./chance.ts";
import type { GameData } from "./data.ts";
import { named, typed, type Move } from "./moves.ts";
import { see, type Seen } from "./position.ts";
import { whyNot } from "./reasons.ts";
import type { Line } from "./record.ts";

/** A move as records and links have it. */
export interface Word {
  name: string;
  /** What falls before and behind it; null where the seed decides. */
  draws: number[] | null;
}

/** A position of a game, with what is played from there and what is said of it. */
export interface Knot {
  position: Position;
  seen: Seen;
  /** What was played from here: the first is the game, the others are variations. */
  plies: Ply[];
  note: string;
}

export interface Ply extends Knot {
  move: Move;
  /** What was told to fall; null where the seed decided. */
  told: number[] | null;
  before: Knot;
}

/** Something that cannot be played; the message says why. */
export class Refused extends Error {}

/** A text that somebody typed and that is no legal move. */
export class Illegal extends Refused {}

export class Game {
  readonly engine: Engine;
  readonly data: GameData;
  seed: bigint;
  /** The moves of the line that one looks at. */
  plies: Ply[] = [];
  /** How many moves are made where one looks. */
  at = 0;
  /** Whether other moves are kept as variations when one goes back and plays otherwise. */
  readonly branching: boolean;
  first: Knot;
  private listed: { position: Position; moves: Move[] } | null = null;

  constructor(engine: Engine, data: GameData, seed: bigint, branching = false) {
    this.branching = branching;
    this.engine = engine;
    this.data = data;
    this.seed = seed;
    this.first = this.beginning();
  }

  private beginning(): Knot {
    const position = this.engine.begin(this.seed);
    return { position, seen: see(this.engine, this.data, position), plies: [], note: "" };
  }

  /** A new game. */
  restart(seed: bigint): void {
    this.seed = seed;
    this.plies = [];
    this.at = 0;
    this.first = this.beginning();
  }

  /** The position after so many moves. */
  after(count: number): Knot {
    return this.plies[count - 1] ?? this.first;
  }

  /** Where one looks. */
  get here(): Knot {
    return this.after(this.at);
  }

  get position(): Position {
    return this.here.position;
  }

  get seen(): Seen {
    return this.here.seen;
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

  /** Make a legal move. Moves that were undone before are gone, or become a variation. */
  play(move: Move): Ply {
    const known = this.branching ? this.here.plies.find((one) => one.move.packed === move.packed && one.told === null) : undefined;
    if (known !== undefined) {
      this.show(known);
      return known;
    }
    const position = this.engine.after(this.position, move.packed);
    return this.made(move, null, position);
  }

  private made(move: Move, told: number[] | null, position: Position): Ply {
    const before = this.here;
    const ply = { move, told, position, seen: see(this.engine, this.data, position), plies: [], note: "", before };
    before.plies = this.branching ? [...before.plies, ply] : [ply];
    this.plies = [...this.plies.slice(0, this.at), ply];
    this.at += 1;
    return ply;
  }

  /** Look at a position, with the line that leads there and goes on from there. */
  show(knot: Knot): void {
    const back: Ply[] = [];
    for (let one = knot; "before" in one; one = (one as Ply).before) back.unshift(one as Ply);
    const on: Ply[] = [];
    for (let one = knot.plies[0]; one !== undefined; one = one.plies[0]) on.push(one);
    this.plies = [...back, ...on];
    this.at = back.length;
  }

  /** Let the line end where one looks; what was undone is gone, or stays as a variation. */
  cut(): void {
    this.plies = this.plies.slice(0, this.at);
    if (!this.branching) this.here.plies = [];
  }

  /** Take a move back, with all that was played from there. */
  remove(ply: Ply): void {
    const shown = this.plies.includes(ply) ? ply.before : this.here;
    ply.before.plies = ply.before.plies.filter((one) => one !== ply);
    this.show(shown);
  }

  /** Let a variation be the game from there on. */
  promote(ply: Ply): void {
    ply.before.plies = [ply, ...ply.before.plies.filter((one) => one !== ply)];
    this.show(this.here);
  }

  /** The moves so far, each with all that fell when it was made. */
  get words(): Word[] {
    return this.plies.map((ply) => this.word(ply));
  }

  /** A move with all that fell when it was made. */
  word({ move, told, before }: Ply): Word {
    const fell = () => told ?? drawnBy(this.engine, this.faces, before.position, move.packed);
    return { name: move.name, draws: this.data.chance ? fell() : null };
  }

  /** The game with its variations, as records have them: each is a line that leaves one before it. */
  get lines(): Line[] {
    const found: Line[] = [];
    const add = (of: number, number: number, ply: Ply | undefined) => {
      const line: Line = { number, of, moves: [], notes: new Map() };
      const mine = found.push(line) - 1;
      const others: [number, Ply][] = [];
      let at = number;
      for (let one = ply; one !== undefined; one = one.plies[0], at += 1) {
        line.moves.push(this.word(one));
        if (one.note !== "") line.notes.set(at, one.note);
        for (const other of one.plies.slice(1)) others.push([at + 1, other]);
      }
      for (const [number, other] of others) add(mine, number, other);
    };
    add(0, 1, this.first.plies[0]);
    if (this.first.note !== "") found[0]?.notes.set(0, this.first.note);
    for (const other of this.first.plies.slice(1)) add(0, 1, other);
    return found;
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
   * Make moves from the start, with what is said of the positions, and other moves beside them.
   *
   * @throws Refused one of them is not legal, or cannot fall; the game is then as it was
   */
  replay(seed: bigint, words: Word[], notes = new Map<number, string>(), variations: Line[] = []): void {
    const fresh = new Game(this.engine, this.data, seed, true);
    words.forEach((word, at) => fresh.say(word, at + 1));
    const lines = [fresh.plies];
    const noted = (line: Ply[], said: Map<number, string>) => {
      for (const [at, note] of said) (line[at - 1] ?? fresh.first).note = note;
    };
    noted(fresh.plies, notes);
    for (const one of this.branching ? variations : []) {
      fresh.plies = (lines[one.of] ?? []).slice(0, one.number - 1);
      fresh.at = fresh.plies.length;
      one.moves.forEach((word, at) => fresh.say(word, one.number + at));
      fresh.cut();
      lines.push(fresh.plies);
      noted(fresh.plies, one.notes);
    }
    this.restart(seed);
    this.first = fresh.first;
    this.plies = lines[0] ?? [];
    this.at = this.plies.length;
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
   * @param seen what he sees of the position
   * @throws Illegal none is called so
   */
  meant(text: string, seen: Seen): Move[] {
    const found = typed(this.moves, text);
    if (found.length > 0) return found;
    const names = this.moves.slice(0, 6).map((move) => move.name).join(", ");
    const reason = whyNot(this.data, seen, this.moves, text);
    throw new Illegal(`${text.trim() || "nothing"} is not a legal move here: ${reason}; legal are ${names}, …`);
  }
}
