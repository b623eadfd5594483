import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { Code, Referee, RefereeError, type RefereeOptions, RefereeService, Seat } from "belote-referee";
import { refusal, transport, TWICE } from "./serving.js";

/** A referee whose calls are only noted. */
function noting(options?: RefereeOptions) {
  const noted: { method: string; timeoutMs: number | undefined; header: Headers; input: unknown }[] = [];
  const referee = new Referee(
    transport((method, _signal, timeoutMs, header, input) => {
      noted.push({ method: method.localName, timeoutMs, header: new Headers(header), input });
      return {};
    }),
    options,
  );
  return { referee, noted };
}

for (const name of Object.keys(RefereeService.method) as (keyof typeof RefereeService.method)[]) {
  test(`${name} asks what it is called after`, async () => {
    const { referee, noted } = noting();
    const answer = await referee[name]({});
    assert.equal(noted[0]?.method, name);
    assert.equal(answer.$typeName, RefereeService.method[name].output.typeName);
  });
}

test("requests are plain objects, answers are messages", async () => {
  const referee = new Referee(transport(() => ({ winner: Seat.EAST, winnerIndex: 0 })));
  const answer = await referee.judgeTrick({ ruleset: { preset: "ffb_classic" } });
  assert.deepEqual([answer.winner, answer.winnerIndex, answer.points], [Seat.EAST, 0, undefined]);
});

test("a call has five seconds, no language and no token where nothing is said", async () => {
  const { referee, noted } = noting();
  await referee.listVariants();
  assert.equal(noted[0]?.timeoutMs, 5000);
  assert.deepEqual([...noted[0].header], []);
});

test("what is said for all calls can be said otherwise for one", async () => {
  const { referee, noted } = noting({ timeoutMs: 700, language: "fr", token: "sesame" });
  await referee.listVariants();
  await referee.listVariants({}, { timeoutMs: 1.5, language: "en" });
  await referee.listVariants({}, { headers: { "accept-language": "de", "x-request-id": "7" } });
  await referee.listVariants({}, { timeoutMs: Infinity });
  assert.deepEqual(
    noted.map((call) => call.timeoutMs),
    [700, 2, 700, 99_999_999],
  );
  assert.deepEqual(
    noted.map((call) => call.header.get("accept-language")),
    ["fr", "en", "de", "fr"],
  );
  assert.ok(noted.every((call) => call.header.get("authorization") === "Bearer sesame"));
  assert.equal(noted[2]?.header.get("x-request-id"), "7");
});

test("headers and trailers of an answer can be had", async () => {
  const { referee } = noting();
  const seen: (string | null)[] = [];
  await referee.listVariants(
    {},
    {
      onHeader: (headers) => seen.push(headers.get("x-first")),
      onTrailer: (trailers) => seen.push(trailers.get("content-language")),
    },
  );
  assert.deepEqual(seen, ["1", "fr"]);
});

test("a refusal is a RefereeError", async () => {
  const referee = new Referee(
    transport(() => {
      throw refusal(Code.InvalidArgument, TWICE);
    }),
  );
  await assert.rejects(referee.inspectDeal({}), (error) => {
    assert.ok(error instanceof RefereeError);
    assert.deepEqual([error.code, error.reason], [Code.InvalidArgument, "CARD_DUPLICATED"]);
    return true;
  });
});

test("times that are none are refused before anything is sent", async () => {
  for (const timeoutMs of [-1, NaN]) {
    assert.throws(() => noting({ timeoutMs }), RangeError);
    const { referee, noted } = noting();
    await assert.rejects(referee.listVariants({}, { timeoutMs }), RangeError);
    assert.equal(noted.length, 0);
  }
});

test("a token that no header can have is refused, and not shown", () => {
  for (const token of ["", "se same", "sésame", "sesame\r\nx: y"]) {
    assert.throws(
      () => noting({ token }),
      (error) => error instanceof TypeError && (token === "" || !error.message.includes(token)),
    );
  }
});

/** A referee that answers only when it is given up, and how often it was let go. */
function silent() {
  const gone: unknown[] = [];
  const referee = new Referee(
    transport(
      (_method, signal) =>
        new Promise((_, reject) => {
          const leave = () => {
            gone.push(signal?.reason);
            reject(new Error("given up"));
          };
          if (signal?.aborted) leave();
          else signal?.addEventListener("abort", leave);
        }),
    ),
    {},
    () => gone.push("disconnected"),
  );
  return { referee, gone };
}

test("closing ends the calls under way and all later ones, and disconnects once", async () => {
  const { referee, gone } = silent();
  const calls = [referee.listVariants(), referee.listVariants({}, { signal: new AbortController().signal })];
  referee.close();
  referee.close();
  for (const call of [...calls, referee.listVariants()]) {
    await assert.rejects(call, { name: "RefereeError", code: Code.Canceled, message: "the referee was closed" });
  }
  assert.equal(gone.filter((one) => one === "disconnected").length, 1);
});

test("a signal ends its call and no other", async () => {
  const { referee, gone } = silent();
  const controller = new AbortController();
  const call = referee.listVariants({}, { signal: controller.signal });
  const other = referee.listVariants();
  controller.abort();
  await assert.rejects(call, { name: "RefereeError", code: Code.Canceled });
  assert.equal(gone.length, 1);
  referee.close();
  await assert.rejects(other, { code: Code.Canceled });
});

test("a signal that outlives many calls is not held by them", async () => {
  const { referee } = noting();
  const { signal } = new AbortController();
  await Promise.all([referee.listVariants({}, { signal }), referee.listVariants({}, { signal })]);
  assert.deepEqual(getEventListeners(signal, "abort"), []);
});

test("a signal that was given before, and any reason for it, cancels as well", async () => {
  const { referee } = silent();
  await assert.rejects(referee.listVariants({}, { signal: AbortSignal.abort() }), { code: Code.Canceled });
  await assert.rejects(referee.listVariants({}, { signal: AbortSignal.abort("enough") }), {
    code: Code.Canceled,
    message: "enough",
  });
});
