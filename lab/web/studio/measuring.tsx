/** How good a game is: measured, compared with the file as it was saved, and which of its rules ever fire. */

import { useRef, useState } from "preact/hooks";

import { Covering, type Cover } from "./covering.tsx";
import { apart, Rail, short, type Figure } from "./figures.tsx";
import { Drawn, type Plots } from "./plots.tsx";
import { said, type About, type Asked, type Wire } from "./wire.ts";

interface Row {
  name: string;
  title: string;
  family: string;
  better: string;
  about: string;
  /** Whether it lies between 0 and 1. */
  share: boolean;
  figures: (Figure | null)[];
}

interface Measured {
  rows: Row[];
  games: number;
  plots: Plots[];
}

type Told = { done: number; total: number } | Measured;

/** So many games may be played. */
const NUMBERS = [20, 50, 100, 200, 500];

export function Measuring({ wire, saved, about, shown, mark, point }: {
  wire: Wire; saved: string | null; about: About; shown: boolean;
  mark: (cover: Cover | null) => void; point: (start: number, end: number) => void;
}) {
  const { text } = about;
  const [games, setGames] = useState(50);
  const [done, setDone] = useState<number | null>(null);
  const [found, setFound] = useState<(Measured & { heads: string[] }) | null>(null);
  const [problem, setProblem] = useState("");
  const asked = useRef<Asked<Measured> | null>(null);

  const measure = async (texts: string[], heads: string[]) => {
    setProblem("");
    setDone(0);
    const tell = (told: Told) => {
      if ("rows" in told) setFound({ ...told, heads: heads.slice(0, told.plots.length) });
      else setDone(told.done / told.total);
    };
    asked.current = wire.ask<Measured, Told>("measure", { ...about, texts, games }, tell);
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
    <section aria-label="measure" hidden={!shown}>
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
      {found && <Table found={found} busy={done !== null} />}
      {found && <Drawn plots={found.plots} heads={found.heads} />}
      <Covering wire={wire} about={about} mark={mark} point={point} />
    </section>
  );
}

function Table({ found, busy }: { found: Measured & { heads: string[] }; busy: boolean }) {
  const several = found.heads.length > 1;
  return (
    <table class="figures" aria-busy={busy}>
      <caption class="soft">{found.games} games each{busy ? ", more to come" : ""}</caption>
      <thead><tr>
        <th scope="col">criterion</th>{found.heads.map((head) => <th scope="col">{head}</th>)}
        <th scope="col" class="track">{several ? found.heads.join(" above ") : ""}</th><th scope="col">95 % interval</th>
      </tr></thead>
      <tbody>
        {found.rows.map((row) => {
          const last = row.figures[row.figures.length - 1];
          const moved = row.figures.length > 1 && apart(row.figures[0], last);
          return (
            <tr class={moved ? "moved" : row.family === "summary" ? "summary" : ""} title={row.about}>
              <th scope="row">{row.title}</th>
              {found.heads.map((_, at) => <td>{row.figures[at] ? short(row.figures[at].value) : "–"}</td>)}
              <td class="track">{row.share && row.figures.map((one) => one && <Rail figure={one} />)}</td>
              <td class="soft">{last ? `${short(last.low)} to ${short(last.high)}` : ""}{moved ? " · differs" : ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
