//! Request and response types that several operations share, and helpers of their handlers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A request without fields.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Empty {}

/// A read of one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ById {
    /// Id of the record.
    pub id: Uuid,
}

/// A write to one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteById {
    /// Id of the record.
    pub id: Uuid,
    /// Id that the client chose for this write; a repeated request with the same id has no further
    /// effect.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// Response to a deletion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeletedRecord {
    /// Id of the deleted record.
    pub id: Uuid,
}

/// Largest page size, in records.
const MAX_PAGE: i64 = 500;

/// A request for one page of records.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListRequest {
    /// Text that a record must contain; the comparison folds both.
    #[serde(default)]
    pub text: Option<String>,
    /// Status that a record must have; any status by default.
    #[serde(default)]
    pub status: Option<celeiro_domain::catalog::Status>,
    /// Order; newest first by default.
    #[serde(default)]
    pub sort: Option<celeiro_domain::search::Sort>,
    /// Number of records to skip.
    #[serde(default)]
    pub offset: Option<u32>,
    /// Page size, 1 to 500; 50 by default.
    #[serde(default)]
    pub limit: Option<u32>,
}

impl ListRequest {
    /// The query for the store, with text and page size clamped.
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

/// The login that limits lists and stored results to the caller's own; `None` for a caller without an
/// account, who sees everything.
pub(crate) fn login_of(caller: &crate::Caller) -> Option<&str> {
    caller.account.as_ref().map(|account| account.login.as_str())
}

/// The write of `caller`, with a new operation id if the client chose none.
pub(crate) fn new_write(caller: &crate::Caller, operation_id: Option<Uuid>) -> celeiro_store::Write {
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
        let chosen = new_write(&caller, Some(Uuid::nil()));
        assert_eq!((chosen.actor.as_str(), chosen.operation_id), ("ana", Uuid::nil()));
        assert_eq!(chosen.origin, celeiro_store::Origin::Person);
        assert_ne!(new_write(&caller, None).operation_id, new_write(&caller, None).operation_id);
    }
}
