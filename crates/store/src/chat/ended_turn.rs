//! A finished turn with its trace, as written to the database.

use celeiro_domain::chat::{ChatResponse, Trace};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What came of a turn.
#[derive(Debug, Clone, Copy)]
pub struct EndedTurn<'a> {
    /// Of [`crate::Store::begin_turn`].
    pub ids: TurnIds,
    /// The answer, whole or in part; none where the turn came to nothing.
    pub response: Option<&'a ChatResponse>,
    /// How it came about.
    pub trace: &'a Trace,
    /// Milliseconds from message to end.
    pub ms: f64,
    /// Milliseconds from message to the first words of the answer.
    pub first_token_ms: Option<f64>,
}

/// The ids of a turn. Those of answer and trace are given out before either is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnIds {
    /// The conversation.
    pub conversation_id: Uuid,
    /// The person's message.
    pub user_message_id: Uuid,
    /// The answer.
    pub message_id: Uuid,
    /// The trace.
    pub trace_id: Uuid,
}
