//! Which columns of a record a checked row fills.

use crate::import::protocol::FieldSet;
use celeiro_domain::catalog::RecordField;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// The columns that the row names: the others stay as they are in a record that exists; and the id of the
/// record, where the row names it.
pub(super) fn column_names<const N: usize>(
    given: FieldSet,
    columns: [(RecordField, Value); N],
    more: Map<String, Value>,
    id: Option<Uuid>,
) -> Value {
    let named = columns.into_iter().filter(|(field, _)| given.has(*field));
    let mut record: Map<String, Value> =
        named.map(|(field, value)| (field.column().to_owned(), value)).collect();
    record.extend(more);
    record.extend(id.map(|id| ("id".to_owned(), json!(id))));
    Value::Object(record)
}

/// What records get that have nothing in these fields.
pub(super) fn stage_fallback<const N: usize>(
    fallback: FieldSet,
    columns: [(RecordField, Value); N],
) -> Option<(String, Value)> {
    let filling = columns.into_iter().filter(|(field, value)| fallback.has(*field) && !value.is_null());
    let filling: Map<String, Value> =
        filling.map(|(field, value)| (field.column().to_owned(), value)).collect();
    (!filling.is_empty()).then(|| ("fallback".to_owned(), Value::Object(filling)))
}

/// A column of all attributes replaces them; columns of single attributes only those.
pub(super) fn stage_attributes(
    given: FieldSet,
    attributes: Map<String, Value>,
    cleared: Vec<String>,
) -> Map<String, Value> {
    let parts = match given.has(RecordField::Attributes) {
        true => vec![("attributes", Value::Object(attributes))],
        false => vec![("attributes_set", Value::Object(attributes)), ("attributes_cleared", json!(cleared))],
    };
    parts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
