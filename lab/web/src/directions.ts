/** The neighbour in a direction, for arrow keys. */

import type { Point } from "./data.ts";

export const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** How much worse it is to be off the line than to be far away. */
const ASIDE = 1.2;

/** The nearest place in a direction, the one most in line with it; the same place if there is none. */
export function neighbour(places: Point[], at: number, [dx, dy]: Point): number {
  const [x, y] = places[at] ?? [0, 0];
  let best = at;
  let least = Infinity;
  places.forEach(([px, py], site) => {
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along <= 1e-6 || aside > 1.8 * along) return;
    const cost = along + ASIDE * aside;
    if (cost < least - 1e-6) [best, least] = [site, cost];
  });
  return best;
}

/** The place nearest to a point, if one is near enough. */
export function nearest(places: Point[], [x, y]: Point, reach: (site: number) => number): number {
  let best = -1;
  let least = Infinity;
  places.forEach(([px, py], site) => {
    const far = Math.hypot(px - x, py - y);
    if (far < least && far <= reach(site)) [best, least] = [site, far];
  });
  return best;
}
