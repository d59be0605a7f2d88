//! Scripted answers of a model, and the timing of their parts.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// End of an answer, as the response reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyEnd {
    /// The answer is complete.
    Stop,
    /// The answer reached its maximum number of tokens.
    Length,
    /// The provider's filter stopped the answer.
    Refused,
}

/// State of the connection after a reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// The reply is complete; the connection stays open for the next request.
    Whole,
    /// No further bytes follow; the connection stays open until the client closes it.
    Hang,
    /// The provider closes the connection in the middle of the body.
    Cut,
    /// The client closed the connection during the reply.
    Left,
}

/// A scripted answer of a model.
#[derive(Clone)]
pub struct Says {
    /// The text, in the pieces of a stream.
    pub pieces: Vec<String>,
    /// Delay before the first byte.
    pub wait: Duration,
    /// Delay between two pieces.
    pub tick: Duration,
    /// A gate that must open before the piece with this number, from 0, is sent.
    pub gate: Option<(usize, Gate)>,
    /// The reported end of the answer.
    pub ended: ReplyEnd,
    /// State of the connection after the last piece.
    pub tail: Tail,
    /// Numbers of input and output tokens.
    pub tokens: (u64, u64),
    /// Cost in US dollars.
    pub cost: Option<f64>,
    /// Number of bytes per write; 0 for whole events.
    pub crumb: usize,
    /// Tool calls after the text.
    pub calls: Vec<SaysCall>,
}

/// A tool call of the model.
#[derive(Debug, Clone)]
pub struct SaysCall {
    /// Id of the call.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// The arguments as text, which need not be valid JSON.
    pub arguments: String,
}

impl Says {
    /// An immediate and complete answer.
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

    /// An answer with one tool call and no text.
    pub fn call(name: &str, arguments: &serde_json::Value) -> Self {
        Self::new(&[]).and_call("call-1", name, &arguments.to_string())
    }

    /// Adds a tool call.
    pub fn and_call(mut self, id: &str, name: &str, arguments: &str) -> Self {
        self.calls.push(SaysCall { id: id.into(), name: name.into(), arguments: arguments.into() });
        self
    }
}

/// A barrier for requests, which a test opens. Clones share their state.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    /// Opens the gate for all waiting and later requests.
    pub fn open(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    pub(super) fn wait(&self) {
        let open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.0.1.wait_while(open, |open| !*open));
    }
}
