//! Tools of the personal assistant in a turn.
//!
//! | module | what it does |
//! |---|---|
//! | `beginning` | which tools a turn offers, and what it is told: memory, persona, manner |
//! | `knowledge` | a new item of memory, with the words that carry it |
//! | `memory` | what is known of the person: searched, analyzed, added |
//! | `finance` | tools of the person's own money: reads, and what its two writes would do |
//! | `reads` | tools that look at people, reminders, decisions |
//! | `tracking` | the tools of tracking, reads and writes |
//! | `proposals` | what a write would do, with its card; nothing is changed |

pub(super) mod beginning;
pub(super) mod finance;
pub(super) mod knowledge;
pub(super) mod memory;
pub(super) mod proposals;
pub(super) mod reads;
pub(super) mod tracking;
