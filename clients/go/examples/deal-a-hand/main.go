// The command deal-a-hand deals a hand, takes, and plays until somebody may not play a card:
//
//	deal-a-hand [HOST:PORT]
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

func main() {
	target := "127.0.0.1:15200"
	if len(os.Args) > 1 {
		target = os.Args[1]
	}
	if err := play(context.Background(), target); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func play(ctx context.Context, target string) error {
	ref, err := referee.Connect(target)
	if err != nil {
		return err
	}
	defer ref.Close()

	dealt, err := ref.DealCards(ctx, &refereev1.DealCardsRequest{
		Ruleset: &refereev1.Ruleset{Preset: "ffb_classic"},
		Dealer:  refereev1.Seat_SEAT_WEST,
	})
	if err != nil {
		return err
	}
	fmt.Printf("%s deals and turns up %s\n", word(dealt.GetDealer()), referee.CardText(dealt.GetPosition().GetTurnUp()))

	deal := dealt.GetDeal()
	for {
		may, err := ref.ListLegalActions(ctx, &refereev1.ListLegalActionsRequest{Deal: deal})
		if err != nil {
			return err
		}
		if refused := firstCard(may.GetRefused()); refused != nil {
			tell(may, refused)
			return nil
		}
		action := firstAction(may.GetLegal())
		if action == nil {
			return nil
		}
		applied, err := ref.ApplyAction(ctx, &refereev1.ApplyActionRequest{Deal: deal, Action: action})
		if err != nil {
			return err
		}
		if take := action.GetCall().GetTake(); take != nil {
			fmt.Println(word(may.GetTurn()), "takes", word(take.GetTrump()))
		} else {
			fmt.Println(word(may.GetTurn()), "plays", referee.CardText(action.GetPlay()))
		}
		deal = applied.GetDeal()
	}
}

// firstCard is the first of the choices that plays a card, or nil.
func firstCard(choices []*refereev1.Choice) *refereev1.Choice {
	for _, choice := range choices {
		if choice.GetAction().GetPlay() != refereev1.Card_CARD_UNSPECIFIED {
			return choice
		}
	}
	return nil
}

// firstAction is the first of the actions that takes a trump or plays a card, or nil.
func firstAction(choices []*refereev1.Choice) *refereev1.PlayerAction {
	for _, choice := range choices {
		action := choice.GetAction()
		if action.GetCall().GetTake() != nil || action.GetPlay() != refereev1.Card_CARD_UNSPECIFIED {
			return action
		}
	}
	return nil
}

// tell says what the seat may play, and why not one card.
func tell(may *refereev1.ListLegalActionsResponse, refused *refereev1.Choice) {
	fmt.Print(word(may.GetTurn()), " may play")
	for _, choice := range may.GetLegal() {
		fmt.Print(" ", referee.CardText(choice.GetAction().GetPlay()))
	}
	violation := refused.GetViolations()[0]
	card := referee.CardText(refused.GetAction().GetPlay())
	fmt.Printf("\nbut not %s: %s (%s)\n", card, violation.GetMessage(), violation.GetRuleId())
}

// word is SEAT_SOUTH or TRUMP_HEARTS without what all of their kind begin with.
func word(value fmt.Stringer) string {
	_, after, _ := strings.Cut(value.String(), "_")
	return after
}
