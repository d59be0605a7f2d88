//! Connections: who gets one, how slow it may be, how large its headers.
//!
//! Written out because `axum::serve` lets a client take as long as it likes over its headers and over
//! its answer, and one client all connections.

use super::connection::{AnswerBody, ClientStream};
use super::places::{ConnectionPlace, ConnectionStage, Places};
use crate::serve::limits::Limits;
use crate::serve::messages::answer;
use axum::Router;
use axum::body::Body;
use celeiro_domain::search::Lang;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulConnection, GracefulShutdown};
use socket2::SockRef;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// How long answers under way may take when the program is asked to end.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// The two ends of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// The client's address.
    pub peer: SocketAddr,
    /// The address of ours that it connected to.
    pub local: SocketAddr,
    /// Whether it may ask for the health alone, because all usual places are at work.
    pub health_only: bool,
}

/// Takes connections until `stop`, then lets answers under way finish.
///
/// `lang` is what clients are told in who are not heard.
pub async fn serve_connections(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    lang: Lang,
    stop: CancellationToken,
) {
    let places = Places::new(&limits);
    let open = GracefulShutdown::new();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = stop.cancelled() => break,
        };
        let (stream, peer) = match taken {
            Ok(taken) => taken,
            Err(error) => {
                // No file handles left, most likely: taking the next at once would spin.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let Some(place) = places.take(peer.ip()) else {
            answer::turn_away(&stream, lang);
            continue;
        };
        let Some(connection) = open_connection(stream, peer, router.clone(), &place, &limits) else {
            continue;
        };
        let connection = open.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                done = connection => if let Err(error) = done {
                    tracing::debug!(%error, "connection");
                },
                () = place.close.cancelled() => tracing::debug!("a connection made way for another"),
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_WORDS, open.shutdown()).await.is_err() {
        tracing::warn!("some answers were cut off");
    }
}

/// The connection's work, with the limits of HTTP set; none where the peer is gone already.
fn open_connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    place: &ConnectionPlace,
    limits: &Limits,
) -> Option<impl GracefulConnection<Error = hyper::Error> + use<>> {
    let ends = Ends { peer, local: stream.local_addr().ok()?, health_only: place.health_only };
    stream.set_nodelay(true).ok();
    limit_unsent(&stream, limits);
    let activity = place.activity.clone();
    let stream = ClientStream::new(stream, activity.clone(), limits.answer_pace);
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        // It counts as work once it is let in.
        activity.begin(ConnectionStage::Heading);
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ends);
        request.extensions_mut().insert(activity.clone());
        let (router, activity) = (router.clone(), activity.clone());
        async move {
            let response = router.oneshot(request).await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| AnswerBody::new(body, activity)))
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_patience)
        .max_buf_size(limits.header_bytes)
        .max_headers(limits.header_count)
        .serve_connection(TokioIo::new(stream), service);
    Some(connection)
}

/// What fits into the kernel's buffers counts as sent. The kernel would give a connection up to four
/// megabytes, outside all other limits, and hold them for minutes after the end of a connection whose
/// client never takes them.
fn limit_unsent(stream: &TcpStream, limits: &Limits) {
    SockRef::from(stream).set_send_buffer_size(limits.send_buffer_bytes).ok();
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(limits.answer_pace.patience)).ok();
}
