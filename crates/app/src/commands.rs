//! The list of operations, and the list of streaming ones.
//!
//! Each line names an operation, its request and response, its HTTP method and address, the required access, the cache
//! tags that it reads (`provides`) and those that it spoils (`invalidates`). Hosts expand the list with a macro of
//! their own: crate `cli` into routes and the command `call`, `src-tauri` into IPC commands and TypeScript. See
//! `docs/adding-a-command.md`.

mod accounts;
mod catalog;
mod chat;
#[cfg(test)]
mod document;
mod personal;
mod ranking;
mod search;
mod suggestions;
mod system;
mod transfers;

pub use crate::command_tag::Tag;
pub use celeiro_domain::team::Access;

use crate::command_weight::{HEAVY, LONG};
use serde::Serialize;
use specta::Type;

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
    /// The callers that it has.
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

/// Expands `$host!` with the list. Each part of the list adds its operations to those before it and hands them to the
/// next part; the last part hands all of them to the host's macro.
#[macro_export]
macro_rules! with_commands {
    ($host:path) => {
        $crate::search_commands! {
            [$crate::catalog_commands, $crate::fields_commands, $crate::prices_commands, $crate::stock_commands, $crate::transfers_commands, $crate::suggestions_commands, $crate::ranking_commands, $crate::chat_commands, $crate::personal_commands, $crate::vault_commands, $crate::tracking_commands, $crate::memory_commands, $crate::reports_commands, $crate::finance_commands, $crate::accounts_commands, $crate::system_commands, $host]
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
                POST "/api/chat", Read, [], [Conversations, Queries, Status, Actions, Personal];
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
