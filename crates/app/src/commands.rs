//! The one list of operations, and the one of those that stream.
//!
//! Each line names an operation, its request and response, the method and address it has over HTTP,
//! who may ask, what it reads (`provides`) and what it spoils (`invalidates`). Hosts expand the list
//! with a macro of their own: crate `cli` into routes and the command `call`, `src-tauri` into IPC
//! commands and TypeScript. See `docs/adding-a-command.md`.

pub use crate::command_tag::Tag;

use crate::command_weight::{HEAVY, LONG};
use serde::{Deserialize, Serialize};
use specta::Type;

/// Who may ask over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Every client that reaches the address: the answer holds nothing to protect.
    Open,
    /// Who has the token, where one is needed.
    Member,
}

/// What is known of an operation besides its types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CommandMeta {
    /// Name in the list.
    pub name: &'static str,
    /// HTTP method.
    pub method: &'static str,
    /// HTTP address; `{id}` is taken from the request.
    pub path: &'static str,
    /// Who may ask.
    pub access: Access,
    /// What it reads.
    pub provides: Vec<Tag>,
    /// What it spoils.
    pub invalidates: Vec<Tag>,
    /// What it does, for the API's description.
    pub summary: &'static str,
    /// Whether it can answer in events, as they happen.
    pub streams: bool,
    /// Whether hosts and the interface wait minutes for it rather than seconds.
    pub long: bool,
    /// Whether it keeps the processor or the database busy all the while: of such, a server lets few work
    /// at once.
    #[serde(skip)]
    pub heavy: bool,
}

/// Expands `$host!` with the list.
#[macro_export]
macro_rules! with_commands {
    ($host:path) => {
        $host! {
            /// Searches catalog or FAQs, with an explanation of every score.
            search: $crate::search::api::search, celeiro_domain::search::SearchRequest => celeiro_domain::search::SearchResponse,
                POST "/api/rag/search", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// Writes a search into the query log that was made while its person was still typing.
            settle_search: $crate::search::api::settle_search, $crate::search::api::SettleSearch => $crate::search::api::SettleOutcome,
                POST "/api/rag/search/{traceId}/settle", Member, [], [Queries];
            /// The values that filters can choose from beside the results of a search, and how many items have them.
            search_facets: $crate::search::api::search_facets, celeiro_domain::search::SearchRequest => celeiro_domain::catalog::SearchFacets,
                POST "/api/rag/facets", Member, [Catalog, Synonyms, Profiles], [];
            /// Where one record stands in a search, found or not, and what sets it apart from another.
            explain_item: $crate::inspect::explain_item::explain_item, $crate::inspect::explain_item::ExplainItem => $crate::inspect::explain_item::ItemExplanation,
                POST "/api/rag/explain", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// A search laid open: both lists, what they became, what was cut and where.
            inspect_search: $crate::inspect::inspect_search::inspect_search, celeiro_domain::search::SearchRequest => $crate::inspect::inspect_search::SearchInspection,
                POST "/api/rag/inspect", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// The same of a search that a trace keeps, as it was that day.
            inspect_trace: $crate::inspect::inspect_search::inspect_trace, $crate::inspect::inspect_search::InspectTrace => $crate::inspect::inspect_search::SearchInspection,
                GET "/api/traces/{id}/searches/{at}", Member, [Conversations], [];
            /// Ranks a search with other weights, and says where it had to search again.
            rerank: $crate::inspect::rerank::rerank, $crate::inspect::rerank::Rerank => $crate::inspect::rerank::RerankResult,
                POST "/api/rag/rerank", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// The smallest change of one weight that turns two hits, and what else it would turn.
            counterfactual: $crate::inspect::rerank::ask_counterfactual, $crate::inspect::rerank::AskCounterfactual => $crate::inspect::rerank::CounterfactualAnswer,
                POST "/api/rag/counterfactual", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// Lists items.
            list_items: $crate::catalog::items::list_items, $crate::api::ListRequest => $crate::catalog::items::ItemPage,
                GET "/api/catalog/items", Member, [Catalog], [];
            /// Creates an item.
            create_item: $crate::catalog::items::create_item, $crate::catalog::items::CreateItem => celeiro_domain::catalog::Item,
                POST "/api/catalog/items", Member, [], [Catalog, Status];
            /// Reads an item.
            get_item: $crate::catalog::items::get_item, $crate::api::ById => celeiro_domain::catalog::Item,
                GET "/api/catalog/items/{id}", Member, [Catalog], [];
            /// Replaces an item; 409 with both states where it was changed meanwhile.
            update_item: $crate::catalog::items::update_item, $crate::catalog::items::UpdateItem => celeiro_domain::catalog::Item,
                PUT "/api/catalog/items/{id}", Member, [], [Catalog, Status];
            /// Deletes an item; it can be restored.
            delete_item: $crate::catalog::items::delete_item, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/catalog/items/{id}", Member, [], [Catalog, Status];
            /// Brings a deleted item back.
            restore_item: $crate::catalog::items::restore_item, $crate::api::WriteById => celeiro_domain::catalog::Item,
                POST "/api/catalog/items/{id}/restore", Member, [], [Catalog, Status];
            /// How items stand now that were shown before: on sale or not, and at which price.
            list_item_states: $crate::catalog::item_states::list_item_states, $crate::catalog::item_states::ListItemStates => Vec<$crate::catalog::item_states::ItemState>,
                GET "/api/catalog/item-states", Member, [Catalog], [];
            /// What search and models see of an item.
            item_text: $crate::catalog::indexed_text::item_text, $crate::api::ById => $crate::catalog::indexed_text::ItemText,
                GET "/api/catalog/items/{id}/text", Member, [Catalog], [];
            /// What filters can choose from.
            facets: $crate::catalog::items::facets, $crate::api::Empty => celeiro_domain::catalog::Facets,
                GET "/api/catalog/facets", Member, [Catalog], [];
            /// Values of categories, manufacturers and tags that resemble a commoner one.
            list_similar_values: $crate::catalog::similar_values::list_similar_values, $crate::catalog::similar_values::ListSimilarValues => Vec<celeiro_domain::import::SimilarValue>,
                GET "/api/catalog/similar-values", Member, [Catalog, Faqs], [];
            /// Lists the files of an item.
            list_attachments: $crate::catalog::attachments::api::list_attachments, $crate::api::ById => Vec<$crate::catalog::attachments::api::Attachment>,
                GET "/api/catalog/items/{id}/files", Member, [Catalog], [];
            /// Attaches a file that was sent to an item; the same content is not attached twice.
            add_attachment: $crate::catalog::attachments::api::add_attachment, $crate::catalog::attachments::api::AddAttachment => $crate::catalog::attachments::api::Attachment,
                POST "/api/catalog/items/{id}/files", Member, [], [Catalog];
            /// The text of a file, passage by passage.
            get_attachment_text: $crate::catalog::attachments::api::get_attachment_text, $crate::api::ById => $crate::catalog::attachments::api::AttachmentText,
                GET "/api/files/{id}/text", Member, [Catalog], [];
            /// Makes a file of an item ready to be fetched.
            save_attachment: $crate::catalog::attachments::api::save_attachment, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/files/{id}/download", Member, [], [Transfers];
            /// A picture of an item, to be shown.
            get_picture: $crate::catalog::attachments::pictures::get_picture, $crate::api::ById => $crate::catalog::attachments::pictures::Picture,
                GET "/api/files/{id}/picture", Member, [Catalog], [];
            /// Takes a file off its item; it can be put back.
            delete_attachment: $crate::catalog::attachments::api::delete_attachment, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/files/{id}", Member, [], [Catalog];
            /// Puts a file back that was taken off.
            restore_attachment: $crate::catalog::attachments::api::restore_attachment, $crate::api::WriteById => $crate::catalog::attachments::api::Attachment,
                POST "/api/files/{id}/restore", Member, [], [Catalog];
            /// Makes room for a file that is to be imported, attached or sent with a message; it is sent in pieces.
            begin_upload: $crate::files::transfer::api::begin_upload, $crate::files::transfer::api::BeginUpload => $crate::files::transfer::api::UploadSlot,
                POST "/api/uploads", Member, [], [Transfers];
            /// Takes a piece of a file; one that is sent twice changes nothing.
            append_upload: $crate::files::transfer::api::append_upload, $crate::files::transfer::api::AppendUpload => $crate::files::transfer::api::UploadProgress,
                PUT "/api/uploads/{id}", Member, [], [Transfers];
            /// Forgets a file that was sent.
            drop_upload: $crate::files::transfer::api::drop_upload, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/uploads/{id}", Member, [], [Transfers];
            /// A piece of a file that the program has made.
            read_download: $crate::files::transfer::api::read_download, $crate::files::transfer::api::ReadDownload => $crate::files::transfer::api::DownloadPiece,
                GET "/api/downloads/{id}", Member, [Transfers], [];
            /// Which columns a file has, and what they are taken for.
            import_columns: $crate::import::api::import_columns, $crate::import::wire::ImportColumns => $crate::import::wire::FileColumns,
                POST "/api/imports/columns", Member, [Transfers], [];
            /// Reads and checks a file, and counts what importing it would do.
            preview_import: $crate::import::api::preview_import, $crate::import::wire::StartImport => $crate::import::wire::ImportState,
                POST "/api/imports/preview", Member, [], [Transfers];
            /// Imports the good rows of a file in one operation.
            run_import: $crate::import::api::run_import, $crate::import::wire::StartImport => $crate::import::wire::ImportState,
                POST "/api/imports", Member, [], [Transfers];
            /// The caller's imports that are under way.
            list_imports: $crate::import::api::list_imports, $crate::api::Empty => Vec<$crate::import::wire::ImportState>,
                GET "/api/imports", Member, [Transfers], [];
            /// Where an import is, or what came of it.
            import_state: $crate::import::api::import_state, $crate::api::ById => $crate::import::wire::ImportState,
                GET "/api/imports/{id}", Member, [Transfers], [];
            /// Rows of a checked file, and what they would make of their records.
            import_rows: $crate::import::api::import_rows, $crate::import::wire::ImportRows => $crate::import::wire::ImportRowPage,
                GET "/api/imports/{id}/rows", Member, [Transfers], [];
            /// Asks an import to stop.
            cancel_import: $crate::import::api::cancel_import, $crate::api::ById => $crate::import::wire::ImportState,
                POST "/api/imports/{id}/cancel", Member, [], [Transfers];
            /// The rejected rows of an import as a file, with what is wrong with each.
            write_import_errors: $crate::import::api::write_import_errors, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/imports/{id}/errors", Member, [], [Transfers];
            /// Begins to write the records of a view into a file.
            begin_export: $crate::export::api::begin_export, $crate::export::api::BeginExport => $crate::export::api::ExportState,
                POST "/api/exports", Member, [], [Transfers];
            /// Where an export is; its file, when it is whole.
            export_state: $crate::export::api::export_state, $crate::api::ById => $crate::export::api::ExportState,
                GET "/api/exports/{id}", Member, [Transfers], [];
            /// Ends an export, or throws its file away.
            drop_export: $crate::export::api::drop_export, $crate::api::ById => $crate::api::DeletedRecord,
                DELETE "/api/exports/{id}", Member, [], [Transfers];
            /// Suggests values for the empty fields of an item, from its neighbours and files; writes nothing.
            assist: $crate::assist::api::assist, $crate::assist::api::AssistRequest => celeiro_domain::assist::AssistResponse,
                POST "/api/catalog/assist", Member, [Catalog, Models], [];
            /// How often each confidence of a suggestion is right, on fields of this catalog's own items held back.
            check_assist: $crate::assist::api::check_assist, $crate::assist::api::CheckAssist => $crate::assist::AssistEvaluation,
                GET "/api/catalog/assist-check", Member, [], [];
            /// Says what became of suggestions.
            set_assist_outcome: $crate::assist::api::set_assist_outcome, $crate::assist::api::SetAssistOutcome => Vec<$crate::assist::api::KeptSuggestion>,
                POST "/api/catalog/assist/{traceId}/outcome", Member, [], [Enrichment];
            /// The suggestions of a trace, and what became of each.
            get_suggestions: $crate::assist::api::get_suggestions, $crate::assist::api::ByTrace => Vec<$crate::assist::api::KeptSuggestion>,
                GET "/api/catalog/assist/{traceId}", Member, [Enrichment], [];
            /// Which values of an item came from suggestions, and whether what these rested on has changed.
            item_sources: $crate::assist::api::item_sources, $crate::api::ById => Vec<$crate::assist::api::ItemFieldSource>,
                GET "/api/catalog/items/{id}/sources", Member, [Catalog], [];
            /// What a run of suggestions over many items would do: a sample made in earnest, and what it would cost.
            preview_enrichment: $crate::assist::runs::api::preview_enrichment, $crate::assist::runs::api::EnrichRequest => $crate::assist::runs::api::EnrichPreview,
                POST "/api/catalog/enrichments/preview", Member, [Catalog, Models], [];
            /// Starts a run of suggestions over many items; it writes nothing into any item.
            start_enrichment: $crate::assist::runs::api::start_enrichment, $crate::assist::runs::api::EnrichRequest => $crate::assist::runs::api::Enrichment,
                POST "/api/catalog/enrichments", Member, [], [Enrichment];
            /// The latest runs of suggestions, newest first.
            list_enrichments: $crate::assist::runs::api::list_enrichments, $crate::api::Empty => Vec<$crate::assist::runs::api::Enrichment>,
                GET "/api/catalog/enrichments", Member, [Enrichment], [];
            /// Holds a run of suggestions up, lets it go on, ends it, or tries what failed again.
            change_enrichment: $crate::assist::runs::api::change_enrichment, $crate::assist::runs::api::ChangeEnrichment => $crate::assist::runs::api::Enrichment,
                POST "/api/catalog/enrichments/{id}/state", Member, [], [Enrichment];
            /// Suggestions that wait for a person, the least sure first.
            review_queue: $crate::assist::runs::review_api::review_queue, $crate::assist::runs::review_api::ReviewRequest => $crate::assist::runs::review_api::ReviewPage,
                GET "/api/catalog/review", Member, [Enrichment, Catalog], [];
            /// Decides a suggestion of the queue; what is accepted is saved into the item.
            decide_review: $crate::assist::runs::review_api::decide_review, $crate::assist::runs::review_api::DecideReview => celeiro_domain::catalog::Item,
                POST "/api/catalog/review", Member, [], [Enrichment, Catalog, Status];
            /// Lists FAQs.
            list_faqs: $crate::catalog::faqs::list_faqs, $crate::api::ListRequest => $crate::catalog::faqs::FaqPage,
                GET "/api/faqs", Member, [Faqs], [];
            /// Creates a FAQ.
            create_faq: $crate::catalog::faqs::create_faq, $crate::catalog::faqs::CreateFaq => celeiro_domain::catalog::faq::Faq,
                POST "/api/faqs", Member, [], [Faqs, Status];
            /// Reads a FAQ.
            get_faq: $crate::catalog::faqs::get_faq, $crate::api::ById => celeiro_domain::catalog::faq::Faq,
                GET "/api/faqs/{id}", Member, [Faqs], [];
            /// Replaces a FAQ; 409 with both states where it was changed meanwhile.
            update_faq: $crate::catalog::faqs::update_faq, $crate::catalog::faqs::UpdateFaq => celeiro_domain::catalog::faq::Faq,
                PUT "/api/faqs/{id}", Member, [], [Faqs, Status];
            /// Deletes a FAQ; it can be restored.
            delete_faq: $crate::catalog::faqs::delete_faq, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/faqs/{id}", Member, [], [Faqs, Status];
            /// Brings a deleted FAQ back.
            restore_faq: $crate::catalog::faqs::restore_faq, $crate::api::WriteById => celeiro_domain::catalog::faq::Faq,
                POST "/api/faqs/{id}/restore", Member, [], [Faqs, Status];
            /// In which watched queries an item would come in, fall out or move if an edit were saved.
            item_impact: $crate::catalog::impact::api::item_impact, $crate::catalog::impact::api::ItemImpact => $crate::catalog::impact::api::ImpactReport,
                POST "/api/catalog/impact", Member, [Catalog, Models, Profiles, Synonyms], [];
            /// Lists groups of synonyms.
            list_synonyms: $crate::catalog::synonyms::list_synonyms, $crate::api::Empty => Vec<celeiro_domain::synonyms::StoredGroup>,
                GET "/api/synonyms", Member, [Synonyms], [];
            /// Creates a group of synonyms.
            create_synonym_group: $crate::catalog::synonyms::create_synonym_group, $crate::catalog::synonyms::CreateSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms", Member, [], [Synonyms];
            /// Replaces a group of synonyms; 409 with both states where it was changed meanwhile.
            update_synonym_group: $crate::catalog::synonyms::update_synonym_group, $crate::catalog::synonyms::UpdateSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                PUT "/api/synonyms/{id}", Member, [], [Synonyms];
            /// Deletes a group of synonyms; it can be restored.
            delete_synonym_group: $crate::catalog::synonyms::delete_synonym_group, $crate::catalog::synonyms::WriteSynonymGroup => $crate::catalog::synonyms::WriteSynonymGroup,
                DELETE "/api/synonyms/{id}", Member, [], [Synonyms];
            /// Brings a deleted group of synonyms back.
            restore_synonym_group: $crate::catalog::synonyms::restore_synonym_group, $crate::catalog::synonyms::WriteSynonymGroup => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms/{id}/restore", Member, [], [Synonyms];
            /// What a change of synonyms would do to watched queries; stores nothing.
            preview_synonyms: $crate::catalog::synonyms::preview_synonyms, $crate::catalog::synonyms::PreviewSynonyms => $crate::catalog::synonyms::SynonymPreview,
                POST "/api/synonyms/preview", Member, [Catalog, Faqs, Models, Profiles, Synonyms], [];
            /// A page of the grid of items: sorted, filtered, with how complete each is.
            grid: $crate::sheet::grid::grid, celeiro_domain::sheet::GridQuery => $crate::sheet::grid::GridPage,
                POST "/api/catalog/grid", Member, [Catalog], [];
            /// The attributes that the grid of items can show.
            grid_columns: $crate::sheet::grid::grid_columns, $crate::api::Empty => $crate::sheet::grid::GridColumns,
                GET "/api/catalog/columns", Member, [Catalog], [];
            /// What the items of a category are expected to say, and how many of them do.
            category_expectation: $crate::catalog::expectations::category_expectation, $crate::catalog::expectations::ExpectationOf => $crate::catalog::expectations::CategoryExpectation,
                GET "/api/catalog/expectation", Member, [Catalog], [];
            /// Settles what the items of a category are expected to say, or counts it anew.
            settle_expectation: $crate::catalog::expectations::settle_expectation, $crate::catalog::expectations::SettleExpectation => $crate::catalog::expectations::CategoryExpectation,
                POST "/api/catalog/expectation", Member, [], [Catalog];
            /// A page of the grid of FAQs.
            faq_grid: $crate::sheet::grid::faq_grid, celeiro_domain::sheet::GridQuery => $crate::sheet::grid::FaqGridPage,
                POST "/api/faqs/grid", Member, [Faqs], [];
            /// What the same change of many records would do.
            preview_bulk_edit: $crate::sheet::edits::preview_bulk_edit, $crate::sheet::edits::PreviewBulkEdit => $crate::sheet::edits::BulkPreview,
                POST "/api/catalog/bulk/preview", Member, [Catalog, Faqs], [];
            /// Makes the same change to many records; 409 where they are not those of the preview any more.
            bulk_edit: $crate::sheet::edits::bulk_edit, $crate::sheet::edits::BulkEdit => $crate::sheet::edits::BulkEditOutcome,
                POST "/api/catalog/bulk", Member, [], [Catalog, Faqs, Status];
            /// Writes a block of cells; rows that another person changed are left out and said.
            edit_cells: $crate::sheet::cell_edits::edit_cells, $crate::sheet::cell_edits::EditCells => $crate::sheet::cell_edits::EditedCells,
                POST "/api/catalog/cells", Member, [], [Catalog, Faqs, Status];
            /// Brings the demo's items, FAQs and judged queries into a catalog without items.
            load_demo: $crate::system::demo::load_demo, $crate::system::demo::LoadDemo => $crate::system::demo::DemoOutcome,
                POST "/api/catalog/demo", Member, [], [Catalog, Faqs, QuerySets, Models, Status];
            /// The saves of an item, the latest first.
            item_history: $crate::catalog::history::item_history, $crate::catalog::history::History => Vec<celeiro_domain::catalog::HistoryEntry>,
                GET "/api/catalog/items/{id}/history", Member, [Catalog], [];
            /// The saves of a FAQ, the latest first.
            faq_history: $crate::catalog::history::faq_history, $crate::catalog::history::History => Vec<celeiro_domain::catalog::HistoryEntry>,
                GET "/api/faqs/{id}/history", Member, [Faqs], [];
            /// Operations on records, the latest first.
            list_operations: $crate::catalog::history::list_operations, $crate::catalog::history::ListOperations => $crate::catalog::history::OperationPage,
                GET "/api/operations", Member, [Catalog, Faqs], [];
            /// An operation with what it changed.
            get_operation: $crate::catalog::history::get_operation, $crate::catalog::history::GetOperation => $crate::catalog::history::OperationDetail,
                GET "/api/operations/{id}", Member, [Catalog, Faqs], [];
            /// Takes an operation back where the same was not changed since; the rest is listed.
            undo_operation: $crate::catalog::history::undo_operation, $crate::catalog::history::UndoOperation => $crate::catalog::history::UndoOutcome,
                POST "/api/operations/{id}/undo", Member, [], [Catalog, Faqs, Status];
            /// Lists the views of a grid.
            list_views: $crate::sheet::views::list_views, $crate::sheet::views::ListViews => Vec<$crate::sheet::views::GridView>,
                GET "/api/catalog/views", Member, [Views], [];
            /// Saves a view of a grid; 409 where it was changed meanwhile.
            save_view: $crate::sheet::views::save_view, $crate::sheet::views::SaveView => $crate::sheet::views::GridView,
                POST "/api/catalog/views", Member, [], [Views];
            /// Deletes a view of a grid for good.
            delete_view: $crate::sheet::views::delete_view, $crate::sheet::views::DeleteView => $crate::api::DeletedRecord,
                DELETE "/api/catalog/views/{id}", Member, [], [Views];
            /// Lists ranking profiles.
            list_profiles: $crate::bench::profiles::list_profiles, $crate::api::Empty => Vec<$crate::bench::profiles::ProfileEntry>,
                GET "/api/profiles", Member, [Profiles], [];
            /// A ranking profile, its versions, and when it was in force.
            get_profile: $crate::bench::profiles::get_profile, $crate::bench::profiles::ByName => $crate::bench::profiles::ProfileDetail,
                GET "/api/profiles/{name}", Member, [Profiles], [];
            /// What sets two ranking profiles, or two versions of one, apart.
            diff_profiles: $crate::bench::profiles::diff_profiles, $crate::bench::profiles::DiffProfiles => Vec<celeiro_domain::bench::ProfileDifference>,
                GET "/api/profile-diff", Member, [Profiles], [];
            /// Two ranking profiles on judged queries.
            compare_profiles: $crate::bench::evaluate_profile::compare_profiles, $crate::bench::evaluate_profile::CompareProfiles => $crate::bench::profile_gate::CompareReport,
                POST "/api/profiles/compare", Member, [Catalog, Faqs, Models, Profiles, QuerySets], [];
            /// Better weights for judged queries; saves nothing.
            tune_profile: $crate::bench::evaluate_profile::tune_profile, $crate::bench::evaluate_profile::TuneProfile => $crate::bench::profile_gate::TuneReport,
                POST "/api/profiles/tune", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Saves a ranking profile as a new version; 409 where it is active, worse and without a reason.
            save_profile: $crate::bench::evaluate_profile::save_profile, $crate::bench::evaluate_profile::SaveProfile => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles", Member, [], [Profiles];
            /// Has searches use a ranking profile; 409 where it is worse and without a reason.
            activate_profile: $crate::bench::evaluate_profile::activate_profile, $crate::bench::evaluate_profile::ActivateProfile => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles/{name}/activate", Member, [], [Profiles];
            /// Has searches use what they used before the last change.
            step_profile_back: $crate::bench::evaluate_profile::step_profile_back, $crate::bench::evaluate_profile::StepBack => $crate::bench::profile_gate::ProfileChangeOutcome,
                POST "/api/profiles/back", Member, [], [Profiles];
            /// Lists query sets.
            list_query_sets: $crate::bench::query_sets::list_query_sets, $crate::api::Empty => Vec<celeiro_domain::bench::judging::QuerySetSummary>,
                GET "/api/sets", Member, [QuerySets], [];
            /// Makes a query set.
            create_query_set: $crate::bench::query_sets::create_query_set, $crate::bench::query_sets::CreateQuerySet => celeiro_domain::bench::judging::QuerySetSummary,
                POST "/api/sets", Member, [], [QuerySets];
            /// Reads a query set from files: queries and TREC judgments; one of the same name is brought up to date.
            import_query_set: $crate::bench::query_sets::import_query_set, $crate::bench::query_sets::ImportQuerySet => $crate::bench::query_sets::SetImportOutcome,
                POST "/api/sets/import", Member, [], [QuerySets];
            /// Reads a query set with its queries.
            get_query_set: $crate::bench::query_sets::get_query_set, $crate::api::ById => $crate::bench::query_sets::QuerySetDetail,
                GET "/api/sets/{id}", Member, [QuerySets], [];
            /// Changes a query set's name, description or protection.
            update_query_set: $crate::bench::query_sets::update_query_set, $crate::bench::query_sets::UpdateQuerySet => celeiro_domain::bench::judging::QuerySetSummary,
                PUT "/api/sets/{id}", Member, [], [QuerySets];
            /// Deletes a query set; it can be restored.
            delete_query_set: $crate::bench::query_sets::delete_query_set, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/sets/{id}", Member, [], [QuerySets];
            /// Brings a deleted query set back.
            restore_query_set: $crate::bench::query_sets::restore_query_set, $crate::api::WriteById => celeiro_domain::bench::judging::QuerySetSummary,
                POST "/api/sets/{id}/restore", Member, [], [QuerySets];
            /// Writes a query set to files: queries and TREC judgments.
            export_query_set: $crate::bench::query_sets::export_query_set, $crate::bench::query_sets::ExportQuerySet => $crate::bench::query_sets::QuerySetFiles,
                GET "/api/sets/{id}/export", Member, [QuerySets], [];
            /// Measures a ranking profile on a query set, or two against each other.
            evaluate_query_set: $crate::bench::query_sets::evaluate_query_set, $crate::bench::query_sets::EvaluateQuerySet => $crate::bench::query_sets::QuerySetEvaluation,
                GET "/api/sets/{id}/evaluation", Member, [QuerySets, Catalog, Faqs, Models, Profiles], [];
            /// How far a measurement is, by the id that its client chose.
            get_measurement: $crate::bench::measurements::get_measurement, $crate::api::ById => $crate::bench::measurements::Measurement,
                GET "/api/measurements/{id}", Member, [Transfers], [];
            /// Ends a measurement; nothing is changed by it then.
            cancel_measurement: $crate::bench::measurements::cancel_measurement, $crate::api::ById => $crate::bench::measurements::Measurement,
                DELETE "/api/measurements/{id}", Member, [], [Transfers];
            /// Other weights on a whole query set, on kept candidates.
            rerank_set: $crate::bench::rerank_set::rerank_set, $crate::bench::rerank_set::RerankSet => $crate::bench::rerank_set::RerankedSet,
                POST "/api/rag/rerank-set", Member, [QuerySets, Catalog, Faqs, Models, Profiles], [];
            /// Adds a query to a query set.
            add_set_query: $crate::bench::set_queries::add_set_query, $crate::bench::set_queries::AddSetQuery => celeiro_domain::bench::judging::SetQuery,
                POST "/api/sets/{id}/queries", Member, [], [QuerySets];
            /// Changes a query of a query set, or puts it aside.
            update_set_query: $crate::bench::set_queries::update_set_query, $crate::bench::set_queries::UpdateSetQuery => celeiro_domain::bench::judging::SetQuery,
                PUT "/api/set-queries/{id}", Member, [], [QuerySets];
            /// Deletes a query of a query set with its judgments.
            delete_set_query: $crate::bench::set_queries::delete_set_query, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/set-queries/{id}", Member, [], [QuerySets];
            /// What a judge is shown for a query: records of both lists, shuffled where judged blindly.
            judging_pool: $crate::bench::judging::judging_pool, $crate::bench::judging::GetJudgingPool => $crate::bench::judging::JudgingPool,
                GET "/api/set-queries/{id}/pool", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Says how good a record is for a query, or takes it back.
            judge: $crate::bench::judging::judge, $crate::bench::judging::Judge => Vec<celeiro_domain::bench::judging::Judgment>,
                POST "/api/set-queries/{id}/judgments", Member, [], [QuerySets];
            /// What judges said, query by query.
            list_judgments: $crate::bench::judging::list_judgments, $crate::bench::judging::ListJudgments => Vec<celeiro_domain::bench::judging::Judgment>,
                GET "/api/sets/{id}/judgments", Member, [QuerySets], [];
            /// How far the judges of a query set agree.
            judges_agreement: $crate::bench::judging::judges_agreement, $crate::api::ById => $crate::bench::judging::Agreement,
                GET "/api/sets/{id}/agreement", Member, [QuerySets], [];
            /// Rates an answer down and makes a test of it.
            report_answer: $crate::bench::bad_answers::report_answer, $crate::bench::bad_answers::ReportAnswer => $crate::bench::bad_answers::AnswerReport,
                POST "/api/messages/{id}/report", Member, [], [Conversations, QuerySets];
            /// The configuration in force, without secrets.
            get_config: $crate::settings::api::get_config, $crate::api::Empty => Vec<$crate::config::ConfigEntry>,
                GET "/api/config", Member, [Config], [];
            /// Asks the provider of chat models whether it is there, takes the key and knows the models.
            test_provider: $crate::chat::providers::test_provider, $crate::chat::providers::TestProvider => $crate::chat::providers::ProviderTest,
                GET "/api/llm/test", Member, [Config], [];
            /// The prompts in use.
            list_prompts: $crate::chat::providers::list_prompts, $crate::api::Empty => Vec<$crate::chat::providers::PromptEntry>,
                GET "/api/llm/prompts", Member, [], [];
            /// Lists conversations, pinned ones first, then the newest; found by title or by what was said.
            list_conversations: $crate::chat::conversations::list_conversations, $crate::chat::conversations::ListConversations => $crate::chat::conversations::ConversationPage,
                GET "/api/conversations", Member, [Conversations], [];
            /// Reads a conversation with every message of every branch.
            get_conversation: $crate::chat::conversations::get_conversation, $crate::api::ById => celeiro_domain::chat::ConversationDetail,
                GET "/api/conversations/{id}", Member, [Conversations], [];
            /// Renames or pins a conversation, or opens one of its branches.
            update_conversation: $crate::chat::conversations::update_conversation, $crate::chat::conversations::UpdateConversation => celeiro_domain::chat::Conversation,
                PUT "/api/conversations/{id}", Member, [], [Conversations];
            /// Deletes a conversation; it can be restored.
            delete_conversation: $crate::chat::conversations::delete_conversation, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/conversations/{id}", Member, [], [Conversations];
            /// Brings a deleted conversation back.
            restore_conversation: $crate::chat::conversations::restore_conversation, $crate::api::WriteById => celeiro_domain::chat::Conversation,
                POST "/api/conversations/{id}/restore", Member, [], [Conversations];
            /// Says what a person thinks of an answer, or takes it back.
            set_feedback: $crate::chat::conversations::set_feedback, $crate::chat::conversations::SetFeedback => celeiro_domain::chat::Message,
                PUT "/api/messages/{id}/feedback", Member, [], [Conversations];
            /// Stops a turn under way; what was said so far is kept.
            stop_turn: $crate::chat::conversations::stop_turn, $crate::chat::conversations::StopTurn => $crate::chat::conversations::StopOutcome,
                POST "/api/turns/{operationId}/stop", Member, [], [Conversations];
            /// Keeps a picture or file that was sent for the next message of the chat.
            add_message_attachment: $crate::chat::attachments::api::add_message_attachment, $crate::chat::attachments::api::AddMessageAttachment => celeiro_domain::chat::MessageAttachment,
                POST "/api/chat/attachments", Member, [], [Transfers];
            /// What is known of a picture or file of a message, or of one that waits for its message.
            get_message_attachment: $crate::chat::attachments::api::get_message_attachment, $crate::api::ById => celeiro_domain::chat::MessageAttachment,
                GET "/api/chat/attachments/{id}", Member, [], [];
            /// A picture of a message, to be shown.
            get_message_picture: $crate::chat::attachments::api::get_message_picture, $crate::api::ById => $crate::catalog::attachments::pictures::Picture,
                GET "/api/chat/attachments/{id}/picture", Member, [], [];
            /// Makes a picture or file of a message ready to be fetched.
            save_message_attachment: $crate::chat::attachments::api::save_message_attachment, $crate::api::ById => $crate::export::api::DownloadReady,
                POST "/api/chat/attachments/{id}/download", Member, [], [Transfers];
            /// Leaves out a picture or file that waits for its message.
            drop_message_attachment: $crate::chat::attachments::api::drop_message_attachment, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/chat/attachments/{id}", Member, [], [Transfers];
            /// The tools that a model may ask for in assistant mode.
            list_tools: $crate::assistant::actions::list_tools, $crate::api::Empty => Vec<celeiro_domain::assistant::ToolDefinition>,
                GET "/api/tools", Member, [], [];
            /// Lists writes that the assistant proposed, the newest first; with `state=pending` those that wait.
            list_actions: $crate::assistant::actions::list_actions, $crate::assistant::actions::ListActions => Vec<celeiro_domain::assistant::Action>,
                GET "/api/actions", Member, [Actions], [];
            /// Reads a write that the assistant proposed.
            get_action: $crate::assistant::actions::get_action, $crate::api::ById => celeiro_domain::assistant::Action,
                GET "/api/actions/{id}", Member, [Actions], [];
            /// Confirms a write that waits: what its card shows is done, once.
            confirm_action: $crate::assistant::actions::confirm_action, $crate::assistant::actions::ConfirmAction => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/confirm", Member, [], [Actions, Catalog, Faqs, Status, Personal];
            /// Rejects a write that waits.
            reject_action: $crate::assistant::actions::reject_action, $crate::api::ById => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/reject", Member, [], [Actions];
            /// Puts a write with other arguments in the place of one that waits; it waits in turn.
            correct_action: $crate::assistant::actions::correct_action, $crate::assistant::actions::CorrectAction => celeiro_domain::assistant::Action,
                POST "/api/actions/{id}/correct", Member, [], [Actions];
            /// Whether a write of the assistant can be taken back, and how many others with it.
            get_undoable: $crate::assistant::undo::get_undoable, $crate::assistant::undo::GetUndoable => $crate::assistant::undo::UndoableAction,
                GET "/api/actions/{id}/undoable", Member, [Actions, Catalog, Faqs], [];
            /// Takes confirmed writes of the assistant back where the same was not changed since, or has them again.
            undo_actions: $crate::assistant::undo::undo_actions, $crate::assistant::undo::UndoActions => $crate::assistant::undo::UndoneActions,
                POST "/api/actions/undo", Member, [], [Actions, Catalog, Faqs, Status, Personal];
            /// Whether the personal assistant is on, and in which time zone it lives.
            get_personal_state: $crate::personal::switch::get_personal_state, $crate::api::Empty => $crate::personal::switch::PersonalState,
                GET "/api/assistant/state", Member, [Config], [];
            /// Lists people: the nearest to a text first, else by name.
            list_people: $crate::personal::people::list_people, $crate::personal::people::ListPeople => $crate::personal::people::PeoplePage,
                GET "/api/assistant/people", Member, [Personal], [];
            /// Enters a person.
            create_person: $crate::personal::people::create_person, $crate::personal::people::CreatePerson => celeiro_domain::personal::person::Person,
                POST "/api/assistant/people", Member, [], [Personal];
            /// Reads a person.
            get_person: $crate::personal::people::get_person, $crate::api::ById => celeiro_domain::personal::person::Person,
                GET "/api/assistant/people/{id}", Member, [Personal], [];
            /// Replaces a person; 409 with both states where they were changed meanwhile.
            update_person: $crate::personal::people::update_person, $crate::personal::people::UpdatePerson => celeiro_domain::personal::person::Person,
                PUT "/api/assistant/people/{id}", Member, [], [Personal];
            /// Deletes a person; they can be brought back.
            delete_person: $crate::personal::people::delete_person, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/people/{id}", Member, [], [Personal];
            /// Brings a deleted person back.
            restore_person: $crate::personal::people::restore_person, $crate::api::WriteById => celeiro_domain::personal::person::Person,
                POST "/api/assistant/people/{id}/restore", Member, [], [Personal];
            /// Birthdays of the next days, the next first.
            list_birthdays: $crate::personal::people::list_birthdays, $crate::personal::people::ListBirthdays => Vec<$crate::personal::people::NextBirthday>,
                GET "/api/assistant/birthdays", Member, [Personal], [];
            /// The conversations about a person, the latest first.
            list_person_conversations: $crate::personal::conversations::list_person_conversations, $crate::api::ById => Vec<$crate::personal::conversations::PersonConversation>,
                GET "/api/assistant/people/{id}/conversations", Member, [Personal, Conversations], [];
            /// The person whom a conversation is about.
            get_conversation_person: $crate::personal::conversations::get_conversation_person, $crate::api::ById => $crate::personal::conversations::ConversationPerson,
                GET "/api/assistant/conversations/{id}/person", Member, [Personal, Conversations], [];
            /// Says about which person a conversation is, or about none.
            set_conversation_person: $crate::personal::conversations::set_conversation_person, $crate::personal::conversations::SetConversationPerson => $crate::personal::conversations::ConversationPerson,
                PUT "/api/assistant/conversations/{id}/person", Member, [], [Personal, Conversations];
            /// Lists reminders, the next due first.
            list_reminders: $crate::personal::reminders::list_reminders, $crate::personal::reminders::ListReminders => Vec<celeiro_domain::personal::reminder::Reminder>,
                GET "/api/assistant/reminders", Member, [Personal], [];
            /// Open reminders whose time has come, the longest due first.
            list_due_reminders: $crate::personal::reminders::list_due_reminders, $crate::api::Empty => Vec<celeiro_domain::personal::reminder::Reminder>,
                GET "/api/assistant/due-reminders", Member, [Personal], [];
            /// Enters a reminder.
            create_reminder: $crate::personal::reminders::create_reminder, $crate::personal::reminders::CreateReminder => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders", Member, [], [Personal];
            /// Reads a reminder.
            get_reminder: $crate::personal::reminders::get_reminder, $crate::api::ById => celeiro_domain::personal::reminder::Reminder,
                GET "/api/assistant/reminders/{id}", Member, [Personal], [];
            /// Replaces a reminder; 409 with both states where it was changed meanwhile.
            update_reminder: $crate::personal::reminders::update_reminder, $crate::personal::reminders::UpdateReminder => celeiro_domain::personal::reminder::Reminder,
                PUT "/api/assistant/reminders/{id}", Member, [], [Personal];
            /// Marks a reminder as done; one that repeats is open again for its next time.
            complete_reminder: $crate::personal::reminders::complete_reminder, $crate::api::WriteById => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders/{id}/complete", Member, [], [Personal];
            /// Deletes a reminder; it can be brought back.
            delete_reminder: $crate::personal::reminders::delete_reminder, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/reminders/{id}", Member, [], [Personal];
            /// Brings a deleted reminder back.
            restore_reminder: $crate::personal::reminders::restore_reminder, $crate::api::WriteById => celeiro_domain::personal::reminder::Reminder,
                POST "/api/assistant/reminders/{id}/restore", Member, [], [Personal];
            /// Lists decisions, the next to be reviewed first.
            list_decisions: $crate::personal::decisions::list_decisions, $crate::personal::decisions::ListDecisions => Vec<celeiro_domain::personal::decision::Decision>,
                GET "/api/assistant/decisions", Member, [Personal], [];
            /// Decisions whose day of review has come and that have no outcome yet.
            list_decisions_to_review: $crate::personal::decisions::list_decisions_to_review, $crate::api::Empty => Vec<celeiro_domain::personal::decision::Decision>,
                GET "/api/assistant/decisions-to-review", Member, [Personal], [];
            /// Enters a decision.
            create_decision: $crate::personal::decisions::create_decision, $crate::personal::decisions::CreateDecision => celeiro_domain::personal::decision::Decision,
                POST "/api/assistant/decisions", Member, [], [Personal];
            /// Reads a decision.
            get_decision: $crate::personal::decisions::get_decision, $crate::api::ById => celeiro_domain::personal::decision::Decision,
                GET "/api/assistant/decisions/{id}", Member, [Personal], [];
            /// Replaces a decision; with an outcome it is reviewed. 409 with both states where it was changed meanwhile.
            update_decision: $crate::personal::decisions::update_decision, $crate::personal::decisions::UpdateDecision => celeiro_domain::personal::decision::Decision,
                PUT "/api/assistant/decisions/{id}", Member, [], [Personal];
            /// Deletes a decision; it can be brought back.
            delete_decision: $crate::personal::decisions::delete_decision, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/decisions/{id}", Member, [], [Personal];
            /// Brings a deleted decision back.
            restore_decision: $crate::personal::decisions::restore_decision, $crate::api::WriteById => celeiro_domain::personal::decision::Decision,
                POST "/api/assistant/decisions/{id}/restore", Member, [], [Personal];
            /// All people, reminders and decisions that are not deleted.
            export_personal: $crate::personal::whole::export_personal, $crate::api::Empty => $crate::personal::whole::PersonalExport,
                GET "/api/assistant/export", Member, [Personal], [];
            /// Deletes people, reminders or decisions for good: one, all of a kind, or all of it.
            forget_personal: $crate::personal::whole::forget_personal, $crate::personal::whole::ForgetPersonal => $crate::personal::whole::ForgottenCounts,
                POST "/api/assistant/forget", Member, [], [Personal, Actions];
            /// Takes back what a write of people, reminders or decisions did, by its operation id.
            undo_personal: $crate::personal::whole::undo_personal, $crate::api::WriteById => $crate::personal::whole::UndonePersonal,
                POST "/api/assistant/changes/{id}/undo", Member, [], [Personal];
            /// Everything that led to an answer.
            get_trace: $crate::chat::conversations::get_trace, $crate::api::ById => celeiro_domain::chat::Trace,
                GET "/api/traces/{id}", Member, [Conversations], [];
            /// Runs the searches of a trace again and compares.
            replay_trace: $crate::chat::conversations::replay_trace, $crate::api::ById => $crate::chat::Replay,
                GET "/api/traces/{id}/replay", Member, [Conversations, Catalog, Faqs], [];
            /// Lists what was searched for and asked, newest first.
            list_queries: $crate::query_log::api::list_queries, $crate::query_log::api::ListQueries => $crate::query_log::api::QueryPage,
                GET "/api/queries", Member, [Queries, Conversations, Config], [];
            /// Deletes everything that was noted of what people searched for and asked; conversations stay.
            delete_queries: $crate::query_log::api::delete_queries, $crate::query_log::api::DeleteQueries => $crate::query_log::api::DeleteOutcome,
                DELETE "/api/queries", Member, [], [Queries];
            /// Lists what people looked for and did not get; what may have changed is run again first.
            list_gaps: $crate::query_log::gaps_api::list_gaps, $crate::query_log::gaps_api::ListGaps => $crate::query_log::gaps_api::GapPage,
                GET "/api/gaps", Member, [Queries, Catalog, Faqs, Profiles, Synonyms, Conversations, Config], [];
            /// Reads a gap.
            get_gap: $crate::query_log::gaps_api::get_gap, $crate::api::ById => celeiro_domain::insight::Gap,
                GET "/api/gaps/{id}", Member, [Queries, Conversations], [];
            /// Takes a gap off the list for a reason; it comes back where its question goes wrong again.
            dismiss_gap: $crate::query_log::gaps_api::dismiss_gap, $crate::query_log::gaps_api::DismissGap => celeiro_domain::insight::Gap,
                POST "/api/gaps/{id}/dismiss", Member, [], [Queries];
            /// Puts a gap back on the list.
            reopen_gap: $crate::query_log::gaps_api::reopen_gap, $crate::query_log::gaps_api::ReopenGap => celeiro_domain::insight::Gap,
                POST "/api/gaps/{id}/reopen", Member, [], [Queries];
            /// Adds words to a synonym group, which is created where it is not there, or takes some out.
            change_synonyms: $crate::catalog::synonyms::change_synonyms, $crate::catalog::synonyms::ChangeSynonyms => celeiro_domain::synonyms::StoredGroup,
                POST "/api/synonyms/words", Member, [], [Synonyms];
            /// How the desk did over time: speed, fallbacks, searches, ratings, cost, beside what it should reach.
            ai_quality: $crate::bench::quality::ai_quality, $crate::bench::quality::AiQuality => $crate::bench::quality::QualityReport,
                GET "/api/quality", Member, [Conversations], [];
            /// Two records in a search as a file: a page that opens anywhere, or what another Celeiro can run again.
            share_comparison: $crate::share::api::share_comparison, $crate::share::api::ShareComparison => $crate::share::api::SharedFile,
                POST "/api/share/comparison", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Two profiles on judged queries as a file.
            share_evaluation: $crate::share::api::share_evaluation, $crate::share::api::ShareEvaluation => $crate::share::api::SharedFile,
                POST "/api/share/evaluation", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Runs a shared file again and tells which figures are others here, and why.
            verify_shared: $crate::share::api::verify_shared, $crate::share::api::VerifyShared => $crate::share::api::ShareVerification,
                POST "/api/share/verify", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Saves a setting or a key, or forgets it where the value is null; answers what holds now.
            set_setting: $crate::settings::api::set_setting, $crate::settings::api::SetSetting => $crate::config::ConfigEntry,
                PUT "/api/config/{name}", Member, [], [Config, Profiles, Status];
            /// What is there and what is missing.
            status: $crate::system::status::status, $crate::api::Empty => $crate::system::status::Status,
                GET "/api/health", Open, [Status, Catalog, Faqs, Models], [];
        }
    };
}

/// Expands `$host!` with the operations that tell what happens while it happens: request, events,
/// and what the last event holds.
#[macro_export]
macro_rules! with_streams {
    ($host:path) => {
        $host! {
            /// Answers a message from catalog and FAQs; in events where the request says `stream`.
            chat: $crate::chat::begin, celeiro_domain::chat::ChatRequest
                => celeiro_domain::chat::ChatEvent | celeiro_domain::chat::ChatResponse,
                POST "/api/chat", Member, [], [Conversations, Queries, Status, Actions];
        }
    };
}

macro_rules! meta {
    ($streams:literal, [$($doc:literal)*] $name:ident $method:ident $path:literal $access:ident
        [$($provides:ident),*] [$($invalidates:ident),*]) => {
        CommandMeta {
            name: stringify!($name),
            method: stringify!($method),
            path: $path,
            access: Access::$access,
            provides: vec![$(Tag::$provides),*],
            invalidates: vec![$(Tag::$invalidates),*],
            summary: concat!($($doc),*),
            streams: $streams,
            long: $streams || LONG.contains(&stringify!($name)),
            heavy: HEAVY.contains(&stringify!($name)),
        }
    };
}

macro_rules! metas {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        fn plain() -> Vec<CommandMeta> {
            vec![$(meta!(false, [$($doc)*] $name $method $path $access
                [$($provides),*] [$($invalidates),*])),*]
        }
    };
}
with_commands!(metas);

macro_rules! stream_metas {
    ($($(#[doc = $doc:literal])* $name:ident: $function:path, $request:ty => $event:ty | $response:ty,
        $method:ident $path:literal, $access:ident, [$($provides:ident),*], [$($invalidates:ident),*];)*) => {
        fn streams() -> Vec<CommandMeta> {
            vec![$(meta!(true, [$($doc)*] $name $method $path $access
                [$($provides),*] [$($invalidates),*])),*]
        }
    };
}
with_streams!(stream_metas);

/// All operations, in the order of the lists.
pub fn list_commands() -> Vec<CommandMeta> {
    let mut all = plain();
    all.extend(streams());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_there() {
        let all = list_commands();
        for name in LONG {
            assert!(all.iter().any(|operation| operation.name == name && operation.long), "{name}");
        }
        for name in HEAVY {
            assert!(all.iter().any(|one| one.name == name && one.heavy && one.long), "{name}");
        }
    }

    #[test]
    fn names_and_addresses_are_unique_and_reads_spoil_nothing() {
        let all = list_commands();
        for (at, a) in all.iter().enumerate() {
            assert!(a.path.starts_with("/api/"), "{}", a.name);
            // What only reads is a GET, unless its request is too large for an address.
            let reads = a.invalidates.is_empty();
            assert!(a.method != "GET" || reads, "{}", a.name);
            assert!(!reads || a.method == "GET" || !a.provides.is_empty(), "{}", a.name);
            for b in &all[at + 1..] {
                assert_ne!(a.name, b.name);
                assert_ne!((a.method, a.path), (b.method, b.path));
            }
        }
    }
}
