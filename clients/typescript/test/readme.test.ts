// The programs of README.md, of examples and of docs/browsers.md, as a user would try them.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);
const HERE = fileURLToPath(new URL("../..", import.meta.url));
const FOLDER = join(HERE, "build/readme");
const TARGET = process.env["REFEREE_TARGET"];
const NEEDS_TARGET = { skip: TARGET ? false : "REFEREE_TARGET is not set" };

const programs = [...readFileSync(join(HERE, "README.md"), "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(
  (one) => one[1]!,
);
const [ask, page] = programs;
const browsers = readFileSync(join(HERE, "../../docs/browsers.md"), "utf8");
const [, wholePage] = /^`page\.ts`[^]*?:\n\n((?:    .*\n|\n)+)/m.exec(browsers) ?? [];

mkdirSync(FOLDER, { recursive: true });
writeFileSync(join(FOLDER, "ask.mts"), ask!);
writeFileSync(join(FOLDER, "ask.mjs"), ask!);
writeFileSync(join(FOLDER, "page.ts"), page!);
writeFileSync(join(FOLDER, "whole_page.ts"), wholePage!.replaceAll(/^ {4}/gm, ""));

/** Checks a program by the strictest of the settings that its users may have. */
async function typeCheck(file: string, ...settings: string[]): Promise<void> {
  const tsc = join(HERE, "node_modules/typescript/bin/tsc");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const words = [tsc, "--ignoreConfig", "--noEmit", "--target", "es2022", ...strict, ...settings, file];
  await run(process.execPath, words, { cwd: FOLDER }).catch((error: { stdout: string }) => assert.fail(error.stdout));
}

test("there are the two programs that are checked here", () => assert.equal(programs.length, 2));

// Without "dom", Connect's own types lack one of their names.
test("the first is TypeScript", () =>
  typeCheck("ask.mts", "--module", "nodenext", "--lib", "es2022", "--types", "node", "--skipLibCheck"));

for (const file of ["page.ts", "whole_page.ts"])
  test(`${file}, for browsers, is TypeScript where there is no Node.js`, () =>
    typeCheck(file, "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable"));

test("the first runs, and says what the text before it says", NEEDS_TARGET, async () => {
  const { stdout } = await run(process.execPath, ["ask.mjs", TARGET!], { cwd: FOLDER, timeout: 20_000 });
  const lines = stdout.trimEnd().split("\n");
  assert.equal(lines[0], "may: 7H");
  assert.match(lines[1]!, /^not: AS play\/must_trump /);
  assert.match(lines.at(-1)!, /^PRESET_UNKNOWN - known are: .*ffb_classic/);
});

test("the example plays until a card is refused", NEEDS_TARGET, async () => {
  const example = join(HERE, "build/examples/deal_a_hand.js");
  const { stdout } = await run(process.execPath, [example, TARGET!], { timeout: 20_000 });
  assert.match(stdout, /^WEST deals and turns up [789TJQKA][CDHS]\nSOUTH takes [A-Z]+\n/);
  assert.match(stdout, /\n[A-Z]+ may play( [789TJQKA][CDHS])+\nbut not [789TJQKA][CDHS]: .+ \(play\/\w+\)\n$/);
});

test("the example says in a line that nobody is there", async () => {
  const example = join(HERE, "build/examples/deal_a_hand.js");
  await assert.rejects(run(process.execPath, [example, "127.0.0.1:1"]), {
    code: 1,
    stdout: "",
    stderr: /^[^\n]*127\.0\.0\.1:1\n$/,
  });
});
