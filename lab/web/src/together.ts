/**
 * A search where players choose at once: none of them knows what the others choose in the same
 * round. Each has figures of his own for his choices, and all choose by their own at the same time
 * (decoupled UCT, as `lab/players` has it).
 */

import type { Engine, Found, Position } from "../engine.mjs";
import type { GameData } from "./data.ts";

/** Bytes of the tree that a random game takes. */
const MEMORY = 1 << 18;
const EXPLORE = 1.2;
/**
 * How often a choice is made by lot. Players alike would else look at their choices in step, and
 * never learn what one is worth against another.
 */
const BY_LOT = 0.2;

interface Choice {
  move: bigint;
  visits: number;
  total: number;
  /** How often it could be chosen. */
  met: number;
}

class Node {
  /** The choices of each player, by colour. */
  readonly choices = new Map<number, Map<bigint, Choice>>();
  /** What follows, by what all have chosen. */
  readonly next = new Map<string, Node>();

  choice(player: number, move: bigint): Choice {
    const all = this.choices.get(player) ?? new Map<bigint, Choice>();
    this.choices.set(player, all);
    const known = all.get(move) ?? { move, visits: 0, total: 0, met: 0 };
    all.set(move, known);
    return known;
  }
}

/** The position before the present round of choices, as those see it who have not chosen yet. */
export function forgotten(engine: Engine, data: GameData, position: Position): Position {
  if (data.atOnce === null || engine.over(position)) return position;
  let found = position;
  const { fields } = engine.description.state;
  for (const [name, first] of Object.entries(data.atOnce)) {
    for (let player = 1; player <= data.players.length; player += 1) {
      if ((fields[name]?.at.length ?? 0) > player) found = engine.changed(found, name, BigInt(first), player);
    }
  }
  const players = data.players.map((_, seat) => seat + 1);
  const active = players.find((player) => engine.field(position, "active", player) !== 0) ?? 1;
  return engine.changed(found, "mover", BigInt(active));
}

export class Together {
  private readonly engine: Engine;
  private readonly players: number;
  private readonly root: () => Position;
  private readonly chooser: number;
  private readonly random: () => number;
  private readonly tree = new Node();

  /**
   * @param root a position before a round of choices
   * @param chooser who wants to know, by colour
   */
  constructor(engine: Engine, data: GameData, root: () => Position, chooser: number, random: () => number) {
    this.engine = engine;
    this.players = data.players.length;
    this.root = root;
    this.chooser = chooser;
    this.random = random;
  }

  /** So many rounds of the search. */
  run(count: number): number {
    for (let done = 0; done < count; done += 1) this.round();
    return count;
  }

  private round(): void {
    const { engine } = this;
    const path: [Choice, number][] = [];
    let position = engine.changed(this.root(), "random", BigInt(Math.floor(this.random() * 2 ** 52)));
    let node = this.tree;
    let fresh = false;
    while (!engine.over(position) && !fresh) {
      const joint: bigint[] = [];
      for (let mover = this.mover(position), before = 0; mover > before && !engine.over(position); mover = this.mover(position)) {
        const choice = this.chosen(node, mover, engine.legal(position));
        path.push([choice, mover]);
        joint.push(choice.move);
        position = engine.after(position, choice.move);
        before = mover;
      }
      const key = joint.join(" ");
      const known = node.next.get(key);
      fresh = known === undefined;
      const next = known ?? new Node();
      node.next.set(key, next);
      node = next;
    }
    const worth = this.worth(position);
    for (const [choice, player] of path) {
      choice.visits += 1;
      choice.total += worth[player - 1] ?? 0;
    }
  }

  private mover(position: Position): number {
    return Number(this.engine.field(position, "mover"));
  }

  /** What a player chooses, of what he may: what nobody has looked at, then what has the highest bound. */
  private chosen(node: Node, player: number, legal: bigint[]): Choice {
    const choices = legal.map((move) => node.choice(player, move));
    for (const one of choices) one.met += 1;
    const unseen = choices.filter((one) => one.visits === 0);
    const [first] = choices;
    if (first === undefined) throw new Error("a player has nothing to choose");
    const drawn = unseen.length > 0 ? unseen : this.random() < BY_LOT ? choices : [];
    if (drawn.length > 0) return drawn[Math.floor(this.random() * drawn.length)] ?? first;
    const bound = (one: Choice) => one.total / one.visits + EXPLORE * Math.sqrt(Math.log(one.met) / one.visits);
    return choices.reduce((best, one) => (bound(one) > bound(best) ? one : best), first);
  }

  /** What a random game from a position, or its end, is worth to each player. */
  private worth(position: Position): number[] {
    if (this.engine.over(position)) {
      const worst = Math.max(1, this.players - 1);
      const ranks = this.engine.ranking(position);
      return ranks.map((rank) => (this.players === 1 ? 2 * rank - 1 : 1 - (2 * (rank - 1)) / worst));
    }
    const search = this.engine.search(position, { seed: BigInt(Math.floor(this.random() * 2 ** 31)), memory: MEMORY });
    search.run(1);
    return search.worth();
  }

  /** What was found of the choices. */
  moves(): Found[] {
    const found = this.tree.choices.get(this.chooser) ?? new Map<bigint, Choice>();
    return [...found.values()].map(({ move, visits, total }) => ({ move, visits, value: visits ? total / visits : 0, certain: false }));
  }
}
