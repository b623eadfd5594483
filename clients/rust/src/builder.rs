use std::error::Error;
use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use tokio::runtime::Handle;
use tonic::codegen::http::uri::Authority;
use tonic::metadata::{Ascii, MetadataValue};
#[cfg(feature = "tls")]
use tonic::transport::ClientTlsConfig;
use tonic::transport::{Channel, Endpoint};

use crate::client::Referee;

/// What is yet to become a [`Referee`]; [`Referee::builder`] begins it, and [`connect`](Self::connect) ends it.
#[derive(Clone)]
#[must_use]
pub struct RefereeBuilder {
    target: String,
    timeout: Option<Duration>,
    language: String,
    token: String,
    #[cfg(feature = "tls")]
    tls: Option<ClientTlsConfig>,
}

impl RefereeBuilder {
    pub(crate) fn new(target: &str) -> Self {
        Self {
            target: target.to_owned(),
            timeout: None,
            language: String::new(),
            token: String::new(),
            #[cfg(feature = "tls")]
            tls: None,
        }
    }

    /// How long a call may take, its retries included. Five seconds unless said otherwise.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// The language of names and sentences, such as `fr`, sent as `accept-language`. English unless said otherwise.
    pub fn language(mut self, language: &str) -> Self {
        language.clone_into(&mut self.language);
        self
    }

    /// Who is calling, sent as `authorization: Bearer …`; without TLS to this machine only.
    pub fn token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    /// Connects over TLS, trusting the authorities that the system trusts.
    #[cfg(feature = "tls")]
    pub fn tls(self) -> Self {
        self.tls_config(ClientTlsConfig::new().with_native_roots())
    }

    /// Connects over TLS as told: tonic's settings can trust an authority of one's own, and show a certificate of the
    /// client's.
    #[cfg(feature = "tls")]
    pub fn tls_config(mut self, config: ClientTlsConfig) -> Self {
        self.tls = Some(config);
        self
    }

    /// Connects. It does not wait: a server that cannot be reached shows in the first call.
    ///
    /// Fails when what was said cannot be used, when a token would travel to another machine without TLS, and outside a Tokio
    /// runtime.
    pub fn connect(self) -> Result<Referee, SettingsError> {
        let target: Authority = self.target.parse().map_err(|_| SettingsError::Target)?;
        if target.port_u16().is_none() || target.host().is_empty() || target.as_str().contains('@') {
            return Err(SettingsError::Target);
        }
        if !self.token.is_empty() && !self.encrypted() && !is_loopback(target.host()) {
            return Err(SettingsError::TokenUnprotected);
        }
        if Handle::try_current().is_err() {
            return Err(SettingsError::NoRuntime);
        }
        let mut referee = Referee::from_channel(self.channel(&target)?).with_language(&self.language)?;
        if let Some(timeout) = self.timeout {
            referee = referee.with_timeout(timeout);
        }
        if self.token.is_empty() { Ok(referee) } else { referee.with_token(&self.token) }
    }

    fn encrypted(&self) -> bool {
        #[cfg(feature = "tls")]
        return self.tls.is_some();
        #[cfg(not(feature = "tls"))]
        return false;
    }

    fn channel(&self, target: &Authority) -> Result<Channel, SettingsError> {
        let scheme = if self.encrypted() { "https" } else { "http" };
        let endpoint = Endpoint::from_shared(format!("{scheme}://{target}")).map_err(|_| SettingsError::Target)?;
        let endpoint = endpoint
            .user_agent("belote-referee-rust")
            .map_err(|_| SettingsError::Target)?
            .connect_timeout(Duration::from_secs(10))
            // Pings only while a call waits, since those of an idle client make a server hang up. The first call after a
            // silence starts with one, so a connection that a router has forgotten is noticed within the default timeout.
            // Tonic leaves it to pings alone to notice that, hence more often than other clients of gRPC.
            .http2_keep_alive_interval(Duration::from_secs(30))
            .keep_alive_timeout(Duration::from_secs(3))
            .keep_alive_while_idle(false);
        #[cfg(feature = "tls")]
        let endpoint = match &self.tls {
            Some(config) => endpoint.tls_config(config.clone()).map_err(SettingsError::Tls)?,
            None => endpoint,
        };
        Ok(endpoint.connect_lazy())
    }
}

/// The target only: a token is nobody else's business.
impl fmt::Debug for RefereeBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RefereeBuilder").field("target", &self.target).finish_non_exhaustive()
    }
}

/// The value of a header, or nothing when it cannot have these characters.
pub(crate) fn header(text: &str) -> Option<MetadataValue<Ascii>> {
    text.is_ascii().then(|| text.parse().ok())?
}

/// Whether what is sent to the host never leaves this machine.
fn is_loopback(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    host.eq_ignore_ascii_case("localhost")
        || host.parse().is_ok_and(|address: Ipv4Addr| address.is_loopback())
        || bare.parse().is_ok_and(|address: Ipv6Addr| address.is_loopback())
}

/// Why there can be no such [`Referee`]. Nothing was sent.
#[derive(Debug)]
#[non_exhaustive]
pub enum SettingsError {
    /// The target is not of the form `host:port`.
    Target,
    /// A header cannot have the characters of the language.
    Language,
    /// A header cannot have the characters of the token.
    Token,
    /// The token would travel to another machine without TLS, where others could read it.
    TokenUnprotected,
    /// TLS cannot be had so.
    #[cfg(feature = "tls")]
    Tls(tonic::transport::Error),
    /// There is no Tokio runtime here for the connection to live in.
    NoRuntime,
}

impl fmt::Display for SettingsError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Target => "the target is not of the form host:port",
            Self::Language => "a header cannot have the characters of the language",
            Self::Token => "a header cannot have the characters of the token",
            Self::TokenUnprotected => "a token is sent to another machine only over TLS",
            #[cfg(feature = "tls")]
            Self::Tls(_) => "TLS cannot be had so",
            Self::NoRuntime => "a connection is made within a Tokio runtime",
        })
    }
}

impl Error for SettingsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(why) => Some(why),
            _ => None,
        }
    }
}
