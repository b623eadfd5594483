//! A runner that finds nothing wrong has to have looked.

use belote_referee::Referee;
use belote_referee::v1::ListVariantsRequest;
use conformance::replay;
use conformance::v1::conformance_vector::Call;
use conformance::v1::list_variants_vector::Expected;
use conformance::v1::{ConformanceSuite, ConformanceVector, ExpectedError, ListVariantsVector};

/// What the runner says of the vectors when nobody is there to answer, and whether it is content.
async fn said(vectors: Vec<ConformanceVector>) -> (bool, String) {
    let mut said = String::new();
    let suite = ConformanceSuite { api_version: String::new(), vectors };
    // A port of this machine that is never given out.
    let referee = Referee::connect("127.0.0.1:1").unwrap();
    (replay(&suite, &referee, &mut said).await.unwrap(), said)
}

fn vector(call: Option<Call>) -> ConformanceVector {
    ConformanceVector { name: "some/vector".to_owned(), language: String::new(), call }
}

fn list_variants(request: Option<ListVariantsRequest>, expected: Option<Expected>) -> ConformanceVector {
    vector(Some(Call::ListVariants(ListVariantsVector { request, expected })))
}

fn unavailable() -> ExpectedError {
    ExpectedError { code: 14, ..Default::default() }
}

#[tokio::test]
async fn what_is_as_expected_passes() {
    let expected = Some(Expected::Error(unavailable()));
    let content = said(vec![list_variants(Some(ListVariantsRequest {}), expected)]).await;
    assert_eq!(content, (true, "rust: 1 passed, 0 failed\n".to_owned()));
}

#[tokio::test]
async fn an_empty_suite_is_a_failure() {
    assert_eq!(said(vec![]).await, (false, "rust: 0 passed, 0 failed\n".to_owned()));
}

#[tokio::test]
async fn vectors_that_say_nothing_fail() {
    let request = || Some(ListVariantsRequest {});
    for (vector, why) in [
        (vector(None), "a call that this runner does not know"),
        (list_variants(request(), None), "the vector expects nothing"),
        (list_variants(None, Some(Expected::Error(unavailable()))), "the vector has no request"),
    ] {
        let (content, said) = said(vec![vector]).await;
        assert!(!content);
        assert_eq!(said, format!("FAIL some/vector: {why}\nrust: 0 passed, 1 failed\n"));
    }
}

#[tokio::test]
async fn each_part_of_an_error_counts() {
    let wrongs: [fn(&mut ExpectedError); 5] = [
        |error| error.code = 3,
        |error| error.reason = "STOPPING".to_owned(),
        |error| error.domain = "belote.referee".to_owned(),
        |error| drop(error.metadata.insert("field".to_owned(), "deal".to_owned())),
        |error| error.violated_fields.push("deal".to_owned()),
    ];
    let vectors = wrongs.map(|spoil| {
        let mut error = unavailable();
        spoil(&mut error);
        list_variants(Some(ListVariantsRequest {}), Some(Expected::Error(error)))
    });
    let (content, said) = said(Vec::from(vectors)).await;
    assert!(!content);
    assert!(said.ends_with("\nrust: 0 passed, 5 failed\n"), "{said}");
    let expected = Some(Expected::Response(Default::default()));
    let (content, said) = self::said(vec![list_variants(Some(ListVariantsRequest {}), expected)]).await;
    assert!(!content && said.contains(": an error: Unavailable: "), "{said}");
}
