//! Operations on memory runs: list, request, decide lines of a diff. Nothing takes effect before a person decides.

use super::consolidation::{RunScope, consolidate};
use crate::api::{ById, new_write};
use crate::app::{App, Caller};
use crate::error::{AppError, Code};
use crate::personal::switch::require_on;
use celeiro_domain::personal::memory::MemoryRun;
use celeiro_store::MemoryDecision;
use chrono::Utc;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

const USUAL_PAGE: u32 = 20;
const MAX_PAGE: u32 = 100;

/// Which runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListMemoryRuns {
    /// Runs wanted, 1 to 100; 20 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

/// A run that a person asks for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StartMemoryRun {
    /// Reads all messages, those of earlier runs too; only what came since where absent.
    #[serde(default)]
    pub again: Option<bool>,
}

/// Lines that are decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecideMemoryRun {
    /// The run.
    pub id: Uuid,
    /// The lines; where absent, all that wait. A line that needs a yes of its own takes effect only where it is named.
    #[serde(default)]
    pub changes: Option<Vec<Uuid>>,
    /// Of a line that goes against a known item, which takes effect: whether both hold, so that the known one stays as
    /// it is. Where absent, the new one takes its place.
    #[serde(default)]
    pub keeps_both: Option<bool>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Runs, the newest first, with the lines of their diffs.
///
/// # Errors
/// `personal_off`.
pub async fn list_memory_runs(
    app: &App,
    _: &Caller,
    request: ListMemoryRuns,
) -> Result<Vec<MemoryRun>, AppError> {
    require_on(app)?;
    let limit = request.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE);
    Ok(app.store().memory_runs(limit.into()).await?)
}

/// One run.
///
/// # Errors
/// `personal_off`, `not_found`.
pub async fn get_memory_run(app: &App, _: &Caller, request: ById) -> Result<MemoryRun, AppError> {
    require_on(app)?;
    Ok(app.store().memory_run(request.id).await?)
}

/// Lets a model read what the caller wrote, and gives the run. Nothing takes effect.
///
/// # Errors
/// `personal_off`, `model_not_configured`, `model_key_missing`, `spending_cap_reached`.
pub async fn start_memory_run(
    app: &App,
    caller: &Caller,
    request: StartMemoryRun,
) -> Result<MemoryRun, AppError> {
    require_on(app)?;
    let again = request.again.unwrap_or(false);
    let scope = RunScope { actor: &caller.actor, slot: Utc::now(), again };
    let run = consolidate(app, scope).await?.ok_or_else(|| AppError::new(Code::NotFound))?;
    Ok(app.store().memory_run(run).await?)
}

/// Lets lines take effect: those that are named, else all that need no yes of their own. A line whose item was changed
/// since does nothing, and says so.
///
/// # Errors
/// `personal_off`, `not_found` where a line does not wait.
pub async fn accept_memory_run(
    app: &App,
    caller: &Caller,
    request: DecideMemoryRun,
) -> Result<MemoryRun, AppError> {
    decide(app, caller, request, true).await
}

/// Says no to lines: those that are named, else all that wait. What they say does not come again from the same
/// messages.
///
/// # Errors
/// `personal_off`, `not_found` where a line does not wait.
pub async fn reject_memory_run(
    app: &App,
    caller: &Caller,
    request: DecideMemoryRun,
) -> Result<MemoryRun, AppError> {
    decide(app, caller, request, false).await
}

async fn decide(
    app: &App,
    caller: &Caller,
    request: DecideMemoryRun,
    accept: bool,
) -> Result<MemoryRun, AppError> {
    require_on(app)?;
    let keeps_both = request.keeps_both.unwrap_or(false);
    let decision = MemoryDecision { run: request.id, changes: request.changes, accept, keeps_both };
    let write = new_write(caller, request.operation_id);
    Ok(app.store().decide_memory_changes(&decision, &write).await?)
}
