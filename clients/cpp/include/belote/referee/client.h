// A client of the referee. The only header most programs need.
#pragma once

#include <grpcpp/channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "belote/referee/card_text.h"
#include "belote/referee/error.h"
#include "belote/referee/result.h"
#include "belote/referee/v1/referee_service.grpc.pb.h"

namespace belote::referee {

/// What holds for all calls of a `Referee`.
struct Options {
  /// How long a call may take, its retries included.
  std::chrono::milliseconds timeout = std::chrono::seconds(5);
  /// Sent as `accept-language`, such as "fr". Empty: not sent, and the referee answers in English.
  std::string language = {};
  /// Sent as `authorization: Bearer <token>`. Empty: not sent.
  std::string token = {};
};

/// What holds for one call in place of the `Options`.
struct CallOptions {
  /// How long the call may take, its retries included.
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;
  /// Sent as `accept-language`. An empty one is not sent.
  std::optional<std::string> language = std::nullopt;
};

/// A connection to a referee: one method a call of the service, each of which sends one message and waits for its
/// answer.
///
/// A call that the server could not take (UNAVAILABLE) is sent again, up to four times in all, while its time lasts.
/// Calls never throw. A `Referee` may be used by many threads at once. Copies share the connection, which is closed
/// with the last of them.
class Referee {
 public:
  /// Connects to "host:port" without encryption. It does not wait: a server that cannot be reached shows in the first
  /// call. Throws `std::invalid_argument` when there is a token and the host is not this machine, since anybody could
  /// read it on its way.
  static Referee Connect(const std::string& target, Options options = {});
  /// Connects to "host:port" over TLS. All of `tls` is PEM text: the authorities to trust in place of the system's, and
  /// a key and certificate of the client's own, where the server asks for them.
  static Referee ConnectTls(const std::string& target, const grpc::SslCredentialsOptions& tls = {},
                            Options options = {});
  /// Uses a channel made elsewhere. Make it with `ChannelArguments()` to have the same retries.
  explicit Referee(std::shared_ptr<grpc::ChannelInterface> channel, Options options = {});

  /// The retry policy and keepalive that `Connect` uses.
  static grpc::ChannelArguments ChannelArguments();

  /// Lists what the server can judge: presets, features, options, rules.
  Result<v1::ListVariantsResponse> ListVariants(const v1::ListVariantsRequest& request = {},
                                                const CallOptions& options = {}) const;
  /// Starts a deal. Without a deck in the request the server shuffles, and a call that is sent again may deal other
  /// cards.
  Result<v1::DealCardsResponse> DealCards(const v1::DealCardsRequest& request, const CallOptions& options = {}) const;
  /// Explains a record: where the deal stands, what may be done, who broke a rule and when.
  Result<v1::InspectDealResponse> InspectDeal(const v1::InspectDealRequest& request,
                                              const CallOptions& options = {}) const;
  /// Lists what the seat to act may do, and why not the rest.
  Result<v1::ListLegalActionsResponse> ListLegalActions(const v1::ListLegalActionsRequest& request,
                                                        const CallOptions& options = {}) const;
  /// Judges one action, and adds it to the record unless it is illegal.
  Result<v1::ApplyActionResponse> ApplyAction(const v1::ApplyActionRequest& request,
                                              const CallOptions& options = {}) const;
  /// Takes out of a record what one seat may not see.
  Result<v1::RedactDealResponse> RedactDeal(const v1::RedactDealRequest& request,
                                            const CallOptions& options = {}) const;
  /// Scores a finished deal from its record.
  Result<v1::ScoreDealResponse> ScoreDeal(const v1::ScoreDealRequest& request, const CallOptions& options = {}) const;
  /// Adds up a match, deal by deal.
  Result<v1::ScoreMatchResponse> ScoreMatch(const v1::ScoreMatchRequest& request,
                                            const CallOptions& options = {}) const;
  /// Lists the legal cards of one hand in one trick.
  Result<v1::ListLegalCardsResponse> ListLegalCards(const v1::ListLegalCardsRequest& request,
                                                    const CallOptions& options = {}) const;
  /// Says who won a trick and what it is worth.
  Result<v1::JudgeTrickResponse> JudgeTrick(const v1::JudgeTrickRequest& request,
                                            const CallOptions& options = {}) const;
  /// Scores a deal from what a table counted.
  Result<v1::ScoreTallyResponse> ScoreTally(const v1::ScoreTallyRequest& request,
                                            const CallOptions& options = {}) const;
  /// Answers up to 1,000 questions in one call.
  Result<v1::BatchJudgeResponse> BatchJudge(const v1::BatchJudgeRequest& request,
                                            const CallOptions& options = {}) const;

  /// The generated stub, for asynchronous calls or a `grpc::ClientContext` of your own. Deadline, language and token of
  /// the `Options` are then yours to set.
  v1::RefereeService::StubInterface& stub() const noexcept { return *stub_; }

 private:
  template <typename Request, typename Response>
  using Method = grpc::Status (v1::RefereeService::StubInterface::*)(grpc::ClientContext*, const Request&, Response*);

  template <typename Request, typename Response>
  Result<Response> Call(Method<Request, Response> method, const Request& request, const CallOptions& options) const;

  Options options_;
  std::shared_ptr<v1::RefereeService::StubInterface> stub_;
};

}  // namespace belote::referee
