//! What a connection may be made from.

use belote_referee::{Referee, SettingsError};

#[tokio::test]
async fn a_target_is_a_host_and_a_port() {
    for target in ["127.0.0.1:15200", "localhost:1", "[::1]:15200", "referee.example:443"] {
        assert!(Referee::connect(target).is_ok(), "{target}");
    }
    for target in
        ["", "localhost", "http://localhost:1", ":15200", "localhost:", "localhost:x", "a b:1", "me@localhost:1"]
    {
        assert!(matches!(Referee::connect(target), Err(SettingsError::Target)), "{target}");
    }
}

#[tokio::test]
async fn a_token_goes_to_this_machine_only() {
    for target in ["127.0.0.1:1", "127.8.8.8:1", "localhost:1", "LOCALHOST:1", "[::1]:1"] {
        assert!(Referee::builder(target).token("secret").connect().is_ok(), "{target}");
    }
    for target in
        ["referee.example:1", "10.0.0.1:1", "[::2]:1", "127.example:1", "127.0.0.1.example:1", "localhost.example:1"]
    {
        let refused = Referee::builder(target).token("secret").connect();
        assert!(matches!(refused, Err(SettingsError::TokenUnprotected)), "{target}");
    }
    #[cfg(feature = "tls")]
    assert!(Referee::builder("referee.example:1").token("secret").tls().connect().is_ok());
}

#[tokio::test]
async fn headers_take_some_characters_only() {
    let builder = || Referee::builder("localhost:1");
    assert!(matches!(builder().language("fr\n").connect(), Err(SettingsError::Language)));
    assert!(matches!(builder().connect().unwrap().with_language("français"), Err(SettingsError::Language)));
    assert!(matches!(builder().token("a\r\nb: c").connect(), Err(SettingsError::Token)));
}

#[tokio::test]
async fn a_token_is_shown_to_nobody() {
    let builder = Referee::builder("localhost:1").token("secret");
    assert!(!format!("{builder:?}").contains("secret"));
    assert!(!format!("{:?}", builder.connect().unwrap()).contains("secret"));
}

#[test]
fn a_connection_needs_a_runtime() {
    let refused = Referee::connect("localhost:1");
    assert!(matches!(refused, Err(SettingsError::NoRuntime)));
}
