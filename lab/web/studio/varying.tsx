/** Variants of the game in the editor: what small changes of its rules do to it. */

import { useRef, useState } from "preact/hooks";

import { apart, short, type Figure } from "./figures.tsx";
import type { Wishes } from "./breeding.tsx";
import { said, type About, type Asked, type Wire } from "./wire.ts";

interface Variant {
  name: string;
  text: string;
  way: string;
  change: string;
  picture: string;
  figure: Figure | null;
  moved: { name: string; before: Figure; after: Figure }[];
}

interface Varied {
  aim: string;
  variants: Variant[];
  refused: Record<string, number>;
  tried: number;
}

type Told = { done: number; total: number } | { variant: Variant };

/** A game that is no text in the editor yet. */
export interface Found {
  name: string;
  text: string;
  /** A game of it, as a record. */
  record?: string;
}

export function Varying({ wire, about, wishes, open, play }: {
  wire: Wire; about: About; wishes: Wishes; open: (found: Found) => void; play: (found: Found) => void;
}) {
  const [fix, setFix] = useState("quality");
  const [target, setTarget] = useState("40");
  const [kept, setKept] = useState<string[]>([]);
  const [number, setNumber] = useState(8);
  const [games, setGames] = useState(100);
  const [done, setDone] = useState<number | null>(null);
  const [variants, setVariants] = useState<Variant[]>([]);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState("");
  const asked = useRef<Asked<Varied> | null>(null);
  const aim = wishes.criteria.find((one) => one.name === fix);
  const aimed = aim?.better === "neither";

  const vary = async () => {
    setProblem("");
    setNote("");
    setVariants([]);
    setDone(0);
    const hear = (told: Told) => {
      if ("variant" in told) setVariants((before) => [...before, told.variant]);
      else setDone(told.done / told.total);
    };
    const about_ = { ...about, fix: aimed ? `${fix}=${target}` : fix, keep: kept, number, games };
    asked.current = wire.ask<Varied, Told>("vary", about_, hear);
    try {
      const found = await asked.current.answer;
      if (found !== null) {
        setVariants(found.variants);
        const refused = Object.entries(found.refused).map(([name, count]) => `${count} ${name}`).join(", ");
        setNote(`${found.variants.length - 1} variants, the best by ${found.aim} first`
          + (refused ? `; of ${found.tried} changes some came to nothing: ${refused}` : ""));
      }
    } catch (error) {
      setProblem(said(error));
    }
    setDone(null);
  };

  const [parent, ...others] = variants;
  return (
    <div aria-label="variants" role="group">
      <p class="soft">Games that differ from the one in the editor by one change of its rules, each measured as it is.</p>
      <div class="row">
        <label>better by <select value={fix} onChange={(event) => setFix(event.currentTarget.value)}>
          <option value="quality">quality</option><option value="score">score</option><option value="predicted">predicted</option>
          {wishes.criteria.map((one) => <option value={one.name}>{one.title}</option>)}
        </select></label>
        {aimed && <label>near <input size={5} value={target} onInput={(event) => setTarget(event.currentTarget.value)} /></label>}
        <label>variants <input type="number" min={1} max={40} value={number} onInput={(event) => setNumber(event.currentTarget.valueAsNumber)} /></label>
        <label>games each <select value={games} onChange={(event) => setGames(Number(event.currentTarget.value))}>
          {[20, 50, 100, 200, 400].map((one) => <option value={one}>{one}</option>)}
        </select></label>
      </div>
      <fieldset class="row"><legend>What stays as it is</legend>
        {wishes.sections.map((one) => <label><input type="checkbox" checked={kept.includes(one)}
          onChange={() => setKept(kept.includes(one) ? kept.filter((other) => other !== one) : [...kept, one])} /> {one}</label>)}
      </fieldset>
      <div class="row">
        {done === null
          ? <button type="button" onClick={() => void vary()}>vary this game</button>
          : <>
              <progress value={done} aria-label="varied so far" />
              <button type="button" onClick={() => asked.current?.stop()}>stop</button>
            </>}
      </div>
      {aim && <p class="soft">{aim.about}</p>}
      <p role="alert" class="note">{problem}</p>
      <p role="status" class="soft">{note}</p>
      {parent && <p>As it is: {told(fix, parent.figure)}</p>}
      <ul class="variants">
        {others.map((one) => (
          <li class={parent && apart(parent.figure, one.figure) ? "moved" : ""}>
            <div class="board-small" dangerouslySetInnerHTML={{ __html: one.picture }} />
            <div>
              <code>{one.change}</code>
              <p>{told(fix, one.figure)}{parent && !apart(parent.figure, one.figure) && one.figure ? <span class="soft"> · no clear difference</span> : null}</p>
              {one.moved.length > 0 && <ul class="soft">
                {one.moved.map(({ name, before, after }) => <li>{name} {short(before.value)} → {short(after.value)} ({short(after.low)} to {short(after.high)})</li>)}
              </ul>}
              <div class="row">
                <button type="button" onClick={() => open(one)}>open in the editor</button>
                <button type="button" onClick={() => play(one)}>play</button>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function told(name: string, figure: Figure | null): string {
  if (figure === null) return `no ${name.replace(/_/g, " ")}`;
  return `${name.replace(/_/g, " ")} ${short(figure.value)} (${short(figure.low)} to ${short(figure.high)})`;
}
