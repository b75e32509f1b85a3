/** The page: it unpacks the game, sets the table, and keeps the game in the address. */

import { Engine } from "../engine.mjs";
import { Choosing } from "./choosing.ts";
import type { GameData } from "./data.ts";
import { h } from "./dom.ts";
import { Game, Refused } from "./game.ts";
import { LEVELS, USUAL } from "./levels.ts";
import { closed, packed, unpacked, type Linked } from "./link.ts";
import { copied, text } from "./menu.ts";
import { Panel } from "./panel.ts";
import { symbols } from "./pieces.ts";
import { fits, read, written, type GameRecord } from "./record.ts";
import { newSeed, Table } from "./table.ts";
import { Thinker } from "./thinker.ts";

/** Set up the page. */
export async function start(): Promise<void> {
  const play = element("play");
  play.hidden = false;
  try {
    await new Page(play).begin();
  } catch (error) {
    play.replaceChildren(h("p", { role: "alert", class: "note" },
      `The game cannot be played in this browser: ${String(error)}. It needs WebAssembly with vectors, as browsers have it since 2023.`));
  }
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
}

const textOf = (id: string) => element(id).textContent ?? "";

/** A game that is set up, with one choice of its options. */
interface Setting {
  variant: number;
  data: GameData;
  table: Table;
  panel: Panel;
  thinker: Thinker;
  texts: { facts: string; rules: string };
}

class Page {
  private readonly play: HTMLElement;
  private readonly choosing = new Choosing(textOf);
  /** What the page says of the game as it is usually played. */
  private readonly usual = { facts: textOf("facts"), rules: element("words").innerHTML };
  private setting: Setting | null = null;
  /** The variant that was chosen last. */
  private wanted = 0;

  constructor(play: HTMLElement) {
    this.play = play;
  }

  async begin(): Promise<void> {
    addEventListener("hashchange", () => void this.followLink());
    if (await this.followLink()) return;
    if (this.setting !== null) return;
    const setting = await this.made(0);
    this.show(setting);
    void setting.table.advance();
  }

  /** A variant with a new game. */
  private async made(variant: number): Promise<Setting> {
    const { data, code, shown } = await this.choosing.load(variant);
    const engine = await Engine.load(code, data.engine);
    const thinker = new Thinker(textOf("page"), code, data);
    const table = new Table(data, new Game(engine, data, newSeed(data)), thinker, this.setting?.table.seats);
    const sharing = { link: () => void this.shareLink(), record: () => this.showRecord() };
    const options = this.choosing.fields(variant, (chosen) => void this.change(chosen));
    return { variant, data, table, panel: new Panel(data, table, sharing, options), thinker, texts: shown ?? this.usual };
  }

  /** Let a game be what the page shows. */
  private show(setting: Setting): void {
    const { data, table, panel, texts } = setting;
    if (this.setting !== setting) {
      this.setting?.thinker.close();
      this.setting = setting;
      const scroller = h("div", { class: "scroller" }, table.board.element);
      this.play.replaceChildren(symbols(data), h("div", { class: "table" }, panel.status, scroller), panel.side);
      element("facts").textContent = texts.facts;
      element("words").innerHTML = texts.rules;
      table.attach(() => {
        panel.update();
        this.keep();
      }, (words) => panel.say(words), (words) => panel.warn(words));
    }
    table.show();
  }

  /** Begin a game with other options. */
  private async change(variant: number): Promise<void> {
    this.wanted = variant;
    const focused = document.activeElement?.id ?? "";
    const setting = await this.made(variant);
    if (this.wanted !== variant) {
      setting.thinker.close(); // somebody has chosen once more
      return;
    }
    this.show(setting);
    setting.table.restart();
    document.getElementById(focused)?.focus();
  }

  // Links

  private hash(): string {
    if (this.setting === null) return "";
    const { table, variant } = this.setting;
    const { game } = table;
    const moves = game.plies.slice(0, game.at).map((ply) => ({ name: ply.move.name, draws: ply.told }));
    const levels = table.seats.map((level) => (level === null ? -1 : LEVELS.indexOf(level)));
    const usual = levels.every((level, seat) => level === (seat === 0 ? -1 : USUAL));
    const linked = packed({ options: this.choosing.options(variant), seed: game.seed, moves, seats: usual ? [] : levels });
    return table.looking.secret ? closed(linked) : linked;
  }

  /** Keep the game in the address, so that it is there when the page is loaded again. */
  private keep(): void {
    const hash = this.hash();
    try {
      history.replaceState(null, "", hash === "" ? location.pathname + location.search : `#${hash}`);
    } catch {
      // Some browsers keep no addresses of files; the link is then made when it is asked for.
    }
  }

  /** Take up the game of the address; whether there is one. */
  private async followLink(): Promise<boolean> {
    let linked: Linked | null = null;
    try {
      linked = unpacked(location.hash);
    } catch (error) {
      await this.warn(said(error));
      return false;
    }
    if (linked === null) return false;
    const variant = this.choosing.find(linked.options);
    if (variant < 0) {
      await this.warn("the link cannot be followed: this page does not hold the game with its options");
      return false;
    }
    const levels = linked.seats.map((level) => LEVELS[level] ?? null);
    const problem = await this.replay(variant, (table) => table.replay(linked.seed, linked.moves, levels));
    if (problem) await this.warn(`the link cannot be followed: ${problem}`);
    return problem === "";
  }

  /** Take up a game of a variant; what is wrong with it, with the page as it was, or an empty text. */
  private async replay(variant: number, take: (table: Table) => string): Promise<string> {
    const same = this.setting?.variant === variant ? this.setting : null;
    const setting = same ?? (await this.made(variant));
    const problem = refusal(() => take(setting.table));
    if (problem === "") this.show(setting);
    else if (same === null) setting.thinker.close();
    return problem;
  }

  private async warn(message: string): Promise<void> {
    if (this.setting === null) this.show(await this.made(0));
    this.setting?.panel.warn(message);
  }

  private async shareLink(): Promise<void> {
    if (await copied(location.href)) this.setting?.panel.say("the link is copied");
    else text("A link to this position", location.href, null);
  }

  // Records

  private showRecord(): void {
    if (this.setting === null) return;
    const { data, table } = this.setting;
    const { game } = table;
    const { ranking, over } = game.after(game.plies.length).seen;
    const kept = data.hiding !== null && !over;
    const words = game.words.slice(0, table.looking.rounds(game.plies.length));
    const about = kept ? "A record tells all that is hidden: there is one when the game is over. The link keeps the game until then." : "";
    text("A record of this game", kept ? "" : written(data, game.seed, words, ranking), (given) => this.load(given), about);
  }

  /** Load a record; what is wrong with it, or an empty text. */
  private async load(given: string): Promise<string> {
    let record: GameRecord;
    try {
      record = this.choosing.plain(read(given));
    } catch (error) {
      return said(error);
    }
    const variant = this.choosing.meant(record, this.setting?.variant ?? 0);
    return this.replay(variant, (table) => {
      fits(table.data, record);
      return table.replay(record.seed, record.moves);
    });
  }
}

function said(error: unknown): string {
  return error instanceof Refused ? error.message : String(error);
}

/** What something says that is wrong, or throws. */
function refusal(act: () => string): string {
  try {
    return act();
  } catch (error) {
    return said(error);
  }
}
