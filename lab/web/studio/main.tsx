/** The studio: rules on the left; board, table, figures and library on the right. */

import type { LSPClient } from "@codemirror/lsp-client";
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import { Board } from "./board.tsx";
import { Breeding } from "./breeding.tsx";
import { forget, keep, kept, type Draft } from "./drafts.ts";
import { editor, languageClient, mended } from "./editor.ts";
import { Library } from "./library.tsx";
import { setCover } from "./margin.ts";
import { Measuring } from "./measuring.tsx";
import { Reference } from "./reference.tsx";
import { Table } from "./table.tsx";
import { NEW } from "./templates.ts";
import type { Found } from "./varying.tsx";
import { Failed, said, units, Wire, type About, type Held, type Problem } from "./wire.ts";

/** What the server writes into the page. */
interface First {
  nonce: string;
  /** The folder of the studio, as an address of a file. */
  root: string;
  file?: string;
  game?: string;
  run?: string;
}

interface Doc {
  path: string;
  /** As it was opened or saved last; null for a new one. */
  saved: string | null;
  mark: string | null;
}

type Pane = "board" | "play" | "measure" | "breed" | "library" | "reference";
const PANES: Pane[] = ["board", "play", "measure", "breed", "library", "reference"];

function Studio({ first, wire, client }: { first: First; wire: Wire; client: LSPClient }) {
  const holder = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [doc, setDoc] = useState<Doc>({ path: "new.lud", saved: null, mark: null });
  const docNow = useRef(doc);
  const [text, setText] = useState("");
  const [pane, setPane] = useState<Pane>(first.run === undefined ? "board" : "breed");
  const [files, setFiles] = useState<string[]>([]);
  const [options, setOptions] = useState<Record<string, string>>({});
  const [ruleset, setRuleset] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [conflict, setConflict] = useState<{ held: Held | null } | null>(null);
  const [clause, setClause] = useState("");
  const [guest, setGuest] = useState<Found | null>(null);
  const about: About = useMemo(() => ({ text, name: doc.path, options, ruleset }), [text, doc.path, options, ruleset]);

  const become = (next: Doc) => {
    docNow.current = next;
    setDoc(next);
  };

  const begin = (next: Doc, content: string) => {
    become(next);
    setOptions({});
    setRuleset(null);
    setConflict(null);
    setText(content);
    view.current?.destroy();
    if (holder.current === null) return;
    view.current = editor(holder.current, client, {
      text: content, uri: uriOf(first.root, next.path), nonce: first.nonce,
      changed: (now) => {
        setText(now);
        const { path, mark, saved } = docNow.current;
        if (now === saved) forget(path);
        else keep({ path, text: now, mark });
      },
      moved: setClause,
      save: () => void save(),
    });
  };

  /** Begin with a text that lies in no file yet. */
  const beginNew = (name: string, content: string, known: string[]) =>
    begin({ path: unused(name, known), saved: null, mark: null }, content);

  /** Begin with a file as it lies on disk. */
  const beginHeld = ({ path, text: saved, mark }: Held) => begin({ path, saved, mark }, saved);

  /** Take up an unsaved text, with the file it belongs to as it is now. */
  const resume = async (draft: Draft) => {
    const held = await wire.ask<Held>("open", { path: draft.path }).answer.catch(() => null);
    begin({ path: draft.path, saved: held?.text ?? null, mark: draft.mark }, draft.text);
    if (held !== null && held.mark !== draft.mark) setConflict({ held });
    setNote("the text that was not saved is here again");
  };

  const open = async (path: string) => {
    try {
      const draft = kept(path);
      if (draft !== null) {
        await resume(draft);
        return;
      }
      const held = await wire.ask<Held>("open", { path }).answer;
      if (held !== null) beginHeld(held);
      setNote("");
    } catch (error) {
      setNote(said(error));
    }
  };

  const openGame = async (name: string) => {
    try {
      const found = await wire.ask<{ text: string }>("text", { game: name }).answer;
      if (found === null) return;
      beginNew(`${name}.lud`, found.text, files);
      setNote(`a copy of ${name} from the library; it is saved into your folder`);
      setPane("board");
    } catch (error) {
      setNote(said(error));
    }
  };

  /** A game that was found is opened as a text that lies in no file yet. */
  const openFound = ({ name, text }: Found) => {
    setGuest(null);
    beginNew(`${name}.lud`, text, files);
    setNote(`${name} is saved into your folder when you say so`);
    setPane("board");
  };

  const playFound = (found: Found) => {
    setGuest(found);
    setPane("play");
  };

  const list = () => wire.ask<{ files: string[] }>("files").answer.then((found) => {
    setFiles(found?.files ?? []);
    return found?.files ?? [];
  });

  const save = async (over?: string | null) => {
    const { path, mark } = docNow.current;
    const content = view.current?.state.doc.toString() ?? "";
    try {
      const held = await wire.ask<Held>("save", { path, text: content, before: over === undefined ? mark : over }).answer;
      if (held === null) return;
      become({ path: held.path, saved: content, mark: held.mark });
      forget(path);
      setConflict(null);
      setNote(`saved as ${held.path}`);
      void list();
    } catch (error) {
      if (error instanceof Failed && error.changed !== undefined) setConflict({ held: error.changed });
      setNote(said(error));
    }
  };

  const saveAs = () => {
    const path = prompt("The name of the file, below the folder of the studio", docNow.current.path);
    if (path === null || path.trim() === "") return;
    const named = path.trim().endsWith(".lud") ? path.trim() : `${path.trim()}.lud`;
    forget(docNow.current.path);
    become({ path: named, saved: null, mark: null });
    void save();
  };

  const give = async () => {
    setNote("making the page …");
    try {
      const found = await wire.ask<{ name: string; text: string }>("page", about).answer;
      if (found === null) return;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([found.text], { type: "text/html" }));
      link.download = found.name;
      link.click();
      setNote(`${found.name} plays the game in any browser`);
    } catch (error) {
      setNote(said(error));
    }
  };

  const point = (start: number, end: number) => {
    const editing = view.current;
    if (editing === null) return;
    const { doc } = editing.state;
    const place = (signs: number) => Math.min(units(doc.toString(), signs), doc.length);
    editing.dispatch({ selection: { anchor: place(start), head: place(end) }, scrollIntoView: true });
    editing.focus();
  };

  /** Make the change that a mistake suggests. */
  const mendAt = async ({ line, column }: Problem) => {
    if (view.current === null) return;
    const done = await mended(view.current, client, uriOf(first.root, docNow.current.path), line, column).catch(() => false);
    if (!done) setNote("there is no change that is certain to mend this");
  };

  useEffect(() => {
    void (async () => {
      const found = await list();
      const draft = kept();
      if (first.file !== undefined) await open(first.file);
      else if (first.game !== undefined) await openGame(first.game);
      else if (draft !== null) await resume(draft);
      else beginNew("new.lud", NEW, found);
    })();
  }, []);

  const unsaved = text !== doc.saved;
  useEffect(() => {
    document.title = `${unsaved ? "• " : ""}${doc.path} – Ludwright studio`;
  }, [unsaved, doc.path]);

  return (
    <div class="desk">
      <header class="bar">
        <strong>Ludwright</strong>
        <label>file <select aria-label="open a file" value={doc.path} onChange={(event) => void open(event.currentTarget.value)}>
          {!files.includes(doc.path) && <option value={doc.path}>{doc.path}</option>}
          {files.map((one) => <option value={one}>{one}</option>)}
        </select></label>
        {unsaved && <span class="soft">not saved</span>}
        <button type="button" onClick={() => { beginNew("new.lud", NEW, files); setNote(""); }}>new</button>
        <button type="button" onClick={() => void save()}>save</button>
        <button type="button" onClick={saveAs}>save as …</button>
        <button type="button" onClick={() => void give()}>export page</button>
        <span role="status" class="soft said">{note}</span>
      </header>
      {conflict && <div class="conflict" role="alert">
        <span>{doc.path} {conflict.held === null ? "is gone from the disk" : "was changed on disk"} since it was opened.</span>
        <button type="button" onClick={() => void save(conflict.held?.mark ?? null)}>write mine over it</button>
        {conflict.held && <button type="button" onClick={() => {
          forget(doc.path);
          beginHeld(conflict.held as Held);
        }}>take the one on disk</button>}
        <button type="button" onClick={saveAs}>save mine elsewhere …</button>
      </div>}
      <div class="writing" ref={holder} />
      <div class="side-panes">
        <div class="tabs" role="tablist">
          {PANES.map((one) => (
            <button type="button" role="tab" id={`tab-${one}`} aria-selected={pane === one} onClick={() => setPane(one)}>{one}</button>
          ))}
        </div>
        <Board wire={wire} about={about} shown={pane === "board"} mend={(one) => void mendAt(one)} options={options} setOptions={setOptions}
          ruleset={ruleset} setRuleset={setRuleset} />
        <Table wire={wire} about={about} guest={guest} open={openFound} leave={() => setGuest(null)} shown={pane === "play"} point={point} />
        <Measuring wire={wire} saved={doc.saved} about={about} shown={pane === "measure"} point={point}
          mark={(cover) => view.current?.dispatch({ effects: setCover.of(cover) })} />
        <Breeding wire={wire} about={about} shown={pane === "breed"} first={first.run} open={openFound} play={playFound} />
        <Reference wire={wire} shown={pane === "reference"} clause={clause} />
        {pane === "library" && <Library wire={wire} open={(name) => void openGame(name)} />}
      </div>
    </div>
  );
}

/** What the language server calls a file. */
function uriOf(root: string, path: string): string {
  return `${root}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** A name that no file has. */
function unused(name: string, files: string[]): string {
  const stem = name.replace(/\.lud$/, "");
  for (let number = 2, tried = name; ; number += 1) {
    if (!files.includes(tried) && kept(tried) === null) return tried;
    tried = `${stem} ${number}.lud`;
  }
}

function start(): void {
  const place = document.getElementById("studio");
  const first = JSON.parse(document.getElementById("first")?.textContent ?? "{}") as First;
  if (place === null) return;
  const lost = document.createElement("p");
  lost.className = "lost-server";
  lost.setAttribute("role", "alert");
  const wire = new Wire((open) => {
    lost.textContent = open ? "" : "The studio is not running any more. What you write is kept; start it again to go on.";
  });
  render(<Studio first={first} wire={wire} client={languageClient()} />, place);
  document.body.append(lost);
}

start();
