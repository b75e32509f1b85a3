/** The page's side of the worker. */

import type { Position } from "../engine.mjs";
import type { GameData } from "./data.ts";
import type { Level } from "./levels.ts";
import type { Answer, Asked } from "./worker.ts";

/** Whoever chooses the moves of the computer. */
export interface Thinks {
  /** The move that is chosen; null if it was told to stop. */
  think(position: Position, level: Level): Promise<bigint | null>;
  /** Think no more. */
  stop(): void;
  /** Think never again. */
  close(): void;
}

export class Thinker implements Thinks {
  private readonly worker: Worker;
  private number = 0;
  private waiting: { resolve: (move: bigint | null) => void; reject: (error: Error) => void } | null = null;

  /** @param script the text of the page's script, which is the worker's too */
  constructor(script: string, code: ArrayBuffer, data: GameData) {
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.worker = new Worker(address);
    this.worker.onmessage = ({ data: answer }: MessageEvent<Answer>) => this.answered(answer);
    this.worker.onerror = (event) => this.waiting?.reject(new Error(event.message));
    this.ask({ kind: "load", code, data });
  }

  private ask(question: Asked): void {
    this.worker.postMessage(question);
  }

  private answered(answer: Answer): void {
    if (answer.number !== this.number || this.waiting === null) return;
    const { resolve, reject } = this.waiting;
    this.waiting = null;
    if (answer.error === undefined) resolve(answer.move);
    else reject(new Error(answer.error));
  }

  /** The move that is chosen; null if it was told to stop. */
  think(position: Position, level: Level): Promise<bigint | null> {
    this.stop();
    this.number += 1;
    const seed = Math.floor(Math.random() * 2 ** 31);
    const answer = new Promise<bigint | null>((resolve, reject) => {
      this.waiting = { resolve, reject };
    });
    this.ask({ kind: "think", number: this.number, position, level, seed });
    return answer;
  }

  /** Think no more. */
  stop(): void {
    if (this.waiting === null) return;
    this.waiting.resolve(null);
    this.waiting = null;
    this.ask({ kind: "stop" });
  }

  /** Think never again. */
  close(): void {
    this.stop();
    this.worker.terminate();
  }
}
