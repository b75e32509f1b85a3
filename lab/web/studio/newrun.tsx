/** What a new run is to begin with, and what its games are to be. */

import { useState } from "preact/hooks";

import type { Wishes } from "./breeding.tsx";
import type { About } from "./wire.ts";

const words = (text: string): string[] => text.split(",").map((one) => one.trim()).filter(Boolean);

export function NewRun({ about, wishes, taken, begin }: {
  about: About; wishes: Wishes; taken: string[]; begin: (path: string, wanted: object) => void;
}) {
  const [name, setName] = useState(() => unused(taken));
  const [mine, setMine] = useState(true);
  const [others, setOthers] = useState(wishes.usual.slice(0, 6).join(", "));
  const [boards, setBoards] = useState<string[]>([]);
  const [need, setNeed] = useState("");
  const [without, setWithout] = useState("");
  const [seed, setSeed] = useState(1);
  const [minutes, setMinutes] = useState(10);
  const [workers, setWorkers] = useState(wishes.workers);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const path = name.endsWith(".db") ? name : `${name}.db`;
    const founders = [...(mine ? [about.text] : []), ...words(others)];
    begin(path, { founders, boards, need: words(need), without: words(without), seed, minutes, workers });
  };
  return (
    <form class="new-run" onSubmit={submit}>
      <label>file of the run <input required value={name} onInput={(event) => setName(event.currentTarget.value)} /></label>
      <label><input type="checkbox" checked={mine} onChange={() => setMine(!mine)} /> begin with the game in the editor</label>
      <label>and with these games and families <input value={others} onInput={(event) => setOthers(event.currentTarget.value)}
        placeholder={wishes.families.slice(0, 3).join(", ")} /></label>
      <fieldset class="row"><legend>Boards of new games</legend>
        {wishes.boards.map((one) => <label><input type="checkbox" checked={boards.includes(one)}
          onChange={() => setBoards(boards.includes(one) ? boards.filter((other) => other !== one) : [...boards, one])} /> {one}</label>)}
        <span class="soft">{boards.length === 0 ? "any" : ""}</span>
      </fieldset>
      <label>words that their rules must have <input value={need} onInput={(event) => setNeed(event.currentTarget.value)} placeholder="Hop" /></label>
      <label>and must not have <input value={without} onInput={(event) => setWithout(event.currentTarget.value)} placeholder="is Line" /></label>
      <div class="row">
        <label>minutes <input type="number" min={0} max={1440} value={minutes} title="0 for no limit" onInput={(event) => setMinutes(event.currentTarget.valueAsNumber || 0)} /></label>
        <label>processes <input type="number" min={1} max={64} value={workers} onInput={(event) => setWorkers(event.currentTarget.valueAsNumber || 1)} /></label>
        <label>seed <input type="number" min={0} value={seed} onInput={(event) => setSeed(event.currentTarget.valueAsNumber || 0)} /></label>
      </div>
      <p class="soft">The best game of every kind is kept in the file. It can be stopped and taken up at any time, here or
        by <code>ludwright evolve</code>; it goes on while this page is closed.</p>
      <button type="submit">begin</button>
    </form>
  );
}

/** A name that no run has. */
function unused(taken: string[]): string {
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? "run.db" : `run ${number}.db`;
    if (!taken.includes(tried)) return tried;
  }
}
