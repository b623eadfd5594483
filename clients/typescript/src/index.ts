/**
 * The messages, enums and service of the contract, and what all ways to reach a referee have in common.
 *
 * @module
 */
export { clone, create, equals, fromBinary, fromJson, toBinary, toJson } from "@bufbuild/protobuf";
export { Code } from "@connectrpc/connect";
export { card, cards, cardText } from "./card-text.js";
export { type BadField, RefereeError } from "./error.js";
export * from "./gen/belote/referee/v1/card_pb.js";
export * from "./gen/belote/referee/v1/deal_pb.js";
export * from "./gen/belote/referee/v1/error_reason_pb.js";
export * from "./gen/belote/referee/v1/position_pb.js";
export * from "./gen/belote/referee/v1/referee_service_pb.js";
export * from "./gen/belote/referee/v1/ruleset_pb.js";
export * from "./gen/belote/referee/v1/score_pb.js";
export { Referee, type RefereeCallOptions, type RefereeOptions } from "./referee.js";
export { retrying } from "./retry.js";
