//! Place columns of a stock list: columns named *Loja Centro* or *Depósito 2*, each with that place's quantities.

use crate::import::{RawRow, StockColumn, cell_text};
use celeiro_domain::catalog::stock::{QuantityError, StockQuantity};
use celeiro_domain::text::normalize_text;
use serde_json::Value;
use std::collections::{HashMap, HashSet};

/// Rows below the heading whose values say whether a column has quantities.
const SAMPLE_ROWS: usize = 300;

/// Words with which the names of places begin.
const PLACE_WORDS: [&str; 17] = [
    "loja",
    "deposito",
    "dep",
    "filial",
    "galpao",
    "armazem",
    "almoxarifado",
    "almox",
    "barracao",
    "silo",
    "matriz",
    "cd",
    "store",
    "warehouse",
    "branch",
    "depot",
    "shed",
];
/// Words of quantities that stand before a place: *Saldo Loja 1*, *Qtd. disp. na Filial*.
const QUANTITY_WORDS: [&str; 19] = [
    "estoque",
    "est",
    "saldo",
    "qtd",
    "qtde",
    "qt",
    "quantidade",
    "disp",
    "disponivel",
    "atual",
    "stock",
    "qty",
    "quantity",
    "em",
    "no",
    "na",
    "do",
    "da",
    "at",
];

/// A column that is known, and its place from 0.
pub(super) type KnownColumn = (StockColumn, usize);

/// A column with the quantities of one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlaceColumn {
    /// Its place among the columns, from 0.
    pub at: usize,
    /// The place that was counted.
    pub place: String,
}

/// The columns that are places, where the list has such. `known` are the folded names of places that the catalog has;
/// `columns` what the names of the columns say. One column alone is a place where no other holds a quantity, and where
/// each row says its place itself, none is. Of two quantities of one place (*Saldo Loja 1*, *Disp. Loja 1*) the first
/// is taken; two columns of one name both are: which of them holds what is there, a person says.
pub(super) fn find_place_columns(
    names: &[String],
    below: &[RawRow],
    columns: &[KnownColumn],
    known: &HashSet<String>,
) -> Vec<PlaceColumn> {
    let is_quantified = |at: usize| has_quantities(below, at);
    let meaning = |at: usize| columns.iter().find(|(_, place)| *place == at).map(|(column, _)| *column);
    let says_place = |(column, at): &KnownColumn| *column == StockColumn::Place && !is_quantified(*at);
    if columns.iter().any(says_place) {
        return Vec::new();
    }
    let named = names.iter().enumerate().filter_map(|(at, name)| {
        let is_free = matches!(meaning(at), None | Some(StockColumn::Place | StockColumn::Quantity));
        let place = read_place(name, known).filter(|_| is_free)?;
        is_quantified(at).then_some(PlaceColumn { at, place })
    });
    let mut first_names: HashMap<String, String> = HashMap::new();
    let is_own = |column: &PlaceColumn| {
        let name = names.get(column.at).map(|name| normalize_text(name)).unwrap_or_default();
        *first_names.entry(normalize_text(&column.place)).or_insert_with(|| name.clone()) == name
    };
    let found: Vec<PlaceColumn> = named.filter(is_own).collect();
    let is_other_quantity = |(column, at): &KnownColumn| {
        *column == StockColumn::Quantity && found.iter().all(|place| place.at != *at)
    };
    // *Loja* beside a quantity has the numbers of stores.
    let is_number_of_store = found.len() == 1
        && (columns.iter().any(is_other_quantity)
            || found.iter().any(|column| meaning(column.at) == Some(StockColumn::Place)));
    if is_number_of_store { Vec::new() } else { found }
}

/// The place that a column is called by; none where its name is of no place.
fn read_place(name: &str, known: &HashSet<String>) -> Option<String> {
    let fold = |word: &str| normalize_text(word).replace(|c: char| !c.is_alphanumeric(), "");
    let words = name.split_whitespace().filter(|word| !fold(word).is_empty());
    let rest: Vec<&str> = words.skip_while(|word| QUANTITY_WORDS.contains(&fold(word).as_str())).collect();
    let place = rest.join(" ").trim_matches([':', '-', '(', ')']).trim().to_owned();
    let first: String = fold(rest.first()?).chars().take_while(|c| c.is_alphabetic()).collect();
    let is_place = PLACE_WORDS.contains(&first.as_str()) || known.contains(&normalize_text(&place));
    (is_place && !place.is_empty()).then_some(place)
}

/// Whether a column has quantities below the heading, and no more words than quantities: a remark in one cell (*ver*,
/// *esgotado*) is wrong in its row and makes no other column of a store's. A dash says nothing of what a column holds.
fn has_quantities(below: &[RawRow], at: usize) -> bool {
    let below = below.get(..SAMPLE_ROWS).unwrap_or(below);
    let values = below.iter().filter_map(|row| row.cells.get(at));
    let (mut quantities, mut words) = (0_usize, 0_usize);
    for value in values.filter(|value| !is_blank(value) && !is_dash(value)) {
        if is_quantity(value) {
            quantities += 1;
        } else {
            words += 1;
        }
    }
    quantities > 0 && quantities >= words
}

fn is_dash(value: &Value) -> bool {
    cell_text(value).trim().chars().all(|sign| matches!(sign, '-' | '–' | '—'))
}

/// Whether a cell of the stock list is empty.
pub(super) fn is_blank(value: &Value) -> bool {
    cell_text(value).trim().is_empty()
}

fn is_quantity(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::String(text) => {
            // Programs count below zero where more was sold than had come in.
            !matches!(StockQuantity::read(text.trim(), None), Err(QuantityError::NotANumber))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::find_stock_columns;
    use serde_json::json;

    fn places_of(names: &[&str], rows: Value) -> Vec<(usize, String)> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let cells: Vec<Vec<Value>> = serde_json::from_value(rows).unwrap();
        let below: Vec<RawRow> =
            cells.into_iter().zip(2..).map(|(cells, number)| RawRow { number, cells }).collect();
        let known = HashSet::from(["centro".to_owned()]);
        let found = find_place_columns(&names, &below, &find_stock_columns(&names), &known);
        found.into_iter().map(|column| (column.at, column.place)).collect()
    }

    fn list_places(places: &[(usize, &str)]) -> Vec<(usize, String)> {
        places.iter().map(|(at, place)| (*at, (*place).to_owned())).collect()
    }

    #[test]
    fn each_column_of_a_store_is_a_place() {
        let names = ["Código", "Produto", "Loja Centro", "Saldo Depósito 2", "Centro", "Total"];
        let rows = json!([["A-1", "Base", 3, "1.250", null, 4], ["A-2", "Óleo", null, "0", 7, 8]]);
        assert_eq!(
            places_of(&names, rows),
            list_places(&[(2, "Loja Centro"), (3, "Depósito 2"), (4, "Centro")]),
            "the place that the catalog knows, too"
        );
        let bare = json!([["A-1", 3, 2], ["A-2", 4, 0]]);
        assert_eq!(
            places_of(&["Código", "Loja", "Depósito"], bare),
            list_places(&[(1, "Loja"), (2, "Depósito")])
        );
    }

    #[test]
    fn a_word_in_one_cell_makes_no_other_column_of_a_stores() {
        let rows = json!([["A-1", 3, 1], ["A-2", "abc", 2], ["A-3", 4, 0]]);
        let both = list_places(&[(1, "Loja Centro"), (2, "Depósito 2")]);
        assert_eq!(places_of(&["Código", "Loja Centro", "Depósito 2"], rows), both);
        let few = json!([["A-1", 3, "esgotado"], ["A-2", "-", 2]]);
        assert_eq!(places_of(&["Código", "Loja Centro", "Depósito 2"], few), both);
        let bare = json!([["A-1", 3, 5], ["A-2", "ver", 2], ["A-3", 7, 1]]);
        assert_eq!(
            places_of(&["Código", "Loja", "Depósito"], bare),
            list_places(&[(1, "Loja"), (2, "Depósito")])
        );
        let places = json!([["A-1", "Centro", 5], ["A-2", "Sul", 2], ["A-3", 1, 1]]);
        assert!(places_of(&["Código", "Loja", "Saldo"], places).is_empty(), "more words than numbers");
    }

    #[test]
    fn two_columns_of_one_name_are_of_one_place_and_of_two_quantities_the_first_counts() {
        let rows = json!([["A-1", 3, 1], ["A-2", 4, 0]]);
        assert_eq!(
            places_of(&["Código", "Loja Centro", "Loja centro"], rows.clone()),
            list_places(&[(1, "Loja Centro"), (2, "Loja centro")])
        );
        assert_eq!(
            places_of(&["Código", "Saldo Loja 1", "Disp. Loja 1"], rows),
            list_places(&[(1, "Loja 1")])
        );
    }

    #[test]
    fn a_column_that_says_the_place_of_its_row_is_none() {
        let rows = json!([["A-1", "Loja Centro", 3], ["A-2", "Galpão", 4]]);
        assert!(places_of(&["Código", "Depósito", "Saldo"], rows).is_empty());
        let numbers = json!([["A-1", 1, 30], ["A-2", 2, 40]]);
        assert!(places_of(&["Código", "Loja", "Saldo"], numbers).is_empty(), "the numbers of stores");
        let words = json!([["A-1", "ver", "sim"]]);
        assert!(places_of(&["Código", "Loja Centro", "Loja Sul"], words).is_empty(), "no quantities");
    }

    #[test]
    fn one_place_alone_is_found_where_nothing_else_is_a_quantity() {
        let rows = json!([["A-1", 3], ["A-2", "4,5"]]);
        assert_eq!(places_of(&["Código", "Loja Centro"], rows), list_places(&[(1, "Loja Centro")]));
    }
}
