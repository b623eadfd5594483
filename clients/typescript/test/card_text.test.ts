import assert from "node:assert/strict";
import { test } from "node:test";
import { Card, card, cards, cardText } from "belote-referee";

const ALL = Object.values(Card).filter((one): one is Card => typeof one === "number" && one !== Card.UNSPECIFIED);

test("every card has a text of two letters that means it", () => {
  const texts = ALL.map(cardText);
  assert.equal(new Set(texts).size, 32);
  for (const text of texts) assert.match(text, /^[789TJQKA][CDHS]$/);
  assert.deepEqual(texts.map(card), ALL);
});

test("texts are those of the contract's comments", () => {
  assert.equal(cardText(Card.JACK_OF_HEARTS), "JH");
  assert.equal(cardText(Card.TEN_OF_SPADES), "TS");
  assert.equal(card("7c"), Card.SEVEN_OF_CLUBS);
  assert.equal(card("10D"), Card.TEN_OF_DIAMONDS);
});

test("cards are read in their order, with any blanks between them", () => {
  assert.deepEqual(cards(" 7H  AS\nKC "), [Card.SEVEN_OF_HEARTS, Card.ACE_OF_SPADES, Card.KING_OF_CLUBS]);
  assert.deepEqual(cards(""), []);
});

for (const text of ["", " ", "J", "H", "HJ", "1H", "6H", "JX", "JHH", "J H", "??", "0H", "10", " H", "J ", "é♥"]) {
  test(`"${text}" is no card`, () => assert.throws(() => card(text), RangeError));
}

test("a part that is no card spoils the whole text, and is named", () => {
  assert.throws(() => cards("7H XX"), /"XX" is no card/);
});

test("what is no card has a text all the same", () => {
  assert.equal(cardText(Card.UNSPECIFIED), "??");
  for (const number of [1, 0x16, 0x1f, 0x57, 4711, -1]) assert.equal(cardText(number), "??");
});
