/** The games of the library, with pictures, to be opened. */

import { useEffect, useState } from "preact/hooks";

import { said, type Wire } from "./wire.ts";

interface Entry {
  name: string;
  family: string;
  players: string;
  author: string;
  year: string;
}

export function Library({ wire, open }: { wire: Wire; open: (name: string) => void }) {
  const [games, setGames] = useState<Entry[] | null>(null);
  const [word, setWord] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    wire.ask<{ games: Entry[] }>("library").answer
      .then((found) => setGames(found?.games ?? []))
      .catch((error: unknown) => setProblem(said(error)));
  }, []);
  const wanted = word.trim().toLowerCase();
  const found = (games ?? []).filter((one) => Object.values(one).join(" ").toLowerCase().includes(wanted));
  const families = [...new Set(found.map((one) => one.family))];
  return (
    <section aria-label="library">
      <label class="row">search <input type="search" value={word} onInput={(event) => setWord(event.currentTarget.value)}
        placeholder="name, family, author, year" /></label>
      <p role="alert" class="note">{problem}</p>
      {games === null ? <p class="soft">reading the library …</p> : <p class="soft">{found.length} of {games.length} games</p>}
      {families.map((family) => (
        <div>
          <h3>{family}</h3>
          <ul class="cards">
            {found.filter((one) => one.family === family).map((one) => (
              <li><button type="button" onClick={() => open(one.name)}>
                <img src={`/picture/${encodeURIComponent(one.name)}.svg`} alt="" loading="lazy" width={120} height={120} />
                <span>{one.name}</span>
                <small>{[one.author, one.year].filter(Boolean).join(", ")}</small>
              </button></li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
