// Deals a hand, takes, and plays until somebody may not play a card.
//
// deal_a_hand [HOST:PORT]
#include <belote/referee/client.h>

#include <iostream>
#include <optional>
#include <string>

namespace referee = belote::referee;
namespace v1 = belote::referee::v1;

namespace {

// "SEAT_SOUTH" and "TRUMP_HEARTS" without what all of their kind begin with.
std::string Word(const std::string& name) { return name.substr(name.find('_') + 1); }

// The record with the action added. Prints what was done.
v1::Deal Apply(const referee::Referee& client, const v1::Deal& deal, const v1::PlayerAction& action, v1::Seat seat) {
  v1::ApplyActionRequest request;
  *request.mutable_deal() = deal;
  *request.mutable_action() = action;
  const v1::ApplyActionResponse answer = client.ApplyAction(request).value();
  std::cout << Word(v1::Seat_Name(seat));
  if (action.has_call()) {
    std::cout << " takes " << Word(v1::Trump_Name(action.call().take().trump())) << '\n';
  } else {
    std::cout << " plays " << referee::CardText(action.play()) << '\n';
  }
  return answer.deal();
}

// The first of the choices that takes a trump or plays a card.
std::optional<v1::PlayerAction> FirstOf(const v1::ListLegalActionsResponse& may) {
  for (const auto& choice : may.legal()) {
    if (choice.action().call().has_take() || choice.action().kind_case() == v1::PlayerAction::kPlay)
      return choice.action();
  }
  return std::nullopt;
}

void Play(const referee::Referee& client) {
  v1::DealCardsRequest request;
  request.mutable_ruleset()->set_preset("ffb_classic");
  request.set_dealer(v1::SEAT_WEST);
  const v1::DealCardsResponse dealt = client.DealCards(request).value();
  std::cout << Word(v1::Seat_Name(dealt.dealer())) << " deals and turns up "
            << referee::CardText(dealt.position().turn_up()) << '\n';

  v1::Deal deal = dealt.deal();
  while (true) {
    v1::ListLegalActionsRequest question;
    *question.mutable_deal() = deal;
    const v1::ListLegalActionsResponse may = client.ListLegalActions(question).value();
    const auto action = FirstOf(may);
    if (!action) return;

    for (const auto& refused : may.refused()) {
      if (refused.action().kind_case() != v1::PlayerAction::kPlay) continue;
      std::cout << Word(v1::Seat_Name(may.turn())) << " may play";
      for (const auto& choice : may.legal()) std::cout << ' ' << referee::CardText(choice.action().play());
      const auto& violation = refused.violations(0);
      std::cout << "\nbut not " << referee::CardText(refused.action().play()) << ": " << violation.message() << " ("
                << violation.rule_id() << ")\n";
      return;
    }
    deal = Apply(client, deal, *action, may.turn());
  }
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Play(referee::Referee::Connect(argc > 1 ? argv[1] : "127.0.0.1:15200"));
  } catch (const referee::RefereeError& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
