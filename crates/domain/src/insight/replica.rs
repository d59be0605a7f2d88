//! Servers of a team's database, as the program finds them.

use crate::wire::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What part a server of the database takes, or why it takes none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReplicaStanding {
    /// Nothing is known of it yet.
    Unknown,
    /// It takes all writes, and reads that no replica serves.
    Primary,
    /// It serves searches.
    Serving,
    /// It is farther behind its primary than searches may be.
    Behind,
    /// It does not answer.
    Unreachable,
    /// Its database has another schema than this program, or none.
    OtherSchema,
    /// It belongs to another cluster than the primary.
    OtherCluster,
    /// It follows another primary than this program, or its own past.
    OtherTimeline,
    /// It takes writes, but another server is the primary.
    NoStandby,
}

/// A server of the database at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplicaState {
    /// Its place in `DATABASE_REPLICA_URLS`, from 1; 0 is the server of `DATABASE_URL`.
    pub number: u32,
    /// What part it takes.
    pub standing: ReplicaStanding,
    /// Bytes of the log that it has not replayed yet; absent where it did not say.
    #[specta(type = Option<Number>)]
    pub lag_bytes: Option<f64>,
    /// For how many seconds it has lacked the first of them.
    #[specta(type = Option<Number>)]
    pub lag_seconds: Option<f64>,
    /// Searches that it was chosen for since the program started.
    pub searches: u32,
}

impl ReplicaStanding {
    /// Whether a person should look: the server takes no part in the work.
    pub fn is_left_out(self) -> bool {
        !matches!(self, Self::Primary | Self::Serving)
    }

    /// The name as it goes over the wire, which is also that of its text.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Primary => "primary",
            Self::Serving => "serving",
            Self::Behind => "behind",
            Self::Unreachable => "unreachable",
            Self::OtherSchema => "otherSchema",
            Self::OtherCluster => "otherCluster",
            Self::OtherTimeline => "otherTimeline",
            Self::NoStandby => "noStandby",
        }
    }
}
