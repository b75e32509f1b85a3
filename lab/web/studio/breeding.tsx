/** Breeding: variants of the game in the editor, and runs that cross and mutate many. */

import { useEffect, useRef, useState } from "preact/hooks";

import { Bred } from "./bred.tsx";
import { short } from "./figures.tsx";
import { NewRun } from "./newrun.tsx";
import { Varying, type Found } from "./varying.tsx";
import { said, type About, type Asked, type Wire } from "./wire.ts";

/** What can be asked for. */
export interface Wishes {
  families: string[];
  usual: string[];
  boards: string[];
  sections: string[];
  workers: number;
  criteria: { name: string; title: string; better: string; about: string }[];
}

/** A game of a run, as it is listed. */
export interface Listed {
  number: number;
  name: string;
  score: number;
  low: number;
  high: number;
  place: string;
  founder: boolean;
  near: string;
  liked: boolean | null;
}

interface Run {
  map: string;
  kept: number;
  told: number;
  games: Listed[];
  fates: { stage: string; said: string; count: number }[];
  again: string;
  settings: string[];
}

interface Progress {
  told: number;
  under_way: number;
  per_second: number;
  kept: number;
  places: number;
  best: { name: string; score: number } | null;
  left: number | null;
}

interface Event {
  progress?: Progress;
  kept?: string;
  again?: string;
  left?: number;
}

/** The map is drawn again at most so often. */
const REFRESH_MS = 1500;

type Part = "variants" | "run";

export function Breeding({ wire, about, shown, first, open, play }: {
  wire: Wire; about: About; shown: boolean; first: string | undefined;
  open: (found: Found) => void; play: (found: Found) => void;
}) {
  const [wishes, setWishes] = useState<Wishes | null>(null);
  const [part, setPart] = useState<Part>(first === undefined ? "variants" : "run");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!shown || wishes !== null) return;
    wire.ask<Wishes>("wishes").answer.then(setWishes).catch((error: unknown) => setProblem(said(error)));
  }, [shown]);
  return (
    <section aria-label="breed" hidden={!shown}>
      <div class="row" role="group" aria-label="what is bred">
        <button type="button" aria-pressed={part === "variants"} onClick={() => setPart("variants")}>vary this game</button>
        <button type="button" aria-pressed={part === "run"} onClick={() => setPart("run")}>breed from many</button>
      </div>
      <p role="alert" class="note">{problem}</p>
      {wishes === null ? <p class="soft">…</p> : <>
        <div hidden={part !== "variants"}><Varying wire={wire} about={about} wishes={wishes} open={open} play={play} /></div>
        <div hidden={part !== "run"}><RunPane wire={wire} about={about} wishes={wishes} first={first} open={open} play={play} /></div>
      </>}
    </section>
  );
}

function RunPane({ wire, about, wishes, first, open, play }: {
  wire: Wire; about: About; wishes: Wishes; first: string | undefined;
  open: (found: Found) => void; play: (found: Found) => void;
}) {
  const [runs, setRuns] = useState<{ path: string; working: boolean }[]>([]);
  const [path, setPath] = useState("");
  const [making, setMaking] = useState(false);
  const [run, setRun] = useState<Run | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [working, setWorking] = useState(false);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState("");
  const [chosen, setChosen] = useState<number | null>(null);
  const [minutes, setMinutes] = useState(0);
  const breeding = useRef<Asked<unknown> | null>(null);
  const pathNow = useRef("");
  const refreshing = useRef(0);
  const map = useRef<HTMLDivElement>(null);
  const seen = useRef<{ path: string; games: Set<string> }>({ path: "", games: new Set() });

  const list = async () => {
    const found = await wire.ask<{ runs: { path: string; working: boolean }[] }>("runs").answer;
    setRuns(found?.runs ?? []);
    return found?.runs ?? [];
  };

  const look = async (which: string) => {
    try {
      const found = await wire.ask<Run>("run", { run: which }).answer;
      if (found !== null && pathNow.current === which) setRun(found);
    } catch (error) {
      if (pathNow.current === which && !working) setProblem(said(error));
    }
  };

  /** Look again in a while, if nobody does so already. */
  const refresh = (which: string) => {
    if (refreshing.current !== 0) return;
    refreshing.current = window.setTimeout(() => {
      refreshing.current = 0;
      if (pathNow.current === which) void look(which);
    }, REFRESH_MS);
  };

  const choose = async (which: string, atWork: boolean) => {
    pathNow.current = which;
    setPath(which);
    setMaking(false);
    setRun(null);
    setProgress(null);
    setChosen(null);
    setProblem("");
    setNote("");
    if (atWork) void breed(which, {});
    await look(which);
  };

  /** Work at a run, or look on while it is worked at. */
  const breed = async (which: string, wanted: object) => {
    setProblem("");
    setNote("");
    setWorking(true);
    const hear = (event: Event) => {
      if (pathNow.current !== which) return;
      if (event.progress !== undefined) setProgress(event.progress);
      if (event.kept !== undefined || event.again !== undefined) refresh(which);
      if (event.again !== undefined) setNote(`the best are measured again: ${event.again}; ${event.left ?? 0} to go`);
    };
    const mine = wire.ask<{ reason?: string }, Event>("breed", { run: which, minutes, ...wanted }, hear);
    breeding.current = mine;
    try {
      const found = await mine.answer;
      if (pathNow.current === which) setNote(found === null ? "stopped; it can be taken up again" : `its limit of ${found.reason ?? "time"} is reached`);
    } catch (error) {
      if (pathNow.current === which) setProblem(said(error));
    }
    if (breeding.current === mine) {
      breeding.current = null;
      setWorking(false);
    }
    void list();
    if (pathNow.current === which) await look(which);
  };

  const begin = (which: string, wanted: object) => {
    pathNow.current = which;
    setPath(which);
    setMaking(false);
    setRun(null);
    setChosen(null);
    void breed(which, wanted).then(list);
  };

  const opinion = async (name: string, liked: boolean) => {
    const wanted = liked ? { likes: [name] } : { dislikes: [name] };
    breeding.current?.stop();
    for (let tries = 0; breeding.current !== null && tries < 100; tries += 1) await new Promise((go) => setTimeout(go, 100));
    void breed(path, wanted);
  };

  useEffect(() => {
    void (async () => {
      const found = await list();
      const working = found.find((one) => one.working);
      const wanted = first !== undefined ? found.find((one) => one.path === first) ?? { path: first, working: false } : working;
      if (wanted !== undefined) await choose(wanted.path, wanted.working);
      else if (found.length === 0) setMaking(true);
    })();
    return () => clearTimeout(refreshing.current);
  }, []);

  useEffect(() => {
    // Games that were not there before are shown to have come.
    if (map.current === null || run === null) return;
    const links = [...map.current.querySelectorAll("a[href]")];
    const known = seen.current.path === path ? seen.current.games : null;
    for (const link of links) if (known !== null && !known.has(link.getAttribute("href") ?? "")) link.classList.add("come");
    seen.current = { path, games: new Set(links.map((one) => one.getAttribute("href") ?? "")) };
  }, [run?.map]);

  const followed = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a[href^='#g']");
    if (link === null) return;
    event.preventDefault();
    setChosen(Number(link.getAttribute("href")?.slice(2)));
  };

  return (
    <div aria-label="run" role="group" onClick={followed}>
      <div class="row">
        <label>run <select aria-label="run" value={making ? "" : path} onChange={(event) => {
          const which = event.currentTarget.value;
          void choose(which, runs.some((one) => one.path === which && one.working));
        }}>
          {(making || path === "") && <option value="">–</option>}
          {path !== "" && !runs.some((one) => one.path === path) && <option value={path}>{path}</option>}
          {runs.map((one) => <option value={one.path}>{one.path}{one.working ? " (at work)" : ""}</option>)}
        </select></label>
        <button type="button" onClick={() => setMaking(true)}>new run …</button>
        {path !== "" && !making && (working
          ? <button type="button" onClick={() => breeding.current?.stop()}>stop</button>
          : <>
              <label>minutes <input type="number" min={0} max={1440} value={minutes} title="0 for no limit"
                onInput={(event) => setMinutes(event.currentTarget.valueAsNumber || 0)} /></label>
              <button type="button" onClick={() => void breed(path, {})}>go on</button>
            </>)}
      </div>
      <p role="alert" class="note">{problem}</p>
      {making && <NewRun about={about} wishes={wishes} taken={runs.map((one) => one.path)} begin={begin} />}
      {!making && path !== "" && <>
        {progress !== null && working && <p role="status">{progressOf(progress)}</p>}
        <p class="soft" role="status">{note}</p>
        {run === null ? <p class="soft">{working ? "beginning …" : "reading …"}</p> : <>
          <p class="soft">{run.told.toLocaleString("en")} children, {run.kept} games kept; {run.settings.join(", ")}. {run.again}</p>
          {run.kept === 0
            ? <p class="soft">No game is kept yet.</p>
            : <>
                <h2>Kinds of games</h2>
                <div ref={map} class="kinds" dangerouslySetInnerHTML={{ __html: run.map }} />
              </>}
          {chosen !== null && <Bred wire={wire} run={path} number={chosen} open={open} play={play}
            opinion={(name, liked) => void opinion(name, liked)} close={() => setChosen(null)} />}
          {run.games.length > 0 && <Games games={run.games} />}
          {run.fates.length > 0 && <details><summary>What became of the children</summary>
            <ul>{run.fates.map((one) => <li>{one.count.toLocaleString("en")} {one.said}</li>)}</ul></details>}
        </>}
      </>}
    </div>
  );
}

function Games({ games }: { games: Listed[] }) {
  return (
    <>
      <h2>The best</h2>
      <table class="figures">
        <thead><tr><th scope="col">game</th><th scope="col">score</th><th scope="col">95 % interval</th><th scope="col">kind</th></tr></thead>
        <tbody>
          {games.map((one) => (
            <tr>
              <th scope="row"><a href={`#g${one.number}`}>{one.name}</a>{one.liked === null ? "" : one.liked ? " ♥" : " ✗"}{one.founder && <span class="soft"> founder</span>}</th>
              <td>{short(one.score)}</td><td class="soft">{short(one.low)} to {short(one.high)}</td><td class="soft">{one.place}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function progressOf(one: Progress): string {
  const parts = [
    `${one.told.toLocaleString("en")} children, ${one.per_second.toFixed(1)} a second, ${one.under_way} under way`,
    `${one.kept} of ${one.places.toLocaleString("en")} places filled`,
  ];
  if (one.best !== null) parts.push(`best ${one.best.name} ${one.best.score.toFixed(3)}`);
  if (one.left !== null) parts.push(`${Math.ceil(one.left / 60)} min left`);
  return parts.join("; ");
}
