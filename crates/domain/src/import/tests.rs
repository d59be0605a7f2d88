//! What is odd about the rows of a file, at its edges.

use super::*;
use crate::text::normalize_text;
use proptest::prelude::*;

fn view(row: u32, name: &str, has_id: bool, price: Option<f64>, filled: u32) -> RowView<'_> {
    RowView { row, name, has_id, price, filled }
}

/// What is odd about each row, at once or beside the rest.
fn survey(rows: &[RowView<'_>]) -> Vec<(u32, RowDoubt)> {
    let mut survey = RowSurvey::default();
    let mut found: Vec<(u32, RowDoubt)> =
        rows.iter().filter_map(|row| Some((row.row, survey.add(*row)?))).collect();
    found.extend(survey.finish());
    found.sort();
    found
}

#[test]
fn every_doubt_is_sure_or_a_question_and_has_a_name_of_its_own() {
    let sure: Vec<RowDoubt> = RowDoubt::ALL.into_iter().filter(|doubt| doubt.is_sure()).collect();
    use RowDoubt::{Footnote, FormulaError, GroupTitle, Heading, Hidden, NotForSale, PageFoot, Total};
    assert_eq!(sure, [Total, Heading, GroupTitle, PageFoot, Footnote, Hidden, NotForSale, FormulaError]);
    let names: Vec<String> =
        RowDoubt::ALL.map(|doubt| serde_json::to_value(doubt).unwrap().to_string()).to_vec();
    assert_eq!(
        names,
        [
            "total",
            "heading",
            "group_title",
            "page_foot",
            "footnote",
            "hidden",
            "not_for_sale",
            "formula_error",
            "struck_out",
            "not_a_name",
            "nearly_empty",
            "price_out_of_range"
        ]
        .map(|name| format!("\"{name}\""))
    );
}

#[test]
fn what_is_left_out_is_what_a_person_said_and_else_what_is_surely_no_record() {
    let read = |json: &str| LeftOutRows::new(&serde_json::from_str(json).unwrap());
    let usual = read("{}");
    for doubt in RowDoubt::ALL {
        assert_eq!(usual.is_left_out(1, doubt), doubt.is_sure(), "{doubt:?}");
        assert_eq!(usual.leaves_kind(doubt), doubt.is_sure());
        assert!(!read(r#"{"kinds": []}"#).is_left_out(1, doubt));
        assert!(!read(r#"{"take": [1]}"#).is_left_out(1, doubt), "a row that a person takes is taken");
        assert!(read(r#"{"kinds": [], "rows": [1]}"#).is_left_out(1, doubt));
    }
    let both = read(r#"{"rows": [1, 2], "take": [2, 3]}"#);
    assert_eq!(both.named_rows().collect::<Vec<_>>(), [1], "of two words about one row the taking counts");
    assert!(serde_json::from_str::<LeaveOut>(r#"{"kind": []}"#).is_err());
}

#[test]
fn total_is_a_word_of_its_own_in_both_languages() {
    for name in
        ["Total", "TOTAIS", "Sub total", "sub-total 3", "Soma dos itens", "Grand Total:", "Total page 12"]
    {
        assert_eq!(survey(&[view(0, name, false, Some(10.0), 9)]), [(0, RowDoubt::Total)], "{name}");
    }
    for name in ["Totale", "Subtotalizador", "Somatex 20", "Geral", "Pagina", "Consumo"] {
        assert_eq!(survey(&[view(0, name, false, Some(10.0), 9)]), [], "{name}");
    }
}

#[test]
fn a_name_that_is_none_is_said_at_once() {
    for (name, doubt) in [
        ("", None),
        ("Ureia", None),
        ("B1", None),
        ("x", Some(RowDoubt::NotAName)),
        ("ç", Some(RowDoubt::NotAName)),
        ("½", Some(RowDoubt::NotAName)),
        ("***", Some(RowDoubt::NotAName)),
        ("31/12/26", Some(RowDoubt::NotAName)),
        ("2026-12-31T08:00:00.000Z", Some(RowDoubt::NotAName)),
        ("31/12/2026 Ureia", None),
        (" #ref! ", Some(RowDoubt::FormulaError)),
        ("#NOME?", Some(RowDoubt::FormulaError)),
        ("#REF! Ureia", None),
    ] {
        assert_eq!(RowSurvey::default().add(view(0, name, true, None, 9)), doubt, "{name:?}");
    }
}

#[test]
fn a_sum_needs_three_addends_and_starts_anew_behind_a_total() {
    let product = |row, price| view(row, "Enxada", true, Some(price), 8);
    let sum = |row, price| view(row, "Ferramentas", false, Some(price), 2);
    let two = survey(&[product(0, 10.0), product(1, 20.0), sum(2, 30.0), product(3, 5.0)]);
    assert_eq!(two, [(2, RowDoubt::NearlyEmpty)], "two may add up to a third by chance");
    let rows = [
        product(0, 10.0),
        product(1, 20.0),
        product(2, 30.0),
        sum(3, 60.0),
        product(4, 1.0),
        product(5, 2.0),
        product(6, 3.0),
        sum(7, 6.0),
        sum(8, 66.0),
    ];
    assert_eq!(survey(&rows), [(3, RowDoubt::Total), (7, RowDoubt::Total), (8, RowDoubt::Total)]);
}

#[test]
fn a_thin_row_is_one_beside_full_ones_and_an_id_makes_it_a_record() {
    let full = |row| view(row, "Enxada", true, None, 9);
    let thin =
        [view(5, "Pá", false, None, 3), view(6, "Foice", true, None, 3), view(7, "Rastelo", false, None, 4)];
    let rows = [(0..5).map(full).collect(), thin.to_vec()].concat();
    assert_eq!(survey(&rows), [(5, RowDoubt::NearlyEmpty)]);
    assert_eq!(survey(&[]), []);
    assert_eq!(RowSurvey::default().finish(), []);
}

proptest! {
    #[test]
    fn no_file_breaks_a_survey_and_each_row_is_said_once(
        rows in proptest::collection::vec(("\\PC{0,12}|Total|Soja", any::<bool>(), proptest::option::of(any::<f64>()), 0u32..20_000), 0..30)
    ) {
        let views: Vec<RowView<'_>> = (0u32..)
            .zip(&rows)
            .map(|(at, (name, has_id, price, filled))| view(at, name, *has_id, *price, *filled))
            .collect();
        let found = survey(&views);
        let distinct: std::collections::HashSet<u32> = found.iter().map(|one| one.0).collect();
        prop_assert_eq!(distinct.len(), found.len());
    }

    #[test]
    fn a_range_holds_its_quartiles_and_grows_with_their_distance(first in -5.0f64..10.0, spread in 0.0f64..3.0, count in 8i64..1_000) {
        let (low, high) = price_range((first, first + spread), count).unwrap();
        prop_assert!(low < first.exp() && high > (first + spread).exp());
        let (lower, higher) = price_range((first - 0.5, first + spread + 0.5), count).unwrap();
        prop_assert!(lower < low && higher > high);
    }

    #[test]
    fn a_value_is_never_the_variant_of_a_rarer_one_or_of_itself(
        values in proptest::collection::btree_map("[A-Ca-c]{1,3}( [a-b]{3,5}s?)?", 1u32..20, 0..15)
    ) {
        let values: Vec<(String, u32)> = values.into_iter().collect();
        let similar = similar_values(MergedField::Tags, &values);
        for one in &similar {
            prop_assert!(one.near != one.value && one.near_records >= one.records, "{one:?}");
            prop_assert!(values.contains(&(one.value.clone(), one.records)));
            prop_assert!(values.contains(&(one.near.clone(), one.near_records)));
        }
        let mut turned = values.clone();
        turned.reverse();
        let likeness = |list: Vec<SimilarValue>| list.into_iter().map(|one| one.likeness).filter(|l| *l == Likeness::Same).count();
        prop_assert_eq!(likeness(similar_values(MergedField::Tags, &turned)), likeness(similar));
    }
}

#[test]
fn prices_without_a_range_are_in_none() {
    for quartiles in [(f64::NAN, 1.0), (1.0, f64::INFINITY), (f64::NEG_INFINITY, 1.0)] {
        assert_eq!(price_range(quartiles, 100), None);
    }
    assert_eq!(price_range((1.0, 2.0), 7), None);
    let (low, high) = price_range((0.0, 1.0), 8).unwrap();
    assert!((low - (-3f64).exp()).abs() < 1e-12 && (high - 4f64.exp()).abs() < 1e-9);
}

#[test]
fn spellings_differ_by_case_accents_signs_and_plural_and_words_by_letters() {
    let nearest = |known: &str, value: &str| {
        let mut index = SpellingIndex::default();
        index.add(known, 5);
        index.nearest(value, 1).map(|(_, likeness)| likeness)
    };
    for (known, value) in [
        ("Adubos foliares", "ADUBO FOLIAR"),
        ("Sementes de milho", "sementes milho"),
        ("Bayer S.A.", "Bayer SA"),
        ("Água-viva", "agua viva"),
        ("EPI", "EPIs"),
    ] {
        assert_eq!(nearest(known, value), Some(Likeness::Same), "{known} {value}");
    }
    for (known, value) in
        [("Fungicidas", "Fungicdas"), ("Adubos foliares", "Adubos foliraes"), ("Herbicidas", "Herbcidas")]
    {
        assert_eq!(nearest(known, value), Some(Likeness::Mistyped), "{known} {value}");
    }
    for (known, value) in [
        ("Fungicidas", "Fungicidas"),
        ("Fungicidas", "Inseticidas"),
        ("Linha 10", "Linha 20"),
        ("Uva", "Ova"),
        ("Adubos", "Adubos foliares"),
        ("Fungicidas", ""),
        ("", "Fungicidas"),
    ] {
        assert_eq!(nearest(known, value), None, "{known} {value}");
    }
}

#[test]
fn a_value_of_as_much_weight_is_no_commoner_one() {
    let mut index = SpellingIndex::default();
    index.add("Cercas", 5);
    index.add("Fungicidas", 5);
    for (value, weight, found) in
        [("CERCAS", 4, true), ("CERCAS", 5, false), ("Fungicdas", 4, true), ("Fungicdas", 5, false)]
    {
        assert_eq!(index.nearest(value, weight).is_some(), found, "{value} {weight}");
    }
}

#[test]
fn names_are_doubted_from_five_on_and_past_the_half() {
    let doubt = |names: &[&str]| {
        let mut column = NameColumn::default();
        names.iter().for_each(|name| column.add(name));
        column.doubt()
    };
    assert_eq!(doubt(&["1", "2", "3", "4"]), None);
    assert_eq!(doubt(&["1", "2", "3", "Enxada", "Foice"]), Some(NameColumnDoubt::MostlyNumbers));
    assert_eq!(doubt(&["1", "2", "Pá", "Enxada", "Foice"]), None);
    assert_eq!(doubt(&["Pá", "pa", "PÁ", "Pá", "Foice", "Ureia"]), None, "half are different");
    assert_eq!(doubt(&["Pá", "pa", "PÁ", "Pá", "Foice"]), Some(NameColumnDoubt::MostlyRepeated));
    assert_eq!(
        doubt(&["", " ", "-", "--", "?"]),
        Some(NameColumnDoubt::MostlyNumbers),
        "blanks are no names"
    );
}

#[test]
fn a_header_is_known_by_more_of_its_names_than_of_others() {
    let heading = |cells: &[(&str, &str)]| {
        let folded: Vec<String> = cells.iter().map(|(_, column)| normalize_text(column)).collect();
        is_heading(cells.iter().zip(&folded).map(|((cell, _), column)| (cell, column.as_str())))
    };
    assert!(heading(&[("Preço", " PRECO "), ("Nome", "nome"), ("7", "código")]));
    assert!(heading(&[("Nome", "Nome"), ("", "Preço")]));
    assert!(!heading(&[("Nome", "Nome"), ("7", "Preço")]), "as many others");
    assert!(!heading(&[]));
    assert!(heading(&[("", ""), ("Nome", "Nome")]));
}

#[test]
fn a_row_that_a_person_takes_is_taken_and_one_that_is_named_is_left_out() {
    let said = LeaveOut { rows: vec![7], take: vec![9], ..LeaveOut::default() };
    let leaving = LeftOutRows::new(&said);
    assert!(leaving.is_left_out(3, RowDoubt::Total) && !leaving.is_left_out(3, RowDoubt::NotAName));
    assert!(leaving.is_left_out(7, RowDoubt::NotAName));
    assert_eq!(leaving.named_rows().collect::<Vec<_>>(), [7]);
    assert!(!leaving.is_left_out(9, RowDoubt::Total));
    let nothing: LeaveOut = serde_json::from_str("{}").unwrap();
    assert_eq!(nothing, LeaveOut::default());
}

#[test]
fn counts_of_rows_and_drawn_lines_are_no_names() {
    for text in ["205 itens", " 1.205 PRODUTOS ", "1 item"] {
        assert!(counts_rows(text), "{text}");
    }
    for text in ["", "205", "itens", "2 itens de série", "Kit 2 itens", "12 m"] {
        assert!(!counts_rows(text), "{text}");
    }
    for text in ["----------", "=====", " _____ "] {
        assert!(is_drawn_line(text), "{text}");
    }
    for text in ["", "-", "---", "--- A ---", "A-1"] {
        assert!(!is_drawn_line(text), "{text}");
    }
}
