//! CSV import and export of each finance kind. A file exported here and imported again changes nothing.

use super::columns::{CellKind, Column, columns_of};
use super::noun::{Noun, list};
use super::rows::read_rows;
use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::files::formula_guard::guard_formula;
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::personal::finance::Entry;
use celeiro_domain::personal::finance::bill::BillFields;
use celeiro_domain::personal::finance::codes::FinanceTable;
use celeiro_domain::personal::finance::debt::DebtFields;
use celeiro_domain::personal::finance::expense::ExpenseFields;
use celeiro_domain::personal::finance::income::IncomeFields;
use celeiro_domain::personal::finance::investment::InvestmentFields;
use celeiro_domain::personal::finance::money::{Money, read_text};
use celeiro_domain::personal::finance::month::Month;
use celeiro_domain::personal::wall_clock::wall_time_of;
use celeiro_domain::personal::write::PersonalWrite;
use celeiro_domain::search::Lang;
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, Utc};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use specta::Type;
use uuid::Uuid;

/// Most problems that an answer lists.
const MAX_PROBLEMS: usize = 100;

/// Which table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportFinance {
    /// The table.
    pub table: FinanceTable,
}

/// A table of CSV.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceFile {
    /// A name for the file.
    pub name: String,
    /// Its text, in UTF-8 with a mark at the beginning, as spreadsheets need it.
    pub content: String,
    /// Rows without the heading.
    pub rows: u32,
}

/// A table to be entered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportFinance {
    /// The table.
    pub table: FinanceTable,
    /// The text of the file: a heading, then at most 5,000 rows, with `;` or `,` between the cells.
    pub content: String,
    /// Chosen by the client: asking again under the same id does nothing twice. The import is taken back by it.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
}

/// What became of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFinance {
    /// Records that are new.
    pub added: u32,
    /// Records that became different.
    pub changed: u32,
    /// Rows that were there already.
    pub unchanged: u32,
}

/// A kind of records as a table of CSV, in the caller's language.
///
/// # Errors
/// `personal_off`.
pub async fn export_finance(
    app: &App,
    caller: &Caller,
    request: ExportFinance,
) -> Result<FinanceFile, AppError> {
    let zone = require_on(app)?;
    let (today, lang) = (today_in(&zone), caller.lang);
    match request.table {
        FinanceTable::Bills => {
            let bills = on_days_of(list::<BillFields>(app).await?, &zone);
            write_table(request.table, bills, lang, today)
        }
        FinanceTable::Expenses => write_table(request.table, list::<ExpenseFields>(app).await?, lang, today),
        FinanceTable::Incomes => write_table(request.table, list::<IncomeFields>(app).await?, lang, today),
        FinanceTable::Debts => write_table(request.table, list::<DebtFields>(app).await?, lang, today),
        FinanceTable::Investments => {
            write_table(request.table, list::<InvestmentFields>(app).await?, lang, today)
        }
    }
}

/// Enters the rows of a table of CSV: all of them or none. A row that says what a record says already changes nothing.
/// Records that recur, debts and investments are known by their names, and become as the row says.
///
/// # Errors
/// `personal_off`, `invalid_fields` with rows and columns, `invalid_request` for no table; `conflict` where a record
/// was changed in this moment.
pub async fn import_finance(
    app: &App,
    caller: &Caller,
    request: ImportFinance,
) -> Result<ImportedFinance, AppError> {
    match request.table {
        FinanceTable::Bills => import::<BillFields>(app, caller, &request).await,
        FinanceTable::Expenses => import::<ExpenseFields>(app, caller, &request).await,
        FinanceTable::Incomes => import::<IncomeFields>(app, caller, &request).await,
        FinanceTable::Debts => import::<DebtFields>(app, caller, &request).await,
        FinanceTable::Investments => import::<InvestmentFields>(app, caller, &request).await,
    }
}

/// Bills that were paid at noon of the days on which they were paid in `zone`: a table has days alone, and an evening
/// is another day elsewhere.
fn on_days_of(mut bills: Vec<Entry<BillFields>>, zone: &str) -> Vec<Entry<BillFields>> {
    for payment in bills.iter_mut().flat_map(|bill| bill.fields.payments.values_mut()) {
        let noon = wall_time_of(payment.paid_at, zone).map(|at| noon_on(at.date()));
        payment.paid_at = noon.unwrap_or(payment.paid_at);
    }
    bills
}

fn write_table<T: Noun>(
    table: FinanceTable,
    entries: Vec<Entry<T>>,
    lang: Lang,
    today: NaiveDate,
) -> Result<FinanceFile, AppError> {
    let columns = columns_of(table);
    let delimiter = if lang == Lang::PtBr { b';' } else { b',' };
    let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let report_failure = |error: csv::Error| AppError::internal(error.to_string());
    let names =
        columns.iter().map(|column| if lang == Lang::PtBr { column.portuguese } else { column.field });
    writer.write_record(names).map_err(report_failure)?;
    let mut rows = 0;
    for entry in &entries {
        for month in entry.fields.months() {
            let shown = serde_json::to_value(T::show(entry, month, today))?;
            let cells = columns.iter().map(|column| write_cell(lang, column.kind, &shown[column.field]));
            writer.write_record(cells).map_err(report_failure)?;
            rows += 1;
        }
    }
    let bytes = writer.into_inner().map_err(|error| AppError::internal(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|error| AppError::internal(error.to_string()))?;
    let name = format!("{}-{today}.csv", table.as_str());
    Ok(FinanceFile { name, content: format!("\u{feff}{text}"), rows })
}

fn write_cell(lang: Lang, kind: CellKind, value: &Value) -> String {
    let own = lang == Lang::PtBr;
    match (kind, value) {
        (_, Value::Null) => String::new(),
        (CellKind::Flag, Value::Bool(flag)) => match (flag, own) {
            (true, true) => "sim".to_owned(),
            (false, true) => "não".to_owned(),
            (flag, false) => flag.to_string(),
        },
        (CellKind::Amount, Value::Number(number)) => {
            let plain =
                read_text(&number.to_string(), None).map_or_else(|_| number.to_string(), Money::to_plain);
            if own { plain.replace('.', ",") } else { plain }
        }
        (CellKind::Month, Value::String(text)) if own => {
            text.split_once('-').map_or_else(|| text.clone(), |(year, month)| format!("{month}/{year}"))
        }
        (CellKind::Day, Value::String(text)) => {
            match text.get(..10).and_then(|day| day.parse::<NaiveDate>().ok()) {
                Some(day) if own => day.format("%d/%m/%Y").to_string(),
                Some(day) => day.to_string(),
                None => text.clone(),
            }
        }
        (_, Value::String(text)) => guard_formula(text).into_owned(),
        (_, other) => other.to_string(),
    }
}

/// Records as they become, row by row.
struct TableImport<T: Noun> {
    entries: Vec<Entry<T>>,
    /// Beside each: whether a row of the file says the same, and what becomes of it.
    marks: Vec<Mark>,
    done: ImportedFinance,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Fate {
    #[default]
    Stays,
    Changes,
    IsNew,
}

#[derive(Clone, Copy, Default)]
struct Mark {
    is_met: bool,
    fate: Fate,
}

async fn import<T: Noun>(
    app: &App,
    caller: &Caller,
    request: &ImportFinance,
) -> Result<ImportedFinance, AppError> {
    let today = today_in(&require_on(app)?);
    let rows = read_rows(columns_of(request.table), &request.content)?;
    let entries = list::<T>(app).await?;
    let marks = vec![Mark::default(); entries.len()];
    let mut imported = TableImport { entries, marks, done: ImportedFinance::default() };
    let mut problems = Vec::new();
    for row in rows {
        let found = row.cells.and_then(|cells| imported.take(cells, today));
        if let Err(errors) = found {
            problems.extend(
                errors.into_iter().map(|error| name_place(error, row.line, columns_of(request.table))),
            );
        }
        if problems.len() >= MAX_PROBLEMS {
            break;
        }
    }
    if !problems.is_empty() {
        return Err(AppError::fields(problems));
    }
    let changes: Vec<PersonalWrite> = imported
        .entries
        .into_iter()
        .zip(&imported.marks)
        .filter(|(_, mark)| mark.fate != Fate::Stays)
        .map(|(entry, mark)| PersonalWrite {
            id: entry.id,
            version: (mark.fate == Fate::Changes).then_some(entry.version),
            content: entry.fields.into_content(),
        })
        .collect();
    app.store().save_personal_together(&changes, &new_write(caller, request.operation_id)).await?;
    Ok(imported.done)
}

impl<T: Noun> TableImport<T> {
    /// Takes a row in.
    fn take(&mut self, mut cells: Map<String, Value>, today: NaiveDate) -> Result<(), Vec<FieldError>> {
        let paid = cells.remove("amountPaid").and_then(|amount| read_text(amount.as_str()?, None).ok());
        // A payment of nothing is none.
        let paid_at = cells.remove("paidAt").filter(|_| paid != Some(Money::ZERO));
        let paid_at = paid_at.and_then(|day| noon_of(&day));
        let paid = paid.filter(|amount| *amount > Money::ZERO);
        let as_new = T::check(read_draft(&cells)?, None, today)?;
        let known = self.entries.iter().position(|entry| entry.fields.is_known_as(&as_new));
        if let Some(at) = known {
            self.fill_in(at, &mut cells, today);
        }
        let draft: T::Draft = read_draft(&cells)?;
        let month = T::month_of(&draft).unwrap_or_else(|| Month::of(today));
        let before = known.map(|at| &self.entries[at].fields);
        let fields = T::check(draft, before, today)?;
        let pay = |fields: T| match paid_at {
            Some(at) => fields.pay_on(month, paid, at),
            None => fields,
        };
        match known {
            Some(at) => self.put(at, pay(fields)),
            None => match self.find_twin(&fields) {
                Some(at) => self.put(at, pay(self.entries[at].fields.clone())),
                None => {
                    let fields = pay(fields);
                    self.entries.push(Entry {
                        id: Uuid::now_v7(),
                        version: 0,
                        updated_at: Utc::now(),
                        fields,
                    });
                    self.marks.push(Mark { is_met: true, fate: Fate::IsNew });
                    self.done.added += 1;
                }
            },
        }
        Ok(())
    }

    /// A record becomes as a row says.
    fn put(&mut self, at: usize, fields: T) {
        self.marks[at].is_met = true;
        if self.entries[at].fields == fields {
            self.done.unchanged += 1;
            return;
        }
        self.entries[at].fields = fields;
        if self.marks[at].fate == Fate::Stays {
            self.marks[at].fate = Fate::Changes;
            self.done.changed += 1;
        }
    }

    /// A record of one month that a row means, and that no other row has met.
    fn find_twin(&self, row: &T) -> Option<usize> {
        let mut all = self.entries.iter().zip(&self.marks);
        all.position(|(entry, mark)| !mark.is_met && entry.fields.is_twin_of(row))
    }

    /// What came in a month stays where a row has nothing in its place.
    fn fill_in(&self, at: usize, cells: &mut Map<String, Value>, today: NaiveDate) {
        let month = cells.get("monthYear").and_then(Value::as_str).and_then(Month::parse);
        let month = month.unwrap_or_else(|| Month::of(today));
        let Ok(shown) = serde_json::to_value(T::show(&self.entries[at], month, today)) else { return };
        if let Some(actual) = shown.get("actualAmount").filter(|actual| !actual.is_null()) {
            cells.entry("actualAmount").or_insert_with(|| actual.clone());
        }
    }
}

fn read_draft<D: DeserializeOwned>(cells: &Map<String, Value>) -> Result<D, Vec<FieldError>> {
    let wrong = |error: serde_json::Error| {
        vec![FieldError::new("", FieldErrorCode::InvalidRow, &error.to_string(), "")]
    };
    serde_json::from_value(Value::Object(cells.clone())).map_err(wrong)
}

/// A day without its hour.
fn noon_of(day: &Value) -> Option<DateTime<Utc>> {
    let day: NaiveDate = day.as_str()?.parse().ok()?;
    Some(noon_on(day))
}

fn noon_on(day: NaiveDate) -> DateTime<Utc> {
    (day.and_time(NaiveTime::MIN) + TimeDelta::hours(12)).and_utc()
}

/// An error with its row and the name of its column: `3 · valor (amount)`.
fn name_place(error: FieldError, line: u64, columns: &[Column]) -> FieldError {
    let column = columns.iter().find(|column| column.field == error.field);
    let name =
        column.map_or_else(String::new, |column| format!(" · {} ({})", column.portuguese, column.field));
    FieldError { field: format!("{line}{name}"), ..error }
}

#[cfg(test)]
mod tests;
