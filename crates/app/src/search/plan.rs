//! The plan of a search: the request with all parameters that determine its response.

use celeiro_domain::rank::{Candidate, PoolPlan, Profile, Query, RankInput, Tuning};
use celeiro_domain::search::{Filters, Fusion, Kind, SearchRequest, Sort};
use celeiro_domain::synonyms::SynonymIndex;
use celeiro_domain::text::QueryText;
use std::sync::Arc;
use uuid::Uuid;

/// A search request with its profile, fusion and parsed query.
pub(crate) struct Plan {
    /// Kind of records to search.
    pub kind: Kind,
    /// Query text for words and vectors, without the records that the query names.
    pub text: QueryText,
    /// Source of `text`, as written.
    pub looked_for: String,
    /// The whole query as written, with its context.
    pub raw: String,
    /// Records that the query names by their external ids, in the order of the query.
    pub named: Vec<Uuid>,
    /// Maximum number of hits.
    pub limit: usize,
    /// Fusion in force: of the request, the configuration or the profile.
    pub fusion: Fusion,
    /// Ranking profile in force, with the overrides of the configuration.
    pub profile: Profile,
    /// Whether the search uses vectors.
    pub vectors: bool,
    /// Synonyms that replace the stored ones, to preview a change of them.
    pub synonyms: Option<Arc<SynonymIndex>>,
    /// Conditions on hits: those of the request, with all categories below those that it names.
    pub filters: Filters,
    /// The request that the plan comes from.
    pub request: SearchRequest,
}

impl Plan {
    /// Weights and thresholds of the profile for this kind of record.
    pub fn tuning(&self) -> &Tuning {
        self.profile.tuning(self.kind)
    }

    /// Whether the query has no search term and names no record.
    pub fn is_blank(&self) -> bool {
        self.text.terms().is_empty() && self.named.is_empty()
    }

    /// The requested order of a search's results, unless it is by relevance; FAQs have only that order.
    pub fn sort(&self) -> Option<Sort> {
        let sort = self.request.sort.filter(|sort| *sort != Sort::Relevance);
        sort.filter(|_| self.kind == Kind::Items)
    }

    /// Builds the ranking's input from the search's candidates.
    pub fn rank_input<'a>(&'a self, query: &'a Query, candidates: &'a [Candidate]) -> RankInput<'a> {
        RankInput { query, candidates, fusion: self.fusion, tuning: self.tuning() }
    }

    /// Limits of the search's candidate pool.
    pub fn pool(&self) -> PoolPlan {
        PoolPlan::new(self.tuning(), self.fusion, self.limit)
    }
}
