#include "replay.h"

#include <google/protobuf/util/message_differencer.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace belote::conformance {
namespace {

using referee::Referee;
using referee::RefereeError;
using v1::ConformanceVector;

// These say what differs, in short, or nothing when all is as expected.

std::string Compare(const google::protobuf::Message& expected, const google::protobuf::Message& actual) {
  std::string differences;
  google::protobuf::util::MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&differences);
  if (differencer.Compare(expected, actual)) return {};
  return "the answer: " + differences.substr(0, 200);
}

std::string Compare(const v1::ExpectedError& expected, const RefereeError& actual) {
  std::string differences;
  if (expected.code() != actual.code()) differences += " the code;";
  if (expected.reason() != actual.reason()) differences += " the reason;";
  if (expected.domain() != actual.domain()) differences += " the domain;";
  const std::map<std::string, std::string> metadata(expected.metadata().begin(), expected.metadata().end());
  if (metadata != actual.metadata()) differences += " the metadata;";
  const std::vector<std::string> fields(expected.violated_fields().begin(), expected.violated_fields().end());
  std::vector<std::string> bad;
  for (const auto& field : actual.bad_fields()) bad.push_back(field.path);
  if (fields != bad) differences += " the bad fields;";
  return differences.empty() ? differences : "the error:" + differences + " it is " + actual.what();
}

template <typename Vector, typename Request, typename Response>
std::string Check(const Referee& client, const std::string& language, const Vector& vector,
                  referee::Result<Response> (Referee::*call)(const Request&, const referee::CallOptions&) const) {
  referee::CallOptions options;
  options.timeout = std::chrono::seconds(10);
  options.language = language;
  const auto result = (client.*call)(vector.request(), options);
  switch (vector.expected_case()) {
    case Vector::kResponse:
      return result ? Compare(vector.response(), *result) : std::string("an error: ") + result.error().what();
    case Vector::kError:
      return result ? "an answer where an error is expected" : Compare(vector.error(), result.error());
    case Vector::EXPECTED_NOT_SET: break;
  }
  return "the vector expects nothing";
}

std::string Check(const Referee& client, const ConformanceVector& vector) {
  const auto check = [&](const auto& kind, auto call) { return Check(client, vector.language(), kind, call); };
  switch (vector.call_case()) {
    case ConformanceVector::kListVariants: return check(vector.list_variants(), &Referee::ListVariants);
    case ConformanceVector::kDealCards: return check(vector.deal_cards(), &Referee::DealCards);
    case ConformanceVector::kInspectDeal: return check(vector.inspect_deal(), &Referee::InspectDeal);
    case ConformanceVector::kListLegalActions: return check(vector.list_legal_actions(), &Referee::ListLegalActions);
    case ConformanceVector::kApplyAction: return check(vector.apply_action(), &Referee::ApplyAction);
    case ConformanceVector::kRedactDeal: return check(vector.redact_deal(), &Referee::RedactDeal);
    case ConformanceVector::kScoreDeal: return check(vector.score_deal(), &Referee::ScoreDeal);
    case ConformanceVector::kScoreMatch: return check(vector.score_match(), &Referee::ScoreMatch);
    case ConformanceVector::kListLegalCards: return check(vector.list_legal_cards(), &Referee::ListLegalCards);
    case ConformanceVector::kJudgeTrick: return check(vector.judge_trick(), &Referee::JudgeTrick);
    case ConformanceVector::kScoreTally: return check(vector.score_tally(), &Referee::ScoreTally);
    case ConformanceVector::kBatchJudge: return check(vector.batch_judge(), &Referee::BatchJudge);
    case ConformanceVector::CALL_NOT_SET: break;
  }
  return "a call that this runner does not know";
}

}  // namespace

bool Replay(const v1::ConformanceSuite& suite, const Referee& client, std::ostream& out) {
  int passed = 0;
  int failed = 0;
  for (const auto& vector : suite.vectors()) {
    std::string differs = Check(client, vector);
    if (differs.empty()) {
      ++passed;
      continue;
    }
    ++failed;
    for (char& letter : differs) {
      if (letter == '\n') letter = ' ';
    }
    out << "FAIL " << vector.name() << ": " << differs << '\n';
  }
  out << "cpp: " << passed << " passed, " << failed << " failed" << std::endl;
  return failed == 0 && passed > 0 && passed + failed == suite.vectors_size();
}

}  // namespace belote::conformance
