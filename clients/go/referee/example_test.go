package referee_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

func Example() {
	ref, err := referee.Connect("127.0.0.1:15200")
	if err != nil {
		log.Fatal(err)
	}
	defer ref.Close()

	answer, err := ref.JudgeTrick(context.Background(), &refereev1.JudgeTrickRequest{
		Ruleset: &refereev1.Ruleset{Preset: "ffb_classic"},
		Trump:   refereev1.Trump_TRUMP_HEARTS,
		Leader:  refereev1.Seat_SEAT_SOUTH,
		Cards:   []refereev1.Card{refereev1.Card_CARD_KING_OF_CLUBS, refereev1.Card_CARD_ACE_OF_CLUBS},
	})
	var refused *referee.Error
	if errors.As(err, &refused) {
		for _, bad := range refused.BadFields {
			fmt.Println(bad.Path, bad.Description)
		}
		return
	}
	fmt.Println(answer.GetWinner(), answer.GetPoints())
}

// A server whose certificate an authority of one's own has signed, and that asks its callers for theirs.
func ExampleWithTLS() {
	authority, err := os.ReadFile("authority.pem")
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authority)
	own, err := tls.LoadX509KeyPair("client.pem", "client-key.pem")
	if err != nil {
		log.Fatal(err)
	}
	config := &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{own}}
	ref, err := referee.Connect("referee.example:15200", referee.WithTLS(config), referee.WithToken(os.Getenv("TOKEN")))
	if err != nil {
		log.Fatal(err)
	}
	defer ref.Close()
}
