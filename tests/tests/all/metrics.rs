//! The quality metrics say what trec_eval says (`fixtures/make_metrics.py`).

use celeiro_domain::bench::metrics::{Judgments, ndcg_at, recall_at, reciprocal_rank_at};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    ranked: Vec<String>,
    judged: Judgments,
    ndcg_at10: f64,
    recall_at50: f64,
    rr_at10: f64,
}

#[test]
fn metrics_agree_with_trec_eval() {
    let reference: Reference = serde_json::from_str(include_str!("../../fixtures/metrics.json")).unwrap();
    assert_eq!(reference.cases.len(), 60);
    for (number, case) in reference.cases.iter().enumerate() {
        let figures = [
            ("nDCG@10", ndcg_at(10, &case.ranked, &case.judged), case.ndcg_at10),
            ("R@50", recall_at(50, &case.ranked, &case.judged), case.recall_at50),
            ("RR@10", reciprocal_rank_at(10, &case.ranked, &case.judged), case.rr_at10),
        ];
        for (name, ours, theirs) in figures {
            assert!((ours - theirs).abs() < 1e-9, "case {number}, {name}: {ours}, trec_eval says {theirs}");
        }
    }
}

/// The control: rankings that differ are told apart at all.
#[test]
fn a_worse_ranking_has_worse_figures() {
    let judged: Judgments = [("a".to_owned(), 2), ("b".to_owned(), 1)].into();
    let ranking = |ids: [&str; 3]| ids.map(str::to_owned);
    let (good, bad) = (ranking(["a", "b", "x"]), ranking(["x", "b", "a"]));
    assert!(ndcg_at(10, &good, &judged) > ndcg_at(10, &bad, &judged));
    assert!(recall_at(1, &good, &judged) > recall_at(1, &bad, &judged));
    assert!(reciprocal_rank_at(10, &good, &judged) > reciprocal_rank_at(10, &bad, &judged));
}
