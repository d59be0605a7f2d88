//! A search as it is planned: the request with everything that decides how it is answered.

use celeiro_domain::rank::{Candidate, PoolPlan, Profile, Query, RankInput, Tuning};
use celeiro_domain::search::{Fusion, Kind, SearchRequest, Sort};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use std::sync::Arc;
use uuid::Uuid;

/// A request with everything that decides how it is answered.
pub(crate) struct Plan {
    pub kind: Kind,
    /// What is searched by words and vectors: the query without the records that it names.
    pub text: QueryText,
    /// The same as it was written.
    pub looked_for: String,
    /// The query as looked at, with its context.
    pub raw: String,
    /// The records that the query names by their ids elsewhere, in its order.
    pub named: Vec<Uuid>,
    pub limit: usize,
    pub fusion: Fusion,
    pub profile: Profile,
    pub vectors: bool,
    /// Synonyms instead of those stored, to try a change of them.
    pub synonyms: Option<Arc<SynonymIndex>>,
    pub request: SearchRequest,
}

impl Plan {
    pub fn tuning(&self) -> &Tuning {
        self.profile.tuning(self.kind)
    }

    /// Whether there is nothing to look for.
    pub fn is_blank(&self) -> bool {
        self.text.terms().is_empty() && self.named.is_empty()
    }

    /// The order asked for, where it is another than by relevance. FAQs know no other.
    pub fn sort(&self) -> Option<Sort> {
        let sort = self.request.sort.filter(|sort| *sort != Sort::Relevance);
        sort.filter(|_| self.kind == Kind::Items)
    }

    /// Candidates of this plan, to be ranked by it.
    pub fn rank_input<'a>(&'a self, query: &'a Query, candidates: &'a [Candidate]) -> RankInput<'a> {
        RankInput { query, candidates, fusion: self.fusion, tuning: self.tuning() }
    }

    /// The candidates to fetch.
    pub fn pool(&self) -> PoolPlan {
        PoolPlan::new(self.tuning(), self.fusion, self.limit)
    }
}
