//! Tools of the personal assistant in a turn.
//!
//! | module | what it does |
//! |---|---|
//! | `beginning` | setup of a turn: tools, memory, persona, manner |
//! | `knowledge` | proposal of a memory item, with its supporting words |
//! | `memory` | memory tools: search, analyze, add |
//! | `finance` | finance tools: reads, and previews of the two writes |
//! | `reads` | read tools for people, reminders, decisions |
//! | `tracking` | tracking tools, reads and writes |
//! | `proposals` | proposals of writes, with cards; no data is changed |

pub(super) mod beginning;
pub(super) mod finance;
pub(super) mod knowledge;
pub(super) mod memory;
pub(super) mod proposals;
pub(super) mod reads;
pub(super) mod tracking;
