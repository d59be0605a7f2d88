//! Evaluation of profiles on judged queries: of a stored set, or from the request.

use super::profile_gate;
use super::profile_gate::{ChangeReason, CompareReport, ProfileChangeOutcome, TuneReport};
use crate::app::{App, Caller};
use crate::bench::eval::{JudgedQuery, QuerySet};
use crate::bench::sets::SetRequest;
use crate::error::{AppError, Code};
use crate::runtime::tasks::Meter;
use celeiro_domain::bench::Protection;
use celeiro_domain::bench::metrics::Judgments;
use celeiro_domain::rank::Profile;
use celeiro_domain::search::{Fusion, Kind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A query and what people judged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InlineQuery {
    /// Its id, unique in the set.
    pub id: String,
    /// What is searched for.
    pub query: String,
    /// Its class.
    #[serde(default)]
    pub class: Option<String>,
    /// Whether no profile may come into force that answers it worse.
    #[serde(default)]
    pub protected: bool,
    /// By external id: 0 for what is not relevant, more for what is.
    pub judgments: BTreeMap<String, i32>,
}

/// Judged queries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InlineSet {
    /// What is searched; the catalog where absent.
    #[serde(default)]
    pub kind: Kind,
    /// The queries.
    pub queries: Vec<InlineQuery>,
}

impl InlineSet {
    /// Converts a query set that was read from files to one that a request carries.
    pub fn of(set: &QuerySet, kind: Kind) -> Self {
        let judgments = |id: &str| set.judgments.get(id).into_iter().flatten();
        let query = |q: &JudgedQuery| InlineQuery {
            id: q.id.clone(),
            query: q.query.clone(),
            class: q.kind.clone(),
            protected: q.protected,
            judgments: judgments(&q.id).map(|(id, grade)| (id.clone(), *grade)).collect(),
        };
        Self { kind, queries: set.queries.iter().map(query).collect() }
    }

    pub(crate) fn set(&self) -> QuerySet {
        let query = |q: &InlineQuery| JudgedQuery {
            id: q.id.clone(),
            query: q.query.clone(),
            kind: q.class.clone(),
            protected: q.protected,
            ..JudgedQuery::default()
        };
        let read_judgments = |q: &InlineQuery| -> (String, Judgments) {
            (q.id.clone(), q.judgments.iter().map(|(id, grade)| (id.clone(), *grade)).collect())
        };
        QuerySet {
            queries: self.queries.iter().map(query).collect(),
            judgments: self.queries.iter().map(read_judgments).collect(),
            protection: Protection::whole(),
        }
    }
}

/// The judged queries that a request speaks of: the stored set `id`, else `inline`.
async fn load_set(
    app: &App,
    inline: Option<&InlineSet>,
    id: Option<Uuid>,
) -> Result<Option<SetRequest>, AppError> {
    if let Some(id) = id {
        return Ok(Some(SetRequest::load_stored(app, id).await?));
    }
    let Some(inline) = inline else { return Ok(None) };
    if inline.queries.iter().all(|query| query.judgments.is_empty()) {
        return Err(AppError::new(Code::QuerySetEmpty).with("file", "set"));
    }
    Ok(Some(SetRequest::of_set(inline.set(), inline.kind)))
}

/// Reads the judged queries of a request, which must speak of some.
pub(crate) async fn require_set(
    app: &App,
    inline: Option<&InlineSet>,
    id: Option<Uuid>,
) -> Result<SetRequest, AppError> {
    let asked = load_set(app, inline, id).await?;
    asked.ok_or_else(|| AppError::invalid_request("set | setId").detail("path", "setId"))
}

/// Two profiles to be compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompareProfiles {
    /// The one that is left.
    pub before: String,
    /// The one that would come.
    pub after: String,
    /// A fusion instead of the profiles' own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// On these queries.
    #[serde(default)]
    pub set: Option<InlineSet>,
    /// On those of a stored set, which goes before `set`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
}

/// A profile to be tuned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TuneProfile {
    /// Which; the active one where absent.
    #[serde(default)]
    pub profile: Option<String>,
    /// A fusion instead of the profile's own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// On these queries.
    #[serde(default)]
    pub set: Option<InlineSet>,
    /// On those of a stored set, which goes before `set`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
    /// Chosen by the client: by this id `getMeasurement` tells how far it is.
    #[serde(default)]
    pub measure_id: Option<Uuid>,
}

/// A profile to be saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveProfile {
    /// The profile.
    pub profile: Profile,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// Queries that the gate asks, besides the stored sets, where the profile is the active one.
    #[serde(default)]
    pub set: Option<InlineSet>,
    /// A stored set that it asks as a whole; goes before `set`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A profile to come into force.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActivateProfile {
    /// Its name.
    pub name: String,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// Queries that the gate asks, besides the stored sets.
    #[serde(default)]
    pub set: Option<InlineSet>,
    /// A stored set that it asks as a whole; goes before `set`.
    #[serde(default)]
    pub set_id: Option<Uuid>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// One step back.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepBack {
    /// The profile that is left, as far as the client knows: where it is another by now, another person
    /// was faster, and nothing is done.
    #[serde(default)]
    pub from: Option<String>,
    /// Why.
    #[serde(default)]
    pub reason: String,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Compares two profiles on a query set.
///
/// # Errors
/// As [`profile_gate::compare_stored_profiles`].
pub async fn compare_profiles(
    app: &App,
    _: &Caller,
    request: CompareProfiles,
) -> Result<CompareReport, AppError> {
    let asked = require_set(app, request.set.as_ref(), request.set_id).await?;
    profile_gate::compare_stored_profiles(
        app,
        asked.as_judged(),
        &request.before,
        &request.after,
        request.fusion,
        |_| (),
    )
    .await
}

/// Searches for better weights of a profile on a query set; saves nothing.
///
/// # Errors
/// As [`profile_gate::tune_stored_profile`].
pub async fn tune_profile(app: &App, caller: &Caller, request: TuneProfile) -> Result<TuneReport, AppError> {
    let asked = require_set(app, request.set.as_ref(), request.set_id).await?;
    let (profile, total) = (request.profile.as_deref(), asked.set.queries.len());
    let work = async |meter: &Meter| {
        let note = |done| meter.note(done, total);
        meter
            .run(profile_gate::tune_stored_profile(app, asked.as_judged(), profile, request.fusion, note))
            .await
    };
    app.inner.measuring.run_task(caller.owner(), request.measure_id, work).await
}

/// Saves a profile. While it is measured, `getMeasurement` tells how far it is by the operation's id.
///
/// # Errors
/// As [`profile_gate::save_profile_if_good`].
pub async fn save_profile(
    app: &App,
    caller: &Caller,
    request: SaveProfile,
) -> Result<ProfileChangeOutcome, AppError> {
    let asked = load_set(app, request.set.as_ref(), request.set_id).await?;
    let why = ChangeReason { reason: request.reason, operation_id: request.operation_id };
    let judged = asked.as_ref().map(SetRequest::as_judged);
    let work = async |meter: &Meter| {
        profile_gate::save_profile_if_good(app, caller, request.profile, judged, &why, meter).await
    };
    app.inner.measuring.run_task(caller.owner(), why.operation_id, work).await
}

/// Activates a ranking profile: searches use it. While it is measured, `getMeasurement` tells how far it is by the
/// operation's id.
///
/// # Errors
/// As [`profile_gate::activate_profile_if_good`].
pub async fn activate_profile(
    app: &App,
    caller: &Caller,
    request: ActivateProfile,
) -> Result<ProfileChangeOutcome, AppError> {
    let asked = load_set(app, request.set.as_ref(), request.set_id).await?;
    let why = ChangeReason { reason: request.reason, operation_id: request.operation_id };
    let judged = asked.as_ref().map(SetRequest::as_judged);
    let work = async |meter: &Meter| {
        profile_gate::activate_profile_if_good(app, caller, &request.name, judged, &why, meter).await
    };
    app.inner.measuring.run_task(caller.owner(), why.operation_id, work).await
}

/// Activates again the ranking profile that searches used before the last change.
///
/// # Errors
/// As [`profile_gate::step_back`].
pub async fn step_profile_back(
    app: &App,
    caller: &Caller,
    request: StepBack,
) -> Result<ProfileChangeOutcome, AppError> {
    let why = ChangeReason { reason: request.reason, operation_id: request.operation_id };
    profile_gate::step_back(app, caller, request.from.as_deref(), &why).await
}
