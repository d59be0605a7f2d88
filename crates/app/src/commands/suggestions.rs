//! Commands of suggestions for item fields, single and in runs.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! suggestions_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Suggests values for the empty fields of an item, from its neighbours and files; writes nothing.
            assist: $crate::assist::api::assist, $crate::assist::api::AssistRequest => celeiro_domain::assist::AssistResponse,
                POST "/api/catalog/assist", Edit, [Catalog, Models], [];
            /// How often each confidence of a suggestion is right, on fields of this catalog's own items held back.
            check_assist: $crate::assist::api::check_assist, $crate::assist::api::CheckAssist => $crate::assist::AssistEvaluation,
                GET "/api/catalog/assist-check", Edit, [], [];
            /// Says what became of suggestions.
            set_assist_outcome: $crate::assist::api::set_assist_outcome, $crate::assist::api::SetAssistOutcome => Vec<$crate::assist::api::KeptSuggestion>,
                POST "/api/catalog/assist/{traceId}/outcome", Edit, [], [Enrichment];
            /// The suggestions of a trace, and what became of each.
            get_suggestions: $crate::assist::api::get_suggestions, $crate::assist::api::ByTrace => Vec<$crate::assist::api::KeptSuggestion>,
                GET "/api/catalog/assist/{traceId}", Edit, [Enrichment], [];
            /// What a run of suggestions over many items would do: a sample made in earnest, and what it would cost.
            preview_enrichment: $crate::assist::runs::api::preview_enrichment, $crate::assist::runs::api::EnrichRequest => $crate::assist::runs::api::EnrichPreview,
                POST "/api/catalog/enrichments/preview", Edit, [Catalog, Models], [];
            /// Starts a run of suggestions over many items; it writes nothing into any item.
            start_enrichment: $crate::assist::runs::api::start_enrichment, $crate::assist::runs::api::EnrichRequest => $crate::assist::runs::api::Enrichment,
                POST "/api/catalog/enrichments", Edit, [], [Enrichment];
            /// The latest runs of suggestions, newest first.
            list_enrichments: $crate::assist::runs::api::list_enrichments, $crate::api::Empty => Vec<$crate::assist::runs::api::Enrichment>,
                GET "/api/catalog/enrichments", Edit, [Enrichment], [];
            /// Holds a run of suggestions up, lets it go on, ends it, or tries what failed again.
            change_enrichment: $crate::assist::runs::api::change_enrichment, $crate::assist::runs::api::ChangeEnrichment => $crate::assist::runs::api::Enrichment,
                POST "/api/catalog/enrichments/{id}/state", Edit, [], [Enrichment];
            /// Suggestions that wait for a person, the least sure first.
            review_queue: $crate::assist::runs::review_api::review_queue, $crate::assist::runs::review_api::ReviewRequest => $crate::assist::runs::review_api::ReviewPage,
                GET "/api/catalog/review", Edit, [Enrichment, Catalog], [];
            /// Decides a suggestion of the queue; what is accepted is saved into the item.
            decide_review: $crate::assist::runs::review_api::decide_review, $crate::assist::runs::review_api::DecideReview => celeiro_domain::catalog::Item,
                POST "/api/catalog/review", Edit, [], [Enrichment, Catalog, Status];
        }
    };
}
