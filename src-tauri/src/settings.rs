//! The settings of a window.

use celeiro_app::AppError;
use celeiro_app::config::Config;
use std::collections::BTreeMap;

/// The settings in force. A window has no command line: environment and saved settings count.
///
/// # Errors
/// `invalid_setting`.
pub fn load_config() -> Result<Config, AppError> {
    Config::load(&BTreeMap::new(), |name| std::env::var(name).ok())
}
