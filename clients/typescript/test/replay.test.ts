import assert from "node:assert/strict";
import { test } from "node:test";
import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { Code, Referee, Seat } from "belote-referee";
import { ConformanceSuiteSchema } from "../conformance/gen/belote/conformance/v1/conformance_pb.js";
import { replay } from "../conformance/replay.js";
import { refusal, transport, TWICE } from "./serving.js";

type Suite = MessageInitShape<typeof ConformanceSuiteSchema>;

const WINS = new Referee(transport(() => ({ winner: Seat.EAST, points: 0 })));
const REFUSES = new Referee(
  transport(() => {
    throw refusal(Code.InvalidArgument, TWICE);
  }),
);
const ERROR = {
  code: 3,
  reason: "CARD_DUPLICATED",
  domain: "belote.referee",
  metadata: { card: "JH", field: "deal.deck[3]" },
  violatedFields: ["deal.deck[3]"],
};

function one(value: object, language = ""): Suite {
  return { vectors: [{ name: "one", language, call: { case: "judgeTrick", value: { request: {}, ...value } } }] };
}

function answered(value: object): Suite {
  return one({ expected: { case: "response", value } });
}

function refused(value: object): Suite {
  return one({ expected: { case: "error", value } });
}

async function said(suite: Suite, referee: Referee): Promise<[boolean, ...string[]]> {
  const lines: string[] = [];
  const passed = await replay(create(ConformanceSuiteSchema, suite), referee, "label", (line) => lines.push(line));
  return [passed, ...lines];
}

test("what is as expected passes", async () => {
  assert.deepEqual(await said(answered({ winner: Seat.EAST, points: 0 }), WINS), [true, "label: 1 passed, 0 failed"]);
  assert.deepEqual(await said(refused(ERROR), REFUSES), [true, "label: 1 passed, 0 failed"]);
});

const FAILURES: [what: string, suite: Suite, referee: Referee, differs: RegExp][] = [
  ["a value", answered({ winner: Seat.WEST, points: 0 }), WINS, /at winner: .*SEAT_WEST.* expected, .*SEAT_EAST.* rec/],
  ["unset in place of zero", answered({ winner: Seat.EAST }), WINS, /at points: nothing expected, 0 received/],
  ["an error", answered({ winner: Seat.EAST }), REFUSES, /an error: InvalidArgument CARD_DUPLICATED: .*twice/],
  ["no error", refused(ERROR), WINS, /an answer where an error is expected/],
  ["the code", refused({ ...ERROR, code: 5 }), REFUSES, /at code: 5 expected, 3 received/],
  ["the reason", refused({ ...ERROR, reason: "HAND_SIZE" }), REFUSES, /at reason: /],
  ["the domain", refused({ ...ERROR, domain: "" }), REFUSES, /at domain: /],
  ["one of the facts", refused({ ...ERROR, metadata: { card: "JH" } }), REFUSES, /at metadata.field: nothing expected/],
  ["the fields", refused({ ...ERROR, violatedFields: [] }), REFUSES, /at fields.0: nothing expected/],
  ["an unknown call", { vectors: [{ name: "one" }] }, WINS, /a call that this runner does not know/],
  ["no expectation", one({}), WINS, /the vector expects nothing/],
  ["no request", one({ request: undefined }), WINS, /the vector asks nothing/],
  ["what no header can have", one({}, "\n\0"), WINS, /the runner: TypeError/],
];
for (const [what, suite, referee, differs] of FAILURES) {
  test(`${what} is a failure`, async () => {
    const [passed, line, sum, ...rest] = await said(suite, referee);
    assert.match(line!, /^FAIL one: /);
    assert.match(line!, differs);
    assert.deepEqual([passed, sum, rest], [false, "label: 0 passed, 1 failed", []]);
  });
}

test("no vectors at all are a failure", async () => {
  assert.deepEqual(await said({}, WINS), [false, "label: 0 passed, 0 failed"]);
});

test("the language of a vector is asked for, and none where it has none", async () => {
  const asked: (string | null)[] = [];
  const noting = new Referee(
    transport((_method, _signal, _timeoutMs, header) => {
      asked.push(new Headers(header).get("accept-language"));
      return {};
    }),
  );
  await said(one({}, "fr"), noting);
  await said(one({}), noting);
  assert.deepEqual(asked, ["fr", null]);
});
