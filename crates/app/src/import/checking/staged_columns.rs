//! Mapping of a file's columns to record fields and attributes, by key or by label.

use crate::import::protocol::{FieldSet, ParsedRecord};
use crate::import::reader::split_attribute_mark;
use celeiro_domain::catalog::RecordField;
use celeiro_domain::catalog::attribute_label::AttributeLabel;
use celeiro_domain::catalog::defined_fields::{DefinedFieldType, DefinedFields, FieldDefinition};
use celeiro_domain::text::normalize_text;
use serde_json::{Map, Value, json};
use std::collections::{HashMap, HashSet};
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

/// The attributes that items have.
#[derive(Debug, Clone, Default)]
pub(super) struct AttributeNames {
    keys: HashSet<String>,
    /// Keys by the names that people read; none where several attributes have the name.
    labels: HashMap<String, Option<String>>,
    fields: DefinedFields,
}

impl AttributeNames {
    /// Collects the labels of stored attributes and of defined fields, by which file columns are mapped.
    pub fn of(keys: &[String], fields: &DefinedFields) -> Self {
        let mut labels: HashMap<String, Option<String>> = HashMap::new();
        let (defined, bare): (Vec<&String>, Vec<&String>) =
            keys.iter().partition(|key| fields.get(key.as_str()).is_some());
        for key in bare {
            let label = AttributeLabel::of(key).to_string();
            labels.entry(label).and_modify(|other| *other = None).or_insert_with(|| Some(key.clone()));
        }
        // What a field was called before it had a name of its own stands in older files.
        for key in defined {
            labels.entry(AttributeLabel::of(key).to_string()).or_insert_with(|| Some(key.clone()));
        }
        let own = fields.iter().map(|field| field.key.clone());
        Self { keys: keys.iter().cloned().chain(own).collect(), labels, fields: fields.clone() }
    }

    /// The key of the attribute that the column of this name fills.
    pub fn key_of<'a>(&'a self, column: &'a str) -> &'a str {
        if self.keys.contains(column) {
            return column;
        }
        let name = split_attribute_mark(column).map_or(column, |(name, _)| name);
        if self.keys.contains(name) {
            return name;
        }
        let called = self.fields.key_called(name);
        called.or_else(|| self.labels.get(name).and_then(Option::as_deref)).unwrap_or(name)
    }

    /// The folded names of columns that fill a field defined as a text or as a choice among texts: `10.50` is none of
    /// its numbers.
    pub fn list_text_columns(&self) -> Vec<String> {
        let is_text = |field: &&FieldDefinition| {
            use DefinedFieldType::{Choice, Choices, LongText, Text};
            matches!(field.field_type, Text | LongText | Choice | Choices)
        };
        let names_of = |field: &FieldDefinition| {
            let before = AttributeLabel::of(&field.key).to_string();
            let names = [field.key.clone(), field.name.clone(), field.label(), before];
            let own = names.into_iter().filter(|name| self.key_of(name) == field.key);
            own.map(|name| normalize_text(&name)).collect::<Vec<String>>()
        };
        self.fields.iter().filter(is_text).flat_map(names_of).collect()
    }

    /// Puts keys in the place of the names of columns. A column that is called by the key goes before others.
    pub fn rename(&self, record: &mut ParsedRecord) {
        let given = std::mem::take(&mut record.attributes);
        let (own, named): (Vec<_>, Vec<_>) =
            given.into_iter().partition(|(column, _)| self.key_of(column) == column);
        record.attributes = own.into_iter().collect();
        for (column, value) in named {
            record.attributes.entry(self.key_of(&column).to_owned()).or_insert(value);
        }
        for column in &mut record.cleared {
            let key = self.key_of(column);
            if key != column.as_str() {
                *column = key.to_owned();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_column_is_the_attribute_that_people_read_so() {
        let keys = ["formulacao", "k2o_pct", "Cor", "cor", "culturas", "Dose [texto]"].map(str::to_owned);
        let names = AttributeNames::of(&keys, &DefinedFields::default());
        for (column, key) in [
            ("Formulação", "formulacao"),
            ("formulacao", "formulacao"),
            ("K₂O (%)", "k2o_pct"),
            ("Cor", "Cor"),
            ("cor [número]", "cor"),
            ("Culturas [lista]", "culturas"),
            ("Dose [texto]", "Dose [texto]"),
            ("Lote [text]", "Lote"),
            ("Novo", "Novo"),
        ] {
            assert_eq!(names.key_of(column), key, "{column}");
        }
    }

    #[test]
    fn values_and_blanks_go_to_the_same_attribute() {
        let names =
            AttributeNames::of(&["formulacao".to_owned(), "dose".to_owned()], &DefinedFields::default());
        let attributes = json!({ "Formulação": "SC", "formulacao": "WG" }).as_object().unwrap().clone();
        let mut record =
            ParsedRecord { attributes, cleared: vec!["Dose [texto]".into()], ..ParsedRecord::default() };
        names.rename(&mut record);
        assert_eq!(json!(record.attributes), json!({ "formulacao": "WG" }));
        assert_eq!(record.cleared, ["dose"]);
    }
}
