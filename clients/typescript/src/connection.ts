import type { RefereeOptions } from "./referee.js";

/** What TLS needs beyond its defaults, each in PEM form. */
export interface TlsOptions {
  /** The authorities to trust in place of the usual ones. */
  ca?: string | Uint8Array | undefined;
  /** The client's own certificate with its chain, for a server that asks for one; with `key`. */
  cert?: string | Uint8Array | undefined;
  /** The private key of that certificate. */
  key?: string | Uint8Array | undefined;
}

/** How a referee is reached from Node.js. */
export interface ConnectOptions extends RefereeOptions {
  /** Whether the connection is encrypted, and by what. Without it nothing that is sent is protected. */
  tls?: boolean | TlsOptions | undefined;
}

/** A connection on which nothing came for so long is looked at before it is used, or while a call waits on it. */
export const PING_AFTER_MS = 30_000;
/**
 * A server that does not answer a ping in so long is gone; shorter than a call may take, so that another can be
 * reached.
 */
export const PING_TIMEOUT_MS = 2_000;
/**
 * Routers forget a silent connection after some minutes and tell nobody; before that it is better to make a new one.
 */
export const IDLE_TIMEOUT_MS = 240_000;

/** Whether what is sent to a host name or address stays on this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Throws a TypeError when a token would travel unprotected. */
export function assertProtected(options: RefereeOptions, target: string, safe: boolean): void {
  if (options.token !== undefined && !safe) {
    throw new TypeError(`a token is sent to another machine only over TLS: ${target}`);
  }
}
