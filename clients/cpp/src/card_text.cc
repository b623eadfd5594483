#include "belote/referee/card_text.h"

namespace belote::referee {
namespace {

// The digits of a card's number: 16 times the suit plus the rank.
constexpr std::string_view kSuits = " CDHS";
constexpr std::string_view kRanks = "       789TJQKA";

}  // namespace

std::string CardText(v1::Card card) {
  if (card == v1::CARD_UNSPECIFIED || !v1::Card_IsValid(card)) return "??";
  return {kRanks[card % 16], kSuits[card / 16]};
}

std::optional<v1::Card> CardFromText(std::string_view text) {
  if (text.size() != 2 || text[0] == ' ' || text[1] == ' ') return std::nullopt;
  const auto rank = kRanks.find(text[0]);
  const auto suit = kSuits.find(text[1]);
  if (rank == kRanks.npos || suit == kSuits.npos) return std::nullopt;
  return static_cast<v1::Card>(16 * suit + rank);
}

}  // namespace belote::referee
