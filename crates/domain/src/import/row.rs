//! Rows that hardly are records. Some can be told at once; others, that they are nearly empty or add up
//! what stands above them, only beside the rest of the file.

use super::RowDoubt;
use crate::catalog::without_currency;
use crate::text::{folds_to, normalize_text, plain_words};

/// A row, as far as it matters here.
#[derive(Debug, Clone, Copy)]
pub struct RowView<'a> {
    /// Its number.
    pub row: u32,
    /// What stands where the name belongs; blank where the file names records by their ids.
    pub name: &'a str,
    /// Whether an id stands in it.
    pub has_id: bool,
    /// Its price.
    pub price: Option<f64>,
    /// Cells in which something stands.
    pub filled: u32,
}

/// Words that say that something is added up.
const TOTALS: [&str; 14] = [
    "media",
    "medias",
    "average",
    "total",
    "totais",
    "totals",
    "subtotal",
    "subtotais",
    "subtotals",
    "soma",
    "somas",
    "somatorio",
    "somatoria",
    "sum",
];
/// What stands in place of a name that is missing, folded.
const PLACEHOLDERS: [&str; 27] = [
    "n/a",
    "na",
    "n/d",
    "nd",
    "s/n",
    "null",
    "nulo",
    "none",
    "nan",
    "undefined",
    "nil",
    "vazio",
    "em branco",
    "empty",
    "blank",
    "sem nome",
    "sem descricao",
    "no name",
    "unnamed",
    "untitled",
    "nao informado",
    "nao consta",
    "nao se aplica",
    "teste",
    "test",
    "tbd",
    "a definir",
];
/// Words beside those that make nothing else of it.
const FILLERS: [&str; 33] = [
    "geral",
    "gerais",
    "sub",
    "grand",
    "general",
    "overall",
    "parcial",
    "acumulado",
    "final",
    "de",
    "do",
    "da",
    "dos",
    "das",
    "por",
    "em",
    "of",
    "the",
    "all",
    "itens",
    "items",
    "item",
    "produtos",
    "products",
    "valor",
    "amount",
    "value",
    "r",
    "brl",
    "lista",
    "pagina",
    "page",
    "estoque",
];
/// Cells at most in which something stands in a row that may be nearly empty, or a total.
const FEW_FILLED: u32 = 6;
/// A row is nearly empty where so many times more cells are filled in the middle one.
const FULLER: u32 = 3;
/// Prices from which on a sum is no chance.
const LEAST_ADDENDS: u32 = 3;
/// Rows that are looked at again at the end.
const MOST_CANDIDATES: usize = 100_000;

/// What a name says of its row by itself.
fn doubt_of_name(name: &str) -> Option<RowDoubt> {
    let name = name.trim();
    if is_formula_error(name) {
        return Some(RowDoubt::FormulaError);
    }
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let digits = name.chars().any(|c| c.is_numeric());
    let is_none = letters == 0 || (letters == 1 && !digits);
    let says_none = is_date(name) || is_placeholder(name) || is_price(name) || is_page_number(name);
    (is_none || says_none).then_some(RowDoubt::NotAName)
}

/// A word that people and programs write where there is nothing: `N/A`, `(vazio)`, `sem nome`.
fn is_placeholder(name: &str) -> bool {
    let folded = normalize_text(name);
    let bare = folded.trim_matches(|c: char| !c.is_alphanumeric());
    let one_letter = |letter: char| bare.chars().count() > 1 && bare.chars().all(|c| c == letter);
    PLACEHOLDERS.contains(&bare) || one_letter('x')
}

/// An amount of money and nothing else: `R$ 10,00`.
fn is_price(name: &str) -> bool {
    let bare = without_currency(name);
    name.contains('$') && !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit() || ".,- ".contains(c))
}

/// The foot of a printed list: `Página 1 de 3`.
fn is_page_number(name: &str) -> bool {
    let folded = normalize_text(name);
    let mut words = plain_words(&folded);
    let is_page = matches!(words.next(), Some("pagina" | "pag" | "page" | "folha"));
    let rest: Vec<&str> = words.collect();
    let is_number = |word: &&str| word.chars().all(|c| c.is_ascii_digit()) || matches!(*word, "de" | "of");
    is_page && !rest.is_empty() && rest.iter().all(is_number)
}

/// A failed formula, as spreadsheets in both languages write it.
fn is_formula_error(name: &str) -> bool {
    let folded = normalize_text(name);
    let errors = [
        "#ref!",
        "#n/a",
        "#n/d",
        "#na",
        "#value!",
        "#valor!",
        "#div/0!",
        "#name?",
        "#nome?",
        "#num!",
        "#null!",
        "#nulo!",
        "#error!",
        "#erro!",
        "#spill!",
        "#despejar!",
        "#calc!",
        "#getting_data",
    ];
    errors.contains(&folded.trim())
}

/// A day, as people and programs write it.
pub(super) fn is_date(name: &str) -> bool {
    let day = name.split([' ', 'T']).next().unwrap_or_default();
    let rest = name[day.len()..].chars().all(|c| c.is_ascii_digit() || " T:.Z+-".contains(c));
    let forms = ["%d/%m/%Y", "%d/%m/%y", "%Y-%m-%d", "%d-%m-%Y", "%d.%m.%Y", "%m/%d/%Y"];
    rest && forms.iter().any(|form| chrono::NaiveDate::parse_from_str(day, form).is_ok())
}

/// How much a name says that its row adds up others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TotalWords {
    None,
    /// It begins so: `Total Herbicidas`.
    Leading,
    /// It says nothing else: `TOTAL GERAL`.
    Whole,
}

/// Whether a name is that of a row of totals, and how surely.
fn total_words(name: &str) -> TotalWords {
    let folded = normalize_text(name).replace("sub-total", "subtotal").replace("sub total", "subtotal");
    let words: Vec<&str> = plain_words(&folded).collect();
    let meaningless = |word: &&str| TOTALS.contains(word) || FILLERS.contains(word);
    if !words.iter().any(|word| TOTALS.contains(word)) {
        TotalWords::None
    } else if words.iter().all(|word| meaningless(word) || word.chars().all(|c| c.is_ascii_digit())) {
        TotalWords::Whole
    } else if words.first().is_some_and(|word| TOTALS.contains(word)) {
        TotalWords::Leading
    } else {
        TotalWords::None
    }
}

/// Whether a text that stands in place of a record's name is the label of a total: `Subtotal`, `TOTAL GERAL`,
/// `Total Herbicidas`.
pub fn is_total_label(text: &str) -> bool {
    total_words(text) != TotalWords::None
}

/// Whether a text in place of a name says how many rows the list has: `205 itens`.
pub fn counts_rows(text: &str) -> bool {
    const ROWS: [&str; 9] =
        ["item", "itens", "produto", "produtos", "registros", "linhas", "skus", "items", "products"];
    // Most names begin with a letter, and folding takes time.
    let text = text.trim();
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let folded = normalize_text(text);
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    folded.split_once(' ').is_some_and(|(count, what)| is_number(count) && ROWS.contains(&what.trim()))
}

/// Whether a row is the header once more: `cells` are what stands in the columns that fill fields, each
/// beside the folded name of its column. It is asked of every row of a file, and so takes no memory.
pub fn is_heading<'a, T: AsRef<str>>(cells: impl IntoIterator<Item = (T, &'a str)>) -> bool {
    let (mut same, mut other) = (0, 0);
    for (cell, folded_column) in cells {
        let cell = cell.as_ref();
        if folds_to(cell, folded_column) {
            same += 1;
        } else if !cell.trim().is_empty() {
            other += 1;
        }
    }
    same > 0 && same > other
}

/// A row that may be odd beside the others.
#[derive(Debug, Clone)]
struct Candidate {
    row: u32,
    filled: u32,
    words: TotalWords,
    has_id: bool,
    is_sum: bool,
}

/// The rows of a file, as far as it is read.
#[derive(Debug, Clone, Default)]
pub struct RowSurvey {
    /// How many rows have so many filled cells; the last stands for all that have more.
    filled: [u32; 32],
    candidates: Vec<Candidate>,
    /// Sum and number of the prices: of all rows, and since the last row that adds up.
    all: (f64, u32),
    part: (f64, u32),
}

impl RowSurvey {
    /// Adds a row of the file to the survey; answers a doubt that needs no other rows.
    pub fn add(&mut self, seen: RowView<'_>) -> Option<RowDoubt> {
        let last = self.filled.len() - 1;
        self.filled[(seen.filled as usize).min(last)] += 1;
        let words = total_words(seen.name);
        let adds = |(sum, count): (f64, u32)| {
            let same = |price: f64| (price - sum).abs() <= 0.005_f64.max(sum * 1e-9);
            count >= LEAST_ADDENDS && seen.price.is_some_and(same)
        };
        let is_sum = adds(self.all) || adds(self.part);
        let few = seen.filled <= FEW_FILLED;
        let named = words != TotalWords::None;
        let adds_up = words == TotalWords::Whole
            || (few && named && (is_sum || !seen.has_id))
            || (few && is_sum && !seen.has_id);
        if adds_up {
            self.part = (0.0, 0);
        } else if let Some(price) = seen.price {
            self.all = (self.all.0 + price, self.all.1 + 1);
            self.part = (self.part.0 + price, self.part.1 + 1);
        }
        if words == TotalWords::Whole && !seen.has_id {
            return Some(RowDoubt::Total);
        }
        let doubt = if seen.name.is_empty() { None } else { doubt_of_name(seen.name) };
        let later = few || named;
        if doubt.is_none() && later && self.candidates.len() < MOST_CANDIDATES {
            let RowView { row, filled, has_id, .. } = seen;
            self.candidates.push(Candidate { row, filled, words, has_id, is_sum });
        }
        doubt
    }

    /// Lists the rows of the file that are odd beside the others, in its order.
    pub fn finish(self) -> Vec<(u32, RowDoubt)> {
        let middle = self.middle();
        let odd = |candidate: &Candidate| {
            let sparse = candidate.filled * 2 <= middle;
            let words = candidate.words != TotalWords::None;
            if (words && (sparse || candidate.is_sum)) || (candidate.is_sum && sparse && !candidate.has_id) {
                Some(RowDoubt::Total)
            } else if candidate.filled * FULLER <= middle && !candidate.has_id {
                Some(RowDoubt::NearlyEmpty)
            } else {
                None
            }
        };
        self.candidates.iter().filter_map(|one| Some((one.row, odd(one)?))).collect()
    }

    /// Whether a row with so many filled cells has half of those of the middle row so far, or fewer.
    pub fn is_sparse(&self, filled: u32) -> bool {
        filled * 2 <= self.middle()
    }

    /// How many cells are filled in the middle row.
    fn middle(&self) -> u32 {
        let rows: u32 = self.filled.iter().sum();
        let mut below = 0;
        let found = self.filled.iter().position(|count| {
            below += count;
            below * 2 > rows
        });
        found.unwrap_or(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survey(rows: &[(&str, bool, Option<f64>, u32)]) -> Vec<(u32, RowDoubt)> {
        let mut survey = RowSurvey::default();
        let mut found = Vec::new();
        for (at, (name, has_id, price, filled)) in rows.iter().enumerate() {
            let (row, name, has_id) = (at as u32, *name, *has_id);
            let seen = RowView { row, name, has_id, price: *price, filled: *filled };
            found.extend(survey.add(seen).map(|doubt| (row, doubt)));
        }
        found.extend(survey.finish());
        found.sort();
        found
    }

    #[test]
    fn a_row_that_says_total_is_none() {
        for name in [
            "TOTAL GERAL",
            "Subtotal",
            "Sub-total:",
            "Soma",
            "Grand total",
            "Total de itens: 500",
            "Valor total R$",
        ] {
            assert_eq!(survey(&[(name, false, Some(999_999.99), 2)]), [(0, RowDoubt::Total)], "{name}");
        }
    }

    #[test]
    fn a_product_that_has_the_word_in_its_name_is_one() {
        let rows: Vec<_> = ["Ração Total Max 25 kg", "Totale 480 SC", "Herbicida Total", "Total 480 SL"]
            .into_iter()
            .map(|name| (name, true, Some(50.0), 5))
            .collect();
        assert_eq!(survey(&rows), []);
        assert_eq!(survey(&[("Total", true, Some(50.0), 5)]), [], "it has a code like any other");
    }

    #[test]
    fn a_sum_and_a_group_s_total_are_told_by_the_rest() {
        let product = |name, price| (name, true, Some(price), 5);
        let rows = [
            product("Enxada", 10.0),
            product("Pá", 20.5),
            product("Foice", 12.0),
            ("Ferramentas", false, Some(42.5), 2),
            product("Ureia", 100.0),
            product("NPK", 130.0),
            product("Calcário", 70.0),
            ("Total Adubos", false, Some(1.0), 2),
            ("Geral", false, Some(342.5), 2),
        ];
        assert_eq!(survey(&rows), [(3, RowDoubt::Total), (7, RowDoubt::Total), (8, RowDoubt::Total)]);
    }

    #[test]
    fn one_price_that_is_the_sum_by_chance_is_a_product() {
        let product = |name, price| (name, true, Some(price), 5);
        let rows = [product("a1", 10.0), product("b1", 20.0), product("c1", 30.0), product("d1", 60.0)];
        assert_eq!(survey(&rows), []);
    }

    #[test]
    fn names_that_are_none_are_said() {
        for name in ["123", "7891234567890", "--", "A", "01/02/2026", "2026-02-01 00:00:00", "3,75"] {
            assert_eq!(doubt_of_name(name), Some(RowDoubt::NotAName), "{name}");
        }
        for name in [
            "N/A",
            "n/d",
            "NULL",
            "s/n",
            "Sem nome",
            "xxx",
            "R$ 10,00",
            "(vazio)",
            "undefined",
            "Página 1 de 3",
        ] {
            assert_eq!(doubt_of_name(name), Some(RowDoubt::NotAName), "{name}");
        }
        for name in ["#REF!", "#N/D", "#VALOR!", "#NAME?"] {
            assert_eq!(doubt_of_name(name), Some(RowDoubt::FormulaError), "{name}");
        }
        for name in [
            "2,4-D",
            "K2",
            "Pá",
            "NPK 10-10-10",
            "B 12",
            "Folha Verde 1 L",
            "Vale R$ 50",
            "Teste de pH",
            "XX-10",
        ] {
            assert_eq!(doubt_of_name(name), None, "{name}");
        }
    }

    #[test]
    fn a_nearly_empty_row_stands_out_only_where_the_others_are_full() {
        let full = ("Enxada", true, None, 9);
        assert_eq!(survey(&[full, full, ("Ferramentas", false, None, 1)]), [(2, RowDoubt::NearlyEmpty)]);
        let thin = ("Enxada", false, None, 2);
        assert_eq!(survey(&[thin, thin, ("Ferramentas", false, None, 1)]), []);
    }

    #[test]
    fn a_row_is_sparse_beside_those_above_it() {
        let mut survey = RowSurvey::default();
        assert!(!survey.is_sparse(1), "nothing is above");
        for row in 0..3 {
            survey.add(RowView { row, name: "Enxada", has_id: true, price: None, filled: 8 });
        }
        assert!(survey.is_sparse(4) && !survey.is_sparse(5));
    }

    #[test]
    fn a_header_that_comes_again_is_one() {
        assert!(is_heading([("Código", "codigo"), ("NOME", "nome"), ("", "preco")]));
        assert!(!is_heading([("A-1", "codigo"), ("Nome", "nome"), ("3", "preco")]));
        assert!(!is_heading([("", "codigo"), ("", "nome")]));
    }
}
