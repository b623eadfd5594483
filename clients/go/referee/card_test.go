package referee_test

import (
	"testing"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

func TestCardText(t *testing.T) {
	for text, card := range map[string]refereev1.Card{
		"7C": refereev1.Card_CARD_SEVEN_OF_CLUBS,
		"TD": refereev1.Card_CARD_TEN_OF_DIAMONDS,
		"JH": refereev1.Card_CARD_JACK_OF_HEARTS,
		"AS": refereev1.Card_CARD_ACE_OF_SPADES,
	} {
		if got := referee.CardText(card); got != text {
			t.Errorf("%v is %q, not %q", card, got, text)
		}
	}
	for _, card := range []refereev1.Card{refereev1.Card_CARD_UNSPECIFIED, 0x16, 0x5E, 99, -1, 1 << 30} {
		if got := referee.CardText(card); got != "??" {
			t.Errorf("%d is %q", card, got)
		}
	}
}

func TestParseCard(t *testing.T) {
	found := map[refereev1.Card]bool{}
	for number := range refereev1.Card_name {
		card := refereev1.Card(number)
		if card == refereev1.Card_CARD_UNSPECIFIED {
			continue
		}
		back, err := referee.ParseCard(referee.CardText(card))
		if err != nil || back != card {
			t.Errorf("%v is read as %v, %v", card, back, err)
		}
		found[back] = true
	}
	if len(found) != 32 {
		t.Errorf("there are %d cards", len(found))
	}
	for _, text := range []string{"", "J", "JHH", "HJ", "jh", "10H", "1H", "??", "?H", "7?", "7é"} {
		if card, err := referee.ParseCard(text); err == nil {
			t.Errorf("%q is read as %v", text, card)
		}
	}
}
