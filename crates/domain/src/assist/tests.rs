//! What a draft leaves open, how neighbours count, and what is answered.

use super::calibration::{Calibration, Curve};
use super::measure::quality;
use super::neighbours::tests::{item, neighbours};
use super::plain_text::strip_markup;
use super::*;
use crate::catalog::{ItemDraft, Price, RecordField};
use proptest::prelude::*;
use serde_json::{Value, json};

fn draft(fields: Value) -> ItemDraft {
    let mut whole = json!({ "name": "Novo" });
    if let (Value::Object(whole), Value::Object(fields)) = (&mut whole, fields) {
        whole.extend(fields);
    }
    serde_json::from_value(whole).unwrap()
}

#[test]
fn a_field_is_open_where_the_draft_has_nothing_in_it() {
    assert_eq!(open_fields(&draft(json!({}))), AssistField::ALL);
    for (fields, left) in [
        (json!({ "description": "x" }), vec![AssistField::Category, AssistField::Price, AssistField::Tags]),
        (json!({ "price": 0, "tags": ["x"] }), vec![AssistField::Description, AssistField::Category]),
        (json!({ "description": "x", "category": "x", "price": 1, "tags": ["x"] }), vec![]),
    ] {
        assert_eq!(open_fields(&draft(fields.clone())), left, "{fields}");
    }
}

#[test]
fn what_is_searched_for_begins_with_the_name_and_has_twelve_words() {
    let full = draft(json!({
        "name": "Fungicida Azul para a soja", "category": "Fungicidas", "tags": ["ferrugem"],
        "attributes": { "cor": "verde", "Ingrediente ativo": ["azoxistrobina"], "organico": "sim", "bula": "x ".repeat(60) },
        "description": "Controla manchas."
    }));
    assert_eq!(query_of(&full), "Fungicida Azul soja Fungicidas azoxistrobina verde ferrugem manchas.");
    let endless = draft(json!({ "name": (0..40).map(|at| format!("palavra{at} ")).collect::<String>() }));
    assert_eq!(query_of(&endless).split(' ').count(), 12);
    assert_eq!(query_of(&draft(json!({ "name": "de para o" }))), "");
}

#[test]
fn a_suggestion_is_stale_where_a_field_that_it_rested_on_has_changed() {
    let before = draft(json!({ "category": "Fungicidas", "attributes": { "teor": 45 } }));
    let hashes = input_hashes(&before);
    assert!(!is_stale(&hashes, &before));
    for changed in [
        json!({ "category": "Adubos", "attributes": { "teor": 45 } }),
        json!({ "category": "Fungicidas", "attributes": { "teor": 46 } }),
        json!({ "name": "Outro", "category": "Fungicidas", "attributes": { "teor": 45 } }),
        json!({ "attributes": { "teor": 45 } }),
    ] {
        assert!(is_stale(&hashes, &draft(changed.clone())), "{changed}");
    }
    assert!(hashes.contains_key("category") && !hashes.contains_key("description"), "{hashes:?}");
}

proptest! {
    #[test]
    fn weights_fall_with_the_scores_and_the_best_counts_wholly(scores in proptest::collection::vec(-5.0f64..50.0, 1..12)) {
        let mut scores = scores;
        scores.sort_by(|a, b| b.total_cmp(a));
        let hits = scores.iter().zip(1..).map(|(score, at)| (item(at, json!({})), *score)).collect();
        let weights: Vec<f64> = weigh_neighbours(hits, "x").into_iter().map(|neighbour| neighbour.weight).collect();
        prop_assert!(weights.iter().all(|weight| (0.0..=1.0).contains(weight)));
        prop_assert!(weights.is_sorted_by(|a, b| a >= b));
        prop_assert_eq!(weights[0], if scores[0] > 0.0 { 1.0 } else { 0.0 });
    }

    #[test]
    fn a_price_lies_between_the_cheapest_and_the_dearest(prices in proptest::collection::vec(1u32..100_000, 3..12)) {
        let near = neighbours(prices.iter().map(|cents| json!({ "price": f64::from(*cents) / 100.0 })).collect());
        let calibration = Calibration::shipped_table();
        match price_guess(&draft(json!({})), None, &near, calibration) {
            Ok(guess) => {
                prop_assert!(guess.low <= guess.price && guess.price <= guess.high);
                prop_assert!((0.0..=1.0).contains(&guess.raw) && (0.0..=1.0).contains(&guess.confidence));
                prop_assert!(!guess.by_amount && guess.currency == "BRL");
                prop_assert!(guess.comparables.iter().all(|at| *at < near.len()));
            }
            Err(why) => prop_assert_eq!(why, NoPrice::Spread),
        }
    }

    #[test]
    fn plain_text_has_no_markup_and_stays_as_it_is(text in "(\\PC|<b>|</b>|<script>|&lt;|&amp;|\\[1\\]|\\[A2, 3\\]|\n){0,20}") {
        let (once, _) = strip_markup(&text);
        let has_tag = once.match_indices('<').any(|(at, _)| once[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
        prop_assert!(!has_tag, "{once}");
        prop_assert_eq!(once.trim(), once.as_str());
    }

    #[test]
    fn figures_of_quality_are_shares(judged in proptest::collection::vec((0.0f64..=1.0, any::<bool>()), 0..60), least in 0.0f64..1.0) {
        let found = quality(100, 40, &judged, least);
        for share in [found.coverage, found.accuracy, found.suggested_accuracy, found.calibration_error] {
            prop_assert!((0.0..=1.0).contains(&share));
        }
        let counted: u32 = found.bands.iter().map(|band| band.count).sum();
        prop_assert_eq!((counted, found.guesses), (judged.len() as u32, judged.len() as u32), "each guess in one band");
        for band in &found.bands {
            prop_assert!(band.from <= band.confidence + 1e-12 && band.confidence <= band.to + 1e-12);
        }
    }
}

#[test]
fn three_prices_are_needed_and_they_must_tell_each_other() {
    let calibration = Calibration::shipped_table();
    let guess = |prices: &[f64]| {
        let near = neighbours(prices.iter().map(|price| json!({ "price": price })).collect());
        price_guess(&draft(json!({})), None, &near, calibration).map(|guess| guess.price.to_string())
    };
    assert_eq!(guess(&[100.0, 101.0]), Err(NoPrice::TooFew));
    assert_eq!(guess(&[100.0, 101.0, 0.0]), Err(NoPrice::TooFew), "what costs nothing tells nothing");
    assert_eq!(guess(&[]), Err(NoPrice::TooFew));
    assert_eq!(guess(&[1.0, 100.0, 10_000.0]), Err(NoPrice::Spread));
    assert_eq!(guess(&[100.0; 4]), Ok("100".to_owned()));
    assert_eq!(
        guess(&[100.0, 100.0, 100.0, 1_000_000.0]),
        Ok("100".to_owned()),
        "one wrong price moves nothing"
    );
}

#[test]
fn packages_are_compared_by_what_they_measure() {
    let package = |name: &str| package_of(name, &Default::default());
    let likeness = |a: &str, b: &str| Package::likeness(package(a).as_ref(), package(b).as_ref());
    assert_eq!(likeness("Base galão 20 L", "Outro 20 litros"), Likeness::Same);
    assert_eq!(likeness("Base 20 L", "Base 5 L"), Likeness::Scaled(4.0));
    assert_eq!(likeness("Base 1 kg", "Base 1 L"), Likeness::Other);
    assert_eq!(likeness("Base 1 kg", "Base"), Likeness::Other, "only one is known");
    assert_eq!(likeness("Base", "Outro"), Likeness::Same, "neither is");
}

#[test]
fn fields_have_the_names_of_the_record_s() {
    for field in AssistField::ALL {
        assert_eq!(json!(field), field.as_str());
        assert_eq!(AssistField::parse(&format!(" {} ", field.as_str())), Some(field));
        assert_eq!(RecordField::from(field).name(), field.as_str());
    }
    assert_eq!(AssistField::parse("Price"), None);
}

fn text_suggestion(confidence: f64) -> TextSuggestion {
    TextSuggestion {
        value: "Fungicidas".into(),
        confidence,
        reason: "3 de 4".into(),
        said: None,
        because: AssistReason::Category { count: 3, of: 4 },
        evidence: vec![],
    }
}

#[test]
fn suggestions_are_told_field_by_field_and_absent_ones_not_at_all() {
    assert_eq!(serde_json::to_value(AssistSuggestions::default()).unwrap(), json!({}));
    let some = AssistSuggestions { category: Some(text_suggestion(0.75)), ..AssistSuggestions::default() };
    assert_eq!(some.confidences(), [(AssistField::Category, 0.75)]);
    assert_eq!(some.of(AssistField::Price), None);
    let json = some.of(AssistField::Category).unwrap();
    assert_eq!(json["because"], json!({ "code": "category", "count": 3, "of": 4 }));
    assert!(json.get("said").is_none(), "no model said anything");
    assert_eq!(serde_json::from_value::<TextSuggestion>(json).unwrap(), text_suggestion(0.75));
}

#[test]
fn a_reason_keeps_its_figures_on_the_wire() {
    let price = |text: &str| Price::parse(text).unwrap();
    let reason = AssistReason::Price {
        count: 4,
        low: price("10"),
        high: price("12.5"),
        currency: "BRL".into(),
        by_amount: true,
    };
    let json = serde_json::to_value(&reason).unwrap();
    assert_eq!((&json["low"], &json["high"], &json["byAmount"]), (&json!(10.0), &json!(12.5), &json!(true)));
    assert_eq!(serde_json::from_value::<AssistReason>(json).unwrap(), reason);
}

#[test]
fn a_warning_s_name_is_that_on_the_wire() {
    for code in [
        AssistWarningCode::NoModel,
        AssistWarningCode::AnswerUnusable,
        AssistWarningCode::PriceOtherPackages,
        AssistWarningCode::PriceAboveCap,
        AssistWarningCode::UnsupportedFigure,
        AssistWarningCode::AddressInText,
    ] {
        assert_eq!(json!(code), code.as_str());
    }
}

#[test]
fn a_curve_is_a_line_between_its_points_and_flat_beyond() {
    let curve: Curve =
        serde_json::from_value(json!([[0.2, 0.1], [0.4, 0.5], [0.4, 0.6], [0.8, 0.9]])).unwrap();
    for (raw, confidence) in [
        (0.0, 0.1),
        (0.2, 0.1),
        (0.3, 0.3),
        (0.4, 0.5),
        (0.6, 0.75),
        (0.8, 0.9),
        (1.0, 0.9),
        (f64::INFINITY, 0.9),
    ] {
        assert!((curve.at(raw) - confidence).abs() < 1e-12, "{raw}: {}", curve.at(raw));
    }
    assert_eq!(Curve::default().at(0.5), 0.0);
}

#[test]
fn what_a_model_wraps_around_a_text_is_taken_off() {
    for (written, text, had_markup) in [
        ("<p>Um</p><p>dois</p>", "Um dois", true),
        ("pH < 5 e > 3", "pH < 5 e > 3", false),
        ("a <script>x()</script>b", "a b", true),
        ("a <script>x()", "a", true),
        ("Fungicida [1] da soja [A2, 3].", "Fungicida da soja.", false),
        ("2,4-D [SC]", "2,4-D [SC]", false),
        ("&lt;b&gt;forte&lt;/b&gt;", "forte", true),
        ("caf&eacute; &amp; leite", "caf&eacute; & leite", false),
        ("a\u{200b}b\u{202e}c", "abc", false),
        ("<!-- nota -->x", "x", true),
    ] {
        assert_eq!(strip_markup(written), (text.to_owned(), had_markup), "{written}");
    }
}
