/**
 * Who looks at the table. Where rules hide something from players, each sees what is his to see, and
 * where they choose at once, nobody sees what others have chosen: before another person looks, the
 * table is covered.
 */

import type { Level } from "./levels.ts";
import type { GameData } from "./data.ts";
import type { Game, Knot, Ply } from "./game.ts";
import { unpack } from "./moves.ts";
import type { Seen } from "./position.ts";
import { seenBy, Veil } from "./veil.ts";
import { colourOf, siteName } from "./words.ts";

/** What stands for what is not seen in the name of a move, and for all of it. */
const [UNSEEN, NOT_TOLD] = ["?", "(not seen)"];
const CHOSEN = "(chosen)";

/**
 * How the table is: everything can be done; who has just moved still looks; covered until the next
 * person looks.
 */
export type Stage = "open" | "done" | "covered";

/** Nobody, or more than one, looks. */
export const ALL = 0;
const NOBODY = -1;

export class Looking {
  stage: Stage = "open";
  private readonly game: Game;
  private readonly data: GameData;
  private readonly seats: (Level | null)[];
  /** By colour, who looks or looked last. */
  private looked = ALL;
  private readonly views = new Map<string, Map<Knot, Seen>>();
  /** Whether all is shown to everybody. */
  seesAll = false;

  constructor(data: GameData, game: Game, seats: (Level | null)[]) {
    this.data = data;
    this.game = game;
    this.seats = seats;
  }

  /** Whether there is something that not everybody may see. */
  get secret(): boolean {
    return !this.seesAll && (this.data.hiding !== null || this.data.atOnce !== null);
  }

  /** The persons at the table, by colour. */
  private get people(): number[] {
    const { seen } = this.game;
    return this.seats.flatMap((level, seat) => (level === null ? [colourOf(seen, seat) + 1] : []));
  }

  /** By colour, whose view is shown; `ALL` for everything, less than that where it is nobody's. */
  get viewer(): number {
    if (!this.secret || this.data.hiding === null || this.game.seen.over) return ALL;
    const { people } = this;
    if (people.length === 0) return ALL;
    if (this.stage === "covered") return NOBODY;
    return people.length === 1 ? (people[0] ?? ALL) : this.looked || NOBODY;
  }

  /** Whether nothing of the board may be seen now. */
  get covered(): boolean {
    return this.viewer === NOBODY;
  }

  /**
   * See who is to look at the position that is shown now.
   *
   * @param moved whether who looked has just moved
   */
  turn(moved: boolean): void {
    const { people } = this;
    const { mover, over } = this.game.seen;
    const others = this.secret && !over && people.length > 1 && people.includes(mover) && mover !== this.looked;
    if (people.length === 1) this.looked = people[0] ?? ALL;
    if (!others) this.stage = "open";
    else this.stage = moved && this.looked !== ALL && this.data.hiding !== null && !this.choosing ? "done" : "covered";
  }

  /** A person has seen what became of his move, and gives the table to the next one. */
  handOver(): void {
    this.stage = "covered";
  }

  /** The person who is to move looks now. */
  look(): void {
    this.looked = this.game.seen.mover;
    this.stage = "open";
  }

  /** A new game: nobody has looked yet. */
  reset(): void {
    this.looked = ALL;
  }

  /** Whether some have chosen, and others have not. */
  private get choosing(): boolean {
    return this.data.atOnce !== null && this.rounds(this.game.at) < this.game.at;
  }

  /** How many of so many moves belong to rounds in which all have chosen. */
  rounds(count: number): number {
    if (this.data.atOnce === null) return count;
    let whole = count;
    while (whole > 0 && this.within(whole)) whole -= 1;
    return whole;
  }

  /** Whether a round of choices is not over after so many moves. */
  private within(count: number): boolean {
    const { game } = this;
    const [before, after] = [game.after(count - 1).seen, game.after(count).seen];
    return !after.over && after.mover > before.mover;
  }

  /** A position as it is shown. */
  view(knot: Knot): Seen {
    const { viewer } = this;
    if (viewer === ALL) return knot.seen;
    const key = `${viewer}`;
    const known = this.views.get(key) ?? new Map<Knot, Seen>();
    this.views.set(key, known);
    const found = known.get(knot) ?? this.drawn(knot, viewer);
    known.set(knot, found);
    return found;
  }

  private drawn(knot: Knot, viewer: number): Seen {
    const { game } = this;
    if (viewer !== NOBODY) return seenBy(game.engine, this.data, knot.position, knot.seen, viewer);
    const none = knot.seen.contents.map(() => 0);
    return { ...knot.seen, contents: none, counts: none, stacks: new Map(), states: new Map(), from: -1, to: -1 };
  }

  /** What a move is called to who looks: what he does not see is not told. */
  name(ply: Ply): string {
    const { move, before } = ply;
    if (this.data.atOnce !== null && this.secret && this.game.plies.indexOf(ply) >= this.rounds(this.game.plies.length)) return CHOSEN;
    const { viewer } = this;
    if (viewer === ALL || before.seen.mover === viewer) return move.name;
    if (viewer === NOBODY || this.data.hiding === null) return NOT_TOLD;
    const { from, to } = unpack(move.packed, this.data.engine.moves.widths);
    const veils = [this.veil(before, viewer), this.veil(ply, viewer)] as const;
    const covered = [from >= 0 && veils[0].covers(from), to >= 0 && veils[1].covers(to)] as const;
    const kinds = (site: number, veil: Veil) => site >= 0 && veil.kind(1, site) !== 1;
    if (!kinds(from, veils[0]) && !kinds(to, veils[1])) return move.name;
    const ends = [covered[0] ? UNSEEN : this.label(from), covered[1] ? UNSEEN : this.label(to)];
    if (from < 0 || from === to) return ends[1] === UNSEEN || ends[0] === UNSEEN ? NOT_TOLD : (ends[1] ?? NOT_TOLD);
    return ends.every((one) => one === UNSEEN) ? NOT_TOLD : ends.join("-");
  }

  private veil(knot: Knot, viewer: number): Veil {
    if (this.data.hiding === null) throw new Error("nothing is hidden");
    return new Veil(this.game.engine, this.data.hiding, knot.position, viewer);
  }

  private label(site: number): string {
    return site < 0 ? UNSEEN : (this.data.engine.labels[site] ?? siteName(this.data, site)).toLowerCase();
  }
}
