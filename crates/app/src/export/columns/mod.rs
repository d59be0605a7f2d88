//! Columns of an export: their names, and their cells for a record.

pub(super) mod attributes;
mod stock;

use super::pages::ExportedRecord;
use super::request::ExportDialect;
use super::view::{ExportForm, ExportView};
use crate::import::REMARK;
use attributes::{AttributeColumns, CellText, spell_truth};
use celeiro_domain::catalog::faq::{Faq, spell_approval};
use celeiro_domain::catalog::stock::HitStock;
use celeiro_domain::catalog::{Item, spell_tags};
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::{Column, measure_completeness};
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, SecondsFormat, Utc};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use stock::spell_stock;
use uuid::Uuid;

/// Our own names of columns, with the Portuguese ones.
const ITEM_COLUMNS: [(&str, &str); 12] = [
    ("external_id", "Código externo"),
    ("name", "Nome"),
    ("description", "Descrição"),
    ("category", "Categoria"),
    ("manufacturer", "Fabricante"),
    ("price", "Preço"),
    ("currency", "Moeda"),
    ("tags", "Etiquetas"),
    ("status", "Situação"),
    (ATTRIBUTES, "Atributos"),
    ("notes", "Observações"),
    ("packages", "Lista de embalagens"),
];
const FAQ_COLUMNS: [(&str, &str); 6] = [
    ("external_id", "Código externo"),
    ("question", "Pergunta"),
    ("answer", "Resposta"),
    ("tags", "Etiquetas"),
    ("status", "Situação"),
    ("approved_at", "Aprovado em"),
];

/// What says which record a row is, by which an import finds it.
const ITEM_IDENTITY: [&str; 3] = ["external_id", "name", "manufacturer"];
const FAQ_IDENTITY: [&str; 3] = ["external_id", "question", "answer"];

/// The column of all attributes.
const ATTRIBUTES: &str = "attributes";

/// The column by which an import finds those records that nothing else tells apart.
const ID: &str = "celeiro_id";

/// A column that is written.
#[derive(Debug, Clone, PartialEq)]
enum OutputColumn {
    /// One of [`ITEM_COLUMNS`] or [`FAQ_COLUMNS`].
    Field(&'static str),
    /// An attribute, by the place of its column.
    Attribute(usize),
    /// What is only counted, which an import passes over.
    Counted(Column),
    /// [`ID`].
    Id,
}

/// The columns that are written.
pub(super) struct Columns {
    kind: Kind,
    columns: Vec<OutputColumn>,
    attributes: AttributeColumns,
    twins: HashSet<Uuid>,
    dialect: ExportDialect,
    zone: String,
    /// What folded categories expect, of the records that come next.
    expected: HashMap<String, Vec<String>>,
    /// What is known of the stock of items, of the records that come next.
    stock: HashMap<Uuid, HitStock>,
}

impl Columns {
    /// The columns of `view` as far as an import reads them, the currency with the price, and what says which record
    /// it is; all where nothing is wanted in particular. `attributes` are columns of single attributes, in the place
    /// of the column of all. Of `twins` the ids are written too.
    pub fn select(
        kind: Kind,
        view: &ExportView,
        attributes: Option<AttributeColumns>,
        twins: HashSet<Uuid>,
    ) -> Self {
        let form = &view.form;
        let chosen = view.columns.as_deref();
        let mut columns = match chosen.filter(|_| form.in_order) {
            Some(wanted) => columns_in_order(kind, wanted, attributes.as_ref(), form),
            None => columns_of_table(kind, chosen, attributes.as_ref(), form),
        };
        columns.extend((!twins.is_empty()).then_some(OutputColumn::Id));
        Self {
            kind,
            columns,
            attributes: attributes.unwrap_or_default(),
            twins,
            dialect: form.dialect,
            zone: form.zone.clone(),
            expected: HashMap::new(),
            stock: HashMap::new(),
        }
    }

    /// Names of the export's columns, as the header row has them.
    pub fn header(&self) -> Vec<String> {
        let name = |column: &OutputColumn| match column {
            OutputColumn::Field(name) => name_field(self.kind, name, self.dialect.lang()).to_owned(),
            OutputColumn::Attribute(at) => self.attributes.name(*at).to_owned(),
            OutputColumn::Counted(column) => name_counted(column, self.dialect.lang()),
            OutputColumn::Id => ID.to_owned(),
        };
        self.columns.iter().map(name).collect()
    }

    /// Whether an import takes a column for a remark of ours, and the apostrophes of a workbook off then.
    pub fn has_remarks(&self) -> bool {
        self.columns.iter().any(|column| matches!(column, OutputColumn::Counted(_)))
    }

    /// Whether the export has the column of completeness, which needs the expected attributes.
    pub fn needs_expectations(&self) -> bool {
        self.columns.contains(&OutputColumn::Counted(Column::Completeness))
    }

    /// The time zone whose days counts of stock have, where stock is written.
    pub fn zone_of_stock(&self) -> Option<&str> {
        self.columns.contains(&OutputColumn::Counted(Column::Stock)).then_some(self.zone.as_str())
    }

    /// Takes the stock totals of items, for the exported records that come next.
    pub fn take_stock(&mut self, stock: HashMap<Uuid, HitStock>) {
        self.stock = stock;
    }

    /// What folded categories expect, of the records that come next.
    pub fn expect_attributes(&mut self, expected: HashMap<String, Vec<String>>) {
        self.expected = expected;
    }

    /// The value, where the column is written.
    pub fn filter_value<T>(&self, name: &str, value: T) -> Option<T> {
        let is_it = |column: &OutputColumn| matches!(column, OutputColumn::Field(there) if *there == name);
        self.columns.iter().any(is_it).then_some(value)
    }

    /// The id that an export writes for a record that nothing else distinguishes.
    pub fn id(&self, id: Uuid) -> Option<Uuid> {
        self.twins.get(&id).copied()
    }

    /// What an exported record has in each column.
    pub fn cells(&self, record: &ExportedRecord) -> Vec<CellText> {
        let id = match record {
            ExportedRecord::Item(item) => item.id,
            ExportedRecord::Faq(faq) => faq.id,
        };
        let cell = |column: &OutputColumn| match (column, record) {
            (OutputColumn::Id, _) => self.id(id).map_or_else(String::new, |id| id.to_string()).into(),
            (OutputColumn::Attribute(at), ExportedRecord::Item(item)) => self.attributes.cell(item, *at),
            (OutputColumn::Attribute(_), ExportedRecord::Faq(_)) => CellText::default(),
            (OutputColumn::Field(name), ExportedRecord::Item(item)) => item_cell(item, name, self.dialect),
            (OutputColumn::Field(name), ExportedRecord::Faq(faq)) => faq_cell(faq, name, self.dialect).into(),
            (OutputColumn::Counted(column), record) => self.counted_cell(record, column).into(),
        };
        self.columns.iter().map(cell).collect()
    }

    /// What is counted of a record.
    fn counted_cell(&self, record: &ExportedRecord, column: &Column) -> String {
        let (created, updated, version) = match record {
            ExportedRecord::Item(item) => (item.created_at, item.updated_at, item.version),
            ExportedRecord::Faq(faq) => (faq.created_at, faq.updated_at, faq.version),
        };
        match (column, record) {
            (Column::CreatedAt, _) => self.spell_moment(created),
            (Column::UpdatedAt, _) => self.spell_moment(updated),
            (Column::Version, _) => version.to_string(),
            // No deleted record is exported.
            (Column::Deleted, _) => spell_truth(false, self.dialect.lang()).to_owned(),
            // What was not counted is unknown, and unknown is not nothing.
            (Column::Stock, ExportedRecord::Item(item)) => {
                let stock = self.stock.get(&item.id);
                stock.map_or_else(String::new, |stock| spell_stock(stock, item, self.dialect))
            }
            (Column::Approval, ExportedRecord::Faq(faq)) => faq.approval.as_str().to_owned(),
            (Column::Completeness, ExportedRecord::Item(item)) => {
                let category = normalize_text(item.category.as_deref().unwrap_or_default());
                let expected = self.expected.get(&category).map_or(&[][..], Vec::as_slice);
                format!("{:.0}%", 100.0 * measure_completeness(item, expected).value)
            }
            _ => String::new(),
        }
    }

    /// A moment; of Brazil as a clock there shows it.
    fn spell_moment(&self, at: DateTime<Utc>) -> String {
        let of_clock = wall_time_of(at, &self.zone).filter(|_| self.dialect == ExportDialect::ExcelBr);
        of_clock.map_or_else(
            || at.to_rfc3339_opts(SecondsFormat::Secs, true),
            |at| at.format("%d/%m/%Y %H:%M").to_string(),
        )
    }
}

/// The table of columns and what says which record it is.
fn table_of(kind: Kind) -> (&'static [(&'static str, &'static str)], &'static [&'static str]) {
    match kind {
        Kind::Items => (&ITEM_COLUMNS, &ITEM_IDENTITY),
        Kind::Faqs => (&FAQ_COLUMNS, &FAQ_IDENTITY),
    }
}

/// Whether a column is only counted.
fn is_counted(column: &Column) -> bool {
    column.field().is_none() && !matches!(column, Column::Attribute(_))
}

/// The columns in the order of our table, and what is counted behind them.
fn columns_of_table(
    kind: Kind,
    wanted: Option<&[Column]>,
    attributes: Option<&AttributeColumns>,
    form: &ExportForm,
) -> Vec<OutputColumn> {
    let (all, identity) = table_of(kind);
    // An amount without its currency is read back as one of the usual currency.
    let brings = |column: &Column, name: &str| {
        let is_amount = matches!(column, Column::Price | Column::Packages);
        column.column_name() == name || (is_amount && name == "currency")
    };
    let is_wanted = |name: &str| {
        identity.contains(&name)
            || wanted.is_none_or(|wanted| wanted.iter().any(|column| brings(column, name)))
    };
    let mut columns = Vec::new();
    for &(name, _) in all.iter().filter(|(name, _)| is_wanted(name)) {
        match attributes.filter(|_| name == ATTRIBUTES) {
            Some(attributes) => columns.extend((0..attributes.count()).map(OutputColumn::Attribute)),
            None => columns.push(OutputColumn::Field(name)),
        }
    }
    let counted = wanted.unwrap_or_default().iter().filter(|column| form.has_counted && is_counted(column));
    columns.extend(counted.cloned().map(OutputColumn::Counted));
    columns
}

/// The wanted columns in their order, behind those that say which record it is and are not among them.
fn columns_in_order(
    kind: Kind,
    wanted: &[Column],
    attributes: Option<&AttributeColumns>,
    form: &ExportForm,
) -> Vec<OutputColumn> {
    let (all, identity) = table_of(kind);
    let names = |column: &Column| all.iter().find(|(name, _)| *name == column.column_name());
    let is_wanted = |name: &str| wanted.iter().any(|column| column.column_name() == name);
    let missing = identity.iter().filter(|name| !is_wanted(name));
    let mut columns: Vec<OutputColumn> = missing.copied().map(OutputColumn::Field).collect();
    let add = |column: OutputColumn, columns: &mut Vec<OutputColumn>| {
        if !columns.contains(&column) {
            columns.push(column);
        }
    };
    for column in wanted {
        match (column, attributes) {
            (Column::Attribute(key), Some(attributes)) => {
                if let Some(at) = attributes.place(key) {
                    add(OutputColumn::Attribute(at), &mut columns);
                }
            }
            (column, _) if is_counted(column) => {
                if form.has_counted {
                    add(OutputColumn::Counted(column.clone()), &mut columns);
                }
            }
            (column, _) => {
                if let Some(&(name, _)) = names(column) {
                    add(OutputColumn::Field(name), &mut columns);
                }
                let is_amount = matches!(column, Column::Price | Column::Packages);
                if is_amount && !is_wanted("currency") {
                    add(OutputColumn::Field("currency"), &mut columns);
                }
            }
        }
    }
    columns
}

/// What the column of a field is called.
fn name_field(kind: Kind, field: &str, lang: Lang) -> &'static str {
    let names = table_of(kind).0.iter().find(|(own, _)| *own == field);
    names.map_or("", |&(own, portuguese)| if lang == Lang::En { own } else { portuguese })
}

/// What a column is called that an import passes over.
fn name_counted(column: &Column, lang: Lang) -> String {
    let (portuguese, english) = match column {
        Column::Completeness => ("completude", "completeness"),
        Column::UpdatedAt => ("alterado em", "changed at"),
        Column::CreatedAt => ("criado em", "created at"),
        Column::Version => ("versão", "version"),
        Column::Approval => ("aprovação", "approval"),
        Column::Stock => ("estoque", "stock"),
        _ => ("excluído", "deleted"),
    };
    let mark = REMARK.replacen('c', "C", 1);
    format!("{mark} {}", if lang == Lang::En { english } else { portuguese })
}

/// What an item has in `column`; attributes and packages are JSON, and blank fields are empty.
fn item_cell(item: &Item, column: &str, dialect: ExportDialect) -> CellText {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let text = match column {
        "price" => {
            let plain = item.price.map_or_else(String::new, |price| price.unmistakable());
            let text = if dialect == ExportDialect::ExcelBr { plain.replace('.', ",") } else { plain };
            return CellText { text, number: item.price.map(|price| price.to_f64()) };
        }
        "external_id" => text(&item.external_id),
        "name" => item.name.clone(),
        "description" => text(&item.description),
        "category" => text(&item.category),
        "manufacturer" => text(&item.manufacturer),
        "currency" => item.currency.clone(),
        "tags" => spell_tags(&item.tags),
        "status" => item.status.as_str().to_owned(),
        "notes" => text(&item.notes),
        "packages" if item.packages.is_empty() => String::new(),
        "packages" => to_json_text(&item.packages),
        _ if item.attributes.is_empty() => String::new(),
        _ => to_json_text(&item.attributes),
    };
    text.into()
}

/// The text of a FAQ in `column`; the last column is its approval.
fn faq_cell(faq: &Faq, column: &str, dialect: ExportDialect) -> String {
    match column {
        "external_id" => faq.external_id.clone().unwrap_or_default(),
        "question" => faq.question.clone(),
        "answer" => faq.answer.clone(),
        "tags" => spell_tags(&faq.tags),
        "status" => faq.status.as_str().to_owned(),
        _ => faq.approved_at.map_or_else(String::new, |at| spell_day(at, dialect)),
    }
}

/// The day of an approval as people of Brazil write it. What is more than a day keeps its zone.
fn spell_day(at: DateTime<Utc>, dialect: ExportDialect) -> String {
    let plain = spell_approval(at);
    let is_day = plain.len() == "2026-05-31".len();
    if is_day && dialect == ExportDialect::ExcelBr { at.format("%d/%m/%Y").to_string() } else { plain }
}

/// Records are made of texts and numbers, all of which JSON has.
pub(super) fn to_json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
