import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { type CallOptions, Code, ConnectError, type Transport } from "@connectrpc/connect";
import { RefereeError } from "./error.js";
import {
  type ApplyActionRequestSchema,
  type ApplyActionResponse,
  type BatchJudgeRequestSchema,
  type BatchJudgeResponse,
  type DealCardsRequestSchema,
  type DealCardsResponse,
  type InspectDealRequestSchema,
  type InspectDealResponse,
  type JudgeTrickRequestSchema,
  type JudgeTrickResponse,
  type ListLegalActionsRequestSchema,
  type ListLegalActionsResponse,
  type ListLegalCardsRequestSchema,
  type ListLegalCardsResponse,
  type ListVariantsRequestSchema,
  type ListVariantsResponse,
  type RedactDealRequestSchema,
  type RedactDealResponse,
  type ScoreDealRequestSchema,
  type ScoreDealResponse,
  type ScoreMatchRequestSchema,
  type ScoreMatchResponse,
  type ScoreTallyRequestSchema,
  type ScoreTallyResponse,
  RefereeService,
} from "./gen/belote/referee/v1/referee_service_pb.js";

const DEFAULT_TIMEOUT_MS = 5000;
/** The longest that the header of a deadline has room for: a day and some hours. */
const LONGEST_TIMEOUT_MS = 99_999_999;

/** What holds for all calls of a `Referee`. */
export interface RefereeOptions {
  /**
   * Milliseconds that a call may take, those of being sent again included: 5000 where nothing is said, 0 for no end.
   */
  timeoutMs?: number | undefined;
  /** The language of names and sentences, as in the header `accept-language`: `"fr"`, `"fr-CH, en;q=0.5"`. */
  language?: string | undefined;
  /**
   * Sent with every call as `authorization: Bearer`. The functions that connect send it only over TLS or to this
   * machine.
   */
  token?: string | undefined;
}

/**
 * What holds for one call: of Connect's options, `timeoutMs`, `signal`, `headers`, `onHeader`, `onTrailer` and more.
 */
export interface RefereeCallOptions extends CallOptions {
  /** The language of names and sentences in place of that of the `Referee`. */
  language?: string | undefined;
}

/** What a method takes: a message of the contract, or an object with those of its fields that are set. */
type Asked<Request extends DescMessage> = MessageInitShape<Request>;

/**
 * A referee to be asked, one method a call of the service. The server keeps nothing between calls, so one `Referee`
 * serves a whole program, and calls may be made side by side.
 *
 * `connectReferee` of `belote-referee/node`, `/grpc-js` or `/web` makes one. Every method rejects with a `RefereeError`
 * where there is no answer.
 */
export class Referee {
  /** What carries the calls: `createClient(RefereeService, referee.transport)` is Connect's own client. */
  readonly transport: Transport;
  readonly #timeoutMs: number;
  readonly #header = new Headers();
  readonly #disconnect: (() => void) | undefined;
  readonly #closing = new AbortController();

  /**
   * A referee behind a transport of your own, which sends calls again only when it is `retrying(...)`. `disconnect`
   * is called once by `close`.
   *
   * @throws RangeError when the time of a call is less than none. TypeError when the language or the token cannot be
   * sent in a header.
   */
  constructor(transport: Transport, options: RefereeOptions = {}, disconnect?: () => void) {
    const { timeoutMs, language, token } = options;
    this.transport = transport;
    this.#timeoutMs = wholeTimeout(timeoutMs ?? DEFAULT_TIMEOUT_MS);
    if (language) this.#header.set("accept-language", language);
    if (token !== undefined) {
      // Headers would refuse it too, but show it in their message.
      if (!/^[!-~]+$/.test(token)) throw new TypeError("the token has characters that a header cannot have");
      this.#header.set("authorization", `Bearer ${token}`);
    }
    this.#disconnect = disconnect;
  }

  /**
   * What the server can judge: presets, features, options, rules, and the words that answers use. The answer is the
   * same until the server is started with other plugins.
   */
  listVariants(
    request: Asked<typeof ListVariantsRequestSchema> = {},
    options?: RefereeCallOptions,
  ): Promise<ListVariantsResponse> {
    return this.#call(RefereeService.method.listVariants, request, options);
  }

  /**
   * Starts a deal: a record with no action yet, and its position. Without a deck the server shuffles one. The record
   * shows every hand; `redactDeal` makes from it what a seat may see.
   */
  dealCards(request: Asked<typeof DealCardsRequestSchema>, options?: RefereeCallOptions): Promise<DealCardsResponse> {
    return this.#call(RefereeService.method.dealCards, request, options);
  }

  /** Explains a record: where the deal stands, what may be done now, and which action broke a rule, if one did. */
  inspectDeal(
    request: Asked<typeof InspectDealRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<InspectDealResponse> {
    return this.#call(RefereeService.method.inspectDeal, request, options);
  }

  /** What the seat to act may do, and what it may not, with the rules that object. */
  listLegalActions(
    request: Asked<typeof ListLegalActionsRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<ListLegalActionsResponse> {
    return this.#call(RefereeService.method.listLegalActions, request, options);
  }

  /**
   * Judges an action. Unless it is illegal, the answer has the record with the action added, and what it brought
   * about.
   */
  applyAction(
    request: Asked<typeof ApplyActionRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<ApplyActionResponse> {
    return this.#call(RefereeService.method.applyAction, request, options);
  }

  /** The record as one seat may see it. */
  redactDeal(
    request: Asked<typeof RedactDealRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<RedactDealResponse> {
    return this.#call(RefereeService.method.redactDeal, request, options);
  }

  /** The score of a finished deal. */
  scoreDeal(request: Asked<typeof ScoreDealRequestSchema>, options?: RefereeCallOptions): Promise<ScoreDealResponse> {
    return this.#call(RefereeService.method.scoreDeal, request, options);
  }

  /** The state of a match after its deals so far: totals, points held over, whether it is over and who won. */
  scoreMatch(
    request: Asked<typeof ScoreMatchRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<ScoreMatchResponse> {
    return this.#call(RefereeService.method.scoreMatch, request, options);
  }

  /** What one hand may play to one trick, and what it may not, with the rules that object. It needs no record. */
  listLegalCards(
    request: Asked<typeof ListLegalCardsRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<ListLegalCardsResponse> {
    return this.#call(RefereeService.method.listLegalCards, request, options);
  }

  /** Who won a trick, or is master of it so far, and what it is worth. It needs no record. */
  judgeTrick(
    request: Asked<typeof JudgeTrickRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<JudgeTrickResponse> {
    return this.#call(RefereeService.method.judgeTrick, request, options);
  }

  /** The score of a deal played with real cards, from what the table counted. */
  scoreTally(
    request: Asked<typeof ScoreTallyRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<ScoreTallyResponse> {
    return this.#call(RefereeService.method.scoreTally, request, options);
  }

  /** Answers up to 1,000 questions in their order. One that cannot be answered does not spoil the others. */
  batchJudge(
    request: Asked<typeof BatchJudgeRequestSchema>,
    options?: RefereeCallOptions,
  ): Promise<BatchJudgeResponse> {
    return this.#call(RefereeService.method.batchJudge, request, options);
  }

  /** Closes the connection. Calls under way, and all later ones, fail with the code `Canceled`. */
  close(): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort(new ConnectError("the referee was closed", Code.Canceled));
    this.#disconnect?.();
  }

  async #call<Request extends DescMessage, Response extends DescMessage>(
    method: DescMethodUnary<Request, Response>,
    request: MessageInitShape<Request>,
    options: RefereeCallOptions = {},
  ): Promise<MessageShape<Response>> {
    const timeoutMs = options.timeoutMs === undefined ? this.#timeoutMs : wholeTimeout(options.timeoutMs);
    const header = new Headers(this.#header);
    new Headers(options.headers).forEach((value, key) => header.set(key, value));
    if (options.language) header.set("accept-language", options.language);
    const [signal, release] = either(this.#closing.signal, options.signal);
    const answer = await this.transport
      .unary(method, signal, timeoutMs, header, request, options.contextValues)
      .catch((caught: unknown) => {
        throw RefereeError.from(signal.aborted ? ConnectError.from(signal.reason, Code.Canceled) : caught);
      })
      .finally(release);
    options.onHeader?.(answer.header);
    options.onTrailer?.(answer.trailer);
    return answer.message;
  }
}

/** A whole number of milliseconds that the headers have room for. */
function wholeTimeout(timeoutMs: number): number {
  if (!(timeoutMs >= 0)) throw new RangeError(`a call cannot take ${timeoutMs} milliseconds`);
  return Math.min(Math.ceil(timeoutMs), LONGEST_TIMEOUT_MS);
}

/** A signal that is given when one of two is, and what must be called when it is no longer needed. */
function either(first: AbortSignal, second: AbortSignal | undefined): [AbortSignal, () => void] {
  if (second === undefined) return [first, () => undefined];
  const controller = new AbortController();
  const sources = [first, second];
  function release(): void {
    for (const source of sources) source.removeEventListener("abort", pass);
  }
  function pass(this: AbortSignal): void {
    controller.abort(this.reason);
    release();
  }
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason);
    else source.addEventListener("abort", pass);
  }
  return [controller.signal, release];
}
