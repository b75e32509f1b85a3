/** The game at the table of the exported page, and what the studio adds: analysis, and reasons. */

import { Engine } from "../engine.mjs";
import type { GameData } from "../src/data.ts";
import { h, s } from "../src/dom.ts";
import { Game, type Knot } from "../src/game.ts";
import { Panel } from "../src/panel.ts";
import { symbols } from "../src/pieces.ts";
import { text as showText } from "../src/menu.ts";
import { fits, read, written } from "../src/record.ts";
import { newSeed, Table } from "../src/table.ts";
import { Thinker } from "../src/thinker.ts";
import { ask as askFor } from "./asking.ts";
import { overlay, type Report, type Shown } from "./overlay.ts";
import { levels, playerOf, Seated } from "./players.ts";
import { showMoves } from "./variations.tsx";
import { said, type About, type Wire } from "./wire.ts";

export interface Playing {
  element: HTMLElement;
  table: Table;
  /** The moves that lead to where one looks, as a record. */
  record(): string;
  /** The whole game with its variations and notes, as a record. */
  whole(): string;
  /** Take up the game of a record; what is wrong with it, or an empty text. */
  load(record: string): Promise<string>;
  /** Mark on the board what a search thinks; nothing where there is none. */
  mark(report: Report | null, shown: Shown): void;
  close(): void;
}

/** What a table of the studio is laid with, and who is told what happens. */
export interface Laying {
  data: GameData;
  code: ArrayBuffer;
  /** The script of exported pages, which thinks beside the page. */
  script: string;
  wire: Wire;
  about: About;
  /** Told when the position is another. */
  moved: () => void;
  /** Told when the game is another: a move more, a note, a variation. */
  changed: () => void;
  /** Told the text of a move that was typed and is not legal. */
  illegal: (move: string) => void;
}

/** Set a table. */
export async function playing({ data, code, script, wire, about, moved, changed, illegal }: Laying): Promise<Playing> {
  const engine = await Engine.load(code.slice(0), data.engine);
  const game = new Game(engine, data, newSeed(data), true);
  const record = () => written(data, game.seed, game.words.slice(0, game.at), []);
  const thinker = new Seated(
    new Thinker(script, code, data),
    (player) => wire.ask<{ name: string }>("move", { ...about, record: record(), player, seed: Math.floor(Math.random() * 2 ** 31) }),
    (name) => game.moves.find((move) => move.name === name)?.packed ?? null,
  );
  const table = new Table(data, game, thinker);
  table.levels = levels();
  table.looking.seesAll = true; // who writes the rules sees what they hide
  const whole = () => {
    const [main, ...variations] = game.lines;
    let end: Knot = game.first;
    while (end.plies[0] !== undefined) end = end.plies[0];
    return written(data, game.seed, main?.moves ?? [], end.seen.ranking, main?.notes, variations);
  };
  const load = async (given: string): Promise<string> => {
    try {
      const found = read(given);
      fits(data, { ...found, game: data.record.game });
      return table.replay(found.seed, found.moves, table.seats.map(() => null), found.notes, found.variations);
    } catch (error) {
      return said(error);
    }
  };
  const other = async (seat: number) => {
    const player = await askFor("Who is to play?", "uct:5000", async (given) => {
      try {
        await wire.ask("player", { player: given }).answer;
        return "";
      } catch (error) {
        return said(error);
      }
    });
    if (player === null) {
      panel.update();
      return;
    }
    const known = table.levels.find((one) => one.player === player) ?? playerOf(player);
    if (!table.levels.includes(known)) table.levels = [...table.levels, known];
    table.seat(seat, known);
  };
  const moves = h("div", {});
  const panel = new Panel(data, table, {
    record: () => showText("A record of this game", whole(), load), other: (seat) => void other(seat), moves,
  }, null);
  const marks = s("g", { class: "analysis" });
  table.board.element.append(marks);
  let shown: unknown = null;
  const look = () => {
    panel.update();
    showMoves(moves, table, changed);
    changed();
    if (shown === table.game.position) return;
    shown = table.game.position;
    marks.replaceChildren();
    moved();
  };
  table.attach(look, (words) => panel.say(words), (words) => panel.warn(words), illegal);
  table.show();
  void table.advance();
  const scroller = h("div", { class: "scroller" }, table.board.element);
  const element = h("div", { class: "playing" }, h("div", { class: "table" }, panel.status, scroller), panel.side);
  element.prepend(symbols(data));
  return {
    element, table, record, whole, load,
    mark: (report, shown) => marks.replaceChildren(...(report === null ? [] : overlay(data, report, shown))),
    close: () => thinker.close(),
  };
}
