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
import { levels, playerOf, Seated } from "./players.ts";
import { showMoves } from "./variations.tsx";
import { said, type About, type Wire } from "./wire.ts";

/** What a search tells of a position. */
export interface Report {
  players: number;
  mover: number;
  value: number;
  proven: boolean;
  rounds: number;
  seconds: number;
  moves: { name: string; from: number; to: number; visits: number; value: number; certain: boolean }[];
  line: string[];
}

export interface Playing {
  element: HTMLElement;
  table: Table;
  /** The moves that lead to where one looks, as a record. */
  record(): string;
  /** The whole game with its variations and notes, as a record. */
  whole(): string;
  /** Take up the game of a record; what is wrong with it, or an empty text. */
  load(record: string): Promise<string>;
  /** Mark what a search thinks of the moves; nothing where there is none. */
  mark(report: Report | null): void;
  close(): void;
}

/** So many moves are marked on the board. */
const MARKED = 6;
/** Marks of moves that were looked at less than this, beside the most, say little. */
const LEAST_SHARE = 0.03;

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
    mark: (report) => marks.replaceChildren(...(report === null ? [] : arrows(data, report))),
    close: () => thinker.close(),
  };
}

/** The moves of a search on the board, the more looked at the stronger. */
function arrows(data: GameData, report: Report): SVGElement[] {
  const most = Math.max(1, ...report.moves.map((one) => one.visits));
  const { places, radii } = data.scene;
  return report.moves.slice(0, MARKED).flatMap((move, rank) => {
    const share = move.visits / most;
    const [to, from] = [places[move.to], places[move.from]];
    const r = radii[move.to] ?? 0;
    if (to === undefined || share < LEAST_SHARE) return [];
    const look = { class: rank === 0 ? "best" : "", opacity: 0.25 + 0.65 * share };
    const title = s("title", {}, `${move.name}: ${percent(move.value)}`);
    if (from === undefined || move.from === move.to || move.from < 0) {
      return [s("circle", { ...look, cx: to[0], cy: to[1], r: r * (0.3 + 0.5 * share) }, title)];
    }
    return [arrow(from, to, r * (0.12 + 0.2 * share), look, title)];
  });
}

function arrow(
  from: [number, number], to: [number, number], half: number, look: Record<string, string | number>, title: Element,
): SVGElement {
  const long = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const turn = (180 / Math.PI) * Math.atan2(to[1] - from[1], to[0] - from[0]);
  const head = Math.min(long, 3.2 * half);
  const course = `M0 ${-half}H${long - head}V${-2 * half}L${long} 0L${long - head} ${2 * half}V${half}H0Z`;
  return s("path", { ...look, d: course, transform: `translate(${from[0]} ${from[1]}) rotate(${turn})` }, title);
}

/** What a value from -1 to 1 means as a share of wins. */
export function percent(value: number): string {
  return `${Math.round(50 * (value + 1))} %`;
}
