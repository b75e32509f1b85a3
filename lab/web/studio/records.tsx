/** Records of games: opened from files of the folder, and saved to them. */

import { useEffect, useState } from "preact/hooks";

import { ask } from "./asking.ts";
import type { Playing } from "./playing.ts";
import { Failed, said, type Held, type Wire } from "./wire.ts";

export function Records({ wire, playing }: { wire: Wire; playing: Playing }) {
  const [files, setFiles] = useState<string[]>([]);
  const [held, setHeld] = useState<{ path: string; mark: string } | null>(null);
  const [note, setNote] = useState("");

  const list = () => wire.ask<{ files: string[] }>("records").answer.then((found) => setFiles(found?.files ?? [])).catch(() => setFiles([]));
  useEffect(() => {
    void list();
    setHeld(null);
    setNote("");
  }, [playing]);

  const open = async (path: string) => {
    try {
      const found = await wire.ask<Held>("open_record", { path }).answer;
      if (found === null) return;
      const problem = await playing.load(found.text);
      setNote(problem);
      if (problem === "") setHeld({ path: found.path, mark: found.mark });
    } catch (error) {
      setNote(said(error));
    }
  };

  const save = async (path: string, before: string | null): Promise<string> => {
    try {
      const found = await wire.ask<Held>("save_record", { path, text: playing.whole(), before }).answer;
      if (found !== null) {
        setHeld({ path: found.path, mark: found.mark });
        setNote(`saved as ${found.path}`);
        void list();
      }
      return "";
    } catch (error) {
      if (error instanceof Failed && error.changed !== undefined) return `${path} is there already, or was changed: take another name`;
      return said(error);
    }
  };

  const saveAs = async () => {
    const usual = held?.path ?? unused(`${playing.table.data.name}.txt`, files);
    await ask("The name of the file, below the folder of the studio", usual, (given) => {
      const path = given.endsWith(".txt") ? given : `${given}.txt`;
      return save(path, path === held?.path ? held.mark : null);
    });
  };

  return (
    <div class="row records">
      <label>game <select aria-label="open a game" value={held?.path ?? ""} onChange={(event) => event.currentTarget.value && void open(event.currentTarget.value)}>
        <option value="">{held === null ? "not saved" : "–"}</option>
        {files.map((one) => <option value={one}>{one}</option>)}
      </select></label>
      {held !== null && <button type="button" onClick={() => void save(held.path, held.mark).then((problem) => problem && setNote(problem))}>save game</button>}
      <button type="button" onClick={() => void saveAs()}>save game as …</button>
      <span role="status" class="soft">{note}</span>
    </div>
  );
}

/** A name that no file has. */
function unused(name: string, files: string[]): string {
  const stem = name.replace(/\.txt$/, "");
  for (let number = 2, tried = name; ; number += 1) {
    if (!files.includes(tried)) return tried;
    tried = `${stem} ${number}.txt`;
  }
}
