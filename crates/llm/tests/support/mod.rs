//! A server for tests: it speaks real HTTP over a real socket, says what it was told to say, and
//! keeps what it was asked.

#![allow(dead_code)] // Each test binary uses its own part of this.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// What to do with one request.
#[derive(Clone)]
pub enum Reply {
    /// Status, further header lines, body; with the right length.
    Answer(u16, &'static str, Vec<u8>),
    /// These bytes, whatever they are, then the end of the connection.
    Bytes(Vec<u8>),
    /// Nothing, for ever.
    Hang,
    /// The first bytes, then nothing, for ever.
    Stall(Vec<u8>),
    /// The first bytes, then the second ones again and again, for ever.
    Endless(Vec<u8>, Vec<u8>),
}

impl Reply {
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::Answer(200, "content-type: application/json", body.into())
    }

    pub fn status(status: u16, body: &str) -> Self {
        Self::Answer(status, "content-type: application/json", body.into())
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Answer(status, headers, body) => {
                let head = format!(
                    "HTTP/1.1 {status} Whatever\r\n{headers}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                    body.len()
                );
                [head.as_bytes(), body].concat()
            }
            Self::Bytes(bytes) | Self::Stall(bytes) | Self::Endless(bytes, _) => bytes.clone(),
            Self::Hang => Vec::new(),
        }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct SeenRequest {
    /// Request line and headers.
    pub head: String,
    pub body: Vec<u8>,
}

impl SeenRequest {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// The running server; it stops with the test's runtime.
pub struct Server {
    pub port: u16,
    seen: Arc<Mutex<Vec<SeenRequest>>>,
    closed: Arc<AtomicUsize>,
}

impl Server {
    /// Answers the first request with the first reply and so on; the last one repeats.
    pub async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let seen: Arc<Mutex<Vec<SeenRequest>>> = Arc::default();
        let log = Arc::clone(&seen);
        let closed: Arc<AtomicUsize> = Arc::default();
        let ends = Arc::clone(&closed);
        tokio::spawn(async move {
            for number in 0.. {
                let (stream, _) = listener.accept().await.unwrap();
                let reply = replies[number.min(replies.len() - 1)].clone();
                let (log, ends) = (Arc::clone(&log), Arc::clone(&ends));
                tokio::spawn(async move {
                    serve(stream, reply, log).await;
                    ends.fetch_add(1, Ordering::SeqCst);
                });
            }
        });
        Self { port, seen, closed }
    }

    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}/v1", self.port)
    }

    /// Waits until so many connections have ended, from whichever side.
    pub async fn wait_for_ends(&self, count: usize) {
        let all = async {
            while self.closed.load(Ordering::SeqCst) < count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(10), all).await.expect("the connections ended");
    }

    pub fn seen_requests(&self) -> Vec<SeenRequest> {
        self.seen.lock().unwrap().clone()
    }
}

async fn serve(mut stream: TcpStream, reply: Reply, log: Arc<Mutex<Vec<SeenRequest>>>) {
    let Some(seen) = read_request(&mut stream).await else { return };
    log.lock().unwrap().push(seen);
    let _ = stream.write_all(&reply.bytes()).await;
    let _ = stream.flush().await;
    match reply {
        // Until the client hangs up.
        Reply::Hang | Reply::Stall(_) => while stream.read_u8().await.is_ok() {},
        Reply::Endless(_, piece) => while stream.write_all(&piece).await.is_ok() {},
        Reply::Answer(..) | Reply::Bytes(_) => {}
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<SeenRequest> {
    let mut bytes = Vec::new();
    let mut piece = [0u8; 4096];
    loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length = content_length(&head);
            if bytes.len() >= end + 4 + length {
                return Some(SeenRequest { head, body: bytes[end + 4..].to_vec() });
            }
        }
        match stream.read(&mut piece).await.ok()? {
            0 => return None,
            count => bytes.extend_from_slice(&piece[..count]),
        }
    }
}

fn content_length(head: &str) -> usize {
    let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with("content-length:"));
    line.and_then(|line| line.split(':').nth(1)?.trim().parse().ok()).unwrap_or(0)
}
