#include "belote/referee/error.h"

#include <string_view>
#include <utility>

#include "belote/errordetails/v1/error_details.pb.h"

namespace belote::referee {
namespace {

namespace details = errordetails::v1;

constexpr std::string_view kDomain = "belote.referee";

const char* CodeName(grpc::StatusCode code) {
  switch (code) {
    case grpc::StatusCode::OK: return "OK";
    case grpc::StatusCode::CANCELLED: return "CANCELLED";
    case grpc::StatusCode::INVALID_ARGUMENT: return "INVALID_ARGUMENT";
    case grpc::StatusCode::DEADLINE_EXCEEDED: return "DEADLINE_EXCEEDED";
    case grpc::StatusCode::NOT_FOUND: return "NOT_FOUND";
    case grpc::StatusCode::ALREADY_EXISTS: return "ALREADY_EXISTS";
    case grpc::StatusCode::PERMISSION_DENIED: return "PERMISSION_DENIED";
    case grpc::StatusCode::UNAUTHENTICATED: return "UNAUTHENTICATED";
    case grpc::StatusCode::RESOURCE_EXHAUSTED: return "RESOURCE_EXHAUSTED";
    case grpc::StatusCode::FAILED_PRECONDITION: return "FAILED_PRECONDITION";
    case grpc::StatusCode::ABORTED: return "ABORTED";
    case grpc::StatusCode::OUT_OF_RANGE: return "OUT_OF_RANGE";
    case grpc::StatusCode::UNIMPLEMENTED: return "UNIMPLEMENTED";
    case grpc::StatusCode::INTERNAL: return "INTERNAL";
    case grpc::StatusCode::UNAVAILABLE: return "UNAVAILABLE";
    case grpc::StatusCode::DATA_LOSS: return "DATA_LOSS";
    default: return "UNKNOWN";
  }
}

// Reads the detail into `message` when it is of that type of google.rpc.
template <typename Message>
bool Unpack(const google::protobuf::Any& detail, std::string_view type, Message& message) {
  const std::string_view url = detail.type_url();
  const auto slash = url.rfind('/');
  return slash != url.npos && url.substr(slash + 1) == type && message.ParseFromString(detail.value());
}

}  // namespace

struct RefereeError::Content {
  grpc::Status status;
  std::string message;
  std::string reason;
  v1::ErrorReason known_reason = v1::ERROR_REASON_UNSPECIFIED;
  std::string domain;
  std::map<std::string, std::string> metadata;
  std::vector<BadField> bad_fields;
  std::string what;
};

RefereeError::RefereeError(grpc::Status status) {
  auto content = std::make_shared<Content>();
  content->message = status.error_message();
  details::CallStatus call;
  if (call.ParseFromString(status.error_details())) {
    for (const auto& detail : call.details()) {
      details::ErrorInfo info;
      details::BadRequest bad;
      if (Unpack(detail, "google.rpc.ErrorInfo", info)) {
        content->reason = info.reason();
        content->domain = info.domain();
        content->metadata.insert(info.metadata().begin(), info.metadata().end());
      } else if (Unpack(detail, "google.rpc.BadRequest", bad)) {
        for (const auto& field : bad.field_violations()) {
          content->bad_fields.push_back({field.field(), field.description()});
        }
      }
    }
  }
  if (content->domain == kDomain) {
    v1::ErrorReason_Parse("ERROR_REASON_" + content->reason, &content->known_reason);
  }
  content->what = CodeName(status.error_code());
  if (!content->reason.empty()) content->what += " " + content->reason;
  content->what += ": " + content->message;
  content->status = std::move(status);
  content_ = std::move(content);
}

grpc::StatusCode RefereeError::code() const noexcept { return content_->status.error_code(); }
const std::string& RefereeError::message() const noexcept { return content_->message; }
const std::string& RefereeError::reason() const noexcept { return content_->reason; }
v1::ErrorReason RefereeError::known_reason() const noexcept { return content_->known_reason; }
const std::string& RefereeError::domain() const noexcept { return content_->domain; }
const std::map<std::string, std::string>& RefereeError::metadata() const noexcept { return content_->metadata; }
const std::vector<BadField>& RefereeError::bad_fields() const noexcept { return content_->bad_fields; }
const grpc::Status& RefereeError::status() const noexcept { return content_->status; }
const char* RefereeError::what() const noexcept { return content_->what.c_str(); }
void RefereeError::Raise() const { throw *this; }

}  // namespace belote::referee
