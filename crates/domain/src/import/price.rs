//! Prices far from those of their category, and words in place of prices. Ranges are Tukey's outer fences on the logarithms, for prices
//! of one category differ by factors, and a quarter of wrong ones does not move the quartiles.

use crate::catalog::without_currency;
use crate::text::normalize_text;

/// Words that stand where a price is not told, folded.
const NO_PRICE: [&str; 15] = [
    "sob consulta",
    "consulte",
    "consultar",
    "a consultar",
    "s/ consulta",
    "sob cons",
    "sob encomenda",
    "n/d",
    "#n/d",
    "n/a",
    "#n/a",
    "em falta",
    "esgotado",
    "indisponivel",
    "sem estoque",
];
/// Words that stand where the price of a product was that is no longer on sale, folded; others may follow them.
const OFF_SALE: [&str; 7] = [
    "fora de linha",
    "fora de producao",
    "descontinuado",
    "descontinuada",
    "discontinued",
    "cancelado",
    "cancelada",
];
/// Bytes of such words at most.
const MAX_BYTES: usize = 24;
const MAX_OFF_SALE_BYTES: usize = 40;

/// Whether a text in place of a price says that there is none to be told: `sob consulta`, `R$ -`, `n/d`. Other
/// words may hide a mistake, and are none.
pub fn lacks_price(text: &str) -> bool {
    let text = bare_price(text);
    if says_off_sale(text) {
        return true;
    }
    // Folding a long text takes time, and these words are short.
    if text.len() > MAX_BYTES {
        return false;
    }
    let bare = without_currency(text);
    let is_dashes = !bare.is_empty() && bare.chars().all(|c| matches!(c, '-' | '–' | '—'));
    is_dashes || NO_PRICE.contains(&normalize_text(text).trim_end_matches('.'))
}

/// Whether the price in a file's cell is zero: `0`, `0,00`, `R$ 0.00`.
pub fn is_zero_price(text: &str) -> bool {
    let bare = without_currency(bare_price(text));
    bare.contains('0') && bare.chars().all(|c| matches!(c, '0' | ',' | '.'))
}

/// Whether a text in place of a price says that the product is no longer on sale: `FORA DE LINHA`,
/// `** DESCONTINUADO **`, `cancelado p/ safra`.
pub fn says_off_sale(text: &str) -> bool {
    const AROUND: [char; 6] = ['*', '-', '–', '—', '.', ' '];
    let bare = text.trim().trim_matches(|c: char| AROUND.contains(&c));
    // Most prices are numbers, and folding takes time.
    if bare.len() > MAX_OFF_SALE_BYTES || !bare.starts_with(char::is_alphabetic) {
        return false;
    }
    let folded = normalize_text(bare);
    let mut rests = OFF_SALE.iter().filter_map(|words| folded.strip_prefix(*words));
    rests.any(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// A text without what stands behind a price: the sign of a footnote, and that it is for one piece, which a price is
/// anyway: `1.234,50 *`, `R$ 10,00 (1)`, `sob consulta²`, `12,50 /un`. What is for a kilo or a tonne is another price.
pub fn bare_price(text: &str) -> &str {
    const PIECE: [&str; 11] =
        ["un", "und", "unid", "unidade", "unit", "pc", "peca", "piece", "cada", "each", "ea"];
    let is_piece =
        |per: &str| per.len() <= MAX_BYTES && PIECE.contains(&normalize_text(per).trim_end_matches('.'));
    let bare = without_footnote(text);
    match bare.rsplit_once('/') {
        Some((price, per)) if is_piece(per) && !price.trim().is_empty() => without_footnote(price),
        _ => bare,
    }
}

fn without_footnote(text: &str) -> &str {
    const SIGNS: [char; 12] = ['*', '¹', '²', '³', '⁴', '⁵', '†', '‡', 'ª', '¤', '°', ' '];
    let trimmed = text.trim();
    let bracketed = trimmed.strip_suffix(')').and_then(|open| open.rsplit_once('('));
    let is_sign = |sign: &str| {
        (1..=2).contains(&sign.chars().count()) && sign.chars().all(|c| c.is_ascii_digit() || c == '*')
    };
    let bare = bracketed.filter(|(_, sign)| is_sign(sign)).map_or(trimmed, |(bare, _)| bare);
    let bare = bare.trim_end_matches(SIGNS);
    if bare.is_empty() { trimmed } else { bare }
}

/// Fewest prices of a category of which a range can be said.
const LEAST_PRICES: i64 = 8;
/// How many times the distance of the quartiles a price may lie beyond them.
const FENCE: f64 = 3.0;
/// The least distance of the quartiles that is counted: where all cost the same, eight times as much is
/// still not out of range.
const LEAST_SPREAD: f64 = std::f64::consts::LN_2;

/// The lowest and the highest price that are not far from the others of a category: `quartiles` are
/// the first and the third of the natural logarithms of its `count` prices. `None` where these are too few.
pub fn price_range(quartiles: (f64, f64), count: i64) -> Option<(f64, f64)> {
    let (first, third) = quartiles;
    if count < LEAST_PRICES || !first.is_finite() || !third.is_finite() {
        return None;
    }
    let reach = FENCE * (third - first).max(LEAST_SPREAD);
    Some(((first - reach).exp(), (third + reach).exp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_that_agree_allow_eight_times_as_much_and_scattered_ones_more() {
        let (low, high) = price_range((100f64.ln(), 100f64.ln()), 20).unwrap();
        assert!((low - 12.5).abs() < 1e-9 && (high - 800.0).abs() < 1e-6);
        let (low, high) = price_range((50f64.ln(), 500f64.ln()), 20).unwrap();
        assert!(low < 0.06 && high > 400_000.0);
    }

    #[test]
    fn words_in_place_of_a_price_are_few() {
        for text in ["sob consulta", " Sob Consulta ", "CONSULTE.", "-", "—", "--", "R$ -", "n/d", "N/D"] {
            assert!(lacks_price(text), "{text}");
        }
        for text in
            ["", " ", "0", "-5", "10,00", "caro", "a combinar", "grátis", "R$", "consulte o preço", "nd"]
        {
            assert!(!lacks_price(text), "{text}");
        }
    }

    #[test]
    fn prices_of_nothing_are_known() {
        for text in ["0", "0,00", "R$ 0.00", "0,00 *"] {
            assert!(is_zero_price(text), "{text}");
        }
        for text in ["", "-", ",", "0,01", "10", "00 un"] {
            assert!(!is_zero_price(text), "{text}");
        }
    }

    #[test]
    fn what_is_no_longer_on_sale_has_no_price() {
        for text in ["FORA DE LINHA", "** DESCONTINUADO **", "Cancelado p/ safra", "- descontinuada -"] {
            assert!(says_off_sale(text) && lacks_price(text), "{text}");
        }
        for text in ["", "**", "10,00", "sob consulta", "canceladora", "linha", "não fora de linha"] {
            assert!(!says_off_sale(text), "{text}");
        }
        assert!(!says_off_sale(&format!("cancelado {}", "x".repeat(1 << 20))));
    }

    #[test]
    fn what_stands_behind_a_price_is_no_part_of_it() {
        for (text, bare) in [
            ("1.234,50 *", "1.234,50"),
            ("R$ 10,00 (1)", "R$ 10,00"),
            ("12,50²", "12,50"),
            ("sob consulta (**)", "sob consulta"),
            ("(1)", "(1)"),
            ("10,00 (100)", "10,00 (100)"),
            ("*", "*"),
            ("R$1.538,18 /un", "R$1.538,18"),
            ("10,00* / Unid.", "10,00"),
            ("9,90/pç (1)", "9,90"),
            ("12,50/kg", "12,50/kg"),
            ("/un", "/un"),
        ] {
            assert_eq!(bare_price(text), bare, "{text}");
        }
    }

    #[test]
    fn a_few_prices_say_nothing() {
        assert_eq!(price_range((1.0, 2.0), LEAST_PRICES - 1), None);
    }
}
