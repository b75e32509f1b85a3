/** The page: it unpacks the game, sets the table, and keeps the game in the address. */

import { Engine } from "../engine.mjs";
import type { GameData } from "./data.ts";
import { h } from "./dom.ts";
import { Game, Refused } from "./game.ts";
import { LEVELS, USUAL } from "./levels.ts";
import { packed, unpacked, type Linked } from "./link.ts";
import { copied, text } from "./menu.ts";
import { Panel } from "./panel.ts";
import { symbols } from "./pieces.ts";
import { fits, read, written } from "./record.ts";
import { newSeed, Table } from "./table.ts";
import { Thinker } from "./thinker.ts";

/** Set up the page. */
export async function start(): Promise<void> {
  const play = element("play");
  play.hidden = false;
  try {
    await begin(play);
  } catch (error) {
    play.replaceChildren(h("p", { role: "alert", class: "note" },
      `The game cannot be played in this browser: ${String(error)}. It needs WebAssembly with vectors, as browsers have it since 2023.`));
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

async function begin(play: HTMLElement): Promise<void> {
  const data = JSON.parse(element("data").textContent ?? "") as GameData;
  const code = await unzipped(element("code").textContent ?? "");
  const engine = await Engine.load(code, data.engine);
  const thinker = new Thinker(element("page").textContent ?? "", code, data);
  const game = new Game(engine, data, newSeed(data));
  const table = new Table(data, game, thinker);
  const panel = new Panel(data, table, {
    link: () => void shareLink(panel),
    record: () => showRecord(data, table),
  });
  const scroller = h("div", { class: "scroller" }, table.board.element);
  play.append(symbols(data), h("div", { class: "table" }, panel.status, scroller), panel.side);
  table.attach(() => {
    panel.update();
    keep(table);
  }, (words) => panel.say(words), (words) => panel.warn(words));
  addEventListener("hashchange", () => followLink(table, panel));
  if (!followLink(table, panel)) {
    table.show();
    void table.advance();
  }
}

/** The bytes of a module from its text: packed, and 64 characters for 6 bits each. */
async function unzipped(packedText: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packedText.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

// Links

function hashOf(table: Table): string {
  const { game } = table;
  const moves = game.plies.slice(0, game.at).map((ply) => ({ name: ply.move.name, draws: ply.told }));
  const levels = table.seats.map((level) => (level === null ? -1 : LEVELS.indexOf(level)));
  const usual = levels.every((level, seat) => level === (seat === 0 ? -1 : USUAL));
  return packed({ seed: game.seed, moves, seats: usual ? [] : levels });
}

/** Keep the game in the address, so that it is there when the page is loaded again. */
function keep(table: Table): void {
  const hash = hashOf(table);
  try {
    history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
  } catch {
    // Some browsers keep no addresses of files; the link is then made when it is asked for.
  }
}

/** Take up the game of the address; whether there is one. */
function followLink(table: Table, panel: Panel): boolean {
  let linked: Linked | null = null;
  try {
    linked = unpacked(location.hash);
  } catch (error) {
    panel.warn(error instanceof Refused ? error.message : String(error));
    return false;
  }
  if (linked === null) return false;
  const levels = linked.seats.map((level) => LEVELS[level] ?? null);
  const problem = table.replay(linked.seed, linked.moves, levels);
  if (problem) panel.warn(`the link cannot be followed: ${problem}`);
  return problem === "";
}

async function shareLink(panel: Panel): Promise<void> {
  if (await copied(location.href)) panel.say("the link is copied");
  else text("A link to this position", location.href, null);
}

// Records

function showRecord(data: GameData, table: Table): void {
  const { game } = table;
  const { ranking } = game.after(game.plies.length).seen;
  text("A record of this game", written(data, game.seed, game.words, ranking), (given) => load(data, table, given));
}

/** Load a record; what is wrong with it, or an empty text. */
function load(data: GameData, table: Table, given: string): string {
  try {
    const record = read(given);
    fits(data, record);
    return table.replay(record.seed, record.moves);
  } catch (error) {
    return error instanceof Refused ? error.message : String(error);
  }
}
