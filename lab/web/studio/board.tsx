/** The board at the start, the rules in words, and what can be chosen, as one types. */

import { useEffect, useRef, useState } from "preact/hooks";

import { problemsOf, sentence, type About, type Problem, type Wire } from "./wire.ts";

interface Preview {
  rules: string;
  players: number;
  about: string;
  options: { heading: string; items: string[]; chosen: string }[];
  rulesets: string[];
  picture: string;
  warnings: Problem[];
}

/** What is told before all rules were looked at. */
type Early = Omit<Preview, "picture" | "warnings">;

/** The words come when nobody has typed for so long; the board comes at once. */
const PAUSE_MS = 250;

/** The board at the start, the rules in words, and what can be chosen. */
export function Board({ wire, about, shown, mend, options, setOptions, ruleset, setRuleset }: {
  wire: Wire; about: About; shown: boolean; mend: (problem: Problem) => void;
  options: Record<string, string>; setOptions: (options: Record<string, string>) => void;
  ruleset: string | null; setRuleset: (name: string | null) => void;
}) {
  const [picture, setPicture] = useState("");
  const [found, setFound] = useState<Preview | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const asking = useRef(0);
  useEffect(() => {
    if (about.text === "") return;
    asking.current += 1;
    const mine = asking.current;
    const failed = (error: unknown) => {
      if (mine === asking.current) setProblems(problemsOf(error));
    };
    wire.ask<{ picture: string }>("draw", about).answer.then((answer) => {
      if (mine === asking.current && answer !== null) setPicture(answer.picture);
    }).catch(failed);
    const timer = setTimeout(() => {
      const hear = (early: Early) => {
        if (mine === asking.current) setFound((before) => ({ picture: "", warnings: before?.warnings ?? [], ...early }));
      };
      wire.ask<Preview, Early>("preview", about, hear).answer.then((answer) => {
        if (mine !== asking.current || answer === null) return;
        setFound(answer);
        setPicture(answer.picture);
        setProblems([]);
      }).catch(failed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [about]);
  return (
    <section aria-label="board" hidden={!shown}>
      {problems.map((one) => <div class="problem" role="alert">
        <pre class="note">{sentence(one)}</pre>
        {one.hint.startsWith("did you mean") && one.line > 0 && <button type="button" onClick={() => mend(one)}>take the suggestion</button>}
      </div>)}
      <img class={problems.length ? "preview stale" : "preview"} alt="the board at the start"
        src={picture === "" ? undefined : `data:image/svg+xml;utf8,${encodeURIComponent(picture)}`} />
      {found && <>
        {found.warnings.map((one) => <pre class="warning">{sentence(one)}</pre>)}
        {(found.options.length > 0 || found.rulesets.length > 0) && <fieldset>
          <legend>Options</legend>
          {found.rulesets.length > 0 && <div class="seat"><label for="ruleset">ruleset</label>
            <select id="ruleset" value={ruleset ?? ""} onChange={(event) => setRuleset(event.currentTarget.value || null)}>
              <option value="">as usual</option>{found.rulesets.map((one) => <option value={one}>{one}</option>)}
            </select></div>}
          {found.options.map((one, at) => <div class="seat"><label for={`choice-${at}`}>{one.heading}</label>
            <select id={`choice-${at}`} value={one.chosen} onChange={(event) => setOptions({ ...options, [one.heading]: event.currentTarget.value })}>
              {one.items.map((item) => <option value={item}>{item}</option>)}
            </select></div>)}
        </fieldset>}
        <h2>Rules</h2>
        <p>{found.about}</p>
        <div id="rules" dangerouslySetInnerHTML={{ __html: found.rules }} />
      </>}
    </section>
  );
}
