/**
 * What the engine of Visual Studio Code makes of texts by our grammar.
 *
 * Takes a list of texts as JSON from standard input, and gives for each its lines, each a list of
 * words with the scopes that they have.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const code = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(code.buffer.slice(code.byteOffset, code.byteOffset + code.length));
const path = new URL("../syntaxes/ludii.tmLanguage.json", import.meta.url);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (string) => new oniguruma.OnigString(string),
  }),
  loadGrammar: async () => textmate.parseRawGrammar(readFileSync(path, "utf8"), path.pathname),
});
const grammar = await registry.loadGrammar("source.ludii");

function lines(given) {
  let stack = textmate.INITIAL;
  return given.split("\n").map((line) => {
    const found = grammar.tokenizeLine(line, stack);
    stack = found.ruleStack;
    return found.tokens.map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1)]);
  });
}

process.stdout.write(JSON.stringify(JSON.parse(await text(process.stdin)).map(lines)));
