//! What signing in remembers between two requests.

use super::credentials::guesses::Guesses;
use super::credentials::passwords::PasswordWork;
use crate::runtime::ttl_cache::TtlValue;

/// What signing in remembers between two requests.
pub(crate) struct AccountState {
    /// Whether there is any account; another program may make the first one.
    pub(crate) used: TtlValue<bool>,
    pub(super) passwords: PasswordWork,
    pub(super) guesses: Guesses,
}

impl Default for AccountState {
    fn default() -> Self {
        Self {
            used: TtlValue::for_seconds(1),
            passwords: PasswordWork::default(),
            guesses: Guesses::default(),
        }
    }
}
