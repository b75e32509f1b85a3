/** The socket of the studio: questions, what is told while they are worked at, and answers. */

/** A mistake in the rules, or in what was asked; places count from 1, and 0 is none. */
export interface Problem {
  message: string;
  hint: string;
  line: number;
  column: number;
  warning: boolean;
}

/** A question that came to nothing. */
export class Failed extends Error {
  readonly problems: Problem[];
  /** Of a file that was changed on disk: what is there now; null where it is gone. */
  readonly changed: Held | null | undefined;

  constructor(told: { problems: Problem[]; changed?: Held | null }) {
    super(told.problems.map(sentence).join("\n"));
    this.problems = told.problems;
    this.changed = told.changed;
  }
}

/** The rules that a question is about; their name is for messages alone. */
export interface About {
  text: string;
  name: string;
  options: Record<string, string>;
  ruleset: string | null;
}

export interface Held {
  path: string;
  text: string;
  mark: string;
}

/** A problem in a line or two. */
export function sentence({ message, hint, line, column }: Problem): string {
  return `${line ? `line ${line}, column ${column}: ` : ""}${message}${hint ? `\n${hint}` : ""}`;
}

/** What is wrong, each with its place. */
export function problemsOf(error: unknown): Problem[] {
  if (error instanceof Failed) return error.problems;
  return [{ message: said(error), hint: "", line: 0, column: 0, warning: false }];
}

/** What went wrong, in words. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The place of a sign that is counted in whole signs, as the server does, in the units of a text here. */
export function units(text: string, signs: number): number {
  if (!/[\ud800-\udbff]/.test(text)) return signs;
  let found = 0;
  for (let left = signs; left > 0 && found < text.length; left -= 1) found += (text.codePointAt(found) ?? 0) > 0xffff ? 2 : 1;
  return found;
}

/** A question that is being worked at; null as its answer where it was stopped. */
export interface Asked<T> {
  answer: Promise<T | null>;
  stop(): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  hear(event: never): void;
}

type Told = { id: number; event?: unknown; done?: unknown; failed?: { problems: Problem[]; changed?: Held | null } };

const AGAIN_MS = 1000;

export class Wire {
  private socket: WebSocket | null = null;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly changed: (open: boolean) => void;
  private unsent: string[] = [];

  /** @param changed told when the server comes and goes */
  constructor(changed: (open: boolean) => void) {
    this.changed = changed;
    this.open();
  }

  private open(): void {
    const socket = new WebSocket(address("/socket"));
    socket.onopen = () => {
      this.socket = socket;
      for (const text of this.unsent.splice(0)) socket.send(text);
      this.changed(true);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.heard(JSON.parse(data) as Told);
    socket.onclose = () => {
      if (this.socket === socket) this.changed(false);
      this.socket = null;
      const lost = [...this.waiting.values()];
      this.waiting.clear();
      for (const one of lost) one.reject(new Error("the studio is not running any more"));
      setTimeout(() => this.open(), AGAIN_MS);
    };
  }

  private heard(told: Told): void {
    const waiting = this.waiting.get(told.id);
    if (waiting === undefined) return;
    if (told.event !== undefined) {
      waiting.hear(told.event as never);
      return;
    }
    this.waiting.delete(told.id);
    if (told.failed !== undefined) waiting.reject(new Failed(told.failed));
    else waiting.resolve(told.done ?? null);
  }

  private send(what: object): void {
    const text = JSON.stringify(what);
    if (this.socket === null) this.unsent.push(text);
    else this.socket.send(text);
  }

  /** Ask something; `hear` is told how far it is. */
  ask<T, E = never>(ask: string, about: object = {}, hear: (event: E) => void = () => {}): Asked<T> {
    this.number += 1;
    const id = this.number;
    const answer = new Promise<T | null>((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject, hear });
    });
    this.send({ ...about, id, ask });
    return { answer, stop: () => this.send({ id, stop: true }) };
  }
}

/** The address of a socket beside the page. */
export function address(path: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}
