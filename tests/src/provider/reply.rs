//! What a scripted provider answers, good and bad.

use super::asked::Asked;
use super::dialect::Dialect;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How an answer says that it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// In order.
    Stop,
    /// At the limit of tokens.
    Length,
    /// By the provider's filter.
    Refused,
}

/// What becomes of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The answer is whole; the connection stays open for the next request.
    Whole,
    /// Nothing more comes; the connection stays open until the client closes it.
    Hang,
    /// The connection is closed in the middle of the body.
    Cut,
    /// The client closed it while it was written to.
    Left,
}

/// An answer in words.
#[derive(Clone)]
pub struct Says {
    /// The text in the pieces in which a stream gives it.
    pub pieces: Vec<String>,
    /// Before anything is sent.
    pub wait: Duration,
    /// Between two pieces.
    pub tick: Duration,
    /// What must be open before the piece of this number, from 0, is sent.
    pub gate: Option<(usize, Gate)>,
    /// How it ends.
    pub ended: Ended,
    /// What becomes of the connection after the last piece.
    pub tail: Tail,
    /// Tokens read and written.
    pub tokens: (u64, u64),
    /// US dollars.
    pub cost: Option<f64>,
    /// Bytes written at once; 0 for whole events.
    pub crumb: usize,
}

/// An answer.
#[derive(Clone)]
pub enum Reply {
    /// In words, in the dialect it was asked in.
    Says(Says),
    /// A status with headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// A stream that was accepted (200), with these bytes as its body, and what becomes of it.
    Stream(Vec<u8>, Tail),
    /// These bytes again and again, until the client goes away.
    Endless(Vec<u8>),
    /// Nothing at all.
    Silence,
}

impl Reply {
    /// Words, in these pieces.
    pub fn says(pieces: &[&str]) -> Self {
        Reply::Says(Says::new(pieces))
    }

    /// What a classifying model answers.
    pub fn intent(intent: &str) -> Self {
        Reply::says(&[&format!("{{\"intent\":\"{intent}\"}}")])
    }

    /// A refusal with a text.
    pub fn refuses(status: u16, message: &str) -> Self {
        let body = format!(r#"{{"error":{{"message":"{message}","code":{status}}}}}"#);
        Reply::Status(status, vec![("content-type", "application/json".into())], body)
    }

    /// Writes it and tells what becomes of the connection.
    pub(super) fn write(self, mut to: &TcpStream, asked: &Asked) -> Tail {
        let (written, tail) = match self {
            Reply::Silence => return Tail::Hang,
            Reply::Status(status, headers, body) => (write_whole(to, status, &headers, &body), Tail::Whole),
            Reply::Stream(body, tail) => {
                let close = || if tail == Tail::Whole { end(to) } else { Ok(()) };
                (begin(to).and_then(|()| chunk(to, &body)).and_then(|()| close()), tail)
            }
            Reply::Endless(piece) => {
                let mut sent = begin(to);
                while sent.is_ok() {
                    sent = chunk(to, &piece);
                }
                (sent, Tail::Left)
            }
            Reply::Says(says) if asked.streams() => (says.stream(to, asked), says.tail),
            Reply::Says(says) => {
                std::thread::sleep(says.wait);
                let body = Dialect::of(asked).document(&says, &asked.model()).to_string();
                let kind = vec![("content-type", "application/json".to_owned())];
                match says.tail {
                    Tail::Hang => return Tail::Hang,
                    tail => (write_whole(to, 200, &kind, &body), tail),
                }
            }
        };
        match (written, tail) {
            (Err(_), _) => Tail::Left,
            (Ok(()), Tail::Whole) => Tail::Whole,
            (Ok(()), other) => {
                let _ = to.flush();
                other
            }
        }
    }
}

impl Says {
    /// Words at once, ended in order.
    pub fn new(pieces: &[&str]) -> Self {
        Self {
            pieces: pieces.iter().map(|piece| (*piece).to_owned()).collect(),
            wait: Duration::ZERO,
            tick: Duration::ZERO,
            gate: None,
            ended: Ended::Stop,
            tail: Tail::Whole,
            tokens: (100, 20),
            cost: None,
            crumb: 0,
        }
    }

    fn stream(&self, to: &TcpStream, asked: &Asked) -> std::io::Result<()> {
        let (dialect, model) = (Dialect::of(asked), asked.model());
        std::thread::sleep(self.wait);
        begin(to)?;
        self.crumbs(to, &dialect.before(self, &model))?;
        for (at, piece) in self.pieces.iter().enumerate() {
            self.gate.iter().filter(|(before, _)| *before == at).for_each(|(_, gate)| gate.wait());
            self.crumbs(to, &dialect.piece(piece, &model))?;
            std::thread::sleep(self.tick);
        }
        if self.tail != Tail::Whole {
            return Ok(());
        }
        self.gate.iter().filter(|(before, _)| *before >= self.pieces.len()).for_each(|(_, gate)| gate.wait());
        self.crumbs(to, &dialect.after(self, &model))?;
        end(to)
    }

    fn crumbs(&self, to: &TcpStream, text: &str) -> std::io::Result<()> {
        let size = if self.crumb == 0 { text.len().max(1) } else { self.crumb };
        text.as_bytes().chunks(size).try_for_each(|bytes| chunk(to, bytes))
    }
}

/// Something that opens when a test says so. Clones share it.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// Lets everybody through.
    pub fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    fn wait(&self) {
        let open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_while(open, |open| !*open));
    }
}

fn write_whole(
    mut to: &TcpStream,
    status: u16,
    headers: &[(&str, String)],
    body: &str,
) -> std::io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} Status\r\ncontent-length: {}\r\n", body.len());
    for (name, value) in headers {
        head += &format!("{name}: {value}\r\n");
    }
    to.write_all((head + "\r\n" + body).as_bytes())
}

fn begin(mut to: &TcpStream) -> std::io::Result<()> {
    to.write_all(b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n")
}

fn chunk(mut to: &TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    let mut out = format!("{:x}\r\n", bytes.len()).into_bytes();
    out.extend_from_slice(bytes);
    out.extend_from_slice(b"\r\n");
    to.write_all(&out)
}

fn end(mut to: &TcpStream) -> std::io::Result<()> {
    to.write_all(b"0\r\n\r\n")
}
