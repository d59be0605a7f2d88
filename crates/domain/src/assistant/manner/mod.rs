//! How the personal assistant speaks: the persona that a person chose, and what the form of their last messages asks
//! for besides.
//!
//! Neither changes what the assistant may do: rules of the catalog, safety and confirmations stand in the program and
//! in the instruction before it.
//!
//! | module | content |
//! |---|---|
//! | `persona` | the personas and their prompts |
//! | `signals` | what is read in messages, and the lines of the prompt for it |
//! | `words` | the words it is read by, from `data/manner.json` |

mod persona;
mod signals;
mod words;

#[cfg(test)]
mod tests;

pub use persona::Persona;
pub use signals::{MannerSignal, manner_text, read_manner};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// How an answer was to be spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Manner {
    /// The persona.
    pub persona: Persona,
    /// What was read in the person's last messages.
    pub signals: Vec<MannerSignal>,
}
