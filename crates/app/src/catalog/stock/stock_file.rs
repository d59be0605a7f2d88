//! A list of stock from a file of another program: CSV, XLSX, JSON Lines or PDF, its columns known by words of the
//! trade. The file is read by the child that reads imports.

use super::stock_list::MAX_ROWS;
use super::stock_row::StockRow;
use crate::app::Caller;
use crate::error::AppError;
use crate::import::{Hints, ImportRequest, RawRow, read_raw_rows, to_app_error};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::search::Kind;
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use std::path::PathBuf;

/// Lines of a file at most: blank ones, those between groups and sums are no rows of the list.
const MAX_LINES: usize = 50_000;
/// Rows at the beginning among which the heading is looked for.
const HEADING_ROWS: usize = 100;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StockColumn {
    Code,
    Ean,
    Name,
    Package,
    Place,
    Quantity,
    Unit,
    CountedAt,
}

/// Names of columns, folded and without signs, the surer before the others: of two columns for one field the first name
/// counts.
const NAMES: [(StockColumn, &[&str]); 8] = [
    (
        StockColumn::Code,
        &[
            "codigo",
            "cod",
            "codigo do produto",
            "cod produto",
            "codigo produto",
            "cod do produto",
            "codigo item",
            "cod item",
            "sku",
            "referencia",
            "ref",
            "code",
            "product code",
            "item code",
            "external id",
            "externalid",
            "id externo",
        ],
    ),
    (
        StockColumn::Ean,
        &[
            "ean",
            "gtin",
            "codigo de barras",
            "cod de barras",
            "cod barras",
            "codigo barras",
            "codbarras",
            "cean",
            "ean13",
            "barcode",
        ],
    ),
    (
        StockColumn::Name,
        &[
            "produto",
            "nome",
            "descricao",
            "nome do produto",
            "descricao do produto",
            "item",
            "mercadoria",
            "name",
            "product",
            "description",
        ],
    ),
    (StockColumn::Package, &["embalagem", "emb", "package"]),
    (
        StockColumn::Place,
        &[
            "deposito",
            "local",
            "local de estoque",
            "almoxarifado",
            "armazem",
            "loja",
            "filial",
            "place",
            "location",
            "warehouse",
        ],
    ),
    (
        StockColumn::Quantity,
        &[
            "estoque disponivel",
            "qtd disp",
            "qtde disp",
            "qtd disponivel",
            "qtde disponivel",
            "quantidade disponivel",
            "saldo disponivel",
            "disponivel",
            "estoque atual",
            "saldo atual",
            "estoque",
            "saldo",
            "saldo em estoque",
            "qtde",
            "qtd",
            "quantidade",
            "quant",
            "qtde estoque",
            "qtd estoque",
            "quantidade em estoque",
            "stock",
            "quantity",
            "qty",
            "on hand",
        ],
    ),
    (StockColumn::Unit, &["unidade", "un", "und", "unid", "unit", "uom"]),
    (
        StockColumn::CountedAt,
        &[
            "data",
            "data da contagem",
            "data contagem",
            "contagem",
            "data do estoque",
            "data do saldo",
            "data da posicao",
            "date",
            "counted at",
            "countedat",
        ],
    ),
];

/// The rows of the file at `path`, with their numbers there; blank rows and rows of totals without a product are left
/// out.
///
/// # Errors
/// Those of a file that cannot be read; `invalid_fields` where no row is a heading with a quantity and a code, an EAN or
/// a name, and `invalid_request` for more than 10,000 rows, or 50,000 lines.
pub async fn read_stock_file(
    caller: &Caller,
    path: PathBuf,
    sheet: Option<String>,
) -> Result<Vec<StockRow>, AppError> {
    let mut request = ImportRequest::of_path(Kind::Items, path, &caller.actor);
    request.one_sheet = sheet.is_some();
    request.sheet = sheet;
    let lines = read_raw_rows(&request, MAX_LINES)
        .await
        .map_err(|error| to_app_error(caller.lang, error, Hints::None))?;
    let rows = read_rows(&lines).map_err(AppError::fields)?;
    // Of a file with more lines the end was not read: it is refused, and never stored in part.
    if rows.len() > MAX_ROWS || lines.len() > MAX_LINES {
        return Err(AppError::invalid_request(format!("rows: 1..{MAX_ROWS}")).detail("path", "rows"));
    }
    Ok(rows)
}

/// The rows below the heading.
fn read_rows(rows: &[RawRow]) -> Result<Vec<StockRow>, Vec<FieldError>> {
    let heading = rows.iter().take(HEADING_ROWS).position(|row| is_heading(&read_heading(row)));
    let Some(at) = heading else {
        let allowed = "estoque | saldo | qtde; código | EAN | produto";
        return Err(vec![FieldError::new("heading", FieldErrorCode::Required, "", allowed)]);
    };
    let columns = rows.get(at).map(read_heading).unwrap_or_default();
    let below = rows.iter().skip(at + 1);
    Ok(below.filter_map(|row| read_row(row, &columns)).collect())
}

/// The place of each column that the row names.
fn read_heading(row: &RawRow) -> Vec<(StockColumn, usize)> {
    let names: Vec<String> =
        row.cells.iter().map(|cell| fold_name(cell.as_str().unwrap_or_default())).collect();
    let mut taken = Vec::new();
    let mut columns = Vec::new();
    for (column, known) in NAMES {
        let place = known.iter().find_map(|name| {
            names.iter().enumerate().position(|(at, cell)| cell == name && !taken.contains(&at))
        });
        if let Some(place) = place {
            taken.push(place);
            columns.push((column, place));
        }
    }
    columns
}

/// Folded, with a blank for each sign: `Qtd. disp.` is `qtd disp`.
fn fold_name(name: &str) -> String {
    let folded = normalize_text(name);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn is_heading(columns: &[(StockColumn, usize)]) -> bool {
    let has = |wanted: StockColumn| columns.iter().any(|(column, _)| *column == wanted);
    has(StockColumn::Quantity)
        && [StockColumn::Code, StockColumn::Ean, StockColumn::Name].into_iter().any(has)
}

fn read_row(row: &RawRow, columns: &[(StockColumn, usize)]) -> Option<StockRow> {
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
    matches!(fold_name(name).split(' ').next(), Some("total" | "totais" | "subtotal"))
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
    fn columns_are_known_by_the_words_of_the_trade() {
        let read = read_rows(&rows(json!([
            ["Posição de estoque", null, null, null, null],
            ["Cód.", "Produto", "Depósito", "Saldo", "Qtd. disp."],
            ["A-1", "Glifosato", "Galpão", "10", "7,5"],
            [null, null, null, null, null],
            [7891000315507u64, null, "Loja", 3, 2],
            [null, "Total geral", null, "13", "9,5"],
        ])))
        .unwrap();
        let told: Vec<_> =
            read.iter().map(|row| (row.row, row.code.as_deref(), row.quantity.clone())).collect();
        assert_eq!(told, [(Some(3), Some("A-1"), json!("7,5")), (Some(5), Some("7891000315507"), json!(2))]);
        assert_eq!(read[0].place.as_deref(), Some("Galpão"));
    }

    #[test]
    fn a_file_without_a_quantity_is_refused_with_the_names_that_there_are() {
        let errors = read_rows(&rows(json!([["Código", "Preço"], ["A-1", "10"]]))).unwrap_err();
        assert_eq!((errors[0].field.as_str(), errors[0].code), ("heading", FieldErrorCode::Required));
        assert!(errors[0].allowed.contains("saldo"));
    }
}
