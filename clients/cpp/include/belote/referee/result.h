// What a call gives: its answer, or why there is none.
#pragma once

#include <utility>
#include <variant>

#include "belote/referee/error.h"

namespace belote::referee {

/// The answer of a call, or its error. Shaped after `std::expected`, but for reading an answer that is not there: that
/// always throws the error, and is never undefined.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T answer) : held_(std::in_place_index<0>, std::move(answer)) {}
  Result(RefereeError error) : held_(std::in_place_index<1>, std::move(error)) {}

  /// Whether there is an answer.
  bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The answer. Throws the `RefereeError` when there is none.
  const T& value() const& { return (Demand(), *std::get_if<0>(&held_)); }
  T& value() & { return (Demand(), *std::get_if<0>(&held_)); }
  /// By value, so that a reference bound to it lives on.
  T value() && { return (Demand(), std::move(*std::get_if<0>(&held_))); }

  /// As `value()`.
  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  /// The error. Throws `std::bad_variant_access` when there is an answer.
  const RefereeError& error() const { return std::get<1>(held_); }

 private:
  void Demand() const {
    if (const auto* error = std::get_if<1>(&held_)) error->Raise();
  }

  std::variant<T, RefereeError> held_;
};

}  // namespace belote::referee
