// What the page of the tests can do. It is bundled as a user's page is, and asks through the package alone.
import { fromBinary, fromJson, type Referee, RefereeError, RefereeService, toJson } from "belote-referee";
import { connectReferee } from "belote-referee/web";
import type { JsonValue, Message } from "@bufbuild/protobuf";
import { ConformanceSuiteSchema } from "../conformance/gen/belote/conformance/v1/conformance_pb.js";
import { replay } from "../conformance/replay.js";

export type Protocol = "connect" | "connect-json" | "grpc-web";
export type Rpc = keyof typeof RefereeService.method;

/** Which referee is asked, and how. */
export interface Way {
  address: string;
  protocol: Protocol;
  language?: string;
  token?: string;
}

/** One call, as it can be handed to a page. */
export interface Asked extends Way {
  rpc: Rpc;
  request: object;
  timeoutMs?: number;
  /** The page thinks better of it at once. */
  aborts?: boolean;
}

/** What came of a call, as a page can hand it back. */
export interface Told {
  answer?: object;
  /** The `content-language` of the answer. */
  language?: string | null;
  error?: {
    code: number;
    reason: string;
    metadata: Record<string, string>;
    fields: { path: string; description: string }[];
    message: string;
  };
}

function connect({ address, ...options }: Way): Referee {
  return connectReferee(address, options);
}

type Ask = (request: Message, options: object) => Promise<Message>;

async function ask({ rpc, request, timeoutMs, aborts, ...way }: Asked): Promise<Told> {
  const { input, output } = RefereeService.method[rpc];
  const referee = connect(way);
  const told: Told = {};
  const abort = new AbortController();
  const options = {
    signal: abort.signal,
    onHeader: (headers: Headers) => void (told.language = headers.get("content-language")),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  const answering = (referee[rpc].bind(referee) as Ask)(fromJson(input, request as JsonValue), options);
  if (aborts) abort.abort();
  try {
    told.answer = toJson(output, (await answering) as never) as object;
  } catch (error) {
    if (!(error instanceof RefereeError)) throw error;
    const { code, reason, metadata, badFields, message } = error;
    told.error = { code, reason, metadata: { ...metadata }, fields: badFields.map((one) => ({ ...one })), message };
  } finally {
    referee.close();
  }
  return told;
}

async function replayed(way: Way, label: string): Promise<{ allPassed: boolean; lines: string[] }> {
  const file = await fetch("vectors");
  const suite = fromBinary(ConformanceSuiteSchema, new Uint8Array(await file.arrayBuffer()));
  const lines: string[] = [];
  const referee = connect(way);
  const allPassed = await replay(suite, referee, label, (line) => void lines.push(line));
  referee.close();
  return { allPassed, lines };
}

/** A call as a page without any library makes it. */
async function post(address: string, headers: Record<string, string>, body: string) {
  const response = await fetch(address, { method: "POST", headers, body });
  return { status: response.status, said: (await response.json()) as object };
}

const can = { ask, replayed, post };
export type Can = typeof can;
declare global {
  interface Window {
    can: Can;
  }
}
window.can = can;
