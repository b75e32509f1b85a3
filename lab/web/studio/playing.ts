/** The game at the table of the exported page, and what the studio adds: analysis, and reasons. */

import { Engine } from "../engine.mjs";
import type { GameData } from "../src/data.ts";
import { h, s } from "../src/dom.ts";
import { Game } from "../src/game.ts";
import { Panel } from "../src/panel.ts";
import { symbols } from "../src/pieces.ts";
import { text as showText } from "../src/menu.ts";
import { fits, read, written } from "../src/record.ts";
import { newSeed, Table } from "../src/table.ts";
import { Thinker } from "../src/thinker.ts";
import { said } from "./wire.ts";

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
  /** The game so far as a record. */
  record(): string;
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

/**
 * Set a table.
 *
 * @param moved told when the position is another
 * @param illegal told the text of a move that was typed and is not legal
 */
export async function playing(
  data: GameData, code: ArrayBuffer, script: string, moved: () => void, illegal: (move: string) => void,
): Promise<Playing> {
  const engine = await Engine.load(code.slice(0), data.engine);
  const thinker = new Thinker(script, code, data);
  const table = new Table(data, new Game(engine, data, newSeed(data)), thinker);
  const record = () => {
    const { game } = table;
    return written(data, game.seed, game.words.slice(0, game.at), []);
  };
  const load = async (given: string): Promise<string> => {
    try {
      const found = read(given);
      fits(data, { ...found, game: data.record.game });
      return table.replay(found.seed, found.moves);
    } catch (error) {
      return said(error);
    }
  };
  const panel = new Panel(data, table, { record: () => showText("A record of this game", record(), load) }, null);
  const marks = s("g", { class: "analysis" });
  table.board.element.append(marks);
  let shown: unknown = null;
  const look = () => {
    panel.update();
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
    element, table, record, load,
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
