// Pages in a real browser ask a live referee of another origin.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { cards, Code, toJson, ListLegalCardsRequestSchema, create, Trump } from "belote-referee";
import type { Browser, Page } from "playwright-core";
import type { Asked, Protocol, Told } from "./page.js";
import {
  bundled,
  findChromium,
  findProgram,
  type Origin,
  PROGRAM,
  ROOT,
  type Served,
  startBalancer,
  startChromium,
  startOrigin,
  startReferee,
} from "./stage.js";

const PROTOCOLS: Protocol[] = ["connect", "connect-json", "grpc-web"];
const QUESTION = toJson(
  ListLegalCardsRequestSchema,
  create(ListLegalCardsRequestSchema, {
    ruleset: { preset: "ffb_classic" },
    trump: Trump.HEARTS,
    hand: cards("7H AS"),
    trick: cards("KC"),
  }),
) as object;
const UNKNOWN_GAME = { ...QUESTION, ruleset: { preset: "tarot" } };
/** A question that takes the referee far longer than a millisecond. */
const LONG = { questions: Array.from({ length: 1000 }, () => ({ listLegalCards: QUESTION })) };

const skip = findChromium() || process.env["CI"] ? false : "there is no chromium (CHROMIUM=path names another)";

const openssl = (() => {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

/** A certificate for this machine, which nobody vouches for. */
function papers() {
  const folder = mkdtempSync(join(tmpdir(), "referee-tls-"));
  const [cert, key, both] = [join(folder, "cert.pem"), join(folder, "key.pem"), join(folder, "both.pem")];
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"];
  execFileSync("openssl", ["req", "-x509", ...ec, "-keyout", key, "-out", cert, ...names], { stdio: "ignore" });
  writeFileSync(both, readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  return { folder, cert, key, both };
}

describe("in Chromium", { skip }, () => {
  let browser: Browser;
  let page: Page;
  let script: Uint8Array;
  let home: Origin;
  let stranger: Origin;
  let referee: Served;

  before(async () => {
    script = await bundled();
    [home, stranger] = await Promise.all([startOrigin(script), startOrigin(script)]);
    [browser, referee] = await Promise.all([startChromium(), startReferee("--web-origin", home.origin)]);
    page = await shown(home.origin);
  });

  after(async () => {
    await browser?.close();
    await referee?.stop();
    home?.close();
    stranger?.close();
  });

  /** A new page, in a browser of somebody else's. */
  async function shown(
    address: string,
    options: Parameters<Browser["newContext"]>[0] = {},
    ready = () => "can" in window,
  ): Promise<Page> {
    const page = await (await browser.newContext(options)).newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(address);
    await page.waitForFunction(ready);
    return page;
  }

  function ask(asked: Partial<Asked>, where = page): Promise<Told> {
    const whole = { address: referee.address, protocol: "connect", rpc: "listLegalCards", request: QUESTION, ...asked };
    return where.evaluate((asked) => window.can.ask(asked), whole as Asked);
  }

  for (const protocol of PROTOCOLS) {
    describe(protocol, () => {
      test("a question is answered, with reasons", async () => {
        const { answer } = await ask({ protocol });
        const { legal, refused } = answer as { legal: string[]; refused: { card: string; violations: object[] }[] };
        assert.deepEqual(legal, ["CARD_SEVEN_OF_HEARTS"]);
        assert.equal(refused[0]?.card, "CARD_ACE_OF_SPADES");
        assert.equal((refused[0]?.violations[0] as { ruleId: string }).ruleId, "play/must_trump");
      });

      test("a refusal has its reason, its facts and the bad field", async () => {
        const { answer, error } = await ask({ protocol, request: UNKNOWN_GAME });
        assert.equal(answer, undefined);
        assert.deepEqual([error?.code, error?.reason], [Code.NotFound, "PRESET_UNKNOWN"]);
        assert.equal(error?.metadata["preset"], "tarot");
        assert.deepEqual(
          error?.fields.map((field) => field.path),
          ["ruleset.preset"],
        );
      });

      test("the page's language is spoken, and named to the page", async () => {
        const [english, french] = [await ask({ protocol }), await ask({ protocol, language: "fr" })];
        assert.deepEqual([english.language, french.language], ["en", "fr"]);
        assert.match(JSON.stringify(french.answer), /atout/);
        assert.doesNotMatch(JSON.stringify(english.answer), /atout/);
        const refused = await ask({ protocol, language: "fr", request: UNKNOWN_GAME });
        assert.match(refused.error!.message, /inconnu|connaît|aucun/);
      });

      test("a batch is answered, and a bad question spoils no other", async () => {
        const request = { questions: [{ listLegalCards: QUESTION }, { listLegalCards: UNKNOWN_GAME }] };
        const { answer } = await ask({ protocol, rpc: "batchJudge", request });
        const [one, other] = (answer as { answers: Record<string, { legal: string[]; reason: string }>[] }).answers;
        assert.deepEqual(one?.["listLegalCards"]?.legal, ["CARD_SEVEN_OF_HEARTS"]);
        assert.equal(other?.["error"]?.reason, "ERROR_REASON_PRESET_UNKNOWN");
      });

      test("a deadline ends a call that takes too long", async () => {
        const { error } = await ask({ protocol, rpc: "batchJudge", request: LONG, timeoutMs: 1 });
        assert.equal(error?.code, Code.DeadlineExceeded);
        assert.ok((await ask({ protocol })).answer, "the next one is answered");
      });

      test("a page may think better of it", async () => {
        const { error } = await ask({ protocol, rpc: "batchJudge", request: LONG, aborts: true });
        assert.equal(error?.code, Code.Canceled);
        assert.ok((await ask({ protocol })).answer, "the next one is answered");
      });

      test("a page of another origin gets nothing", async () => {
        const page = await shown(stranger.origin);
        const complaints: string[] = [];
        page.on("console", (message) => void complaints.push(message.text()));
        const { answer, error } = await ask({ protocol }, page);
        assert.equal(answer, undefined);
        assert.equal(error?.code, Code.Unavailable);
        assert.match(complaints.join("\n"), /CORS policy/);
        await page.context().close();
      });
    });
  }

  test("the door asks for one preflight, which the browser remembers", async () => {
    const page = await shown(home.origin);
    const devtools = await page.context().newCDPSession(page);
    const sent: string[] = []; // DevTools call a preflight "Other"
    devtools.on("Network.requestWillBeSent", ({ request, type }) => {
      if (request.url.startsWith(referee.address)) sent.push(`${type} ${request.method}`);
    });
    await devtools.send("Network.enable");
    const answers = [await ask({}, page), await ask({}, page), await ask({}, page)];
    assert.ok(answers.every((told) => told.answer));
    assert.deepEqual(sent.sort(), ["Fetch POST", "Fetch POST", "Fetch POST", "Other OPTIONS"]);
    await page.context().close();
  });

  test("a browser that is French is answered so without being told to", async () => {
    const page = await shown(home.origin, { locale: "fr-CH" });
    assert.equal((await ask({}, page)).language, "fr");
    await page.context().close();
  });

  test("a page needs no library", async () => {
    const { address } = referee;
    const calls = `${address}/belote.referee.v1.RefereeService/`;
    const json = { "content-type": "application/json" };
    const post = (rpc: string, headers: Record<string, string>, request: unknown) =>
      page.evaluate(([address, headers, body]) => window.can.post(address, headers, body), [
        calls + rpc,
        headers,
        JSON.stringify(request),
      ] as const);
    const { status, said } = await post("ListLegalCards", json, QUESTION);
    assert.equal(status, 200);
    assert.deepEqual((said as { legal: string[] }).legal, ["CARD_SEVEN_OF_HEARTS"]);

    // The server itself minds the deadline; no client stands in between here.
    const late = await post("BatchJudge", { ...json, "connect-timeout-ms": "1" }, LONG);
    assert.deepEqual([late.status, (late.said as { code: string }).code], [504, "deadline_exceeded"]);
  });

  test("the call of docs/browsers.md without a library is answered", async () => {
    const guide = readFileSync(join(ROOT, "docs/browsers.md"), "utf8");
    const [code] = /^    const response = await fetch\([^]*?^    const answer = .*$/m.exec(guide)!;
    const here = code.replace("https://referee.example", referee.address);
    assert.notEqual(here, code);
    const answer = await page.evaluate<{ legal: string[] }>(`(async () => { ${here}\n return answer; })()`);
    assert.deepEqual(answer.legal, ["CARD_SEVEN_OF_HEARTS"]);
  });

  test("a request that is too large is refused with the limit", async () => {
    const small = await startReferee("--web-origin", home.origin, "--max-request-bytes", "10000");
    try {
      // Refused once it is whole, while it is read, and long before its end.
      for (const many of [500, 1000, 100_000]) {
        const request = { questions: Array.from({ length: many }, () => ({ listLegalCards: QUESTION })) };
        const { error } = await ask({ address: small.address, rpc: "batchJudge", request });
        assert.deepEqual([error?.code, error?.reason], [Code.ResourceExhausted, "REQUEST_TOO_LARGE"], `${many}`);
        assert.equal(error?.metadata["limit"], "10000");
      }
    } finally {
      await small.stop();
    }
  });

  test("a token lets a page in, and nothing else does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "referee-tokens-"));
    const [token, line] = execFileSync(PROGRAM, ["token", "page"], { encoding: "utf8" }).split("\n");
    writeFileSync(join(folder, "tokens"), `${line}\n`);
    const locked = await startReferee("--web-origin", home.origin, "--tokens-file", join(folder, "tokens"));
    try {
      for (const protocol of PROTOCOLS) {
        const way = { address: locked.address, protocol };
        assert.ok((await ask({ ...way, token: token! })).answer, protocol);
        for (const wrong of [{}, { token: "sesame" }]) {
          assert.equal((await ask({ ...way, ...wrong })).error?.code, Code.Unauthenticated, protocol);
        }
      }
    } finally {
      await locked.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test("the page that describes the calls sends each example, in the language chosen", async () => {
    const page = await shown(`${referee.address}/docs`, {}, () => document.querySelectorAll("section").length > 0);
    const complaints: string[] = [];
    page.on("console", (message) => void complaints.push(message.text()));
    const calls = page.locator("section");
    assert.equal(await calls.count(), 12);
    for (const call of await calls.all()) {
      await call.getByRole("button").click();
      await call.locator(".status", { hasText: /\d/ }).waitFor();
      assert.equal(await call.locator(".status").textContent(), " 200 OK", (await call.getAttribute("id"))!);
      JSON.parse((await call.locator(".answer").textContent())!);
    }
    await page.locator("#language").selectOption("fr");
    const spot = page.locator("#ListLegalCards");
    await spot.getByRole("button").click();
    await spot.locator(".answer", { hasText: "atout" }).waitFor();

    await spot.locator("textarea").fill('{"hand": "<b>not a list</b>"}');
    await spot.getByRole("button").click();
    await spot.locator(".status", { hasText: "400" }).waitFor();
    assert.match((await spot.locator(".answer").textContent())!, /"code": "invalid_argument"/);
    assert.equal(await spot.locator(".answer b").count(), 0, "words are not read as HTML");
    assert.deepEqual(
      complaints.filter((one) => !one.includes("status of 400")),
      [],
    );
    await page.context().close();
  });

  test("a referee that has gone is unavailable", async () => {
    const gone = await startReferee("--web-origin", home.origin);
    assert.ok((await ask({ address: gone.address })).answer);
    await gone.stop();
    for (const protocol of PROTOCOLS) {
      const { error } = await ask({ address: gone.address, protocol });
      assert.deepEqual([error?.code, error?.reason], [Code.Unavailable, ""], protocol);
    }
  });

  const haproxy = findProgram("haproxy") && openssl ? false : "haproxy or openssl is missing";
  test("HTTP/2, by way of HAProxy with the project's file", { skip: haproxy }, async () => {
    const { folder, both } = papers();
    const balancer = await startBalancer(referee, both);
    const page = await shown(home.origin, { ignoreHTTPSErrors: true });
    const devtools = await page.context().newCDPSession(page);
    const spoken: string[] = [];
    devtools.on("Network.responseReceived", ({ response }) => {
      if (response.url.startsWith(balancer.address)) spoken.push(`${response.protocol} ${response.status}`);
    });
    await devtools.send("Network.enable");
    try {
      for (const protocol of PROTOCOLS) {
        const way = { address: balancer.address, protocol };
        assert.ok((await ask(way, page)).answer, protocol);
        const { error } = await ask({ ...way, language: "fr", request: UNKNOWN_GAME }, page);
        assert.deepEqual([error?.code, error?.reason], [Code.NotFound, "PRESET_UNKNOWN"], protocol);
      }
      assert.deepEqual([...new Set(spoken.map((one) => one.split(" ")[0]))], ["h2"], spoken.join(", "));
    } finally {
      await page.context().close();
      balancer.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test("TLS", { skip: openssl ? false : "there is no openssl to make certificates" }, async () => {
    const { folder, cert, key } = papers();
    const sealed = await startReferee("--web-origin", home.origin, "--tls-certificate", cert, "--tls-key", key);
    try {
      assert.match(sealed.address, /^https:/);
      const trusting = await shown(home.origin, { ignoreHTTPSErrors: true });
      for (const protocol of PROTOCOLS) {
        assert.ok((await ask({ address: sealed.address, protocol }, trusting)).answer, protocol);
        assert.equal((await ask({ address: sealed.address, protocol })).error?.code, Code.Unavailable, "not trusted");
      }
      await trusting.context().close();
    } finally {
      await sealed.stop();
      rmSync(folder, { recursive: true });
    }
  });
});
