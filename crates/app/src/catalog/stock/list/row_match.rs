//! Matching of a stock list's row to an item or package, and its count.

use super::stock_row::{RowProblem, RowRules, StockRow, StockRowCode};
use celeiro_domain::catalog::stock::{CountedStock, QuantityError, StockPlace, StockQuantity};
use celeiro_domain::catalog::{find_gtin, spell_gtin};
use celeiro_domain::personal::wall_clock::day_in;
use celeiro_domain::personal::wall_clock::moment_of;
use celeiro_domain::text::normalize_text;
use celeiro_store::{StockTarget, StockTargets};
use chrono::{DateTime, Datelike as _, Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};
use serde_json::Value;
use std::ops::RangeInclusive;

/// Years that a count may be of.
const YEARS: RangeInclusive<i32> = 1970..=9999;
/// The same in the days of spreadsheet programs.
const SERIALS: RangeInclusive<u64> = 25_569..=2_958_465;

/// A row with the count that it is.
#[derive(Debug, Clone)]
pub(super) struct MatchedRow {
    pub number: u32,
    /// What the row calls its product.
    pub product: String,
    /// The moment as the row has it.
    pub said_at: Option<String>,
    /// The code as the row has it, where it is found with zeros before it.
    pub said_code: Option<String>,
    pub count: CountedStock,
}

impl MatchedRow {
    /// The day of its count: as the row writes it, where that is how people write days.
    pub(super) fn write_day(&self, zone: &str) -> String {
        let said = self.said_at.as_deref().filter(|text| !text.contains('T') && read_serial(text).is_none());
        let day = || day_in(zone, self.count.counted_at).format("%d/%m/%Y").to_string();
        said.map_or_else(day, str::to_owned)
    }
}

/// What the rows of a list call items.
#[derive(Debug, Default)]
pub(super) struct MatchKeys {
    /// Codes, folded.
    pub codes: Vec<String>,
    /// EANs of fourteen digits.
    pub eans: Vec<String>,
    /// Names, folded.
    pub names: Vec<String>,
}

impl MatchKeys {
    pub(super) fn collect(rows: &[StockRow]) -> Self {
        let mut keys = Self::default();
        for row in rows {
            keys.codes.extend(fold(row.code.as_deref()));
            // Programs without a column of their own write the EAN as the code.
            keys.eans.extend(row.ean.as_deref().and_then(long_ean));
            keys.eans.extend(row.code.as_deref().and_then(long_ean));
            if is_blank(row.code.as_deref()) && is_blank(row.ean.as_deref()) {
                keys.names.extend(fold(row.name.as_deref()));
            }
        }
        for list in [&mut keys.codes, &mut keys.eans, &mut keys.names] {
            list.sort_unstable();
            list.dedup();
        }
        keys
    }
}

pub(super) fn fold(text: Option<&str>) -> Option<String> {
    text.map(normalize_text).filter(|folded| !folded.is_empty())
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

pub(super) fn long_ean(text: &str) -> Option<String> {
    spell_gtin(&find_gtin(text)?).pop()
}

/// The count that a row is.
///
/// # Errors
/// What is wrong with the first of its fields.
pub(super) fn match_row(
    row: &StockRow,
    number: u32,
    targets: &StockTargets,
    rules: &RowRules,
) -> Result<MatchedRow, RowProblem> {
    let problem = |column, code, value: &str| RowProblem {
        row: number,
        column,
        code,
        value: value.to_owned(),
        product: row.name_product(),
        place: String::new(),
        other_row: None,
    };
    let target = find_target(row, targets).map_err(|(column, code, value)| problem(column, code, &value))?;
    let named = row.package.as_deref().map(str::trim).filter(|label| !label.is_empty());
    let package = match (named, target.package) {
        (Some(named), Some(found)) if named != found => {
            return Err(problem("package", StockRowCode::NoPackage, named));
        }
        (Some(named), _) => Some(named.to_owned()),
        (None, found) => found,
    };
    let own = row.place.clone().filter(|place| !place.trim().is_empty());
    let place = own.or_else(|| rules.place.clone()).unwrap_or_default();
    let quantity = read_quantity(&row.quantity, rules)
        .map_err(|(code, value)| RowProblem { place: place.clone(), ..problem("quantity", code, &value) })?;
    let said_at = row.counted_at.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let counted_at = match said_at {
        None => rules.counted_at,
        Some(text) => {
            read_moment(text, rules).ok_or_else(|| problem("countedAt", StockRowCode::InvalidDate, text))?
        }
    };
    let place = StockPlace { item: target.item, package, place };
    let unit = row.unit.clone().filter(|unit| !unit.trim().is_empty());
    Ok(MatchedRow {
        number,
        product: row.name_product(),
        said_at: said_at.map(str::to_owned),
        said_code: None,
        count: CountedStock { place, quantity: Some(quantity), unit, counted_at },
    })
}

/// A field, why it is wrong, and what stands there.
type Refusal = (&'static str, StockRowCode, String);

/// The item or package of a row: by id, else by code, else by EAN, else by name.
fn find_target(row: &StockRow, targets: &StockTargets) -> Result<StockTarget, Refusal> {
    if let Some(item) = row.item_id {
        return Ok(StockTarget { item, package: None });
    }
    let code = fold(row.code.as_deref());
    let ean = row.ean.as_deref().map(str::trim).filter(|ean| !ean.is_empty());
    let by_code = code.as_ref().and_then(|code| targets.by_code.get(code));
    let ean_of = |text: Option<&str>| text.and_then(long_ean).and_then(|ean| targets.by_ean.get(&ean));
    // The code may be that of the whole item, and the number under the bars that of its package.
    let both: Vec<StockTarget> = match (by_code, ean_of(ean)) {
        (Some(coded), Some(barred)) => {
            let is_coded = |one: &&StockTarget| {
                let is_part = |other: &StockTarget| other.package.is_none() || other.package == one.package;
                coded.iter().any(|other| other.item == one.item && is_part(other))
            };
            barred.iter().filter(is_coded).cloned().collect()
        }
        _ => Vec::new(),
    };
    let (column, said, found) = match (&code, ean, fold(row.name.as_deref())) {
        (Some(_), _, _) if !both.is_empty() => ("code", row.code.clone(), Some(&both)),
        (Some(_), ean, _) => {
            let found = by_code.or_else(|| ean_of(ean)).or_else(|| ean_of(row.code.as_deref()));
            ("code", row.code.clone(), found)
        }
        (None, Some(ean), _) => ("ean", Some(ean.to_owned()), ean_of(Some(ean))),
        (None, None, Some(name)) => ("name", row.name.clone(), targets.by_name.get(&name)),
        (None, None, None) => return Err(("code", StockRowCode::NoKey, String::new())),
    };
    let said = said.unwrap_or_default();
    match found.map(Vec::as_slice) {
        Some([one]) => Ok(one.clone()),
        Some([_, ..]) => Err((column, StockRowCode::Ambiguous, said)),
        _ if is_cut_number(&said) => Err((column, StockRowCode::CutNumber, said)),
        _ => Err((column, StockRowCode::NotFound, said)),
    }
}

/// Whether it is a number as spreadsheet programs write one that is too long for its column: `7,89E+12`.
fn is_cut_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let folded = text.trim().to_ascii_uppercase();
    folded
        .split_once("E+")
        .is_some_and(|(first, power)| is_digits(power) && is_digits(&first.replace([',', '.'], "")))
}

fn read_quantity(value: &Value, rules: &RowRules) -> Result<StockQuantity, (StockRowCode, String)> {
    let said = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    if said.is_empty() {
        return Err((StockRowCode::NoQuantity, said));
    }
    let read = match value {
        Value::String(text) => StockQuantity::read(text, rules.decimal),
        other => StockQuantity::from_json(other),
    };
    read.map_err(|error| match error {
        QuantityError::NotANumber => (StockRowCode::InvalidQuantity, said),
        QuantityError::Ambiguous(_) => (StockRowCode::AmbiguousQuantity, said),
        QuantityError::OutOfRange => (StockRowCode::QuantityOutOfRange, said),
    })
}

/// A moment, or the end of a day; of today, now. `None` where the text is neither.
pub(in crate::catalog::stock) fn read_moment(text: &str, rules: &RowRules) -> Option<DateTime<Utc>> {
    if let Ok(at) = DateTime::parse_from_rfc3339(text) {
        return Some(at.with_timezone(&Utc));
    }
    // chrono takes a year of any number of digits: `28/11/26` would be of the year 26.
    let is_year = |year: i32| YEARS.contains(&year);
    let times = [
        "%Y-%m-%dT%H:%M:%S",
        "%Y-%m-%d %H:%M:%S",
        "%d/%m/%Y %H:%M:%S",
        "%d/%m/%Y %H:%M",
        "%d/%m/%y %H:%M:%S",
        "%d/%m/%y %H:%M",
    ];
    let at_time = times
        .iter()
        .find_map(|form| NaiveDateTime::parse_from_str(text, form).ok().filter(|at| is_year(at.year())));
    let at_time = at_time.or_else(|| read_serial(text));
    // A day of a sheet comes with a midnight that is no time of a count.
    if let Some(at) = at_time.filter(|at| at.time() != NaiveTime::MIN) {
        return moment_of(at, &rules.zone);
    }
    let days = ["%Y-%m-%d", "%d/%m/%Y", "%d/%m/%y", "%d-%m-%Y", "%d-%m-%y", "%d.%m.%Y", "%d.%m.%y"];
    let day = at_time.map(|at| at.date());
    let read = |form| NaiveDate::parse_from_str(text, form).ok().filter(|day| is_year(day.year()));
    let day = day.or_else(|| days.into_iter().find_map(read))?;
    let end = moment_of(day.and_hms_opt(23, 59, 59)?, &rules.zone)?;
    let begin = moment_of(day.and_hms_opt(0, 0, 0)?, &rules.zone)?;
    Some(if begin <= rules.now { end.min(rules.now) } else { end })
}

/// The days since 1899-12-30 as spreadsheet programs store a moment, where a cell has lost its format: 46354 is
/// 2026-11-28, and 46354.5 its noon. `None` before 1970, which no count is of, and behind 9999.
fn read_serial(text: &str) -> Option<NaiveDateTime> {
    let (days, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(days) || !is_digits(part) {
        return None;
    }
    let days: u64 = days.parse().ok().filter(|days| SERIALS.contains(days))?;
    let part: f64 = format!("0.{part}").parse().ok()?;
    let begin = NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(days))?;
    begin.and_hms_opt(0, 0, 0)?.checked_add_signed(TimeDelta::seconds((part * 86_400.0).round() as i64))
}

#[cfg(test)]
mod tests;
