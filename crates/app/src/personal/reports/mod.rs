//! Reports: computed figures, and texts about them.
//!
//! | module | what it does |
//! |---|---|
//! | `kept` | the operations on reports: listed, read, deleted and brought back |
//! | `making` | a report that a person asks for |
//! | `gathering` | the records that a report looks at |
//! | `sentences` | the program's own text |
//! | `model_text` | the text of a model, every number compared with the figures |
//! | `plan` | which reports a person wants by themselves, and when |
//! | `schedule` | those reports, made at their hour |
//! | `score` | the last score, as the prompt of a turn has it |

mod gathering;
pub mod kept;
pub mod making;
mod model_text;
pub mod plan;
pub mod schedule;
pub(crate) mod score;
mod sentences;

pub(in crate::personal) use model_text::require_model;
