//! Commands of search: searches, explanations, the query log and gaps.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! search_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Searches catalog or FAQs, with an explanation of every score.
            search: $crate::search::api::search, celeiro_domain::search::SearchRequest => celeiro_domain::search::SearchResponse,
                POST "/api/rag/search", Read, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// Writes a search into the query log that was made while its person was still typing.
            settle_search: $crate::search::api::settle_search, $crate::search::api::SettleSearch => $crate::search::api::SettleOutcome,
                POST "/api/rag/search/{traceId}/settle", Read, [], [Queries];
            /// The values that filters can choose from beside the results of a search, and how many items have them.
            search_facets: $crate::search::api::search_facets, celeiro_domain::search::SearchRequest => celeiro_domain::catalog::SearchFacets,
                POST "/api/rag/facets", Read, [Catalog, Synonyms, Profiles], [];
            /// Where one record stands in a search, found or not, and what sets it apart from another.
            explain_item: $crate::inspect::explain_item::explain_item, $crate::inspect::explain_item::ExplainItem => $crate::inspect::explain_item::ItemExplanation,
                POST "/api/rag/explain", Read, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// A search laid open: both lists, what they became, what was cut and where.
            inspect_search: $crate::inspect::inspect_search::inspect_search, celeiro_domain::search::SearchRequest => $crate::inspect::inspect_search::SearchInspection,
                POST "/api/rag/inspect", Read, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// The same of a search that a trace keeps, as it was that day.
            inspect_trace: $crate::inspect::inspect_search::inspect_trace, $crate::inspect::inspect_search::InspectTrace => $crate::inspect::inspect_search::SearchInspection,
                GET "/api/traces/{id}/searches/{at}", Read, [Conversations], [];
            /// Ranks a search with other weights, and says where it had to search again.
            rerank: $crate::inspect::rerank::rerank, $crate::inspect::rerank::Rerank => $crate::inspect::rerank::RerankResult,
                POST "/api/rag/rerank", Read, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// The smallest change of one weight that turns two hits, and what else it would turn.
            counterfactual: $crate::inspect::rerank::ask_counterfactual, $crate::inspect::rerank::AskCounterfactual => $crate::inspect::rerank::CounterfactualAnswer,
                POST "/api/rag/counterfactual", Read, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// Other weights on a whole query set, on kept candidates.
            rerank_set: $crate::bench::rerank_set::rerank_set, $crate::bench::rerank_set::RerankSet => $crate::bench::rerank_set::RerankedSet,
                POST "/api/rag/rerank-set", Analyse, [QuerySets, Catalog, Faqs, Models, Profiles], [];
            /// Everything that led to an answer.
            get_trace: $crate::chat::conversations::get_trace, $crate::api::ById => celeiro_domain::chat::Trace,
                GET "/api/traces/{id}", Read, [Conversations], [];
            /// Runs the searches of a trace again, and what its rounds looked at, and compares.
            replay_trace: $crate::chat::conversations::replay_trace, $crate::api::ById => $crate::chat::Replay,
                GET "/api/traces/{id}/replay", Read, [Conversations, Catalog, Faqs], [];
            /// Lists what was searched for and asked, newest first.
            list_queries: $crate::query_log::api::list_queries, $crate::query_log::api::ListQueries => $crate::query_log::api::QueryPage,
                GET "/api/queries", Analyse, [Queries, Conversations, Config], [];
            /// Deletes everything that was noted of what people searched for and asked; conversations stay.
            delete_queries: $crate::query_log::api::delete_queries, $crate::query_log::api::DeleteQueries => $crate::query_log::api::DeleteOutcome,
                DELETE "/api/queries", Analyse, [], [Queries];
            /// Lists what people looked for and did not get; what may have changed is run again first.
            list_gaps: $crate::query_log::gaps_api::list_gaps, $crate::query_log::gaps_api::ListGaps => $crate::query_log::gaps_api::GapPage,
                GET "/api/gaps", Analyse, [Queries, Catalog, Faqs, Profiles, Synonyms, Conversations, Config], [];
            /// Reads a gap.
            get_gap: $crate::query_log::gaps_api::get_gap, $crate::api::ById => celeiro_domain::insight::Gap,
                GET "/api/gaps/{id}", Analyse, [Queries, Conversations], [];
            /// Takes a gap off the list for a reason; it comes back where its question goes wrong again.
            dismiss_gap: $crate::query_log::gaps_api::dismiss_gap, $crate::query_log::gaps_api::DismissGap => celeiro_domain::insight::Gap,
                POST "/api/gaps/{id}/dismiss", Analyse, [], [Queries];
            /// Puts a gap back on the list.
            reopen_gap: $crate::query_log::gaps_api::reopen_gap, $crate::query_log::gaps_api::ReopenGap => celeiro_domain::insight::Gap,
                POST "/api/gaps/{id}/reopen", Analyse, [], [Queries];
            /// How the desk did over time: speed, fallbacks, searches, ratings, cost, beside what it should reach.
            ai_quality: $crate::bench::quality::ai_quality, $crate::bench::quality::AiQuality => $crate::bench::quality::QualityReport,
                GET "/api/quality", Analyse, [Conversations], [];
            /// Two records in a search as a file: a page that opens anywhere, or what another Celeiro can run again.
            share_comparison: $crate::share::api::share_comparison, $crate::share::api::ShareComparison => $crate::share::api::SharedFile,
                POST "/api/share/comparison", Read, [Catalog, Faqs, Models, Profiles], [];
            /// Two profiles on judged queries as a file.
            share_evaluation: $crate::share::api::share_evaluation, $crate::share::api::ShareEvaluation => $crate::share::api::SharedFile,
                POST "/api/share/evaluation", Analyse, [Catalog, Faqs, Models, Profiles], [];
            /// Runs a shared file again and tells which figures are others here, and why.
            verify_shared: $crate::share::api::verify_shared, $crate::share::api::VerifyShared => $crate::share::api::ShareVerification,
                POST "/api/share/verify", Read, [Catalog, Faqs, Models, Profiles], [];
        }
    };
}
