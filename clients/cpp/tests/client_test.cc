#include <belote/referee/client.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace belote::referee {
namespace {

using namespace std::chrono_literals;

// A server that answers as it is told, and tells what it was asked.
class Scripted final : public v1::RefereeService::Service {
 public:
  explicit Scripted(const std::shared_ptr<grpc::ServerCredentials>& credentials = grpc::InsecureServerCredentials()) {
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", credentials, &port_);
    builder.RegisterService(this);
    server_ = builder.BuildAndStart();
  }
  ~Scripted() override { server_->Shutdown(); }

  std::string target(const std::string& host = "127.0.0.1") const { return host + ":" + std::to_string(port_); }

  grpc::Status JudgeTrick(grpc::ServerContext* context, const v1::JudgeTrickRequest* request,
                          v1::JudgeTrickResponse* response) override {
    const std::lock_guard lock(mutex_);
    ++calls;
    time_left = context->deadline() - std::chrono::system_clock::now();
    metadata.clear();
    for (const auto& [key, value] : context->client_metadata()) {
      metadata.emplace(std::string(key.data(), key.size()), std::string(value.data(), value.size()));
    }
    if (!refusals.empty()) {
      const auto code = refusals.front();
      refusals.pop_front();
      return {code, "as told"};
    }
    response->set_winner(request->leader());
    return grpc::Status::OK;
  }

  grpc::Status ScoreTally(grpc::ServerContext* context, const v1::ScoreTallyRequest*,
                          v1::ScoreTallyResponse*) override {
    while (!context->IsCancelled()) std::this_thread::sleep_for(1ms);
    return grpc::Status::CANCELLED;
  }

  std::deque<grpc::StatusCode> refusals;
  int calls = 0;
  std::chrono::system_clock::duration time_left{};
  std::multimap<std::string, std::string> metadata;

 private:
  std::mutex mutex_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

v1::JudgeTrickRequest Question() {
  v1::JudgeTrickRequest request;
  request.set_leader(v1::SEAT_NORTH);
  return request;
}

std::string Text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Referee, AnswersWithTheMessage) {
  Scripted server;
  const auto client = Referee::Connect(server.target());
  const auto answer = client.JudgeTrick(Question());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->winner(), v1::SEAT_NORTH);
}

TEST(Referee, SendsADeadlineWithEveryCall) {
  Scripted server;
  ASSERT_TRUE(Referee::Connect(server.target()).JudgeTrick(Question()));
  EXPECT_GT(server.time_left, 3s);
  EXPECT_LT(server.time_left, 5500ms);
  const auto patient = Referee::Connect(server.target(), {60s});
  ASSERT_TRUE(patient.JudgeTrick(Question()));
  EXPECT_GT(server.time_left, 50s);
  ASSERT_TRUE(patient.JudgeTrick(Question(), {10s}));
  EXPECT_GT(server.time_left, 6s);
  EXPECT_LT(server.time_left, 11s);
}

TEST(Referee, GivesUpWhenTheTimeIsOver) {
  Scripted server;
  const auto answer = Referee::Connect(server.target()).ScoreTally({}, {50ms});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(answer.error().reason(), "");
}

TEST(Referee, AsksForALanguageOnlyWhereOneIsChosen) {
  Scripted server;
  ASSERT_TRUE(Referee::Connect(server.target()).JudgeTrick(Question()));
  EXPECT_EQ(server.metadata.count("accept-language"), 0u);
  EXPECT_EQ(server.metadata.count("authorization"), 0u);
  Options options;
  options.language = "fr";
  const auto client = Referee::Connect(server.target(), options);
  CallOptions call;
  ASSERT_TRUE(client.JudgeTrick(Question(), call));
  EXPECT_EQ(server.metadata.find("accept-language")->second, "fr");
  call.language = "en";
  ASSERT_TRUE(client.JudgeTrick(Question(), call));
  EXPECT_EQ(server.metadata.find("accept-language")->second, "en");
  call.language = "";
  ASSERT_TRUE(client.JudgeTrick(Question(), call));
  EXPECT_EQ(server.metadata.count("accept-language"), 0u);
}

TEST(Referee, SendsATokenInTheOpenOnlyWithinTheMachine) {
  Scripted server;
  Options options;
  options.token = "secret";
  ASSERT_TRUE(Referee::Connect(server.target(), options).JudgeTrick(Question()));
  EXPECT_EQ(server.metadata.find("authorization")->second, "Bearer secret");
  for (const char* target : {"localhost:1", "[::1]:1", "unix:/run/referee", "dns:///localhost:1", "ipv4:127.0.0.1:1"}) {
    EXPECT_NO_THROW(Referee::Connect(target, options)) << target;
  }
  for (const char* target : {"example.org:1", "10.0.0.1:1", "127.0.0.1.example.org:1", "localhost.example.org:1",
                             "[::2]:1", "dns:///example.org:1", "ipv4:127.0.0.1:1,10.0.0.1:1"}) {
    EXPECT_THROW(Referee::Connect(target, options), std::invalid_argument) << target;
    EXPECT_NO_THROW(Referee::Connect(target)) << target;
  }
}

TEST(Referee, TriesAgainWhenTheServerIsUnavailable) {
  Scripted server;
  server.refusals.assign(3, grpc::StatusCode::UNAVAILABLE);
  const auto client = Referee::Connect(server.target());
  EXPECT_TRUE(client.JudgeTrick(Question()));
  EXPECT_EQ(server.calls, 4);
  server.calls = 0;
  server.refusals.assign(4, grpc::StatusCode::UNAVAILABLE);
  const auto answer = client.JudgeTrick(Question());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.calls, 4);
}

TEST(Referee, TriesNothingElseAgain) {
  Scripted server;
  const auto client = Referee::Connect(server.target());
  for (const auto code :
       {grpc::StatusCode::INVALID_ARGUMENT, grpc::StatusCode::RESOURCE_EXHAUSTED, grpc::StatusCode::INTERNAL}) {
    server.calls = 0;
    server.refusals.assign(1, code);
    const auto answer = client.JudgeTrick(Question());
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code(), code);
    EXPECT_EQ(server.calls, 1);
  }
}

TEST(Referee, SaysWhenNobodyListens) {
  std::string target;
  { target = Scripted().target(); }
  const auto answer = Referee::Connect(target).JudgeTrick(Question());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), grpc::StatusCode::UNAVAILABLE);
}

TEST(Referee, IsUsedByManyThreadsAndOutlivesItsCopies) {
  Scripted server;
  std::atomic<int> answered = 0;
  {
    const auto original = std::make_unique<Referee>(Referee::Connect(server.target()));
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([client = *original, &answered] {
        for (int call = 0; call < 25; ++call) answered += client.JudgeTrick(Question()).has_value();
      });
    }
    for (auto& thread : threads) thread.join();
  }
  EXPECT_EQ(answered, 100);
}

TEST(Referee, TakesAChannelMadeElsewhereAndShowsTheStub) {
  Scripted server;
  const Referee client(
      grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), Referee::ChannelArguments()));
  server.refusals.assign(1, grpc::StatusCode::UNAVAILABLE);
  EXPECT_TRUE(client.JudgeTrick(Question()));
  grpc::ClientContext context;
  v1::JudgeTrickResponse response;
  EXPECT_TRUE(client.stub().JudgeTrick(&context, Question(), &response).ok());
  EXPECT_EQ(response.winner(), v1::SEAT_NORTH);
}

TEST(Referee, SpeaksTls) {
  const std::string certificate = Text(CERTIFICATE_FILE);
  const std::string key = Text(KEY_FILE);
  if (certificate.empty()) GTEST_SKIP() << "no openssl to make a certificate with";
  grpc::SslServerCredentialsOptions asks(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  asks.pem_root_certs = certificate;
  asks.pem_key_cert_pairs.push_back({key, certificate});
  Scripted server(grpc::SslServerCredentials(asks));

  Options options;
  options.token = "secret";
  const auto known = Referee::ConnectTls(server.target("localhost"), {certificate, key, certificate}, options);
  EXPECT_TRUE(known.JudgeTrick(Question()));
  EXPECT_EQ(server.metadata.find("authorization")->second, "Bearer secret");
  EXPECT_FALSE(Referee::ConnectTls(server.target("localhost"), {certificate, {}, {}}).JudgeTrick(Question()));
  EXPECT_FALSE(Referee::ConnectTls(server.target("localhost")).JudgeTrick(Question()));
  EXPECT_FALSE(Referee::Connect(server.target()).JudgeTrick(Question()));
  EXPECT_EQ(server.calls, 1);
}

}  // namespace
}  // namespace belote::referee
