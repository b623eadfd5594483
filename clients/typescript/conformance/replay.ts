import { Code, equals, type Referee, RefereeError, RefereeService, toJson } from "belote-referee";
import { createRegistry, type JsonValue, type Message } from "@bufbuild/protobuf";
import type { ConformanceSuite, ConformanceVector, ExpectedError } from "./gen/belote/conformance/v1/conformance_pb.js";

type Kind = NonNullable<ConformanceVector["call"]["case"]>;
type Ask = (request: Message, options: { timeoutMs: number; language?: string }) => Promise<Message>;

/** Makes every call of a suite and says of each failure what differs. Whether all went as expected. */
export async function replay(
  suite: ConformanceSuite,
  referee: Referee,
  label: string,
  print: (line: string) => void,
): Promise<boolean> {
  let passed = 0;
  let failed = 0;
  for (const vector of suite.vectors) {
    const differs = await check(vector, referee).catch((error: unknown) => `the runner: ${String(error)}`);
    if (differs) print(`FAIL ${vector.name}: ${differs.replaceAll("\n", " ").slice(0, 300)}`);
    if (differs) failed++;
    else passed++;
  }
  print(`${label}: ${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 && passed + failed === suite.vectors.length;
}

/** What differs, in short; nothing when all is as expected. */
async function check({ call, language }: ConformanceVector, referee: Referee): Promise<string> {
  if (call.case === undefined) return "a call that this runner does not know";
  const kind: Kind = call.case;
  const { request, expected } = call.value;
  if (request === undefined) return "the vector asks nothing";
  const ask = referee[kind].bind(referee) as Ask;
  const answer = await ask(request, { timeoutMs: 10_000, ...(language && { language }) }).catch((error: unknown) => {
    if (error instanceof RefereeError) return error;
    throw error;
  });

  switch (expected.case) {
    case "error":
      return answer instanceof RefereeError
        ? compareErrors(expected.value, answer)
        : "an answer where an error is expected";
    case "response":
      return answer instanceof RefereeError ? `an error: ${describe(answer)}` : compare(kind, expected.value, answer);
    case undefined:
      return "the vector expects nothing";
  }
}

function compare(kind: Kind, expected: Message, actual: Message): string {
  const schema = RefereeService.method[kind].output;
  if (equals(schema, expected as never, actual as never, { unknown: true, registry: createRegistry() })) return "";
  const [wanted, found] = [expected, actual].map((one) => toJson(schema, one as never));
  return `the answer at ${firstDifference(wanted, found, "") ?? "a field that this runner does not know"}`;
}

function compareErrors(expected: ExpectedError, actual: RefereeError): string {
  const facts: [string, JsonValue, JsonValue][] = [
    ["code", expected.code, actual.code],
    ["reason", expected.reason, actual.reason],
    ["domain", expected.domain, actual.domain],
    ["metadata", expected.metadata, { ...actual.metadata }],
    ["fields", expected.violatedFields, actual.badFields.map((field) => field.path)],
  ];
  const differences = facts.map(([name, wanted, found]) => firstDifference(wanted, found, name)).filter(Boolean);
  return differences.length > 0 ? `the error at ${differences.join("; ")} (${describe(actual)})` : "";
}

function describe(error: RefereeError): string {
  return `${Code[error.code]} ${error.reason}: ${error.message}`;
}

/** The first place where two values differ, and how; nothing when they are equal. */
function firstDifference(wanted: unknown, found: unknown, place: string): string | undefined {
  if (wanted === found) return undefined;
  if (!isContainer(wanted) || !isContainer(found)) {
    const [one, other] = [wanted, found].map((value) => JSON.stringify(value) ?? "nothing") as [string, string];
    const start = Math.max(0, [...one].findIndex((letter, index) => letter !== other[index]) - 10);
    return `${place}: ${one.slice(start, start + 60)} expected, ${other.slice(start, start + 60)} received`;
  }
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const [one, other] = [wanted, found].map((side) => (Object.hasOwn(side, key) ? side[key] : undefined));
    const differs = firstDifference(one, other, place ? `${place}.${key}` : key);
    if (differs) return differs;
  }
  return undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
