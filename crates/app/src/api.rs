//! Operations, one module for each thing they are about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A request without fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Empty {}

/// A request about one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ById {
    /// The record.
    pub id: Uuid,
}

/// A write about one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteById {
    /// The record.
    pub id: Uuid,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What was deleted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedRecord {
    /// The record.
    pub id: Uuid,
}

/// Records on one page at most.
const MAX_PAGE: i64 = 500;

/// A list of records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListRequest {
    /// Text that a record must hold, compared folded.
    #[serde(default)]
    pub text: Option<String>,
    /// Status; any where absent.
    #[serde(default)]
    pub status: Option<celeiro_domain::catalog::Status>,
    /// Order; newest first where absent.
    #[serde(default)]
    pub sort: Option<celeiro_domain::search::Sort>,
    /// Records to pass over.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Records wanted, 1..500; 50 where absent.
    #[serde(default)]
    pub limit: Option<u32>,
}

impl ListRequest {
    pub(crate) fn to_query(&self) -> celeiro_store::ListQuery {
        celeiro_store::ListQuery {
            text: self.text.clone().unwrap_or_default().chars().take(500).collect(),
            status: self.status,
            filters: Default::default(),
            sort: self.sort.unwrap_or_default(),
            offset: i64::from(self.offset.unwrap_or(0)),
            limit: i64::from(self.limit.unwrap_or(50)).clamp(1, MAX_PAGE),
        }
    }
}

/// A checked draft's write.
pub(crate) fn write(caller: &crate::Caller, operation_id: Option<Uuid>) -> celeiro_store::Write {
    celeiro_store::Write {
        operation_id: operation_id.unwrap_or_else(Uuid::new_v4),
        actor: caller.actor.clone(),
        origin: celeiro_store::Origin::Person,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_its_usual_length_and_its_limits_are_moved_into_bounds() {
        let query = |limit: Option<u32>| ListRequest { limit, ..ListRequest::default() }.to_query();
        let limits = [None, Some(0), Some(7), Some(u32::MAX)].map(|limit| query(limit).limit);
        assert_eq!(limits, [50, 1, 7, MAX_PAGE]);
        let long = ListRequest { text: Some("é".repeat(9_000)), offset: Some(3), ..ListRequest::default() };
        let query = long.to_query();
        assert_eq!((query.text.chars().count(), query.offset), (500, 3));
    }

    #[test]
    fn a_write_is_the_callers_and_has_an_id_of_its_own_where_none_was_chosen() {
        let caller = crate::Caller { actor: "ana".into(), ..crate::Caller::local(Default::default()) };
        let chosen = write(&caller, Some(Uuid::nil()));
        assert_eq!((chosen.actor.as_str(), chosen.operation_id), ("ana", Uuid::nil()));
        assert_eq!(chosen.origin, celeiro_store::Origin::Person);
        assert_ne!(write(&caller, None).operation_id, write(&caller, None).operation_id);
    }
}
