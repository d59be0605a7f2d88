//! Words that a scripted provider answers, and how they come.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How an answer says that it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyEnd {
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
    pub ended: ReplyEnd,
    /// What becomes of the connection after the last piece.
    pub tail: Tail,
    /// Tokens read and written.
    pub tokens: (u64, u64),
    /// US dollars.
    pub cost: Option<f64>,
    /// Bytes written at once; 0 for whole events.
    pub crumb: usize,
    /// Tools that are asked for behind the words.
    pub calls: Vec<SaysCall>,
}

/// A call of a tool.
#[derive(Debug, Clone)]
pub struct SaysCall {
    /// Its id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments as they are sent, JSON or not.
    pub arguments: String,
}

impl Says {
    /// Words at once, ended in order.
    pub fn new(pieces: &[&str]) -> Self {
        Self {
            pieces: pieces.iter().map(|piece| (*piece).to_owned()).collect(),
            wait: Duration::ZERO,
            tick: Duration::ZERO,
            gate: None,
            ended: ReplyEnd::Stop,
            tail: Tail::Whole,
            tokens: (100, 20),
            cost: None,
            crumb: 0,
            calls: Vec::new(),
        }
    }

    /// A call of one tool.
    pub fn call(name: &str, arguments: &serde_json::Value) -> Self {
        Self::new(&[]).and_call("call-1", name, &arguments.to_string())
    }

    /// The same with one call more.
    pub fn and_call(mut self, id: &str, name: &str, arguments: &str) -> Self {
        self.calls.push(SaysCall { id: id.into(), name: name.into(), arguments: arguments.into() });
        self
    }
}

/// Something that opens when a test says so. Clones share it.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// Lets all requests through.
    pub fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    pub(super) fn wait(&self) {
        let open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_while(open, |open| !*open));
    }
}
