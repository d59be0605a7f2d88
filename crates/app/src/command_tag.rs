//! Cache tags of operations: data that an operation reads or invalidates, declared in the one list
//! ([`commands`](crate::commands)).

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
    /// Groups of synonyms.
    Synonyms,
    /// Settings.
    Config,
    /// The program's state.
    Status,
    /// Conversations, their messages and traces.
    Conversations,
    /// Query sets, their queries and judgments.
    QuerySets,
    /// What was searched for and asked, and the gaps in it.
    Queries,
    /// Views of a grid.
    Views,
    /// Files on their way in and out, imports and exports under way.
    Transfers,
    /// Suggestions for items, and the runs that make many of them.
    Enrichment,
    /// Writes that the assistant proposed.
    Actions,
    /// People, reminders, decisions and metrics.
    Personal,
    /// People of the team, tokens and the access log.
    Accounts,
}
