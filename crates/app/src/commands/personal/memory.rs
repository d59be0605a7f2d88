//! Commands of the personal assistant's memory.

/// Hands these operations, after those of the parts before it, to the first of the macros in brackets.
#[macro_export]
macro_rules! memory_commands {
    ([$next:path $(, $rest:path)*] $($before:tt)*) => {
        $next! {
            [$($rest),*]
            $($before)*
            /// Lists what the assistant knows: what fits a text best first, else the surest.
            list_knowledge: $crate::personal::memory::items::list_knowledge, $crate::personal::memory::items::ListKnowledge => $crate::personal::memory::items::KnowledgePage,
                GET "/api/assistant/memory", Personal, [Personal], [];
            /// Enters something that the assistant shall know.
            create_knowledge: $crate::personal::memory::items::create_knowledge, $crate::personal::memory::items::CreateKnowledge => celeiro_domain::personal::memory::KnowledgeItem,
                POST "/api/assistant/memory", Personal, [], [Personal];
            /// Reads an item with the words that it was taken from and the answers that used it.
            get_knowledge: $crate::personal::memory::items::get_knowledge, $crate::api::ById => $crate::personal::memory::items::ProvenKnowledge,
                GET "/api/assistant/memory/{id}", Personal, [Personal, Conversations], [];
            /// Corrects an item; 409 with both states where it was changed meanwhile.
            update_knowledge: $crate::personal::memory::items::update_knowledge, $crate::personal::memory::items::UpdateKnowledge => celeiro_domain::personal::memory::KnowledgeItem,
                PUT "/api/assistant/memory/{id}", Personal, [], [Personal];
            /// Deletes an item: it does not come back from what was written until now. It can be brought back by hand.
            delete_knowledge: $crate::personal::memory::items::delete_knowledge, $crate::api::WriteById => $crate::api::DeletedRecord,
                DELETE "/api/assistant/memory/{id}", Personal, [], [Personal];
            /// Brings a deleted item back.
            restore_knowledge: $crate::personal::memory::items::restore_knowledge, $crate::api::WriteById => celeiro_domain::personal::memory::KnowledgeItem,
                POST "/api/assistant/memory/{id}/restore", Personal, [], [Personal];
            /// What the next prompt says of the person.
            get_memory_profile: $crate::personal::memory::profile::get_memory_profile, $crate::api::Empty => $crate::personal::memory::profile::MemoryProfile,
                GET "/api/assistant/memory-profile", Personal, [Personal], [];
            /// Runs over what people wrote, the newest first, with the lines of their diffs.
            list_memory_runs: $crate::personal::memory::runs::list_memory_runs, $crate::personal::memory::runs::ListMemoryRuns => Vec<celeiro_domain::personal::memory::MemoryRun>,
                GET "/api/assistant/memory-runs", Personal, [Personal, Conversations], [];
            /// Lets a model read what the caller wrote; what it finds waits for a person.
            start_memory_run: $crate::personal::memory::runs::start_memory_run, $crate::personal::memory::runs::StartMemoryRun => celeiro_domain::personal::memory::MemoryRun,
                POST "/api/assistant/memory-runs", Personal, [], [Personal, Status];
            /// Reads a run.
            get_memory_run: $crate::personal::memory::runs::get_memory_run, $crate::api::ById => celeiro_domain::personal::memory::MemoryRun,
                GET "/api/assistant/memory-runs/{id}", Personal, [Personal, Conversations], [];
            /// Lets lines of a run take effect; those about health, faith or money only where they are named.
            accept_memory_run: $crate::personal::memory::runs::accept_memory_run, $crate::personal::memory::runs::DecideMemoryRun => celeiro_domain::personal::memory::MemoryRun,
                POST "/api/assistant/memory-runs/{id}/accept", Personal, [], [Personal];
            /// Says no to lines of a run: what they say does not come again from the same messages.
            reject_memory_run: $crate::personal::memory::runs::reject_memory_run, $crate::personal::memory::runs::DecideMemoryRun => celeiro_domain::personal::memory::MemoryRun,
                POST "/api/assistant/memory-runs/{id}/reject", Personal, [], [Personal];
        }
    };
}
