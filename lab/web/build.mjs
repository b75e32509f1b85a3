/** Builds `page.js` and `studio.js`; the first line of each tells which sources it was built from. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const here = new URL("./", import.meta.url);
const inside = (folder) => readdirSync(new URL(`${folder}/`, here)).map((name) => `${folder}/${name}`);

/** Build a script from its sources; which packages are in it. */
async function script(entry, name, sources) {
  const hash = createHash("sha256");
  for (const one of [...sources].sort()) hash.update(`${one}\n`).update(readFileSync(new URL(one, here)));
  const built = await build({
    entryPoints: [new URL(entry, here).pathname],
    absWorkingDir: new URL(".", here).pathname.replace(/\/$/, ""),
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: "iife",
    target: ["chrome102", "firefox114", "safari16.4"],
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
  });
  const [{ text }] = built.outputFiles;
  const inline = name === "page.js"; // exported pages hold it
  if (inline && (text.includes("</script") || text.includes("<!--"))) throw new Error(`${name} would end its element`);
  writeFileSync(new URL(name, here), `/* of ${hash.digest("hex")}, by build.mjs */\n${text}`);
  const packages = Object.keys(built.metafile.inputs).map((one) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(one)?.[1]);
  return [...new Set(packages)].filter(Boolean).sort();
}

/** The licences of packages, which have to go with a script that holds them. */
function licences(packages) {
  return packages.map((name) => {
    const folder = new URL(`node_modules/${name}/`, here);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (file === undefined) throw new Error(`${name} has no licence`);
    return `${name}\n\n${readFileSync(new URL(file, folder), "utf8").trim()}\n`;
  }).join("\n----\n\n");
}

const page = [...inside("src"), "engine.mjs"];
await script("src/main.ts", "page.js", page);
const packages = await script("studio/main.tsx", "studio.js", [...page, ...inside("studio"), "package-lock.json"]);
writeFileSync(new URL("studio-licences.txt", here), licences(packages));
