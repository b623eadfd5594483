import assert from "node:assert/strict";
import { test } from "node:test";
import { createConnectRouter } from "@connectrpc/connect";
import { createFetchHandler } from "@connectrpc/connect/protocol";
import { cards, Code, ErrorReason, RefereeError, RefereeService, Seat, Trump } from "belote-referee";
import { connectReferee } from "belote-referee/web";
import { type JudgeTrick, refusal, TWICE } from "./serving.js";

const PROTOCOLS = ["connect", "connect-json", "grpc-web"] as const;

/** A web door behind a `fetch`, and the requests that came to it. */
function door(judgeTrick: JudgeTrick) {
  const handlers = createConnectRouter()
    .service(RefereeService, { judgeTrick })
    .handlers.map((handler) => ({ path: handler.requestPath, answer: createFetchHandler(handler) }));
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const { pathname } = new URL(request.url);
    return handlers.find((handler) => pathname.endsWith(handler.path))!.answer(request);
  };
  return { fetch, requests };
}

for (const protocol of PROTOCOLS) {
  test(`${protocol}: a question is posted with its deadline, language and token, and answered`, async () => {
    const { fetch, requests } = door(({ cards }) => ({ winner: Seat.WEST, points: cards.length }));
    const options = { protocol, fetch, timeoutMs: 4000, language: "fr", token: "sesame" };
    const referee = connectReferee("https://referee.example/door/", options);
    const answer = await referee.judgeTrick({ cards: cards("7C 8C") });
    assert.deepEqual([answer.winner, answer.points, answer.winnerIndex], [Seat.WEST, 2, undefined]);

    const [request] = requests;
    assert.equal(request?.method, "POST");
    assert.equal(request.url, "https://referee.example/door/belote.referee.v1.RefereeService/JudgeTrick");
    assert.equal(request.headers.get("accept-language"), "fr");
    assert.equal(request.headers.get("authorization"), "Bearer sesame");
    const timeout = request.headers.get(protocol === "grpc-web" ? "grpc-timeout" : "connect-timeout-ms");
    assert.match(timeout!, /^4000m?$/);
    const types = { connect: "proto", "connect-json": "json", "grpc-web": "grpc-web+proto" };
    assert.equal(request.headers.get("content-type"), `application/${types[protocol]}`);
  });

  test(`${protocol}: a refusal arrives with its details`, async () => {
    const { fetch } = door(() => {
      throw refusal(Code.InvalidArgument, TWICE, "le valet de cœur y est deux fois");
    });
    await assert.rejects(connectReferee("https://referee.example", { protocol, fetch }).judgeTrick({}), (error) => {
      assert.ok(error instanceof RefereeError);
      assert.deepEqual([error.code, error.knownReason], [Code.InvalidArgument, ErrorReason.CARD_DUPLICATED]);
      assert.deepEqual({ ...error.metadata }, { field: "deal.deck[3]", card: "JH" });
      assert.deepEqual(error.badFields, [{ path: "deal.deck[3]", description: "it is there twice" }]);
      assert.equal(error.message, "le valet de cœur y est deux fois");
      return true;
    });
  });

  test(`${protocol}: a referee that is unavailable or not reached is asked again`, async () => {
    const failures = [refusal(Code.Unavailable, {}), new TypeError("Failed to fetch")];
    const { fetch, requests } = door(() => {
      if (requests.length === 1) throw failures[0];
      return { winner: Seat.EAST };
    });
    let fetched = 0;
    const lossy: typeof fetch = (input, init) => (++fetched === 2 ? Promise.reject(failures[1]) : fetch(input, init));
    const referee = connectReferee("https://referee.example", { protocol, fetch: lossy });
    assert.equal((await referee.judgeTrick({})).winner, Seat.EAST);
    assert.deepEqual([fetched, requests.length], [3, 2]);
  });

  test(`${protocol}: one that is never reached is unavailable, and why is told`, async () => {
    let asked = 0;
    const fetch = () => Promise.reject(new TypeError(`Failed to fetch ${++asked}`));
    await assert.rejects(connectReferee("https://referee.example", { protocol, fetch }).judgeTrick({}), {
      code: Code.Unavailable,
      message: "the connection failed: Failed to fetch 4",
    });
  });

  test(`${protocol}: an answer that breaks off is a lost connection`, async () => {
    let asked = 0;
    const { fetch } = door(() => ({ winner: Seat.EAST }));
    const breaking: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (++asked > 1) return answer;
      const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("network error")) });
      return new Response(body, { status: 200, headers: answer.headers });
    };
    const referee = connectReferee("https://referee.example", { protocol, fetch: breaking });
    assert.equal((await referee.judgeTrick({})).winner, Seat.EAST);
    assert.equal(asked, 2);
  });

  test(`${protocol}: what stands before a referee may say so itself`, async () => {
    const fetch = () => Promise.resolve(new Response("no", { status: 404 }));
    await assert.rejects(connectReferee("https://referee.example", { protocol, fetch }).judgeTrick({}), {
      code: Code.Unimplemented,
    });
  });

  test(`${protocol}: the deadline and a signal end a call that waits`, async () => {
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason)));
    const referee = connectReferee("https://referee.example", { protocol, fetch });
    await assert.rejects(referee.judgeTrick({}, { timeoutMs: 50 }), { code: Code.DeadlineExceeded });
    await assert.rejects(referee.judgeTrick({}, { signal: AbortSignal.timeout(50) }), { code: Code.Canceled });
  });

  const target = process.env["REFEREE_WEB_TARGET"];
  test(`${protocol}: a live web door`, { skip: target ? false : "REFEREE_WEB_TARGET is not set" }, async () => {
    const referee = connectReferee(`http://${target}`, { protocol, language: "fr" });
    const question = { ruleset: { preset: "ffb_classic" }, trump: Trump.HEARTS, hand: cards("7H AS") };
    const answer = await referee.listLegalCards({ ...question, trick: cards("KC") });
    assert.deepEqual(answer.legal, cards("7H"));
    assert.match(answer.refused[0]!.violations[0]!.message, /couper|atout/);
    await assert.rejects(referee.listLegalCards({ ...question, ruleset: { preset: "tarot" } }), {
      code: Code.NotFound,
      knownReason: ErrorReason.PRESET_UNKNOWN,
    });
  });
}

test("Connect is spoken where nothing is said, by the global fetch", async (test) => {
  const { fetch, requests } = door(() => ({}));
  test.mock.method(globalThis, "fetch", fetch);
  await connectReferee("http://127.0.0.1:1").judgeTrick({});
  assert.equal(requests[0]?.headers.get("connect-protocol-version"), "1");
});

test("an address may be one of the page's own server", async (test) => {
  const { fetch, requests } = door(() => ({}));
  Object.assign(globalThis, { location: new URL("https://page.example/table/7") });
  test.after(() => Reflect.deleteProperty(globalThis, "location"));
  await connectReferee("/referee", { fetch, token: "sesame" }).judgeTrick({});
  assert.equal(requests[0]?.url, "https://page.example/referee/belote.referee.v1.RefereeService/JudgeTrick");
});

test("what is no address is refused, and a token that would travel unprotected", () => {
  assert.throws(() => connectReferee("/referee"), TypeError);
  assert.throws(() => connectReferee("http://referee.example", { token: "sesame" }), TypeError);
  for (const address of ["https://referee.example", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"]) {
    connectReferee(address, { token: "sesame" });
  }
});
