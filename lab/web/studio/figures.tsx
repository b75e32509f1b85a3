/** Figures with their intervals, as numbers and on rails. */

export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** A number, as short as it makes sense. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

/** Whether two intervals share nothing. */
export function apart(one: Figure | null | undefined, other: Figure | null | undefined): boolean {
  return Boolean(one && other && (one.high < other.low || other.high < one.low));
}

/** A number between 0 and 1 with its interval, as a mark on a rail. */
export function Rail({ figure }: { figure: Figure }) {
  const [value, low, high] = [figure.value, figure.low, figure.high].map((one) => 100 * Math.min(1, Math.max(0, one))) as [number, number, number];
  return (
    <div class="rail" role="img" aria-label={`${short(figure.value)}, from ${short(figure.low)} to ${short(figure.high)}`}>
      <i style={{ left: `${low}%`, width: `${high - low}%` }} /><b style={{ left: `${value}%` }} />
    </div>
  );
}
