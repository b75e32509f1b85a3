/** A link that holds a game so far, behind the `#` of the address. */

import { Refused, type Word } from "./game.ts";

export interface Linked {
  /** What is not as usual, item by heading, where a page holds a game with all its options. */
  options: Record<string, string>;
  seed: bigint;
  moves: Word[];
  /** The number of the level of each seat; -1 for a person. Empty where the link does not say it. */
  seats: number[];
}

const PERSON = "person";
/** What a game is called that is not to be read by looking at it. */
const CLOSED = "game=";
/** A move; in front of it, what was told to fall. */
const MOVE = /^(?:(\d+(?:\.\d+)*)?~)?(.*)$/s;
const SEATS = /^(person|\d)(,(person|\d))*$/;

/** What stands behind the `#`: nothing where nothing differs from how a page begins. */
export function packed({ options, seed, moves, seats }: Linked): string {
  const chosen = Object.entries(options).map((choice) => choice.map(encodeURIComponent).join("="));
  const parts: string[] = chosen.map((choice) => `option=${choice}`);
  if (seed !== 0n) parts.push(`seed=${seed}`);
  if (seats.length > 0) parts.push(`seats=${seats.map((level) => (level < 0 ? PERSON : level)).join(",")}`);
  if (moves.length > 0) parts.push(`moves=${moves.map(moveText).join(",")}`);
  return parts.join("&");
}

/**
 * The game of a link; none if it holds none.
 *
 * @throws Refused the link is broken
 */
export function unpacked(hash: string): Linked | null {
  const text = opened(hash.replace(/^#/, ""));
  if (text === "") return null;
  const found: Linked = { options: {}, seed: 0n, moves: [], seats: [] };
  for (const part of text.split("&")) {
    const at = part.indexOf("=");
    const [key, value] = [part.slice(0, at), part.slice(at + 1)];
    if (key === "moves") found.moves = value === "" ? [] : value.split(",").map(moveOf);
    else if (key === "option" && value.includes("=")) {
      const [heading = "", item = ""] = value.split("=").map(decoded);
      found.options[heading] = item;
    } else if (key === "seed" && /^-?\d{1,18}$/.test(value)) found.seed = BigInt(value);
    else if (key === "seats" && SEATS.test(value)) found.seats = value.split(",").map(levelOf);
    else throw new Refused(`the link holds "${decoded(part).slice(0, 40)}", which is no part of a game`);
  }
  return found;
}

/** The same so that nobody reads it who sees the address: of games in which players do not see all. */
export function closed(text: string): string {
  return text === "" ? "" : CLOSED + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function opened(text: string): string {
  if (!text.startsWith(CLOSED)) return text;
  try {
    return atob(text.slice(CLOSED.length).replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    throw new Refused(`the link is damaged near "${text.slice(0, 20)}"`);
  }
}

function moveText({ name, draws }: Word): string {
  const text = encodeURIComponent(name);
  return draws === null ? text.replace(/~/g, "%7E") : `${draws.join(".")}~${text}`;
}

function moveOf(text: string): Word {
  const [, told, name = ""] = text.match(MOVE) ?? [];
  const draws = text.includes("~") ? (told ?? "").split(".").filter((word) => word !== "").map(Number) : null;
  return { name: decoded(name), draws };
}

function levelOf(text: string): number {
  return text === PERSON ? -1 : Number(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refused(`the link is damaged near "${text.slice(0, 20)}"`);
  }
}
