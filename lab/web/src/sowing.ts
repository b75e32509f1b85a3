/** Seeds on their way: which pit each goes to, one after the other, as hands sow them. */

import type { Point } from "./data.ts";

export interface Flight {
  from: number;
  to: number;
}

/**
 * The seeds that have changed their pits between two positions, in the order in which they are seen
 * to go.
 *
 * Those of the pit that was played go first, one to each pit that has more, from the nearest to the
 * next one that is nearest to it, again and again; what was captured goes behind them.
 *
 * @param before how many seeds each pit had
 * @param after the same behind the move
 * @param origin the pit that was played; -1 if it is not known
 */
export function flights(places: Point[], before: number[], after: number[], origin: number): Flight[] {
  const gains = new Map<number, number>();
  const losses: [number, number][] = [];
  after.forEach((count, site) => {
    const more = count - (before[site] ?? 0);
    if (more > 0) gains.set(site, more);
    else if (more < 0) losses.push([site, -more]);
  });
  losses.sort(([a], [b]) => Number(b === origin) - Number(a === origin));
  const found: Flight[] = [];
  for (const [from, count] of losses) {
    let [left, lap] = [count, chain(places, from, [...gains.keys()])];
    while (left > 0 && lap.length > 0) {
      for (const to of lap.slice(0, left)) {
        found.push({ from, to });
        gains.set(to, (gains.get(to) ?? 0) - 1);
        left -= 1;
      }
      lap = lap.filter((site) => (gains.get(site) ?? 0) > 0);
    }
    for (const [site, more] of gains) if (more <= 0) gains.delete(site);
  }
  return found;
}

/** Places in an order in which each is the nearest to the one before it. */
function chain(places: Point[], start: number, sites: number[]): number[] {
  const far = (a: number, b: number) => {
    const [[ax, ay], [bx, by]] = [places[a] ?? [0, 0], places[b] ?? [0, 0]];
    return Math.hypot(ax - bx, ay - by);
  };
  const left = [...sites];
  const found: number[] = [];
  for (let here = start; left.length > 0; here = found[found.length - 1] ?? here) {
    left.sort((a, b) => far(here, a) - far(here, b));
    found.push(...left.splice(0, 1));
  }
  return found;
}
