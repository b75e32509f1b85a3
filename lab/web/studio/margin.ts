/** Counts of clauses at the margin of the editor, as colours. */

import { RangeSet, RangeSetBuilder, StateEffect, StateField, type Extension, type Text } from "@codemirror/state";
import { Decoration, EditorView, gutter, GutterMarker, type DecorationSet } from "@codemirror/view";

import type { Clause, Cover } from "./covering.tsx";
import { units } from "./wire.ts";

/** What is shown from now on; null for nothing. */
export const setCover = StateEffect.define<Cover | null>();

interface Margin {
  lines: RangeSet<GutterMarker>;
  idle: DecorationSet;
}

const NOTHING: Margin = { lines: RangeSet.empty, idle: Decoration.none };
/** What holds less often than so is rare. */
const RARE = 0.05;

class Counted extends GutterMarker {
  private readonly clauses: Clause[];

  constructor(clauses: Clause[]) {
    super();
    this.clauses = clauses;
  }

  override toDOM(): Node {
    const shown = document.createElement("span");
    const [first] = this.clauses;
    shown.className = `cover-count ${this.clauses.map(kind).sort()[0]?.slice(1) ?? ""}`;
    shown.textContent = first === undefined ? "" : brief(first.held ?? first.asked);
    shown.title = this.clauses.map(told).join("\n");
    return shown;
  }
}

/** How a clause is shown; what is worse sorts before. */
function kind({ asked, held }: Clause): string {
  if (asked === 0) return "0cover-never";
  if (held === 0) return "1cover-idle";
  return held !== null && held < RARE * asked ? "2cover-rare" : "3cover-often";
}

function told({ text, asked, held }: Clause): string {
  const shown = text.length > 60 ? `${text.slice(0, 57)} …)` : text;
  return `${shown}: asked ${asked.toLocaleString("en")}${held === null ? "" : `, held ${held.toLocaleString("en")}`}`;
}

/** A number in three or four signs: 950, 19k, 2M. */
function brief(count: number): string {
  if (count < 1_000) return `${count}`;
  return count < 1_000_000 ? `${Math.floor(count / 1_000)}k` : `${Math.floor(count / 1_000_000)}M`;
}

function margin(cover: Cover, doc: Text): Margin {
  const text = doc.toString();
  const lines = new Map<number, Clause[]>();
  const idle: { from: number; to: number }[] = [];
  for (const clause of cover.clauses) {
    const [from, to] = [units(text, clause.start), units(text, clause.end)];
    if (from >= to || to > doc.length) continue;
    const line = doc.lineAt(from).from;
    lines.set(line, [...(lines.get(line) ?? []), clause]);
    const inside = idle.some((one) => one.from <= from && to <= one.to);
    if (clause.never !== "" && !inside) idle.push({ from, to });
  }
  const markers = new RangeSetBuilder<GutterMarker>();
  for (const [line, clauses] of [...lines].sort(([a], [b]) => a - b)) markers.add(line, line, new Counted(clauses));
  const marks = idle.map(({ from, to }) => Decoration.mark({ class: "cover-none" }).range(from, to));
  return { lines: markers.finish(), idle: Decoration.set(marks, true) };
}

const field = StateField.define<Margin>({
  create: () => NOTHING,
  update: (before, transaction) => {
    let found = before;
    if (transaction.docChanged && found !== NOTHING) {
      found = { lines: found.lines.map(transaction.changes), idle: found.idle.map(transaction.changes) };
    }
    for (const effect of transaction.effects) {
      if (effect.is(setCover)) found = effect.value === null ? NOTHING : margin(effect.value, transaction.state.doc);
    }
    return found;
  },
  provide: (one) => EditorView.decorations.from(one, ({ idle }) => idle),
});

/** The margin; there is nothing to be seen of it until something was counted. */
export const counts: Extension = [field, gutter({ class: "cm-cover", markers: (view) => view.state.field(field).lines })];
