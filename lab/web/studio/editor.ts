/** The editor of a rule file, with the language server behind it. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
  formatDocument, hoverTooltips, jumpToDefinition, LSPClient, renameSymbol, serverCompletion, serverDiagnostics,
  signatureHelp, type Transport,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";

import { colours, lud } from "./lud.ts";
import { counts } from "./margin.ts";
import { address } from "./wire.ts";

const AGAIN_MS = 1500;
/** Elements that a text of the server may have: what its Markdown becomes. */
const PLAIN = new Set(["P", "CODE", "PRE", "EM", "STRONG", "UL", "OL", "LI", "H1", "H2", "H3", "H4", "HR", "BR", "SPAN", "BODY"]);

/** Pictures that are shown: drawings that are in the text itself. */
const PICTURE = "data:image/svg+xml;base64,";

/** The client of the language server, connected again whenever its socket closes. */
export function languageClient(): LSPClient {
  const client = new LSPClient({
    timeout: 20_000,
    sanitizeHTML,
    extensions: [
      { clientCapabilities: { experimental: { pictures: true } } },
      serverCompletion(), hoverTooltips(), signatureHelp(), serverDiagnostics(),
    ],
  });
  const connect = () => {
    const socket = new WebSocket(address("/language"));
    const handlers = new Set<(text: string) => void>();
    const transport: Transport = {
      send: (text) => socket.send(text),
      subscribe: (handler) => void handlers.add(handler),
      unsubscribe: (handler) => void handlers.delete(handler),
    };
    // The editor knows no places with a choice: the first word of the choice stands there.
    const plain = (text: string) => text.replace(/\$\{(\d+)\|([^,|}]*)[^|}]*\|\}/g, "$${$1:$2}");
    socket.onmessage = ({ data }: MessageEvent<string>) => handlers.forEach((handler) => handler(plain(data)));
    socket.onopen = () => void client.connect(transport);
    socket.onclose = () => {
      if (client.connected) client.disconnect();
      setTimeout(connect, AGAIN_MS);
    };
  };
  connect();
  return client;
}

/** A text of the server without anything but words and their looks. */
function sanitizeHTML(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...body.querySelectorAll("*")]) {
    if (element.tagName === "IMG" && element.getAttribute("src")?.startsWith(PICTURE)) {
      for (const name of element.getAttributeNames()) if (name !== "src" && name !== "alt") element.removeAttribute(name);
    } else if (!PLAIN.has(element.tagName)) element.replaceWith(element.textContent ?? "");
    else for (const name of element.getAttributeNames()) if (name !== "class") element.removeAttribute(name);
  }
  return body.innerHTML;
}

export interface Editing {
  text: string;
  /** What the language server calls the file. */
  uri: string;
  nonce: string;
  changed: (text: string) => void;
  /** Told what the clause around the cursor begins with. */
  moved: (clause: string) => void;
  save: () => void;
}

/** An editor. */
export function editor(parent: HTMLElement, client: LSPClient, { text, uri, nonce, changed, moved, save }: Editing): EditorView {
  const run = (act: () => void) => () => {
    act();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(nonce),
        EditorView.contentAttributes.of({ "aria-label": "rule file" }),
        EditorView.lineWrapping,
        lineNumbers(), foldGutter(), lintGutter(), history(), drawSelection(), highlightActiveLine(),
        highlightSelectionMatches(), bracketMatching(), closeBrackets(), autocompletion(), indentUnit.of("    "),
        lud, colours, counts,
        keymap.of([
          { key: "Mod-s", run: run(save) },
          { key: "F2", run: renameSymbol },
          { key: "F12", run: jumpToDefinition },
          { key: "Shift-Alt-f", run: formatDocument },
          ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap,
          ...defaultKeymap, indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) {
            changed(update.state.doc.toString());
            // Mistakes are to be seen at once; the client itself would wait for half a second.
            setTimeout(() => client.sync(), 0);
          }
          if (update.docChanged || update.selectionSet) moved(clauseAt(update.state));
        }),
        client.plugin(uri, "ludwright"),
      ],
    }),
  });
}

/** How far back the beginning of a clause is looked for. */
const FAR = 4_000;

/** The first words of the clause around the cursor: `is Line`, `move`; empty outside of all. */
function clauseAt(state: EditorState): string {
  const { head } = state.selection.main;
  const start = Math.max(0, head - FAR);
  const before = state.sliceDoc(start, head);
  let open = 0;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const sign = before[at];
    if (sign === ")") open += 1;
    else if (sign === "(" && open > 0) open -= 1;
    else if (sign === "(") return firstWords(state.sliceDoc(start + at + 1, start + at + 100));
  }
  const behind = state.sliceDoc(head, head + 100);
  return behind.startsWith("(") ? firstWords(behind.slice(1)) : "";
}

function firstWords(text: string): string {
  const [, head, second] = /^\s*([\w+*/%^=!<>-]+)(?:\s+([A-Z]\w*))?/.exec(text) ?? [];
  return [head, second].filter(Boolean).join(" ");
}

interface Change {
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
  newText: string;
}

/** Make the first change that the language server offers for a mistake; whether there was one. */
export async function mended(view: EditorView, client: LSPClient, uri: string, line: number, column: number): Promise<boolean> {
  client.sync();
  const position = { line: line - 1, character: column - 1 };
  const params = { textDocument: { uri }, range: { start: position, end: position }, context: { diagnostics: [] } };
  const offered = await client.request<object, { kind?: string; edit?: { changes?: Record<string, Change[]> } }[] | null>(
    "textDocument/codeAction", params,
  );
  const fix = (offered ?? []).find((one) => one.kind === "quickfix");
  const changes = fix?.edit?.changes?.[uri] ?? [];
  const { doc } = view.state;
  const offset = (place: { line: number; character: number }) => doc.line(place.line + 1).from + place.character;
  view.dispatch({ changes: changes.map(({ range, newText }) => ({ from: offset(range.start), to: offset(range.end), insert: newText })) });
  return changes.length > 0;
}
