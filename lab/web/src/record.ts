/** Records of games as text, in the format of docs/records.md. */

import type { GameData } from "./data.ts";
import { Refused, type Word } from "./game.ts";

export const HEADER = "ludwright record 1";
const KEYS = ["game", "option", "ruleset", "seed", "position", "resigned", "result", "note", "variation"];
/** Entries that stand behind the moves, once. */
const BEHIND = ["resigned", "result"];
const MOVE = /^(\d+)\.\s*(?:\[([\d ]*)\]\s*)?(\S+)$/;
const ENTRY = /^(\w+)\s*:\s*(.*)$/;
/** What begins a line all of which counts, whatever signs are in it. */
const ALL = /^\s*note\s*:/;
const FROM = /^([1-9]\d{0,5})(?:\s+of\s+([1-9]\d{0,5}))?$/;

/** Moves one after the other, with what is said of the positions behind them. */
export interface Line {
  /** The move in whose place the first one stands, from 1. */
  number: number;
  /** The line that it leaves: 0 for the game itself, else the number of a variation before it. */
  of: number;
  moves: Word[];
  /** By how many moves were made, from the start on. */
  notes: Map<number, string>;
}

export interface GameRecord {
  game: string;
  options: Record<string, string>;
  ruleset: string | null;
  seed: bigint;
  moves: Word[];
  /** The seat that gave the game up, from 1; the moves are shown up to there. */
  resigned: string;
  result: string;
  notes: Map<number, string>;
  variations: Line[];
}

/** A game as a record has it. */
export function written(
  data: GameData, seed: bigint, moves: Word[], ranking: number[], notes = new Map<number, string>(), variations: Line[] = [],
): string {
  const { game, options, ruleset } = data.record;
  const lines = [HEADER, `game: ${game}`];
  for (const [heading, item] of Object.entries(options)) lines.push(`option: ${heading} = ${item}`);
  if (ruleset !== null) lines.push(`ruleset: ${ruleset}`);
  lines.push(`seed: ${seed}`, "", ...lineOf({ number: 1, of: 0, moves, notes }));
  if (ranking.some((rank) => rank > 0)) lines.push("", `result: ${ranking.join(" ")}`);
  for (const one of variations) {
    lines.push("", `variation: ${one.number}${one.of ? ` of ${one.of}` : ""}`, ...lineOf(one));
  }
  return `${lines.join("\n")}\n`;
}

function lineOf({ number, moves, notes }: Line): string[] {
  const noted = (at: number) => (notes.get(at) ?? "").split("\n").map((one) => one.trim()).filter(Boolean).map((one) => `note: ${one}`);
  const first = number === 1 ? noted(0) : [];
  return [...first, ...moves.flatMap((move, at) => [`${number + at}. ${draws(move)}${move.name}`, ...noted(number + at)])];
}

function draws(move: Word): string {
  return move.draws?.length ? `[${move.draws.join(" ")}] ` : "";
}

/**
 * A record from its text.
 *
 * @throws Refused what is wrong, and in which line
 */
export function read(text: string): GameRecord {
  const found: GameRecord = { game: "", options: {}, ruleset: null, seed: 0n, moves: [], resigned: "", result: "",
    notes: new Map(), variations: [] };
  const plain = (line: string) => (ALL.test(line) ? line : line.replace(/(^|\s)#.*/, "")).trim();
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/).map(plain);
  const first = lines.findIndex((line) => line !== "");
  if (lines[first] !== HEADER) throw new Refused(`this is no game record: its first line is "${HEADER}"`);
  const given = new Set<string>();
  lines.forEach((line, at) => {
    if (at <= first || line === "") return;
    const fail = (message: string): never => {
      throw new Refused(`line ${at + 1}: ${message}`);
    };
    const move = line.match(MOVE);
    const entry = line.match(ENTRY);
    if (move) addMove(found, move, fail);
    else if (entry) addEntry(found, entry[1] ?? "", entry[2] ?? "", given, fail);
    else fail(`neither a move nor an entry, as in "12. e5" or "seed: 1": ${line}`);
  });
  if (!given.has("game")) throw new Refused("the record does not say which game");
  return found;
}

type Fail = (message: string) => never;

/** The line of a record that moves and notes are added to. */
function last(found: GameRecord): Line {
  return found.variations.at(-1) ?? { number: 1, of: 0, moves: found.moves, notes: found.notes };
}

/** The number of the last move of a line: 0 is the game itself. */
function length(found: GameRecord, of: number): number {
  const line = of === 0 ? { number: 1, moves: found.moves } : found.variations[of - 1];
  return line === undefined ? -1 : line.number - 1 + line.moves.length;
}

function addMove(found: GameRecord, move: RegExpMatchArray, fail: Fail): void {
  const behind = found.resigned ? "resigned" : found.result && "result";
  if (behind && found.variations.length === 0) fail(`a move behind the entry ${behind}`);
  const line = last(found);
  const number = line.number + line.moves.length;
  if (Number(move[1]) !== number) fail(`found move ${move[1]}, expected move ${number}`);
  const told = move[2]?.split(" ").filter((word) => word !== "").map(Number) ?? null;
  line.moves.push({ name: move[3] ?? "", draws: told });
}

function addNote(found: GameRecord, value: string): void {
  const { number, moves, notes } = last(found);
  const at = number - 1 + moves.length;
  const before = notes.get(at);
  notes.set(at, before === undefined ? value : `${before}\n${value}`);
}

function addVariation(found: GameRecord, value: string, fail: Fail): void {
  const match = value.match(FROM);
  const [number, of] = [Number(match?.[1]), Number(match?.[2] ?? 0)];
  if (match === null) fail(`a variation says in place of which move it stands, as in "variation: 12": ${value}`);
  if (of > found.variations.length) fail(`variation ${of} does not stand before this one`);
  if (number > length(found, of)) fail(`${of ? `variation ${of}` : "the game"} has no move ${number}`);
  found.variations.push({ number, of, moves: [], notes: new Map() });
}

function addEntry(found: GameRecord, key: string, value: string, given: Set<string>, fail: Fail): void {
  if (!KEYS.includes(key)) fail(`no entry is called "${key}"; known: ${KEYS.join(", ")}`);
  if (value === "") fail(`the entry ${key} is empty`);
  if (key === "note") return addNote(found, value);
  if (key === "variation") return addVariation(found, value, fail);
  if (found.variations.length > 0) fail(`the entry ${key} behind a variation`);
  if (found.moves.length > 0 && !BEHIND.includes(key)) fail(`the entry ${key} behind the first move`);
  if (given.has(key) && key !== "option") fail(`${key} is given twice`);
  given.add(key);
  if (key === "option") {
    const [heading, ...item] = value.split("=").map((part) => part.trim());
    if (!heading || !item.join("=")) fail(`no choice of an option: "${value}", as in Heading=Item`);
    found.options[heading ?? ""] = item.join("=");
  } else if (key === "seed") {
    if (!/^-?\d{1,18}$/.test(value)) fail("a seed is a whole number");
    found.seed = BigInt(value);
  } else if (key === "position") fail("this page begins games at their start alone");
  else if (key === "game") found.game = value;
  else if (key === "ruleset") found.ruleset = value;
  else if (key === "resigned") {
    if (!/^[1-9]\d?$/.test(value)) fail("who resigned is the number of a player");
    found.resigned = value;
  } else found.result = value;
}

/**
 * See that a record is of the game of this page.
 *
 * @throws Refused it is another game, or the same with other options
 */
export function fits(data: GameData, record: GameRecord): void {
  const own = data.record;
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  if (!same(record.game, own.game) && !same(record.game, data.name)) {
    throw new Refused(`this record is of ${record.game}, and this page plays ${data.name}`);
  }
  const headings = new Set([...Object.keys(own.options), ...Object.keys(record.options)]);
  for (const heading of headings) {
    const [mine, theirs] = [own.options[heading], record.options[heading]];
    if (mine !== theirs) {
      throw new Refused(`this record has ${heading} = ${theirs ?? "as usual"}, and this page ${mine ?? "as usual"}`);
    }
  }
  if (own.ruleset !== record.ruleset) {
    throw new Refused(`this record has the ruleset ${record.ruleset ?? "as usual"}, and this page ${own.ruleset ?? "as usual"}`);
  }
}
