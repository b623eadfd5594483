//! A server that does what a test tells it to, request by request.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use h2::Reason;
use h2::server::{Connection, SendResponse};
use http::{HeaderMap, Response};
use tokio::net::{TcpListener, TcpStream};

/// What happens to a request.
pub(crate) enum Fate {
    /// It is answered with an empty message, which every call can read.
    Answered,
    /// It is answered with an empty message, and then the connection is closed.
    AnsweredAndClosed,
    /// It is refused with a status code.
    Refused(u16),
    /// It is never answered.
    Forgotten,
    /// Its stream is reset.
    Reset(Reason),
    /// The connection breaks.
    Broken,
    /// The connection breaks after the headers of an answer.
    BrokenHalfway,
}

/// The server. It ends with the runtime of its test.
pub(crate) struct Fake {
    /// Where it listens.
    pub(crate) target: String,
    heard: Arc<Mutex<Vec<HeaderMap>>>,
    connections: Arc<AtomicUsize>,
}

impl Fake {
    /// Starts it with the fates of the requests to come. One more request is never answered.
    pub(crate) async fn start(fates: impl IntoIterator<Item = Fate>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let target = listener.local_addr().unwrap().to_string();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let fates = Arc::new(Mutex::new(VecDeque::from_iter(fates)));
        let connections = Arc::new(AtomicUsize::new(0));
        tokio::spawn({
            let (heard, connections) = (heard.clone(), connections.clone());
            async move {
                while let Ok((socket, _)) = listener.accept().await {
                    connections.fetch_add(1, Ordering::Relaxed);
                    tokio::spawn(serve(socket, heard.clone(), fates.clone()));
                }
            }
        });
        Self { target, heard, connections }
    }

    /// The headers of the requests so far.
    pub(crate) fn heard(&self) -> Vec<HeaderMap> {
        self.heard.lock().unwrap().clone()
    }

    /// How many connections were made so far.
    pub(crate) fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

async fn serve(socket: TcpStream, heard: Arc<Mutex<Vec<HeaderMap>>>, fates: Arc<Mutex<VecDeque<Fate>>>) -> Option<()> {
    let mut connection = h2::server::handshake(socket).await.ok()?;
    let mut forgotten = Vec::new();
    while let Some(Ok((request, respond))) = connection.accept().await {
        heard.lock().unwrap().push(request.headers().clone());
        let fate = fates.lock().unwrap().pop_front().unwrap_or(Fate::Forgotten);
        match fate {
            Fate::Answered => answer(respond)?,
            Fate::AnsweredAndClosed => {
                answer(respond)?;
                finished(connection).await;
                return None;
            }
            Fate::Refused(code) => refuse(respond, code)?,
            Fate::Forgotten => forgotten.push(respond),
            Fate::Reset(reason) => { respond }.send_reset(reason),
            Fate::Broken => return None,
            Fate::BrokenHalfway => {
                let body = { respond }.send_response(headers().body(()).unwrap(), false);
                forgotten.clear();
                let _ = tokio::time::timeout(Duration::from_millis(50), connection.accept()).await;
                drop(body);
                return None;
            }
        }
    }
    None
}

fn headers() -> http::response::Builder {
    Response::builder().header("content-type", "application/grpc")
}

fn answer(mut respond: SendResponse<Bytes>) -> Option<()> {
    let mut body = respond.send_response(headers().body(()).unwrap(), false).ok()?;
    body.send_data(Bytes::from_static(&[0; 5]), false).ok()?;
    body.send_trailers(HeaderMap::from_iter([("grpc-status".parse().unwrap(), "0".parse().unwrap())])).ok()
}

fn refuse(mut respond: SendResponse<Bytes>, code: u16) -> Option<()> {
    let headers = headers().header("grpc-status", code).header("grpc-message", "no%20luck");
    respond.send_response(headers.body(()).unwrap(), true).ok().map(drop)
}

/// Sends what is to be sent and closes.
async fn finished(mut connection: Connection<TcpStream, Bytes>) {
    connection.graceful_shutdown();
    while connection.accept().await.is_some() {}
}
