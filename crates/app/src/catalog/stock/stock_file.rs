//! A list of stock from a file of another program: CSV, XLSX, JSON Lines or PDF, its columns known by words of the
//! trade, or as a person said. The file is read by the child that reads imports.

use super::stock_list::MAX_ROWS;
use super::stock_row::StockRow;
use crate::app::Caller;
use crate::error::AppError;
use crate::import::{
    Hints, ImportRequest, RawFile, RawRow, StockColumn, cell_text, find_stock_columns, read_raw_rows,
    to_app_error,
};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use std::path::PathBuf;

/// Lines of a file at most: blank ones, those between groups and sums are no rows of the list.
const MAX_LINES: usize = 200_000;
/// Rows at the beginning among which the heading is looked for.
const HEADING_ROWS: usize = 100;

/// A column that is known, and its place from 0.
pub(super) type KnownColumn = (StockColumn, usize);

/// Where the names of the columns stand in a file, and what its columns hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StockHeading {
    /// The place of its row among those of the file.
    pub at: usize,
    /// The names of the columns, as the file has them.
    pub names: Vec<String>,
    /// What they hold.
    pub columns: Vec<KnownColumn>,
}

/// The rows of the file at `path`, with their numbers there; blank rows and rows of totals without a product are left
/// out.
///
/// # Errors
/// Those of a file that cannot be read; `invalid_fields` where no row is a heading with a quantity and a code, an EAN or
/// a name, and `invalid_request` for more than 50,000 rows, 200,000 lines or 2,000,000 cells.
pub async fn read_stock_file(
    caller: &Caller,
    path: PathBuf,
    sheet: Option<String>,
) -> Result<Vec<StockRow>, AppError> {
    let mut request = ImportRequest::of_path(Kind::Items, path, &caller.actor);
    request.one_sheet = sheet.is_some();
    request.sheet = sheet;
    let file = read_whole_file(caller, &request).await?;
    let heading = find_heading(&file.rows, None).ok_or_else(refuse_heading)?;
    read_rows(&file.rows, &heading)
}

/// All lines of the file of `request`.
///
/// # Errors
/// Those of a file that cannot be read, and `invalid_request` for more than 200,000 lines or 2,000,000 cells: of such a
/// file the end is not read, and it is refused rather than stored in part.
pub(super) async fn read_whole_file(caller: &Caller, request: &ImportRequest) -> Result<RawFile, AppError> {
    let read = read_raw_rows(request, MAX_LINES).await;
    let file = read.map_err(|error| to_app_error(caller.lang, error, Hints::None))?;
    if file.is_cut { Err(refuse_length()) } else { Ok(file) }
}

fn refuse_length() -> AppError {
    AppError::invalid_request(format!("rows: 1..{MAX_ROWS}")).detail("path", "rows")
}

/// The refusal of a file without the columns that a list of stock needs.
pub(super) fn refuse_heading() -> AppError {
    let allowed = "estoque | saldo | qtde; código | EAN | produto";
    AppError::fields(vec![FieldError::new("heading", FieldErrorCode::Required, "", allowed)])
}

/// The heading: the row of the number `chosen`, or the first row that names what a list of stock needs; `None` where
/// there is no such row.
pub(super) fn find_heading(rows: &[RawRow], chosen: Option<u32>) -> Option<StockHeading> {
    match chosen {
        Some(number) => {
            let at = rows.iter().position(|row| row.number == number)?;
            rows.get(at).map(|row| read_heading(row, at))
        }
        None => {
            let mut first = rows.iter().take(HEADING_ROWS).enumerate();
            first.find_map(|(at, row)| Some(read_heading(row, at)).filter(StockHeading::is_complete))
        }
    }
}

fn read_heading(row: &RawRow, at: usize) -> StockHeading {
    let names: Vec<String> = row.cells.iter().map(cell_text).collect();
    let columns = find_stock_columns(&names);
    StockHeading { at, names, columns }
}

impl StockHeading {
    /// Whether there is a quantity, and what it is of.
    pub(super) fn is_complete(&self) -> bool {
        let has = |wanted: StockColumn| self.columns.iter().any(|(column, _)| *column == wanted);
        has(StockColumn::Quantity)
            && [StockColumn::Code, StockColumn::Ean, StockColumn::Name].into_iter().any(has)
    }
}

/// The rows below the heading.
///
/// # Errors
/// `invalid_request` for more than 50,000.
pub(super) fn read_rows(rows: &[RawRow], heading: &StockHeading) -> Result<Vec<StockRow>, AppError> {
    let below = rows.iter().skip(heading.at + 1);
    let read: Vec<StockRow> = below.filter_map(|row| read_row(row, &heading.columns)).collect();
    if read.len() > MAX_ROWS { Err(refuse_length()) } else { Ok(read) }
}

fn read_row(row: &RawRow, columns: &[KnownColumn]) -> Option<StockRow> {
    let cell = |wanted: StockColumn| {
        let (_, place) = columns.iter().find(|(column, _)| *column == wanted)?;
        row.cells.get(*place)
    };
    let text = |wanted: StockColumn| {
        let text = match cell(wanted)? {
            Value::Null => return None,
            Value::String(text) => text.trim().to_owned(),
            // A code of digits alone comes as a number.
            Value::Number(number) => {
                number.as_u64().map_or_else(|| number.to_string(), |whole| whole.to_string())
            }
            other => other.to_string(),
        };
        Some(text).filter(|text| !text.is_empty())
    };
    let (code, ean, name) = (text(StockColumn::Code), text(StockColumn::Ean), text(StockColumn::Name));
    let is_named = code.is_some() || ean.is_some() || name.as_ref().is_some_and(|name| !is_total(name));
    is_named.then(|| StockRow {
        row: Some(row.number),
        item_id: None,
        code,
        ean,
        name,
        package: text(StockColumn::Package),
        place: text(StockColumn::Place),
        quantity: cell(StockColumn::Quantity).cloned().unwrap_or_default(),
        unit: text(StockColumn::Unit),
        counted_at: text(StockColumn::CountedAt),
    })
}

/// Whether a name is that of a sum below the list.
fn is_total(name: &str) -> bool {
    let folded = normalize_text(name);
    let first = folded.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
    matches!(first, Some("total" | "totais" | "subtotal"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rows(cells: Value) -> Vec<RawRow> {
        let cells: Vec<Vec<Value>> = serde_json::from_value(cells).unwrap();
        cells.into_iter().zip(1..).map(|(cells, number)| RawRow { number, cells }).collect()
    }

    #[test]
    fn the_heading_is_the_first_row_that_names_what_is_needed() {
        let lines = rows(json!([
            ["Posição de estoque", null, null, null, null],
            ["Cód.", "Produto", "Depósito", "Saldo", "Qtd. disp."],
            ["A-1", "Glifosato", "Galpão", "10", "7,5"],
            [null, null, null, null, null],
            [7891000315507u64, null, "Loja", 3, 2],
            [null, "Total geral", null, "13", "9,5"],
        ]));
        let read = read_rows(&lines, &find_heading(&lines, None).unwrap()).unwrap();
        let told: Vec<_> =
            read.iter().map(|row| (row.row, row.code.as_deref(), row.quantity.clone())).collect();
        assert_eq!(told, [(Some(3), Some("A-1"), json!("7,5")), (Some(5), Some("7891000315507"), json!(2))]);
        assert_eq!(read[0].place.as_deref(), Some("Galpão"));
    }

    #[test]
    fn a_chosen_row_is_the_heading_whatever_it_names() {
        let lines = rows(json!([["Código", "Preço"], ["A-1", "10"]]));
        assert_eq!(find_heading(&lines, None), None, "no quantity");
        let chosen = find_heading(&lines, Some(1)).unwrap();
        assert_eq!((chosen.at, chosen.is_complete()), (0, false));
        assert_eq!(chosen.columns, [(StockColumn::Code, 0)]);
        assert_eq!(find_heading(&lines, Some(9)), None);
    }
}
