/** The board on the page: pieces, what is marked on it, and moves that are seen to happen. */

import type { GameData, Point } from "./data.ts";
import { calm, s } from "./dom.ts";
import { badge, piece } from "./pieces.ts";
import type { Seen } from "./position.ts";
import { flights, type Flight } from "./sowing.ts";

const GLIDE_MS = 220;
/** So long after each other seeds are sown, and all of them together at most. */
const [SEED_MS, SOWING_MS] = [110, 2400];
/** A target has at least so many pixels; a larger board is scrolled. */
const LEAST_TARGET = 24;

/** What is marked besides pieces. */
export interface Marks {
  /** The sites that can be touched first. */
  sources: Set<number>;
  targets: Set<number>;
  chosen: number;
  /** The ends of a hint. */
  hint: number[];
  /** From where pieces were taken. */
  lost: number[];
  /** Pits in which there were other numbers of seeds before the last move. */
  sown: number[];
}

export class Board {
  readonly element: SVGSVGElement;
  cursor: number;
  private readonly data: GameData;
  private readonly below = s("g");
  private readonly pieces = s("g");
  private readonly above = s("g");
  /** Counts what was shown, so that seeds of an earlier move fly no more. */
  private showing = 0;
  private readonly pointer = s("g", { class: "cursor" });

  constructor(data: GameData) {
    this.data = data;
    const { scene } = data;
    const ground = s("g", { class: "ground" });
    ground.innerHTML = scene.board;
    const [, , wide] = scene.box;
    this.element = s(
      "svg",
      {
        class: "board", viewBox: scene.box.join(" "), tabindex: 0, role: "application",
        "aria-roledescription": "board", "aria-label": `board of ${data.name}`,
        "aria-describedby": "board-help",
      },
      ground, this.below, this.pieces, this.above, this.pointer,
    );
    const least = Math.ceil((LEAST_TARGET * wide) / scene.unit);
    this.element.style.minWidth = `${Math.min(least, 1200)}px`;
    this.cursor = this.middle();
    this.moveCursor(this.cursor);
  }

  private middle(): number {
    const [left, top, wide, high] = this.data.scene.box;
    const far = ([x, y]: Point) => Math.hypot(x - left - wide / 2, y - top - high / 2);
    const places = this.data.scene.places.slice(0, this.data.boardSites);
    return places.reduce((best, place, site) => (far(place) < far(places[best] ?? place) ? site : best), 0);
  }

  /** A point of the screen, in the units of the drawing. */
  point(event: { clientX: number; clientY: number }): Point {
    const matrix = this.element.getScreenCTM();
    if (matrix === null) return [NaN, NaN];
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [found.x, found.y];
  }

  /** Show a position, or nothing of it. */
  show(seen: Seen, marks: Marks, covered = false): void {
    this.showing += 1;
    this.element.classList.toggle("covered", covered);
    const sites = [...this.data.scene.places.keys()];
    this.pieces.replaceChildren(...sites.flatMap((site) => piece(this.data, seen, site) ?? []));
    this.below.replaceChildren(...this.trace(seen));
    this.above.replaceChildren(
      ...this.marked(seen, marks), ...sites.flatMap((site) => badge(this.data, seen, site)),
    );
  }

  private at(site: number): { x: number; y: number; r: number } {
    const [x, y] = this.data.scene.places[site] ?? [0, 0];
    return { x, y, r: this.data.scene.pits?.radii[site] ?? this.data.scene.radii[site] ?? 10 };
  }

  private circle(site: number, share: number, name: string): SVGCircleElement {
    const { x, y, r } = this.at(site);
    return s("circle", { cx: x, cy: y, r: share * r, class: name });
  }

  /** Where the last move came from. */
  private trace(seen: Seen): Element[] {
    const { from, to } = seen;
    if (from < 0 || from === to || to < 0 || !this.known(from) || !this.known(to)) return [];
    const [a, b] = [this.at(from), this.at(to)];
    const found: Element[] = [s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "way" })];
    if (!seen.contents[from]) found.push(this.circle(from, 0.5, "last"));
    return found;
  }

  private known(site: number): boolean {
    return site < this.data.scene.places.length;
  }

  private marked(seen: Seen, marks: Marks): Element[] {
    const found: Element[] = [];
    if (seen.to >= 0 && this.known(seen.to)) found.push(this.circle(seen.to, seen.contents[seen.to] ? 1.06 : 0.5, "last"));
    for (const site of marks.sown) found.push(...this.sown(site));
    for (const site of marks.lost) found.push(this.cross(site, Boolean(seen.contents[site])));
    for (const site of marks.sources) {
      found.push(seen.contents[site] ? this.circle(site, 1.0, "source") : this.circle(site, 0.2, "spot"));
    }
    for (const site of marks.targets) {
      found.push(seen.contents[site] ? this.circle(site, 1.12, "target-taken") : this.circle(site, 0.36, "target"));
    }
    if (marks.chosen >= 0) found.push(this.circle(marks.chosen, 1.14, "chosen"));
    for (const site of marks.hint) if (site >= 0) found.push(this.circle(site, 1.22, "hint"));
    return found;
  }

  /** A ring around the number of seeds that has changed. */
  private sown(site: number): Element[] {
    const [cx, cy] = this.data.scene.pits?.numbers[site] ?? [];
    const r = 0.34 * this.at(site).r;
    return cx === undefined || cy === undefined ? [] : [s("circle", { cx, cy, r, class: "sown" })];
  }

  /** A cross where a piece was taken; a small one beside a piece that stands there now. */
  private cross(site: number, taken: boolean): Element {
    const { x, y, r } = this.at(site);
    const arm = (taken ? 0.2 : 0.36) * r;
    const [cx, cy] = taken ? [x + 0.72 * r, y - 0.72 * r] : [x, y];
    const course = `M${cx - arm} ${cy - arm}l${2 * arm} ${2 * arm}M${cx + arm} ${cy - arm}l${-2 * arm} ${2 * arm}`;
    return s("path", { d: course, class: "lost" });
  }

  /** Put the mark of the keyboard on a site. */
  moveCursor(site: number): void {
    this.cursor = site;
    const { x, y, r } = this.at(site);
    const half = 1.2 * r;
    const box = { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 0.3 * r };
    this.pointer.replaceChildren(s("rect", { ...box, class: "cursor-under" }), s("rect", { ...box, class: "cursor-over" }));
  }

  /** The drawn piece on a site. */
  private drawn(site: number): SVGGElement | null {
    return this.pieces.querySelector<SVGGElement>(`[data-site="${site}"]`);
  }

  /** Let the piece that has moved glide to where it is, and new ones appear. */
  animate(before: Seen, after: Seen, from: number, to: number): void {
    if (calm()) return;
    if (this.data.scene.pits) {
      this.sow(before, after, from >= 0 ? from : to);
      return;
    }
    const moved = from >= 0 && to >= 0 && from !== to;
    if (moved) this.glide(from, to);
    after.contents.forEach((kind, site) => {
      if (!kind || kind === before.contents[site] || (moved && site === to)) return;
      this.drawn(site)?.animate([{ opacity: 0.1 }, { opacity: 1 }], { duration: GLIDE_MS, easing: "ease-out" });
    });
  }

  private glide(from: number, to: number): void {
    const drawn = this.drawn(to);
    if (drawn === null) return;
    const [a, b] = [this.at(from), this.at(to)];
    this.pieces.append(drawn);
    const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
    drawn.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-in-out" });
  }

  /** Let seeds go from pit to pit, one after the other. */
  private sow(before: Seen, after: Seen, origin: number): void {
    const moves = flights(this.data.scene.places, before.counts, after.counts, origin);
    const counts = [...before.counts];
    const shown = this.showing;
    const step = Math.min(SEED_MS, SOWING_MS / moves.length);
    const pit = (site: number) => this.fill(before, after, counts, site);
    moves.forEach((one, at) => {
      pit(one.from);
      pit(one.to);
      setTimeout(() => {
        if (this.showing !== shown) return;
        counts[one.from] = (counts[one.from] ?? 0) - 1;
        pit(one.from);
        this.fly(one, () => {
          if (this.showing !== shown) return;
          counts[one.to] = (counts[one.to] ?? 0) + 1;
          pit(one.to);
        });
      }, at * step);
    });
  }

  /** Show so many seeds in a pit. */
  private fill(before: Seen, after: Seen, counts: number[], site: number): void {
    const kind = after.contents[site] || before.contents[site] || 0;
    const contents = after.contents.map((one, at) => (at !== site ? one : counts[site] ? kind : 0));
    this.drawn(site)?.remove();
    const drawn = piece(this.data, { ...after, contents, counts }, site);
    if (drawn !== null) this.pieces.append(drawn);
  }

  private fly({ from, to }: Flight, landed: () => void): void {
    const { pits } = this.data.scene;
    const [a, b] = [this.at(from), this.at(to)];
    const seed = s("circle", { cx: b.x, cy: b.y, r: (pits?.seed ?? 0) * a.r, fill: pits?.fill ?? "", class: "seed" });
    this.above.append(seed);
    const start = `translate(${a.x - b.x}px, ${a.y - b.y}px)`;
    const gone = seed.animate([{ transform: start }, { transform: "none" }], { duration: GLIDE_MS, easing: "ease-in-out" });
    gone.onfinish = () => {
      seed.remove();
      landed();
    };
  }

  /** Let a piece follow the pointer; at home again without one. */
  drag(site: number, place: Point | null): void {
    const drawn = this.drawn(site);
    if (drawn === null) return;
    const { x, y } = this.at(site);
    if (place === null) drawn.removeAttribute("transform");
    else {
      drawn.setAttribute("transform", `translate(${place[0] - x} ${place[1] - y})`);
      if (drawn !== this.pieces.lastElementChild) this.pieces.append(drawn);
    }
  }
}
