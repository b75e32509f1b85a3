/** What happens at the table: touches become moves, the computer answers, and all see it. */

import { Board, type Marks } from "./board.ts";
import type { GameData } from "./data.ts";
import { Game, Illegal, Refused, type Knot, type Ply, type Word } from "./game.ts";
import { listen } from "./input.ts";
import { HINT, LEVELS, USUAL, type Level } from "./levels.ts";
import { Looking } from "./looking.ts";
import { choose } from "./menu.ts";
import { ends, type Move } from "./moves.ts";
import type { Seen } from "./position.ts";
import { direct, NOTHING, sources, targets, touch } from "./selection.ts";
import { whyNotThere } from "./reasons.ts";
import type { Line } from "./record.ts";
import type { Thinks } from "./thinker.ts";
import { difference, lost, playerName, siteName, siteWords, sown, standing, told } from "./words.ts";

/** A move of the computer is not there before the one before it was seen. */
const PAUSE_MS = 350;
/** So many free sites at most are marked one by one, where not all are allowed. */
const MOST_SPOTS = 30;

export class Table {
  readonly game: Game;
  readonly board: Board;
  /** The level of each seat; null for a person. */
  readonly seats: (Level | null)[];
  /** Those who may be given a seat. */
  levels: Level[] = LEVELS;
  thinking = false;
  readonly data: GameData;
  readonly looking: Looking;
  private readonly thinker: Thinks;
  private chosen = NOTHING;
  private hinted: Move | null = null;
  private changed: () => void = () => {};
  private say: (text: string) => void = () => {};
  private warn: (text: string) => void = () => {};
  private illegal: (text: string) => void = () => {};

  /** @param seats who sits where; if not given, a person against computers */
  constructor(data: GameData, game: Game, thinker: Thinks, seats: (Level | null)[] = []) {
    this.data = data;
    this.game = game;
    this.thinker = thinker;
    this.board = new Board(data);
    const usual = (seat: number) => (seat === 0 ? null : (LEVELS[USUAL] ?? null));
    this.seats = data.players.map((_, seat) => (seat in seats ? (seats[seat] ?? null) : usual(seat)));
    this.looking = new Looking(data, game, this.seats);
    this.looking.turn(false);
    listen(this.board, data, {
      touch: (site) => void this.touched(site),
      holds: (site) => this.holds(site),
      lift: (site) => this.lift(site),
      drop: (site) => this.drop(site),
      leave: () => this.choose(NOTHING),
      look: (site) => this.say(this.described(site)),
    });
  }

  /**
   * Say who is told what happens.
   *
   * @param illegal told what somebody has typed, or tried on the board, that is no legal move
   */
  attach(
    changed: () => void, say: (text: string) => void, warn: (text: string) => void, illegal: (text: string) => void = () => {},
  ): void {
    this.changed = changed;
    this.say = say;
    this.warn = warn;
    this.illegal = illegal;
  }

  /** Whether a person is to move in the position that is shown, and looks at it. */
  get open(): boolean {
    const { seen } = this.game;
    return this.looking.stage === "open" && !seen.over && this.seats[seen.seat] === null;
  }

  /** The position as it is shown to who looks. */
  get view(): Seen {
    return this.looking.view(this.game.here);
  }

  /** What a move is called to who looks. */
  name(ply: Ply): string {
    return this.looking.name(ply);
  }

  /** Who has moved gives the table to the next person. */
  handOver(): void {
    this.looking.handOver();
    this.say(standing(this.data, this.game.seen)); // no word is left of what was seen
    this.show();
  }

  /** The person who is to move looks now. */
  reveal(): void {
    this.looking.look();
    this.show();
    this.say(standing(this.data, this.game.seen));
    this.board.element.focus({ preventScroll: true });
  }

  // Touches

  private async touched(site: number): Promise<void> {
    if (!this.open) return;
    const isHand = (one: number) => one >= this.data.boardSites && one < this.data.handsEnd;
    const meaning = touch(this.game.moves, this.chosen, site, isHand);
    if (meaning.kind === "moves") await this.playOneOf(meaning.moves);
    else {
      const { game, chosen, view } = this;
      if (meaning.kind === "none" && chosen !== site) {
        const [first, second] = chosen === NOTHING ? [site, -1] : [chosen, site];
        this.warn(whyNotThere(this.data, view, game.moves, first, second));
        const label = (one: number) => (this.data.engine.labels[one] ?? "").toLowerCase();
        this.illegal(second < 0 ? label(first) : `${label(first)}-${label(second)}`);
      }
      this.choose(meaning.kind === "chosen" ? meaning.site : NOTHING);
      if (meaning.kind === "chosen") this.say(this.offered(site));
    }
  }

  private holds(site: number): boolean {
    return this.open && [...targets(this.game.moves, site)].some((one) => one !== site);
  }

  private lift(site: number): boolean {
    const held = this.holds(site);
    if (held) this.choose(site);
    return held;
  }

  private drop(site: number): void {
    if (site >= 0 && site !== this.chosen && targets(this.game.moves, this.chosen).has(site)) void this.touched(site);
    else this.show();
  }

  private choose(site: number): void {
    this.chosen = site;
    this.hinted = null;
    this.show();
  }

  /** Make one of some moves: let people choose if there are several. */
  async playOneOf(moves: Move[]): Promise<void> {
    const [only] = moves;
    if (only === undefined) return;
    if (moves.length === 1) {
      this.play(only);
      return;
    }
    const { seen } = this.game;
    // What becomes of a move would tell what is hidden.
    const about = (move: Move) => (this.looking.secret ? "" : difference(this.data, seen, this.game.preview(move)));
    const choices = moves.map((move) => ({ name: move.name, about: about(move) }));
    const before = this.game.position;
    const at = await choose("Which move?", choices);
    const move = moves[at];
    if (move !== undefined && this.game.position === before) this.play(move);
    else this.choose(NOTHING);
    this.board.element.focus({ preventScroll: true });
  }

  /** Make the move that somebody types. */
  async type(text: string): Promise<boolean> {
    try {
      if (!this.open) throw new Refused("it is not your turn");
      await this.playOneOf(this.game.meant(text, this.view));
      return true;
    } catch (error) {
      this.failed(error);
      if (error instanceof Illegal) this.illegal(text.trim());
      return false;
    }
  }

  // Moves

  private play(move: Move): void {
    const person = this.open;
    this.chosen = NOTHING;
    this.hinted = null;
    const ply = this.game.play(move);
    this.looking.turn(person);
    const before = this.looking.view(ply.before);
    const after = this.view;
    this.show();
    this.board.animate(before, after, after.from, after.to);
    this.say(`${told(this.data, before, after, move, this.name(ply))}. ${standing(this.data, ply.seen)}`);
    void this.advance();
  }

  /** Let the computer move if it is its turn. */
  async advance(): Promise<void> {
    const { game } = this;
    const level = this.seats[game.seen.seat];
    if (game.seen.over || !game.live || !level) return;
    const { position } = game;
    this.thinking = true;
    this.changed();
    const move = await this.thought(level);
    if (game.position !== position || !game.live) return;
    this.thinking = false;
    if (move !== null) this.play(move);
    else this.changed();
  }

  private async thought(level: Level): Promise<Move | null> {
    const { game } = this;
    const pause = new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const moves = game.moves;
    if (moves.length === 1) {
      await pause;
      return moves[0] ?? null;
    }
    try {
      const packed = await this.thinker.think(game.position, level);
      if (packed === null) return null;
      await pause;
      return moves.find((move) => move.packed === packed) ?? null;
    } catch (error) {
      this.failed(error);
      return null;
    }
  }

  /** Show a good move. */
  async hint(): Promise<void> {
    if (!this.open || this.thinking) return;
    const { position } = this.game;
    this.thinking = true;
    this.changed();
    const move = await this.thought({ ...HINT });
    if (this.game.position !== position) return;
    this.thinking = false;
    this.hinted = move;
    this.show();
    if (move !== null) this.say(`hint: ${move.name}`);
  }

  /** The move that is hinted at. */
  get hintedAt(): string {
    return this.hinted?.name ?? "";
  }

  // Where one looks

  /** Go to the position after so many moves. */
  go(count: number): void {
    this.halt();
    this.game.go(count);
    this.looking.turn(false);
    this.show();
    const { seen, at } = this.game;
    this.say(`${at === 0 ? "start" : `move ${at}`}: ${standing(this.data, seen)}`);
    void this.advance();
  }

  /** Back, or forwards, to where a person is to move. */
  step(by: 1 | -1): void {
    const { game } = this;
    const mine = (count: number) => this.seats[game.after(count).seen.seat] === null && !game.after(count).seen.over;
    let count = game.at + by;
    const anybody = this.seats.includes(null);
    while (anybody && count > 0 && count < game.plies.length && !mine(count)) count += by;
    this.go(count);
  }

  /** Forget what was undone, and let the computer go on from here. */
  resume(): void {
    this.game.cut();
    this.looking.turn(false);
    this.show();
    void this.advance();
  }

  restart(): void {
    this.halt();
    this.game.restart(newSeed(this.data));
    this.looking.reset();
    this.looking.turn(false);
    this.show();
    this.say(`a new game. ${standing(this.data, this.game.seen)}`);
    void this.advance();
  }

  /** Look at any position of the game, of a variation too. */
  look(knot: Knot): void {
    this.halt();
    this.game.show(knot);
    this.looking.turn(false);
    this.show();
    this.say(standing(this.data, this.game.seen));
  }

  /** Take up a game from its start, with who plays; what is wrong with it, or an empty text. */
  replay(
    seed: bigint, moves: Word[], levels: (Level | null)[] = [], notes = new Map<number, string>(), variations: Line[] = [],
  ): string {
    try {
      this.game.replay(seed, moves, notes, variations);
    } catch (error) {
      return error instanceof Refused ? error.message : String(error);
    }
    this.halt();
    levels.slice(0, this.seats.length).forEach((level, seat) => (this.seats[seat] = level));
    this.looking.reset();
    this.looking.turn(false);
    this.show();
    void this.advance();
    return "";
  }

  /** Who sits where from now on. */
  seat(seat: number, level: Level | null): void {
    this.halt();
    this.seats[seat] = level;
    this.looking.turn(false);
    this.show();
    void this.advance();
  }

  private halt(): void {
    this.thinker.stop();
    this.thinking = false;
    this.chosen = NOTHING;
    this.hinted = null;
  }

  private failed(error: unknown): void {
    this.warn(error instanceof Refused ? error.message : `something went wrong: ${String(error)}`);
  }

  // What is shown

  /** Show how things stand. */
  show(): void {
    this.board.show(this.view, this.marks(), this.looking.covered);
    this.changed();
  }

  private marks(): Marks {
    const { game, view, looking } = this;
    const moves = this.open ? game.moves : [];
    const free = [...direct(moves)].filter((site) => !view.contents[site]);
    const empty = view.contents.slice(0, this.data.boardSites).filter((kind) => !kind).length;
    const spots = free.length < empty && free.length <= MOST_SPOTS;
    const shown = [...sources(moves)].filter((site) => view.contents[site] || spots);
    const hint = this.hinted === null ? [] : Object.values(ends(this.hinted));
    const last: Ply | undefined = game.plies[game.at - 1];
    const before = game.at > 0 ? looking.view(game.after(game.at - 1)) : null;
    return {
      sources: new Set(this.chosen === NOTHING ? shown : []),
      targets: this.chosen === NOTHING ? new Set() : targets(moves, this.chosen),
      chosen: this.chosen,
      hint,
      lost: before && last ? lost(this.data, before, view, last.move) : [],
      sown: before && last ? sown(this.data, before, view) : [],
    };
  }

  private described(site: number): string {
    if (this.looking.covered) return siteName(this.data, site);
    const words = siteWords(this.data, this.view, site);
    if (!this.open) return words;
    if (this.chosen !== NOTHING) return targets(this.game.moves, this.chosen).has(site) ? `${words}, can be reached` : words;
    return sources(this.game.moves).has(site) ? `${words}, can be played` : words;
  }

  private offered(site: number): string {
    const names = [...targets(this.game.moves, site)].map((one) => siteName(this.data, one));
    const shown = names.slice(0, 12).join(", ") + (names.length > 12 ? ", …" : "");
    return `${siteWords(this.data, this.view, site)} chosen; it can go to ${shown}`;
  }

  /** The player of a seat, as the table calls him. */
  named(seat: number): string {
    return playerName(this.data, this.game.seen, seat);
  }
}

/** What fixes the chance of a new game; nothing where there is none. */
export function newSeed(data: GameData): bigint {
  return data.chance ? BigInt(Math.floor(Math.random() * 2 ** 40)) : 0n;
}
