// Cards as two characters, rank then suit, T for the ten: "JH" is the jack of hearts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "belote/referee/v1/card.pb.h"

namespace belote::referee {

/// The card in text, or "??" when the value is none that this client knows.
std::string CardText(v1::Card card);

/// The card meant by a text such as "TS", or nothing when it means none.
std::optional<v1::Card> CardFromText(std::string_view text);

}  // namespace belote::referee
