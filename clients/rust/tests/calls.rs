//! What is sent, and what becomes of a call when the server, the network or the clock is against it.

mod fake;

use std::error::Error;
use std::time::{Duration, Instant};

use belote_referee::tonic::Code;
use belote_referee::v1::{ListVariantsRequest, ListVariantsResponse};
use belote_referee::{Referee, RefereeError};
use fake::{Fake, Fate};
use h2::Reason;

async fn ask(referee: &Referee) -> Result<ListVariantsResponse, RefereeError> {
    referee.list_variants(ListVariantsRequest {}).await
}

fn refused(code: Code) -> Fate {
    Fate::Refused(code as u16)
}

/// How the first call to a server ends, and how many requests that took.
async fn end(fates: impl IntoIterator<Item = Fate>) -> (Code, usize) {
    let fake = Fake::start(fates).await;
    let answered = ask(&Referee::connect(&fake.target).unwrap()).await;
    (answered.map_or_else(|error| error.code(), |_| Code::Ok), fake.heard().len())
}

#[tokio::test]
async fn a_call_is_sent_again_when_the_server_could_not_take_it() {
    let busy = || refused(Code::Unavailable);
    assert_eq!(end([Fate::Answered]).await, (Code::Ok, 1));
    assert_eq!(end([busy(), busy(), busy(), Fate::Answered]).await, (Code::Ok, 4));
    assert_eq!(end([busy(), busy(), busy(), busy(), Fate::Answered]).await, (Code::Unavailable, 4));
    assert_eq!(end([Fate::Reset(Reason::REFUSED_STREAM), Fate::Answered]).await, (Code::Ok, 2));
}

#[tokio::test]
async fn a_call_is_sent_again_when_its_connection_was_lost() {
    assert_eq!(end([Fate::Broken, Fate::Answered]).await, (Code::Ok, 2));
    assert_eq!(end([Fate::BrokenHalfway, Fate::Answered]).await, (Code::Ok, 2));
    assert_eq!(end([Fate::Broken, Fate::Broken, Fate::Broken, Fate::Broken]).await, (Code::Unavailable, 4));
}

#[tokio::test]
async fn any_other_end_is_the_end() {
    for code in [Code::Unknown, Code::Cancelled, Code::ResourceExhausted, Code::Internal, Code::DeadlineExceeded] {
        assert_eq!(end([refused(code), Fate::Answered]).await, (code, 1));
    }
    assert_eq!(end([Fate::Reset(Reason::CANCEL), Fate::Answered]).await, (Code::Cancelled, 1));
    assert_eq!(end([Fate::Reset(Reason::INTERNAL_ERROR), Fate::Answered]).await, (Code::Internal, 1));
}

#[tokio::test]
async fn a_server_that_hangs_up_between_calls_is_called_anew() {
    let fake = Fake::start([Fate::AnsweredAndClosed, Fate::AnsweredAndClosed, Fate::Answered]).await;
    let referee = Referee::connect(&fake.target).unwrap();
    for _ in 0..3 {
        ask(&referee).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_call_ends_when_its_time_is_over() {
    let fake = Fake::start([refused(Code::Unavailable)]).await;
    let referee = Referee::builder(&fake.target).timeout(Duration::from_millis(300)).connect().unwrap();
    for referee in
        [referee.clone(), referee.with_timeout(Duration::from_millis(200)), referee.with_timeout(Duration::ZERO)]
    {
        let started = Instant::now();
        let error = ask(&referee).await.unwrap_err();
        assert_eq!(error.code(), Code::DeadlineExceeded, "{error}");
        assert!(started.elapsed() < Duration::from_millis(900), "{:?}", started.elapsed());
    }
    // A time that no clock can tell is no trouble.
    let forever = referee.with_timeout(Duration::MAX);
    assert!(tokio::time::timeout(Duration::from_millis(50), ask(&forever)).await.is_err());
}

#[tokio::test]
async fn nobody_there_is_told_with_the_cause() {
    let port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = ask(&Referee::connect(&port.to_string()).unwrap()).await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
    assert_eq!(error.reason(), "");
    assert!(error.message().contains("refused"), "{error}");
    assert!(error.source().is_some());
}

#[tokio::test]
async fn what_was_said_of_calls_is_sent() {
    let fake = Fake::start([Fate::Answered, Fate::Answered, Fate::Answered]).await;
    let referee = Referee::builder(&fake.target).language("fr").token("secret").connect().unwrap();
    ask(&referee).await.unwrap();
    ask(&referee.with_language("en").unwrap().with_timeout(Duration::from_secs(1))).await.unwrap();
    ask(&referee.with_language("").unwrap()).await.unwrap();

    let heard = fake.heard();
    let sent =
        |name| heard.iter().map(|headers| headers.get(name).map(|value| value.to_str().unwrap())).collect::<Vec<_>>();
    assert_eq!(sent("accept-language"), [Some("fr"), Some("en"), None]);
    assert_eq!(sent("authorization"), [Some("Bearer secret"); 3]);
    let timeouts: Vec<_> = sent("grpc-timeout").into_iter().map(|sent| microseconds(sent.unwrap())).collect();
    assert!((4_000_000..=5_000_000).contains(&timeouts[0]), "{timeouts:?}");
    assert!((1..=1_000_000).contains(&timeouts[1]), "{timeouts:?}");
    assert!(sent("user-agent").iter().all(|agent| agent.unwrap().starts_with("belote-referee-rust ")), "{heard:?}");
}

/// The time that a `grpc-timeout` tells.
fn microseconds(sent: &str) -> u64 {
    let (number, unit) = sent.split_at(sent.len() - 1);
    let number: u64 = number.parse().unwrap();
    match unit {
        "n" => number / 1000,
        "u" => number,
        "m" => number * 1000,
        "S" => number * 1_000_000,
        _ => panic!("{sent}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_connection_serves_many_tasks() {
    let fake = Fake::start((0..20).map(|_| Fate::Answered)).await;
    let referee = Referee::connect(&fake.target).unwrap();
    let tasks: Vec<_> = (0..20)
        .map(|_| {
            tokio::spawn({
                let referee = referee.clone();
                async move { ask(&referee).await }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(fake.connections(), 1);
}

#[tokio::test]
async fn the_stub_is_within_reach() {
    let fake = Fake::start([Fate::Answered, refused(Code::Internal)]).await;
    let mut stub = Referee::connect(&fake.target).unwrap().stub();
    stub.list_variants(ListVariantsRequest {}).await.unwrap();
    let status = stub.list_variants(ListVariantsRequest {}).await.unwrap_err();
    assert_eq!(RefereeError::from(status).code(), Code::Internal);
}
