//! The language that the page shows, as its calls say it, for what the program says outside of an answer.

use celeiro_domain::search::Lang;
use std::sync::{Mutex, PoisonError};

/// The language of the page's last call; Portuguese before its first.
#[derive(Debug, Default)]
pub struct PageLanguage(Mutex<Lang>);

impl PageLanguage {
    /// The language now.
    pub fn get(&self) -> Lang {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The page shows this one.
    pub fn set(&self, lang: Lang) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = lang;
    }
}
