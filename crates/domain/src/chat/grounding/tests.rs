//! Figures, sentences and marks at their edges.

use super::citations::{MarkFilter, bind_citation_marks};
use super::evidence::Evidence;
use super::fact_check::find_unsupported;
use super::figures::extract_figures;
use super::money::format_amount;
use super::sentences::{find_sentence_ranges, sentence_at};
use crate::catalog::Price;
use crate::chat::CautionKind;
use crate::search::Lang;
use proptest::prelude::*;
use rust_decimal::Decimal;

/// What the figures of a text state: kind, readings, unit, and the words themselves.
fn list_figures(text: &str) -> Vec<(CautionKind, Vec<String>, String, String)> {
    extract_figures(text)
        .into_iter()
        .map(|figure| {
            let values = figure.values.iter().map(Decimal::to_string).collect();
            (figure.kind, values, figure.unit, text[figure.range].to_owned())
        })
        .collect()
}

fn one(
    kind: CautionKind,
    values: &[&str],
    unit: &str,
    words: &str,
) -> Vec<(CautionKind, Vec<String>, String, String)> {
    vec![(kind, values.iter().map(|value| (*value).to_owned()).collect(), unit.to_owned(), words.to_owned())]
}

#[test]
fn a_number_has_every_reading_that_it_may_have() {
    use CautionKind::UnsupportedPrice;
    for (text, values) in [
        ("R$ 1.250", &["1250", "1.25"][..]),
        ("R$ 1,250", &["1250", "1.25"]),
        ("R$ 0,250", &["0.25"]),
        ("R$ 12,50", &["12.5"]),
        ("R$ 1.250,00", &["1250"]),
        ("R$ 1,250.00", &["1250"]),
        ("R$ 1.250.000", &["1250000"]),
        ("R$ 007", &["7"]),
        ("R$ 1250", &["1250"]),
    ] {
        assert_eq!(list_figures(text), one(UnsupportedPrice, values, "BRL", text), "{text}");
    }
}

#[test]
fn a_price_has_the_currency_that_stands_with_it() {
    use CautionKind::UnsupportedPrice;
    for (text, value, unit, words) in [
        ("US$ 30", "30", "USD", "US$ 30"),
        ("$ 30", "30", "$", "$ 30"),
        ("€ 30", "30", "EUR", "€ 30"),
        ("30 dólares", "30", "USD", "30 dólares"),
        ("30 euros", "30", "EUR", "30 euros"),
        ("BRL 30", "30", "BRL", "BRL 30"),
        ("custa 2 mil reais", "2000", "BRL", "2 mil reais"),
        ("R$ 5 mil", "5000", "BRL", "R$ 5 mil"),
        ("2 mil de reais", "2000", "BRL", "2 mil de reais"),
        ("sai por 450", "450", "$", "450"),
        ("custa 489,90", "489.9", "$", "489,90"),
        ("o preço é 450,00", "450", "$", "450,00"),
    ] {
        assert_eq!(list_figures(text), one(UnsupportedPrice, &[value], unit, words), "{text}");
    }
    for text in ["custa 3 sacos", "sai por 5", "preço de 20 L", "custa 10%", "o valor é alto"] {
        assert_eq!(list_figures(text), [], "{text}");
    }
}

/// A sentence that begins with the word of price, and cents that are none, once stated nothing, so that
/// nothing held them to a source.
#[test]
fn a_price_that_a_sentence_begins_with_is_held_to_its_sources() {
    let evidence = [Evidence::of_text(1, "Base 480 SL, preço R$ 489,90")];
    for answer in ["Custa 450,00.", "Preço: 450,00", "Custa 450.", "Temos sim. Custa 450,00 [1]."] {
        let told = find_unsupported(answer, &evidence);
        assert_eq!(told.len(), 1, "{answer}: {told:?}");
        assert!(told[0].claim.starts_with("450"), "{told:?}");
        assert_eq!(
            find_unsupported(&answer.replace("450,00", "489,90").replace("450", "489,90"), &evidence),
            []
        );
    }
}

#[test]
fn a_dose_is_in_the_base_of_its_units() {
    use CautionKind::UnsupportedDose;
    for (text, value, unit) in [
        ("2 L/ha", "2000", "ml/ha"),
        ("2 litros por hectare", "2000", "ml/ha"),
        ("500 mg/planta", "0.5", "g/planta"),
        ("1,5 t/ha", "1500000", "g/ha"),
        ("200 mL/100 kg", "0.002", "ml/g"),
        ("0,5% v/v", "0.5", "%/v"),
        ("50 mL para cada 20 L", "0.0025", "ml/ml"),
        ("3 kg ha-1", "3000", "g/ha"),
        ("10 mL por animal", "10", "ml/animal"),
    ] {
        let found = list_figures(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!((found[0].0, found[0].2.as_str()), (UnsupportedDose, unit), "{text}");
        assert_eq!(found[0].1, [value], "{text}");
    }
    for text in ["2 L", "2 L em casa", "5 kg para o milho", "2 L/dia", "1 L/0 ha", "20 kg em 5 sacos"] {
        assert_eq!(list_figures(text), [], "{text}");
    }
}

#[test]
fn every_number_of_a_range_has_the_unit_of_the_last() {
    for (text, values) in [
        ("2 a 3 L/ha", &["2000", "3000"][..]),
        ("2-3 L/ha", &["2000", "3000"]),
        ("1, 2 ou 3 L/ha", &["1000", "2000", "3000"]),
        ("R$ 100 a 200", &["100", "200"]),
    ] {
        let found: Vec<String> =
            extract_figures(text).into_iter().map(|figure| figure.values[0].to_string()).collect();
        assert_eq!(found, values, "{text}");
    }
}

#[test]
fn a_registration_is_a_number_behind_the_word() {
    use CautionKind::UnsupportedRegistration;
    for (text, value) in [
        ("Registro MAPA nº 17.622", "17622"),
        ("registrado sob o número 001234", "1234"),
        ("reg. 17622", "17622"),
        ("MAPA: 17622", "17622"),
        ("registered with MAPA under number 17622", "17622"),
    ] {
        let found = list_figures(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(
            (found[0].0, found[0].1.as_slice(), found[0].2.as_str()),
            (UnsupportedRegistration, &[value.to_owned()][..], "")
        );
    }
    for text in ["registro 12", "registro 1234567890123", "o registro do trator 17622", "17622"] {
        assert_eq!(list_figures(text), [], "{text}");
    }
}

proptest! {
    #[test]
    fn an_amount_is_read_as_it_was_written_in_either_language(ten_thousandths in 0i64..1_000_000_000_000) {
        let price = Price::new(Decimal::new(ten_thousandths, 4)).unwrap();
        for lang in [Lang::PtBr, Lang::En] {
            let text = format_amount(price, "BRL", lang);
            let found = extract_figures(&text);
            prop_assert_eq!(found.len(), 1, "{}", &text);
            prop_assert!(found[0].values.contains(&price.amount().normalize()), "{}", &text);
            prop_assert_eq!(&text[found[0].range.clone()], text.as_str(), "all of it");
        }
    }

    #[test]
    fn figures_agree_with_themselves_and_both_ways(a in "[0-9]{1,4}([.,][0-9]{1,3})? (L|kg|mL)/(ha|planta)|R\\$ [0-9]{1,5}", b in "[0-9]{1,2} (L|kg|mL)/ha|R\\$ [0-9]{1,2}") {
        for one in extract_figures(&a) {
            prop_assert!(one.agrees(&one));
            for other in extract_figures(&b) {
                prop_assert_eq!(one.agrees(&other), other.agrees(&one));
            }
        }
    }

    #[test]
    fn marks_that_stay_are_those_of_sources(answer in "(a|\\. |\\[[0-9,-]{0,5}\\]|`|\n| ){0,30}", sources in proptest::collection::btree_set(1u32..6, 0..5)) {
        let sources: Vec<u32> = sources.into_iter().collect();
        let bound = bind_citation_marks(&answer, &sources);
        prop_assert!(bound.cited.iter().all(|mark| sources.contains(mark)));
        let again = bind_citation_marks(&bound.text, &sources);
        prop_assert_eq!(&again.cited, &bound.cited, "what was checked cites the same");
        let distinct: std::collections::HashSet<&u32> = bound.cited.iter().collect();
        prop_assert_eq!(distinct.len(), bound.cited.len());
    }

    #[test]
    fn every_place_of_a_text_has_its_sentence(text in "[a-z .!?\n]{1,50}") {
        let all = find_sentence_ranges(&text);
        for range in &all {
            prop_assert_eq!(sentence_at(&text, &all, range.end), &text[range.clone()]);
        }
        prop_assert_eq!(all.is_empty(), text.trim().is_empty());
    }

    #[test]
    fn an_answer_that_quotes_its_source_needs_no_caution(doses in proptest::collection::vec("[1-9][0-9]{0,2}(,[0-9])? (L|kg|mL)/ha|R\\$ [1-9][0-9]{0,4},[0-9]{2}", 1..4)) {
        let source = format!("Rótulo: {}.", doses.join("; "));
        let answer = format!("Segundo o rótulo: {} [1].", doses.join("; "));
        prop_assert_eq!(find_unsupported(&answer, &[Evidence::of_text(1, &source)]), []);
        let alone = find_unsupported(&answer, &[]);
        prop_assert!(!alone.is_empty(), "the control: without the source each is told");
    }
}

#[test]
fn sentences_end_at_their_stops_and_not_in_numbers_or_abbreviations() {
    for (text, parts) in [
        ("Um. Dois! Três? Quatro", vec!["Um.", "Dois!", "Três?", "Quatro"]),
        ("Custa 1.250,00. Leve", vec!["Custa 1.250,00.", "Leve"]),
        ("O sr. João e a dra. Ana", vec!["O sr. João e a dra. Ana"]),
        ("Fim. [1] [2, 3] Mais", vec!["Fim. [1] [2, 3]", "Mais"]),
        ("Fim. [texto] Mais", vec!["Fim.", "[texto] Mais"]),
        ("a\n\n\nb", vec!["a", "b"]),
        ("1. Primeiro\n2. Segundo", vec!["1. Primeiro", "2. Segundo"]),
        ("...", vec!["..."]),
        (" \n ", vec![]),
    ] {
        let found: Vec<&str> = find_sentence_ranges(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, parts, "{text:?}");
    }
}

#[test]
fn a_mark_names_at_most_twenty_sources_with_numbers_below_a_thousand() {
    let all: Vec<u32> = (1..=1_000).collect();
    let count_cited = |answer: &str| bind_citation_marks(answer, &all).cited.len();
    assert_eq!(count_cited("[1-20]"), 20);
    assert_eq!(count_cited("[1-21]"), 0, "a list, not a mark");
    assert_eq!(count_cited("[999]"), 1);
    assert_eq!(count_cited("[1000]"), 0);
    assert_eq!(count_cited("[2–4;7]"), 4);
    assert_eq!(bind_citation_marks("[4-2]", &all).text, "[4-2]");
}

#[test]
fn the_same_mark_in_one_sentence_is_told_once_and_in_another_again() {
    let bound = bind_citation_marks("Um [9] e outro [9]. Dois [9].", &[1]);
    let told: Vec<(&str, &str)> =
        bound.cautions.iter().map(|caution| (caution.sentence.as_str(), caution.claim.as_str())).collect();
    assert_eq!(told, [("Um e outro.", "[9]"), ("Dois.", "[9]")]);
    assert!(bound.cautions.iter().all(|caution| caution.kind == CautionKind::UnknownSource));
}

#[test]
fn a_filter_gives_at_the_end_what_it_held_back() {
    for (answer, text) in [("fim [1", "fim [1"), ("fim [1]", "fim [1]"), ("fim [9]", "fim"), ("fim ", "fim ")]
    {
        let mut filter = MarkFilter::new(&[1]);
        let shown = filter.push(answer);
        let (rest, bound) = filter.finish();
        assert_eq!((shown + &rest, bound.text.as_str()), (text.to_owned(), text), "{answer}");
    }
}
