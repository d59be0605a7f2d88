//! Rows and differences of scores, gates, and what a change of the profile needs.

use super::*;
use crate::bench::tests::{first_shipped_profile, make_components};
use crate::explain::{Explanation, Label};
use crate::rank::{Field, Tuning};
use crate::search::{Fusion, Kind};
use proptest::prelude::*;
use uuid::Uuid;

fn make_value(name: &'static str, value: f64) -> Explanation {
    Explanation::of_value(Label::new(name), value)
}

fn about(name: &'static str, term: &str, value: f64) -> Explanation {
    Explanation::of_value(Label::new(name).with("term", term), value)
}

fn make_weighted(name: &'static str, term: &str, weight: f64, value: f64) -> Explanation {
    Explanation::product(
        Label::new(name).with("term", term),
        vec![make_value("weight", weight), make_value("x", value)],
    )
}

fn score(rows: Vec<Explanation>) -> Explanation {
    Explanation::sum(Label::new("score"), rows)
}

fn names(score: &Explanation) -> Vec<String> {
    score_rows(score).into_iter().map(|row| row.name).collect()
}

#[test]
fn a_row_is_named_by_its_part_and_what_it_is_about_and_never_by_a_rank() {
    let ranked = Explanation::of_value(Label::new("vectorRank").with("rank", "7"), 0.4);
    let rows = score(vec![about("evidence", "soja", 1.0), make_value("coverage", 2.0), ranked]);
    assert_eq!(names(&rows), ["evidence:soja", "coverage", "vectorRank"]);
}

#[test]
fn why_a_part_is_missing_is_no_part_of_its_name() {
    for reason in ["absent", "apart", "uncounted"] {
        assert_eq!(names(&score(vec![about(reason, "soja", 0.0)])), ["evidence:soja"], "{reason}");
    }
    assert_eq!(names(&score(vec![make_value("pairAbsent", 0.0)])), ["pair"]);
}

#[test]
fn two_rows_of_one_label_have_names_of_their_own() {
    let twice =
        score(vec![about("evidence", "soja", 1.0), about("evidence", "soja", 2.0), make_value("pair", 1.0)]);
    assert_eq!(names(&twice), ["evidence:soja", "evidence:soja#2", "pair"]);
}

#[test]
fn the_weight_of_a_row_is_that_of_its_product() {
    let all = score(vec![
        make_weighted("evidence", "soja", 10.0, 0.5),
        make_value("pair", 4.0),
        Explanation::sum(Label::new("token"), vec![make_value("weight", 3.0)]),
        Explanation::product(Label::new("vector"), vec![make_value("x", 2.0)]),
    ]);
    let weights: Vec<Option<f64>> = score_rows(&all).into_iter().map(|row| row.weight).collect();
    assert_eq!(weights, [Some(10.0), None, None, None]);
}

#[test]
fn a_difference_puts_the_largest_first_and_keeps_what_only_one_has() {
    let a = score(vec![
        make_weighted("evidence", "soja", 10.0, 0.5),
        make_value("coverage", 2.0),
        make_value("pair", 4.0),
    ]);
    let b = score(vec![
        make_weighted("evidence", "soja", 10.0, 0.1),
        make_value("coverage", 2.0),
        make_value("named", 100.0),
    ]);
    let found = diff_score_rows(&a, &b);
    let told: Vec<(&str, f64, bool, bool)> =
        found.iter().map(|row| (row.name.as_str(), row.value, row.a.is_some(), row.b.is_some())).collect();
    assert_eq!(
        told,
        [
            ("named", -100.0, false, true),
            ("evidence:soja", 4.0, true, true),
            ("pair", 4.0, true, false),
            ("coverage", 0.0, true, true),
        ]
    );
    assert_eq!(found[1].weight, Some(10.0));
}

#[test]
fn a_missing_part_meets_the_part_that_the_other_has() {
    let (has, lacks) =
        (score(vec![about("evidence", "soja", 3.0)]), score(vec![about("absent", "soja", 0.0)]));
    let found = diff_score_rows(&has, &lacks);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].name.as_str(), found[0].value), ("evidence:soja", 3.0));
}

proptest! {
    #[test]
    fn a_difference_adds_up_and_turns_with_its_sides(
        a in proptest::collection::vec((0usize..5, -100i32..100), 0..8),
        b in proptest::collection::vec((0usize..5, -100i32..100), 0..8),
    ) {
        let make_sum = |rows: &[(usize, i32)]| {
            let row = |(at, value): &(usize, i32)| {
                about("evidence", ["a", "b", "c", "d", "e"][*at], f64::from(*value) / 4.0)
            };
            score(rows.iter().map(row).collect())
        };
        let (a, b) = (make_sum(&a), make_sum(&b));
        let there: f64 = diff_score_rows(&a, &b).iter().map(|row| row.value).sum();
        prop_assert_eq!(there, a.value() - b.value());
        let back = diff_score_rows(&b, &a);
        prop_assert_eq!(back.iter().map(|row| row.value).sum::<f64>(), -there);
        prop_assert!(diff_score_rows(&a, &a).iter().all(|row| row.value == 0.0));
    }
}

/// The facts of a record that nothing keeps out of the result.
fn in_result() -> AbsenceFacts {
    AbsenceFacts {
        active: true,
        misses: vec![],
        words: ByWords::InPool,
        vectors: ByVectors::InPool,
        place: Some(1),
        limit: 10,
        below_last: None,
    }
}

#[test]
fn the_gate_is_named_for_every_way_to_fall_out_with_its_margin() {
    let too_far = |fetched| ByVectors::TooFar { distance: -0.25, threshold: -0.5, fetched };
    let beyond = ByVectors::BeyondPool { distance: -0.5, last: -0.75 };
    let pool = |place| ByWords::BeyondPool { place, fetched: 60 };
    let places = |places: f64| Some((CutStage::PoolLimit, Some(places), Some(MarginUnit::Places)));
    let distance = |stage| Some((stage, Some(0.25), Some(MarginUnit::Distance)));
    let plain = |stage| Some((stage, None, None));
    for (words, vectors, expected) in [
        (ByWords::NoTerm, ByVectors::NotAsked, plain(CutStage::NoTerm)),
        (ByWords::NoTerm, ByVectors::NoVector, plain(CutStage::NoTerm)),
        (ByWords::NoTerm, too_far(false), plain(CutStage::NoTerm)),
        (ByWords::NoTerm, too_far(true), distance(CutStage::Threshold)),
        (ByWords::NoTerm, beyond, distance(CutStage::PoolLimit)),
        (pool(Some(61)), ByVectors::NotAsked, places(1.0)),
        (pool(Some(75)), too_far(true), places(15.0)),
        (pool(Some(60)), beyond, places(0.0)),
        (pool(Some(3)), ByVectors::NotAsked, places(0.0)),
        (pool(None), beyond, plain(CutStage::PoolLimit)),
        (ByWords::NoTerm, ByVectors::InPool, None),
        (pool(Some(75)), ByVectors::InPool, None),
        (ByWords::InPool, ByVectors::NotAsked, None),
    ] {
        let facts = AbsenceFacts { words, vectors, ..in_result() };
        let found = find_absence(&facts).map(|absence| (absence.stage, absence.margin, absence.unit));
        assert_eq!(found, expected, "{words:?} {vectors:?}");
    }
}

#[test]
fn beyond_the_result_is_said_by_score_where_score_ordered_the_list() {
    let last = |place, below_last| find_absence(&AbsenceFacts { place, below_last, ..in_result() });
    assert_eq!(last(Some(10), Some(0.5)), None);
    let by_score = last(Some(11), Some(0.5)).unwrap();
    assert_eq!((by_score.margin, by_score.unit), (Some(0.5), Some(MarginUnit::Score)));
    let by_price = last(Some(11), None).unwrap();
    assert_eq!((by_price.stage, by_price.margin, by_price.unit), (CutStage::ResultLimit, None, None));
    assert_eq!(last(None, None).unwrap().stage, CutStage::ResultLimit, "fetched, but never ranked");
}

#[test]
fn a_record_in_the_result_has_no_reasons_and_any_other_has_some() {
    let words = [
        ByWords::InPool,
        ByWords::NoTerm,
        ByWords::BeyondPool { place: None, fetched: 9 },
        ByWords::BeyondPool { place: Some(12), fetched: 9 },
    ];
    let vectors = [
        ByVectors::InPool,
        ByVectors::NotAsked,
        ByVectors::NoVector,
        ByVectors::TooFar { distance: 0.1, threshold: -0.2, fetched: true },
        ByVectors::BeyondPool { distance: -0.1, last: -0.2 },
    ];
    for (words, vectors) in words.iter().flat_map(|w| vectors.iter().map(move |v| (*w, *v))) {
        for (active, place, missed) in
            [(true, 1, false), (true, 11, false), (true, 1, true), (false, 1, true)]
        {
            let miss = FilterMiss { name: "maxPrice".into(), margin: Some(2.5) };
            let misses = if missed { vec![miss] } else { vec![] };
            let facts = AbsenceFacts { active, misses, words, vectors, place: Some(place), ..in_result() };
            let reasons = list_cut_reasons(&facts);
            assert_eq!(reasons.is_empty(), find_absence(&facts).is_none(), "{facts:?}");
            let Some(named) = find_absence(&facts) else { continue };
            assert!(reasons.iter().any(|reason| reason.stage == named.stage), "{facts:?} {reasons:?}");
            let halves = reasons.iter().filter(|reason| reason.half.is_some()).count();
            assert!(active || halves == 0, "what is not active has neither words nor vectors");
            for reason in reasons {
                assert_eq!(reason.margin.is_some(), reason.unit.is_some(), "a margin counts something");
            }
        }
    }
}

#[test]
fn reasons_and_absences_say_nothing_that_is_not_there_on_the_wire() {
    let plain = serde_json::to_value(CutReason::at(None, CutStage::NoVector)).unwrap();
    assert_eq!(plain, serde_json::json!({ "stage": "no_vector" }));
    let whole = CutReason::by(Some(SearchHalf::Vectors), CutStage::Threshold, 0.25, MarginUnit::Distance);
    let json = serde_json::to_value(&whole).unwrap();
    assert_eq!(
        json,
        serde_json::json!({ "half": "vectors", "stage": "threshold", "margin": 0.25, "unit": "distance" })
    );
    assert_eq!(serde_json::from_value::<CutReason>(json).unwrap(), whole);
}

#[test]
fn the_vector_half_says_how_it_lost_a_record() {
    let ends = |threshold, vectors_full| PoolEnds {
        limit: 10,
        last_score: None,
        threshold,
        vectors: true,
        vectors_full,
    };
    for (beyond, threshold, full, stage, margin) in [
        (Some(-0.25), Some(-0.5), false, CutStage::Threshold, Some(0.25)),
        (Some(-0.25), Some(-0.5), true, CutStage::Threshold, Some(0.25)),
        (Some(-0.25), None, false, CutStage::Threshold, None),
        (None, Some(-0.5), true, CutStage::PoolLimit, None),
        (None, Some(-0.5), false, CutStage::NoVector, None),
    ] {
        let reason = ends(threshold, full).cut_by_vectors(beyond);
        assert_eq!((reason.stage, reason.margin), (stage, margin), "{beyond:?} {threshold:?} {full}");
        assert_eq!(reason.half, Some(SearchHalf::Vectors));
    }
}

#[test]
fn where_another_order_was_asked_for_no_score_is_missing() {
    let ends = PoolEnds { limit: 1, last_score: None, threshold: None, vectors: false, vectors_full: false };
    let candidate = crate::rank::PlacedCandidate {
        id: Uuid::nil(),
        score: 1.0,
        lexical_rank: None,
        vector: None,
        named: true,
        holds_terms: Some(false),
    };
    let cuts = ends.cuts(&candidate, 1, None);
    assert_eq!(cuts, [CutReason::at(None, CutStage::ResultLimit)], "what is named needs no words");
}

#[test]
fn knobs_that_make_no_order_are_not_offered() {
    let names =
        |fusion, kind| -> Vec<String> { Knob::all(fusion, kind).into_iter().map(Knob::name).collect() };
    assert_eq!(names(Fusion::Simple, Kind::Items), ["vectorThreshold"]);
    assert_eq!(
        names(Fusion::Enhanced, Kind::Items),
        ["vectorWeight", "lexicalWeight", "pairPriorityBonus", "vectorThreshold"]
    );
    assert_eq!(names(Fusion::Enhanced, Kind::Faqs), ["vectorWeight", "lexicalWeight", "vectorThreshold"]);
    assert_eq!(
        names(Fusion::Rrf, Kind::Items),
        ["rrfKeywordWeight", "rrfKeywordWeightFiltered", "rrfK", "vectorThreshold"]
    );
    let faqs = names(Fusion::Relevance, Kind::Faqs);
    assert!(!faqs.contains(&"relevance.pair".to_owned()), "FAQs have no pairs");
    assert!(faqs.contains(&"relevance.fields.question.weight".to_owned()));
    assert!(!faqs.iter().any(|name| name.contains("fields.name")));
    let items = names(Fusion::Relevance, Kind::Items);
    assert!(items.contains(&"relevance.fields.notes.length".to_owned()));
    for all in [faqs, items] {
        let distinct: std::collections::HashSet<&String> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}

#[test]
fn tuning_leaves_out_what_would_have_every_text_read_again() {
    for (fusion, kind) in Fusion::ALL.into_iter().flat_map(|f| [(f, Kind::Items), (f, Kind::Faqs)]) {
        let left_out: Vec<Knob> = Knob::all(fusion, kind)
            .into_iter()
            .filter(|knob| !Knob::tunable_knobs(fusion, kind).contains(knob))
            .collect();
        let read = [Knob::Inflected, Knob::Synonym, Knob::Substring, Knob::Typo, Knob::AnyCulture];
        assert_eq!(left_out, if fusion == Fusion::Relevance { read.to_vec() } else { vec![] });
    }
}

#[test]
fn a_field_that_a_profile_does_not_list_counts_nothing_and_may_be_made_to() {
    let mut tuning = Tuning::faqs();
    let name = Knob::FieldWeight(Field::Name);
    assert_eq!(name.get(&tuning), Some(0.0));
    let listed = tuning.relevance.fields.len();
    name.set(&mut tuning, 2.5);
    Knob::FieldLength(Field::Name).set(&mut tuning, 0.5);
    assert_eq!(tuning.relevance.weight_and_length(Field::Name), (2.5, 0.5));
    assert_eq!(tuning.relevance.fields.len(), listed + 1, "one row for both");
    assert_eq!(Knob::Threshold.get(&tuning), None, "left to the model");
}

/// Two records: the first by words and vectors, the second by words alone.
fn two_records() -> Vec<crate::bench::tests::GeneratedCandidate> {
    vec![(vec![vec![1], vec![0], vec![]], true, Some(-0.5)), (vec![vec![], vec![1], vec![]], true, None)]
}

#[test]
fn places_and_scores_are_those_of_the_order() {
    let components = make_components("soja", &two_records(), &first_shipped_profile(), Fusion::Relevance);
    let order = components.rerank(&first_shipped_profile(), Fusion::Relevance).unwrap();
    let [first, second] = [1, 2].map(Uuid::from_u128);
    assert_eq!((order.place(first), order.place(second), order.place(Uuid::nil())), (Some(1), Some(2), None));
    assert_eq!(order.score(first), Some(order.placed[0].1));
    assert_eq!(order.score(Uuid::nil()), None);
}

#[test]
fn a_nearer_threshold_drops_what_only_a_far_vector_brought() {
    let made = vec![
        (vec![vec![], vec![], vec![]], false, Some(-0.2)),
        (vec![vec![], vec![], vec![]], false, Some(-0.8)),
        (vec![vec![1], vec![], vec![]], true, Some(-0.2)),
    ];
    let components = make_components("soja", &made, &first_shipped_profile(), Fusion::Relevance);
    let mut nearer = first_shipped_profile();
    nearer.items.vector_threshold = Some(-0.5);
    let order = components.rerank(&nearer, Fusion::Relevance).unwrap();
    let left: Vec<u128> = order.placed.iter().map(|placed| placed.0.as_u128()).collect();
    assert_eq!(left, [3, 2], "the third keeps its place by words");
    let hits = components.explain(&nearer, Fusion::Relevance, 9).unwrap();
    assert_eq!(hits[0].distance, None, "a vector that is too far counts no more");
}

#[test]
fn a_counterfactual_needs_two_candidates_and_a_pool_of_the_profile() {
    let components = make_components("soja", &two_records(), &first_shipped_profile(), Fusion::Enhanced);
    let [first, second] = [1, 2].map(Uuid::from_u128);
    let ask = |fusion, above, below| {
        search_counterfactual(&components, &first_shipped_profile(), fusion, above, below)
    };
    assert_eq!(ask(Fusion::Enhanced, Uuid::nil(), second), None);
    assert_eq!(ask(Fusion::Enhanced, first, Uuid::nil()), None);
    assert_eq!(ask(Fusion::Relevance, first, second), None, "another pool");
    assert_eq!(ask(Fusion::Enhanced, second, first), Some(Counterfactual::Already));
}

#[test]
fn what_falls_out_of_a_pool_stands_behind_everything() {
    let made = vec![
        (vec![vec![], vec![], vec![]], false, Some(-0.9)),
        (vec![vec![], vec![], vec![]], false, Some(-0.8)),
        (vec![vec![], vec![1], vec![]], true, None),
    ];
    let components = make_components("milho cobre soja", &made, &first_shipped_profile(), Fusion::Enhanced);
    let mut nearer = first_shipped_profile();
    nearer.items.vector_threshold = Some(-0.85);
    let pairs = turned_in(&components, &first_shipped_profile(), &nearer, Fusion::Enhanced, 10).unwrap();
    let before = components.rerank(&first_shipped_profile(), Fusion::Enhanced).unwrap();
    assert!(before.place(Uuid::from_u128(2)) < before.place(Uuid::from_u128(3)), "the control");
    assert_eq!(pairs, [(Uuid::from_u128(2), Uuid::from_u128(3))]);
    assert_eq!(
        turned_in(&components, &first_shipped_profile(), &nearer, Fusion::Enhanced, 1),
        Some(vec![]),
        "depth 1"
    );
    assert_eq!(turned_in(&components, &first_shipped_profile(), &nearer, Fusion::Relevance, 10), None);
}
