//! Operations on an uploaded stock list: its columns, and the import of its counts.

use super::place_columns::PlaceColumn;
use super::stock_file::{
    StockHeading, count_unlike_sums, find_heading, list_unread_sheets, propose_place, read_known_places,
    read_rows, read_whole_file, refuse_heading,
};
use crate::app::{App, Caller};
use crate::catalog::stock::list::row_match::read_moment;
use crate::catalog::stock::list::stock_list::{ImportStock, StockListOutcome, import_stock};
use crate::catalog::stock::list::stock_row::RowRules;
use crate::error::AppError;
use crate::files::transfer::Purpose;
use crate::files::transfer::api::find_upload;
use crate::import::api::of_upload;
use crate::import::wire::ImportHeadRow;
use crate::import::{
    FileFacts, RawFile, RawRow, StockColumn, cell_text, display_name, make_head_row, sample_values,
};
use crate::personal::switch::time_zone;
use celeiro_domain::catalog::DecimalMark;
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Columns that are shown, and may be said to hold something.
const MAX_COLUMNS: usize = 300;
/// Rows at the beginning among which the heading may be chosen.
const HEAD_ROWS: usize = 100;
/// Rows below the heading of which values are shown.
const SAMPLE_ROWS: usize = 300;

/// Which file of stock is looked into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StockFileColumns {
    /// The file.
    pub upload_id: Uuid,
    /// The sheet of a workbook; the first with a list where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row with the names of the columns, from 1; found out where absent.
    #[serde(default)]
    pub heading_row: Option<u32>,
}

/// A column of a file of stock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockFileColumn {
    /// Its place, from 0.
    pub at: u32,
    /// Its name; one without is called by its number.
    pub name: String,
    /// What it holds by its name.
    pub column: Option<StockColumn>,
    /// Of a quantity: the place that the column is of, by its name. Absent where rows say their place, or none does.
    #[serde(default)]
    pub place: Option<String>,
    /// Some of what stands in it.
    pub samples: Vec<String>,
}

/// What is in a file of stock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockFile {
    /// How the file is read.
    pub file: FileFacts,
    /// The row with the names of the columns, 0 where every row has them; absent where none was found: it is to be
    /// chosen then.
    pub heading_row: Option<u32>,
    /// The first 300 columns below it.
    pub columns: Vec<StockFileColumn>,
    /// The first rows that have something in them, at most 100: another of them may be chosen.
    pub head: Vec<ImportHeadRow>,
    /// Sheets of which nothing is read; hidden ones are left out.
    #[serde(default)]
    pub unread_sheets: Vec<String>,
    /// The place that the rows are likely of, by the name of the sheet; absent where a column says places, or no name
    /// does.
    #[serde(default)]
    pub place: Option<String>,
}

/// What a person said that a column holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StockColumnChoice {
    /// Its place, from 0.
    pub at: u32,
    /// What it holds.
    pub column: StockColumn,
    /// Of a quantity: the place that the column is of, at most 120 characters. With it several columns may hold
    /// quantities, each of another place, and none the place of its row.
    #[serde(default)]
    pub place: Option<String>,
}

/// A file of stock, and how it is to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportStockFile {
    /// The file.
    pub upload_id: Uuid,
    /// The sheet of a workbook; the first with a list where absent.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row with the names of the columns, from 1; found out where absent.
    #[serde(default)]
    pub heading_row: Option<u32>,
    /// What its columns hold, all of them; by their names where absent.
    #[serde(default)]
    pub columns: Option<Vec<StockColumnChoice>>,
    /// The sign before the decimals of written quantities, where they could be read in two ways.
    #[serde(default)]
    pub decimal: Option<DecimalMark>,
    /// When the rows were counted that say no moment: a moment, or a day such as 2026-11-28, which counts to its end.
    /// Now where absent.
    #[serde(default)]
    pub counted_at: Option<String>,
    /// The place of the rows that name none, at most 120 characters; blank where the dealer has one alone.
    #[serde(default)]
    pub place: Option<String>,
    /// Chosen by the client: asking again under the same id does nothing twice.
    #[serde(default)]
    pub operation_id: Option<Uuid>,
    /// The digest of the preview that was looked at: nothing is stored where the counts would do something else by now.
    #[serde(default)]
    pub digest: Option<String>,
}

/// The columns of a file of stock, and what they are taken for.
///
/// # Errors
/// `transfer_gone`, `upload_incomplete`, `file_format_unknown`, `file_unreadable`, `file_parser_failed`;
/// `invalid_request` for more than 200,000 lines or 2,000,000 cells.
pub async fn stock_file_columns(
    app: &App,
    caller: &Caller,
    request: StockFileColumns,
) -> Result<StockFile, AppError> {
    let file = read_upload(app, caller, request.upload_id, request.sheet).await?;
    let heading = find_heading(&file.rows, request.heading_row, &read_known_places(app).await?);
    Ok(StockFile {
        heading_row: heading.as_ref().and_then(|heading| file.rows.get(heading.at)).map(|row| row.number),
        columns: heading.as_ref().map(|heading| describe_columns(&file.rows, heading)).unwrap_or_default(),
        head: list_head_rows(&file),
        unread_sheets: list_unread_sheets(&file.facts),
        place: heading.as_ref().and_then(|heading| propose_place(&file.facts, heading)),
        file: file.facts,
    })
}

/// What storing the counts of a file would change.
///
/// # Errors
/// As [`stock_file_columns`]; `invalid_fields` where no column holds a quantity, or none says what it is of;
/// `invalid_request` where two columns are said to hold one thing, or the quantities of one place, for a heading or a column that is not there, for no
/// rows or more than 50,000, and for a moment that is none.
pub async fn preview_stock_file(
    app: &App,
    caller: &Caller,
    request: ImportStockFile,
) -> Result<StockListOutcome, AppError> {
    take_stock_file(app, caller, request, true).await
}

/// Stores the counts of a file, each by itself, as one operation.
///
/// # Errors
/// As [`preview_stock_file`]; `selection_changed` where the counts would do something else than was looked at.
pub async fn import_stock_file(
    app: &App,
    caller: &Caller,
    request: ImportStockFile,
) -> Result<StockListOutcome, AppError> {
    let upload = request.upload_id;
    let outcome = take_stock_file(app, caller, request, false).await?;
    app.transfers().note_stored(upload);
    Ok(outcome)
}

async fn take_stock_file(
    app: &App,
    caller: &Caller,
    request: ImportStockFile,
    dry_run: bool,
) -> Result<StockListOutcome, AppError> {
    let counted_at = request.counted_at.as_deref().map(|text| read_count_moment(app, text)).transpose()?;
    let file = read_upload(app, caller, request.upload_id, request.sheet).await?;
    let known = read_known_places(app).await?;
    let heading = match (find_heading(&file.rows, request.heading_row, &known), request.heading_row) {
        (Some(heading), _) => heading,
        (None, Some(_)) => return Err(AppError::invalid_request("headingRow").detail("path", "headingRow")),
        (None, None) => return Err(refuse_heading()),
    };
    let heading = match request.columns {
        Some(chosen) => read_choices(&chosen, heading)?,
        None => heading,
    };
    if !heading.is_complete() {
        return Err(refuse_heading());
    }
    let unlike_sums = count_unlike_sums(&file.rows, &heading, request.decimal);
    let list = ImportStock {
        rows: read_rows(&file.rows, &heading)?,
        dry_run: Some(dry_run),
        decimal: request.decimal,
        counted_at,
        place: request.place,
        file: Some(find_upload(app, caller, request.upload_id, Purpose::Import)?.name),
        operation_id: request.operation_id,
        digest: request.digest,
    };
    Ok(StockListOutcome { unlike_sums, ..import_stock(app, caller, list).await? })
}

async fn read_upload(
    app: &App,
    caller: &Caller,
    id: Uuid,
    sheet: Option<String>,
) -> Result<RawFile, AppError> {
    let file = find_upload(app, caller, id, Purpose::Import)?;
    let mut request = of_upload(Kind::Items, &file, caller);
    // As in imports of records, a list may go on in the next sheet.
    request.sheet = sheet;
    read_whole_file(caller, &request).await
}

fn read_count_moment(app: &App, text: &str) -> Result<DateTime<Utc>, AppError> {
    let now = Utc::now();
    let rules = RowRules { now, counted_at: now, decimal: None, place: None, zone: time_zone(app) };
    read_moment(text.trim(), &rules).ok_or_else(|| {
        AppError::invalid_request("countedAt: 2026-11-28 | 2026-11-28T08:30:00Z").detail("path", "countedAt")
    })
}

/// The heading with the columns that a person said, in place of those by their names.
fn read_choices(chosen: &[StockColumnChoice], heading: StockHeading) -> Result<StockHeading, AppError> {
    let refuse = || AppError::invalid_request("columns").detail("path", "columns");
    let found = heading.places;
    let mut said = StockHeading { columns: Vec::new(), places: Vec::new(), ..heading };
    for choice in chosen {
        let at = choice.at as usize;
        let is_read =
            said.columns.iter().any(|(_, other)| *other == at) || said.places.iter().any(|one| one.at == at);
        let place = choice.place.as_deref().map(str::trim).filter(|place| !place.is_empty());
        let is_held = match place {
            Some(place) => said.places.iter().any(|one| normalize_text(&one.place) == normalize_text(place)),
            None => said.columns.iter().any(|(column, _)| *column == choice.column),
        };
        if is_read || is_held || at >= said.names.len() {
            return Err(refuse());
        }
        match place {
            Some(place) if choice.column == StockColumn::Quantity => {
                said.places.push(PlaceColumn { at, place: place.to_owned() });
            }
            Some(_) => return Err(refuse()),
            None => said.columns.push((choice.column, at)),
        }
    }
    // Without one of its places a sum is another.
    let has_place = |one: &PlaceColumn| said.places.iter().any(|place| place.at == one.at);
    let has_all = said.places.len() == found.len() && found.iter().all(has_place);
    said.sum = said.sum.filter(|at| has_all && said.columns.iter().all(|(_, other)| other != at));
    let is_beside =
        said.columns.iter().any(|(column, _)| matches!(column, StockColumn::Quantity | StockColumn::Place));
    if is_beside && !said.places.is_empty() { Err(refuse()) } else { Ok(said) }
}

/// The columns that have a name, or something in them.
fn describe_columns(rows: &[RawRow], heading: &StockHeading) -> Vec<StockFileColumn> {
    let below = rows.get(heading.at + 1..).unwrap_or_default();
    let below = below.get(..SAMPLE_ROWS).unwrap_or(below);
    let columns = heading.names.iter().enumerate().take(MAX_COLUMNS).map(|(at, name)| {
        let place = heading.places.iter().find(|one| one.at == at).map(|one| one.place.clone());
        let by_name = heading.columns.iter().find(|(_, place)| *place == at).map(|(column, _)| *column);
        StockFileColumn {
            at: u32::try_from(at).unwrap_or(u32::MAX),
            name: display_name(name, at).into_owned(),
            column: if place.is_some() { Some(StockColumn::Quantity) } else { by_name },
            place,
            samples: sample_values(below.iter().filter_map(|row| row.cells.get(at))),
        }
    });
    let is_blank = |column: &StockFileColumn| {
        let name = heading.names.get(column.at as usize);
        column.samples.is_empty() && name.is_none_or(|name| name.trim().is_empty())
    };
    columns.filter(|column| !is_blank(column)).collect()
}

fn list_head_rows(file: &RawFile) -> Vec<ImportHeadRow> {
    let rows = file.list_first_table().map(|row| make_head_row(row.number, row.cells.iter().map(cell_text)));
    rows.filter(|row| !row.cells.is_empty()).take(HEAD_ROWS).map(ImportHeadRow::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn heading() -> StockHeading {
        StockHeading {
            at: 0,
            names: vec!["Código".into(), String::new(), "Saldo".into()],
            columns: vec![(StockColumn::Code, 0), (StockColumn::Quantity, 2)],
            places: Vec::new(),
            sum: None,
        }
    }

    #[test]
    fn what_a_person_said_takes_the_place_of_what_names_say() {
        let choice = |at, column| StockColumnChoice { at, column, place: None };
        let read =
            |chosen: &[StockColumnChoice]| read_choices(chosen, heading()).ok().map(|said| said.columns);
        let said = [choice(1, StockColumn::Name), choice(2, StockColumn::Quantity)];
        assert_eq!(read(&said), Some(vec![(StockColumn::Name, 1), (StockColumn::Quantity, 2)]));
        for refused in [
            [choice(1, StockColumn::Name), choice(2, StockColumn::Name)],
            [choice(2, StockColumn::Name), choice(2, StockColumn::Quantity)],
            [choice(1, StockColumn::Name), choice(3, StockColumn::Quantity)],
        ] {
            assert_eq!(read(&refused), None);
        }
    }

    #[test]
    fn several_columns_hold_quantities_where_each_is_of_another_place() {
        use StockColumn::{Code, Place, Quantity};
        let choice = |at, column, place: Option<&str>| StockColumnChoice {
            at,
            column,
            place: place.map(str::to_owned),
        };
        let read =
            |chosen: &[StockColumnChoice]| read_choices(chosen, heading()).ok().map(|said| said.places);
        let said =
            [choice(0, Code, None), choice(1, Quantity, Some(" Loja ")), choice(2, Quantity, Some("CD"))];
        let place = |at, place: &str| PlaceColumn { at, place: place.to_owned() };
        assert_eq!(read(&said), Some(vec![place(1, "Loja"), place(2, "CD")]));
        for refused in [
            [choice(1, Quantity, Some("Loja")), choice(2, Quantity, Some("LOJA"))],
            [choice(1, Quantity, Some("Loja")), choice(2, Quantity, None)],
            [choice(1, Quantity, Some("Loja")), choice(2, Place, None)],
            [choice(1, Quantity, None), choice(2, Code, Some("Loja"))],
        ] {
            assert_eq!(read(&refused), None);
        }
    }

    #[test]
    fn a_column_without_a_name_is_called_by_its_number_and_one_without_anything_is_left_out() {
        let row = |number, cells| RawRow { number, cells };
        let rows = [
            row(1, vec![json!("Código"), json!(null), json!("Saldo")]),
            row(2, vec![json!("A-1"), json!("Base"), json!(3)]),
        ];
        let told: Vec<(u32, String)> =
            describe_columns(&rows, &heading()).into_iter().map(|one| (one.at, one.name)).collect();
        assert_eq!(told, [(0, "Código".into()), (1, "column_2".into()), (2, "Saldo".into())]);
        assert_eq!(describe_columns(&rows[..1], &heading()).len(), 2);
    }
}
