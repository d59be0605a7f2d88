//! Operations on ranking profiles: list, versions, differences.

use crate::api::Empty;
use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::bench::{ProfileDifference, profile_difference};
use celeiro_domain::rank::Profile;
use celeiro_store::StoredProfile;
use chrono::{DateTime, Utc};
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

impl From<StoredProfile> for ProfileEntry {
    fn from(p: StoredProfile) -> Self {
        Self { profile: p.profile, active: p.active, shipped: p.shipped, version: p.version }
    }
}

/// A profile by name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ByName {
    /// `NAME`, or `NAME@VERSION` for what it was once.
    pub name: String,
}

/// A version of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionEntry {
    /// Counts up from 1.
    pub version: i32,
    /// The person who made it.
    pub author: String,
    /// Why.
    pub reason: String,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A profile coming into force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivationEntry {
    /// In which version.
    pub version: i32,
    /// By whom.
    pub author: String,
    /// Why.
    pub reason: String,
    /// What it did to judged queries, where that was measured.
    pub gate: Option<serde_json::Value>,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// A profile with how it came to be.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileDetail {
    /// The profile, in the version asked for.
    #[serde(flatten)]
    pub entry: ProfileEntry,
    /// Its versions, newest first.
    pub versions: Vec<VersionEntry>,
    /// When it came into force, latest first.
    pub activations: Vec<ActivationEntry>,
}

/// Two profiles by name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiffProfiles {
    /// `NAME` or `NAME@VERSION`.
    pub a: String,
    /// The same.
    pub b: String,
}

/// Lists all ranking profiles, the active one first.
pub async fn list_profiles(app: &App, _: &Caller, _: Empty) -> Result<Vec<ProfileEntry>, AppError> {
    Ok(app.store().profiles().await?.into_iter().map(ProfileEntry::from).collect())
}

/// A profile, its versions, and when it was in force.
///
/// # Errors
/// `unknown_profile`, also for a version that never was.
pub async fn get_profile(app: &App, _: &Caller, request: ByName) -> Result<ProfileDetail, AppError> {
    let (stored, version) = find_version(app, &request.name).await?;
    let name = stored.profile.name.clone();
    let versions = app.store().profile_versions(&name).await?;
    let history = app.store().profile_history().await?;
    let mut entry = ProfileEntry::from(stored);
    if let Some(wanted) = version.filter(|version| *version != entry.version) {
        let once = versions.iter().find(|v| v.version == wanted);
        let once = once.ok_or_else(|| {
            let known: Vec<String> = versions.iter().map(|v| format!("{name}@{}", v.version)).collect();
            AppError::unknown_profile(&request.name, known.iter().map(String::as_str))
        })?;
        (entry.profile, entry.version, entry.active) = (once.profile.clone(), wanted, false);
    }
    let version = |v: celeiro_store::ProfileVersion| VersionEntry {
        version: v.version,
        author: v.author,
        reason: v.reason,
        created_at: v.created_at,
    };
    let activation = |c: celeiro_store::ProfileChange| ActivationEntry {
        version: c.version,
        author: c.author,
        reason: c.reason,
        gate: c.gate,
        created_at: c.created_at,
    };
    Ok(ProfileDetail {
        entry,
        versions: versions.into_iter().map(version).collect(),
        activations: history.into_iter().filter(|c| c.name == name).map(activation).collect(),
    })
}

/// What sets two profiles, or two versions of one, apart.
///
/// # Errors
/// As [`get_profile`].
pub async fn diff_profiles(
    app: &App,
    caller: &Caller,
    request: DiffProfiles,
) -> Result<Vec<ProfileDifference>, AppError> {
    let a = get_profile(app, caller, ByName { name: request.a }).await?;
    let b = get_profile(app, caller, ByName { name: request.b }).await?;
    Ok(profile_difference(&a.entry.profile, &b.entry.profile))
}

/// The profile as it is now, and the version asked for.
async fn find_version(app: &App, reference: &str) -> Result<(StoredProfile, Option<i32>), AppError> {
    let profiles = app.store().profiles().await?;
    let split = reference.rsplit_once('@').and_then(|(name, v)| Some((name, Some(v.parse::<i32>().ok()?))));
    let (name, version) = split.unwrap_or((reference, None));
    let known: Vec<String> = profiles.iter().map(|p| p.profile.name.clone()).collect();
    let found = profiles.into_iter().find(|p| p.profile.name == name);
    let known = known.iter().map(String::as_str);
    Ok((found.ok_or_else(|| AppError::unknown_profile(reference, known))?, version))
}
