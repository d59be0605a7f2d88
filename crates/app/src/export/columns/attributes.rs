//! Attribute columns of an export, which an import reads back unchanged.
//!
//! The import's own reader infers how the cells of a column would be read, from all values to be written. Where they
//! would be read as another type, the column's name states the type.

use crate::export::request::ExportDialect;
use crate::import::read_back::{ColumnProbe, is_misread_name, names_field, read_number_cell, read_text_cell};
use crate::import::{ValueType, mark_attribute};
use celeiro_domain::catalog::defined_fields::DefinedFields;
use celeiro_domain::catalog::{Item, spell_number, spell_tags};
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Columns of attributes at most; a catalog with more of them has all in one column.
const MAX_COLUMNS: usize = 500;

/// A column that is written.
#[derive(Debug, Clone, PartialEq)]
struct AttributeColumn {
    key: String,
    name: String,
    value: ValueType,
}

/// The columns of attributes, in the order of their keys.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct AttributeColumns {
    columns: Vec<AttributeColumn>,
    dialect: ExportDialect,
}

/// A cell: its text, and its number where it is one.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct CellText {
    pub text: String,
    pub number: Option<f64>,
}

impl From<String> for CellText {
    fn from(text: String) -> Self {
        Self { text, number: None }
    }
}

/// What the values of attributes are, of the items so far.
pub(crate) struct AttributeSurvey {
    dialect: ExportDialect,
    /// These attributes alone; all where absent.
    wanted: Option<HashSet<String>>,
    keys: BTreeMap<String, KeySurvey>,
}

/// What the values of an attribute are.
struct KeySurvey {
    value: ValueType,
    texts: ColumnProbe,
}

impl AttributeSurvey {
    pub fn new(dialect: ExportDialect, wanted: Option<HashSet<String>>) -> Self {
        Self { dialect, wanted, keys: BTreeMap::new() }
    }

    /// Surveys the attributes of an item for the columns of an export.
    pub fn take(&mut self, item: &Item) {
        for (key, value) in &item.attributes {
            if self.wanted.as_ref().is_some_and(|wanted| !wanted.contains(key)) {
                continue;
            }
            let natural = type_of_value(value);
            let text = spell(value, natural, self.dialect);
            let value = if comes_back(value, natural, &text) { natural } else { ValueType::Json };
            if let Some(known) = self.keys.get_mut(key) {
                known.value = if known.value == value { value } else { ValueType::Json };
                known.texts.take(&text);
            } else if self.keys.len() <= MAX_COLUMNS {
                let mut texts = ColumnProbe::default();
                texts.take(&text);
                self.keys.insert(key.clone(), KeySurvey { value, texts });
            }
        }
    }

    /// The columns; `None` where a column of its own would not bring every attribute back. `all_keys` are those of
    /// all items, by which, beside the names of `fields`, an import knows which attribute a name is.
    pub fn into_columns(self, all_keys: &[String], fields: &DefinedFields) -> Option<AttributeColumns> {
        if self.keys.len() > MAX_COLUMNS {
            return None;
        }
        let lang = self.dialect.lang();
        let defined = fields.iter().map(|field| field.key.as_str());
        let known: HashSet<&str> = all_keys.iter().map(String::as_str).chain(defined).collect();
        let mut labels: HashMap<String, u32> = HashMap::new();
        for key in &known {
            *labels.entry(fields.label(key)).or_default() += 1;
        }
        let mut columns = Vec::with_capacity(self.keys.len());
        for (key, survey) in self.keys {
            let label = fields.label(&key);
            let is_clear = fields.key_called(&label).is_none_or(|called| called == key)
                && labels.get(&label).is_none_or(|count| *count == 1)
                && (label == key || !known.contains(label.as_str()))
                && !is_misread_name(&label);
            let name = if is_clear { label } else { key.clone() };
            if is_misread_name(&name) {
                return None;
            }
            let name = name_column(name, &survey, lang);
            // A name with a mark may be the key of another attribute.
            if name != key && known.contains(name.as_str()) {
                return None;
            }
            columns.push(AttributeColumn { key, name, value: survey.value });
        }
        // Columns of one name are numbered by an import.
        let mut folded = HashSet::new();
        let are_apart = columns.iter().map(|column| normalize_text(&column.name)).all(|name| {
            let is_text = !name.is_empty();
            is_text && folded.insert(name)
        });
        are_apart.then_some(AttributeColumns { columns, dialect: self.dialect })
    }
}

impl AttributeColumns {
    /// Number of attribute columns of the export.
    pub fn count(&self) -> usize {
        self.columns.len()
    }

    /// What the column at this place is called.
    pub fn name(&self, at: usize) -> &str {
        self.columns.get(at).map_or("", |column| &column.name)
    }

    /// Place of an attribute's column in the export; none where no item has the attribute.
    pub fn place(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }

    /// What an item has in the column at this place.
    pub fn cell(&self, item: &Item, at: usize) -> CellText {
        let value_of = |column: &AttributeColumn| Some((item.attributes.get(&column.key)?, column.value));
        let Some((value, of_column)) = self.columns.get(at).and_then(value_of) else {
            return CellText::default();
        };
        let natural = type_of_value(value);
        // What was changed since the columns were settled stands as it is.
        let written = if natural == of_column { natural } else { ValueType::Json };
        let number = value.as_f64().filter(|_| of_column == ValueType::Number);
        CellText { text: spell(value, written, self.dialect), number }
    }
}

/// The name of a column, with a mark where its cells do not show their type or the name is that of a field.
fn name_column(name: String, survey: &KeySurvey, lang: Lang) -> String {
    let is_plain = match survey.value {
        ValueType::Text | ValueType::Number => survey.texts.shows_type(&name, survey.value),
        ValueType::YesNo | ValueType::List | ValueType::Json => false,
    };
    if is_plain && !names_field(&name) { name } else { mark_attribute(&name, survey.value, lang) }
}

/// The type of a column of such values.
fn type_of_value(value: &Value) -> ValueType {
    match value {
        Value::String(_) => ValueType::Text,
        Value::Number(_) => ValueType::Number,
        Value::Bool(_) => ValueType::YesNo,
        Value::Array(list) if list.iter().all(Value::is_string) => ValueType::List,
        Value::Array(_) | Value::Object(_) | Value::Null => ValueType::Json,
    }
}

/// A value as a cell of a column of this type.
fn spell(value: &Value, column: ValueType, dialect: ExportDialect) -> String {
    match (column, value) {
        (ValueType::Text, Value::String(text)) => text.clone(),
        (ValueType::Number, Value::Number(number)) => {
            spell_number(number, dialect.decimal_mark()).unwrap_or_else(|| number.to_string())
        }
        (ValueType::YesNo, Value::Bool(is_yes)) => spell_truth(*is_yes, dialect.lang()).to_owned(),
        (ValueType::List, Value::Array(list)) => {
            let texts: Vec<String> = list.iter().filter_map(|one| one.as_str().map(str::to_owned)).collect();
            spell_tags(&texts)
        }
        (_, value) => value.to_string(),
    }
}

/// Yes or no, as an import reads it in a column that a mark says to be one.
pub(super) fn spell_truth(is_yes: bool, lang: Lang) -> &'static str {
    match (is_yes, lang) {
        (true, Lang::PtBr) => "sim",
        (false, Lang::PtBr) => "não",
        (true, Lang::En) => "yes",
        (false, Lang::En) => "no",
    }
}

/// Whether an import reads the value in a cell of its text, and a number in a cell of a sheet too.
fn comes_back(value: &Value, column: ValueType, text: &str) -> bool {
    let read = read_text_cell(text, column);
    let of_sheet = value.as_f64().map(read_number_cell);
    match column {
        ValueType::Number => {
            read.is_some_and(|read| is_same_number(&read, value))
                && of_sheet.is_some_and(|read| is_same_number(&read, value))
        }
        // Lines of another system end some cells of a CSV.
        _ => !text.contains('\r') && read.is_some_and(|read| read == *value),
    }
}

/// Whether two numbers are the same to the database: `5` is `5.0`.
fn is_same_number(read: &Value, stored: &Value) -> bool {
    match (read.as_i64(), stored.as_i64()) {
        (Some(read), Some(stored)) => read == stored,
        _ => read.as_f64() == stored.as_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use celeiro_domain::catalog::Status;
    use chrono::DateTime;
    use serde_json::json;
    use uuid::Uuid;

    fn item(attributes: &Value) -> Item {
        Item {
            id: Uuid::nil(),
            external_id: None,
            name: "Ureia".into(),
            description: None,
            category: None,
            manufacturer: None,
            price: None,
            currency: "BRL".into(),
            tags: Vec::new(),
            status: Status::Ativo,
            attributes: attributes.as_object().unwrap().clone(),
            notes: None,
            packages: Vec::new(),
            created_at: DateTime::UNIX_EPOCH,
            updated_at: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    fn columns(items: &[Value], all_keys: &[&str]) -> Option<Vec<String>> {
        let mut survey = AttributeSurvey::new(ExportDialect::ExcelBr, None);
        items.iter().for_each(|attributes| survey.take(&item(attributes)));
        let all: Vec<String> = all_keys.iter().map(|key| (*key).to_owned()).collect();
        let columns = survey.into_columns(&all, &DefinedFields::default())?;
        Some((0..columns.count()).map(|at| columns.name(at).to_owned()).collect())
    }

    #[test]
    fn a_column_says_its_type_where_its_cells_do_not() {
        let items = [
            json!({ "a_cor": "azul", "bom_teor": 1.5, "c_faixa": "12", "d_ok": true, "e_culturas": ["soja", "milho"] }),
            json!({ "a_cor": "verde", "bom_teor": 1.234, "c_faixa": "13", "f_misto": 1, "nota": "boa" }),
            json!({ "f_misto": "um", "g_nada": null }),
        ];
        let keys = ["a_cor", "bom_teor", "c_faixa", "d_ok", "e_culturas", "f_misto", "g_nada", "nota"];
        assert_eq!(
            columns(&items, &keys).unwrap(),
            [
                "A cor",
                "Bom teor",
                "C faixa [texto]",
                "D ok [sim/não]",
                "E culturas [lista]",
                "F misto [JSON]",
                "G nada [JSON]",
                "Nota [texto]",
            ]
        );
    }

    #[test]
    fn a_name_that_two_attributes_have_is_told_by_the_keys() {
        let items = [json!({ "formulacao": "SC", "Formulação": "WG" })];
        assert_eq!(
            columns(&items, &["formulacao", "Formulação"]),
            None,
            "an import would number one of them"
        );
        assert_eq!(columns(&[json!({ "formulacao": "SC" })], &["formulacao"]).unwrap(), ["Formulação"]);
        assert_eq!(
            columns(&[json!({ "formulacao": "SC" })], &["formulacao", "Formulação"]).unwrap(),
            ["formulacao"]
        );
        assert_eq!(columns(&[json!({ "cor [lista]": "SC" })], &["cor [lista]"]), None);
    }

    #[test]
    fn cells_are_written_as_people_of_brazil_write_them() {
        let attributes = json!({ "teor": 1.234, "ok": false, "culturas": ["soja", "2,4-D"], "cor": "=a\nb" });
        let mut survey = AttributeSurvey::new(ExportDialect::ExcelBr, None);
        survey.take(&item(&attributes));
        let keys = ["teor", "ok", "culturas", "cor"].map(str::to_owned);
        let columns = survey.into_columns(&keys, &DefinedFields::default()).unwrap();
        let cell = |key: &str| columns.cell(&item(&attributes), columns.place(key).unwrap());
        assert_eq!(cell("teor"), CellText { text: "1,2340".into(), number: Some(1.234) });
        assert_eq!(cell("ok").text, "não");
        assert_eq!(cell("culturas").text, "[\"soja\",\"2,4-D\"]");
        assert_eq!(cell("cor").text, "=a\nb");
    }
}
