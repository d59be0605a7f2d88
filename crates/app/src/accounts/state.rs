//! State of sign-in between two requests.

use super::company::CompanyState;
use super::credentials::guesses::Guesses;
use super::credentials::passwords::PasswordWork;
use crate::error::AppError;
use std::sync::atomic::{AtomicBool, Ordering};

/// What signing in remembers between two requests.
pub(crate) struct AccountState {
    /// Whether there is any account.
    pub(crate) used: AccountUse,
    pub(crate) passwords: PasswordWork,
    /// Wrong passwords by login.
    pub(super) guesses: Guesses,
    /// Wrong passwords by network, whichever login they were for.
    pub(super) guesses_of_networks: Guesses,
    /// The company's sign-in.
    pub(crate) company: CompanyState,
}

impl Default for AccountState {
    fn default() -> Self {
        Self {
            used: AccountUse::default(),
            passwords: PasswordWork::default(),
            guesses: Guesses::of_logins(),
            guesses_of_networks: Guesses::of_networks(),
            company: CompanyState::default(),
        }
    }
}

/// Whether there is any account. Accounts are closed and never deleted: once there is one, there always is. That there
/// is none is never remembered, for another program may make the first one between two requests.
#[derive(Default)]
pub(crate) struct AccountUse(AtomicBool);

impl AccountUse {
    /// An account was made, or found.
    pub fn begin(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it is known without asking the database that there are accounts.
    pub fn is_known(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Forgets whether the database has accounts, because another database may be open now.
    pub fn forget(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Finds whether there are accounts, by `read` where none is known of.
    ///
    /// # Errors
    /// Those of `read`.
    pub async fn find(&self, read: impl Future<Output = Result<bool, AppError>>) -> Result<bool, AppError> {
        if self.is_known() {
            return Ok(true);
        }
        if read.await? {
            self.begin();
        }
        // One may have been made while the database was asked.
        Ok(self.is_known())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    #[tokio::test]
    async fn that_there_is_no_account_is_never_remembered_and_that_there_is_one_always() {
        let used = AccountUse::default();
        assert_eq!(used.find(async { Ok(false) }).await, Ok(false));
        assert!(used.find(async { Err(AppError::new(Code::DatabaseStuck)) }).await.is_err());
        let made_meanwhile = used.find(async {
            used.begin();
            Ok(false)
        });
        assert_eq!(made_meanwhile.await, Ok(true), "an answer from before the first account lets no one in");
        assert_eq!(used.find(async { Err(AppError::new(Code::DatabaseStuck)) }).await, Ok(true));
        let found = AccountUse::default();
        assert_eq!(found.find(async { Ok(true) }).await, Ok(true));
        assert_eq!(found.find(async { Ok(false) }).await, Ok(true));
    }
}
