//! Origin of a setting's value: command line, environment, saved, ranking profile, embedding model or default.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Where a value comes from, strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ConfigOrigin {
    /// An option of the command line.
    CommandLine,
    /// An environment variable.
    Environment,
    /// Saved by a person.
    Saved,
    /// The ranking profile in force says it: it is not set.
    Profile,
    /// The embedding model's own: neither a setting nor the profile says it.
    Model,
    /// Built in.
    Default,
}
