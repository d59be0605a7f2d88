//! The figures themselves: measures, means, comparisons, chance and agreement.

use super::*;
use crate::bench::agreement::{agreed_grade, cohen_kappa, fleiss_kappa, weighted_kappa};
use crate::bench::judging::{QuerySetSummary, RegressionCase, SetRole};
use crate::bench::metrics::{Judgments, ndcg_at, percentile, recall_at, reciprocal_rank_at};

/// Judgments of the ids with their grades.
fn make_judgments(grades: &[(&str, i32)]) -> Judgments {
    grades.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect()
}

/// The ids as a ranking has them.
fn owned_ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

/// Grades of up to twelve records and an order of them.
fn judged_orders() -> impl Strategy<Value = (Judgments, Vec<String>)> {
    proptest::collection::vec(-1i32..4, 1..12).prop_flat_map(|grades| {
        let names: Vec<String> = (0..grades.len()).map(|at| format!("r{at}")).collect();
        let judgments = names.iter().cloned().zip(grades).collect();
        (Just(judgments), Just(names).prop_shuffle())
    })
}

proptest! {
    #[test]
    fn measures_are_bounded_and_the_best_order_is_one((judgments, ranked) in judged_orders(), k in 1usize..15) {
        let relevant = judgments.values().any(|grade| *grade > 0);
        for measure in [ndcg_at, recall_at, reciprocal_rank_at] {
            let found = measure(k, &ranked, &judgments);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&found), "{found}");
            prop_assert_eq!(measure(0, &ranked, &judgments), 0.0);
            prop_assert!(relevant || found == 0.0);
        }
        let mut best = ranked.clone();
        best.sort_by_key(|id| -judgments[id]);
        let ideal = if relevant { 1.0 } else { 0.0 };
        prop_assert!((ndcg_at(k, &best, &judgments) - ideal).abs() < 1e-12);
        prop_assert!((reciprocal_rank_at(k, &best, &judgments) - ideal).abs() < 1e-12);
        prop_assert!(ndcg_at(k, &ranked, &judgments) <= ndcg_at(k, &best, &judgments) + 1e-12);
        prop_assert!(recall_at(k, &ranked, &judgments) <= recall_at(k + 1, &ranked, &judgments));
    }

    #[test]
    fn unjudged_records_count_as_not_relevant((judgments, ranked) in judged_orders()) {
        let mut without = judgments.clone();
        without.retain(|_, grade| *grade > 0);
        for measure in [ndcg_at, recall_at, reciprocal_rank_at] {
            prop_assert_eq!(measure(10, &ranked, &without), measure(10, &ranked, &judgments));
        }
    }

    #[test]
    fn moving_a_better_record_up_never_lowers_ndcg((judgments, ranked) in judged_orders(), at in any::<prop::sample::Index>()) {
        prop_assume!(ranked.len() > 1);
        let at = at.index(ranked.len() - 1);
        let before = ndcg_at(10, &ranked, &judgments);
        let mut swapped = ranked.clone();
        swapped.swap(at, at + 1);
        let better = judgments[&ranked[at + 1]].max(0) >= judgments[&ranked[at]].max(0);
        let after = ndcg_at(10, &swapped, &judgments);
        let moved = if better { after - before } else { before - after };
        prop_assert!(moved >= -1e-12);
    }

    #[test]
    fn a_percentile_is_one_of_its_values_and_grows_with_p(
        values in proptest::collection::vec(-1e6f64..1e6, 1..40), p in 0.0f64..=100.0, q in 0.0f64..=100.0
    ) {
        prop_assert!(values.contains(&percentile(&values, p)));
        prop_assert!(percentile(&values, p.min(q)) <= percentile(&values, p.max(q)));
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        prop_assert_eq!(percentile(&values, 0.0), least);
    }

    #[test]
    fn a_p_value_is_a_share_and_does_not_hang_on_order_or_sign(
        deltas in proptest::collection::vec(-1.0f64..1.0, 0..10), seed in any::<u64>()
    ) {
        let p = sign_flip_test(&deltas, seed);
        prop_assert!(p > 0.0 && p <= 1.0);
        let mut other: Vec<f64> = deltas.iter().rev().map(|delta| -delta).collect();
        prop_assert!((sign_flip_test(&other, seed.wrapping_add(1)) - p).abs() < 1e-12, "counted out, not sampled");
        other.push(0.0);
        prop_assert!((sign_flip_test(&other, seed) - p).abs() < 1e-12, "a query that stays the same says nothing");
    }

    #[test]
    fn agreement_is_that_of_the_judges_and_not_of_their_order(
        pairs in proptest::collection::vec((0i32..3, 0i32..3), 1..30)
    ) {
        let turned: Vec<(i32, i32)> = pairs.iter().rev().map(|(a, b)| (*b, *a)).collect();
        for kappa in [cohen_kappa, weighted_kappa] {
            let found = kappa(&pairs).unwrap();
            prop_assert!(found <= 1.0 + 1e-12 && found.is_finite());
            prop_assert!((kappa(&turned).unwrap() - found).abs() < 1e-9);
            prop_assert_eq!((found - 1.0).abs() < 1e-12, pairs.iter().all(|(a, b)| a == b));
        }
    }

    #[test]
    fn the_agreed_grade_is_one_that_was_given_and_at_least_half_gave_it_or_more(
        grades in proptest::collection::vec(0i32..4, 1..9)
    ) {
        let agreed = agreed_grade(&grades).unwrap();
        prop_assert!(grades.contains(&agreed));
        let as_good = grades.iter().filter(|grade| **grade >= agreed).count();
        prop_assert!(as_good * 2 >= grades.len(), "never better than half of its judges say");
        let mut turned = grades.clone();
        turned.reverse();
        prop_assert_eq!(agreed_grade(&turned), Some(agreed));
    }
}

#[test]
fn gains_are_grades_and_discounts_logarithms() {
    let judgments = make_judgments(&[("a", 2), ("b", 1)]);
    let best = 2.0 + 1.0 / 3f64.log2();
    for (ranked, gain) in [
        (owned_ids(&["a", "b"]), best),
        (owned_ids(&["b", "a"]), 1.0 + 2.0 / 3f64.log2()),
        (owned_ids(&["x", "a"]), 2.0 / 3f64.log2()),
        (owned_ids(&["x", "y", "z", "b"]), 1.0 / 5f64.log2()),
        (owned_ids(&[]), 0.0),
    ] {
        assert!((ndcg_at(10, &ranked, &judgments) - gain / best).abs() < 1e-12, "{ranked:?}");
    }
    assert_eq!(ndcg_at(1, &owned_ids(&["a"]), &judgments), 1.0, "the ideal is cut at k too");
}

#[test]
fn figures_of_a_query_are_those_at_ten_and_fifty() {
    let mut ranked: Vec<String> = (0..60).map(|at| format!("x{at}")).collect();
    ranked[10] = "a".into();
    ranked[49] = "b".into();
    ranked[50] = "c".into();
    let quality = Quality::of(&ranked, &make_judgments(&[("a", 2), ("b", 1), ("c", 1), ("d", 1)]));
    assert_eq!((quality.ndcg, quality.mrr), (0.0, 0.0), "the eleventh is beyond both");
    assert_eq!(quality.recall, 0.5);
    let json = serde_json::to_value(quality).unwrap();
    assert_eq!(json, serde_json::json!({ "ndcg@10": 0.0, "recall@50": 0.5, "mrr@10": 0.0 }));
}

#[test]
fn means_are_over_queries_and_none_gives_zero() {
    let of = |ndcg, recall, mrr| Quality { ndcg, recall, mrr };
    assert_eq!(Quality::mean([]), Quality::default());
    assert_eq!(Quality::mean([of(1.0, 0.5, 0.0), of(0.5, 0.5, 1.0)]), of(0.75, 0.5, 0.5));
}

fn query_change(id: &str, class: Option<&str>, before: f64, after: f64) -> QueryChange {
    QueryChange {
        id: id.into(),
        query: id.into(),
        class: class.map(str::to_owned),
        protected: false,
        case: None,
        before,
        after,
        // What stands here does not count.
        delta: 99.0,
    }
}

#[test]
fn a_comparison_has_the_worst_first_and_means_by_class() {
    let comparison = compare_queries(vec![
        query_change("d", Some("culture"), 0.5, 0.75),
        query_change("c", Some("code"), 1.0, 0.5),
        query_change("b", Some("code"), 0.5, 0.5),
        query_change("a", None, 0.5, 0.5),
    ]);
    let order: Vec<(&str, f64)> = comparison.queries.iter().map(|q| (q.id.as_str(), q.delta)).collect();
    assert_eq!(order, [("c", -0.5), ("a", 0.0), ("b", 0.0), ("d", 0.25)]);
    assert_eq!((comparison.overall.before, comparison.overall.after), (0.625, 0.5625));
    assert_eq!((comparison.overall.queries, comparison.overall.delta), (4, -0.0625));
    let classes: Vec<(&str, u32, f64)> = comparison
        .per_class
        .iter()
        .map(|(name, change)| (name.as_str(), change.queries, change.delta))
        .collect();
    assert_eq!(classes, [("code", 2, -0.25), ("culture", 1, 0.25)]);
    assert_eq!(comparison.per_class["culture"].p_value, 1.0, "one query is no proof");
}

#[test]
fn nothing_compared_is_no_change() {
    let comparison = compare_queries(vec![]);
    assert_eq!(
        (comparison.overall.queries, comparison.overall.delta, comparison.overall.p_value),
        (0, 0.0, 1.0)
    );
    let protection = Protection::whole();
    assert_eq!(find_regressions(&comparison, &Tolerances::default(), &protection), []);
}

#[test]
fn a_gate_names_everything_that_got_worse_in_one_order() {
    let mut broken = query_change("2", Some("code"), 0.5, 0.5);
    broken.case = Some(CaseChange { before: true, after: false });
    let mut lost = query_change("1", Some("code"), 1.0, 0.25);
    lost.protected = true;
    let comparison = compare_queries(vec![broken, lost]);
    let worse = find_regressions(&comparison, &Tolerances::default(), &Protection::whole());
    let json = serde_json::to_value(&worse).unwrap();
    assert_eq!(
        json,
        serde_json::json!([
            { "what": "overall", "delta": -0.375 },
            { "what": "class", "name": "code", "delta": -0.375 },
            { "what": "query", "id": "1", "query": "1", "delta": -0.75 },
            { "what": "case", "id": "2", "query": "2" },
        ])
    );
    assert_eq!(serde_json::from_value::<Vec<Worse>>(json).unwrap(), worse);
}

#[test]
fn a_case_that_never_passed_breaks_nothing() {
    for (before, after, breaks) in
        [(true, false, true), (false, false, false), (false, true, false), (true, true, false)]
    {
        let mut query = query_change("1", None, 0.5, 0.5);
        query.case = Some(CaseChange { before, after });
        let worse =
            find_regressions(&compare_queries(vec![query]), &Tolerances::default(), &Protection::whole());
        assert_eq!(!worse.is_empty(), breaks, "{before} {after}");
    }
}

#[test]
fn a_query_is_measured_by_the_names_that_its_judgments_use() {
    let pool = judged_pool("q".into(), false);
    let found = measure_profile(&pool, &first_shipped_profile(), Fusion::Relevance).unwrap();
    // The record with the word in its name stands first, the judged one second.
    assert!((found.quality.ndcg - 1.0 / 3f64.log2()).abs() < 1e-12);
    assert_eq!((found.quality.recall, found.quality.mrr, found.passes), (1.0, 0.5, None));
    let named: HashMap<Uuid, String> = [(Uuid::from_u128(1), "relevant".to_owned())].into();
    let judgments = make_judgments(&[("relevant", 2)]);
    let renamed = JudgedPool { names: named, judgments, ..pool.clone() };
    assert_eq!(
        measure_profile(&renamed, &first_shipped_profile(), Fusion::Relevance).unwrap().quality.ndcg,
        1.0
    );
    let other = measure_profile(&pool, &first_shipped_profile(), Fusion::Rrf).unwrap_err();
    assert_eq!(other, [PoolChange::Terms]);
}

#[test]
fn a_case_is_told_apart_from_figures_and_nothing_to_search_passes_nothing() {
    let [first, second] = [1, 2].map(|id| Uuid::from_u128(id).to_string());
    let case = |expected: &[&String], forbidden: &[&String]| {
        let clone_ids = |ids: &[&String]| ids.iter().map(|id| (*id).clone()).collect();
        Some(RegressionCase { expected: clone_ids(expected), forbidden: clone_ids(forbidden) })
    };
    let passes = |case| {
        let pool = JudgedPool { case, ..judged_pool("q".into(), false) };
        measure_profile(&pool, &first_shipped_profile(), Fusion::Relevance).unwrap().passes
    };
    assert_eq!(passes(case(&[&first, &second], &[])), Some(true));
    assert_eq!(passes(case(&[&first], &[&second])), Some(false));
    let blank = JudgedPool { components: None, case: case(&[&first], &[]), ..judged_pool("q".into(), false) };
    let found = measure_profile(&blank, &first_shipped_profile(), Fusion::Relevance).unwrap();
    assert_eq!((found.passes, found.quality), (Some(false), Quality::default()));
}

#[test]
fn the_mean_of_a_set_needs_every_query_on_the_same_pool() {
    let pool = judged_pool("q".into(), false);
    let blank = JudgedPool { components: None, ..pool.clone() };
    let mean =
        |queries: &[JudgedPool], fusion| mean_quality(queries.iter(), &first_shipped_profile(), fusion);
    assert_eq!(mean(&[], Fusion::Relevance), Some(0.0));
    let half = mean(&[pool.clone(), blank.clone()], Fusion::Relevance).unwrap();
    assert!((half - 0.5 / 3f64.log2()).abs() < 1e-12, "what finds nothing counts as 0");
    assert_eq!(mean(&[blank, pool], Fusion::Rrf), None);
}

#[test]
fn tuning_moves_nothing_where_nothing_gains() {
    let best = |at: usize| JudgedPool {
        judgments: make_judgments(&[(&Uuid::from_u128(1).to_string(), 2)]),
        ..judged_pool(format!("q{at}"), false)
    };
    let set: Vec<JudgedPool> = (0..8).map(best).collect();
    let tuned = tune_knobs(
        &set,
        &first_shipped_profile(),
        Fusion::Relevance,
        Kind::Items,
        &[Knob::Coverage, Knob::Threshold],
        &|| true,
    )
    .unwrap();
    assert_eq!((tuned.steps, tuned.profile), (vec![], first_shipped_profile()));
    assert_eq!((tuned.before, tuned.after), (Halves { training: 1.0, held_out: 1.0 }, tuned.before));
    assert_eq!(
        tune_knobs(&set, &first_shipped_profile(), Fusion::Rrf, Kind::Items, &[], &|| true),
        None,
        "another pool"
    );
}

#[test]
fn each_step_of_tuning_gains_and_stays_within_what_is_allowed() {
    let set: Vec<JudgedPool> = (0..12).map(|at| judged_pool(format!("q{at}"), false)).collect();
    let knobs = Knob::tunable_knobs(Fusion::Relevance, Kind::Items);
    let tuned =
        tune_knobs(&set, &first_shipped_profile(), Fusion::Relevance, Kind::Items, &knobs, &|| true).unwrap();
    assert!(!tuned.steps.is_empty());
    let mut before = tuned.before.training;
    for step in &tuned.steps {
        assert!(step.training > before, "{step:?}");
        before = step.training;
    }
    assert_eq!(before, tuned.after.training, "the last step is what there is");
    assert_eq!(check_profile(&tuned.profile), Ok(()));
    let moved: Vec<String> = profile_difference(&first_shipped_profile(), &tuned.profile)
        .into_iter()
        .map(|row| row.path)
        .collect();
    let said: std::collections::BTreeSet<String> =
        tuned.steps.iter().map(|step| format!("items.{}", step.knob)).collect();
    assert!(moved.iter().all(|path| said.contains(path)), "{moved:?} {said:?}");
}

#[test]
fn records_with_one_judge_say_nothing_of_agreement_and_all_alike_is_full() {
    assert_eq!(fleiss_kappa(&[]), None);
    assert_eq!(fleiss_kappa(&[vec![1], vec![2]]), None);
    assert_eq!(fleiss_kappa(&[vec![2, 2, 2], vec![2, 2]]), Some(1.0));
    assert_eq!(fleiss_kappa(&[vec![0, 0], vec![1, 1]]), Some(1.0));
    // Two judges who never agree on grades that each gives to half: 0 observed, 1/2 by chance.
    assert_eq!(fleiss_kappa(&[vec![0, 1], vec![1, 0]]), Some(-1.0));
    assert_eq!(fleiss_kappa(&[vec![0, 1], vec![1, 0], vec![2]]), Some(-1.0), "one judge is left out");
}

#[test]
fn a_set_is_asked_by_the_gate_where_anything_of_it_is_protected() {
    let set = QuerySetSummary {
        id: Uuid::nil(),
        name: "balcão".into(),
        kind: Kind::Items,
        description: String::new(),
        role: SetRole::Judged,
        protected: false,
        protected_classes: vec![],
        version: 1,
        queries: 3,
        skipped_queries: 0,
        protected_queries: 0,
        judged_queries: 0,
        cases: 0,
        judgments: 0,
        top_grade: 2,
        judges: vec![],
        classes: vec!["code".into()],
        actor: "ana".into(),
        created_at: chrono::DateTime::UNIX_EPOCH,
        updated_at: chrono::DateTime::UNIX_EPOCH,
    };
    assert!(!set.is_protected());
    assert!(QuerySetSummary { protected: true, ..set.clone() }.is_protected());
    assert!(QuerySetSummary { protected_queries: 1, ..set.clone() }.is_protected());
    assert!(QuerySetSummary { protected_classes: vec!["code".into()], ..set.clone() }.is_protected());
    let json = serde_json::to_value(&set).unwrap();
    assert_eq!((&json["role"], &json["kind"]), (&"judged".into(), &"items".into()));
    assert_eq!(serde_json::from_value::<QuerySetSummary>(json).unwrap(), set);
}

#[test]
fn a_profile_is_edited_by_paths_that_it_has_alone() {
    for (path, value, wrong) in [
        ("relevance.nothing", "1", "items.relevance.nothing"),
        ("faqs.relevance.fields.name.weight", "1", "faqs.relevance.fields.name.weight"),
        ("relevance.fields", "1", "items.relevance.fields"),
        ("name", "x", "items.name"),
        ("", "1", "items."),
        ("fusion", "\"best\"", "fusion"),
        ("items.rrfK", "1e999", "items.rrfK"),
        ("items.rrfK", "0", "items.rrfK"),
        ("items.relevance.typo", "1.01", "items.relevance.typo"),
        ("items.vectorSnippetMaxChars", "19", "items.vectorSnippetMaxChars"),
        ("items.vectorChunksPerItem", "11", "items.vectorChunksPerItem"),
        ("items.vectorChunksPerItem", "1.5", "items.vectorChunksPerItem"),
        ("items.vectorChunksPerItem", "-1", "items.vectorChunksPerItem"),
    ] {
        let refused = with_value(&first_shipped_profile(), path, value).unwrap_err();
        assert_eq!(refused.path, wrong, "{path}={value}");
        assert!(!refused.allowed.is_empty());
    }
}

#[test]
fn a_value_beyond_its_bounds_is_refused_and_the_bounds_themselves_are_not() {
    for (path, least, most) in [
        ("items.lexicalCandidateMultiplier", 1, 100),
        ("items.lexicalCandidateMax", 1, 2_000),
        ("faqs.vectorCandidateMultiplier", 1, 100),
        ("faqs.vectorCandidateMax", 1, 1_000),
        ("items.relevance.candidates", 1, 2_000),
    ] {
        for (value, fits) in [(least, true), (most, true), (least - 1, false), (most + 1, false)] {
            assert_eq!(
                with_value(&first_shipped_profile(), path, &value.to_string()).is_ok(),
                fits,
                "{path}={value}"
            );
        }
    }
}

#[test]
fn names_of_profiles_are_short_and_plain() {
    let is_name =
        |name: &str| check_profile(&Profile { name: name.into(), ..first_shipped_profile() }).is_ok();
    for name in ["a", "Soja 2026", "açúcar_v2.1-b", "9", &"x".repeat(64)] {
        assert!(is_name(name), "{name}");
    }
    for name in ["", " soja", ".soja", "-x", "a/b", "a\nb", "a\u{200b}b", &"x".repeat(65), "<b>"] {
        assert!(!is_name(name), "{name:?}");
    }
}
