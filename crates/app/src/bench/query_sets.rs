//! Operations on query sets as a whole: list, create, change, import and export, evaluation.

use crate::api::{ById, DeletedRecord, Empty, WriteById, new_write};
use crate::app::{App, Caller};
use crate::bench::eval::{Cases, UnknownIds};
use crate::bench::judge::imported_judge;
use crate::bench::profile_gate::{load_active_profile, load_stored};
use crate::bench::sets::{load, of_parts, read_set_files, render_set_files};
use crate::bench::{CompareReport, InForce, compare_profiles};
use crate::error::{AppError, Code};
use crate::runtime::tasks::Meter;
use celeiro_domain::bench::judging::{MAX_QUERIES, QuerySetSummary, SetDraft, SetQuery, SetRole};
use celeiro_domain::search::{Fusion, Kind};
use celeiro_domain::text::normalize_text;
use celeiro_store::{NewSet, SetFiles, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A set to be made.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateQuerySet {
    /// 1..120 characters, unique whatever its case and accents.
    pub name: String,
    /// What its queries search; the catalog where absent.
    #[serde(default)]
    pub kind: Kind,
    /// What it is for, at most 2,000 characters.
    #[serde(default)]
    pub description: String,
    /// Whether no profile may come into force that answers the whole, or one of its classes, worse.
    #[serde(default)]
    pub protected: bool,
    /// Classes that may not get worse, where the whole may.
    #[serde(default)]
    pub protected_classes: Vec<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What is to be changed of a set; what is absent stays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateQuerySet {
    /// The set.
    pub id: Uuid,
    /// Its new name.
    #[serde(default)]
    pub name: Option<String>,
    /// Its new description.
    #[serde(default)]
    pub description: Option<String>,
    /// Whether the whole may not get worse.
    #[serde(default)]
    pub protected: Option<bool>,
    /// Classes that may not.
    #[serde(default)]
    pub protected_classes: Option<Vec<String>>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// A set with its queries.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuerySetDetail {
    /// The set.
    #[serde(flatten)]
    pub set: QuerySetSummary,
    /// Its queries, in the order in which they came. Those of the summary are counted, these are whole.
    pub list: Vec<SetQuery>,
}

/// A set from files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportQuerySet {
    /// Its name. A set of this name is brought up to date: queries by their ids, judgments by judge.
    pub name: String,
    /// What its queries search; the catalog where absent.
    #[serde(default)]
    pub kind: Kind,
    /// Of a new set: what it is for.
    #[serde(default)]
    pub description: String,
    /// JSON Lines with `id`, `query` and optionally `kind`, `protected`, `protectedClass`, `skipped`,
    /// `expected`, `forbidden`; or id, query and optionally class and `protected` between tabs.
    pub queries: String,
    /// TREC lines: `query 0 record grade`, the grade from 0 to 3.
    #[serde(default)]
    pub qrels: String,
    /// Whose judgments they are, 1..120 characters; on the command line those of the caller where absent.
    #[serde(default)]
    pub judge: Option<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What an import did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetImportOutcome {
    /// The set.
    pub set: QuerySetSummary,
    /// Queries that were not there.
    pub created: u32,
    /// Queries that were there and are now other.
    pub updated: u32,
    /// Judgments that were not there, or of another grade.
    pub judgments: u32,
    /// Judgments of queries that are not in the set; they were left out.
    pub unasked: u32,
    /// Judged records that are not there; their judgments were kept.
    pub unknown_records: UnknownIds,
}

/// A set to be written to files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportQuerySet {
    /// The set.
    pub id: Uuid,
    /// Whose judgments; the grade that counts among all judges where absent.
    #[serde(default)]
    pub judge: Option<String>,
    /// Whether queries are written between tabs, which keep id, text, class and protection only.
    #[serde(default)]
    pub tabbed: bool,
}

/// A set as files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuerySetFiles {
    /// The set's name.
    pub name: String,
    /// What it searches.
    pub kind: Kind,
    /// Queries, one a line.
    pub queries: String,
    /// TREC lines.
    pub qrels: String,
}

/// A profile, or two, to be measured on a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EvaluateQuerySet {
    /// The set.
    pub id: Uuid,
    /// A profile; the active one where absent.
    #[serde(default)]
    pub before: Option<String>,
    /// Another to compare it with; the same where absent.
    #[serde(default)]
    pub after: Option<String>,
    /// A fusion instead of the profiles' own.
    #[serde(default)]
    pub fusion: Option<Fusion>,
    /// Chosen by the client: by this id `getMeasurement` tells how far it is.
    #[serde(default)]
    pub measure_id: Option<Uuid>,
}

/// A profile, or two, measured on a set. Queries are named by their keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuerySetEvaluation {
    /// The set.
    pub set: QuerySetSummary,
    /// What was measured.
    #[serde(flatten)]
    pub report: CompareReport,
    /// Regression cases that pass before, where there are any.
    pub cases_before: Option<Cases>,
    /// The same after.
    pub cases_after: Option<Cases>,
    /// Judged records that are not there: no search can find them.
    pub unknown_records: UnknownIds,
}

/// Lists all query sets.
pub async fn list_query_sets(app: &App, _: &Caller, _: Empty) -> Result<Vec<QuerySetSummary>, AppError> {
    Ok(app.store().query_sets(None).await?)
}

/// Reads a query set with its queries.
///
/// # Errors
/// `not_found`.
pub async fn get_query_set(app: &App, _: &Caller, request: ById) -> Result<QuerySetDetail, AppError> {
    let set = app.store().query_set(request.id).await?;
    Ok(QuerySetDetail { set, list: app.store().set_queries(request.id).await? })
}

/// Creates a query set.
///
/// # Errors
/// `invalid_fields`, `query_set_name_taken`.
pub async fn create_query_set(
    app: &App,
    caller: &Caller,
    request: CreateQuerySet,
) -> Result<QuerySetSummary, AppError> {
    let draft = SetDraft {
        name: request.name,
        kind: request.kind,
        description: request.description,
        protected: request.protected,
        protected_classes: request.protected_classes,
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let write = new_write(caller, request.operation_id);
    let made = app.store().create_query_set(&new_set(&draft), &write).await;
    Ok(app.store().query_set(made.map_err(name_in_error(&draft.name))?).await?)
}

/// Changes a query set's name, description or protection.
///
/// # Errors
/// `not_found`, `invalid_fields`, `query_set_name_taken`.
pub async fn update_query_set(
    app: &App,
    caller: &Caller,
    request: UpdateQuerySet,
) -> Result<QuerySetSummary, AppError> {
    let known = app.store().query_set(request.id).await?;
    let draft = SetDraft {
        name: request.name.unwrap_or(known.name),
        kind: known.kind,
        description: request.description.unwrap_or(known.description),
        protected: request.protected.unwrap_or(known.protected),
        protected_classes: request.protected_classes.unwrap_or(known.protected_classes),
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let changed =
        app.store().update_query_set(request.id, &draft, &new_write(caller, request.operation_id)).await;
    changed.map_err(name_in_error(&draft.name))?;
    Ok(app.store().query_set(request.id).await?)
}

/// Deletes a query set; it can be restored.
///
/// # Errors
/// `not_found`.
pub async fn delete_query_set(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<DeletedRecord, AppError> {
    let write = new_write(caller, request.operation_id);
    app.store().mark_query_set_deleted(request.id, true, &write).await?;
    Ok(DeletedRecord { id: request.id })
}

/// Restores a deleted query set.
///
/// # Errors
/// `not_found`, `query_set_name_taken`.
pub async fn restore_query_set(
    app: &App,
    caller: &Caller,
    request: WriteById,
) -> Result<QuerySetSummary, AppError> {
    let write = new_write(caller, request.operation_id);
    if let Err(error) = app.store().mark_query_set_deleted(request.id, false, &write).await {
        let name = app.store().deleted_query_set_name(request.id).await?;
        return Err(name_in_error(&name)(error));
    }
    Ok(app.store().query_set(request.id).await?)
}

/// Imports a query set with its judgments from files.
///
/// # Errors
/// `query_set_line` and `file_unreadable` with the first faulty line, `query_set_empty`,
/// `query_set_too_large`, `query_set_other_kind`, `invalid_fields`. Nothing is stored then.
pub async fn import_query_set(
    app: &App,
    caller: &Caller,
    request: ImportQuerySet,
) -> Result<SetImportOutcome, AppError> {
    let read = read_set_files(app, request.kind, &request.queries, &request.qrels).await?;
    if read.queries.is_empty() {
        return Err(AppError::new(Code::QuerySetEmpty).with("file", "queries"));
    }
    let judge = match read.judgments.is_empty() {
        true => String::new(),
        false => imported_judge(app, caller, request.judge.as_deref()).await?,
    };
    let draft = SetDraft {
        name: request.name,
        kind: request.kind,
        description: request.description,
        protected: false,
        protected_classes: read.protected_classes,
    };
    let draft = draft.check().map_err(AppError::fields)?;
    let into = same_name(app, &draft).await?;
    let files = SetFiles {
        queries: &read.queries,
        judgments: &read.judgments,
        judge: &judge,
        protected_classes: &draft.protected_classes,
        most: MAX_QUERIES,
    };
    let write = new_write(caller, request.operation_id);
    let done = app.store().import_query_set(into, &new_set(&draft), &files, &write).await;
    let done = done.map_err(name_in_error(&draft.name))?;
    Ok(SetImportOutcome {
        set: app.store().query_set(done.set).await?,
        created: done.created,
        updated: done.updated,
        judgments: done.judgments,
        unasked: done.unasked,
        unknown_records: find_unknown_records(app, done.set).await?,
    })
}

/// The set that an import brings up to date.
async fn same_name(app: &App, draft: &SetDraft) -> Result<Option<Uuid>, AppError> {
    let folded = normalize_text(&draft.name);
    let sets = app.store().query_sets(None).await?;
    match sets.into_iter().find(|set| normalize_text(&set.name) == folded) {
        Some(known) if known.kind != draft.kind => Err(AppError::new(Code::QuerySetOtherKind)
            .with("name", known.name)
            .with("kind", known.kind.as_str())),
        known => Ok(known.map(|set| set.id)),
    }
}

/// Judged records of a set that the catalog does not have.
async fn find_unknown_records(app: &App, id: Uuid) -> Result<UnknownIds, AppError> {
    let (summary, set) = load(app, id).await?;
    let judged: Vec<String> = set.documents().into_iter().map(str::to_owned).collect();
    let unknown = app.store().unknown_ids(summary.kind, &judged).await?;
    Ok(UnknownIds::of(unknown.iter().map(String::as_str)))
}

/// Exports a query set with its judgments to files.
///
/// # Errors
/// `not_found`.
pub async fn export_query_set(
    app: &App,
    _: &Caller,
    request: ExportQuerySet,
) -> Result<QuerySetFiles, AppError> {
    let set = app.store().query_set(request.id).await?;
    let queries = app.store().set_queries(request.id).await?;
    let mut judgments = app.store().judgments(request.id, None).await?;
    if let Some(judge) = &request.judge {
        judgments.retain(|judgment| judgment.judge == *judge);
    }
    let (queries, qrels) = render_set_files(&of_parts(&set, &queries, &judgments), request.tabbed);
    Ok(QuerySetFiles { name: set.name, kind: set.kind, queries, qrels })
}

/// Measures a profile on a set, or two against each other.
///
/// # Errors
/// `not_found`, `unknown_profile`, `query_set_foreign`, `cancelled`; where a search fails.
pub async fn evaluate_query_set(
    app: &App,
    caller: &Caller,
    request: EvaluateQuerySet,
) -> Result<QuerySetEvaluation, AppError> {
    let (summary, set) = load(app, request.id).await?;
    let before = match &request.before {
        Some(name) => load_stored(app, name).await?,
        None => load_active_profile(app).await?,
    };
    let after = match &request.after {
        Some(name) => load_stored(app, name).await?,
        None => before.clone(),
    };
    let before = InForce::new(app, before.profile, request.fusion);
    let after = InForce::new(app, after.profile, request.fusion);
    let work = async |meter: &Meter| {
        let note = |done| meter.note(done, set.queries.len());
        meter.run(compare_profiles(app, &set, summary.kind, &before, &after, note)).await
    };
    let report = app.inner.measuring.run_task(caller.owner(), request.measure_id, work).await?;
    let cases = |of: fn(&celeiro_domain::bench::CaseChange) -> bool| {
        Cases::of(report.comparison.queries.iter().map(|query| query.case.as_ref().map(of)))
    };
    Ok(QuerySetEvaluation {
        cases_before: cases(|case| case.before),
        cases_after: cases(|case| case.after),
        unknown_records: find_unknown_records(app, request.id).await?,
        set: summary,
        report,
    })
}

/// A set for judging, with an id and a seed of its own.
fn new_set(draft: &SetDraft) -> NewSet<'_> {
    let id = Uuid::now_v7();
    NewSet { id, draft, role: SetRole::Judged, seed: draw_set_seed() }
}

/// A number that cannot be guessed from the set.
pub(crate) fn draw_set_seed() -> i32 {
    let [a, b, c, d, ..] = Uuid::new_v4().into_bytes();
    i32::from_le_bytes([a, b, c, d])
}

/// What the database's rules say of the set `name`.
fn name_in_error(name: &str) -> impl FnOnce(StoreError) -> AppError {
    move |error| match error {
        StoreError::Constraint(rule) if rule == "query_sets_name_once" => {
            AppError::new(Code::QuerySetNameTaken).with("name", name)
        }
        StoreError::Constraint(rule) if rule == "set_queries_most" => {
            AppError::new(Code::QuerySetTooLarge).with("most", MAX_QUERIES)
        }
        other => other.into(),
    }
}
