//! Measurements and edits of many records under way, for who waits for one: how far it is, and ending it. Its outcome is the
//! answer of the operation that measures.

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

/// How far a measurement is.
///
/// # Errors
/// None: of one that is not there, nothing is done and nothing to be done.
pub async fn get_measurement(app: &App, _: &Caller, request: ById) -> Result<Measurement, AppError> {
    let (done, total) = app.inner.measuring.state(request.id).unwrap_or_default();
    Ok(Measurement { done, total })
}

/// Ends a measurement; nothing is changed by it then.
///
/// # Errors
/// None, as above.
pub async fn cancel_measurement(app: &App, caller: &Caller, request: ById) -> Result<Measurement, AppError> {
    app.inner.measuring.cancel(request.id);
    get_measurement(app, caller, request).await
}
