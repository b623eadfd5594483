package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.belotereferee.v1.Card;
import io.github.belotereferee.v1.Suit;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CardTextTest {
    @ParameterizedTest
    @CsvSource({"JH,CARD_JACK_OF_HEARTS", "TS,CARD_TEN_OF_SPADES", "7C,CARD_SEVEN_OF_CLUBS", "AD,CARD_ACE_OF_DIAMONDS"})
    void aCardIsItsRankThenItsSuit(String text, Card card) {
        assertEquals(text, CardText.of(card));
        assertEquals(card, CardText.parse(text));
    }

    @Test
    void everyCardHasATextOfItsOwn() {
        Set<String> texts = new HashSet<>();
        for (Card card : Card.values()) {
            if (card == Card.CARD_UNSPECIFIED || card == Card.UNRECOGNIZED) {
                assertEquals("??", CardText.of(card));
            } else {
                String text = CardText.of(card);
                assertTrue(texts.add(text), text);
                assertEquals(card, CardText.parse(text));
                assertTrue(card.name().endsWith(Suit.forNumber(card.getNumber() / 16).name().substring(5)), text);
            }
        }
        assertEquals(32, texts.size());
    }

    @ParameterizedTest
    @CsvSource({"jh,CARD_JACK_OF_HEARTS", "10S,CARD_TEN_OF_SPADES"})
    void smallLettersAndATenInFiguresAreRead(String text, Card card) {
        assertEquals(card, CardText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "J", "JJ", "HJ", "1H", " H", "J ", "JHH", "??", "7 ", "TÉ"})
    void whatIsNoCardIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> CardText.parse(text));
    }

    @Test
    void cardsAreReadInTheirOrder() {
        assertEquals(List.of(Card.CARD_JACK_OF_HEARTS, Card.CARD_TEN_OF_SPADES), CardText.parseAll(" JH  TS "));
        assertEquals(List.of(), CardText.parseAll(""));
        assertThrows(IllegalArgumentException.class, () -> CardText.parseAll("JH, TS"));
    }
}
