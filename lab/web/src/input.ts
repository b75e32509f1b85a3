/** Touches of the board: click and click, drag, and the keyboard. */

import type { Board } from "./board.ts";
import type { GameData, Point } from "./data.ts";
import { ARROWS, nearest, neighbour } from "./directions.ts";

/** How far a pointer goes before it drags, in pixels. */
const DRAGS_FROM = 7;

export interface Touched {
  /** A site was touched. */
  touch(site: number): void;
  /** Whether a piece can be dragged from a site. */
  holds(site: number): boolean;
  /** A piece begins to be dragged; whether it can be. */
  lift(site: number): boolean;
  /** It was dropped on a site; -1 for none. */
  drop(site: number): void;
  /** Nothing is to be chosen any more. */
  leave(): void;
  /** The keyboard has come to a site. */
  look(site: number): void;
}

interface Hold {
  site: number;
  x: number;
  y: number;
  dragged: boolean;
  refused: boolean;
}

/** Listen to all touches of a board. */
export function listen(board: Board, data: GameData, touched: Touched): void {
  const { element } = board;
  let hold: Hold | null = null;
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    hold = { site: siteAt(board, data, event), x: event.clientX, y: event.clientY, dragged: false, refused: false };
    if (hold.site >= 0) element.setPointerCapture(event.pointerId);
  });
  element.addEventListener("pointermove", (event) => {
    if (hold === null || hold.site < 0 || hold.refused) return;
    if (!hold.dragged) {
      if (Math.hypot(event.clientX - hold.x, event.clientY - hold.y) < DRAGS_FROM) return;
      hold.dragged = touched.lift(hold.site);
      hold.refused = !hold.dragged;
    }
    if (hold.dragged) board.drag(hold.site, board.point(event));
  });
  element.addEventListener("pointerup", (event) => {
    if (hold === null) return;
    const { site, dragged } = hold;
    hold = null;
    const here = siteAt(board, data, event);
    if (dragged) {
      board.drag(site, null);
      touched.drop(here);
    } else if (here >= 0 && here === site) {
      board.moveCursor(here);
      touched.touch(here);
    } else touched.leave();
  });
  element.addEventListener("pointercancel", () => {
    if (hold?.dragged) board.drag(hold.site, null);
    hold = null;
  });
  // A finger on a piece that can move drags it; anywhere else it scrolls the page.
  element.addEventListener("touchstart", (event) => {
    const [finger] = event.changedTouches;
    if (finger !== undefined && touched.holds(siteAt(board, data, finger))) event.preventDefault();
  }, { passive: false });
  element.addEventListener("keydown", (event) => keyed(board, data, touched, event));
}

function keyed(board: Board, data: GameData, touched: Touched, event: KeyboardEvent): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) {
    board.moveCursor(neighbour(data.scene.places, board.cursor, arrow));
    touched.look(board.cursor);
  } else if (event.key === "Enter" || event.key === " ") touched.touch(board.cursor);
  else if (event.key === "Escape") touched.leave();
  else return;
  event.preventDefault();
}

/** The site at a point of the screen; -1 for none. */
function siteAt(board: Board, data: GameData, event: { clientX: number; clientY: number }): number {
  const { places, radii, unit, bars, pits } = data.scene;
  const point: Point = board.point(event);
  if (bars[0]) return nearest(places, point, () => unit / 2);
  const long = pits?.long ?? {};
  const [x, y] = point;
  for (const site of Object.keys(long).map(Number)) {
    const [px] = places[site] ?? [0, 0];
    if (Math.abs(x - px) < (radii[site] ?? 0) && y > data.scene.box[1]) return site;
  }
  return nearest(places, point, (site) => Math.max(1.5 * (radii[site] ?? 0), 0.6 * unit));
}
