// Why a call was refused.
#pragma once

#include <grpcpp/support/status.h>

#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "belote/referee/v1/error_reason.pb.h"

namespace belote::referee {

/// A field of a request that is at fault.
struct BadField {
  /// Where it is, such as "deal.actions[17].play".
  std::string path;
  /// What is wrong with it, a sentence in the language of the call. Its wording may change at any time.
  std::string description;
};

/// Why a call has no answer: the referee could not read the request or build on it, or was not reached in time. A card
/// against the rules is no error; it is answered, with the rules it breaks.
///
/// Calls return it within a `Result`, which throws it only when an answer is read that is not there. Copies share one
/// content.
class RefereeError : public std::exception {
 public:
  /// Reads the details of a status that is not OK. Details that are absent or cannot be read are empty.
  explicit RefereeError(grpc::Status status);

  /// The status code, such as `grpc::StatusCode::INVALID_ARGUMENT`.
  grpc::StatusCode code() const noexcept;
  /// A sentence in the language of the call. Its wording may change at any time.
  const std::string& message() const noexcept;
  /// The name of an `ErrorReason` without its prefix, such as "CARD_DUPLICATED". Empty when the error is not the
  /// referee's own, such as a deadline that ran out.
  const std::string& reason() const noexcept;
  /// The same as a value. `ERROR_REASON_UNSPECIFIED` when there is none, or when a newer server gave one that is
  /// unknown here.
  v1::ErrorReason known_reason() const noexcept;
  /// Who gave the reason: "belote.referee". Empty where `reason()` is.
  const std::string& domain() const noexcept;
  /// What belongs to the reason, documented at its `ErrorReason`.
  const std::map<std::string, std::string>& metadata() const noexcept;
  /// The fields at fault, in the order of the request. `metadata()` counts further ones as "fields_left_out".
  const std::vector<BadField>& bad_fields() const noexcept;
  /// The status as it came.
  const grpc::Status& status() const noexcept;

  /// Code, reason and message in one line.
  const char* what() const noexcept override;
  /// Throws this error.
  [[noreturn]] void Raise() const;

 private:
  struct Content;
  std::shared_ptr<const Content> content_;
};

}  // namespace belote::referee
