/** A position as one player knows it: what the rules hide from him is not in it. */

import type { Engine, Position } from "../engine.mjs";
import type { GameData, Hiding } from "./data.ts";
import type { Seen } from "./position.ts";

const KIND_VEILS = ["hidden_what", "hidden_who"];

/** What of a position is hidden from a player. */
export class Veil {
  private readonly engine: Engine;
  private readonly hiding: Hiding;
  private readonly position: Position;
  private readonly player: number;
  private readonly known = new Map<string, Set<number>>();

  /** @param player by colour, from 1 */
  constructor(engine: Engine, hiding: Hiding, position: Position, player: number) {
    this.engine = engine;
    this.hiding = hiding;
    this.position = position;
    this.player = player;
  }

  /** The sites of which something is hidden, on a level. */
  sites(veil: string, level = 0): Set<number> {
    const key = `${veil} ${level}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const { height } = this.hiding;
    const entry = height ? this.player * height + level : this.player;
    const held = veil in this.engine.description.state.fields ? this.engine.field(this.position, veil, entry) : [];
    const found = new Set(typeof held === "number" ? [] : held);
    this.known.set(key, found);
    return found;
  }

  hidden(veil: string, site: number, level = 0): boolean {
    return this.sites(veil, level).has(site);
  }

  /** The kind that is seen where there is one, or none. */
  kind(what: number, site: number, level = 0): number {
    const first = this.hiding.veiled[0]?.number ?? 0;
    if (this.hidden("hidden", site, level)) return first;
    if (!what || !KIND_VEILS.some((veil) => this.hidden(veil, site, level))) return what;
    return this.hidden("hidden_who", site, level) ? first + 1 : first + 2 + (this.hiding.owners[what] ?? 0);
  }

  /** Whether the whole site is hidden. */
  covers(site: number): boolean {
    return site >= 0 && this.hidden("hidden", site);
  }
}

/**
 * What a player sees of a position.
 *
 * @param player by colour, from 1
 */
export function seenBy(engine: Engine, data: GameData, position: Position, seen: Seen, player: number): Seen {
  const { hiding } = data;
  if (hiding === null) return seen;
  const veil = new Veil(engine, hiding, position, player);
  const stacked = hiding.height > 0;
  const contents = seen.contents.map((what, site) => {
    const level = stacked && what ? Math.max(0, (seen.counts[site] ?? 1) - 1) : 0;
    return veil.kind(what, site, level);
  });
  const veiled = (site: number, name: string) => veil.covers(site) || veil.hidden(name, site);
  const counts = contents.map((what, site) => {
    if (!what) return 0;
    return !stacked && veiled(site, "hidden_count") ? 1 : Math.max(1, seen.counts[site] ?? 0);
  });
  const stacks = new Map([...seen.stacks].map(([site, kinds]) =>
    [site, kinds.map((kind, level) => veil.kind(kind, site, level))] as const));
  const states = new Map([...seen.states].filter(([site]) => !veiled(site, "hidden_state")));
  const open = (site: number) => (veil.covers(site) ? -1 : site);
  return { ...seen, contents, counts, stacks, states, from: open(seen.from), to: open(seen.to) };
}
