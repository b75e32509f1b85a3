/** The options of a game, where a page holds it with all of them. */

import type { Choices, GameData, Variant } from "./data.ts";
import { h } from "./dom.ts";
import type { GameRecord } from "./record.ts";

export class Choosing {
  private readonly choices: Choices | null;
  private readonly read: (id: string) => string;

  /** @param read the text of an element of the page */
  constructor(read: (id: string) => string) {
    this.read = read;
    this.choices = JSON.parse(read("choices")) as Choices | null;
  }

  /** A variant, unpacked. */
  async load(variant: number): Promise<Variant> {
    if (variant === 0) {
      const data = JSON.parse(this.read("data")) as GameData;
      return { data, code: await unzipped(this.read("code")), shown: null };
    }
    const text = new TextDecoder().decode(await unzipped(this.read(`data-${variant}`)));
    const told = JSON.parse(text) as Pick<Variant, "data" | "shown">;
    return { ...told, code: await unzipped(this.read(`code-${variant}`)) };
  }

  /** What of a variant is not as usual, item by heading. */
  options(variant: number): Record<string, string> {
    const places = this.choices?.variants[variant] ?? [];
    const named = (this.choices?.headings ?? []).map(({ heading, items, usual }, at) =>
      [heading, items[places[at] ?? usual] ?? "", places[at] === usual] as const);
    return Object.fromEntries(named.filter(([, , usual]) => !usual));
  }

  /** The variant with these options, all others as usual; -1 if the page holds none. */
  find(options: Record<string, string>): number {
    if (this.choices === null) return Object.keys(options).length === 0 ? 0 : -1;
    const { headings, variants } = this.choices;
    if (Object.keys(options).some((heading) => headings.every((one) => one.heading !== heading))) return -1;
    const wanted = headings.map(({ heading, items, usual }) => (heading in options ? items.indexOf(options[heading] ?? "") : usual));
    return variants.findIndex((places) => places.every((place, at) => place === wanted[at]));
  }

  /** The variant that a record is of; the one that is shown where the page does not hold it. */
  meant(record: GameRecord, shown: number): number {
    if (this.choices === null) return shown;
    const open = this.choices.headings.map(({ heading }) => heading);
    const chosen = Object.entries(record.options).filter(([heading]) => open.includes(heading));
    const found = this.find(Object.fromEntries(chosen));
    return found < 0 ? shown : found;
  }

  /** Options that a record says though they are as usual need not be said. */
  plain(record: GameRecord): GameRecord {
    const usual = new Map((this.choices?.headings ?? []).map((one) => [one.heading, one.items[one.usual]]));
    const options = Object.entries(record.options).filter(([heading, item]) => usual.get(heading) !== item);
    return { ...record, options: Object.fromEntries(options) };
  }

  /** The fields in which a person chooses; nothing where there is no choice. */
  fields(shown: number, choose: (variant: number) => void): HTMLElement | null {
    if (this.choices === null) return null;
    const places = this.choices.variants[shown] ?? [];
    const rows = this.choices.headings.map(({ heading, items }, at) => {
      const select: HTMLSelectElement = h("select", { id: `option-${at}`, change: () => choose(this.nearest(places, at, Number(select.value))) },
        ...items.map((item, place) => h("option", { value: place, disabled: this.nearest(places, at, place) < 0, selected: place === places[at] }, item)));
      return h("div", { class: "seat" }, h("label", { for: select.id }, heading), select);
    });
    return h("fieldset", {}, h("legend", {}, "Options"), ...rows);
  }

  /** Of the variants with an item, the one that has most else as it is; -1 if there is none. */
  private nearest(places: number[], at: number, place: number): number {
    const variants = this.choices?.variants ?? [];
    const alike = (one: number[]) => one.filter((value, here) => value === places[here]).length;
    let found = -1;
    variants.forEach((one, number) => {
      const best = variants[found];
      if (one[at] === place && (best === undefined || alike(one) > alike(best))) found = number;
    });
    return found;
  }
}

/** Bytes from their text: packed, and 64 characters for 6 bits each. */
async function unzipped(packedText: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(packedText.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
