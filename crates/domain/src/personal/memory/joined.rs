//! Two lists of items joined: those that share words with a question, and those that vectors find near to it. As in the
//! catalog's search by ranks, words count for more, and more again where a filter was set.

use crate::rank::{Tuning, inner_product};
use std::collections::HashMap;

/// Items of which the likenesses are measured against each other; of fewer, they count as they are.
const LEAST_COMPARED: usize = 8;
/// Deviations above the median up to which a likeness says nothing, as in the catalog's search (ADR 11).
const FLOOR: f64 = 2.5;
/// A deviation below this is rounding.
const LEAST_DEVIATION: f64 = 0.01;
/// The median of the absolute deviations, times this, is the standard deviation of what is spread normally.
const OF_MEDIAN: f64 = 1.4826;
/// Most items that vectors find.
const MOST_NEAR: usize = 50;

/// The likeness of the vector of a question with each of `vectors`, which have its length and stand one behind the
/// other, -1 to 1; none with a vector of norm 0.
pub fn measure_likenesses(question: &[f32], vectors: &[f32]) -> Vec<Option<f64>> {
    let likeness = |vector: &[f32]| {
        let likeness = f64::from(inner_product(question, vector));
        (likeness != 0.0).then_some(likeness)
    };
    match question.len() {
        0 => Vec::new(),
        length => vectors.chunks_exact(length).map(likeness).collect(),
    }
}

/// Finds the items of memory whose vectors are near to a question, nearest first, as places in `likenesses`. What is
/// below `least` is not near with any model. Of eight and more items one must also stand apart from the others: a
/// model that finds every two sentences alike would recall everything. Median and median deviation say where the
/// others stand, for what is near must not move the line that it is measured by. An item without a vector has no
/// likeness.
pub fn near_places(likenesses: &[Option<f64>], least: f64) -> Vec<usize> {
    let known: Vec<f64> =
        likenesses.iter().flatten().copied().filter(|likeness| likeness.is_finite()).collect();
    let line = if known.len() < LEAST_COMPARED { least } else { least.max(standing_line(known)) };
    let with_likeness = |(at, likeness): (usize, &Option<f64>)| Some((at, (*likeness)?));
    let mut near: Vec<(usize, f64)> = likenesses.iter().enumerate().filter_map(with_likeness).collect();
    near.retain(|(_, likeness)| *likeness >= line);
    near.sort_by(|(at, a), (other, b)| b.total_cmp(a).then(at.cmp(other)));
    near.into_iter().map(|(at, _)| at).take(MOST_NEAR).collect()
}

/// The likeness from which one stands apart from the others.
fn standing_line(mut likenesses: Vec<f64>) -> f64 {
    let middle = median(&mut likenesses);
    let mut apart: Vec<f64> = likenesses.iter().map(|likeness| (likeness - middle).abs()).collect();
    middle + FLOOR * (median(&mut apart) * OF_MEDIAN).max(LEAST_DEVIATION)
}

fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// The places of both lists by the sum of their reciprocal ranks, the best first, then those that words found earlier.
/// A question by words alone keeps its order.
pub fn join_places(by_words: &[usize], near: &[usize], is_filtered: bool) -> Vec<usize> {
    let tuning = Tuning::items();
    let of_words = if is_filtered { tuning.rrf_keyword_weight_filtered } else { tuning.rrf_keyword_weight };
    let mut scores: HashMap<usize, f64> = HashMap::new();
    let mut order: Vec<usize> = Vec::new();
    for (list, weight) in [(by_words, of_words), (near, 1.0)] {
        for (rank, place) in list.iter().enumerate() {
            let score = scores.entry(*place).or_insert_with(|| {
                order.push(*place);
                0.0
            });
            *score += weight / (tuning.rrf_k + rank as f64 + 1.0);
        }
    }
    let score = |place: &usize| scores.get(place).copied().unwrap_or_default();
    // The sort keeps the order of equals.
    order.sort_by(|a, b| score(b).total_cmp(&score(a)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_that_are_all_alike_only_what_stands_apart_is_near() {
        let mut likenesses: Vec<Option<f64>> =
            (0..100).map(|at| Some(0.78 + f64::from(at % 10) * 0.004)).collect();
        assert_eq!(near_places(&likenesses, 0.75), [0_usize; 0], "none stands apart");
        likenesses[40] = Some(0.9);
        likenesses[41] = None;
        likenesses[42] = Some(f64::NAN);
        assert_eq!(near_places(&likenesses, 0.75), [40]);
        assert_eq!(near_places(&likenesses, 0.95), [0_usize; 0], "too far with any model");
    }

    #[test]
    fn a_vector_of_norm_0_has_no_likeness() {
        let likenesses = measure_likenesses(&[0.6, 0.8], &[0.6, 0.8, 0.0, 0.0, -0.6, -0.8]);
        let rounded: Vec<Option<i32>> =
            likenesses.iter().map(|one| one.map(|one| (one * 1_000.0).round() as i32)).collect();
        assert_eq!(rounded, [Some(1_000), None, Some(-1_000)]);
        assert!(measure_likenesses(&[], &[1.0]).is_empty());
    }

    #[test]
    fn of_a_few_the_least_likeness_alone_says_what_is_near() {
        assert_eq!(near_places(&[Some(0.2), Some(0.6), None, Some(0.8)], 0.5), [3, 1]);
        assert_eq!(near_places(&[], 0.5), [0_usize; 0]);
    }

    #[test]
    fn what_both_lists_have_comes_first_and_words_alone_keep_their_order() {
        assert_eq!(join_places(&[7, 3, 5], &[5, 9], false), [5, 7, 3, 9]);
        assert_eq!(join_places(&[7, 3, 5], &[], false), [7, 3, 5]);
        assert_eq!(join_places(&[], &[4, 2], true), [4, 2]);
    }
}
