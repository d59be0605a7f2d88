//! The reply of a provider: the answer, its cost, and the events of its stream.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ChatError, ErrorClass, Shortening, Vendor};

/// An event of a running call.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress {
    /// A request failed before anything was shown; the next one follows after `wait`.
    Trying {
        /// Number of the request that follows, from 2.
        attempt: u32,
        /// Most requests of one call.
        of: u32,
        /// Time until it is sent.
        wait: Duration,
        /// What the last one failed with.
        reason: ErrorClass,
    },
    /// A piece of the answer's text.
    Text(String),
    /// A piece of what the model thought before.
    Reasoning(String),
}

/// An answer, or as much of one as there was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Its text.
    pub text: String,
    /// The model's reasoning, as far as the provider sends it.
    pub reasoning: String,
    /// The model's refusal, where it comes apart from the text.
    pub refusal: Option<String>,
    /// Tools to be called, in the model's order.
    pub tool_calls: Vec<ToolCall>,
    /// Why it ended.
    pub finish: Finish,
    /// The same in the server's word.
    pub finish_raw: Option<String>,
    /// The same in the word of the provider behind a relay.
    pub finish_native: Option<String>,
    /// The server's message beside the reason (Gemini).
    pub finish_message: Option<String>,
    /// Why the prompt was not answered at all (Gemini's `blockReason`).
    pub block_reason: Option<String>,
    /// Tokens and cost.
    pub usage: Option<Usage>,
    /// The model that served, in the server's spelling. It seldom equals the one asked for.
    pub served_model: Option<String>,
    /// The provider that served, where a relay names it.
    pub served_by: Option<String>,
    /// The answer's own id (OpenRouter: the id for asking what it cost).
    pub response_id: Option<String>,
    /// The request's id, for support.
    pub request_id: Option<String>,
    /// Requests sent, the first included.
    pub attempts: u32,
    /// Why the last request held [`Prompt::shorter`](super::Prompt::shorter), where it did.
    pub shortened: Option<Shortening>,
    /// From sending the last request to its first token.
    pub first_token: Option<Duration>,
    /// From the call to its end.
    pub elapsed: Duration,
    /// What the vendor wants back, unchanged, when the conversation goes on.
    pub continuation: Option<Continuation>,
}

/// A tool that the model wants called.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolCall {
    /// Id that pairs the call with its result; made here where the server gave none.
    pub id: String,
    /// The tool's name; empty where the server never sent it.
    pub name: String,
    /// The arguments, if they are JSON; `None` for broken JSON (a call cut by the token limit).
    /// Nothing at all, `null` and blanks count as `{}`.
    pub arguments: Option<Value>,
    /// The arguments as they came.
    pub arguments_raw: String,
}

/// How the ids begin that are made here.
pub(super) const OWN_ID: &str = "call_";

impl Answer {
    /// Gives calls that share an id one of their own: results are paired by it, and servers do
    /// send the same id twice.
    pub(super) fn make_ids_distinct(&mut self) {
        for place in 1..self.tool_calls.len() {
            let (before, rest) = self.tool_calls.split_at_mut(place);
            let is_taken = |id: &str| before.iter().any(|call| call.id == id);
            if is_taken(&rest[0].id) {
                let mut fresh = (place..).map(|number| format!("{OWN_ID}{number}_own"));
                rest[0].id = fresh.find(|id| !is_taken(id)).unwrap_or_default();
            }
        }
    }
}

/// Why an answer ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It was complete.
    Stop,
    /// The token limit cut it.
    Length,
    /// It waits for the results of tools.
    ToolCalls,
    /// A filter of the provider cut or stopped it.
    ContentFilter,
    /// The model refused.
    Refusal,
    /// The provider paused a long turn.
    Pause,
    /// The model's call could not be read by its own provider.
    MalformedToolCall,
    /// The provider failed.
    Error,
    /// A reason not known here.
    Other,
    /// No reason was given.
    #[default]
    None,
}

impl Finish {
    /// Name of the reason why the model's answer ended, in traces and recordings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::ToolCalls => "tool_calls",
            Self::ContentFilter => "content_filter",
            Self::Refusal => "refusal",
            Self::Pause => "pause",
            Self::MalformedToolCall => "malformed_tool_call",
            Self::Error => "error",
            Self::Other => "other",
            Self::None => "none",
        }
    }
}

/// Tokens and cost, as far as the server reports them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    /// Tokens read, those from and for the cache included.
    pub input: Option<u64>,
    /// Tokens written, those thought included.
    pub output: Option<u64>,
    /// Both.
    pub total: Option<u64>,
    /// Part of the input that came from a cache.
    pub cached_input: Option<u64>,
    /// Part of the input that was put into a cache.
    pub cache_write: Option<u64>,
    /// Part of the output that was thought.
    pub reasoning: Option<u64>,
    /// Cost in the server's currency (USD).
    pub cost: Option<f64>,
}

/// Opaque parts of an answer that only its own vendor understands and wants back: signed or
/// encrypted reasoning, signatures of calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Continuation {
    /// [`Vendor::as_str`] of the vendor.
    pub(super) vendor: String,
    pub(super) value: Value,
}

impl Continuation {
    pub(super) fn new(vendor: Vendor, value: Value) -> Self {
        Self { vendor: vendor.as_str().to_owned(), value }
    }

    /// The parts, if they are this vendor's.
    pub(super) fn of(&self, vendor: Vendor) -> Option<&Value> {
        (self.vendor == vendor.as_str()).then_some(&self.value)
    }
}

/// A call that failed, with what had come until then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct Failure {
    /// What went wrong.
    pub error: ChatError,
    /// What had been received (and, in a stream, shown).
    pub partial: Answer,
}

/// A model that a server offers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelInfo {
    /// The name for requests.
    pub id: String,
    /// The name for people.
    pub name: Option<String>,
    /// Most tokens of a request and its answer.
    pub context_length: Option<u64>,
    /// USD for a million tokens read.
    pub price_prompt: Option<f64>,
    /// USD for a million tokens written.
    pub price_completion: Option<f64>,
    /// Whether it can call tools, where the server reports it.
    pub tools: Option<bool>,
    /// Whether it can be held to a JSON Schema, where the server reports it.
    pub structured: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    fn answer_with(ids: &[String]) -> Answer {
        let call = |id: &String| ToolCall {
            id: id.clone(),
            name: "search_items".into(),
            arguments: None,
            arguments_raw: String::new(),
        };
        Answer { tool_calls: ids.iter().map(call).collect(), ..Answer::default() }
    }

    fn distinct_ids(ids: &[&str]) -> Vec<String> {
        let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
        let mut answer = answer_with(&ids);
        answer.make_ids_distinct();
        answer.tool_calls.into_iter().map(|call| call.id).collect()
    }

    #[test]
    fn calls_that_share_an_id_get_one_of_their_own() {
        assert_eq!(distinct_ids(&["a", "a", "b", "a"]), ["a", "call_1_own", "b", "call_3_own"]);
        assert_eq!(distinct_ids(&["a", "b"]), ["a", "b"]);
        assert_eq!(distinct_ids(&[]), Vec::<String>::new());
    }

    #[test]
    fn an_id_that_the_server_sent_is_not_given_again() {
        assert_eq!(distinct_ids(&["call_1_own", "call_1_own"]), ["call_1_own", "call_2_own"]);
        assert_eq!(distinct_ids(&["a", "a", "call_1_own"]), ["a", "call_1_own", "call_2_own"]);
    }

    #[test]
    fn signed_parts_go_back_to_their_own_vendor_alone() {
        let parts = Continuation::new(Vendor::Gemini, Value::Bool(true));
        assert_eq!(parts.of(Vendor::Gemini), Some(&Value::Bool(true)));
        assert_eq!(parts.of(Vendor::Anthropic), None);
    }

    proptest! {
        #[test]
        fn no_two_calls_share_an_id(ids in prop::collection::vec("(a|b|call_[0-3]_own|)", 0..8)) {
            let mut answer = answer_with(&ids);
            answer.make_ids_distinct();
            let distinct: HashSet<&str> = answer.tool_calls.iter().map(|call| call.id.as_str()).collect();
            prop_assert_eq!(distinct.len(), ids.len());
        }
    }
}
