//! Scripted responses of the provider, valid and invalid.

use super::asked::ReceivedRequest;
use super::dialect::Dialect;
use super::says::{Says, Tail};
use std::io::Write as _;
use std::net::TcpStream;

/// A scripted response.
#[derive(Clone)]
pub enum Reply {
    /// A model's answer, in the dialect of the request.
    Says(Says),
    /// An HTTP status with headers and a body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// A stream with status 200 and these bytes as its body; the tail sets the fate of the connection.
    Stream(Vec<u8>, Tail),
    /// These bytes repeatedly, until the client disconnects.
    Endless(Vec<u8>),
    /// No response.
    Silence,
}

impl Reply {
    /// An answer that is streamed in these pieces.
    pub fn in_pieces(pieces: &[&str]) -> Self {
        Reply::Says(Says::new(pieces))
    }

    /// A call of one tool.
    pub fn call(name: &str, arguments: &serde_json::Value) -> Self {
        Reply::Says(Says::call(name, arguments))
    }

    /// The response of a classifying model.
    pub fn intent(intent: &str) -> Self {
        Reply::in_pieces(&[&format!("{{\"intent\":\"{intent}\"}}")])
    }

    /// An error response with a message.
    pub fn refuses(status: u16, message: &str) -> Self {
        let body = format!(r#"{{"error":{{"message":"{message}","code":{status}}}}}"#);
        Reply::Status(status, vec![("content-type", "application/json".into())], body)
    }

    /// Writes the response and returns the fate of the connection.
    pub(super) fn write(self, mut to: &TcpStream, asked: &ReceivedRequest) -> Tail {
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
    fn stream(&self, to: &TcpStream, asked: &ReceivedRequest) -> std::io::Result<()> {
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
        self.crumbs(to, &dialect.calls(self, &model))?;
        self.crumbs(to, &dialect.after(self, &model))?;
        end(to)
    }

    fn crumbs(&self, to: &TcpStream, text: &str) -> std::io::Result<()> {
        let size = if self.crumb == 0 { text.len().max(1) } else { self.crumb };
        text.as_bytes().chunks(size).try_for_each(|bytes| chunk(to, bytes))
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
