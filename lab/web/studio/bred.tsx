/** One game of a run: read, played, opened in the editor, liked or not. */

import { useEffect, useRef, useState } from "preact/hooks";

import type { Listed } from "./breeding.tsx";
import { Rail, short, type Figure } from "./figures.tsx";
import type { Found } from "./varying.tsx";
import { said, type Wire } from "./wire.ts";

interface Game extends Listed {
  text: string;
  facts: string;
  origin: string;
  family: string;
  measures: ({ name: string; about: string; main: boolean; share: boolean } & Figure)[];
  picture: string;
  rules: string;
  record: string;
}

export function Bred({ wire, run, number, open, play, opinion, close }: {
  wire: Wire; run: string; number: number; open: (found: Found) => void; play: (found: Found) => void;
  opinion: (name: string, liked: boolean) => void; close: () => void;
}) {
  const [game, setGame] = useState<Game | null>(null);
  const [problem, setProblem] = useState("");
  const wanted = useRef(number);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    wanted.current = number;
    setProblem("");
    wire.ask<Game>("bred", { run, number }).answer.then((found) => {
      if (wanted.current === number && found !== null) setGame(found);
    }).catch((error: unknown) => setProblem(said(error)));
  }, [run, number]);
  useEffect(() => {
    if (game !== null) place.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [game?.number]);
  if (game === null) return <p class={problem ? "note" : "soft"}>{problem || "reading …"}</p>;
  const found = { name: game.name, text: game.text };
  const main = game.measures.filter((one) => one.main);
  const rest = game.measures.filter((one) => !one.main);
  return (
    <article class="bred" ref={place} aria-label={game.name}>
      <h2>{game.name} <b>{game.score.toFixed(3)}</b></h2>
      <div class="row">
        <button type="button" onClick={() => open(found)}>open in the editor</button>
        <button type="button" onClick={() => play(found)}>play</button>
        {game.record !== "" && <button type="button" onClick={() => play({ ...found, record: game.record })}>look at a game of it</button>}
        <button type="button" aria-pressed={game.liked === true} onClick={() => opinion(game.name, true)}
          title="it has more children from now on">like</button>
        <button type="button" aria-pressed={game.liked === false} onClick={() => opinion(game.name, false)}
          title="it has no more children">dislike</button>
        <button type="button" onClick={close}>close</button>
      </div>
      <p class="soft" dangerouslySetInnerHTML={{ __html: game.facts }} />
      <p class="soft">{game.origin}</p>
      <div class="halves">
        <div class="board-middle" dangerouslySetInnerHTML={{ __html: game.picture }} />
        <div class="rules" dangerouslySetInnerHTML={{ __html: game.rules }} />
      </div>
      <Measures rows={main} />
      {rest.length > 0 && <details><summary>More measures</summary><Measures rows={rest} /></details>}
      {game.family !== "" && <details><summary>Family</summary><div class="family" dangerouslySetInnerHTML={{ __html: game.family }} /></details>}
      <details><summary>Rule file</summary><pre class="file">{game.text}</pre></details>
    </article>
  );
}

function Measures({ rows }: { rows: Game["measures"] }) {
  return (
    <table class="figures">
      <tbody>
        {rows.map((one) => (
          <tr title={one.about}>
            <th scope="row">{one.name}</th><td>{short(one.value)}</td>
            <td class="track">{one.share && <Rail figure={one} />}</td>
            <td class="soft">{short(one.low)} to {short(one.high)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
