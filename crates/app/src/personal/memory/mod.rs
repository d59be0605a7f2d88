//! The assistant's memory of a person.
//!
//! | module | what it does |
//! |---|---|
//! | `items` | the operations on items: listed, shown with evidence, written, deleted and brought back |
//! | `known` | items in force, kept in memory, and searched by words and vectors |
//! | `vectors` | their vectors, computed beside everything else |
//! | `profile` | the part of the prompt that every turn has |
//! | `runs` | the operations on runs: listed, asked for, their lines decided |
//! | `consolidation` | one run over what a person wrote |
//! | `schedule` | the run of each day, and the one that was missed |

pub(crate) mod consolidation;
pub mod items;
pub(crate) mod known;
pub mod profile;
pub(crate) mod recall;
pub mod runs;
pub mod schedule;
pub mod vectors;
