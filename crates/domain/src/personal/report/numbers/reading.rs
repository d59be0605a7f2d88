//! Digits as people of a language write them.

use crate::search::Lang;

/// A value as people of the language write it, and half of its last digit. The other decimal sign counts where it can
/// be nothing else.
pub(super) fn read_value(digits: &str, lang: Lang) -> Option<(f64, f64)> {
    let (own, other) = if lang == Lang::PtBr { (',', '.') } else { ('.', ',') };
    let is_grouped = |text: &str, sign: char| {
        let mut parts = text.split(sign);
        let first = parts.next().unwrap_or_default();
        (1..=3).contains(&first.len()) && parts.all(|part| part.len() == 3)
    };
    let (whole, decimals) = match (digits.contains(own), digits.contains(other)) {
        (false, false) => (digits.to_owned(), ""),
        (false, true) if is_grouped(digits, other) => (digits.replace(other, ""), ""),
        (true, true) => {
            let (whole, decimals) = digits.rsplit_once(own)?;
            if !is_grouped(whole, other) || decimals.contains(other) {
                return None;
            }
            (whole.replace(other, ""), decimals)
        }
        (has_own, _) => {
            let (whole, decimals) = digits.split_once(if has_own { own } else { other })?;
            (whole.to_owned(), decimals)
        }
    };
    if decimals.contains([',', '.']) || whole.len() > 15 || decimals.len() > 12 {
        return None;
    }
    let value = format!("{whole}.{decimals}0").parse::<f64>().ok()?;
    Some((value, 0.5 * 10_f64.powi(-(decimals.len() as i32))))
}
