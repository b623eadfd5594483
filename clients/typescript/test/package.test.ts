// What a user gets.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import * as referee from "belote-referee";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const HERE = fileURLToPath(new URL("../..", import.meta.url));

/** Each file below a folder, by its path from there. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

test("the package has what is needed and nothing else", () => {
  const said = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: HERE,
    encoding: "utf8",
  });
  const [{ files }] = Object.values(JSON.parse(said)) as [{ files: { path: string }[] }];
  const modules = ["card-text", "connection", "error", "grpc-js", "index", "loss", "node", "referee", "retry"].concat(
    ["service-config", "web", "gen/belote/errordetails/v1/error_details_pb"],
    ["card", "deal", "error_reason", "position", "referee_service", "ruleset", "score"].map(
      (name) => `gen/belote/referee/v1/${name}_pb`,
    ),
  );
  const expected = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  assert.deepEqual(files.map((file) => file.path).sort(), [...expected, "LICENSE", "README.md", "package.json"].sort());
});

test("publint has nothing to say", async () => {
  const { messages, pkg } = await publint({ pkgDir: HERE, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg!)),
    [],
  );
});

test("versions are exact, since no lock file is kept", () => {
  const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    assert.match(version as string, /^\d+\.\d+\.\d+$/, name);
  }
});

test("the licence is the project's", () => {
  assert.equal(readFileSync(join(HERE, "LICENSE"), "utf8"), readFileSync(join(HERE, "../../LICENSE"), "utf8"));
});

test("programs that are no modules can require it", () => {
  const require = createRequire(import.meta.url);
  assert.equal(require("belote-referee").Referee, referee.Referee);
  assert.equal(typeof require("belote-referee/node").connectReferee, "function");
});

test("generated code is what the contract gives", (test) => {
  const folder = mkdtempSync(join(tmpdir(), "referee-gen-"));
  test.after(() => rmSync(folder, { recursive: true }));
  const bin = join(HERE, "node_modules/.bin");
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
  for (const template of ["buf.gen.yaml", "conformance/buf.gen.yaml"]) {
    execFileSync(join(bin, "buf"), ["generate", "--template", template, "--output", folder], { cwd: HERE, env });
  }
  for (const place of ["src/gen", "conformance/gen"]) {
    const [made, kept] = [join(folder, place), join(HERE, place)];
    assert.deepEqual(filesIn(kept).sort(), filesIn(made).sort(), "run: npm run generate");
    for (const file of filesIn(made)) {
      assert.ok(
        readFileSync(join(made, file)).equals(readFileSync(join(kept, file))),
        `${file}: run: npm run generate`,
      );
    }
  }
});
