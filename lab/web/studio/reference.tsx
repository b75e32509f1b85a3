/** What the reference says of ludemes, beside the editor: of the one at the cursor, or of any. */

import { useEffect, useRef, useState } from "preact/hooks";

import { said, type Wire } from "./wire.ts";

interface Names {
  pages: { title: string; ludemes: { name: string; summary: string }[] }[];
  words: { name: string; summary: string; members: string[] }[];
}

interface Form {
  summary: string;
  form: string;
  more: string;
  arguments: { label: string; kind: string; note: string; meaning: string }[];
  aliases: string[];
  examples: string[];
  words: string;
  later: string[];
  source: string;
}

interface Entry {
  name: string;
  forms: Form[];
}

/** @param clause what the clause around the cursor begins with: its first two words */
export function Reference({ wire, shown, clause }: { wire: Wire; shown: boolean; clause: string }) {
  const [names, setNames] = useState<Names | null>(null);
  const [word, setWord] = useState("");
  const [follows, setFollows] = useState(true);
  const [name, setName] = useState("");
  const [entry, setEntry] = useState<Entry | null>(null);
  const [problem, setProblem] = useState("");
  const wanted = useRef("");
  useEffect(() => {
    if (!shown || names !== null) return;
    wire.ask<Names>("reference").answer.then(setNames).catch((error: unknown) => setProblem(said(error)));
  }, [shown]);
  useEffect(() => {
    if (!follows || names === null || clause === "") return;
    const known = new Set(names.pages.flatMap((page) => page.ludemes.map((one) => one.name)));
    const [head] = clause.split(" ");
    const found = [clause, head ?? ""].find((one) => known.has(one));
    if (found !== undefined) setName(found);
  }, [clause, names, follows]);
  useEffect(() => {
    if (name === "" || !shown) return;
    wanted.current = name;
    wire.ask<Entry>("ludeme", { ludeme: name }).answer.then((found) => {
      if (wanted.current === name && found !== null) setEntry(found);
    }).catch((error: unknown) => setProblem(said(error)));
  }, [name, shown]);
  const look = (which: string) => {
    setFollows(false);
    setName(which);
    setWord("");
  };
  const letters = word.trim().toLowerCase();
  const fits = (...texts: string[]) => texts.join(" ").toLowerCase().includes(letters);
  return (
    <section aria-label="reference" hidden={!shown}>
      <div class="row">
        <label>search <input type="search" value={word} onInput={(event) => setWord(event.currentTarget.value)} placeholder="a word, or what it is for" /></label>
        <label><input type="checkbox" checked={follows} onChange={() => setFollows(!follows)} /> follow the cursor</label>
      </div>
      <p role="alert" class="note">{problem}</p>
      {names === null && <p class="soft">reading the reference …</p>}
      {letters === "" && entry !== null && <Shown entry={entry} />}
      {names !== null && (letters !== "" || entry === null
        ? <Listed names={names} fits={fits} look={look} />
        : <details><summary>All ludemes</summary><Listed names={names} fits={fits} look={look} /></details>)}
    </section>
  );
}

function Listed({ names, fits, look }: { names: Names; fits: (...texts: string[]) => boolean; look: (name: string) => void }) {
  return (
    <>
      {names.pages.map((page) => {
        const found = page.ludemes.filter((one) => fits(one.name, one.summary));
        return found.length > 0 && <div><h3>{page.title}</h3><ul class="ludemes">
          {found.map((one) => <li><button type="button" onClick={() => look(one.name)}>{one.name}</button> <span class="soft">{one.summary}</span></li>)}
        </ul></div>;
      })}
      {names.words.filter((one) => fits(one.name, one.summary, ...one.members)).map((one) => <div>
        <h3>{one.name}</h3><p class="soft">{one.summary}</p><p>{one.members.map((member) => <><code>{member}</code> </>)}</p>
      </div>)}
    </>
  );
}

function Shown({ entry }: { entry: Entry }) {
  return (
    <article aria-label={entry.name}>
      <h2><code>{entry.name}</code></h2>
      {entry.forms.map((form) => (
        <div class="form">
          <p>{form.summary}</p>
          <pre class="file">{form.form}</pre>
          {form.more !== "" && <p>{form.more}</p>}
          {form.arguments.length > 0 && <table class="figures"><tbody>
            {form.arguments.map((one) => <tr><th scope="row"><code>{one.label}</code></th><td>{one.kind}</td>
              <td>{one.meaning}{one.note !== "" && <span class="soft"> · {one.note.replace(/`/g, "")}</span>}</td></tr>)}
          </tbody></table>}
          {form.aliases.length > 0 && <p class="soft">Also written {form.aliases.join(", ")}.</p>}
          {form.examples.map((one) => <pre class="file">{one}</pre>)}
          {form.words !== "" && <p>In words: {form.words}</p>}
          {form.later.length > 0 && <p class="soft">Known, not built yet: {form.later.map((one) => `${one}:`).join(", ")}.</p>}
          <p class="soft">{form.source}</p>
        </div>
      ))}
    </article>
  );
}
