use belote_referee::Referee;
use belote_referee::v1::{Card, ErrorReason, ListLegalCardsRequest, Ruleset, Trump};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let target = std::env::args().nth(1).unwrap_or("127.0.0.1:15200".to_owned());
    let referee = Referee::connect(&target)?;

    // Hearts are trumps, an opponent has led the king of clubs, and you hold no club.
    let mut question = ListLegalCardsRequest {
        ruleset: Some(Ruleset { preset: "ffb_classic".to_owned(), ..Default::default() }),
        trump: Trump::Hearts.into(),
        hand: vec![Card::SevenOfHearts.into(), Card::AceOfSpades.into()],
        trick: vec![Card::KingOfClubs.into()],
        ..Default::default()
    };
    let answer = referee.list_legal_cards(question.clone()).await?;
    for card in answer.legal() {
        println!("may: {card}");
    }
    for refused in &answer.refused {
        for violation in &refused.violations {
            println!("not: {} {} {}", refused.card(), violation.rule_id, violation.message);
        }
    }

    // A game that the server does not know is an error, with a reason.
    question.ruleset = Some(Ruleset { preset: "tarot".to_owned(), ..Default::default() });
    match referee.list_legal_cards(question).await {
        Err(error) if error.known_reason() == ErrorReason::PresetUnknown => {
            println!("{}, known are: {}", error.reason(), error.metadata()["known"]);
        }
        other => println!("{:?}", other?),
    }
    Ok(())
}
