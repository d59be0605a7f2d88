//! Operations that compare and tune profiles, and the gate that activates or blocks one.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::bench::sets::ask_profile_gate;
use crate::bench::{InForce, compare_profiles, tune_profile};
use crate::error::{AppError, Code};
use crate::runtime::tasks::Meter;
use celeiro_domain::bench::check_profile;
use celeiro_domain::rank::Profile;
use celeiro_domain::search::Fusion;
use celeiro_store::{ProfileReason, StoreError, StoredProfile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

pub use crate::bench::sets::{GateReport, GateSet, JudgedSet, SetWorse};
pub use crate::bench::{CompareReport, ProfileComparison, TuneReport};

/// Why a profile is changed.
#[derive(Debug, Clone, Default)]
pub struct ChangeReason {
    /// In words; a profile that is worse needs some.
    pub reason: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    pub operation_id: Option<Uuid>,
}

/// What the gate said of a profile that was saved or came into force.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GateVerdict {
    /// Nothing was measured: no set of queries speaks of what is there, or the profile is not in force.
    #[default]
    NotAsked,
    /// Nothing had to be measured: searches rank as before.
    Unchanged,
    /// Nothing got worse.
    Passed,
    /// Something got worse, and a person said why it may.
    Overruled,
}

/// A profile that was saved or came into force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileChangeOutcome {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: i32,
    /// Whether searches use it where they name none.
    pub active: bool,
    /// What the gate said.
    pub verdict: GateVerdict,
    /// What got worse by it, where that was measured.
    pub worse: Option<Vec<SetWorse>>,
    /// What the gate saw; none where nothing was measured.
    pub gate: Option<GateReport>,
    /// Why.
    pub reason: String,
}

/// Compares the profiles `before` and `after` on judged queries.
///
/// # Errors
/// [`Code::UnknownProfile`]; where a search fails.
pub async fn compare_stored_profiles(
    app: &App,
    judged: JudgedSet<'_>,
    before: &str,
    after: &str,
    fusion: Option<Fusion>,
    progress: impl Fn(usize),
) -> Result<CompareReport, AppError> {
    let before = InForce::new(app, load_stored(app, before).await?.profile, fusion);
    let after = InForce::new(app, load_stored(app, after).await?.profile, fusion);
    compare_profiles(app, judged.set, judged.kind, &before, &after, progress).await
}

/// Searches for better weights than those of `profile`, or of the active one.
///
/// # Errors
/// As [`compare_stored_profiles`].
pub async fn tune_stored_profile(
    app: &App,
    judged: JudgedSet<'_>,
    profile: Option<&str>,
    fusion: Option<Fusion>,
    progress: impl Fn(usize),
) -> Result<TuneReport, AppError> {
    let start = match profile {
        Some(name) => load_stored(app, name).await?,
        None => load_active_profile(app).await?,
    };
    let start = InForce::new(app, start.profile, fusion);
    tune_profile(app, judged.set, judged.kind, start, progress).await
}

/// Saves `profile`. Where it is the active one, it comes into force at once, and the gate is asked: of
/// every stored set that protects something, and of `judged`.
///
/// # Errors
/// [`Code::InvalidProfile`], [`Code::ProfileShipped`], [`Code::ProfileWorse`];
/// [`Code::MeasuredWithoutVectors`] and [`Code::Cancelled`], and nothing is saved then.
pub async fn save_profile_if_good(
    app: &App,
    caller: &Caller,
    profile: Profile,
    judged: Option<JudgedSet<'_>>,
    why: &ChangeReason,
    meter: &Meter,
) -> Result<ProfileChangeOutcome, AppError> {
    check_profile(&profile).map_err(|e| {
        AppError::new(Code::InvalidProfile)
            .with("path", e.path)
            .with("value", e.value)
            .with("allowed", e.allowed)
    })?;
    let before = load_active_profile(app).await?;
    let is_active = before.profile.name == profile.name;
    let passed = match is_active {
        true => meter.run(pass_profile_gate(app, &before.profile, &profile, judged, why, meter)).await?,
        false => GatePass::default(),
    };
    let (reason, write) = (passed.reason(why)?, new_write(caller, why.operation_id));
    let version = app.store().save_profile(&profile, &reason, &write).await;
    let version = version.map_err(shipped_error(&profile.name))?;
    app.forget();
    Ok(passed.into_profile_change(profile.name, version, is_active, why))
}

/// Activates the ranking profile `name`, if the gate lets it: every stored set that protects something, and `judged`.
///
/// # Errors
/// [`Code::UnknownProfile`], [`Code::ProfileWorse`]; [`Code::MeasuredWithoutVectors`] and
/// [`Code::Cancelled`], and all is as before then.
pub async fn activate_profile_if_good(
    app: &App,
    caller: &Caller,
    name: &str,
    judged: Option<JudgedSet<'_>>,
    why: &ChangeReason,
    meter: &Meter,
) -> Result<ProfileChangeOutcome, AppError> {
    let (before, after) = (load_active_profile(app).await?, load_stored(app, name).await?);
    let passed =
        meter.run(pass_profile_gate(app, &before.profile, &after.profile, judged, why, meter)).await?;
    let version = app
        .store()
        .activate_profile(name, &passed.reason(why)?, &new_write(caller, why.operation_id))
        .await?;
    app.forget();
    Ok(passed.into_profile_change(name.to_owned(), version, true, why))
}

/// Activates again the ranking profile that searches used before the last change. No gate: a way back is always open.
///
/// # Errors
/// [`Code::NotFound`] where nothing was changed yet; [`Code::ProfileNotInForce`] where it is no longer
/// `from` that is left.
pub async fn step_back(
    app: &App,
    caller: &Caller,
    from: Option<&str>,
    why: &ChangeReason,
) -> Result<ProfileChangeOutcome, AppError> {
    let back = app.store().step_profile_back(from, &why.reason, &new_write(caller, why.operation_id)).await;
    let name = back.map_err(|error| match error {
        StoreError::Constraint(rule) if rule == "profile_in_force" => {
            AppError::new(Code::ProfileNotInForce).with("name", from.unwrap_or_default())
        }
        other => other.into(),
    })?;
    app.forget();
    let version = load_stored(app, &name).await?.version;
    Ok(GatePass::default().into_profile_change(name, version, true, why))
}

/// What the gate saw.
#[derive(Default)]
struct GatePass {
    verdict: GateVerdict,
    report: Option<GateReport>,
}

impl GatePass {
    fn reason(&self, why: &ChangeReason) -> Result<ProfileReason, AppError> {
        let gate = self.report.as_ref().map(serde_json::to_value).transpose()?;
        Ok(ProfileReason { reason: why.reason.trim().to_owned(), gate })
    }

    fn into_profile_change(
        self,
        name: String,
        version: i32,
        active: bool,
        why: &ChangeReason,
    ) -> ProfileChangeOutcome {
        ProfileChangeOutcome {
            name,
            version,
            active,
            verdict: self.verdict,
            worse: self.report.as_ref().map(|report| report.worse.clone()),
            gate: self.report,
            reason: why.reason.trim().to_owned(),
        }
    }
}

/// Lets `after` replace `before`, unless it is worse and no reason is given.
async fn pass_profile_gate(
    app: &App,
    before: &Profile,
    after: &Profile,
    judged: Option<JudgedSet<'_>>,
    why: &ChangeReason,
    meter: &Meter,
) -> Result<GatePass, AppError> {
    if before == after {
        return Ok(GatePass { verdict: GateVerdict::Unchanged, report: None });
    }
    let Some(report) = ask_profile_gate(app, before, after, judged, meter).await? else {
        return Ok(GatePass::default());
    };
    if !report.worse.is_empty() && why.reason.trim().is_empty() {
        let error = AppError::new(Code::ProfileWorse).with("name", &after.name);
        let counts = SetWorse::counts(&report.worse);
        let error = counts.into_iter().fold(error, |error, (kind, count)| error.with(kind, count));
        return Err(error.detail("worse", &report.worse).detail("gate", &report));
    }
    let verdict = match (report.sets.is_empty(), report.worse.is_empty()) {
        (true, _) => GateVerdict::NotAsked,
        (false, true) => GateVerdict::Passed,
        (false, false) => GateVerdict::Overruled,
    };
    Ok(GatePass { verdict, report: Some(report) })
}

/// Finds a stored profile; the error lists the names that there are.
pub(crate) async fn load_stored(app: &App, name: &str) -> Result<StoredProfile, AppError> {
    let profiles = app.profiles().await?;
    let found = profiles.iter().find(|p| p.profile.name == name).cloned();
    let names = profiles.iter().map(|p| p.profile.name.as_str());
    found.ok_or_else(|| AppError::unknown_profile(name, names))
}

/// The profile in force, without the overrides of settings.
pub(crate) async fn load_active_profile(app: &App) -> Result<StoredProfile, AppError> {
    let profiles = app.profiles().await?;
    let active = profiles.iter().find(|p| p.active).cloned();
    active.ok_or_else(|| AppError::internal("no active profile"))
}

/// Names the profile in the error of a change to a shipped one.
fn shipped_error(name: &str) -> impl FnOnce(StoreError) -> AppError {
    move |error| match error {
        StoreError::Constraint(rule) if rule == "profile_shipped" => {
            AppError::new(Code::ProfileShipped).with("name", name)
        }
        other => other.into(),
    }
}
