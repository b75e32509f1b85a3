/** Small windows over the page: a choice of moves, and a text to copy or to load. */

import { button, h } from "./dom.ts";

export interface Choice {
  name: string;
  about: string;
}

/** Let people choose one of several; -1 if they do not. */
export function choose(title: string, choices: Choice[]): Promise<number> {
  return new Promise((resolve) => {
    const close = (at: number) => {
      dialog.remove();
      resolve(at);
    };
    const dialog = h("dialog", { "aria-labelledby": "menu-title", cancel: () => close(-1) },
      h("h2", { id: "menu-title" }, title),
      h("div", { class: "choices" }, ...choices.map(({ name, about }, at) =>
        h("button", { type: "button", click: () => close(at) }, h("b", {}, name), about ? h("small", {}, about) : ""))),
      button("cancel", () => close(-1), { class: "plain" }),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Show a text that can be copied, and changed and loaded; what is wrong with it is shown there.
 *
 * @param about what is said of it
 */
export function text(title: string, value: string, load: ((text: string) => Promise<string>) | null, about = ""): void {
  const area = h("textarea", { "aria-label": title, spellcheck: "false", rows: load ? 14 : 4 }, value);
  const note = h("p", { role: "status", class: "note" });
  const copy = async () => {
    note.textContent = (await copied(area.value, area)) ? "copied" : "select the text and copy it";
  };
  const loaded = async () => {
    const problem = (await load?.(area.value)) ?? "";
    if (problem === "") dialog.close();
    note.textContent = problem;
  };
  const dialog = h("dialog", { "aria-labelledby": "text-title", close: () => dialog.remove() },
    h("h2", { id: "text-title" }, title), ...(about ? [h("p", {}, about)] : []), area, note,
    h("div", { class: "row" }, button("copy", () => void copy()),
      ...(load ? [button("load this text", () => void loaded())] : []), button("close", () => dialog.close(), { class: "plain" })),
  );
  document.body.append(dialog);
  dialog.showModal();
  area.select();
}

/** Put a text where it can be pasted from; whether that could be done. */
export async function copied(value: string, area?: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    area?.select();
    return area !== undefined && document.execCommand("copy");
  }
}
