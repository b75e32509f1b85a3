/** Pieces on the board: symbols that Python drew, numbers on them, stacks, seeds, bars. */

import { isUnseen, kindOf, type GameData } from "./data.ts";
import { s } from "./dom.ts";
import type { Seen } from "./position.ts";

/** The radius at which symbols are drawn. */
const LARGE = 100;
const BADGE = 0.62;
/** Of a stack so many pieces are drawn, each so much higher by its radius. */
const DRAWN = 5;
const HIGHER = 0.24;

/** The definitions of all symbols, to stand in a page once. */
export function symbols(data: GameData): SVGSVGElement {
  const defs = s("defs");
  for (const [name, markup] of Object.entries(data.scene.symbols)) {
    const symbol = s("g", { id: name });
    symbol.innerHTML = markup;
    defs.append(symbol);
  }
  return s("svg", { class: "hidden", "aria-hidden": "true", width: 0, height: 0 }, defs);
}

/** A small picture of a symbol. */
export function icon(name: string): SVGSVGElement {
  const box = `${-LARGE} ${-LARGE} ${2 * LARGE} ${2 * LARGE}`;
  return s("svg", { class: "icon", viewBox: box, "aria-hidden": "true" }, s("use", { href: `#${name}` }));
}

/** What lies on a site; null where nothing does. */
export function piece(data: GameData, seen: Seen, site: number): SVGGElement | null {
  const kind = seen.contents[site] ?? 0;
  if (!kind) return null;
  const group = s("g", { class: "piece", "data-site": site });
  const { scene } = data;
  if (scene.pits && site < data.boardSites) group.append(...seeds(data, site, seen.counts[site] ?? 0));
  else if (scene.bars[site]) group.append(...bar(data, kind, site));
  else group.append(...standing(data, seen, site));
  return group;
}

function standing(data: GameData, seen: Seen, site: number): Element[] {
  const [x, y] = data.scene.places[site] ?? [0, 0];
  const radius = data.scene.radii[site] ?? 10;
  const levels = seen.stacks.get(site) ?? [seen.contents[site] ?? 0];
  const shown = levels.slice(-DRAWN);
  return shown.map((kind, level) => {
    const higher = y - (level - (shown.length - 1) / 2) * HIGHER * radius;
    return s("use", {
      href: `#${symbolOf(data, kind)}`, transform: `translate(${x} ${higher}) scale(${radius / LARGE})`,
    });
  });
}

/** What is written on a piece: how many there are, or its state; it lies above all marks. */
export function badge(data: GameData, seen: Seen, site: number): Element[] {
  const count = seen.counts[site] ?? 0;
  if (!seen.contents[site] || isUnseen(data, seen.contents[site] ?? 0) || (data.scene.pits && site < data.boardSites)) return [];
  const inHand = site >= data.boardSites && site < data.handsEnd;
  const written = count > 1 || inHand ? `${count}` : `${seen.states.get(site) ?? ""}`;
  const [x, y] = data.scene.places[site] ?? [0, 0];
  return written ? labelled(written, x, y, data.scene.radii[site] ?? 10) : [];
}

function symbolOf(data: GameData, kind: number): string {
  return kindOf(data, kind)?.symbol ?? "";
}

function labelled(text: string, x: number, y: number, radius: number): Element[] {
  const [left, top, size] = [x + 0.72 * radius, y + 0.72 * radius, BADGE * radius];
  const around = 0.62 * Math.max(size, 0.6 * size * text.length);
  return [
    s("circle", { cx: left, cy: top, r: around, class: "badge" }),
    s("text", { x: left, y: top + 0.35 * size, "font-size": size, "text-anchor": "middle", class: "badge-text" }, text),
  ];
}

function seeds(data: GameData, site: number, count: number): Element[] {
  const pits = data.scene.pits;
  const [x, y] = data.scene.places[site] ?? [0, 0];
  const radius = pits?.radii[site] ?? 0;
  if (!pits) return [];
  const shown = Math.min(count, pits.around.length);
  const spots = pits.long[site]?.slice(0, shown)
    ?? pits.around[shown - 1]?.map(([dx, dy]) => [x + dx * radius, y + dy * radius])
    ?? [];
  const [left, top] = pits.numbers[site] ?? [x, y];
  const size = pits.digits * radius;
  return [
    ...spots.map(([cx = 0, cy = 0]) =>
      s("circle", { cx, cy, r: pits.seed * radius, fill: pits.fill, class: "seed" })),
    s("text", { x: left, y: top + 0.35 * size, "font-size": size, "text-anchor": "middle", class: "number" }, `${count}`),
  ];
}

function bar(data: GameData, kind: number, site: number): Element[] {
  const [ax, ay, bx, by] = data.scene.bars[site] ?? [0, 0, 0, 0];
  const [dx, dy] = [0.14 * (bx - ax), 0.14 * (by - ay)];
  const wide = Math.min(0.55 * (data.scene.radii[site] ?? 10), 14);
  const ends = { x1: ax + dx, y1: ay + dy, x2: bx - dx, y2: by - dy, "stroke-linecap": "round" };
  const { fill, rim } = coloursOf(data, kind);
  return [
    s("line", { ...ends, stroke: rim, "stroke-width": 1.28 * wide }),
    s("line", { ...ends, stroke: fill, "stroke-width": wide }),
  ];
}

/** The colours in which a symbol is drawn. */
function coloursOf(data: GameData, kind: number): { fill: string; rim: string } {
  const drawn = document.getElementById(symbolOf(data, kind))?.querySelector("[fill]:not([fill=none])");
  return { fill: drawn?.getAttribute("fill") ?? "#888", rim: drawn?.getAttribute("stroke") ?? "#222" };
}
