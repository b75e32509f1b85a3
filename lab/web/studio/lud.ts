/** The colours of rule files in the editor. */

import { HighlightStyle, StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { tags } from "@lezer/highlight";

interface Reading {
  /** Whether the next word is the one a clause begins with. */
  head: boolean;
}

function token(stream: StringStream, state: Reading): string | null {
  if (stream.eatSpace()) return null;
  const head = state.head;
  state.head = false;
  if (stream.match("//")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^"[^"]*"?/)) return head ? "macroName" : "string";
  if (stream.match("(")) {
    state.head = true;
    return "paren";
  }
  if (stream.match(/^[){}]/)) return "paren";
  if (stream.match(/^<[^>\s]*>/) || stream.match(/^#\d+/)) return "macroName";
  if (stream.match(/^-?\d+(\.\d+)?(?![\w.])/)) return "number";
  if (stream.match(/^[\w-]+:/)) return "labelName";
  if (stream.match(/^[A-Z][\w-]*/)) return head ? "keyword" : "atom";
  if (stream.match(/^[\w-]+/) || stream.match(/^[-+*/%^=!<>]+/)) return head ? "keyword" : "name";
  stream.next();
  return null;
}

export const lud = StreamLanguage.define<Reading>({
  name: "ludwright",
  startState: () => ({ head: false }),
  copyState: (state) => ({ ...state }),
  token,
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "{", '"'] } },
});

/** Colours that can be read on light and on dark paper. */
export const colours = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.comment, class: "lud-comment" },
  { tag: tags.string, class: "lud-string" },
  { tag: tags.macroName, class: "lud-define" },
  { tag: tags.keyword, class: "lud-word" },
  { tag: tags.number, class: "lud-number" },
  { tag: tags.labelName, class: "lud-label" },
  { tag: tags.atom, class: "lud-atom" },
]));
