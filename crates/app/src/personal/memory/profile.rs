//! The person's profile, a part of every prompt of the assistant.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::switch::{require_on, time_zone, today_in};
use celeiro_domain::personal::memory::profile::{MOST_ITEMS, MOST_TOKENS, Profile, build_profile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What the prompt says of the person.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemoryProfile {
    /// The text, a line for each item; blank where nothing is known.
    pub text: String,
    /// Its tokens: one for each four letters or digits of a word that are begun, one for each other character.
    pub tokens: u32,
    /// The most that it may have, 800.
    pub most_tokens: u32,
    /// The items that it tells, in their order.
    pub items: Vec<Uuid>,
}

/// The profile as it stands in the next prompt.
///
/// # Errors
/// `personal_off`.
pub async fn get_memory_profile(app: &App, _: &Caller, _: Empty) -> Result<MemoryProfile, AppError> {
    require_on(app)?;
    let Profile { text, tokens, items } = read_profile(app).await?;
    Ok(MemoryProfile { text, tokens: tokens as u32, most_tokens: MOST_TOKENS as u32, items })
}

/// The profile of this moment.
pub(crate) async fn read_profile(app: &App) -> Result<Profile, AppError> {
    let today = today_in(&time_zone(app));
    let items = app.store().surest_knowledge(today, MOST_ITEMS).await?;
    Ok(build_profile(&items, today))
}
