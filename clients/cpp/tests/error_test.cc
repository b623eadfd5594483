#include <belote/referee/error.h>
#include <belote/referee/result.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>

#include "belote/errordetails/v1/error_details.pb.h"

namespace belote::referee {
namespace {

using Metadata = std::map<std::string, std::string>;

// A refusal as the server sends it.
grpc::Status Refusal(const std::string& reason, const std::string& domain = "belote.referee") {
  errordetails::v1::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain(domain);
  (*info.mutable_metadata())["field"] = "trick[1]";
  (*info.mutable_metadata())["card"] = "JH";
  errordetails::v1::BadRequest bad;
  for (const char* path : {"trick[1]", "hand[0]"}) {
    auto* field = bad.add_field_violations();
    field->set_field(path);
    field->set_description("JH is there twice");
  }
  errordetails::v1::CallStatus call;
  auto* detail = call.add_details();
  detail->set_type_url("type.googleapis.com/google.rpc.ErrorInfo");
  detail->set_value(info.SerializeAsString());
  detail = call.add_details();
  detail->set_type_url("type.googleapis.com/some.other.Detail");
  detail->set_value("anything");
  detail = call.add_details();
  detail->set_type_url("type.googleapis.com/google.rpc.BadRequest");
  detail->set_value(bad.SerializeAsString());
  return {grpc::StatusCode::INVALID_ARGUMENT, "a card is there twice", call.SerializeAsString()};
}

TEST(RefereeError, TellsWhatTheServerSaid) {
  const RefereeError error(Refusal("CARD_DUPLICATED"));
  EXPECT_EQ(error.code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(error.reason(), "CARD_DUPLICATED");
  EXPECT_EQ(error.known_reason(), v1::ERROR_REASON_CARD_DUPLICATED);
  EXPECT_EQ(error.domain(), "belote.referee");
  EXPECT_EQ(error.message(), "a card is there twice");
  EXPECT_EQ(error.metadata(), (Metadata{{"card", "JH"}, {"field", "trick[1]"}}));
  ASSERT_EQ(error.bad_fields().size(), 2u);
  EXPECT_EQ(error.bad_fields()[0].path, "trick[1]");
  EXPECT_EQ(error.bad_fields()[1].path, "hand[0]");
  EXPECT_EQ(error.bad_fields()[1].description, "JH is there twice");
  EXPECT_STREQ(error.what(), "INVALID_ARGUMENT CARD_DUPLICATED: a card is there twice");
}

TEST(RefereeError, KnowsNoReasonThatIsNewOrOfAnother) {
  const RefereeError of_tomorrow(Refusal("TABLE_ON_FIRE"));
  EXPECT_EQ(of_tomorrow.reason(), "TABLE_ON_FIRE");
  EXPECT_EQ(of_tomorrow.known_reason(), v1::ERROR_REASON_UNSPECIFIED);
  const RefereeError of_a_proxy(Refusal("OVERLOADED", "proxy.example"));
  EXPECT_EQ(of_a_proxy.reason(), "OVERLOADED");
  EXPECT_EQ(of_a_proxy.known_reason(), v1::ERROR_REASON_UNSPECIFIED);
}

TEST(RefereeError, NeedsNoDetails) {
  for (const char* details : {"", "\xff\xff these are no details"}) {
    const RefereeError error(grpc::Status(grpc::StatusCode::DEADLINE_EXCEEDED, "too late", details));
    EXPECT_EQ(error.code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    EXPECT_EQ(error.reason(), "");
    EXPECT_EQ(error.known_reason(), v1::ERROR_REASON_UNSPECIFIED);
    EXPECT_TRUE(error.metadata().empty());
    EXPECT_TRUE(error.bad_fields().empty());
    EXPECT_STREQ(error.what(), "DEADLINE_EXCEEDED: too late");
  }
}

TEST(Result, HoldsAnAnswer) {
  Result<std::string> result = std::string("yes");
  EXPECT_TRUE(result);
  EXPECT_EQ(*result, "yes");
  EXPECT_EQ(result->size(), 3u);
  EXPECT_THROW(result.error(), std::bad_variant_access);
  const std::string& kept = Result<std::string>(std::string("kept")).value();
  EXPECT_EQ(kept, "kept");
  EXPECT_EQ(std::move(result).value(), "yes");
}

TEST(Result, ThrowsTheErrorInPlaceOfAnAnswer) {
  const Result<std::string> result = RefereeError(Refusal("CARD_DUPLICATED"));
  EXPECT_FALSE(result);
  EXPECT_EQ(result.error().reason(), "CARD_DUPLICATED");
  EXPECT_THROW(*result, RefereeError);
  EXPECT_THROW(result->size(), RefereeError);
  try {
    result.value();
    FAIL();
  } catch (const std::exception& error) {
    EXPECT_STREQ(error.what(), "INVALID_ARGUMENT CARD_DUPLICATED: a card is there twice");
  }
}

}  // namespace
}  // namespace belote::referee
