//! The fields of a record: one table of their names, owners and limits.
//!
//! Import, export, sheet, history, assistant and interface identify a field by this table. Properties that
//! only one of them uses (the parsing of a cell, the width of a column) stay in that module.

use super::LIMITS;
use crate::search::Kind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A field of an item or a FAQ. Serializes as its name on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum RecordField {
    /// Id in the system that the record comes from.
    ExternalId,
    /// Trade name of an item.
    Name,
    /// Question of a FAQ.
    Question,
    /// Answer of a FAQ.
    Answer,
    /// Description of an item, as free text.
    Description,
    /// Product category of an item.
    Category,
    /// Manufacturer of an item, or holder of its registration.
    Manufacturer,
    /// Price of an item.
    Price,
    /// Currency of the price.
    Currency,
    /// Keywords of the record.
    Tags,
    /// Sale status of the record.
    Status,
    /// Free attributes of an item, as a JSON object.
    Attributes,
    /// The dealer's own notes on an item.
    Notes,
    /// Packages in which an item is sold, as a JSON list.
    Packages,
    /// Time of the approval of a FAQ's answer.
    ApprovedAt,
    /// Celeiro's own id of the record. Exported files have it where no other value distinguishes two
    /// records.
    RecordId,
}

/// A row of the table of fields.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldSpec {
    /// The field; serialized as `name`, with its name on the wire.
    #[serde(rename = "name")]
    pub field: RecordField,
    /// Column in the database and in exported files.
    #[serde(skip)]
    pub column: &'static str,
    /// Kinds of records that have the field.
    pub kinds: &'static [Kind],
    /// Maximum size: characters of a text, bytes of attributes, number of tags or packages.
    pub limit: Option<usize>,
}

const BOTH: &[Kind] = &[Kind::Items, Kind::Faqs];
const ITEMS: &[Kind] = &[Kind::Items];
const FAQS: &[Kind] = &[Kind::Faqs];

/// Creates a row of the table; `limit` is in characters.
const fn field_spec(
    field: RecordField,
    column: &'static str,
    kinds: &'static [Kind],
    limit: Option<usize>,
) -> FieldSpec {
    FieldSpec { field, column, kinds, limit }
}

/// All fields, in the order of the interface.
pub const RECORD_FIELDS: [FieldSpec; 16] = [
    field_spec(RecordField::ExternalId, "external_id", BOTH, Some(LIMITS.external_id)),
    field_spec(RecordField::Name, "name", ITEMS, Some(LIMITS.name)),
    field_spec(RecordField::Question, "question", FAQS, Some(LIMITS.name)),
    field_spec(RecordField::Answer, "answer", FAQS, Some(LIMITS.description)),
    field_spec(RecordField::Description, "description", ITEMS, Some(LIMITS.description)),
    field_spec(RecordField::Category, "category", ITEMS, Some(LIMITS.category)),
    field_spec(RecordField::Manufacturer, "manufacturer", ITEMS, Some(LIMITS.manufacturer)),
    field_spec(RecordField::Price, "price", ITEMS, None),
    field_spec(RecordField::Currency, "currency", ITEMS, None),
    field_spec(RecordField::Tags, "tags", BOTH, Some(LIMITS.tags)),
    field_spec(RecordField::Status, "status", BOTH, None),
    field_spec(RecordField::Attributes, "attributes", ITEMS, Some(LIMITS.attributes)),
    field_spec(RecordField::Notes, "notes", ITEMS, Some(LIMITS.notes)),
    field_spec(RecordField::Packages, "packages", ITEMS, Some(LIMITS.packages)),
    field_spec(RecordField::ApprovedAt, "approved_at", FAQS, None),
    field_spec(RecordField::RecordId, "celeiro_id", BOTH, None),
];

impl RecordField {
    fn spec(self) -> &'static FieldSpec {
        &RECORD_FIELDS[self as usize]
    }

    /// Column in the database and in exported files; [`RecordField::RecordId`] has one only in files.
    pub fn column(self) -> &'static str {
        self.spec().column
    }

    /// Name on the wire: the column in camel case, and `recordId` for [`RecordField::RecordId`].
    pub fn name(self) -> &'static str {
        match self {
            RecordField::ExternalId => "externalId",
            RecordField::ApprovedAt => "approvedAt",
            RecordField::RecordId => "recordId",
            field => field.column(),
        }
    }

    /// Whether catalog records of `kind` have the field.
    pub fn belongs_to(self, kind: Kind) -> bool {
        self.spec().kinds.contains(&kind)
    }

    /// All fields of records of `kind`, in the order of the table.
    pub fn of_kind(kind: Kind) -> impl Iterator<Item = Self> {
        RECORD_FIELDS.iter().map(|spec| spec.field).filter(move |field| field.belongs_to(kind))
    }

    /// The fields of records of `kind` that the database stores and people edit: all but the record's id.
    pub fn stored_fields(kind: Kind) -> impl Iterator<Item = Self> {
        Self::of_kind(kind).filter(|field| *field != RecordField::RecordId)
    }

    /// Parses the wire name of a record's field.
    pub fn parse(name: &str) -> Option<Self> {
        RECORD_FIELDS.iter().map(|spec| spec.field).find(|field| field.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_stands_at_the_place_of_its_field_and_is_known_by_the_name_on_the_wire() {
        for (at, row) in RECORD_FIELDS.iter().enumerate() {
            assert_eq!(row.field as usize, at, "{:?}", row.field);
            assert_eq!(serde_json::to_value(row.field).unwrap(), row.field.name());
            assert_eq!(RecordField::parse(row.field.name()), Some(row.field));
        }
        assert_eq!(RecordField::parse("external_id"), None);
    }
}
