//! Conversion of a search to its log entry.

use crate::search::plan::Plan;
use crate::search::ranking::{Brief, Outcome, Ranking, explain_candidates};
use crate::search::retrieved::SearchedPool;
use celeiro_domain::search::Lang;
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// The candidates of a search, as far as memory has room for them.
pub(crate) enum Candidates {
    /// Everything that was fetched.
    Whole(Box<SearchedPool>),
    /// Places and scores.
    Brief(Box<Brief>),
    /// The query had nothing to look for.
    None,
}

impl Candidates {
    /// Ranking of a logged search's candidates, as its trace stores it.
    pub fn ranking(&self, lang: Lang, plan: &Plan) -> Ranking {
        match self {
            Self::Whole(pool) => explain_candidates(lang, plan, pool),
            Self::Brief(brief) => brief.ranking(),
            Self::None => Ranking::default(),
        }
    }
}

/// A search that was answered.
pub(crate) struct LoggedSearch {
    pub(crate) trace_id: Uuid,
    pub(crate) actor: String,
    pub(crate) lang: Lang,
    pub(crate) at: DateTime<Utc>,
    pub(crate) ms: f64,
    pub(crate) best_score: Option<f64>,
    pub(crate) outcome: Outcome,
    pub(crate) plan: Plan,
    pub(crate) candidates: Candidates,
}

impl LoggedSearch {
    /// Gives up the texts of the candidates: places and scores take a thirtieth of the memory.
    pub fn reduce(&mut self) {
        if let Candidates::Whole(pool) = &self.candidates {
            self.candidates = Candidates::Brief(Box::new(Brief::new(self.lang, &self.plan, pool)));
        }
    }
}
