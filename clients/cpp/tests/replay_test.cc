#include "replay.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sstream>
#include <string>

namespace belote::conformance {
namespace {

// Nobody listens there, so that every call is an error: UNAVAILABLE, without details.
referee::Referee Nobody() { return referee::Referee::Connect("127.0.0.1:1"); }

std::string Failing(const v1::ConformanceSuite& suite) {
  std::ostringstream out;
  EXPECT_FALSE(Replay(suite, Nobody(), out));
  return out.str();
}

TEST(Replay, FailsAnEmptySuite) { EXPECT_EQ(Failing({}), "cpp: 0 passed, 0 failed\n"); }

TEST(Replay, FailsACallItDoesNotKnow) {
  v1::ConformanceSuite suite;
  suite.add_vectors()->set_name("of_tomorrow");
  EXPECT_EQ(Failing(suite), "FAIL of_tomorrow: a call that this runner does not know\ncpp: 0 passed, 1 failed\n");
}

TEST(Replay, FailsAVectorThatExpectsNothing) {
  v1::ConformanceSuite suite;
  suite.add_vectors()->mutable_judge_trick();
  EXPECT_EQ(Failing(suite), "FAIL : the vector expects nothing\ncpp: 0 passed, 1 failed\n");
}

TEST(Replay, TellsAnErrorFromAnAnswerAndFromAnotherError) {
  v1::ConformanceSuite suite;
  auto* answer = suite.add_vectors();
  answer->set_name("answer");
  answer->mutable_judge_trick()->mutable_response();
  auto* other = suite.add_vectors();
  other->set_name("other");
  auto* error = other->mutable_judge_trick()->mutable_error();
  error->set_code(3);
  error->set_reason("FIELD_MISSING");
  error->set_domain("belote.referee");
  (*error->mutable_metadata())["field"] = "leader";
  error->add_violated_fields("leader");
  auto* same = suite.add_vectors();
  same->set_name("same");
  same->mutable_judge_trick()->mutable_error()->set_code(14);
  const std::string told = Failing(suite);
  EXPECT_NE(told.find("FAIL answer: an error: UNAVAILABLE"), told.npos) << told;
  EXPECT_NE(told.find("FAIL other: the error: the code; the reason; the domain; the metadata; the bad fields;"),
            told.npos)
      << told;
  EXPECT_NE(told.find("cpp: 1 passed, 2 failed\n"), told.npos) << told;
}

}  // namespace
}  // namespace belote::conformance
