//! Import of a list's own prices from CSV: one row for each item or package, by the item's code.

use super::own_prices::MAX_GIVEN;
use crate::app::App;
use crate::error::AppError;
use crate::files::formula_guard::unguard_formula;
use crate::files::pasted_csv::read_csv;
use celeiro_domain::catalog::prices::NewPrice;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, Price, PriceError};
use celeiro_domain::text::normalize_text;
use csv::StringRecord;

/// Longest text of a file, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// The columns by their folded names: the code of the item, the label of the package, the price.
const COLUMNS: [(&str, &[&str]); 3] = [
    ("code", &["codigo", "code", "external_id", "externalid", "cod"]),
    ("package", &["embalagem", "package"]),
    ("price", &["preco", "price", "valor"]),
];

/// A row of the file.
struct PriceLine {
    /// Counted from 1, the heading too.
    number: u64,
    code: String,
    package: Option<String>,
    price: Price,
}

/// The prices of a file with the columns `codigo` or `code`, `preco` or `price`, and `embalagem` or `package` where it
/// has one; `;`, `,` or tabs between the cells, decimals of either country.
///
/// # Errors
/// `invalid_fields` with fields such as `rows[3].price`: no column of that name, no price, a code that no item has;
/// more than 5,000 rows.
pub async fn read_price_file(app: &App, text: &str) -> Result<Vec<NewPrice>, AppError> {
    let lines = read_lines(text).map_err(AppError::fields)?;
    let codes: Vec<String> = lines.iter().map(|line| line.code.clone()).collect();
    let items = app.store().items_of_codes(&codes).await?;
    let (mut prices, mut errors) = (Vec::new(), Vec::new());
    for line in lines {
        match items.get(&line.code) {
            Some(item) => prices.push(NewPrice { item: *item, package: line.package, price: line.price }),
            None => {
                errors.push(cell_error(line.number, "code", FieldErrorCode::InvalidValue, &line.code, ""))
            }
        }
    }
    if errors.is_empty() { Ok(prices) } else { Err(AppError::fields(errors)) }
}

/// The rows below the heading, blank ones left out.
fn read_lines(text: &str) -> Result<Vec<PriceLine>, Vec<FieldError>> {
    let too_long = |count: usize, most: usize| {
        vec![FieldError::new("csv", FieldErrorCode::TooLong, &count.to_string(), format!("1..{most}"))]
    };
    if text.len() > MAX_BYTES {
        return Err(too_long(text.len(), MAX_BYTES));
    }
    let mut reader = read_csv(text);
    let mut records = reader.records();
    let heading = records.next().and_then(Result::ok).unwrap_or_default();
    let places = read_heading(&heading)?;
    let (mut lines, mut errors) = (Vec::new(), Vec::new());
    for record in records {
        let Ok(record) = record else {
            let row = (lines.len() + errors.len() + 2).to_string();
            return Err(vec![FieldError::new("csv", FieldErrorCode::InvalidText, &row, "")]);
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let count = lines.len() + errors.len();
        if count == MAX_GIVEN {
            return Err(too_long(count + 1, MAX_GIVEN));
        }
        let number = record.position().map_or(count as u64 + 2, |place| place.record() + 1);
        match read_line(&record, places, heading.len(), number) {
            Ok(line) => lines.push(line),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(lines) } else { Err(errors) }
}

/// Where the columns stand; the package's may be missing.
fn read_heading(heading: &StringRecord) -> Result<[Option<usize>; 3], Vec<FieldError>> {
    let place = |names: &[&str]| {
        heading.iter().position(|cell| names.contains(&normalize_text(cell.trim()).as_str()))
    };
    let places = COLUMNS.map(|(_, names)| place(names));
    let errors: Vec<FieldError> = COLUMNS
        .iter()
        .zip(places)
        .filter(|((name, _), place)| place.is_none() && *name != "package")
        .map(|((name, names), _)| cell_error(1, name, FieldErrorCode::Required, "", &names.join(" | ")))
        .collect();
    if errors.is_empty() { Ok(places) } else { Err(errors) }
}

fn read_line(
    record: &StringRecord,
    places: [Option<usize>; 3],
    width: usize,
    number: u64,
) -> Result<PriceLine, FieldError> {
    // A row with more cells than the heading is one whose decimal comma was taken for the end of a cell.
    if record.iter().skip(width).any(|cell| !cell.trim().is_empty()) {
        let (field, count) = (format!("rows[{number}]"), record.len().to_string());
        return Err(FieldError::new(&field, FieldErrorCode::RaggedRow, &count, width.to_string()));
    }
    let cell = |place: Option<usize>| {
        let cell = place.and_then(|place| record.get(place)).unwrap_or("");
        unguard_formula(cell).trim().replace('\0', "")
    };
    let [code, package, price] = places.map(cell);
    if code.is_empty() {
        return Err(cell_error(number, "code", FieldErrorCode::Required, "", ""));
    }
    let price = Price::parse(&price).map_err(|error| match error {
        PriceError::Ambiguous(readings) => {
            cell_error(number, "price", FieldErrorCode::AmbiguousPrice, &price, &readings)
        }
        _ => cell_error(number, "price", FieldErrorCode::InvalidPrice, &price, "0..999999999999.9999"),
    })?;
    Ok(PriceLine { number, code, package: Some(package).filter(|label| !label.is_empty()), price })
}

fn cell_error(number: u64, column: &str, code: FieldErrorCode, value: &str, allowed: &str) -> FieldError {
    FieldError::new(&format!("rows[{number}].{column}"), code, value, allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Vec<(String, FieldErrorCode)> {
        let Err(errors) = read_lines(text) else { panic!("{text} is read") };
        errors.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn files_of_both_countries_are_read() {
        let lines =
            read_lines("\u{feff}Código;Embalagem;Preço\r\nA-1;5 L;R$ 1.250,50\r\n;;\r\nA-2;;10\r\n").unwrap();
        let told: Vec<(&str, Option<&str>, String)> = lines
            .iter()
            .map(|line| (line.code.as_str(), line.package.as_deref(), line.price.to_string()))
            .collect();
        assert_eq!(told, [("A-1", Some("5 L"), "1250.5".into()), ("A-2", None, "10".into())]);
        assert_eq!(lines[1].number, 4);
        let lines = read_lines("price,code\n\"12,5\",A-1\n12.75,A-2\n").unwrap();
        assert_eq!((lines[0].price.to_string(), lines[1].price.to_string()), ("12.5".into(), "12.75".into()));
    }

    #[test]
    fn each_cell_that_cannot_be_read_is_named() {
        use FieldErrorCode::{AmbiguousPrice, InvalidPrice, RaggedRow, Required, TooLong};
        let name_error = |field: &str, code| (field.to_owned(), code);
        assert_eq!(fields(""), [name_error("rows[1].code", Required), name_error("rows[1].price", Required)]);
        assert_eq!(
            fields("code,price\n,10\nA,1.250\nB,NaN\nC,1000000000000\nD,-1\nE,12,5\n"),
            [
                name_error("rows[2].code", Required),
                name_error("rows[3].price", AmbiguousPrice),
                name_error("rows[4].price", InvalidPrice),
                name_error("rows[5].price", InvalidPrice),
                name_error("rows[6].price", InvalidPrice),
                name_error("rows[7]", RaggedRow),
            ]
        );
        let long = format!("code,price\n{}", "A,1\n".repeat(MAX_GIVEN + 1));
        assert_eq!(fields(&long), [name_error("csv", TooLong)]);
    }
}
