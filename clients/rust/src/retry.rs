//! The retry policy of `clients/service_config.json`, which tonic does not read.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};
use tonic::{Code, Status};

const MAX_ATTEMPTS: u32 = 4;
const INITIAL_BACKOFF: Duration = Duration::from_millis(100);
const MAX_BACKOFF: Duration = Duration::from_secs(1);
const BACKOFF_MULTIPLIER: u32 = 2;
const RETRYABLE: Code = Code::Unavailable;

/// Sends until there is another answer than UNAVAILABLE, as often as the policy allows and while there is time.
///
/// `send` must end by itself when the time is over.
pub(crate) async fn retried<A, F: Future<Output = Result<A, Status>>>(
    deadline: Instant,
    mut send: impl FnMut() -> F,
) -> Result<A, Status> {
    let mut attempt = 1;
    loop {
        let refused = match send().await {
            Err(status) if status.code() == RETRYABLE => status,
            answered => return answered,
        };
        let next = Instant::now() + backoff(attempt).mul_f64(fastrand::f64() * 0.4 + 0.8);
        // Whoever waits is better told why than that the time is over.
        if attempt == MAX_ATTEMPTS || next >= deadline {
            return Err(refused);
        }
        sleep_until(next).await;
        attempt += 1;
    }
}

/// How long to wait after an attempt, counted from 1, give or take a fifth.
fn backoff(attempt: u32) -> Duration {
    (INITIAL_BACKOFF * BACKOFF_MULTIPLIER.pow(attempt - 1)).min(MAX_BACKOFF)
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    /// How many attempts a call with that much time makes, and how long it takes, when the server cannot take it so often.
    async fn attempts(time: Duration, refusals: u32, code: Code) -> (u32, Duration, Result<(), Code>) {
        let started = Instant::now();
        let mut count = 0;
        let answered = retried(started + time, || {
            count += 1;
            ready(if count <= refusals { Err(Status::new(code, "")) } else { Ok(()) })
        });
        let answered = answered.await.map_err(|status| status.code());
        (count, started.elapsed(), answered)
    }

    const LONG: Duration = Duration::from_secs(5);

    #[tokio::test(start_paused = true)]
    async fn the_fourth_attempt_is_the_last() {
        let (count, took, answered) = attempts(LONG, 3, Code::Unavailable).await;
        assert_eq!((count, answered), (4, Ok(())));
        assert!(took >= Duration::from_millis(560) && took <= Duration::from_millis(850), "{took:?}");
        let (count, _, answered) = attempts(LONG, 4, Code::Unavailable).await;
        assert_eq!((count, answered), (4, Err(Code::Unavailable)));
    }

    #[tokio::test(start_paused = true)]
    async fn only_what_the_server_could_not_take_is_sent_again() {
        for code in [Code::ResourceExhausted, Code::Internal, Code::DeadlineExceeded, Code::Unknown] {
            assert_eq!(attempts(LONG, 1, code).await, (1, Duration::ZERO, Err(code)));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_an_attempt_that_would_come_too_late() {
        let short = Duration::from_millis(50);
        assert_eq!(attempts(short, 1, Code::Unavailable).await, (1, Duration::ZERO, Err(Code::Unavailable)));
    }

    #[test]
    fn the_figures_are_those_of_all_clients() {
        let ours = format!(
            r#"{{"methodConfig":[{{"name":[{{"service":"belote.referee.v1.RefereeService"}}],"retryPolicy":{{
                "maxAttempts":{MAX_ATTEMPTS},"initialBackoff":"{}s","maxBackoff":"{}s",
                "backoffMultiplier":{BACKOFF_MULTIPLIER},"retryableStatusCodes":["{}"]}}}}]}}"#,
            INITIAL_BACKOFF.as_secs_f64(),
            MAX_BACKOFF.as_secs_f64(),
            format!("{RETRYABLE:?}").to_uppercase(),
        );
        let bare = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(bare(&ours), bare(include_str!("../../service_config.json")));
        assert_eq!([1, 2, 3, 4, 5].map(|attempt| backoff(attempt).as_millis()), [100, 200, 400, 800, 1000]);
    }
}
