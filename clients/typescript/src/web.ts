/**
 * The referee from a browser, or wherever there is `fetch`, by its web door.
 *
 * @module
 */
import type { ConnectError } from "@connectrpc/connect";
import { createConnectTransport, createGrpcWebTransport } from "@connectrpc/connect-web";
import { assertProtected, isLoopback } from "./connection.js";
import { lossIsUnavailable } from "./loss.js";
import { Referee, type RefereeOptions } from "./referee.js";
import { retrying } from "./retry.js";

/** How a referee is reached from a browser. */
export interface WebOptions extends RefereeOptions {
  /**
   * What is spoken. `"connect"` where nothing is said; `"connect-json"` can be read among the requests that a browser's
   * developer tools show, and is slower; `"grpc-web"` is for a proxy that knows only that.
   */
  protocol?: "connect" | "connect-json" | "grpc-web" | undefined;
  /** In place of the global `fetch`, such as to send cookies with a call. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * A referee whose web door is at `baseUrl`, such as `"https://referee.example"`, or `"/referee"` on the page's own
 * server.
 *
 * @throws TypeError when the address is none, or when a token would travel unprotected.
 */
export function connectReferee(baseUrl: string, options: WebOptions = {}): Referee {
  const url = new URL(baseUrl, globalThis.location?.href);
  assertProtected(options, url.origin, url.protocol === "https:" || isLoopback(url.hostname));
  const { protocol, fetch } = options;
  const how = { baseUrl: url.href, useBinaryFormat: protocol !== "connect-json", ...(fetch && { fetch }) };
  const transport = protocol === "grpc-web" ? createGrpcWebTransport(how) : createConnectTransport(how);
  return new Referee(retrying(lossIsUnavailable(transport, isLoss)), options);
}

/** `fetch` reports every failure of a connection as a TypeError. */
function isLoss({ cause }: ConnectError): boolean {
  return cause instanceof TypeError;
}
