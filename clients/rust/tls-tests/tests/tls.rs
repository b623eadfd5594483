//! A client trusts whom it is told to trust, and shows who it is where it is asked.

use std::sync::Arc;

use belote_referee::tonic::Code;
use belote_referee::tonic::transport::{Certificate, ClientTlsConfig, Identity};
use belote_referee::v1::ListVariantsRequest;
use belote_referee::{Referee, RefereeError, SettingsError};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};

/// Somebody who vouches for others.
struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    fn new() -> Self {
        let mut parameters = CertificateParams::new([]).unwrap();
        parameters.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(CertifiedIssuer::self_signed(parameters, KeyPair::generate().unwrap()).unwrap())
    }

    /// A certificate for a name, and its key.
    fn vouch(&self, name: &str) -> (rcgen::Certificate, KeyPair) {
        let key = KeyPair::generate().unwrap();
        (CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, &self.0).unwrap(), key)
    }

    fn trusted(&self) -> ClientTlsConfig {
        ClientTlsConfig::new().ca_certificate(Certificate::from_pem(self.0.pem()))
    }
}

/// Starts a server whose calls are answered with an empty message, and tells where. Given an authority, it takes only callers
/// that this one vouches for.
async fn serve(authority: &Authority, name: &str, callers: Option<&Authority>) -> String {
    let (certificate, key) = authority.vouch(name);
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let builder = match callers {
        None => ServerConfig::builder().with_no_client_auth(),
        Some(callers) => {
            let mut roots = RootCertStore::empty();
            roots.add(callers.0.der().clone()).unwrap();
            ServerConfig::builder()
                .with_client_cert_verifier(WebPkiClientVerifier::builder(Arc::new(roots)).build().unwrap())
        }
    };
    let mut config = builder.with_single_cert(vec![certificate.der().clone()], key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let Ok(socket) = acceptor.accept(socket).await else { continue };
            tokio::spawn(async move {
                let mut connection = h2::server::handshake(socket).await.unwrap();
                while let Some(Ok((_, mut respond))) = connection.accept().await {
                    let headers = http::Response::builder().header("content-type", "application/grpc");
                    let mut body = respond.send_response(headers.body(()).unwrap(), false).unwrap();
                    body.send_data(vec![0; 5].into(), false).unwrap();
                    let ended = [("grpc-status".parse().unwrap(), "0".parse().unwrap())];
                    body.send_trailers(http::HeaderMap::from_iter(ended)).unwrap();
                }
            });
        }
    });
    format!("localhost:{port}")
}

async fn ask(target: &str, config: ClientTlsConfig) -> Result<(), RefereeError> {
    let referee = Referee::builder(target).tls_config(config).token("secret").connect().unwrap();
    referee.list_variants(ListVariantsRequest {}).await.map(drop)
}

#[tokio::test]
async fn a_server_is_trusted_when_its_authority_is() {
    let authority = Authority::new();
    let target = serve(&authority, "localhost", None).await;
    ask(&target, authority.trusted()).await.unwrap();
}

#[tokio::test]
async fn nobody_else_is_trusted() {
    let authority = Authority::new();
    let target = serve(&authority, "localhost", None).await;
    for config in [Authority::new().trusted(), ClientTlsConfig::new().with_native_roots()] {
        let error = ask(&target, config).await.unwrap_err();
        assert_eq!(error.code(), Code::Unavailable);
        assert!(error.message().contains("certificate"), "{error}");
    }
    let other = serve(&authority, "other.example", None).await;
    let error = ask(&other, authority.trusted()).await.unwrap_err();
    assert_eq!(error.code(), Code::Unavailable);
    assert!(error.message().contains("not valid for name"), "{error}");
}

#[tokio::test]
async fn a_client_shows_its_certificate() {
    let (authority, callers) = (Authority::new(), Authority::new());
    let target = serve(&authority, "localhost", Some(&callers)).await;
    let (certificate, key) = callers.vouch("client");
    let identity = Identity::from_pem(certificate.pem(), key.serialize_pem());
    ask(&target, authority.trusted().identity(identity)).await.unwrap();
    assert_eq!(ask(&target, authority.trusted()).await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn a_certificate_that_is_none_is_told_at_once() {
    let config = ClientTlsConfig::new().identity(Identity::from_pem("no", "no"));
    let refused = Referee::builder("localhost:1").tls_config(config).connect();
    assert!(matches!(refused, Err(SettingsError::Tls(_))));
}
