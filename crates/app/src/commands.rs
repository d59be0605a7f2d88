//! The one list of operations, and the one of those that stream.
//!
//! Each line names an operation, its request and response, the method and address it has over HTTP,
//! who may ask, what it reads (`provides`) and what it spoils (`invalidates`). Hosts expand the list
//! with a macro of their own: crate `cli` into routes and the command `call`, `src-tauri` into IPC
//! commands and TypeScript. See `docs/adding-a-command.md`.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What an operation reads or spoils; the interface refreshes by these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Tag {
    /// Items.
    Catalog,
    /// Questions and answers.
    Faqs,
    /// Embedding models.
    Models,
    /// Ranking profiles.
    Profiles,
    /// Settings.
    Config,
    /// The program's state.
    Status,
    /// Conversations, their messages and traces.
    Conversations,
    /// Suggestions for items, and the runs that make many of them.
    Enrichment,
}

/// Who may ask over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum Access {
    /// Anybody who can reach the address: says nothing that is worth protecting.
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
}

/// Expands `$host!` with the list.
#[macro_export]
macro_rules! with_commands {
    ($host:path) => {
        $host! {
            /// Searches catalog or FAQs, with an explanation of every score.
            search: $crate::ops::search, celeiro_domain::search::SearchRequest => celeiro_domain::search::SearchResponse,
                POST "/api/rag/search", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Where one record stands in a search, found or not, and what sets it apart from another.
            explain_item: $crate::ops::inspect::explain_item, $crate::ops::inspect::ExplainItem => $crate::ops::inspect::ItemExplanation,
                POST "/api/rag/explain", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Ranks a search with other weights, and says where it had to search again.
            rerank: $crate::ops::sliders::rerank, $crate::ops::sliders::Rerank => $crate::ops::sliders::Reranked,
                POST "/api/rag/rerank", Member, [Catalog, Faqs, Models, Profiles], [];
            /// The smallest change of one weight that turns two hits, and what else it would turn.
            counterfactual: $crate::ops::sliders::ask_counterfactual, $crate::ops::sliders::AskCounterfactual => $crate::ops::sliders::CounterfactualAnswer,
                POST "/api/rag/counterfactual", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Lists items.
            list_items: $crate::ops::catalog::list_items, $crate::ops::ListRequest => $crate::ops::catalog::ItemPage,
                GET "/api/catalog/items", Member, [Catalog], [];
            /// Creates an item.
            create_item: $crate::ops::catalog::create_item, $crate::ops::catalog::CreateItem => celeiro_domain::catalog::Item,
                POST "/api/catalog/items", Member, [], [Catalog, Status];
            /// Reads an item.
            get_item: $crate::ops::catalog::get_item, $crate::ops::ById => celeiro_domain::catalog::Item,
                GET "/api/catalog/items/{id}", Member, [Catalog], [];
            /// Replaces an item; 409 with both states where it was changed meanwhile.
            update_item: $crate::ops::catalog::update_item, $crate::ops::catalog::UpdateItem => celeiro_domain::catalog::Item,
                PUT "/api/catalog/items/{id}", Member, [], [Catalog, Status];
            /// Deletes an item; it can be restored.
            delete_item: $crate::ops::catalog::delete_item, $crate::ops::WriteById => $crate::ops::Deleted,
                DELETE "/api/catalog/items/{id}", Member, [], [Catalog, Status];
            /// Brings a deleted item back.
            restore_item: $crate::ops::catalog::restore_item, $crate::ops::WriteById => celeiro_domain::catalog::Item,
                POST "/api/catalog/items/{id}/restore", Member, [], [Catalog, Status];
            /// What filters can choose from.
            facets: $crate::ops::catalog::facets, $crate::ops::Empty => $crate::ops::catalog::Facets,
                GET "/api/catalog/facets", Member, [Catalog], [];
            /// Suggests values for the empty fields of an item, from its neighbours and files; writes nothing.
            assist: $crate::ops::assist::assist, $crate::ops::assist::AssistRequest => celeiro_domain::assist::AssistResponse,
                POST "/api/catalog/assist", Member, [Catalog, Models], [];
            /// Says what became of suggestions.
            set_assist_outcome: $crate::ops::assist::set_assist_outcome, $crate::ops::assist::SetAssistOutcome => Vec<$crate::ops::assist::KeptSuggestion>,
                POST "/api/catalog/assist/{traceId}/outcome", Member, [], [Enrichment];
            /// The suggestions of a trace, and what became of each.
            get_suggestions: $crate::ops::assist::get_suggestions, $crate::ops::assist::ByTrace => Vec<$crate::ops::assist::KeptSuggestion>,
                GET "/api/catalog/assist/{traceId}", Member, [Enrichment], [];
            /// Which values of an item came from suggestions, and whether what these rested on has changed.
            item_sources: $crate::ops::assist::item_sources, $crate::ops::ById => Vec<$crate::ops::assist::ItemFieldSource>,
                GET "/api/catalog/items/{id}/sources", Member, [Catalog], [];
            /// What a run of suggestions over many items would do: a sample made in earnest, and what it would cost.
            preview_enrichment: $crate::ops::enrich::preview_enrichment, $crate::ops::enrich::EnrichRequest => $crate::ops::enrich::EnrichPreview,
                POST "/api/catalog/enrichments/preview", Member, [Catalog, Models], [];
            /// Starts a run of suggestions over many items; it writes nothing into any item.
            start_enrichment: $crate::ops::enrich::start_enrichment, $crate::ops::enrich::EnrichRequest => $crate::ops::enrich::Enrichment,
                POST "/api/catalog/enrichments", Member, [], [Enrichment];
            /// The latest runs of suggestions, newest first.
            list_enrichments: $crate::ops::enrich::list_enrichments, $crate::ops::Empty => Vec<$crate::ops::enrich::Enrichment>,
                GET "/api/catalog/enrichments", Member, [Enrichment], [];
            /// Holds a run of suggestions up, lets it go on, ends it, or tries what failed again.
            change_enrichment: $crate::ops::enrich::change_enrichment, $crate::ops::enrich::ChangeEnrichment => $crate::ops::enrich::Enrichment,
                POST "/api/catalog/enrichments/{id}/state", Member, [], [Enrichment];
            /// Suggestions that wait for a person, the least sure first.
            review_queue: $crate::ops::enrich::review_queue, $crate::ops::enrich::ReviewRequest => $crate::ops::enrich::ReviewPage,
                GET "/api/catalog/review", Member, [Enrichment, Catalog], [];
            /// Decides a suggestion of the queue; what is accepted is saved into the item.
            decide_review: $crate::ops::enrich::decide_review, $crate::ops::enrich::DecideReview => celeiro_domain::catalog::Item,
                POST "/api/catalog/review", Member, [], [Enrichment, Catalog, Status];
            /// Lists FAQs.
            list_faqs: $crate::ops::faqs::list_faqs, $crate::ops::ListRequest => $crate::ops::faqs::FaqPage,
                GET "/api/faqs", Member, [Faqs], [];
            /// Creates a FAQ.
            create_faq: $crate::ops::faqs::create_faq, $crate::ops::faqs::CreateFaq => celeiro_domain::faq::Faq,
                POST "/api/faqs", Member, [], [Faqs, Status];
            /// Reads a FAQ.
            get_faq: $crate::ops::faqs::get_faq, $crate::ops::ById => celeiro_domain::faq::Faq,
                GET "/api/faqs/{id}", Member, [Faqs], [];
            /// Replaces a FAQ; 409 with both states where it was changed meanwhile.
            update_faq: $crate::ops::faqs::update_faq, $crate::ops::faqs::UpdateFaq => celeiro_domain::faq::Faq,
                PUT "/api/faqs/{id}", Member, [], [Faqs, Status];
            /// Deletes a FAQ; it can be restored.
            delete_faq: $crate::ops::faqs::delete_faq, $crate::ops::WriteById => $crate::ops::Deleted,
                DELETE "/api/faqs/{id}", Member, [], [Faqs, Status];
            /// Brings a deleted FAQ back.
            restore_faq: $crate::ops::faqs::restore_faq, $crate::ops::WriteById => celeiro_domain::faq::Faq,
                POST "/api/faqs/{id}/restore", Member, [], [Faqs, Status];
            /// Lists ranking profiles.
            list_profiles: $crate::ops::profiles::list_profiles, $crate::ops::Empty => Vec<$crate::ops::profiles::ProfileEntry>,
                GET "/api/profiles", Member, [Profiles], [];
            /// A ranking profile, its versions, and when it was in force.
            get_profile: $crate::ops::profiles::get_profile, $crate::ops::profiles::ByName => $crate::ops::profiles::ProfileDetail,
                GET "/api/profiles/{name}", Member, [Profiles], [];
            /// What sets two ranking profiles, or two versions of one, apart.
            diff_profiles: $crate::ops::profiles::diff_profiles, $crate::ops::profiles::DiffProfiles => Vec<celeiro_domain::analysis::ProfileDifference>,
                GET "/api/profile-diff", Member, [Profiles], [];
            /// Two ranking profiles on judged queries.
            compare_profiles: $crate::ops::judged::compare_profiles, $crate::ops::judged::CompareProfiles => $crate::ops::bench::CompareReport,
                POST "/api/profiles/compare", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Better weights for judged queries; saves nothing.
            tune_profile: $crate::ops::judged::tune_profile, $crate::ops::judged::TuneProfile => $crate::ops::bench::TuneReport,
                POST "/api/profiles/tune", Member, [Catalog, Faqs, Models, Profiles], [];
            /// Saves a ranking profile as a new version; 409 where it is active, worse and without a reason.
            save_profile: $crate::ops::judged::save_profile, $crate::ops::judged::SaveProfile => $crate::ops::bench::ProfileChanged,
                POST "/api/profiles", Member, [], [Profiles];
            /// Has searches use a ranking profile; 409 where it is worse and without a reason.
            activate_profile: $crate::ops::judged::activate_profile, $crate::ops::judged::ActivateProfile => $crate::ops::bench::ProfileChanged,
                POST "/api/profiles/{name}/activate", Member, [], [Profiles];
            /// Has searches use what they used before the last change.
            step_profile_back: $crate::ops::judged::step_profile_back, $crate::ops::judged::StepBack => $crate::ops::bench::ProfileChanged,
                POST "/api/profiles/back", Member, [], [Profiles];
            /// The configuration in force, without secrets.
            get_config: $crate::ops::settings::get_config, $crate::ops::Empty => Vec<$crate::config::ConfigEntry>,
                GET "/api/config", Member, [Config], [];
            /// Asks the provider of chat models whether it is there, takes the key and knows the models.
            test_provider: $crate::ops::llm::test_provider, $crate::ops::llm::TestProvider => $crate::ops::llm::ProviderTest,
                GET "/api/llm/test", Member, [Config], [];
            /// The prompts in use.
            list_prompts: $crate::ops::llm::list_prompts, $crate::ops::Empty => Vec<$crate::ops::llm::PromptEntry>,
                GET "/api/llm/prompts", Member, [], [];
            /// Lists conversations, pinned ones first, then the newest; found by title or by what was said.
            list_conversations: $crate::ops::conversations::list_conversations, $crate::ops::conversations::ListConversations => $crate::ops::conversations::ConversationPage,
                GET "/api/conversations", Member, [Conversations], [];
            /// Reads a conversation with every message of every branch.
            get_conversation: $crate::ops::conversations::get_conversation, $crate::ops::ById => celeiro_domain::chat::ConversationDetail,
                GET "/api/conversations/{id}", Member, [Conversations], [];
            /// Renames or pins a conversation, or opens one of its branches.
            update_conversation: $crate::ops::conversations::update_conversation, $crate::ops::conversations::UpdateConversation => celeiro_domain::chat::Conversation,
                PUT "/api/conversations/{id}", Member, [], [Conversations];
            /// Deletes a conversation; it can be restored.
            delete_conversation: $crate::ops::conversations::delete_conversation, $crate::ops::WriteById => $crate::ops::Deleted,
                DELETE "/api/conversations/{id}", Member, [], [Conversations];
            /// Brings a deleted conversation back.
            restore_conversation: $crate::ops::conversations::restore_conversation, $crate::ops::WriteById => celeiro_domain::chat::Conversation,
                POST "/api/conversations/{id}/restore", Member, [], [Conversations];
            /// Says what a person thinks of an answer, or takes it back.
            set_feedback: $crate::ops::conversations::set_feedback, $crate::ops::conversations::SetFeedback => celeiro_domain::chat::Message,
                PUT "/api/messages/{id}/feedback", Member, [], [Conversations];
            /// Stops a turn under way; what was said so far is kept.
            stop_turn: $crate::ops::conversations::stop_turn, $crate::ops::conversations::StopTurn => $crate::ops::conversations::Stopped,
                POST "/api/turns/{operationId}/stop", Member, [], [Conversations];
            /// Everything that led to an answer.
            get_trace: $crate::ops::conversations::get_trace, $crate::ops::ById => celeiro_domain::chat::Trace,
                GET "/api/traces/{id}", Member, [Conversations], [];
            /// Runs the searches of a trace again and compares.
            replay_trace: $crate::ops::conversations::replay_trace, $crate::ops::ById => $crate::chat::Replay,
                GET "/api/traces/{id}/replay", Member, [Conversations, Catalog, Faqs], [];
            /// Saves a setting or a key, or forgets it where the value is null; answers what holds now.
            set_setting: $crate::ops::settings::set_setting, $crate::ops::settings::SetSetting => $crate::config::ConfigEntry,
                PUT "/api/config/{name}", Member, [], [Config, Profiles, Status];
            /// What is there and what is missing.
            status: $crate::ops::status::status, $crate::ops::Empty => $crate::ops::status::Status,
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
                POST "/api/chat", Member, [], [Conversations, Status];
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
pub fn all() -> Vec<CommandMeta> {
    let mut all = plain();
    all.extend(streams());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_unique_and_reads_spoil_nothing() {
        let all = all();
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
