//! Commands of profiles, judged queries and measurements.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! ranking_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Lists ranking profiles.
            list_profiles: $crate::bench::profiles::list_profiles, $crate::api::Empty => Vec<$crate::bench::profiles::ProfileEntry>,
                GET "/api/profiles", Read, [Profiles], [];
            /// A ranking profile, its versions, and when it was in force.
            get_profile: $crate::bench::profiles::get_profile, $crate::bench::profiles::ByName => $crate::bench::profiles::ProfileDetail,
                GET "/api/profiles/{name}", Read, [Profiles], [];
            /// What sets two ranking profiles, or two versions of one, apart.
            diff_profiles: $crate::bench::profiles::diff_profiles, $crate::bench::profiles::DiffProfiles => Vec<celeiro_domain::bench::ProfileDifference>,
                GET "/api/profile-diff", Read, [Profiles], [];
            /// Two ranking profiles on judged queries.
            compare_profiles: $crate::bench::evaluate_profile::compare_profiles, $crate::bench::evaluate_profile::CompareProfiles => $crate::bench::profile_gate::CompareReport,
                POST "/api/profiles/compare", Analyse, [Catalog, Faqs, Models, Profiles, QuerySets], [];
            /// Better weights for judged queries; saves nothing.
            tune_profile: $crate::bench::evaluate_profile::tune_profile, $crate::bench::evaluate_profile::TuneProfile => $crate::bench::profile_gate::TuneReport,
                POST "/api/profiles/tune", Analyse, [Catalog, Faqs, Models, Profiles], [];
            /// Saves a ranking profile as a new version; 409 where it is active, worse and without a reason.
            save_profile: $crate::bench::evaluate_profile::save_profile, $crate::bench::evaluate_profile::SaveProfile => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles", Analyse, [], [Profiles];
            /// Has searches use a ranking profile; 409 where it is worse and without a reason.
            activate_profile: $crate::bench::evaluate_profile::activate_profile, $crate::bench::evaluate_profile::ActivateProfile => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles/{name}/activate", Analyse, [], [Profiles];
            /// Has searches use what they used before the last change.
            step_profile_back: $crate::bench::evaluate_profile::step_profile_back, $crate::bench::evaluate_profile::StepBack => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles/back", Analyse, [], [Profiles];
            /// Lists query sets.
            list_query_sets: $crate::bench::query_sets::list_query_sets, $crate::api::Empty => Vec<celeiro_domain::bench::judging::QuerySetSummary>,
                GET "/api/sets", Analyse, [QuerySets], [];
            /// Makes a query set.
            create_query_set: $crate::bench::query_sets::create_query_set, $crate::bench::query_sets::CreateQuerySet => celeiro_domain::bench::judging::QuerySetSummary,
                POST "/api/sets", Analyse, [], [QuerySets];
            /// Reads a query set from files: queries and TREC judgments; one of the same name is brought up to date.
            import_query_set: $crate::bench::query_sets::import_query_set, $crate::bench::query_sets::ImportQuerySet => $crate::bench::query_sets::SetImportOutcome,
                POST "/api/sets/import", Analyse, [], [QuerySets];
            /// Reads a query set with its queries.
            get_query_set: $crate::bench::query_sets::get_query_set, $crate::api::ById => $crate::bench::query_sets::QuerySetDetail,
                GET "/api/sets/{id}", Analyse, [QuerySets], [];
            /// Changes a query set's name, description or protection.
            update_query_set: $crate::bench::query_sets::update_query_set, $crate::bench::query_sets::UpdateQuerySet => celeiro_domain::bench::judging::QuerySetSummary,
                PUT "/api/sets/{id}", Analyse, [], [QuerySets];
            /// Deletes a query set; it can be restored.
            delete_query_set: $crate::bench::query_sets::delete_query_set, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/sets/{id}", Analyse, [], [QuerySets];
            /// Brings a deleted query set back.
            restore_query_set: $crate::bench::query_sets::restore_query_set, $crate::api::WriteById => celeiro_domain::bench::judging::QuerySetSummary,
                POST "/api/sets/{id}/restore", Analyse, [], [QuerySets];
            /// Writes a query set to files: queries and TREC judgments.
            export_query_set: $crate::bench::query_sets::export_query_set, $crate::bench::query_sets::ExportQuerySet => $crate::bench::query_sets::QuerySetFiles,
                GET "/api/sets/{id}/export", Analyse, [QuerySets], [];
            /// Measures a ranking profile on a query set, or two against each other.
            evaluate_query_set: $crate::bench::query_sets::evaluate_query_set, $crate::bench::query_sets::EvaluateQuerySet => $crate::bench::query_sets::QuerySetEvaluation,
                GET "/api/sets/{id}/evaluation", Analyse, [QuerySets, Catalog, Faqs, Models, Profiles], [];
            /// How far a measurement is, by the id that its client chose.
            get_measurement: $crate::bench::measurements::get_measurement, $crate::api::ById => $crate::bench::measurements::Measurement,
                GET "/api/measurements/{id}", Read, [Transfers], [];
            /// Ends a measurement; nothing is changed by it then.
            cancel_measurement: $crate::bench::measurements::cancel_measurement, $crate::api::ById => $crate::bench::measurements::Measurement,
                DELETE "/api/measurements/{id}", Read, [], [Transfers];
            /// Adds a query to a query set.
            add_set_query: $crate::bench::set_queries::add_set_query, $crate::bench::set_queries::AddSetQuery => celeiro_domain::bench::judging::SetQuery,
                POST "/api/sets/{id}/queries", Analyse, [], [QuerySets];
            /// Changes a query of a query set, or puts it aside.
            update_set_query: $crate::bench::set_queries::update_set_query, $crate::bench::set_queries::UpdateSetQuery => celeiro_domain::bench::judging::SetQuery,
                PUT "/api/set-queries/{id}", Analyse, [], [QuerySets];
            /// Deletes a query of a query set with its judgments.
            delete_set_query: $crate::bench::set_queries::delete_set_query, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/set-queries/{id}", Analyse, [], [QuerySets];
            /// What a judge is shown for a query: records of both lists, shuffled where judged blindly.
            judging_pool: $crate::bench::judging::judging_pool, $crate::bench::judging::GetJudgingPool => $crate::bench::judging::JudgingPool,
                GET "/api/set-queries/{id}/pool", Analyse, [Catalog, Faqs, Models, Profiles], [];
            /// Says how good a record is for a query, or takes it back.
            judge: $crate::bench::judging::judge, $crate::bench::judging::Judge => Vec<celeiro_domain::bench::judging::Judgment>,
                POST "/api/set-queries/{id}/judgments", Analyse, [], [QuerySets];
            /// What judges said, query by query.
            list_judgments: $crate::bench::judging::list_judgments, $crate::bench::judging::ListJudgments => Vec<celeiro_domain::bench::judging::Judgment>,
                GET "/api/sets/{id}/judgments", Analyse, [QuerySets], [];
            /// How far the judges of a query set agree.
            judges_agreement: $crate::bench::judging::judges_agreement, $crate::api::ById => $crate::bench::judging::Agreement,
                GET "/api/sets/{id}/agreement", Analyse, [QuerySets], [];
        }
    };
}
