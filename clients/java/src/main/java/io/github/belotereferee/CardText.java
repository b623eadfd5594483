package io.github.belotereferee;

import io.github.belotereferee.v1.Card;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Cards as two characters, rank then suit, T for the ten: {@code "JH"} is the jack of hearts. */
public final class CardText {
    // The number of a card is 16 times its suit plus its rank; neither counts from 0.
    private static final String RANKS = "       789TJQKA";
    private static final String SUITS = " CDHS";

    private CardText() {}

    /**
     * Writes a card.
     *
     * @param card the card
     * @return its text, or {@code "??"} when the value is no card that this client knows
     */
    public static String of(Card card) {
        if (card == Card.UNRECOGNIZED || card == Card.CARD_UNSPECIFIED) {
            return "??";
        }
        int number = card.getNumber();
        return "" + RANKS.charAt(number % 16) + SUITS.charAt(number / 16);
    }

    /**
     * Reads a card. Small letters and {@code 10} are understood as well.
     *
     * @param text the card, such as {@code "TS"}
     * @return the card
     * @throws IllegalArgumentException when the text means no card
     */
    public static Card parse(String text) {
        String found = text.toUpperCase(Locale.ROOT).replace("10", "T");
        if (found.length() == 2 && !found.contains(" ")) {
            Card card = Card.forNumber(16 * SUITS.indexOf(found.charAt(1)) + RANKS.indexOf(found.charAt(0)));
            if (card != null && of(card).equals(found)) {
                return card;
            }
        }
        throw new IllegalArgumentException(
                "\"" + text + "\" is no card: write the rank (7 8 9 T J Q K A), then the suit (C D H S), as in JH");
    }

    /**
     * Reads cards with spaces between them.
     *
     * @param text the cards, such as {@code "JH TS"}
     * @return the cards in their order; none for an empty text
     * @throws IllegalArgumentException when a part of the text means no card
     */
    public static List<Card> parseAll(String text) {
        return Stream.of(text.split("\\s+")).filter(one -> !one.isEmpty()).map(CardText::parse).toList();
    }
}
