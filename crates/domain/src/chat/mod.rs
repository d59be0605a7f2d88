//! The sales desk: what is asked of it, what it answers, and the pure steps in between.
//!
//! A turn is one user message and all that happens until its answer is stored. The steps
//! that need a database or a model are taken by crate `app`; everything that can be decided from
//! what is already known is decided here.

pub mod answer;
pub mod grounding;
pub mod intent;
pub mod types;

pub use crate::chat::types::message_state::MessageState;
pub use grounding::money::amount;
pub use types::conversation::{
    Conversation, ConversationDetail, Feedback, FeedbackReason, Message, Rating, Role,
};
pub use types::mode::ChatMode;
pub use types::request::{ChatRequest, HistoryMessage, MAX_HISTORY_MESSAGES, MAX_MESSAGE_CHARS, is_blank};
pub use types::response::{
    Caution, CautionKind, ChatDebug, ChatEvent, ChatResponse, ChatSource, Fallback, LlmCall, ScoredId,
    SearchRun, SourceKind, Stage, StageState, TokenUsage, TurnFailure,
};
pub use types::trace::{
    PromptText, ScoreComponent, ToolRun, Trace, TraceCall, TraceCandidate, TraceOutcome, TraceSearch,
};
