/** Answers questions about one game, a line of JSON each; see `node.py`. */

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Engine } from "./engine.mjs";

let engine;

/** How many of something there are a second of the processor's time, done in calls that grow. */
function rate(seconds, run) {
  let size = 16;
  let done = 0;
  const start = process.cpuUsage();
  const spent = (since) => {
    const { user, system } = process.cpuUsage(since);
    return (user + system) / 1e6;
  };
  while (spent(start) < seconds) {
    const before = process.cpuUsage();
    run(size);
    done += size;
    if (spent(before) < seconds / 8) size *= 2;
  }
  return { rate: done / spent(start) };
}

const answers = {
  async load({ code, description }) {
    engine = await Engine.load(readFileSync(code), JSON.parse(readFileSync(description, "utf8")));
    return {};
  },

  playouts({ count, seed }) {
    const { lengths, ranks } = engine.playouts(count, BigInt(seed));
    return { lengths: Array.from(lengths), ranks: Array.from(ranks) };
  },

  /** The legal moves along a game in which the moves of these numbers are made. */
  walk({ seed, picks }) {
    let position = engine.begin(BigInt(seed));
    const found = [];
    for (const pick of [...picks, null]) {
      const legal = engine.legal(position);
      found.push({ legal: legal.map(String), over: engine.over(position),
        ranking: engine.ranking(position), mover: engine.field(position, "mover") });
      if (pick !== null) position = engine.after(position, legal[pick]);
    }
    return { plies: found };
  },

  search({ seed, picks, start, rounds, memory }) {
    let position = engine.begin(BigInt(start));
    for (const pick of picks) position = engine.after(position, engine.legal(position)[pick]);
    const search = engine.search(position, { seed: BigInt(seed), memory });
    const done = search.run(rounds);
    const moves = search.moves().map((one) => ({ ...one, move: String(one.move) }));
    return { done, moves };
  },

  speed({ seconds, seed }) {
    return rate(seconds, (count) => engine.playouts(count, BigInt(seed)));
  },

  search_speed({ seconds, seed, memory }) {
    const position = engine.begin(BigInt(seed));
    return rate(seconds, (count) => engine.search(position, { seed: BigInt(seed), memory }).run(count));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { question, ...rest } = JSON.parse(line);
  try {
    process.stdout.write(`${JSON.stringify(await answers[question](rest))}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: String(error.stack ?? error) })}\n`);
  }
}
