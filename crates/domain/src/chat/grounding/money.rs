//! Amounts as people write them.

use crate::catalog::Price;
use crate::search::Lang;
use rust_decimal::Decimal;

/// `R$ 1.234,56` in Portuguese, `BRL 1,234.56` in English: two decimals, more where there are.
pub fn format_amount(price: Price, currency: &str, lang: Lang) -> String {
    write_amount(price.amount(), currency, lang)
}

/// Writes an amount of money, such as a sum, which may be greater than any price.
pub fn write_amount(amount: Decimal, currency: &str, lang: Lang) -> String {
    let sign = if (lang, currency) == (Lang::PtBr, "BRL") { "R$" } else { currency };
    let (thousands, point) = match lang {
        Lang::PtBr => ('.', ','),
        Lang::En => (',', '.'),
    };
    let plain = amount.normalize().to_string();
    let (whole, decimals) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut grouped = String::with_capacity(whole.len() + 4);
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            grouped.push(thousands);
        }
        grouped.push(digit);
    }
    format!("{sign} {grouped}{point}{decimals:0<2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_read_as_the_language_writes_them() {
        let of = |text: &str, lang| format_amount(Price::parse(text).expect("a price"), "BRL", lang);
        for (text, pt, en) in [
            ("1234.56", "R$ 1.234,56", "BRL 1,234.56"),
            ("0", "R$ 0,00", "BRL 0.00"),
            ("489.9", "R$ 489,90", "BRL 489.90"),
            ("1234567.1234", "R$ 1.234.567,1234", "BRL 1,234,567.1234"),
            ("999", "R$ 999,00", "BRL 999.00"),
        ] {
            assert_eq!(of(text, Lang::PtBr), pt);
            assert_eq!(of(text, Lang::En), en);
        }
        assert_eq!(format_amount(Price::parse("10").expect("a price"), "USD", Lang::PtBr), "USD 10,00");
    }
}
