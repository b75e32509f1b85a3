/** What TypeScript has to know of `engine.mjs`; the description is explained in docs/wasm.md. */

export interface Field {
  kind: "int" | "sites" | "history";
  bytes: number;
  at: number[];
}

export interface Template {
  name: string;
  shape: "placing" | "moving" | "nowhere";
  note: string;
}

export interface Description {
  format: number;
  name: string;
  labels: string[];
  players: number;
  sites: number;
  state: { bytes: number; fields: Record<string, Field>; bits: number[] };
  moves: { most: number; widths: number[]; templates: Template[] };
}

/** A position; it never changes. */
export type Position = Uint8Array;

export interface Found {
  move: bigint;
  visits: number;
  value: number;
  certain: boolean;
}

export interface SearchOptions {
  seed?: bigint;
  memory?: number;
  weights?: Record<string, number>;
}

export declare function drawn(generator: bigint, outcomes: number): [bigint, number];

export declare class Engine {
  readonly description: Description;
  static load(bytes: ArrayBuffer | Uint8Array, description: Description): Promise<Engine>;
  begin(seed: bigint): Position;
  legal(position: Position): bigint[];
  after(position: Position, move: bigint): Position;
  field(position: Position, name: string, index?: number): number | number[];
  thrown(position: Position, sizes: number[]): number[];
  changed(position: Position, name: string, value: bigint, index?: number): Position;
  leftTold(position: Position): bigint;
  whole(position: Position, name: string): bigint;
  over(position: Position): boolean;
  ranking(position: Position): number[];
  seat(position: Position): number;
  search(position: Position, options?: SearchOptions): Search;
}

export declare class Search {
  enter(position: Position): void;
  worth(): number[];
  run(rounds: number): number;
  moves(): Found[];
}
