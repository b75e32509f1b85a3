/**
 * Positions that a player cannot tell from the present one, drawn by lot, so that the computer does
 * not peek: what is hidden from who moves changes places. `interpreter/play/search/worlds.py` does
 * the same for native searches, and says why.
 */

import type { Engine, Field, Position } from "../engine.mjs";
import type { GameData, Hiding } from "./data.ts";
import { see } from "./position.ts";
import { seenBy, Veil } from "./veil.ts";

/** How often a position is drawn that may not be one that the player can be in. */
const TRIES = 8;

type Slot = { site: number; level: number };

/** Whether who moves does not see all. */
export function hiddenFromMover(engine: Engine, data: GameData, position: Position): boolean {
  const { hiding } = data;
  if (hiding === null) return false;
  const veil = new Veil(engine, hiding, position, Number(engine.field(position, "mover")));
  const levels = [...Array(hiding.height || 1).keys()];
  const names = Object.keys(engine.description.state.fields).filter((name) => name.startsWith("hidden"));
  return names.some((name) => levels.some((level) => veil.sites(name, level).size > 0));
}

export class Worlds {
  private readonly engine: Engine;
  private readonly data: GameData;
  private readonly hiding: Hiding;
  private readonly position: Position;
  private readonly random: () => number;
  private readonly legal: Set<bigint>;
  private readonly veil: Veil;
  private readonly unseen: number[][];
  private readonly pieces: Slot[][];
  private readonly numbers: { part: string; sites: number[] }[];

  /** @param random draws a number from 0 up to 1 */
  constructor(engine: Engine, data: GameData, hiding: Hiding, position: Position, random: () => number) {
    this.engine = engine;
    this.data = data;
    this.hiding = hiding;
    this.position = position;
    this.random = random;
    this.legal = new Set(engine.legal(position));
    const mover = Number(engine.field(position, "mover"));
    this.veil = new Veil(engine, hiding, position, mover);
    const truth = see(engine, data, position);
    const seen = seenBy(engine, data, position, truth, mover);
    const stack = (site: number) => seen.stacks.get(site) ?? (seen.contents[site] ? [seen.contents[site] ?? 0] : []);
    const [unseen] = hiding.veiled.map((one) => one.number);
    const areas = hiding.areas.map(([first, behind]) => Array.from({ length: behind - first }, (_, at) => first + at));
    this.unseen = areas.map((area) => area.filter((site) => stack(site).length > 0 && stack(site).every((kind) => kind === unseen)));
    this.pieces = areas.flatMap((area) => {
      const found = new Map<number, Slot[]>();
      for (const site of area) stack(site).forEach((kind, level) => {
        if (kind > (unseen ?? 0)) found.set(kind, [...(found.get(kind) ?? []), { site, level }]);
      });
      return [...found.values()];
    });
    this.numbers = Object.entries(hiding.parts).flatMap(([part, { kept, veils }]) => {
      const [veil] = veils;
      if (veil === undefined || (kept !== "site" && kept !== "place")) return [];
      const owners = new Map<number, number[]>();
      for (const site of this.veil.sites(veil)) {
        const placed = kept !== "place" || (site >= data.boardSites && site < hiding.places);
        if (!placed || !truth.contents[site] || this.veil.covers(site)) continue;
        const owner = this.owner(seen.contents[site] ?? 0);
        owners.set(owner, [...(owners.get(owner) ?? []), site]);
      }
      return [...owners.values()].map((sites) => ({ part, sites }));
    });
  }

  /** Whose a kind of piece is, as it is seen; -1 where that is not known. */
  private owner(kind: number): number {
    const first = this.hiding.veiled[0]?.number ?? 0;
    if (kind < first) return this.hiding.owners[kind] ?? 0;
    return kind <= first + 1 ? -1 : (this.hiding.veiled[kind - first]?.owner ?? 0);
  }

  /** One of them; in it the same moves are legal, as far as that can be had. */
  draw(): Position {
    let [best, most] = [this.position, -1];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const drawn = this.drawn();
      const legal = this.engine.legal(drawn);
      const both = legal.filter((move) => this.legal.has(move)).length;
      const alike = both / Math.max(1, legal.length + this.legal.size - both);
      if (alike > most) [best, most] = [drawn, alike];
      if (alike === 1) break;
    }
    return best;
  }

  private drawn(): Position {
    const world = new World(this.engine, this.data, this.hiding, this.position);
    const moved = new Map<number, number>();
    for (const group of this.unseen) {
      const others = this.shuffled(group);
      group.forEach((site, at) => moved.set(site, others[at] ?? site));
    }
    world.relabel(moved);
    for (const slots of this.pieces) {
      const kinds = this.shuffled(slots.map((slot) => world.kind(slot)));
      slots.forEach((slot, at) => world.change(slot, kinds[at] ?? 0));
    }
    for (const { part, sites } of this.numbers) {
      const numbers = this.shuffled(sites.map((site) => world.number(part, site)));
      sites.forEach((site, at) => world.setNumber(part, site, numbers[at] ?? 0));
    }
    return world.finished();
  }

  private shuffled<T>(items: T[]): T[] {
    const found = [...items];
    for (let at = found.length - 1; at > 0; at -= 1) {
      const other = Math.floor(this.random() * (at + 1));
      [found[at], found[other]] = [found[other] as T, found[at] as T];
    }
    return found;
  }
}

/** A position that is another one with some of it changed. */
class World {
  private readonly engine: Engine;
  private readonly data: GameData;
  private readonly hiding: Hiding;
  private readonly before: Position;
  private readonly position: Position;
  private readonly view: DataView;

  constructor(engine: Engine, data: GameData, hiding: Hiding, before: Position) {
    this.engine = engine;
    this.data = data;
    this.hiding = hiding;
    this.before = before;
    this.position = before.slice();
    this.view = new DataView(this.position.buffer, this.position.byteOffset);
  }

  private field(name: string): Field | undefined {
    return this.engine.description.state.fields[name];
  }

  private get(name: string, entry: number, position = this.position): number {
    const found = this.engine.field(position, name, entry);
    return typeof found === "number" ? found : 0;
  }

  private put(name: string, entry: number, value: number): void {
    const field = this.field(name);
    const at = field?.at[entry];
    if (field === undefined || at === undefined) return;
    if (field.bytes === 1) this.view.setInt8(at, value);
    else if (field.bytes === 2) this.view.setInt16(at, value, true);
    else if (field.bytes === 4) this.view.setInt32(at, value, true);
    else this.view.setBigInt64(at, BigInt(value), true);
  }

  private sites(name: string, entry: number, position = this.position): number[] {
    const found = this.engine.field(position, name, entry);
    return typeof found === "number" ? [] : found;
  }

  private mark(name: string, entry: number, site: number, on: boolean): void {
    const at = this.field(name)?.at[entry];
    const bit = this.engine.description.state.bits[site];
    if (at === undefined || bit === undefined) return;
    const byte = this.view.getUint8(at + (bit >> 3));
    this.view.setUint8(at + (bit >> 3), on ? byte | (1 << (bit & 7)) : byte & ~(1 << (bit & 7)));
  }

  private setSites(name: string, entry: number, sites: Set<number>): void {
    const held = new Set(this.sites(name, entry));
    for (const site of held) if (!sites.has(site)) this.mark(name, entry, site, false);
    for (const site of sites) if (!held.has(site)) this.mark(name, entry, site, true);
  }

  /** The entries that a part has for a site. */
  private entries(kept: string, site: number): number[] {
    const { height } = this.hiding;
    if (kept === "level") return Array.from({ length: height }, (_, level) => site * height + level);
    if (kept === "site") return [site + 1];
    const place = site - this.data.boardSites;
    return place >= 0 && site < this.hiding.places ? [place + 1] : [];
  }

  /** Let all that is kept for sites go to others. */
  relabel(moved: Map<number, number>): void {
    const changed = [...moved].filter(([one, other]) => one !== other);
    if (changed.length === 0) return;
    const to = new Map(changed);
    for (const [name, { kept }] of Object.entries(this.hiding.parts)) {
      const field = this.field(name);
      if (field === undefined) continue;
      if (kept === "sites") {
        field.at.forEach((_, entry) =>
          this.setSites(name, entry, new Set(this.sites(name, entry, this.before).map((site) => to.get(site) ?? site))));
      } else if (kept === "number") {
        const held = this.get(name, 0, this.before);
        this.put(name, 0, to.get(held) ?? held);
      } else {
        for (const [one, other] of changed) {
          const [old, fresh] = [this.entries(kept, one), this.entries(kept, other)];
          old.forEach((entry, at) => this.put(name, fresh[at] ?? -1, this.get(name, entry, this.before)));
        }
      }
    }
  }

  kind({ site, level }: Slot): number {
    if (this.field("level") !== undefined) return this.get("level", site * this.hiding.height + level);
    return this.data.pieces.find((one) => this.sites("placed", one.number).includes(site))?.number ?? 0;
  }

  /** Let another piece stand where one stands now. */
  change({ site, level }: Slot, kind: number): void {
    let top = true;
    if (this.field("level") !== undefined) {
      this.put("level", site * this.hiding.height + level, kind);
      top = level === this.get("count", site + 1) - 1;
    }
    if (top) for (const one of this.data.pieces) this.mark("placed", one.number, site, one.number === kind);
  }

  number(part: string, site: number): number {
    return this.get(part, this.entries(this.hiding.parts[part]?.kept ?? "", site)[0] ?? -1);
  }

  setNumber(part: string, site: number, value: number): void {
    this.put(part, this.entries(this.hiding.parts[part]?.kept ?? "", site)[0] ?? -1, value);
  }

  /** The position, with what follows from what lies where. */
  finished(): Position {
    const { owners, linked } = this.hiding;
    const placed = owners.map((_, kind) => (kind === 0 ? [] : this.sites("placed", kind)));
    this.field("owned")?.at.forEach((_, owner) =>
      this.setSites("owned", owner, new Set(placed.filter((_, kind) => kind > 0 && owners[kind] === owner).flat())));
    if (this.field("what") !== undefined) {
      for (let site = 0; site < this.engine.description.sites; site += 1) this.put("what", site + 1, 0);
      placed.forEach((sites, kind) => sites.forEach((site) => this.put("what", site + 1, kind)));
    }
    for (const one of linked) {
      one.wanted.forEach((wanted, entry) => {
        if (entry > 0) this.setSites(one.field, entry, this.flooded(wanted, one.within, entry, one.relation));
      });
    }
    return this.position;
  }

  /** The sites of a set that are reached from some of them without leaving it. */
  private flooded(start: number[], within: string, entry: number, relation: number[][]): Set<number> {
    const inside = new Set(this.sites(within, entry));
    const group = new Set(start.filter((site) => inside.has(site)));
    for (const site of group) for (const other of relation[site] ?? []) if (inside.has(other)) group.add(other);
    return group;
  }
}
