//! An HTTP client that does as it is told: any header, any bytes, one request a connection.

use serde_json::Value;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A request to be.
#[derive(Clone)]
pub struct Request {
    address: SocketAddr,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Request {
    pub fn new(address: SocketAddr, method: &str, path: &str) -> Self {
        Self { address, method: method.into(), path: path.into(), headers: Vec::new(), body: Vec::new() }
    }

    /// Adds a header. A `Host` of one's own replaces the right one.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sends these bytes as JSON.
    pub fn json(self, body: impl Into<Vec<u8>>) -> Self {
        self.header("content-type", "application/json").body(body)
    }

    pub fn body(mut self, body: impl Into<Vec<u8>>) -> Self {
        self.body = body.into();
        self
    }

    pub fn send(self) -> Answer {
        exchange(self.address, &[self.head().as_bytes(), &self.body])
    }

    /// Sends it and leaves the answer to be read as it comes.
    pub fn open(self) -> TcpStream {
        let mut stream = connect(self.address);
        stream.write_all(self.head().as_bytes()).unwrap();
        stream.write_all(&self.body).unwrap();
        stream
    }

    fn head(&self) -> String {
        let has = |name: &str| self.headers.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        let mut head = format!("{} {} HTTP/1.1\r\n", self.method, self.path);
        if !has("host") {
            head += &format!("host: {}\r\n", self.address);
        }
        if !has("transfer-encoding") && (!self.body.is_empty() || self.method == "POST") {
            head += &format!("content-length: {}\r\n", self.body.len());
        }
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head + "connection: close\r\n\r\n"
    }
}

/// Sends bytes as they are and reads the answer. A server that has heard enough may close while it
/// is still being written to.
pub fn exchange(address: SocketAddr, parts: &[&[u8]]) -> Answer {
    let mut stream = connect(address);
    for part in parts {
        if stream.write_all(part).is_err() {
            break;
        }
    }
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok();
    Answer::read(&bytes)
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(40))).unwrap();
    stream
}

impl Answer {
    fn read(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or_else(|| {
            panic!("no answer: {:?}", String::from_utf8_lossy(bytes));
        });
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let headers = lines.filter_map(|l| l.split_once(": ")).map(|(n, v)| (n.to_lowercase(), v.to_owned()));
        Self { status, headers: headers.collect(), body: bytes[end + 4..].to_vec() }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Expects an error in its one form, and gives its code.
    pub fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        let body = self.json();
        assert!(!body["message"].as_str().unwrap().is_empty(), "{body}");
        assert!(body.get("details").is_some(), "{body}");
        let kind = self.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("application/json"), "{kind}");
        body["code"].as_str().unwrap().to_owned()
    }
}
