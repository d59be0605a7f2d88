//! Codes that lost their leading zeros in a spreadsheet program: 123 for 000123.

use super::row_match::{fold, long_ean};
use super::stock_row::StockRow;
use crate::app::App;
use crate::error::AppError;
use celeiro_store::{StockTarget, StockTargets};
use std::collections::{BTreeSet, HashSet};

/// Codes of a list at most that are looked for with zeros before them.
const MOST_CODES: usize = 5_000;
/// Digits of such a code at most, with its zeros.
const MOST_DIGITS: usize = 14;

/// Adds to `targets` what codes of digits are of that are unknown as they stand, but known with zeros before them; gives
/// those codes, folded.
pub(super) async fn find_lost_zeros(
    app: &App,
    rows: &[StockRow],
    targets: &mut StockTargets,
) -> Result<HashSet<String>, AppError> {
    let unknown = list_unknown_codes(rows, targets);
    if unknown.is_empty() {
        return Ok(HashSet::new());
    }
    let padded: Vec<String> = unknown.iter().flat_map(|code| pad_code(code)).collect();
    let found = app.store().stock_targets(&padded, &[], &[]).await?.by_code;
    let mut lost = HashSet::new();
    for code in unknown {
        let all: BTreeSet<StockTarget> =
            pad_code(&code).iter().filter_map(|padded| found.get(padded)).flatten().cloned().collect();
        if !all.is_empty() {
            targets.by_code.insert(code.clone(), all.into_iter().collect());
            lost.insert(code);
        }
    }
    Ok(lost)
}

/// Codes of digits alone that nothing has; where the number under the bars says the product, no zeros are guessed.
fn list_unknown_codes(rows: &[StockRow], targets: &StockTargets) -> BTreeSet<String> {
    let is_ean =
        |text: Option<&str>| text.and_then(long_ean).is_some_and(|ean| targets.by_ean.contains_key(&ean));
    let is_unknown =
        |code: &String| code.bytes().all(|byte| byte.is_ascii_digit()) && !targets.by_code.contains_key(code);
    let unbarred = rows.iter().filter(|row| !is_ean(row.ean.as_deref()) && !is_ean(row.code.as_deref()));
    unbarred.filter_map(|row| fold(row.code.as_deref())).filter(is_unknown).take(MOST_CODES).collect()
}

fn pad_code(code: &str) -> Vec<String> {
    (code.len() + 1..=MOST_DIGITS).map(|width| format!("{code:0>width$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_digits_that_nothing_has_are_looked_for_with_zeros() {
        let row = |code: &str| StockRow { code: Some(code.into()), ..StockRow::default() };
        let mut targets = StockTargets::default();
        targets.by_code.insert("77".into(), Vec::new());
        let rows = [row(" 123 "), row("A-1"), row("77"), row("123")];
        assert_eq!(list_unknown_codes(&rows, &targets).into_iter().collect::<Vec<_>>(), ["123"]);
        let padded = pad_code("123");
        assert_eq!((padded[0].as_str(), padded.len()), ("0123", 11));
        assert!(padded.contains(&"000123".to_owned()));
        assert!(pad_code("12345678901234").is_empty());
    }
}
