//! The order in which records are shown to a judge: nothing in it tells where search put them.

use sha2::{Digest, Sha256};

/// `records` in an order that depends on the set's seed, the query, the judge and the records alone,
/// so that a judge who comes back finds the order he left, and another judge sees another one.
pub fn judging_order(seed: i32, query: &str, judge: &str, mut records: Vec<String>) -> Vec<String> {
    records.sort_by_cached_key(|record| {
        let mut hash = Sha256::new();
        for part in [seed.to_string().as_str(), query, judge, record] {
            // A length before each part keeps "ab" + "c" and "a" + "bc" apart.
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        hash.finalize().to_vec()
    });
    records
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked_ids() -> Vec<String> {
        (1..=20).map(|place| format!("item-{place:02}")).collect()
    }

    #[test]
    fn the_order_is_the_same_whatever_order_search_had_and_another_for_another_judge() {
        let first = judging_order(7, "q", "ana", ranked_ids());
        let reversed = ranked_ids().into_iter().rev().collect();
        assert_eq!(first, judging_order(7, "q", "ana", reversed));
        assert_ne!(first, ranked_ids(), "it is shuffled");
        for other in [judging_order(8, "q", "ana", ranked_ids()), judging_order(7, "q", "bia", ranked_ids())]
        {
            assert_ne!(first, other);
        }
        let mut back = first;
        back.sort();
        assert_eq!(back, ranked_ids(), "nothing is lost");
    }
}
