/** Which clauses are ever asked in play, and which ever hold; told in the margin of the editor. */

import { useRef, useState } from "preact/hooks";

import { said, sentence, type About, type Asked, type Problem, type Wire } from "./wire.ts";

export interface Clause {
  text: string;
  start: number;
  end: number;
  asked: number;
  held: number | null;
  /** What never happened; empty if all did. */
  never: string;
}

export interface Cover {
  random: number;
  searched: number;
  plies: number;
  clauses: Clause[];
  warnings: (Problem & { start: number; end: number })[];
}

const NUMBERS = [100, 1_000, 10_000, 100_000];

export function Covering({ wire, about, mark, point }: {
  wire: Wire; about: About; mark: (cover: Cover | null) => void; point: (start: number, end: number) => void;
}) {
  const [games, setGames] = useState(1_000);
  const [done, setDone] = useState<number | null>(null);
  const [found, setFound] = useState<Cover | null>(null);
  const [shown, setShown] = useState(true);
  const [problem, setProblem] = useState("");
  const asked = useRef<Asked<Cover> | null>(null);

  const count = async () => {
    setProblem("");
    setDone(0);
    const hear = ({ done, total }: { done: number; total: number }) => setDone(done / total);
    asked.current = wire.ask<Cover, { done: number; total: number }>("cover", { ...about, games, searched: 10 }, hear);
    try {
      const answer = await asked.current.answer;
      if (answer !== null) {
        setFound(answer);
        setShown(true);
        mark(answer);
      }
    } catch (error) {
      setProblem(said(error));
    }
    setDone(null);
  };

  const idle = found?.clauses.filter((one) => one.never !== "").length ?? 0;
  return (
    <div role="group" aria-label="cover">
      <h2>Which rules ever fire</h2>
      <p class="soft">Random games and ten of a search are played, and it is counted how often each clause is asked, and how often it holds.</p>
      <div class="row">
        <label>random games <select value={games} onChange={(event) => setGames(Number(event.currentTarget.value))}>
          {NUMBERS.map((one) => <option value={one}>{one.toLocaleString("en")}</option>)}
        </select></label>
        {done === null
          ? <button type="button" onClick={() => void count()}>count</button>
          : <>
              <progress value={done} aria-label="counted so far" />
              <button type="button" onClick={() => asked.current?.stop()}>stop</button>
            </>}
        {found !== null && <label><input type="checkbox" checked={shown} onChange={() => {
          setShown(!shown);
          mark(shown ? null : found);
        }} /> in the margin</label>}
      </div>
      <p role="alert" class="note">{problem}</p>
      {found !== null && <>
        <p role="status">{found.clauses.length} clauses, {idle === 0 ? "all of them of use" : `${idle} of them for nothing`},
          in {(found.random + found.searched).toLocaleString("en")} games of {found.plies.toLocaleString("en")} plies.</p>
        <p class="soft legend"><b class="cover-never">0</b> never asked <b class="cover-idle">9</b> asked, never held
          <b class="cover-rare">9</b> held now and then <b class="cover-often">9</b> often</p>
        <ul class="warnings">
          {found.warnings.map((one) => <li>
            <pre class="warning">{sentence({ ...one, hint: one.hint })}</pre>
            {one.start >= 0 && <button type="button" onClick={() => point(one.start, one.end)}>show</button>}
          </li>)}
        </ul>
      </>}
    </div>
  );
}
