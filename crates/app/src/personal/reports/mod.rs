//! Reports: computed figures, and texts about them.
//!
//! | module | what it does |
//! |---|---|
//! | `kept` | operations on reports: list, read, delete, restore |
//! | `making` | generation of a requested report |
//! | `gathering` | input records of a report |
//! | `sentences` | the program's own text |
//! | `model_text` | text of a model, every number compared with the figures |
//! | `plan` | kinds and times of automatic reports |
//! | `schedule` | scheduler of automatic reports |
//! | `score` | the last score, for the prompt of a turn |

mod gathering;
pub mod kept;
pub mod making;
mod model_text;
pub mod plan;
pub mod schedule;
pub(crate) mod score;
mod sentences;

pub(in crate::personal) use model_text::require_model;
