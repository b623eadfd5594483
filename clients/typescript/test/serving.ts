// Referees of the tests' own: no rules, but the real protocols.
import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type SecureServerOptions,
  type ServerHttp2Session,
} from "node:http2";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { AnySchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, type HandlerContext, type Transport } from "@connectrpc/connect";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { type JudgeTrickRequest, type JudgeTrickResponseSchema, RefereeService } from "belote-referee";

/** Answers a question about a trick: the one call that these referees know. */
export type JudgeTrick = (
  request: JudgeTrickRequest,
  context: HandlerContext,
) => MessageInitShape<typeof JudgeTrickResponseSchema>;

/** A referee over gRPC that ends with the test. */
export interface Served {
  /** HOST:PORT. */
  target: string;
  /** Cuts all connections, as a server does that dies. */
  cut(): void;
  /** Listens no more. */
  stop(): Promise<void>;
}

/** How a referee listens: on a port that it had before, or with TLS. */
export interface Serving {
  port?: number;
  tls?: SecureServerOptions;
  /** How many calls it turns away first: with nothing but the status, as only then grpc-js sends a call again. */
  away?: number;
}

/** Starts a referee over gRPC. */
export async function serve(test: TestContext, judgeTrick: JudgeTrick, { port = 0, tls, away = 0 }: Serving = {}) {
  const adapter = connectNodeAdapter({ routes: (router) => void router.service(RefereeService, { judgeTrick }) });
  function answering(request: Http2ServerRequest, response: Http2ServerResponse): void {
    if (away-- <= 0) return adapter(request, response);
    const headers = { ":status": 200, "content-type": "application/grpc", "grpc-status": "14" };
    response.stream.respond(headers, { endStream: true });
  }
  const server: Http2Server | Http2SecureServer = tls ? createSecureServer(tls, answering) : createServer(answering);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("sessionError", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const served: Served = {
    target: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      for (const session of sessions) session.destroy();
    },
    async stop() {
      const stopped = new Promise((resolve) => server.close(resolve));
      served.cut();
      await stopped;
    },
  };
  test.after(() => (server.listening ? served.stop() : undefined));
  return served;
}

/** A transport that answers every call by what a function returns or throws. */
export function transport(answer: (...call: Parameters<Transport["unary"]>) => unknown): Transport {
  return {
    async unary(...call) {
      const [method] = call;
      const message = create(method.output, (await answer(...call)) as never);
      const [header, trailer] = [new Headers({ "x-first": "1" }), new Headers({ "content-language": "fr" })];
      return { stream: false, service: method.parent, method, header, trailer, message };
    },
    stream: () => Promise.reject(new Error("no streams")),
  };
}

/** What a referee sends when it refuses, with details of the types that are named. */
export function refusal(
  code: Code,
  details: Record<string, Uint8Array>,
  message = "deal.deck[3]: the jack of hearts is there twice",
): ConnectError {
  const error = new ConnectError(message, code);
  error.details = Object.entries(details).map(([type, value]) => ({ type, value }));
  return error;
}

/** The bytes of a message, from the numbers of its fields and their texts or bytes. */
export function bytes(...fields: [number: number, value: string | Uint8Array][]): Uint8Array {
  // Any is a text in field 1 and bytes in field 2; what else is needed here is put together of single fields.
  const parts = fields.map(([number, value]) => {
    const content = typeof value === "string" ? new TextEncoder().encode(value) : value;
    const whole = toBinary(AnySchema, create(AnySchema, { value: content }));
    whole[0] = (number << 3) | 2;
    return content.length > 0 ? whole : new Uint8Array();
  });
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** The ErrorInfo and BadRequest of a card that is there twice. */
export const TWICE = {
  "google.rpc.ErrorInfo": bytes(
    [1, "CARD_DUPLICATED"],
    [2, "belote.referee"],
    [3, bytes([1, "field"], [2, "deal.deck[3]"])],
    [3, bytes([1, "card"], [2, "JH"])],
  ),
  "google.rpc.BadRequest": bytes([1, bytes([1, "deal.deck[3]"], [2, "it is there twice"])]),
};
