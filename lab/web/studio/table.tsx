/** The table: the game is compiled, played, and searched. */

import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { GameData } from "../src/data.ts";
import { percent, type Report, type Shown } from "./overlay.ts";
import { playing, type Playing } from "./playing.ts";
import { Records } from "./records.tsx";
import type { Found } from "./varying.tsx";
import { said, type About, type Asked, type Wire } from "./wire.ts";

/** What a table is laid with. */
interface Laid {
  data: GameData;
  code: string;
}

interface Reason {
  said: string;
  start: number;
  end: number;
}

const NAMES: Record<keyof Shown, string> = { heat: "heat", moves: "best moves", line: "best line" };
/** Rules are compiled for the table when nobody has typed for so long. */
const SETTLED_MS = 300;

export function Table({ wire, about: written, guest, open, leave, shown, point }: {
  wire: Wire; about: About; guest: Found | null; open: (found: Found) => void; leave: () => void;
  shown: boolean; point: (start: number, end: number) => void;
}) {
  const about = useMemo(() => (guest === null ? written : { text: guest.text, name: `${guest.name}.lud`, options: {}, ruleset: null }), [written, guest]);
  const place = useRef<HTMLDivElement>(null);
  const at = useRef<Playing | null>(null);
  const search = useRef<Asked<Report> | null>(null);
  const [problem, setProblem] = useState("");
  const [reason, setReason] = useState<Reason | null>(null);
  const [busy, setBusy] = useState(false);
  const [looking, setLooking] = useState(false);
  const [report, setReport] = useState<Report | null>(null);
  const [lead, setLead] = useState<(number | null)[]>([]);
  const [laid, setLaid] = useState<Playing | null>(null);
  const [shows, setShows] = useState<Shown>({ heat: false, moves: true, line: true });
  const showsNow = useRef(shows);
  const lookingNow = useRef(false);
  const [, setChanged] = useState(0);
  /** The rules on the table, and the key that tells them from others. */
  const played = useRef({ about, key: "" });
  const key = JSON.stringify([about.text, about.options, about.ruleset]);
  const [other, setOther] = useState(false);
  /** The game that was played last instead of the text of the editor. */
  const visited = useRef<Found | null>(null);

  const set = async () => {
    if (place.current === null) return;
    played.current = { about, key };
    search.current?.stop();
    setOther(false);
    setBusy(true);
    setProblem("");
    try {
      const [found, script] = await Promise.all([wire.ask<Laid>("table", about).answer, fetch("/page.js").then((one) => one.text())]);
      if (found === null || played.current.key !== key) return;
      const code = Uint8Array.from(atob(found.code), (letter) => letter.charCodeAt(0)).buffer;
      const next = await playing({
        data: found.data, code, script, wire, about, moved, changed: () => setChanged((count) => count + 1), illegal: (move) => void ask(move),
      });
      at.current?.close();
      at.current = next;
      setLaid(next);
      place.current.replaceChildren(next.element);
      setLead([]);
      setReason(null);
      if (guest?.record !== undefined) setProblem(await next.load(guest.record));
    } catch (error) {
      setProblem(said(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    if (!shown || about.text === "") return;
    // A game that has begun goes on under the rules it was begun with, until somebody says otherwise.
    const begun = (at.current?.table.game.plies.length ?? 0) > 0;
    const asked = visited.current !== guest;
    visited.current = guest;
    if (asked) void set();
    else if (played.current.key === key) setOther(false);
    else if (begun) setOther(true);
    else {
      const timer = setTimeout(() => void set(), SETTLED_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [shown, key, guest]);
  useEffect(() => () => {
    search.current?.stop();
    at.current?.close();
  }, []);

  const moved = () => {
    setReason(null);
    setReport(null);
    if (lookingNow.current) void analyse();
  };

  /** What is still under way from a search that was stopped is not heard any more. */
  const stop = () => {
    search.current?.stop();
    search.current = null;
  };

  const analyse = async () => {
    stop();
    const here = at.current;
    if (here === null || here.table.game.seen.over) return;
    const ply = here.table.game.at;
    const hear = (found: Report) => {
      if (search.current !== mine || here !== at.current || here.table.game.at !== ply) return;
      setReport(found);
      here.mark(found, showsNow.current);
      setLead((before) => Object.assign([...before], { [ply]: leading(found).value }));
    };
    const mine: Asked<Report> = wire.ask<Report, Report>("analyse", { ...played.current.about, record: here.record() }, hear);
    search.current = mine;
    try {
      const found = await mine.answer;
      if (found !== null) hear(found);
    } catch (error) {
      setProblem(said(error));
    }
  };

  const toggle = () => {
    lookingNow.current = !looking;
    setLooking(!looking);
    if (!looking) void analyse();
    else {
      stop();
      at.current?.mark(null, shows);
      setReport(null);
    }
  };

  /** Show a part of the analysis on the board, or show it no more. */
  const show = (part: keyof Shown) => {
    const next = { ...shows, [part]: !shows[part] };
    showsNow.current = next;
    setShows(next);
    at.current?.mark(report, next);
  };

  const ask = async (move: string) => {
    const here = at.current;
    if (here === null) return;
    try {
      setReason(await wire.ask<Reason>("why_not", { ...played.current.about, record: here.record(), move }).answer);
    } catch (error) {
      setProblem(said(error));
    }
  };

  return (
    <section aria-label="play" hidden={!shown}>
      <div class="row">
        <button type="button" aria-pressed={looking} onClick={toggle}>{looking ? "stop analysing" : "analyse"}</button>
        {looking && (["heat", "moves", "line"] as const).map((part) => <label>
          <input type="checkbox" checked={shows[part]} onChange={() => show(part)} /> {NAMES[part]}
        </label>)}
        {busy && <span class="soft">compiling …</span>}
        {other && !busy && <>
          <span class="soft">the rules are others by now</span>
          <button type="button" onClick={() => void set()}>play the new rules</button>
        </>}
      </div>
      {guest !== null && <div class="row guest">
        <span>This is {guest.name}, which is not in the editor.</span>
        <button type="button" onClick={() => open(guest)}>open it there</button>
        <button type="button" onClick={leave}>back to the game in the editor</button>
      </div>}
      <p role="alert" class="note">{problem}</p>
      {reason && <div class="reason" role="status">
        <pre>{reason.said}</pre>
        {reason.start >= 0 && guest === null && <button type="button" onClick={() => point(reason.start, reason.end)}>show the rule</button>}
      </div>}
      {looking && <Lead report={report} />}
      {laid !== null && <Records wire={wire} playing={laid} />}
      <div ref={place} />
      {looking && report !== null && <Findings report={report} lead={lead} />}
    </section>
  );
}

/** Whose chances are told, and what they are: of two players the first one's, of others the mover's. */
function leading({ players, mover, value }: Report): { player: number; value: number } {
  return players === 2 && mover === 2 ? { player: 1, value: -value } : { player: mover, value };
}

/** Who leads, as a bar. */
function Lead({ report }: { report: Report | null }) {
  if (report === null) return <p class="soft">searching …</p>;
  const { player, value } = leading(report);
  return (
    <div class="lead" role="img" aria-label={`player ${player} wins ${percent(value)}`}>
      <div style={{ width: `${50 * (value + 1)}%` }} /><span>{report.proven ? "certain: " : ""}player {player} {percent(value)}</span>
    </div>
  );
}

/** What a search thinks of the moves. */
function Findings({ report, lead }: { report: Report; lead: (number | null)[] }) {
  const most = Math.max(1, ...report.moves.map((one) => one.visits));
  return (
    <div class="findings">
      <h2>Analysis</h2>
      {report.players === 2 && <Course lead={lead} />}
      <p class="soft">{report.rounds.toLocaleString("en")} games in {report.seconds.toFixed(1)} s; best line {report.line.slice(0, 8).map((one) => one.name).join(" ")}</p>
      <ol class="ranked">
        {report.moves.slice(0, 8).map((one) => (
          <li><span class="name">{one.name}</span><meter min={0} max={most} value={one.visits} />
            <span>{percent(one.value)}{one.certain ? " certain" : ""}</span></li>
        ))}
      </ol>
    </div>
  );
}

/** The lead of the first player over the game, where it was looked at. */
function Course({ lead }: { lead: (number | null)[] }) {
  const points = lead.flatMap((value, ply) => (value === null || value === undefined ? [] : [[ply, value] as const]));
  if (points.length < 2) return null;
  const last = Math.max(1, lead.length - 1);
  const course = points.map(([ply, value]) => `${(100 * ply) / last},${20 - 19 * value}`).join(" ");
  return (
    <svg class="course" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label="the lead of player 1 over the game">
      <path d="M0 20H100" /><polyline points={course} />
    </svg>
  );
}
