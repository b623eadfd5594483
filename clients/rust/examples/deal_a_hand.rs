//! Deals a hand, takes, and plays until somebody may not play a card: `deal_a_hand [HOST:PORT]`.

use belote_referee::v1::call::Said;
use belote_referee::v1::player_action::Kind;
use belote_referee::v1::{
    ApplyActionRequest, Call, Card, Choice, Deal, DealCardsRequest, ListLegalActionsRequest, ListLegalActionsResponse,
    PlayerAction, Ruleset, Seat, Trump, Violation,
};
use belote_referee::{Referee, RefereeError};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = std::env::args().nth(1).unwrap_or("127.0.0.1:15200".to_owned());
    play(&Referee::connect(&target)?).await?;
    Ok(())
}

async fn play(referee: &Referee) -> Result<(), RefereeError> {
    let dealt = referee
        .deal_cards(DealCardsRequest {
            ruleset: Some(Ruleset { preset: "ffb_classic".to_owned(), ..Default::default() }),
            dealer: Seat::West.into(),
            ..Default::default()
        })
        .await?;
    let turn_up = dealt.position.as_ref().map(|position| position.turn_up()).unwrap_or_default();
    println!("{} deals and turns up {turn_up}", word(dealt.dealer().as_str_name()));

    let mut deal = dealt.deal;
    loop {
        let may =
            referee.list_legal_actions(ListLegalActionsRequest { deal: deal.clone(), full_ruleset: false }).await?;
        for refused in &may.refused {
            if let Some(card) = refused.action.as_ref().and_then(played) {
                tell(&may, card, &refused.violations);
                return Ok(());
            }
        }
        // The first of the choices that takes a trump or plays a card.
        let Some(action) = actions(&may.legal).find(|action| taken(action).is_some() || played(action).is_some())
        else {
            return Ok(());
        };
        deal = apply(referee, deal, action.clone(), may.turn()).await?;
    }
}

/// Says what the seat may play, and why not one card.
fn tell(may: &ListLegalActionsResponse, not: Card, violations: &[Violation]) {
    let cards: Vec<String> = actions(&may.legal).filter_map(played).map(|card| card.to_string()).collect();
    println!("{} may play {}", word(may.turn().as_str_name()), cards.join(" "));
    if let Some(violation) = violations.first() {
        println!("but not {not}: {} ({})", violation.message, violation.rule_id);
    }
}

/// The actions that are to be chosen from.
fn actions(choices: &[Choice]) -> impl Iterator<Item = &PlayerAction> {
    choices.iter().filter_map(|choice| choice.action.as_ref())
}

/// The record with the action added. Prints what was done.
async fn apply(
    referee: &Referee,
    deal: Option<Deal>,
    action: PlayerAction,
    seat: Seat,
) -> Result<Option<Deal>, RefereeError> {
    let done = match (taken(&action), played(&action)) {
        (Some(trump), _) => format!("takes {}", word(trump.as_str_name())),
        (_, card) => format!("plays {}", card.unwrap_or_default()),
    };
    let request = ApplyActionRequest { deal, action: Some(action), full_ruleset: false };
    let answer = referee.apply_action(request).await?;
    println!("{} {done}", word(seat.as_str_name()));
    Ok(answer.deal)
}

/// The trump that an action takes.
fn taken(action: &PlayerAction) -> Option<Trump> {
    match action.kind.as_ref()? {
        Kind::Call(Call { said: Some(Said::Take(take)) }) => Some(take.trump()),
        _ => None,
    }
}

/// The card that an action plays.
fn played(action: &PlayerAction) -> Option<Card> {
    match action.kind {
        Some(Kind::Play(number)) => Card::try_from(number).ok(),
        _ => None,
    }
}

/// `SEAT_SOUTH` and `TRUMP_HEARTS` without what all of their kind begin with.
fn word(name: &str) -> &str {
    name.split_once('_').map_or(name, |(_, word)| word)
}
