import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ConnectError } from "@connectrpc/connect";
import { Code, Referee, type RefereeError, retrying } from "belote-referee";
// Not for users, so by its place: what they get of it is its effect.
import { serviceConfig } from "#dist/service-config.js";
import { transport } from "./serving.js";

/** A referee that fails with the codes in turn, then answers; and when it was asked, with how much time left. */
function failing(...codes: Code[]) {
  const asked: { at: number; left: number | undefined }[] = [];
  const start = performance.now();
  const referee = new Referee(
    retrying(
      transport((_method, _signal, left) => {
        asked.push({ at: performance.now() - start, left });
        const code = codes[asked.length - 1];
        if (code !== undefined) throw new ConnectError(`attempt ${asked.length}`, code);
        return {};
      }),
    ),
  );
  return { referee, asked };
}

function fails(code: Code, message: string) {
  return (error: RefereeError) => {
    assert.deepEqual([error.code, error.message], [code, message]);
    return true;
  };
}

test("the figures are those of all clients", async () => {
  const text = await readFile(new URL("../../../service_config.json", import.meta.url), "utf8");
  assert.deepEqual(JSON.parse(text), serviceConfig);
  // The one status that the code sends again for.
  assert.deepEqual(serviceConfig.methodConfig[0].retryPolicy.retryableStatusCodes, ["UNAVAILABLE"]);
});

test("a call is sent four times at most, with growing pauses", async () => {
  const { referee, asked } = failing(Code.Unavailable, Code.Unavailable, Code.Unavailable, Code.Unavailable);
  await assert.rejects(referee.listVariants(), fails(Code.Unavailable, "attempt 4"));
  assert.equal(asked.length, 4);
  for (const [index, least] of [80, 160, 320].entries()) {
    const pause = asked[index + 1]!.at - asked[index]!.at;
    assert.ok(pause >= least - 2, `pause ${index} was ${pause}`);
  }
});

test("a call is answered by the attempt that reaches somebody", async () => {
  const { referee, asked } = failing(Code.Unavailable, Code.Unavailable);
  await referee.listVariants();
  assert.equal(asked.length, 3);
});

test("nothing but an unavailable referee is asked again", async () => {
  for (const code of [
    Code.InvalidArgument,
    Code.ResourceExhausted,
    Code.DeadlineExceeded,
    Code.Internal,
    Code.Unknown,
  ]) {
    const { referee, asked } = failing(code);
    await assert.rejects(referee.listVariants(), fails(code, "attempt 1"));
    assert.equal(asked.length, 1);
  }
});

test("each attempt has what the others left of the deadline, in whole milliseconds", async () => {
  const { referee, asked } = failing(Code.Unavailable, Code.Unavailable);
  await referee.listVariants({}, { timeoutMs: 999.5 });
  const left = asked.map((attempt) => attempt.left ?? 0);
  assert.equal(left[0], 1000);
  assert.ok(left[1]! <= 1000 - 78 && left[2]! <= left[1]! - 158, String(left));
  assert.ok(left.every((ms) => Number.isInteger(ms) && ms > 0));
});

test("a call that has no time for another attempt fails with what the last one said", async () => {
  const { referee, asked } = failing(Code.Unavailable, Code.Unavailable);
  await assert.rejects(referee.listVariants({}, { timeoutMs: 60 }), fails(Code.Unavailable, "attempt 1"));
  assert.equal(asked.length, 1);
});

test("a call without a deadline stays without one", async () => {
  const { referee, asked } = failing(Code.Unavailable);
  await referee.listVariants({}, { timeoutMs: 0 });
  assert.deepEqual(
    asked.map((attempt) => attempt.left),
    [0, 0],
  );
});

test("a call that is cancelled between two attempts is over, and is not sent again", async () => {
  const { referee, asked } = failing(Code.Unavailable, Code.Unavailable);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(referee.listVariants({}, { signal: controller.signal }), { code: Code.Canceled });
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.equal(asked.length, 1);
});
