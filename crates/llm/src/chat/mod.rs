//! Client for chat models: one prompt in, one answer out, whole or as a stream.
//!
//! [`ChatClient`] speaks three dialects (chat completions, Anthropic's Messages, Gemini) to four kinds
//! of server ([`Vendor`]). Tolerant, pure decoders read the response. A response is an answer only if it
//! has an end and no error; any other response is a [`Failure`], which keeps the text that was streamed
//! before. [`replay`] runs the same decoders over a recorded body.
//!
//! Out of scope: the content of prompts, the execution of tool calls, spending caps, conversations. This
//! module does not know the catalog.

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
mod transcribe;
mod vendor;
mod wire;

pub use answer::{Answer, Continuation, Failure, Finish, ModelInfo, Progress, ToolCall, Usage};
pub use client::ChatClient;
pub use config::{ChatModelConfig, Patience};
pub use error::{ChatError, ErrorClass, ErrorCode, Shortening, Subclass};
pub use prompt::{
    ImagePart, JsonFormat, Prompt, PromptMessage, ProviderPreferences, ShorterPrompt, ToolChoice,
    ToolDefinition,
};
pub use transcribe::{HeardText, Recording};
pub use vendor::Vendor;
