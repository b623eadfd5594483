import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { type Code, ConnectError } from "@connectrpc/connect";
import { BadRequestSchema, ErrorInfoSchema } from "./gen/belote/errordetails/v1/error_details_pb.js";
import { ErrorReason } from "./gen/belote/referee/v1/error_reason_pb.js";

const DOMAIN = "belote.referee";

/** A field of a request that is at fault. */
export interface BadField {
  /** Where it is, such as `deal.actions[17].play`. */
  readonly path: string;
  /** What is wrong with it, in a sentence. Its wording may change. */
  readonly description: string;
}

/**
 * Why a call has no answer: the referee could not read the request or build on it, or was not reached in time. An
 * action against the rules is no such error; it is answered, with the rules it breaks.
 */
export class RefereeError extends Error {
  static {
    this.prototype.name = "RefereeError";
  }

  /** The status, numbered as in gRPC. */
  readonly code: Code;
  /** The reason, such as `"CARD_DUPLICATED"`. Empty when the error is not the referee's own. */
  readonly reason: string;
  /** The reason, `UNSPECIFIED` when there is none or this client does not know it. */
  readonly knownReason: ErrorReason;
  /** Who gives the reason, `"belote.referee"`. Empty when the error is not the referee's own. */
  readonly domain: string;
  /** What belongs to the reason, documented at its value in `ErrorReason`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** The fields at fault, in the order of the request. */
  readonly badFields: readonly BadField[];

  /** What was caught, as an error of the referee. One that is already is returned as it is. */
  static from(caught: unknown): RefereeError {
    return caught instanceof RefereeError ? caught : new RefereeError(ConnectError.from(caught));
  }

  private constructor(cause: ConnectError) {
    super(cause.rawMessage, { cause });
    const info = detail(cause, "google.rpc.ErrorInfo", ErrorInfoSchema);
    const known = info?.domain === DOMAIN ? ErrorReason[info.reason as keyof typeof ErrorReason] : undefined;
    this.code = cause.code;
    this.reason = info?.reason ?? "";
    this.knownReason = typeof known === "number" ? known : ErrorReason.UNSPECIFIED;
    this.domain = info?.domain ?? "";
    this.metadata = info?.metadata ?? {};
    const violations = detail(cause, "google.rpc.BadRequest", BadRequestSchema)?.fieldViolations ?? [];
    this.badFields = violations.map(({ field, description }) => ({ path: field, description }));
  }
}

/** The first detail of a type, read by a schema of the same form. One that cannot be read is as good as none. */
function detail<Schema extends DescMessage>(
  error: ConnectError,
  type: string,
  schema: Schema,
): MessageShape<Schema> | undefined {
  for (const one of error.details) {
    if (!("type" in one) || one.type !== type) continue;
    try {
      return fromBinary(schema, one.value);
    } catch {
      return undefined;
    }
  }
  return undefined;
}
