//! A scripted provider of chat models that records every request: a real HTTP server on this machine, for
//! tests of the program's reaction to valid and invalid responses.
//!
//! The address of a request selects its dialect (chat completions, Gemini, Anthropic's Messages). Tests of
//! other crates include this folder by its path.

#![allow(dead_code, unused_imports, reason = "each test program uses a part of it")]

mod asked;
mod dialect;
mod reply;
mod says;

pub use asked::{Purpose, ReceivedRequest};
pub use reply::Reply;
pub use says::{Gate, ReplyEnd, Says, SaysCall, Tail};

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};

/// Maps a request to its scripted reply.
type Script = dyn Fn(&ReceivedRequest) -> Reply + Send + Sync;

/// A running provider; its threads end with the test program.
pub struct Provider {
    address: SocketAddr,
    shared: Arc<SharedState>,
}

struct SharedState {
    script: Box<Script>,
    asked: Mutex<Vec<ReceivedRequest>>,
    /// Positions in `asked` of the requests whose client disconnected before the end of the reply.
    left: Mutex<Vec<usize>>,
}

impl Provider {
    /// Starts a provider that replies by `script`.
    pub fn start(script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(SharedState {
            script: Box::new(script),
            asked: Mutex::default(),
            left: Mutex::default(),
        });
        let serving = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = serving.clone();
                std::thread::spawn(move || shared.serve(stream));
            }
        });
        Self { address, shared }
    }

    /// Starts a provider that classifies every message as `intent` and always answers `words`.
    pub fn simple(intent: &'static str, words: &'static [&'static str]) -> Self {
        Self::start(move |asked| match asked.purpose {
            Purpose::Classify => Reply::intent(intent),
            _ => Reply::in_pieces(words),
        })
    }

    /// Base address for the settings of any dialect.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Address without a path.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All received requests, oldest first.
    pub fn received_requests(&self) -> Vec<ReceivedRequest> {
        lock(&self.shared.asked).clone()
    }

    /// Number of received requests.
    pub fn count_received(&self) -> usize {
        lock(&self.shared.asked).len()
    }

    /// Received requests without the first `earlier` ones.
    pub fn received_since(&self, earlier: usize) -> Vec<ReceivedRequest> {
        lock(&self.shared.asked).get(earlier..).unwrap_or_default().to_vec()
    }

    /// Received requests with this purpose.
    pub fn asked_for(&self, purpose: Purpose) -> Vec<ReceivedRequest> {
        self.received_requests().into_iter().filter(|asked| asked.purpose == purpose).collect()
    }

    /// Number of requests whose client disconnected before the end of the reply.
    pub fn replies_left(&self) -> usize {
        lock(&self.shared.left).len()
    }
}

impl SharedState {
    /// Replies to the requests of a connection, one after the other, until one side closes it.
    fn serve(&self, stream: TcpStream) {
        // Nagle's algorithm would delay the pieces of a stream.
        stream.set_nodelay(true).expect("an option of the socket");
        let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
        while let Some(request) = read(&mut reader) {
            let (at, asked) = self.note(request);
            match (self.script)(&asked).write(&stream, &asked) {
                Tail::Whole => {}
                Tail::Hang => {
                    let mut byte = [0];
                    // Blocks until the client disconnects; a waiting client sends nothing.
                    let _ = reader.read(&mut byte);
                    lock(&self.left).push(at);
                    return;
                }
                Tail::Left => {
                    lock(&self.left).push(at);
                    return;
                }
                Tail::Cut => return,
            }
        }
    }

    fn note(&self, mut request: ReceivedRequest) -> (usize, ReceivedRequest) {
        let mut all = lock(&self.asked);
        request.nth = all.iter().filter(|earlier| earlier.purpose == request.purpose).count();
        all.push(request.clone());
        (all.len() - 1, request)
    }
}

/// Reads the next request of a connection; `None` if the client closed it.
fn read(reader: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            line => head.push(line.to_owned()),
        }
    }
    let headers: Vec<(String, String)> = head
        .iter()
        .skip(1)
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let path = head.first()?.split(' ').nth(1)?.to_owned();
    Some(ReceivedRequest::new(path, headers, &body))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
