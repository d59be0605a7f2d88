//! Progress and cancellation of running measurements and bulk edits. The operation that measures returns the result.

use crate::api::ById;
use crate::app::{App, Caller};
use crate::error::AppError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How far a measurement is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Measurement {
    /// Queries that are measured, or records that are written.
    pub done: u32,
    /// Of how many; 0 where it has not begun, or is over.
    pub total: u32,
}

/// Progress of a measurement of the caller's. A caller without an account sees all.
///
/// # Errors
/// None: of one that is not there, or another person's, nothing is done and nothing to be done.
pub async fn get_measurement(app: &App, caller: &Caller, request: ById) -> Result<Measurement, AppError> {
    let state = app.inner.measuring.state(request.id, |owner| caller.owns(owner));
    let (done, total) = state.unwrap_or_default();
    Ok(Measurement { done, total })
}

/// Ends a measurement of the caller's; nothing is changed by it then.
///
/// # Errors
/// None, as above.
pub async fn cancel_measurement(app: &App, caller: &Caller, request: ById) -> Result<Measurement, AppError> {
    app.inner.measuring.cancel(request.id, |owner| caller.owns(owner));
    get_measurement(app, caller, request).await
}
