package referee

import (
	"fmt"
	"strings"

	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

const (
	suits = "?CDHS"
	ranks = "???????789TJQKA"
)

// CardText is a card in two characters, rank then suit, T for the ten: "JH" is the jack of hearts. It is "??" for a
// value that this client does not know.
func CardText(card refereev1.Card) string {
	if _, known := refereev1.Card_name[int32(card)]; !known || card == refereev1.Card_CARD_UNSPECIFIED {
		return "??"
	}
	return string([]byte{ranks[card&0xF], suits[card>>4]})
}

// ParseCard reads a card in two characters, such as "TS". It fails for any other text.
func ParseCard(text string) (refereev1.Card, error) {
	if len(text) == 2 && !strings.Contains(text, "?") {
		rank, suit := strings.IndexByte(ranks, text[0]), strings.IndexByte(suits, text[1])
		if rank > 0 && suit > 0 {
			return refereev1.Card(suit<<4 | rank), nil
		}
	}
	return refereev1.Card_CARD_UNSPECIFIED, fmt.Errorf("referee: no card: %q", text)
}
