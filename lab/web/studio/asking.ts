/** A small window that asks for a line of text. */

import { button, h } from "../src/dom.ts";

/**
 * Ask for a line of text; null if nobody gives one.
 *
 * @param check what is wrong with a text, or an empty text
 */
export function ask(title: string, usual: string, check: (text: string) => Promise<string> = async () => ""): Promise<string | null> {
  return new Promise((resolve) => {
    const close = (given: string | null) => {
      dialog.remove();
      resolve(given);
    };
    const field = h("input", { value: usual, "aria-label": title, spellcheck: "false", autocomplete: "off" });
    const note = h("p", { role: "alert", class: "note" });
    const given = async (event: Event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === "") return;
      const problem = await check(text);
      if (problem === "") close(text);
      else note.textContent = problem;
    };
    const dialog = h("dialog", { "aria-labelledby": "asking-title", cancel: () => close(null) },
      h("h2", { id: "asking-title" }, title),
      h("form", { submit: (event) => void given(event) }, field, note,
        h("div", { class: "row" }, h("button", { type: "submit" }, "ok"), button("cancel", () => close(null), { class: "plain" }))));
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  });
}
