/**
 * The referee over gRPC by way of grpc-js, for programs that use that already.
 *
 * @module
 */
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, encodeBinaryHeader, type Transport } from "@connectrpc/connect";
import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  credentials,
  Metadata,
  type ServiceError,
} from "@grpc/grpc-js";
import {
  assertProtected,
  type ConnectOptions,
  IDLE_TIMEOUT_MS,
  isLoopback,
  PING_AFTER_MS,
  PING_TIMEOUT_MS,
  type TlsOptions,
} from "./connection.js";
import { type CallStatus, CallStatusSchema } from "./gen/belote/errordetails/v1/error_details_pb.js";
import { Referee } from "./referee.js";
import { serviceConfig } from "./service-config.js";

export type { TlsOptions };

/** How a referee is reached by way of grpc-js. */
export interface GrpcJsOptions extends ConnectOptions {
  /** Further options of the channel. They prevail over those that are set here. */
  channel?: ChannelOptions | undefined;
}

/**
 * A referee that listens at `target`, `"HOST:PORT"` or another name that grpc-js resolves. It is reached at the first
 * call.
 *
 * @throws TypeError when a token would travel unprotected.
 */
export function connectReferee(target: string, options: GrpcJsOptions = {}): Referee {
  const tls = options.tls === true ? {} : options.tls || undefined;
  const local = isLocal(target);
  assertProtected(options, target, tls !== undefined || local);
  const client = new Client(target, tls ? secure(tls) : credentials.createInsecure(), {
    "grpc.service_config": JSON.stringify(serviceConfig),
    "grpc.keepalive_time_ms": PING_AFTER_MS,
    "grpc.keepalive_timeout_ms": PING_TIMEOUT_MS,
    "grpc.client_idle_timeout_ms": IDLE_TIMEOUT_MS,
    // The defaults let a server that is back wait for its clients two minutes.
    "grpc.initial_reconnect_backoff_ms": 100,
    "grpc.max_reconnect_backoff_ms": 1_000,
    ...(local ? { "grpc.enable_http_proxy": 0 } : {}),
    ...options.channel,
  });
  return new Referee(transportOf(client), options, () => client.close());
}

/**
 * Connect's transport over a client of grpc-js, so that a `Referee`, or Connect's own client, can use the channel of
 * a program. Whether a call is sent again is that channel's business.
 */
export function transportOf(client: Client): Transport {
  return {
    unary(method, signal, timeoutMs, header, input) {
      const { service, name, output } = { service: method.parent, name: method.name, output: method.output };
      return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const answer = { header: new Headers(), trailer: new Headers() };
        const call = client.makeUnaryRequest(
          `/${service.typeName}/${name}`,
          (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          (bytes) => fromBinary(output, bytes),
          toBinary(method.input, create(method.input, input)),
          metadataOf(header),
          timeoutMs !== undefined && timeoutMs > 0 ? { deadline: Date.now() + timeoutMs } : {},
          (error, message) => {
            signal?.removeEventListener("abort", cancel);
            if (error) reject(connectError(error));
            else resolve({ ...answer, stream: false, service, method, message: message! });
          },
        );
        call.on("metadata", (metadata) => copy(metadata, answer.header));
        call.on("status", (status) => copy(status.metadata, answer.trailer));
        signal?.addEventListener("abort", cancel);
        function cancel(): void {
          call.cancel();
        }
      });
    },
    stream: () => Promise.reject(new ConnectError("the referee has no streams", Code.Unimplemented)),
  };
}

function connectError(error: ServiceError): ConnectError {
  const metadata = new Headers();
  copy(error.metadata, metadata);
  const status = callStatus(error.metadata);
  const code = error.code in Code ? (error.code as number as Code) : Code.Unknown;
  // The header has the sentence as well, but grpc-js leaves some of its letters encoded.
  const found = new ConnectError(status?.message || error.details, code, metadata, undefined, error);
  for (const { typeUrl, value } of status?.details ?? []) {
    found.details.push({ type: typeUrl.slice(typeUrl.lastIndexOf("/") + 1), value });
  }
  return found;
}

/** The details of an error. Those that cannot be read are as good as none. */
function callStatus(metadata: Metadata): CallStatus | undefined {
  const [bytes] = metadata.get("grpc-status-details-bin");
  try {
    return bytes instanceof Uint8Array ? fromBinary(CallStatusSchema, bytes) : undefined;
  } catch {
    return undefined;
  }
}

function metadataOf(header: HeadersInit | undefined): Metadata {
  const metadata = new Metadata();
  new Headers(header).forEach((value, key) =>
    metadata.add(key, key.endsWith("-bin") ? Buffer.from(value, "base64") : value),
  );
  return metadata;
}

function copy(metadata: Metadata, headers: Headers): void {
  for (const key of Object.keys(metadata.getMap())) {
    for (const value of metadata.get(key))
      headers.append(key, typeof value === "string" ? value : encodeBinaryHeader(value));
  }
}

function secure({ ca, key, cert }: TlsOptions): ChannelCredentials {
  const [root, own, chain] = [ca, key, cert].map((pem) => (pem === undefined ? null : Buffer.from(pem as string)));
  return credentials.createSsl(root, own, chain);
}

/** Whether what is sent to a target stays on this machine. */
function isLocal(target: string): boolean {
  if (target.startsWith("unix:")) return true;
  const place = target.replace(/^(dns:(\/\/\/)?|ipv4:|ipv6:)/, "");
  if (/[/,]/.test(place) || !URL.canParse(`http://${place}`)) return false;
  return isLoopback(new URL(`http://${place}`).hostname);
}
