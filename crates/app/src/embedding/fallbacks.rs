//! Log messages about searches without vectors: one at each change, and during a failure at the 10th search, the 100th
//! and so on. Typing a query must not write one line for each key.

use celeiro_domain::search::{FallbackReason, Kind};
use std::fmt::Display;
use std::sync::Mutex;

use crate::runtime::sync::lock_unpoisoned;

/// What is going on, by corpus.
#[derive(Default)]
pub(crate) struct FallbackLog {
    corpora: [Mutex<Option<FallbackRun>>; 2],
}

/// Searches without vectors, for one reason.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FallbackRun {
    reason: FallbackReason,
    searches: u64,
}

impl FallbackLog {
    /// Notes a search without vectors; `why` is what is behind the reason.
    pub fn note_fallback(&self, corpus: Kind, reason: FallbackReason, why: &dyn Display) {
        let searches = {
            let mut lasting = lock_unpoisoned(&self.corpora[corpus as usize]);
            let before = lasting.filter(|lasting| lasting.reason == reason).map_or(0, |l| l.searches);
            *lasting = Some(FallbackRun { reason, searches: before + 1 });
            before + 1
        };
        if is_power_of_ten(searches) {
            let reason = crate::messages::name_of(&reason);
            tracing::warn!(corpus = corpus.as_str(), reason, %why, searches, "words answer without vectors");
        }
    }

    /// Logs that searches of the corpus have vectors again.
    pub fn note_vectors(&self, corpus: Kind) {
        let lasted = lock_unpoisoned(&self.corpora[corpus as usize]).take();
        if let Some(FallbackRun { searches, .. }) = lasted {
            tracing::warn!(corpus = corpus.as_str(), searches, "vectors take part again");
        }
    }
}

/// The first, the tenth, the hundredth …
fn is_power_of_ten(searches: u64) -> bool {
    let mut told = 1;
    while told < searches {
        told *= 10;
    }
    told == searches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_lasts_is_told_seldom() {
        let told: Vec<u64> = (1..=1_000).filter(|searches| is_power_of_ten(*searches)).collect();
        assert_eq!(told, [1, 10, 100, 1_000]);
    }
}
