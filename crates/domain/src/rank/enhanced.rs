//! The enhanced fusion.

use super::{LexicalScore, Query, Tuning, VectorMatch};
use crate::explain::{Explanation, Label, Score};
use crate::search::Kind;

/// Half-way point of the lexical component: a lexical score of 20 gives 0.5.
const LEXICAL_HALF: f64 = 20.0;
/// How fast the rank bonuses fall: rank 1 gives 1, rank 11 gives 0.5.
const RANK_HALF: f64 = 10.0;

/// `vector weight × component + lexical weight × component + pair bonus + rank bonuses`.
///
/// - vector component: `-distance` clamped to 0..1;
/// - lexical component: `s / (s + 20)` of the lexical score s ≥ 0, in 0..1, growing with s;
/// - pair bonus: in the catalog alone; a pair that was asked for and is not there has a row of 0;
/// - rank bonus, one for each list: `10 / (9 + rank)`, in 0..1, falling with the rank.
pub(super) fn score<S: Score>(
    query: &Query,
    tuning: &Tuning,
    lexical: &LexicalScore,
    lexical_rank: Option<u32>,
    vector: Option<VectorMatch>,
) -> S {
    let weight = |weight: f64| S::of_value(|| Label::new("weight"), weight);
    let by_vector = vector.map(|found| {
        let parts = [weight(tuning.vector_weight), vector_component(found.distance)];
        S::product(|| Label::new("vector"), parts)
    });
    let parts = [weight(tuning.lexical_weight), lexical_component(&lexical.explanation)];
    let by_words = S::product(|| Label::new("lexical"), parts);
    let has_pair = query.kind == Kind::Items && lexical.signals.has_culture_treatment_pair;
    let pair = match has_pair {
        true => Some(S::of_value(|| Label::new("pair"), tuning.pair_priority_bonus)),
        false => query.asks_for_pair().then(|| S::of_value(|| Label::new("pairAbsent"), 0.0)),
    };
    let rows = by_vector
        .into_iter()
        .chain([by_words])
        .chain(pair)
        .chain(vector.map(|found| rank_bonus("vectorRank", found.rank)))
        .chain(lexical_rank.map(|rank| rank_bonus("lexicalRank", rank)));
    S::sum(|| Label::new("score"), rows)
}

/// `-distance` clamped to 0..1.
pub(super) fn vector_component<S: Score>(distance: f64) -> S {
    let distance = S::of_value(|| Label::new("distance"), distance);
    S::function(|| Label::new("vectorComponent"), distance, |d| (-d).clamp(0.0, 1.0))
}

fn lexical_component<S: Score>(score: &Explanation) -> S {
    S::function(|| Label::new("lexicalComponent"), S::from_explanation(score), |s| s / (s + LEXICAL_HALF))
}

fn rank_bonus<S: Score>(name: &'static str, rank: u32) -> S {
    let label = || Label::new(name).with("rank", rank.to_string());
    let given = S::of_value(|| Label::new("rank"), f64::from(rank));
    S::function(label, given, |r| RANK_HALF / (RANK_HALF - 1.0 + r))
}
