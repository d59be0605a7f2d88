//! The configuration in force.

use super::Empty;
use crate::app::{App, Caller};
use crate::config::ConfigEntry;
use crate::error::AppError;

/// All settings with their origins; secrets only say that they are set.
///
/// # Errors
/// None; the form is that of all operations.
pub async fn get_config(app: &App, _: &Caller, _: Empty) -> Result<Vec<ConfigEntry>, AppError> {
    Ok(app.config().entries())
}
