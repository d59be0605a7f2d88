//! Replay of recorded provider answers through the client that reads live ones.
//!
//! For external checks of recordings, and for debugging a provider's responses. The module needs no database and sends
//! nothing.

use crate::AppError;
use crate::files::bounded_read;
use celeiro_llm::chat::replay::replay_answer;
pub use celeiro_llm::chat::{Vendor, replay::ReplayedAnswer};
use std::path::Path;

/// Largest body that is read, as in a live call.
const MAX_BYTES: u64 = 64 << 20;

/// How a body came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyFraming {
    /// As one document.
    Whole,
    /// As a stream of events.
    Streamed,
}

/// What the client makes of the body in `file`, had `vendor` sent it with this HTTP status.
///
/// # Errors
/// `file_unreadable`. A body that cannot be understood is no error: that is what was understood.
pub fn llm_replay(
    file: &Path,
    vendor: Vendor,
    status: u16,
    came: BodyFraming,
) -> Result<ReplayedAnswer, AppError> {
    let body = bounded_read::bytes_of(file, MAX_BYTES)?;
    Ok(replay_answer(vendor, &body, status, &[], came == BodyFraming::Streamed))
}
