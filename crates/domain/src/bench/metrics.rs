//! Retrieval quality: nDCG@k, recall@k and the reciprocal rank, as trec_eval defines them.

use std::collections::HashMap;

/// Judged documents of one query and their grades; a grade of 0 or less is not relevant.
pub type Judgments = HashMap<String, i32>;

/// Normalised discounted cumulative gain of the first `k` (Järvelin and Kekäläinen 2002, gain =
/// grade, discount log2(rank + 1)), in 0..1. 0 where nothing is relevant.
pub fn ndcg_at(k: usize, ranked: &[String], judged: &Judgments) -> f64 {
    let gain = |id: &String| f64::from(judged.get(id).copied().unwrap_or(0).max(0));
    let mut ideal: Vec<f64> = judged.values().map(|g| f64::from((*g).max(0))).collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let best = discounted_gain(ideal.into_iter().take(k));
    if best == 0.0 { 0.0 } else { discounted_gain(ranked.iter().take(k).map(gain)) / best }
}

/// Discounted cumulative gain: a gain at place i counts 1/log2(i + 1).
fn discounted_gain(gains: impl Iterator<Item = f64>) -> f64 {
    gains.enumerate().map(|(i, g)| g / (i as f64 + 2.0).log2()).sum()
}

/// Share of the relevant documents that stand among the first `k`, in 0..1.
pub fn recall_at(k: usize, ranked: &[String], judged: &Judgments) -> f64 {
    let relevant = judged.values().filter(|g| **g > 0).count();
    if relevant == 0 {
        return 0.0;
    }
    let found = ranked.iter().take(k).filter(|id| is_relevant(id, judged)).count();
    found as f64 / relevant as f64
}

/// One over the rank of the first relevant document among the first `k`; 0 where there is none.
pub fn reciprocal_rank_at(k: usize, ranked: &[String], judged: &Judgments) -> f64 {
    ranked.iter().take(k).position(|id| is_relevant(id, judged)).map_or(0.0, |i| 1.0 / (i as f64 + 1.0))
}

/// Whether the record was judged better than 0; one that was not judged is not relevant.
fn is_relevant(id: &str, judged: &Judgments) -> bool {
    judged.get(id).is_some_and(|g| *g > 0)
}

/// The `p`-th percentile (0..=100) of `values` by the nearest-rank method; 0 where there are none.
pub fn percentile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    if sorted.is_empty() {
        return 0.0;
    }
    let rank = (p / 100.0 * sorted.len() as f64).ceil().max(1.0) as usize;
    sorted[rank.min(sorted.len()) - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn follows_the_textbook() {
        let judged: Judgments =
            [("a", 3), ("b", 2), ("c", 0), ("d", 1)].map(|(k, v)| (k.to_owned(), v)).into();
        let ranked = ids(&["b", "c", "a", "x"]);
        let dcg = 2.0 + 3.0 / 4f64.log2();
        let ideal = 3.0 + 2.0 / 3f64.log2() + 1.0 / 4f64.log2();
        assert!((ndcg_at(10, &ranked, &judged) - dcg / ideal).abs() < 1e-12);
        assert!((recall_at(50, &ranked, &judged) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(reciprocal_rank_at(10, &ids(&["c", "x", "d"]), &judged), 1.0 / 3.0);
        assert_eq!(reciprocal_rank_at(2, &ids(&["c", "x", "d"]), &judged), 0.0);
    }

    #[test]
    fn nothing_relevant_is_zero() {
        let judged: Judgments = [("a".to_owned(), 0)].into();
        assert_eq!(ndcg_at(10, &ids(&["a"]), &judged), 0.0);
        assert_eq!(recall_at(10, &ids(&["a"]), &judged), 0.0);
        assert_eq!(percentile(&[], 95.0), 0.0);
        assert_eq!(percentile(&[3.0, 1.0, 2.0], 50.0), 2.0);
    }
}
