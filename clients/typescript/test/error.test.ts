import assert from "node:assert/strict";
import { inspect } from "node:util";
import { test } from "node:test";
import { ConnectError } from "@connectrpc/connect";
import { Code, ErrorReason, RefereeError } from "belote-referee";
import { bytes, refusal, TWICE } from "./serving.js";

test("an error says all that the referee said", () => {
  const cause = refusal(Code.InvalidArgument, TWICE);
  const error = RefereeError.from(cause);
  assert.equal(error.name, "RefereeError");
  assert.equal(error.code, Code.InvalidArgument);
  assert.equal(error.reason, "CARD_DUPLICATED");
  assert.equal(error.knownReason, ErrorReason.CARD_DUPLICATED);
  assert.equal(error.domain, "belote.referee");
  assert.deepEqual({ ...error.metadata }, { field: "deal.deck[3]", card: "JH" });
  assert.deepEqual(error.badFields, [{ path: "deal.deck[3]", description: "it is there twice" }]);
  assert.equal(error.message, "deal.deck[3]: the jack of hearts is there twice");
  assert.equal(error.cause, cause);
  assert.match(inspect(error), /^RefereeError: deal\.deck\[3\].*CARD_DUPLICATED/s);
});

test("an error without details has the code and the sentence", () => {
  const error = RefereeError.from(new ConnectError("gone", Code.Unavailable));
  assert.equal(error.code, Code.Unavailable);
  assert.equal(error.message, "gone");
  assert.deepEqual([error.reason, error.domain, { ...error.metadata }, error.badFields], ["", "", {}, []]);
  assert.equal(error.knownReason, ErrorReason.UNSPECIFIED);
});

const REASONS: [what: string, reason: string, domain: string][] = [
  ["a newer server's reason", "TOO_MANY_MOONS", "belote.referee"],
  ["a number, which TypeScript's enums have among their names", "5", "belote.referee"],
  ["a name that every object has", "constructor", "belote.referee"],
  ["a namesake of somebody else", "CARD_DUPLICATED", "bridge.referee"],
];
for (const [what, reason, domain] of REASONS) {
  test(`${what} is told, but not as one that is known`, () => {
    const error = RefereeError.from(
      refusal(Code.Internal, { "google.rpc.ErrorInfo": bytes([1, reason], [2, domain]) }),
    );
    assert.deepEqual([error.reason, error.domain], [reason, domain]);
    assert.equal(error.knownReason, ErrorReason.UNSPECIFIED);
  });
}

test("details that cannot be read are as good as none", () => {
  const spoiled = { "google.rpc.ErrorInfo": Uint8Array.of(0x0a, 0x7f), "google.rpc.BadRequest": Uint8Array.of(0xff) };
  const error = RefereeError.from(refusal(Code.NotFound, spoiled));
  assert.deepEqual([error.code, error.reason, error.badFields], [Code.NotFound, "", []]);
});

test("anything that is caught can be made one", () => {
  const error = RefereeError.from(new TypeError("so?"));
  assert.deepEqual([error.code, error.message], [Code.Unknown, "so?"]);
  assert.equal(RefereeError.from(error), error);
});
