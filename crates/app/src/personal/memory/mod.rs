//! The assistant's memory of a person.
//!
//! | module | what it does |
//! |---|---|
//! | `items` | operations on items: list, show with evidence, write, delete, restore |
//! | `known` | cache of items in force, searched by words and vectors |
//! | `vectors` | background computation of vectors |
//! | `profile` | the profile part of every prompt |
//! | `runs` | operations on runs: list, request, decide lines |
//! | `consolidation` | one run over a person's messages |
//! | `schedule` | scheduler of the daily run, and of missed ones |

pub(crate) mod consolidation;
pub mod items;
pub(crate) mod known;
pub mod profile;
pub(crate) mod recall;
pub mod runs;
pub mod schedule;
pub mod vectors;
