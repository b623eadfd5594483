#include <belote/referee/card_text.h>
#include <gtest/gtest.h>

#include <string>

namespace belote::referee {
namespace {

TEST(CardText, GoesBothWaysForEveryCard) {
  int cards = 0;
  for (int number = v1::Card_MIN; number <= v1::Card_MAX; ++number) {
    if (number == v1::CARD_UNSPECIFIED || !v1::Card_IsValid(number)) continue;
    const auto card = static_cast<v1::Card>(number);
    EXPECT_EQ(CardFromText(CardText(card)), card);
    ++cards;
  }
  EXPECT_EQ(cards, 32);
}

TEST(CardText, IsRankThenSuit) {
  EXPECT_EQ(CardText(v1::CARD_JACK_OF_HEARTS), "JH");
  EXPECT_EQ(CardText(v1::CARD_TEN_OF_SPADES), "TS");
  EXPECT_EQ(CardText(v1::CARD_SEVEN_OF_CLUBS), "7C");
  EXPECT_EQ(CardText(v1::CARD_ACE_OF_DIAMONDS), "AD");
}

TEST(CardText, HasNoCardForOtherNumbersAndTexts) {
  for (const int number : {0, 1, 0x16, 0x1F, 0x5E, 99, -1}) EXPECT_EQ(CardText(static_cast<v1::Card>(number)), "??");
  for (const char* text : {"", "J", "JHS", "HJ", "10H", "jh", "1S", "J ", " H", "6C"}) {
    EXPECT_EQ(CardFromText(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace belote::referee
