//! Replays the conformance vectors through the client, as every language does.
#![deny(missing_docs)]

use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::time::Duration;

use belote_referee::{Referee, RefereeError};

/// The vectors.
#[allow(missing_docs, clippy::all, clippy::pedantic, unreachable_pub)]
#[rustfmt::skip]
pub mod v1 {
    include!("generated/belote.conformance.v1.rs");
}

use v1::conformance_vector::Call;

/// Makes every call of the suite, prints what is not as expected and how many passed, and tells whether all is well: there
/// were calls, and each of them passed.
pub async fn replay(
    suite: &v1::ConformanceSuite,
    referee: &Referee,
    out: &mut impl Write,
) -> Result<bool, std::fmt::Error> {
    let (mut passed, mut failed) = (0, 0);
    for vector in &suite.vectors {
        match check(vector, referee).await {
            Ok(()) => passed += 1,
            Err(differs) => {
                failed += 1;
                writeln!(out, "FAIL {}: {}", vector.name, short(&differs))?;
            }
        }
    }
    writeln!(out, "rust: {passed} passed, {failed} failed")?;
    Ok(failed == 0 && passed > 0 && passed + failed == suite.vectors.len())
}

/// Makes the call of one vector. Fails with what differs.
async fn check(vector: &v1::ConformanceVector, referee: &Referee) -> Result<(), String> {
    let referee = referee.with_language(&vector.language).map_err(|why| why.to_string())?;
    let referee = referee.with_timeout(Duration::from_secs(10));
    macro_rules! call {
        ($vector:expr, $method:ident, $expected:ident) => {{
            let answered = referee.$method($vector.request.clone().ok_or("the vector has no request")?).await;
            match $vector.expected.as_ref().ok_or("the vector expects nothing")? {
                v1::$expected::Expected::Response(response) => compare_answer(response, answered),
                v1::$expected::Expected::Error(error) => compare_error(error, answered),
            }
        }};
    }
    match vector.call.as_ref().ok_or("a call that this runner does not know")? {
        Call::ListVariants(one) => call!(one, list_variants, list_variants_vector),
        Call::DealCards(one) => call!(one, deal_cards, deal_cards_vector),
        Call::InspectDeal(one) => call!(one, inspect_deal, inspect_deal_vector),
        Call::ListLegalActions(one) => call!(one, list_legal_actions, list_legal_actions_vector),
        Call::ApplyAction(one) => call!(one, apply_action, apply_action_vector),
        Call::RedactDeal(one) => call!(one, redact_deal, redact_deal_vector),
        Call::ScoreDeal(one) => call!(one, score_deal, score_deal_vector),
        Call::ScoreMatch(one) => call!(one, score_match, score_match_vector),
        Call::ListLegalCards(one) => call!(one, list_legal_cards, list_legal_cards_vector),
        Call::JudgeTrick(one) => call!(one, judge_trick, judge_trick_vector),
        Call::ScoreTally(one) => call!(one, score_tally, score_tally_vector),
        Call::BatchJudge(one) => call!(one, batch_judge, batch_judge_vector),
    }
}

fn compare_answer<A: PartialEq + Debug>(expected: &A, answered: Result<A, RefereeError>) -> Result<(), String> {
    match answered {
        Ok(answer) if answer == *expected => Ok(()),
        Ok(answer) => Err(difference(&format!("{expected:?}"), &format!("{answer:?}"))),
        Err(error) => Err(format!("an error: {error}")),
    }
}

fn compare_error<A>(expected: &v1::ExpectedError, answered: Result<A, RefereeError>) -> Result<(), String> {
    let Err(error) = answered else {
        return Err("an answer where an error is expected".to_owned());
    };
    let got = v1::ExpectedError {
        code: error.code() as i32,
        reason: error.reason().to_owned(),
        domain: error.domain().to_owned(),
        metadata: BTreeMap::from_iter(error.metadata().clone()),
        violated_fields: error.bad_fields().iter().map(|field| field.path.clone()).collect(),
    };
    if got == *expected { Ok(()) } else { Err(difference(&format!("{expected:?}"), &format!("{got:?}"))) }
}

/// Where two texts begin to differ.
fn difference(expected: &str, got: &str) -> String {
    let same = expected.chars().zip(got.chars()).take_while(|(one, other)| one == other).count();
    let from = |text: &str| text.chars().skip(same.saturating_sub(30)).take(80).collect::<String>();
    format!("expected …{}… but got …{}…", from(expected), from(got))
}

/// A text in one line that is not too long.
fn short(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(300).collect()
}
