/** Builds `page.js` from `src/`; its first line tells which sources it was built from. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const sources = [...readdirSync(new URL("src/", here)).map((name) => `src/${name}`), "engine.mjs"].sort();
const hash = createHash("sha256");
for (const name of sources) hash.update(`${name}\n`).update(readFileSync(new URL(name, here)));

const built = await build({
  entryPoints: [new URL("src/main.ts", here).pathname],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: ["chrome102", "firefox114", "safari16.4"],
  legalComments: "none",
});
const [{ text }] = built.outputFiles;
if (text.includes("</script") || text.includes("<!--")) throw new Error("the script would end its element");
writeFileSync(new URL("page.js", here), `/* of ${hash.digest("hex")}, by build.mjs */\n${text}`);
