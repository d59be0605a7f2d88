//! Changes of records: one cell, or the same change of many.
//!
//! A [`Change`] is words from outside, a [`Step`] fits its field. What a step makes of a record is
//! checked and cleaned as if a person had typed it; fields that no step names stay as they are, even
//! where they could not be typed like that today.

use super::column::Column;
use super::package_edit::{
    PACKAGE_PRICE, PACKAGE_STATUS, PackageChange, PackageEdit, differing_packages, read_package_status,
};
use super::slot::{Slot, SlotRefusal, of_faq, of_item};
use crate::catalog::defined_fields::{DefinedFields, FieldDefinition, FieldMisfit};
use crate::catalog::faq::FaqDraft;
use crate::catalog::{FieldError, FieldErrorCode, ItemDraft, LIMITS, split_tags};
use crate::search::Kind;
use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use std::str::FromStr;

/// Changes that one edit may make.
pub const MAX_CHANGES: usize = 200;
/// A thousandfold: more is a slip of the finger.
const MAX_PERCENT: i64 = 100_000;

/// A change of one field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Change {
    /// The field: `price`, `tags`, `status`, `attributes.formulacao`; `deleted` is set to `true` or
    /// `false`. Of the packages of items, `packages.price` takes `percent` and changes those on sale, and
    /// `packages.status` is set to `ativo` or `inativo`.
    pub field: String,
    /// What happens to it.
    pub action: ChangeAction,
    /// The new value; what is added, removed or put in; the hundredths (`-5`, `12,5`).
    #[serde(default)]
    pub value: Option<String>,
    /// What `replace` looks for: a piece of a text as it is written, or an element of a list. What
    /// `merge` looks for: a whole value. Of packages, the label of those that are meant; all of them where
    /// it is absent or blank.
    #[serde(default)]
    pub find: Option<String>,
}

/// What happens to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ChangeAction {
    /// It gets the value.
    Set,
    /// It becomes empty.
    Clear,
    /// A list gets the values that it does not have, separated by `;`.
    Add,
    /// A list loses the values.
    Remove,
    /// `find` becomes the value.
    Replace,
    /// The field's whole value becomes the value where it is exactly `find`; of a list, an element.
    Merge,
    /// A number is raised by so many hundredths, or lowered.
    Percent,
}

/// A change that fits its field.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The field.
    pub column: Column,
    act: Act,
    /// The defined field whose type what comes of the step must fit.
    field: Option<FieldDefinition>,
}

#[derive(Debug, Clone, PartialEq)]
enum Act {
    Set(Value),
    /// A value that its field has read already.
    Put(Value),
    Clear,
    Add(Vec<String>),
    Remove(Vec<String>),
    Replace(String, String),
    Merge(String, String),
    Percent(Decimal),
    Packages(PackageEdit),
}

/// What people write of a record.
#[derive(Debug, Clone, PartialEq)]
pub enum EditRecord {
    /// An item.
    Item(Box<ItemDraft>),
    /// A FAQ.
    Faq(Box<FaqDraft>),
}

/// The fields that cannot be changed so.
pub type EditError = Vec<FieldError>;

impl Step {
    /// Creates the edit of a cell that gets a value.
    ///
    /// # Errors
    /// [`FieldErrorCode::UnknownField`].
    pub fn set(kind: Kind, field: &str, value: Value) -> Result<Self, FieldError> {
        Ok(Self { column: writable_column(kind, field, &[])?, act: Act::Set(value), field: None })
    }

    /// Whether an item may lack what is required of it after the step.
    pub fn touches_requirements(&self) -> bool {
        matches!(self.column, Column::Category | Column::Status | Column::Attribute(_))
    }
}

/// Validates the changes of an edit for records of `kind`.
///
/// # Errors
/// Every change that makes no sense.
pub fn read_steps(kind: Kind, changes: &[Change]) -> Result<Vec<Step>, EditError> {
    if changes.is_empty() || changes.len() > MAX_CHANGES {
        let count = changes.len().to_string();
        let allowed = format!("1..{MAX_CHANGES}");
        return Err(vec![FieldError::new("changes", FieldErrorCode::NotPossible, &count, allowed)]);
    }
    let (mut steps, mut errors) = (Vec::new(), Vec::new());
    for change in changes {
        match change.read(kind) {
            Ok(step) => steps.push(step),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(steps) } else { Err(errors) }
}

impl Change {
    fn read(&self, kind: Kind) -> Result<Step, FieldError> {
        if kind == Kind::Items && matches!(self.field.as_str(), PACKAGE_PRICE | PACKAGE_STATUS) {
            return self.read_package_edit();
        }
        let column = writable_column(kind, &self.field, &[PACKAGE_PRICE, PACKAGE_STATUS])?;
        let value = self.value.clone().unwrap_or_default().replace('\0', "");
        if value.len() > 4 * LIMITS.description {
            let allowed = format!("0..{}", LIMITS.description);
            return Err(FieldError::new(&self.field, FieldErrorCode::TooLong, &value, allowed));
        }
        let require_value =
            |allowed: &str| FieldError::new(&self.field, FieldErrorCode::Required, &value, allowed);
        let act = match self.action {
            ChangeAction::Set if self.value.is_none() => return Err(require_value("value")),
            ChangeAction::Set => Act::Set(Value::String(value)),
            ChangeAction::Clear => Act::Clear,
            ChangeAction::Add | ChangeAction::Remove => {
                let values = split_tags(&value);
                if values.is_empty() {
                    return Err(require_value("value"));
                }
                if self.action == ChangeAction::Add { Act::Add(values) } else { Act::Remove(values) }
            }
            ChangeAction::Replace | ChangeAction::Merge => {
                // A NUL is nothing to look for: what is left of it would be found between all letters.
                let find = self.find.as_deref().map(|find| find.replace('\0', ""));
                let find = find.filter(|find| !find.is_empty()).ok_or_else(|| require_value("find"))?;
                match self.action {
                    ChangeAction::Replace => Act::Replace(find, value),
                    _ if value.trim().is_empty() => return Err(require_value("value")),
                    _ => Act::Merge(find, value),
                }
            }
            ChangeAction::Percent => Act::Percent(parse_percent(&self.field, &value)?),
        };
        let step = Step { column, act, field: None };
        step.check(kind)?;
        Ok(step)
    }

    fn read_package_edit(&self) -> Result<Step, FieldError> {
        let value = self.value.as_deref().unwrap_or_default();
        let change = match (self.field.as_str(), self.action) {
            (PACKAGE_PRICE, ChangeAction::Percent) => {
                PackageChange::Percent(parse_percent(&self.field, value)?)
            }
            (PACKAGE_PRICE, _) => return Err(SlotRefusal::not_possible("percent").at(&self.field)),
            (_, ChangeAction::Set) => {
                let status = read_package_status(value).map_err(|refused| refused.at(&self.field))?;
                PackageChange::Status(status)
            }
            _ => return Err(SlotRefusal::not_possible("set").at(&self.field)),
        };
        let act = Act::Packages(PackageEdit::new(self.find.as_deref(), change));
        Ok(Step { column: Column::Packages, act, field: None })
    }
}

impl Step {
    /// Reads the step's value by the type of the defined field that it changes. What it sets is read as its field
    /// stores it, and what comes of other changes is read so in each record.
    ///
    /// # Errors
    /// A value that does not fit the field.
    pub fn read_by(self, fields: &DefinedFields) -> Result<Self, FieldError> {
        let Column::Attribute(key) = &self.column else { return Ok(self) };
        let Some(field) = fields.get(key) else { return Ok(self) };
        match &self.act {
            Act::Set(value) => {
                let read = field.read_value(value, None);
                let read = read.map_err(|misfit| misfit_error(&self.column, value, misfit))?;
                Ok(Self { act: Act::Put(read), ..self })
            }
            Act::Add(_) | Act::Replace(..) | Act::Merge(..) | Act::Percent(_) => {
                Ok(Self { field: Some(field.clone()), ..self })
            }
            Act::Put(_) | Act::Clear | Act::Remove(_) | Act::Packages(_) => Ok(self),
        }
    }

    /// Reads what came of the step by the type of its field. What the step left as it was stays.
    fn read_changed(&self, record: &mut EditRecord, before: &Value) -> Result<(), FieldError> {
        let (Some(field), EditRecord::Item(draft), Column::Attribute(key)) =
            (&self.field, record, &self.column)
        else {
            return Ok(());
        };
        let Some(value) = draft.attributes.get_mut(key) else { return Ok(()) };
        if *value != *before {
            let read = field.read_value(value, None);
            *value = read.map_err(|misfit| misfit_error(&self.column, value, misfit))?;
        }
        Ok(())
    }

    /// What can never work fails before any record is read.
    fn check(&self, kind: Kind) -> Result<(), FieldError> {
        if matches!(self.column, Column::Attribute(_)) {
            return Ok(());
        }
        let mut empty = match kind {
            Kind::Items => EditRecord::Item(Box::default()),
            Kind::Faqs => EditRecord::Faq(Box::default()),
        };
        self.run(&mut empty, &mut false)
    }

    fn run(&self, record: &mut EditRecord, deleted: &mut bool) -> Result<(), FieldError> {
        if let (Act::Packages(edit), EditRecord::Item(draft)) = (&self.act, &mut *record) {
            return edit.run(draft).map_err(|refused| refused.at(&self.column.name()));
        }
        let slot = match (record, &self.column) {
            (_, Column::Deleted) => Some(Slot::Deleted(deleted)),
            (EditRecord::Item(draft), column) => of_item(draft, column),
            (EditRecord::Faq(draft), column) => of_faq(draft, column),
        };
        let name = self.column.name();
        let Some(slot) = slot else {
            return Err(FieldError::new(&name, FieldErrorCode::UnknownField, "", ""));
        };
        let done = match &self.act {
            Act::Set(value) => slot.set(value),
            Act::Put(value) => slot.put(value),
            Act::Clear => slot.clear(),
            Act::Add(values) => slot.add(values),
            Act::Remove(values) => slot.remove(values),
            Act::Replace(find, with) => slot.replace(find, with),
            Act::Merge(find, with) => slot.merge(find, with),
            Act::Percent(percent) => slot.percent(*percent),
            // Those of items are done, and a FAQ has none.
            Act::Packages(_) => Err(SlotRefusal::not_possible("")),
        };
        done.map_err(|refused| refused.at(&name))
    }
}

/// Why a value does not fit the field of its column.
fn misfit_error(column: &Column, value: &Value, misfit: FieldMisfit) -> FieldError {
    let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    FieldError::new(&column.name(), misfit.code, &shown, misfit.allowed)
}

/// The column of a field that an edit may write; the error names those that it may, of items `of_packages` too.
fn writable_column(kind: Kind, field: &str, of_packages: &[&str]) -> Result<Column, FieldError> {
    Column::parse(kind, field).filter(Column::is_written).ok_or_else(|| {
        let columns = Column::fixed_columns(kind).filter(Column::is_written).map(|column| column.name());
        let mut allowed: Vec<String> = columns.collect();
        if kind == Kind::Items {
            allowed.extend(of_packages.iter().chain(&["attributes.*"]).map(|name| (*name).to_owned()));
        }
        let shown: String = field.chars().take(120).collect();
        FieldError::new(&shown, FieldErrorCode::UnknownField, field, allowed.join(", "))
    })
}

/// A percentage from -100 up, with a comma or a point, with or without the sign.
fn parse_percent(field: &str, text: &str) -> Result<Decimal, FieldError> {
    let plain = text.trim().trim_end_matches('%').trim().replace(',', ".");
    let number = Decimal::from_str(plain.trim_start_matches('+')).ok();
    number.filter(|n| *n >= Decimal::from(-100) && *n <= Decimal::from(MAX_PERCENT)).ok_or_else(|| {
        let allowed = format!("-100..{MAX_PERCENT}");
        FieldError::new(field, FieldErrorCode::InvalidNumber, text, allowed)
    })
}

/// Applies `steps` one after the other and checks the fields that they name, as of `now`, and that an item has what
/// `fields` require of it, where it lacked it not already.
///
/// # Errors
/// The fields that cannot be stored; the record is as it was then.
pub fn apply_all(
    record: &mut EditRecord,
    deleted: &mut bool,
    steps: &[Step],
    fields: &DefinedFields,
    now: DateTime<Utc>,
) -> Result<(), EditError> {
    let (mut edited, mut now_deleted) = (record.clone(), *deleted);
    for step in steps {
        let before = if step.field.is_some() { edited.value(&step.column) } else { Value::Null };
        let done = step.run(&mut edited, &mut now_deleted);
        done.and_then(|()| step.read_changed(&mut edited, &before)).map_err(|error| vec![error])?;
    }
    let columns: Vec<&Column> = steps.iter().map(|step| &step.column).collect();
    edited.check(&columns, now)?;
    if let (EditRecord::Item(before), EditRecord::Item(after)) = (&*record, &edited) {
        let missing = fields.find_missing(after, Some(before));
        if !missing.is_empty() {
            return Err(missing);
        }
    }
    *record = edited;
    *deleted = now_deleted;
    Ok(())
}

impl EditRecord {
    /// Cleans and checks `columns` alone.
    fn check(&mut self, columns: &[&Column], now: DateTime<Utc>) -> Result<(), EditError> {
        match self {
            Self::Item(draft) => {
                let mut probe = ItemDraft { name: "-".into(), ..ItemDraft::default() };
                copy_item(draft, &mut probe, columns);
                copy_item(&probe.check()?, draft, columns);
            }
            Self::Faq(draft) => {
                let mut probe = FaqDraft { question: "-".into(), answer: "-".into(), ..FaqDraft::default() };
                copy_faq(draft, &mut probe, columns);
                copy_faq(&probe.check(now)?, draft, columns);
            }
        }
        Ok(())
    }

    /// Name of the item, or question of the FAQ, that is edited.
    pub fn title(&self) -> &str {
        match self {
            Self::Item(draft) => &draft.name,
            Self::Faq(draft) => &draft.question,
        }
    }

    /// Value of a cell of the edited record, `null` where it has none.
    pub fn value(&self, column: &Column) -> Value {
        let text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::String);
        match (self, column) {
            (Self::Item(draft), Column::Name) => Value::String(draft.name.clone()),
            (Self::Item(draft), Column::Description) => text(&draft.description),
            (Self::Item(draft), Column::Notes) => text(&draft.notes),
            (Self::Item(draft), Column::Category) => text(&draft.category),
            (Self::Item(draft), Column::Manufacturer) => text(&draft.manufacturer),
            (Self::Item(draft), Column::Price) => serde_json::to_value(draft.price).unwrap_or_default(),
            (Self::Item(draft), Column::Currency) => Value::String(draft.currency_or_default().to_owned()),
            (Self::Item(draft), Column::Packages) => {
                serde_json::to_value(draft.packages.as_deref().unwrap_or_default()).unwrap_or_default()
            }
            (Self::Item(draft), Column::Attribute(key)) => {
                draft.attributes.get(key).cloned().unwrap_or_default()
            }
            (Self::Faq(draft), Column::Question) => Value::String(draft.question.clone()),
            (Self::Faq(draft), Column::Answer) => Value::String(draft.answer.clone()),
            (Self::Faq(draft), Column::ApprovedAt) => {
                serde_json::to_value(draft.approved_at).unwrap_or_default()
            }
            (_, Column::ExternalId) => text(self.external_id()),
            (_, Column::Tags) => self.tags().iter().cloned().map(Value::String).collect(),
            (_, Column::Status) => Value::String(self.status().to_owned()),
            _ => Value::Null,
        }
    }

    /// Values of a cell before and after the edit where they differ; of packages, those that do.
    pub fn difference(&self, after: &Self, column: &Column) -> Option<(Value, Value)> {
        let (from, to) = match (self, after, column) {
            (Self::Item(before), Self::Item(after), Column::Packages) => {
                let packages = |draft: &ItemDraft| draft.packages.clone().unwrap_or_default();
                let (before, after) = (packages(before), packages(after));
                let (from, to) = differing_packages(&before, &after);
                (serde_json::to_value(from).ok()?, serde_json::to_value(to).ok()?)
            }
            _ => (self.value(column), after.value(column)),
        };
        (from != to).then_some((from, to))
    }

    /// The fields in `columns` as the database stores them: exact prices as text, attributes as one
    /// object.
    pub fn stored_values(&self, columns: &[Column]) -> Map<String, Value> {
        let value = |column: &Column| match (self, column) {
            (Self::Item(draft), Column::Attribute(_)) => Value::Object(draft.attributes.clone()),
            (Self::Item(draft), Column::Price) => {
                draft.price.map_or(Value::Null, |price| Value::String(price.to_string()))
            }
            (_, column) => self.value(column),
        };
        columns.iter().map(|column| (column.column_name().to_owned(), value(column))).collect()
    }

    fn external_id(&self) -> &Option<String> {
        match self {
            Self::Item(draft) => &draft.external_id,
            Self::Faq(draft) => &draft.external_id,
        }
    }

    fn tags(&self) -> &[String] {
        match self {
            Self::Item(draft) => &draft.tags,
            Self::Faq(draft) => &draft.tags,
        }
    }

    fn status(&self) -> &str {
        match self {
            Self::Item(draft) => draft.status.as_str(),
            Self::Faq(draft) => draft.status.as_str(),
        }
    }
}

/// Copies the fields of `columns` and no others.
fn copy_item(from: &ItemDraft, to: &mut ItemDraft, columns: &[&Column]) {
    for column in columns {
        match column {
            Column::ExternalId => to.external_id.clone_from(&from.external_id),
            Column::Name => to.name.clone_from(&from.name),
            Column::Description => to.description.clone_from(&from.description),
            Column::Notes => to.notes.clone_from(&from.notes),
            Column::Category => to.category.clone_from(&from.category),
            Column::Manufacturer => to.manufacturer.clone_from(&from.manufacturer),
            Column::Price => to.price = from.price,
            Column::Currency => to.currency.clone_from(&from.currency),
            Column::Tags => to.tags.clone_from(&from.tags),
            Column::Status => to.status = from.status,
            Column::Packages => to.packages.clone_from(&from.packages),
            Column::Attribute(_) => to.attributes.clone_from(&from.attributes),
            _ => {}
        }
    }
}

/// Copies the fields of `columns` and no others.
fn copy_faq(from: &FaqDraft, to: &mut FaqDraft, columns: &[&Column]) {
    for column in columns {
        match column {
            Column::ExternalId => to.external_id.clone_from(&from.external_id),
            Column::Question => to.question.clone_from(&from.question),
            Column::Answer => to.answer.clone_from(&from.answer),
            Column::ApprovedAt => to.approved_at = from.approved_at,
            Column::Tags => to.tags.clone_from(&from.tags),
            Column::Status => to.status = from.status,
            _ => {}
        }
    }
}
