//! Connections: how many, how slow, how large their headers.
//!
//! Written out because `axum::serve` lets a client take as long as it likes over its headers.

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

/// Connections at once; more wait to be taken.
const CONNECTIONS: usize = 512;
/// How long a client may take over its headers, or stay silent between two requests.
const HEADER_PATIENCE: Duration = Duration::from_secs(15);
/// Bytes of a request's first line and headers.
const HEADER_BYTES: usize = 32 << 10;
/// Headers of a request.
const HEADER_COUNT: usize = 64;
/// How long answers under way may take when the program is asked to end.
const LAST_WORDS: Duration = Duration::from_secs(10);

/// The two ends of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Ends {
    /// The client's address.
    pub peer: SocketAddr,
    /// The address of ours that it connected to.
    pub local: SocketAddr,
}

/// Takes connections until `stop`, then lets answers under way finish.
pub async fn serve(listener: TcpListener, router: Router, stop: CancellationToken) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    loop {
        let taken = tokio::select! {
            taken = take(&listener, &places) => taken,
            () = stop.cancelled() => break,
        };
        let Some((stream, ends, place)) = taken else { continue };
        let connection = open.watch(connection(stream, ends, router.clone()));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection");
            }
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(LAST_WORDS, open.shutdown()).await.is_err() {
        tracing::warn!("some answers were cut off");
    }
}

type Taken = (TcpStream, Ends, tokio::sync::OwnedSemaphorePermit);

async fn take(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Taken> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => {
            let local = stream.local_addr().ok()?;
            stream.set_nodelay(true).ok();
            Some((stream, Ends { peer, local }, place))
        }
        Err(error) => {
            // No file handles left, most likely: taking the next at once would spin.
            tracing::warn!(%error, "a connection could not be taken");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

fn connection(
    stream: TcpStream,
    ends: Ends,
    router: Router,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ends);
        router.clone().oneshot(request)
    });
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .max_buf_size(HEADER_BYTES)
        .max_headers(HEADER_COUNT)
        .serve_connection(TokioIo::new(stream), service)
}
