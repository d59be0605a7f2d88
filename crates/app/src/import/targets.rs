//! Column targets chosen by a person.

use crate::error::AppError;
use crate::import::protocol::{UnfilledColumn, ValueType};
use crate::import::report::ImportPreset;
use crate::import::request::ImportRequest;
use celeiro_domain::catalog::RecordField;
use celeiro_store::ImportLayout;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Columns of a file that are shown and can be assigned; those behind are attributes of their names.
pub(super) const MAX_COLUMNS: usize = 300;

/// Where the cells of a column go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(untagged, expecting = "a field of a record, `attribute` or `nothing`")]
pub enum ImportTarget {
    /// Into a field of the record.
    Field(RecordField),
    /// Into no field.
    Unfilled(UnfilledColumn),
}

/// What a person said of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ColumnTarget {
    /// The column's name in the file.
    pub column: String,
    /// Where it goes.
    pub target: ImportTarget,
    /// What its values are, where it becomes an attribute. Where absent, all of its cells decide: numbers or
    /// yes and no where each of them is, and text else. Where a type is said, a row with a cell that is not
    /// of it is rejected.
    #[serde(default)]
    pub value_type: Option<ValueType>,
}

/// Reads the columns as a person said, and remembers it when the import takes place.
pub(super) fn put_columns(
    import: &mut ImportRequest,
    columns: Vec<ColumnTarget>,
    layout: Vec<u8>,
) -> Result<(), AppError> {
    for said in &columns {
        match said.target {
            ImportTarget::Field(field) if !field.belongs_to(import.kind) => {
                return Err(AppError::invalid_request(format_args!("columns: {}", field.column())));
            }
            ImportTarget::Field(field) if import.map.iter().any(|(_, other)| *other == field) => {
                return Err(AppError::invalid_request(format_args!("columns: {} × 2", field.column())));
            }
            ImportTarget::Field(field) => import.map.push((said.column.clone(), field)),
            ImportTarget::Unfilled(unfilled) => import.unfilled.push((said.column.clone(), unfilled)),
        }
        import.types.extend(said.value_type.map(|value| (said.column.clone(), value)));
    }
    import.preset = Some(ImportPreset::Plain);
    let mapping = serde_json::to_value(&columns)?;
    import.layout = Some(ImportLayout { header: layout, mapping });
    Ok(())
}
