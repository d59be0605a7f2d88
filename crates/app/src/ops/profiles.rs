//! Ranking profiles.

use super::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::rank::Profile;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A profile as listed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileEntry {
    /// Its definition.
    #[serde(flatten)]
    pub profile: Profile,
    /// Whether searches use it where they name none.
    pub active: bool,
    /// Whether it ships with the program.
    pub shipped: bool,
    /// Counts up with every change.
    pub version: i32,
}

/// All profiles, the active one first.
///
/// # Errors
/// What the database says.
pub async fn list_profiles(app: &App, _: &Caller, _: Empty) -> Result<Vec<ProfileEntry>, AppError> {
    let entry = |p: celeiro_store::StoredProfile| ProfileEntry {
        profile: p.profile,
        active: p.active,
        shipped: p.shipped,
        version: p.version,
    };
    Ok(app.store().profiles().await?.into_iter().map(entry).collect())
}
