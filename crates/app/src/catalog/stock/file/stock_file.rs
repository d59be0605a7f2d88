//! Parsing of a stock list from another program's file: CSV, a workbook, JSON Lines or PDF, with columns recognized by
//! words of the trade or mapped by a person. The import's child process reads the file.

use super::place_columns::{KnownColumn, PlaceColumn, find_place_columns, is_blank};
use crate::app::{App, Caller};
use crate::catalog::stock::list::stock_list::{MAX_ROWS, refuse_row_count};
use crate::catalog::stock::list::stock_row::StockRow;
use crate::error::AppError;
use crate::import::{
    FileFacts, Hints, ImportRequest, RawFile, RawRow, StockColumn, cell_text, find_stock_columns,
    read_raw_rows, to_app_error,
};
use celeiro_domain::catalog::stock::StockQuantity;
use celeiro_domain::catalog::{DecimalMark, FieldError, FieldErrorCode};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use std::collections::HashSet;
use std::path::PathBuf;

/// Lines of a file at most: blank ones, those between groups and sums are no rows of the list.
const MAX_LINES: usize = 200_000;
/// Rows at the beginning among which the heading is looked for.
const HEADING_ROWS: usize = 100;

/// Where the names of the columns stand in a file, and what its columns hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StockHeading {
    /// The place of its row among those of the file.
    pub at: usize,
    /// The names of the columns, as the file has them.
    pub names: Vec<String>,
    /// What they hold.
    pub columns: Vec<KnownColumn>,
    /// Those that hold the quantities of one place each; with such, none of the others holds a quantity or a place.
    pub places: Vec<PlaceColumn>,
    /// The column with the sum of these places.
    pub sum: Option<usize>,
}

/// A file of stock that was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadStockFile {
    /// Its rows.
    pub rows: Vec<StockRow>,
    /// Sheets that were not read; hidden ones are left out.
    pub unread_sheets: Vec<String>,
    /// Rows of which the sum that they state is another than that of their places.
    pub unlike_sums: u32,
}

/// The rows of the file at `path`, with their numbers there; blank rows and rows of totals without a product are left
/// out.
///
/// # Errors
/// Those of a file that cannot be read; `invalid_fields` where no row is a heading with a quantity and a code, an EAN or
/// a name, and `invalid_request` for more than 50,000 rows, 200,000 lines or 2,000,000 cells.
pub async fn read_stock_file(
    app: &App,
    caller: &Caller,
    path: PathBuf,
    sheet: Option<String>,
) -> Result<ReadStockFile, AppError> {
    let mut request = ImportRequest::of_path(Kind::Items, path, &caller.actor);
    request.one_sheet = sheet.is_some();
    request.sheet = sheet;
    let file = read_whole_file(caller, &request).await?;
    let known = read_known_places(app).await?;
    let heading = find_heading(&file.rows, None, &known).ok_or_else(refuse_heading)?;
    Ok(ReadStockFile {
        rows: read_rows(&file.rows, &heading)?,
        unread_sheets: list_unread_sheets(&file.facts),
        unlike_sums: count_unlike_sums(&file.rows, &heading, None),
    })
}

/// The folded names of the places that the catalog has.
pub(super) async fn read_known_places(app: &App) -> Result<HashSet<String>, AppError> {
    let places = app.store().stock_places().await?;
    Ok(places.iter().map(|place| normalize_text(place)).collect())
}

/// The sheets of a workbook of which nothing is read; hidden ones are left out.
pub(super) fn list_unread_sheets(facts: &FileFacts) -> Vec<String> {
    let is_read = |name: &String| {
        facts.sheet.as_ref() == Some(name) || facts.tables.iter().any(|table| table.name == *name)
    };
    let is_unread = |name: &&String| !is_read(name) && !facts.hidden_sheets.contains(name);
    facts.sheets.iter().filter(is_unread).cloned().collect()
}

/// Words in the name of a sheet that are of no place.
const NO_PLACES: [&str; 18] = [
    "plan",
    "planilha",
    "sheet",
    "folha",
    "tabela",
    "table",
    "estoque",
    "estoques",
    "stock",
    "inventario",
    "inventory",
    "produtos",
    "dados",
    "data",
    "lista",
    "saldo",
    "saldos",
    "posicao",
];

/// The place that the rows of a sheet are likely of: its name, where it is one of several and no column says places.
pub(super) fn propose_place(facts: &FileFacts, heading: &StockHeading) -> Option<String> {
    let is_place = |(column, _): &KnownColumn| *column == StockColumn::Place;
    let has_places = !heading.places.is_empty() || heading.columns.iter().any(is_place);
    if has_places || !facts.tables.is_empty() || list_unread_sheets(facts).is_empty() {
        return None;
    }
    let name = facts.sheet.as_deref()?.trim();
    let folded = normalize_text(name);
    let mut words = folded.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| !NO_PLACES.contains(&word)).then(|| name.to_owned())
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
    refuse_row_count("stock.tooManyRows")
}

/// The refusal of a file without the columns that a list of stock needs.
pub(super) fn refuse_heading() -> AppError {
    let allowed = "estoque | saldo | qtde; código | EAN | produto";
    let error = FieldError::new("heading", FieldErrorCode::Required, "", allowed);
    AppError::fields(vec![error]).with_message_key("stock.noColumns")
}

/// The heading: the row of the number `chosen`, or the first row that names what a list of stock needs; `None` where
/// there is no such row. `known` are the folded names of places that the catalog has.
pub(super) fn find_heading(
    rows: &[RawRow],
    chosen: Option<u32>,
    known: &HashSet<String>,
) -> Option<StockHeading> {
    match chosen {
        Some(number) => {
            let at = rows.iter().position(|row| row.number == number)?;
            read_heading(rows, at, known)
        }
        None => {
            let mut first = 0..rows.len().min(HEADING_ROWS);
            first.find_map(|at| read_heading(rows, at, known).filter(StockHeading::is_complete))
        }
    }
}

fn read_heading(rows: &[RawRow], at: usize, known: &HashSet<String>) -> Option<StockHeading> {
    let names: Vec<String> = rows.get(at)?.cells.iter().map(cell_text).collect();
    let below = rows.get(at + 1..).unwrap_or_default();
    let mut columns = find_stock_columns(&names);
    let places = find_place_columns(&names, below, &columns, known);
    if !places.is_empty() {
        // A sum beside its places would count them twice.
        columns.retain(|(column, _)| !matches!(column, StockColumn::Place | StockColumn::Quantity));
    }
    let is_sum = |(at, name): &(usize, &String)| {
        !places.is_empty() && is_total(name) && places.iter().all(|place| place.at != *at)
    };
    let sum = names.iter().enumerate().find(is_sum).map(|(at, _)| at);
    Some(StockHeading { at, names, columns, places, sum })
}

impl StockHeading {
    /// Whether the heading of a stock list has a quantity, and what it is of.
    pub(super) fn is_complete(&self) -> bool {
        let has = |wanted: StockColumn| self.columns.iter().any(|(column, _)| *column == wanted);
        (has(StockColumn::Quantity) || !self.places.is_empty())
            && [StockColumn::Code, StockColumn::Ean, StockColumn::Name].into_iter().any(has)
    }
}

/// The rows below the heading.
///
/// # Errors
/// `invalid_request` for more than 50,000.
pub(super) fn read_rows(rows: &[RawRow], heading: &StockHeading) -> Result<Vec<StockRow>, AppError> {
    let below = rows.iter().skip(heading.at + 1);
    let read: Vec<StockRow> = below.flat_map(|row| read_counts(row, heading)).collect();
    if read.len() > MAX_ROWS { Err(refuse_length()) } else { Ok(read) }
}

/// What a row counts: at each of the places that have columns and something in them, else at the one that it says.
fn read_counts(row: &RawRow, heading: &StockHeading) -> Vec<StockRow> {
    let Some(read) = read_row(row, &heading.columns) else { return Vec::new() };
    let count = |column: &PlaceColumn| {
        let quantity = row.cells.get(column.at).filter(|cell| !is_blank(cell))?.clone();
        Some(StockRow { place: Some(column.place.clone()), quantity, ..read.clone() })
    };
    let counts: Vec<StockRow> = heading.places.iter().filter_map(count).collect();
    // A product without any quantity is a row with a problem.
    if counts.is_empty() { vec![read] } else { counts }
}

/// Counts the rows of a stock list whose stated sum differs from the sum of their places. What cannot be read is told
/// by itself, and no such row is counted.
pub(super) fn count_unlike_sums(
    rows: &[RawRow],
    heading: &StockHeading,
    decimal: Option<DecimalMark>,
) -> u32 {
    let Some(sum) = heading.sum else { return 0 };
    let read = |row: &RawRow, at: usize| match row.cells.get(at) {
        Some(Value::String(text)) if !text.trim().is_empty() => StockQuantity::read(text, decimal).ok(),
        Some(number @ Value::Number(_)) => StockQuantity::from_json(number).ok(),
        _ => Some(StockQuantity::ZERO),
    };
    let is_unlike = |row: &&RawRow| {
        let has_sum = row.cells.get(sum).is_some_and(|cell| !is_blank(cell));
        let mut places = heading.places.iter();
        let counted = places.try_fold(StockQuantity::ZERO, |total, place| total.plus(read(row, place.at)?));
        has_sum && counted.zip(read(row, sum)).is_some_and(|(counted, stated)| counted != stated)
    };
    let of_products =
        rows.iter().skip(heading.at + 1).filter(|row| read_row(row, &heading.columns).is_some());
    u32::try_from(of_products.filter(is_unlike).count()).unwrap_or(u32::MAX)
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
    let has_names = columns.iter().any(|(column, _)| *column == StockColumn::Name);
    let is_key = match (&code, &name) {
        (Some(code), None) => !(is_word_of_sum(code) || has_names && is_group_title(row)),
        (Some(_), Some(_)) => true,
        (None, name) => name.as_ref().is_some_and(|name| !is_total(name)),
    };
    let is_named = ean.is_some() || is_key;
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

/// Whether what stands among the codes is the word of a sum, and no code that begins like one.
fn is_word_of_sum(code: &str) -> bool {
    is_total(code) && !code.chars().any(|c| c.is_ascii_digit())
}

/// Whether a row is the title of those below it: words alone, in one cell, as *Herbicidas*.
fn is_group_title(row: &RawRow) -> bool {
    let mut filled = row.cells.iter().map(cell_text).filter(|text| !text.trim().is_empty());
    let first = filled.next().unwrap_or_default();
    filled.next().is_none() && !first.chars().any(|c| c.is_ascii_digit())
}

/// Whether a text is that of a sum below the list, or beside its places.
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
        let read = read_rows(&lines, &find_heading(&lines, None, &HashSet::new()).unwrap()).unwrap();
        let told: Vec<_> =
            read.iter().map(|row| (row.row, row.code.as_deref(), row.quantity.clone())).collect();
        assert_eq!(told, [(Some(3), Some("A-1"), json!("7,5")), (Some(5), Some("7891000315507"), json!(2))]);
        assert_eq!(read[0].place.as_deref(), Some("Galpão"));
    }

    #[test]
    fn sums_and_titles_among_the_codes_are_no_rows() {
        let lines = rows(json!([
            ["Código", "Produto", "Saldo"],
            ["Herbicidas", null, null],
            ["A-1", "Glifosato", 10],
            ["Total Herbicidas:", null, 10],
            ["A-2", null, null],
            ["TOT-1", "Totalfix", 2],
            ["Total geral", null, 12],
        ]));
        let read = read_rows(&lines, &find_heading(&lines, None, &HashSet::new()).unwrap()).unwrap();
        let codes: Vec<_> = read.iter().filter_map(|row| row.code.as_deref()).collect();
        assert_eq!(codes, ["A-1", "A-2", "TOT-1"], "a code without a quantity is a row with a problem");
    }

    #[test]
    fn a_row_counts_at_each_place_that_has_a_column_and_something_in_it() {
        let lines = rows(json!([
            ["Código", "Produto", "Loja Centro", "Depósito 2", "Total"],
            ["A-1", "Base", 3, "1,5", 4.5],
            ["A-2", "Óleo", null, 7, 7],
            ["A-3", "Sal", null, null, 0],
            [null, "Total geral", 3, 8.5, 11.5],
        ]));
        let heading = find_heading(&lines, None, &HashSet::new()).unwrap();
        assert_eq!(heading.columns, [(StockColumn::Code, 0), (StockColumn::Name, 1)], "no sum of the places");
        let read = read_rows(&lines, &heading).unwrap();
        let told: Vec<_> = read
            .iter()
            .map(|row| (row.row, row.code.as_deref(), row.place.as_deref(), row.quantity.clone()))
            .collect();
        assert_eq!(
            told,
            [
                (Some(2), Some("A-1"), Some("Loja Centro"), json!(3)),
                (Some(2), Some("A-1"), Some("Depósito 2"), json!("1,5")),
                (Some(3), Some("A-2"), Some("Depósito 2"), json!(7)),
                (Some(4), Some("A-3"), None, json!(null)),
            ]
        );
    }

    #[test]
    fn a_sum_that_its_places_do_not_have_is_counted() {
        let lines = rows(json!([
            ["Código", "Loja Centro", "Depósito 2", "Total"],
            ["A-1", 3, "1,5", "4,5"],
            ["A-2", null, 7, 8],
            ["A-3", 1, 2, null],
            ["A-4", "ver", 2, 9],
            ["Total", 4, 12.5, 99],
        ]));
        let heading = find_heading(&lines, None, &HashSet::new()).unwrap();
        assert_eq!(count_unlike_sums(&lines, &heading, None), 1, "that of A-2");
        let plain = rows(json!([["Código", "Saldo", "Total"], ["A-1", 3, 4]]));
        let heading = find_heading(&plain, None, &HashSet::new()).unwrap();
        assert_eq!(count_unlike_sums(&plain, &heading, None), 0, "no columns of places");
    }

    #[test]
    fn the_sheet_of_a_store_is_its_place_where_no_column_is() {
        let facts = |sheet: &str, sheets: &[&str]| -> FileFacts {
            let facts = json!({
                "format": "xlsx", "encoding": null, "separator": null, "sheet": sheet, "sheets": sheets,
                "hiddenSheets": [], "tables": [], "headerRow": 1, "preset": "plain",
            });
            serde_json::from_value(facts).unwrap()
        };
        let heading = |names: Value| find_heading(&rows(json!([names])), None, &HashSet::new()).unwrap();
        let plain = heading(json!(["Código", "Saldo"]));
        let stores = facts("Loja Centro", &["Loja Centro", "Galpão"]);
        assert_eq!(propose_place(&stores, &plain).as_deref(), Some("Loja Centro"));
        assert_eq!(list_unread_sheets(&stores), ["Galpão"]);
        assert_eq!(propose_place(&stores, &heading(json!(["Código", "Depósito", "Saldo"]))), None);
        assert_eq!(propose_place(&facts("Plan1", &["Plan1", "Plan2"]), &plain), None);
        assert_eq!(propose_place(&facts("Loja", &["Loja"]), &plain), None);
    }

    #[test]
    fn a_chosen_row_is_the_heading_whatever_it_names() {
        let lines = rows(json!([["Código", "Preço"], ["A-1", "10"]]));
        assert_eq!(find_heading(&lines, None, &HashSet::new()), None, "no quantity");
        let chosen = find_heading(&lines, Some(1), &HashSet::new()).unwrap();
        assert_eq!((chosen.at, chosen.is_complete()), (0, false));
        assert_eq!(chosen.columns, [(StockColumn::Code, 0)]);
        assert_eq!(find_heading(&lines, Some(9), &HashSet::new()), None);
    }
}
