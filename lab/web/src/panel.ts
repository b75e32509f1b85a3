/** What stands beside the board: how the game stands, who plays, the moves, and what one can do. */

import type { GameData } from "./data.ts";
import { button, h, s } from "./dom.ts";
import type { Level } from "./levels.ts";
import { icon } from "./pieces.ts";
import { elsewhere } from "./selection.ts";
import type { Table } from "./table.ts";
import { colourOf, ending, standing } from "./words.ts";

/** Where the dots of a die are, by what it shows. */
const DOTS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

export interface Sharing {
  /** Give away a link; not given where a page has no address of its own. */
  link?(): void;
  record(): void;
  /** Ask for another player for a seat; not given where there are none but those of the page. */
  other?(seat: number): void;
  /** What shows the moves instead of a list. */
  moves?: HTMLElement;
}

const OTHER = "other";

export class Panel {
  readonly status: HTMLElement;
  readonly side: HTMLElement;
  private readonly data: GameData;
  private readonly table: Table;
  private readonly standing = h("p", { class: "standing" });
  private readonly facts = h("div", { class: "facts" });
  private readonly actions = h("div", { class: "row actions" });
  private readonly message = h("p", { role: "alert", class: "note" });
  private readonly said = h("p", { "aria-live": "polite", class: "unseen", id: "said" });
  private readonly list = h("ol", { class: "moves", "aria-label": "moves", tabindex: 0 });
  private readonly undo: HTMLButtonElement;
  private readonly redo: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private listed: string | null = null;
  private readonly selects: HTMLSelectElement[] = [];
  private readonly sharing: Sharing;

  constructor(data: GameData, table: Table, sharing: Sharing, options: HTMLElement | null) {
    this.data = data;
    this.table = table;
    this.sharing = sharing;
    this.undo = button("undo", () => table.step(-1));
    this.redo = button("redo", () => table.step(1));
    this.hint = button("hint", () => void table.hint());
    this.status = h("div", { class: "status" }, this.standing, this.facts, this.actions, this.message, this.said);
    const { link } = sharing;
    const links = link === undefined ? [] : [button("copy link", link)];
    this.side = h("div", { class: "side" },
      h("div", { class: "row" }, this.undo, this.redo, this.hint, button("new game", () => table.restart())),
      this.typing(),
      h("fieldset", {}, h("legend", {}, "Players"), ...data.players.map((_, seat) => this.seat(seat))),
      options ?? "",
      h("section", { "aria-label": "moves so far" }, h("h2", {}, "Moves"), sharing.moves ?? this.list),
      h("div", { class: "row" }, ...links, button("record …", () => sharing.record())),
      h("p", { id: "board-help", class: "soft" },
        "With keys: arrows go from place to place, Enter chooses, Escape takes back the choice."),
    );
  }

  /** Tell something to those who do not see the page. */
  say(text: string): void {
    this.said.textContent = text;
    this.message.textContent = "";
  }

  /** Tell what is wrong. */
  warn(text: string): void {
    this.message.textContent = text;
  }

  private seat(seat: number): HTMLElement {
    const { table } = this;
    const change = () => {
      if (select.value === OTHER) this.sharing.other?.(seat);
      else table.seat(seat, table.levels[Number(select.value)] ?? null);
    };
    const select: HTMLSelectElement = h("select", { id: `seat-${seat}`, change });
    this.selects.push(select);
    return h("div", { class: "seat" }, h("label", { for: select.id }, ...this.chip(seat), table.named(seat)), select);
  }

  private typing(): HTMLElement {
    const field = h("input", { id: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", size: 10 });
    const typed = async (event: Event) => {
      event.preventDefault();
      if (await this.table.type(field.value)) field.value = "";
    };
    return h("form", { class: "row", submit: (event) => void typed(event) },
      h("label", { for: field.id }, "move"), field, h("button", { type: "submit" }, "play"));
  }

  private chip(seat: number): Element[] {
    const chip = this.data.players[colourOf(this.table.game.seen, seat)]?.chip;
    return chip ? [icon(chip)] : [];
  }

  /** Show how things stand. */
  update(): void {
    const { game } = this.table;
    const { seen } = game;
    this.standing.replaceChildren(...(seen.over ? [] : this.chip(seen.seat)), this.headline());
    this.facts.replaceChildren(...this.dice(), ...this.scores());
    this.actions.replaceChildren(...this.offered());
    this.undo.disabled = game.at === 0;
    this.redo.disabled = game.live;
    this.hint.disabled = !this.table.open || this.table.thinking;
    this.selects.forEach((select, seat) => {
      const { levels, seats } = this.table;
      const others = this.sharing.other === undefined ? 0 : 1;
      if (select.options.length !== 1 + levels.length + others) select.replaceChildren(...this.players());
      const level = seats[seat];
      select.value = String(level ? levels.indexOf(level) : -1);
    });
    if (this.sharing.moves === undefined) this.moves();
  }

  private players(): HTMLOptionElement[] {
    const named = ({ name, player }: Level) => (player === undefined ? `computer, ${name}` : name);
    return [
      h("option", { value: -1 }, "a person"),
      ...this.table.levels.map((level, at) => h("option", { value: at }, named(level))),
      ...(this.sharing.other === undefined ? [] : [h("option", { value: OTHER }, "another player …")]),
    ];
  }

  private headline(): string {
    const { game, thinking, hintedAt, open, looking } = this.table;
    if (game.seen.over) return ending(this.data, game.seen);
    const text = standing(this.data, game.seen);
    if (looking.stage === "covered") return `${text}, unseen by others`;
    if (thinking) return `${text}: thinking …`;
    if (hintedAt) return `${text}; hint: ${hintedAt}`;
    return open ? text : `${text} (computer)`;
  }

  private offered(): Element[] {
    const { table } = this;
    const next = this.table.named(table.game.seen.seat);
    if (table.looking.stage === "done") return [button(`cover the board for ${next}`, () => table.handOver(), { class: "strong" })];
    if (table.looking.stage === "covered") return [button(`go on as ${next}`, () => table.reveal(), { class: "strong" })];
    if (!table.open) {
      const waits = !table.game.live && !table.game.seen.over;
      return waits ? [button("go on from here", () => table.resume())] : [];
    }
    return elsewhere(table.game.moves).map((move) => button(move.name, () => void table.playOneOf([move]), { class: "strong" }));
  }

  private dice(): Element[] {
    const { dice } = this.table.game.seen;
    if (dice.every((die) => die.used)) return [];
    const words = dice.map((die) => `${die.shows}${die.used ? " (used)" : ""}`).join(", ");
    return [h("span", { class: "dice", role: "img", "aria-label": `dice: ${words}` }, ...dice.map(drawnDie))];
  }

  private scores(): Element[] {
    const { seen } = this.table.game;
    if (!this.data.scored || seen.scores.every((score) => score === 0)) return [];
    const parts = seen.ranking.map((_, seat) => {
      const score = seen.scores[colourOf(seen, seat)] ?? 0;
      return h("span", {}, ...this.chip(seat), `${this.table.named(seat)}: ${score}`);
    });
    return [h("p", { class: "scores" }, "score ", ...parts)];
  }

  private moves(): void {
    const { game } = this.table;
    const names = game.plies.map((ply) => this.table.name(ply));
    if (this.listed !== names.join(" ")) {
      this.listed = names.join(" ");
      this.list.replaceChildren(...["start", ...names].map((name, at) =>
        h("li", {}, button(at === 0 ? name : `${at}. ${name}`, () => this.table.go(at)))));
    }
    const buttons = [...this.list.querySelectorAll("button")];
    buttons.forEach((one, at) => {
      if (at === game.at) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    });
    const item = buttons[game.at]?.parentElement;
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }
}

function drawnDie(die: { shows: number; used: boolean }): SVGSVGElement {
  const dots = DOTS[die.shows];
  const inside = dots
    ? dots.map(([x, y]) => s("circle", { cx: 26 * x, cy: 26 * y, r: 10 }))
    : [s("text", { y: 18, "text-anchor": "middle", "font-size": 52 }, `${die.shows}`)];
  const crossed = die.used ? [s("path", { d: "M-44 44L44 -44", class: "crossed" })] : [];
  return s("svg", { class: die.used ? "die used" : "die", viewBox: "-56 -56 112 112", "aria-hidden": "true" },
    s("rect", { x: -50, y: -50, width: 100, height: 100, rx: 18 }), ...inside, ...crossed);
}
