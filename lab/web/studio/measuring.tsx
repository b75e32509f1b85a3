/** How good a game is: measured, and compared with the file as it was saved. */

import { useRef, useState } from "preact/hooks";

import { apart, short, type Figure } from "./figures.tsx";
import { said, type About, type Asked, type Wire } from "./wire.ts";

interface Row {
  name: string;
  title: string;
  family: string;
  better: string;
  figures: (Figure | null)[];
}

interface Measured {
  rows: Row[];
  games: number;
}

/** So many games may be played. */
const NUMBERS = [20, 50, 100, 200, 500];

export function Measuring({ wire, saved, about }: { wire: Wire; saved: string | null; about: About }) {
  const { text } = about;
  const [games, setGames] = useState(50);
  const [done, setDone] = useState<number | null>(null);
  const [found, setFound] = useState<(Measured & { heads: string[] }) | null>(null);
  const [problem, setProblem] = useState("");
  const asked = useRef<Asked<Measured> | null>(null);

  const measure = async (texts: string[], heads: string[]) => {
    setProblem("");
    setDone(0);
    const tell = ({ done, total }: { done: number; total: number }) => setDone(done / total);
    asked.current = wire.ask<Measured, { done: number; total: number }>("measure", { ...about, texts, games }, tell);
    try {
      const answer = await asked.current.answer;
      if (answer !== null) setFound({ ...answer, heads });
    } catch (error) {
      setProblem(said(error));
    }
    setDone(null);
  };

  const comparable = saved !== null && saved !== text;
  return (
    <section aria-label="measure">
      <p class="soft">
        The game is played by a search against itself; what comes of it is measured, with intervals of 95 %.
      </p>
      <div class="row">
        <label>games <select value={games} onChange={(event) => setGames(Number(event.currentTarget.value))}>
          {NUMBERS.map((one) => <option value={one}>{one}</option>)}
        </select></label>
        {done === null
          ? <>
              <button type="button" onClick={() => void measure([text], ["now"])}>measure</button>
              <button type="button" disabled={!comparable} title={comparable ? "" : "the text is as it was saved"}
                onClick={() => void measure([saved ?? "", text], ["saved", "now"])}>compare with the saved file</button>
            </>
          : <>
              <progress value={done} aria-label="measured so far" />
              <button type="button" onClick={() => asked.current?.stop()}>stop</button>
            </>}
      </div>
      <p role="alert" class="note">{problem}</p>
      {found && <Table found={found} />}
    </section>
  );
}

function Table({ found }: { found: Measured & { heads: string[] } }) {
  return (
    <table class="figures">
      <caption class="soft">{found.games} games each</caption>
      <thead><tr><th scope="col">criterion</th>{found.heads.map((head) => <th scope="col">{head}</th>)}<th scope="col">95 % interval</th></tr></thead>
      <tbody>
        {found.rows.map((row) => {
          const last = row.figures[row.figures.length - 1];
          const moved = row.figures.length > 1 && apart(row.figures[0], last);
          return (
            <tr class={moved ? "moved" : row.family === "summary" ? "summary" : ""}>
              <th scope="row">{row.title}</th>
              {row.figures.map((one) => <td>{one ? short(one.value) : "–"}</td>)}
              <td class="soft">{last ? `${short(last.low)} to ${short(last.high)}` : ""}{moved ? " · differs" : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
