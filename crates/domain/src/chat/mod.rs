//! The sales desk: its requests, its responses, and the pure steps between them.
//!
//! A turn is one user message and everything until its answer is stored. Crate `app` runs the steps that
//! need a database or a model; this module decides everything that follows from known data.

pub mod answer;
pub mod grounding;
pub mod intent;
pub mod types;

pub use crate::chat::types::message_state::MessageState;
pub use grounding::money::format_amount;
pub use types::attachment::{
    MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_CHARS, MAX_MESSAGE_ATTACHMENTS, MessageAttachment,
    MessageAttachmentFormat,
};
pub use types::conversation::{
    Conversation, ConversationDetail, Feedback, FeedbackReason, Message, Rating, Role,
};
pub use types::mode::ChatMode;
pub use types::request::{ChatRequest, HistoryMessage, MAX_HISTORY_MESSAGES, MAX_MESSAGE_CHARS, is_blank};
pub use types::response::{
    AnswerPriceList, Caution, CautionKind, ChatDebug, ChatEvent, ChatResponse, ChatSource, Fallback, LlmCall,
    ScoredId, SearchRun, SourceKind, Stage, StageState, TokenUsage, TurnFailure,
};
pub use types::trace::{
    PromptText, ScoreComponent, ToolRun, Trace, TraceCall, TraceCandidate, TraceOutcome, TraceSearch,
};
