//! Failures of the outgoing model while another one is filled: records edited meanwhile wait for the new model, and the
//! outgoing one is not called again for a while, so that it does not delay the switch.

use crate::runtime::sync::lock_unpoisoned;
use celeiro_domain::search::Kind;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How long a model that failed is not asked again.
const PAUSE: Duration = Duration::from_secs(300);

/// When the outgoing models failed last, by corpus.
#[derive(Default)]
pub(crate) struct Outgoing {
    failed: [Mutex<Option<Instant>>; 2],
}

impl Outgoing {
    /// Whether the outgoing model may be asked for query vectors; not right after a failure.
    pub fn is_available(&self, corpus: Kind) -> bool {
        lock_unpoisoned(&self.failed[corpus as usize]).is_none_or(|failed| failed.elapsed() > PAUSE)
    }

    /// Notes that the outgoing model failed.
    pub fn note_failure(&self, corpus: Kind) {
        *lock_unpoisoned(&self.failed[corpus as usize]) = Some(Instant::now());
    }
}
