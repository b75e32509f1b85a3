/** What a search thinks, on the board: how much it looks at each site, the best moves, the best line. */

import type { GameData } from "../src/data.ts";
import { s } from "../src/dom.ts";

interface Ends {
  name: string;
  from: number;
  to: number;
}

/** What a search tells of a position. */
export interface Report {
  players: number;
  mover: number;
  value: number;
  proven: boolean;
  rounds: number;
  seconds: number;
  moves: (Ends & { visits: number; value: number; certain: boolean })[];
  line: (Ends & { mover: number })[];
}

/** What is shown of it. */
export interface Shown {
  heat: boolean;
  moves: boolean;
  line: boolean;
}

/** So many moves are marked on the board. */
const MARKED = 6;
/** Marks of moves that were looked at less than this, beside the most, say little. */
const LEAST_SHARE = 0.03;
/** So many moves of the best line are drawn. */
const PLIES = 8;

/** All that is shown of a search. */
export function overlay(data: GameData, report: Report, shown: Shown): SVGElement[] {
  return [
    ...(shown.heat ? heat(data, report) : []),
    ...(shown.moves ? arrows(data, report) : []),
    ...(shown.line ? line(data, report) : []),
  ];
}

/** A disc on each site, the darker the more the search looked at moves that go there. */
function heat(data: GameData, report: Report): SVGElement[] {
  const visits = new Map<number, number>();
  for (const move of report.moves) visits.set(move.to, (visits.get(move.to) ?? 0) + move.visits);
  const most = Math.max(1, ...visits.values());
  return [...visits].flatMap(([site, count]) => {
    const place = data.scene.places[site];
    if (place === undefined || count === 0) return [];
    const r = 0.95 * (data.scene.radii[site] ?? 0);
    return [s("circle", { class: "heat", cx: place[0], cy: place[1], r, opacity: 0.08 + 0.72 * Math.sqrt(count / most) })];
  });
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

/** The best line: its moves one after the other, numbered, each fainter than the one before. */
function line(data: GameData, report: Report): SVGElement[] {
  const { places, radii } = data.scene;
  return report.line.slice(0, PLIES).flatMap((move, ply) => {
    const [to, from] = [places[move.to], places[move.from]];
    const r = radii[move.to] ?? 0;
    if (to === undefined) return [];
    const look = { class: `line-${move.mover === report.mover ? "own" : "other"}`, opacity: 1 - 0.09 * ply };
    const title = s("title", {}, `${ply + 1}. ${move.name}`);
    const arrows = from !== undefined && move.from >= 0 && move.from !== move.to ? [arrow(from, to, 0.09 * r, look, title)] : [];
    const number = s("text", { x: to[0], y: to[1] + 0.2 * r, "font-size": 0.55 * r, "text-anchor": "middle" }, `${ply + 1}`);
    return [...arrows, s("g", look, s("circle", { cx: to[0], cy: to[1], r: 0.38 * r }), number)];
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
