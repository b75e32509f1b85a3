/** What is drawn of games that were measured: who wins, how long they are, who leads when. */

/** What plots are made of, of one version. */
export interface Plots {
  outcomes: Record<string, number>;
  lengths: number[];
  leads: { low: number[]; middle: number[]; high: number[] } | null;
  ladder: { against: number; won: number }[];
  where: string;
}

const [WIDE, HIGH, LEFT, BOTTOM] = [300, 130, 30, 18];
const MOST_BARS = 24;
/** What plots of several versions are called by: the last one is the one now in the editor. */
const looks = (count: number, at: number): string => (at === count - 1 ? "now" : "before");

/** The plots of one version or several, the last one in front. */
export function Drawn({ plots, heads }: { plots: Plots[]; heads: string[] }) {
  const ladders = plots.map((one) => one.ladder);
  return (
    <div class="plots">
      <Outcomes plots={plots} heads={heads} />
      {plots.some((one) => one.leads !== null) && <Plot title="The winner's lead over the game: the median, and where eight of ten games lie"
        across="% of the game" low="0" high="100" up={[1, 0, -1]}>
        {plots.map((one, at) => one.leads && <g class={looks(plots.length, at)}>
          <path class="band" d={band(one.leads.low, one.leads.high)} /><path class="course-line" d={line(one.leads.middle, -1, 1)} />
        </g>)}
      </Plot>}
      <Lengths plots={plots} />
      {ladders.some((one) => one.length > 1) && <Plot title="What thinking is worth: points of who searches four times as much, in %"
        across="searches of the other for each legal move" low={`${ladders.at(-1)?.[0]?.against ?? ""}`} high={`${ladders.at(-1)?.at(-1)?.against ?? ""}`} up={[100, 50, 0]}>
        {ladders.map((one, at) => one.length > 1 && <g class={looks(plots.length, at)}><path class="course-line" d={line(one.map((rung) => 100 * rung.won), 0, 100)} /></g>)}
      </Plot>}
      {plots.at(-1)?.where && <figure><figcaption>Where games are won: where the last moves of the winner went</figcaption>
        <div class="board-middle" dangerouslySetInnerHTML={{ __html: plots.at(-1)?.where ?? "" }} /></figure>}
    </div>
  );
}

function Plot({ title, across, low, high, up, children }: {
  title: string; across: string; low: string; high: string; up: [number, number, number]; children: preact.ComponentChildren;
}) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg class="plot" viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={title}>
        <path class="grid" d={`M${LEFT} 4V${HIGH - BOTTOM}H${WIDE - 4}M${LEFT} ${(4 + HIGH - BOTTOM) / 2}H${WIDE - 4}`} />
        {up.map((one, at) => <text class="end" x={LEFT - 4} y={[10, (4 + HIGH - BOTTOM) / 2 + 3, HIGH - BOTTOM][at]}>{one}</text>)}
        <text x={LEFT} y={HIGH - 5}>{low}</text><text class="end" x={WIDE - 4} y={HIGH - 5}>{high}</text>
        <text class="mid" x={(WIDE + LEFT) / 2} y={HIGH - 5}>{across}</text>
        {children}
      </svg>
    </figure>
  );
}

/** Places of values from the left to the right of a plot. */
function points(values: number[], low: number, high: number): string[] {
  const [top, bottom] = [4, HIGH - BOTTOM];
  const step = (WIDE - 4 - LEFT) / Math.max(1, values.length - 1);
  return values.map((one, at) => `${(LEFT + at * step).toFixed(1)} ${(bottom - ((one - low) / (high - low)) * (bottom - top)).toFixed(1)}`);
}

function line(values: number[], low: number, high: number): string {
  return `M${points(values, low, high).join("L")}`;
}

function band(low: number[], high: number[]): string {
  return `M${[...points(low, -1, 1), ...points(high, -1, 1).reverse()].join("L")}Z`;
}

function Lengths({ plots }: { plots: Plots[] }) {
  const all = plots.flatMap((one) => one.lengths);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const size = Math.max(1, Math.ceil((most - least + 1) / MOST_BARS));
  const bars = Math.floor((most - least) / size) + 1;
  const shares = plots.map((one) => {
    const found = new Array<number>(bars).fill(0);
    for (const length of one.lengths) found[Math.floor((length - least) / size)]! += 1 / one.lengths.length;
    return found;
  });
  const top = Math.max(...shares.flat());
  const wide = (WIDE - 4 - LEFT) / bars;
  return (
    <Plot title="How long games are" across="plies with a choice" low={`${least}`} high={`${most}`}
      up={[Math.round(100 * top), Math.round(50 * top), 0]}>
      {shares.map((one, at) => <g class={looks(plots.length, at)}>
        {one.map((share, bar) => {
          const high = ((HIGH - BOTTOM - 4) * share) / top;
          return <rect class="block" x={LEFT + bar * wide + 0.5} width={Math.max(1, wide - 1)} y={HIGH - BOTTOM - high} height={high} />;
        })}
      </g>)}
    </Plot>
  );
}

function Outcomes({ plots, heads }: { plots: Plots[]; heads: string[] }) {
  return (
    <figure class="outcomes">
      <figcaption>Who wins</figcaption>
      {plots.map((one, at) => {
        const counts = Object.entries(one.outcomes).filter(([, count]) => count > 0);
        const total = counts.reduce((sum, [, count]) => sum + count, 0);
        return (
          <div>
            {plots.length > 1 && <span class="soft">{heads[at]}</span>}
            <div class="share" role="img" aria-label={counts.map(([name, count]) => `${name} ${count}`).join(", ")}>
              {counts.map(([name, count]) => <span class={name.startsWith("player") ? "" : "none"} style={{ flex: count }}
                title={`${name} ${count}`}>{count > 0.15 * total ? `${name} ${count}` : ""}</span>)}
            </div>
          </div>
        );
      })}
    </figure>
  );
}
