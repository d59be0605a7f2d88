//! The line by which the program's log tells what a search came to.

use crate::messages::name_of;

use crate::search::plan::Plan;
use celeiro_domain::search::SearchResponse;

use crate::search::retrieved::SearchedPool;

/// Tells the log what a search came to: counts and times, nothing of what was asked. One of a person
/// who is still typing is told to those alone who want to know everything.
pub(crate) fn log_search_result(plan: &Plan, response: &SearchResponse, pool: Option<&SearchedPool>) {
    macro_rules! tell {
        ($level:ident) => {
            tracing::$level!(
                corpus = plan.kind.as_str(),
                results = response.results.len(),
                vector = response.vector_count,
                lexical = response.lexical_count,
                dimensions =
                    pool.and_then(|pool| pool.retrieved.asked.as_ref()).map(|asked| asked.dimensions),
                fallback = response.fallback_reason.map(|reason| name_of(&reason)),
                embed_ms = response.timings.embed_ms,
                lexical_ms = response.timings.lexical_ms,
                vector_ms = response.timings.vector_ms,
                fuse_ms = response.timings.fuse_ms,
                total_ms = response.timings.total_ms,
                profile = response.profile,
                fusion = response.fusion.as_str(),
                "search"
            )
        };
    }
    match plan.request.settled {
        Some(false) => tell!(debug),
        _ => tell!(info),
    }
}
