//! The sales desk: what is asked of it, what it answers, and the pure steps in between.
//!
//! A turn is one user message and all that happens until its answer is stored (SPEC §5). The steps
//! that need a database or a model are taken by crate `app`; everything that can be decided from
//! what is already known is decided here.

pub mod citations;
pub mod claims;
pub mod classify;
pub mod compose;
pub mod context;
pub mod follow_up;
pub mod friendly;
pub mod history;
pub mod language;
pub mod neutral;
pub mod payload;
pub mod plan;
pub mod pointing;
pub mod rules;
pub mod safety;
pub mod sources;
pub mod title;
pub mod wish;

mod conversation;
mod figures;
pub(crate) mod money;
mod request;
mod response;
mod sentences;
pub(crate) mod structured;
mod trace;
mod words;

pub use conversation::{
    Conversation, ConversationDetail, Feedback, FeedbackReason, Message, MessageState, Rating, Role,
};
pub use money::amount;
pub use request::{ChatRequest, HistoryMessage, MAX_HISTORY_MESSAGES, MAX_MESSAGE_CHARS, is_blank};
pub use response::{
    Caution, CautionKind, ChatDebug, ChatEvent, ChatResponse, ChatSource, Failed, Fallback, LlmCall,
    ScoredId, SearchRun, SourceKind, Stage, StageState, TokenUsage,
};
pub use trace::{
    PromptText, ScoreComponent, ToolRun, Trace, TraceCall, TraceCandidate, TraceOutcome, TraceSearch,
};
