//! Columns named by a day or a month: *30/11/2026*, *Nov/26*. In a list of prices by day of payment they hold the
//! prices, although no name states it.
//!
//! A table may have any figures by month. So the cells must be amounts, no label above the column may name another
//! subject (*Estoque*), and no other column may be named as a price.

use crate::import::reader::cell::Cell;
use crate::import::reader::header::{speaks_of_price, split_bands};
use crate::import::reader::table::heading::{HeadRow, NAME_CHARS};
use celeiro_domain::catalog::{DecimalMark, Price};
use celeiro_domain::import::lacks_price;
use celeiro_domain::text::calendar::month_called;
use celeiro_domain::text::normalize_text;
use std::ops::RangeInclusive;

/// Rows above a header whose labels are looked at.
const LEVELS: usize = 4;
/// Words of such a label at most: what is longer is a sentence.
const LABEL_WORDS: usize = 4;
/// Columns by a date whose cells are looked at: a sheet may have thousands.
const MAX_COLUMNS: usize = 100;
/// Years of two digits that are years and no sizes, and those of four.
const SHORT_YEARS: RangeInclusive<u32> = 21..=60;
const FULL_YEARS: RangeInclusive<u32> = 2000..=2099;

/// Words beside a date that make nothing else of a name.
const FILLERS: &str = "a vista avista dia de of em ate para p venc vcto vencto vencimento pagamento pagto pgto due by \
    until preco precos price prices valor r brl reais";
/// Words in labels above columns of amounts that are no prices.
const OTHER_AMOUNTS: &str = "estoque estoques saldo saldos quantidade quantidades qtd qtds qtde quant volume volumes \
    consumo demanda previsao previsoes vendas pedidos meta metas entradas saidas faturamento disponivel \
    disponibilidade desconto descontos juros taxa taxas indice fator stock inventory quantity qty consumption sales \
    forecast demand orders discount discounts rate factor";

/// The first column by a date that is likely the price, by its place from 0, with the rows `above` the header and
/// those `below` it; `names` are what its columns are called.
pub(in crate::import::reader) fn find_dated_price(
    above: &[HeadRow],
    below: &[HeadRow],
    names: &[String],
) -> Option<usize> {
    let dated: Vec<usize> = (0..names.len()).filter(|at| is_date_name(&names[*at])).collect();
    // In their order, so that one is found fast among thousands.
    let is_other = |at: usize| dated.binary_search(&at).is_err();
    if dated.is_empty() || (0..names.len()).any(|at| is_other(at) && speaks_of_price(&names[at])) {
        return None;
    }
    // *Set* and *Mar* alone may be anything.
    let is_clear = |at: usize| dated.len() > 1 || names[at].contains(|c: char| c.is_ascii_digit());
    let is_likely = |at: &usize| is_clear(*at) && !is_below_other(above, *at) && has_prices(below, *at);
    dated.iter().copied().take(MAX_COLUMNS).find(is_likely)
}

/// Whether a column is called by a day or a month: `30/11/2026`, `2026-11-30`, `Nov/26`, `11/2026`; also below bands.
pub(in crate::import) fn is_date_name(name: &str) -> bool {
    is_date(name) || split_bands(name).is_some_and(|(_, leaf)| is_date(leaf))
}

/// Whether a cell is an amount that may be a price.
pub(in crate::import::reader) fn is_price(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Number(number) => number.is_finite() && *number >= 0.0,
        Cell::Text(text) | Cell::Digits(text) => Price::read(text, Some(DecimalMark::Comma)).is_ok(),
        _ => false,
    }
}

/// Whether most cells of the column at `at` are prices; words in place of one count neither way.
fn has_prices(rows: &[HeadRow], at: usize) -> bool {
    let (mut filled, mut prices) = (0_usize, 0_usize);
    for cell in rows.iter().filter_map(|row| row.cells.get(at)).filter(|cell| !is_without_price(cell)) {
        filled += 1;
        prices += usize::from(is_price(cell));
    }
    prices > 0 && prices * 4 >= filled * 3
}

fn is_without_price(cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Blank => true,
        Cell::Text(text) => lacks_price(text),
        _ => false,
    }
}

/// Whether a label above the column at `at`, in it or to its left, speaks of other amounts than prices.
fn is_below_other(above: &[HeadRow], at: usize) -> bool {
    above.iter().rev().take(LEVELS).any(|row| {
        let label = row.cells.iter().take(at + 1).rfind(|cell| **cell != Cell::Blank);
        label.is_some_and(|cell| match cell {
            Cell::Text(text) => speaks_of_other(text),
            _ => false,
        })
    })
}

fn speaks_of_other(label: &str) -> bool {
    if label.chars().count() > NAME_CHARS || speaks_of_price(label) {
        return false;
    }
    let folded = normalize_text(label);
    let words = split_words(&folded);
    words.len() <= LABEL_WORDS && words.iter().any(|word| is_listed(word, OTHER_AMOUNTS))
}

fn is_listed(word: &str, list: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Whether a text is a date and nothing else.
fn is_date(text: &str) -> bool {
    if text.chars().count() > NAME_CHARS {
        return false;
    }
    let folded = normalize_text(without_time(text));
    let (mut numbers, mut months) = (Vec::new(), 0);
    for word in split_words(&folded) {
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            numbers.push(word);
        } else if month_called(word).is_some() {
            months += 1;
        } else if !is_listed(word, FILLERS) {
            return false;
        }
    }
    // Without a month in letters, `20-05-20` is a fertilizer and `1.25` a size.
    let has_slash = folded.contains('/');
    match (months, numbers.as_slice()) {
        (1 | 2, []) => true,
        (1 | 2, [one]) => is_day(one) || is_year(one),
        (1, [one, other]) => (is_day(one) && is_year(other)) || (is_year(one) && is_day(other)),
        (0, [one, other]) => {
            let is_of_year = (is_month(one) && is_full_year(other)) || (is_full_year(one) && is_month(other));
            let is_short = has_slash && one.len() == 2 && other.len() == 2;
            is_of_year
                || (is_short && is_month(one) && is_year(other))
                || (is_short && is_day(one) && is_month(other))
        }
        (0, [one, other, last]) => {
            let ends_in_year = is_full_year(last) || (has_slash && is_year(last));
            let is_day_of_month = (is_day(one) && is_month(other)) || (is_month(one) && is_day(other));
            (ends_in_year && is_day_of_month) || (is_full_year(one) && is_month(other) && is_day(last))
        }
        _ => false,
    }
}

/// A moment as ISO 8601 writes it, without its time of day.
fn without_time(text: &str) -> &str {
    let is_digit = |c: char| c.is_ascii_digit();
    match text.split_once('T') {
        Some((day, time)) if day.ends_with(is_digit) && time.starts_with(is_digit) => day,
        _ => text,
    }
}

/// The words and the numbers of a folded text, also where they touch: `nov26`.
fn split_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in text.split(|c: char| !c.is_alphanumeric()) {
        let mut rest = part;
        while let Some(first) = rest.chars().next() {
            let is_end = |c: char| c.is_ascii_digit() != first.is_ascii_digit();
            let (word, behind) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
            words.push(word);
            rest = behind;
        }
    }
    words
}

fn is_day(digits: &str) -> bool {
    digits.len() <= 2 && is_within(digits, &(1..=31))
}

fn is_month(digits: &str) -> bool {
    digits.len() <= 2 && is_within(digits, &(1..=12))
}

/// Whether digits are a year, of two digits or of four.
fn is_year(digits: &str) -> bool {
    is_full_year(digits) || (digits.len() == 2 && is_within(digits, &SHORT_YEARS))
}

fn is_full_year(digits: &str) -> bool {
    digits.len() == 4 && is_within(digits, &FULL_YEARS)
}

fn is_within(digits: &str, range: &RangeInclusive<u32>) -> bool {
    digits.parse::<u32>().is_ok_and(|number| range.contains(&number))
}

#[cfg(test)]
mod tests {
    use super::super::bands::tests::rows;
    use super::super::bands::texts_of;
    use super::*;

    #[test]
    fn days_and_months_are_told_from_terms_sizes_and_formulas() {
        for date in [
            "30/11/2026",
            "30/11/26",
            "11/30/2026",
            "30.11.2026",
            "30-11-2026",
            "2026-11-30",
            "2026-11-30T12:00:00",
            "30/11",
            "11/2026",
            "11/26",
            "2026-11",
            "Nov/26",
            "NOV/2026",
            "nov26",
            "30/nov",
            "30 de novembro de 2026",
            "Março",
            "Mar/27",
            "Sept 2026",
            "December 2026",
            "Nov/Dez 26",
            "Venc. 30/11/2026",
            "até 30/11/2026",
            "Preço Nov/26",
            "Nov/26 (R$)",
            "Preço / Nov/26",
            "Pagamento / 30/11/2026",
            "À vista até 15/11/26",
            "Preço por data de pagamento / À vista 15/11/26",
        ] {
            assert!(is_date_name(date), "{date}");
        }
        for other in [
            "",
            "2026",
            "2026/27",
            "Safra 26/27",
            "30/60/90",
            "28/56",
            "7-28",
            "30 dias",
            "1.25",
            "1/2",
            "20-05-20",
            "04-14-08",
            "À vista",
            "Preço",
            "Estoque Nov/26",
            "Novo",
            "Mais vendidos",
            "32/11/2026",
            "30/13/2026",
        ] {
            assert!(!is_date_name(other), "{other}");
        }
    }

    /// The name of the price in lines whose header is the one at `at`.
    fn price(at: usize, lines: &[&str]) -> Option<String> {
        let rows = rows(lines);
        let names = texts_of(&rows[at]);
        find_dated_price(&rows[..at], &rows[at + 1..], &names).map(|column| names[column].clone())
    }

    #[test]
    fn the_first_column_by_a_date_with_prices_in_it_is_the_price() {
        let data = ["1|Enxada|10,50|R$ 11,50", "2|Pá|sob consulta|22", "3|Foice|30|"];
        let list = |header: &'static str| [&[header][..], &data].concat();
        let first = |name: &str| Some(name.to_owned());
        assert_eq!(price(0, &list("Código|Produto|30/11/2026|30/03/2027")), first("30/11/2026"));
        assert_eq!(price(0, &list("Código|Produto|2026-11-30|2027-03-30")), first("2026-11-30"));
        assert_eq!(price(0, &list("Código|Produto|Nov|Dez")), first("Nov"));
        let cash = "Código|Produto|À vista 15/11/26|30/01/27";
        assert_eq!(price(0, &list(cash)), first("À vista 15/11/26"), "what is paid at once comes first");
        assert_eq!(price(0, &list("Código|Produto|Marca|Mar/27")), first("Mar/27"));
        assert_eq!(price(0, &list("Código|Produto|Marca|Mar")), None, "a single word");
        assert_eq!(price(0, &list("Código|Produto|Nov/26|Preço Lista")), None, "another may be the price");
        let texts = ["Código|Produto|Nov/26|Dez/26", "1|Enxada|sim|10,50", "2|Pá|não|11,50"];
        assert_eq!(price(0, &texts), first("Dez/26"), "the cells of the first are no prices");
        assert_eq!(price(0, &["Produto|Nov/26|Dez/26", "Pá||", "Foice|-|"]), None, "nothing in it");
    }

    #[test]
    fn amounts_of_something_else_are_no_prices() {
        let below = ["Código|Produto|Nov/26|Dez/26", "1|Enxada|10|11", "2|Pá|20|22"];
        let list = |above: &'static str| [&[above][..], &below].concat();
        for above in ["||Estoque*|", "||Estoque|", "||Saldo (sc)*|", "Previsão de vendas*|||"] {
            assert_eq!(price(1, &list(above)), None, "{above}");
        }
        for above in
            ["||Pagamento*|", "TABELA SAFRA*|||", "Preços sujeitos a estoque*|||", "||Preço por volume*|"]
        {
            assert_eq!(price(1, &list(above)).as_deref(), Some("Nov/26"), "{above}");
        }
    }
}
