/**
 * The referee over gRPC, from Node.js.
 *
 * @module
 */
import type { SecureClientSessionOptions } from "node:http2";
import { Code, type ConnectError } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import {
  assertProtected,
  type ConnectOptions,
  IDLE_TIMEOUT_MS,
  isLoopback,
  PING_AFTER_MS,
  PING_TIMEOUT_MS,
  type TlsOptions,
} from "./connection.js";
import { lossIsUnavailable } from "./loss.js";
import { Referee } from "./referee.js";
import { retrying } from "./retry.js";

export type { ConnectOptions, TlsOptions };

/**
 * A referee that listens at `target`, `"HOST:PORT"`. It is reached at the first call, over one connection for all
 * calls.
 *
 * @throws TypeError when the target is no host and port, or when a token would travel unprotected.
 */
export function connectReferee(target: string, options: ConnectOptions = {}): Referee {
  const tls = options.tls === true ? {} : options.tls || undefined;
  const url = URL.canParse(`http://${target}`) ? new URL(`http://${target}`) : undefined;
  if (url === undefined || url.username || url.password || url.pathname !== "/" || url.search || url.hash) {
    throw new TypeError(`"${target}" is no HOST:PORT`);
  }
  assertProtected(options, target, tls !== undefined || isLoopback(url.hostname));

  const baseUrl = `${tls ? "https" : "http"}://${target}`;
  const pings = {
    pingIntervalMs: PING_AFTER_MS,
    pingTimeoutMs: PING_TIMEOUT_MS,
    idleConnectionTimeoutMs: IDLE_TIMEOUT_MS,
  };
  const connection = new Http2SessionManager(baseUrl, pings, tls && sessionOptions(tls));
  const transport = createGrpcTransport({ baseUrl, sessionManager: connection });
  return new Referee(retrying(lossIsUnavailable(transport, isLoss)), options, () => connection.abort());
}

/**
 * A stream that ended by itself, or whatever Node.js reports: every such error of it has a code, `ECONNRESET` among
 * them.
 */
function isLoss({ code, cause }: ConnectError): boolean {
  return code === Code.Canceled || (cause instanceof Error && "code" in cause && typeof cause.code === "string");
}

function sessionOptions({ ca, cert, key }: TlsOptions): SecureClientSessionOptions {
  return Object.fromEntries(Object.entries({ ca, cert, key }).filter(([, pem]) => pem !== undefined));
}
