import { Card } from "./gen/belote/referee/v1/card_pb.js";

// At the place of its number, the letter of each suit and rank. A card's number is 16 times the suit plus the rank.
const SUITS = " CDHS";
const RANKS = "       789TJQKA";

/**
 * The card that a text means: `card("JH")` is `Card.JACK_OF_HEARTS`. Small letters and `10` for the ten are read as
 * well.
 *
 * @throws RangeError when the text means no card.
 */
export function card(text: string): Card {
  const [rank = " ", suit = " ", ...rest] = text.toUpperCase().replace("10", "T");
  const number = 16 * SUITS.indexOf(suit) + RANKS.indexOf(rank);
  if (rest.length > 0 || suit === " " || rank === " " || Card[number] === undefined) {
    throw new RangeError(`"${text}" is no card: write the rank (7 8 9 T J Q K A), then the suit (C D H S), as in JH`);
  }
  return number;
}

/**
 * The cards that a text means, in its order: `cards("JH TS")`. None for an empty text.
 *
 * @throws RangeError when a part of the text means no card.
 */
export function cards(text: string): Card[] {
  return text.split(/\s+/).filter(Boolean).map(card);
}

/**
 * A card in text: rank, then suit, T for the ten. `"??"` for a value that is none, or that this client does not know.
 */
export function cardText(card: Card): string {
  return card === Card.UNSPECIFIED || Card[card] === undefined ? "??" : `${RANKS[card % 16]}${SUITS[card >> 4]}`;
}
