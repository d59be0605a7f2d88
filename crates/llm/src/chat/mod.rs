//! Chat models over the wire: one prompt in, one answer out, whole or as it is written.
//!
//! [`ChatClient`] speaks three dialects (chat completions, Anthropic's Messages, Gemini) for four
//! kinds of server ([`Vendor`]). What comes back is read by tolerant, pure decoders: an answer
//! counts only if its end was seen and nothing in it said error; everything else is a [`Failure`]
//! that keeps what had been shown. [`replay`] runs the same decoders over a recorded body.
//!
//! Left out: what is asked and why, prompts, what is done with a tool call, spending caps,
//! conversations. Nothing here knows the catalog.

mod answer;
mod classify;
mod client;
mod config;
mod decode;
mod error;
mod headers;
mod models;
mod prompt;
mod redact;
pub mod replay;
mod request;
pub mod sse;
mod vendor;
mod wire;

pub use answer::{Answer, Continuation, Failure, Finish, ModelInfo, Progress, ToolCall, Usage};
pub use client::ChatClient;
pub use config::{ChatModelConfig, Patience};
pub use error::{ChatError, ErrorClass, ErrorCode, Subclass};
pub use prompt::{JsonFormat, Prompt, PromptMessage, ProviderPreferences, ToolChoice, ToolDefinition};
pub use vendor::Vendor;
