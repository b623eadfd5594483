// node build/browser/replay.js [--json | --grpc-web] VECTORS-FILE WEB-HOST:PORT
// Chromium replays the vectors against a web door that every origin may ask.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Protocol } from "./page.js";
import { bundled, startChromium, startOrigin } from "./stage.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean" }, "grpc-web": { type: "boolean" } },
});
const [file, target] = positionals;
if (file === undefined || target === undefined || positionals.length > 2 || (values.json && values["grpc-web"])) {
  console.error("usage: replay.js [--json | --grpc-web] VECTORS-FILE WEB-HOST:PORT");
  process.exit(2);
}
const [protocol, way]: [Protocol, string] = values.json
  ? ["connect-json", "json"]
  : values["grpc-web"]
    ? ["grpc-web", "grpc-web"]
    : ["connect", "web"];
const page = await startOrigin(await bundled(), await readFile(file));
const browser = await startChromium();
try {
  const shown = await browser.newPage();
  await shown.goto(page.origin);
  const asked = { address: `http://${target}`, protocol };
  const { allPassed, lines } = await shown.evaluate(([way, label]) => window.can.replayed(way, label), [
    asked,
    `typescript-${way}-chromium`,
  ] as const);
  for (const line of lines) console.log(line);
  process.exitCode = allPassed ? 0 : 1;
} finally {
  await browser.close();
  page.close();
}
