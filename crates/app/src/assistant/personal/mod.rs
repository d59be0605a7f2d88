//! The tools of the personal assistant in a turn.
//!
//! | module | what it does |
//! |---|---|
//! | `finance` | tools of the person's own money: reads, and what its two writes would do |
//! | `reads` | tools that look at people, reminders, decisions; which tools a turn offers, and what it is told |
//! | `proposals` | what a write would do, with its card; nothing is changed |

pub(super) mod finance;
pub(super) mod proposals;
pub(super) mod reads;
