use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crate::v1::Card;

const SUITS: &[u8] = b"CDHS";
const RANKS: &[u8] = b"789TJQKA";

/// Two characters, rank then suit, `T` for the ten: `JH` is the jack of hearts. No card is `??`.
impl fmt::Display for Card {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = *self as usize;
        let text = match number {
            0 => "??".to_owned(),
            _ => [RANKS[number % 16 - 7], SUITS[number / 16 - 1]].map(char::from).iter().collect(),
        };
        formatter.pad(&text)
    }
}

/// Reads what `Display` writes, other than `??`.
impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Self, NotACard> {
        let number = match *text.as_bytes() {
            [rank, suit] => SUITS.iter().position(|one| *one == suit).zip(RANKS.iter().position(|one| *one == rank)),
            _ => None,
        };
        let (suit, rank) = number.ok_or_else(|| NotACard(text.to_owned()))?;
        Card::try_from((16 * (suit + 1) + rank + 7) as i32).map_err(|_| NotACard(text.to_owned()))
    }
}

/// A text that means no card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotACard(String);

impl fmt::Display for NotACard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?} is no card: the jack of hearts is JH", self.0)
    }
}

impl Error for NotACard {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_a_text_that_is_read_back() {
        let cards: Vec<Card> = (1..=0xff).filter_map(|number| Card::try_from(number).ok()).collect();
        assert_eq!(cards.len(), 32);
        for card in cards {
            assert_eq!(card.to_string().parse(), Ok(card));
        }
        assert_eq!(Card::JackOfHearts.to_string(), "JH");
        assert_eq!("TS".parse(), Ok(Card::TenOfSpades));
        assert_eq!("7C".parse(), Ok(Card::SevenOfClubs));
        assert_eq!(format!("{:>4}", Card::AceOfDiamonds), "  AD");
    }

    #[test]
    fn other_texts_mean_no_card() {
        assert_eq!(Card::Unspecified.to_string(), "??");
        for text in ["", "J", "JHH", "jh", "10H", "6H", "??", "HJ", "\u{e9}"] {
            assert_eq!(text.parse::<Card>(), Err(NotACard(text.to_owned())));
        }
    }
}
