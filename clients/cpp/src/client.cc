#include "belote/referee/client.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "service_config.h"

namespace belote::referee {
namespace {

bool StartsWith(std::string_view text, std::string_view start) { return text.substr(0, start.size()) == start; }

// Whether what is sent to the target never leaves this machine.
bool IsLocal(std::string_view target) {
  if (StartsWith(target, "unix:")) return true;
  for (const std::string_view scheme : {"dns:///", "dns:", "ipv4:", "ipv6:"}) {
    if (StartsWith(target, scheme)) {
      target.remove_prefix(scheme.size());
      break;
    }
  }
  if (target.find(',') != target.npos) return false;
  if (StartsWith(target, "[")) return StartsWith(target, "[::1]");
  const auto host = target.substr(0, target.find(':'));
  return host == "localhost" || (StartsWith(host, "127.") && host.find_first_not_of("0123456789.") == host.npos);
}

}  // namespace

grpc::ChannelArguments Referee::ChannelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 1);
  // A ping while a call waits, as often as gRPC servers suffer it. With it comes what counts more here: a connection
  // whose bytes nobody acknowledges for as long as a ping may take is given up.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 300'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10'000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, 0);
  // Routers forget a silent connection after some minutes and tell nobody; before that it is better to make a new one.
  arguments.SetInt(GRPC_ARG_CLIENT_IDLE_TIMEOUT_MS, 240'000);
  // Between attempts to connect every call fails, however long the server has been back: by default for as long as two
  // minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1'000);
  arguments.SetUserAgentPrefix("belote-referee-cpp");
  return arguments;
}

Referee Referee::Connect(const std::string& target, Options options) {
  if (!options.token.empty() && !IsLocal(target)) {
    throw std::invalid_argument("a token is sent to another machine only over TLS: " + target);
  }
  return Referee(grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), ChannelArguments()),
                 std::move(options));
}

Referee Referee::ConnectTls(const std::string& target, const grpc::SslCredentialsOptions& tls, Options options) {
  return Referee(grpc::CreateCustomChannel(target, grpc::SslCredentials(tls), ChannelArguments()), std::move(options));
}

Referee::Referee(std::shared_ptr<grpc::ChannelInterface> channel, Options options)
    : options_(std::move(options)), stub_(v1::RefereeService::NewStub(channel)) {}

template <typename Request, typename Response>
Result<Response> Referee::Call(Method<Request, Response> method, const Request& request,
                               const CallOptions& options) const {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + options.timeout.value_or(options_.timeout));
  const std::string& language = options.language ? *options.language : options_.language;
  if (!language.empty()) context.AddMetadata("accept-language", language);
  if (!options_.token.empty()) context.AddMetadata("authorization", "Bearer " + options_.token);
  Response response;
  grpc::Status status = (stub_.get()->*method)(&context, request, &response);
  if (!status.ok()) return RefereeError(std::move(status));
  return response;
}

using Stub = v1::RefereeService::StubInterface;

Result<v1::ListVariantsResponse> Referee::ListVariants(const v1::ListVariantsRequest& request,
                                                       const CallOptions& options) const {
  return Call(&Stub::ListVariants, request, options);
}

Result<v1::DealCardsResponse> Referee::DealCards(const v1::DealCardsRequest& request,
                                                 const CallOptions& options) const {
  return Call(&Stub::DealCards, request, options);
}

Result<v1::InspectDealResponse> Referee::InspectDeal(const v1::InspectDealRequest& request,
                                                     const CallOptions& options) const {
  return Call(&Stub::InspectDeal, request, options);
}

Result<v1::ListLegalActionsResponse> Referee::ListLegalActions(const v1::ListLegalActionsRequest& request,
                                                               const CallOptions& options) const {
  return Call(&Stub::ListLegalActions, request, options);
}

Result<v1::ApplyActionResponse> Referee::ApplyAction(const v1::ApplyActionRequest& request,
                                                     const CallOptions& options) const {
  return Call(&Stub::ApplyAction, request, options);
}

Result<v1::RedactDealResponse> Referee::RedactDeal(const v1::RedactDealRequest& request,
                                                   const CallOptions& options) const {
  return Call(&Stub::RedactDeal, request, options);
}

Result<v1::ScoreDealResponse> Referee::ScoreDeal(const v1::ScoreDealRequest& request,
                                                 const CallOptions& options) const {
  return Call(&Stub::ScoreDeal, request, options);
}

Result<v1::ScoreMatchResponse> Referee::ScoreMatch(const v1::ScoreMatchRequest& request,
                                                   const CallOptions& options) const {
  return Call(&Stub::ScoreMatch, request, options);
}

Result<v1::ListLegalCardsResponse> Referee::ListLegalCards(const v1::ListLegalCardsRequest& request,
                                                           const CallOptions& options) const {
  return Call(&Stub::ListLegalCards, request, options);
}

Result<v1::JudgeTrickResponse> Referee::JudgeTrick(const v1::JudgeTrickRequest& request,
                                                   const CallOptions& options) const {
  return Call(&Stub::JudgeTrick, request, options);
}

Result<v1::ScoreTallyResponse> Referee::ScoreTally(const v1::ScoreTallyRequest& request,
                                                   const CallOptions& options) const {
  return Call(&Stub::ScoreTally, request, options);
}

Result<v1::BatchJudgeResponse> Referee::BatchJudge(const v1::BatchJudgeRequest& request,
                                                   const CallOptions& options) const {
  return Call(&Stub::BatchJudge, request, options);
}

}  // namespace belote::referee
