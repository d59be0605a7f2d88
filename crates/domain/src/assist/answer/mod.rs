//! What of a model's answer may stand.
//!
//! A model may word a description and choose among what the evidence carries. Its category and tags
//! must be ones that the catalog has and a neighbour carries; its price must agree with the
//! comparable items and stay under the cap; the figures of its description must be the draft's own
//! or its files', for a dose of another product is none of this one. How sure a suggestion is comes
//! from the evidence; what the model thinks of itself is not asked.
//!
//! | module | what it does |
//! |---|---|
//! | `reading` | the form that is asked for, and an answer as it came, unchecked |
//! | `checking` | an answer held to the evidence: what stands, and why the rest does not |
//! | `resting` | what a description rests on, and how sure that makes it |

mod checking;
pub(crate) mod grounding;
mod reading;

pub use checking::{
    CheckedAnswer, Description, KnownFacts, MOST_CHARS, Material, Problem, check_model_answer,
};
pub use reading::{ModelAnswer, ModelField, read_model_answer, suggestion_schema};
