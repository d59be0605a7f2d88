//! The enhanced fusion (SPEC §3.5).

use super::{LexicalScore, Tuning};
use crate::explain::{Explanation, Label, Score};

/// Half-way point of the lexical component: a lexical score of 20 gives 0.5.
const LEXICAL_HALF: f64 = 20.0;
/// How fast the rank bonuses fall: rank 1 gives 1, rank 11 gives 0.5.
const RANK_HALF: f64 = 10.0;

/// `vector weight × component + lexical weight × component + pair bonus + rank bonuses`.
///
/// - vector component: `-distance` clamped to 0..1;
/// - lexical component: `s / (s + 20)` of the lexical score s ≥ 0, in 0..1, growing with s;
/// - rank bonus, one for each list: `10 / (9 + rank)`, in 0..1, falling with the rank.
pub(super) fn score(
    tuning: &Tuning,
    lexical: &LexicalScore,
    lexical_rank: Option<u32>,
    distance: Option<f64>,
    vector_rank: Option<u32>,
) -> Explanation {
    let mut rows = Vec::new();
    if let Some(distance) = distance {
        rows.push(Explanation::weighted(
            Label::new("vector"),
            tuning.vector_weight,
            vector_component(distance),
        ));
    }
    let component = lexical_component(lexical.explanation.clone());
    rows.push(Explanation::weighted(Label::new("lexical"), tuning.lexical_weight, component));
    if lexical.signals.has_culture_treatment_pair {
        rows.push(Explanation::given(Label::new("pair"), tuning.pair_priority_bonus));
    }
    rows.extend(vector_rank.map(|rank| rank_bonus("vectorRank", rank)));
    rows.extend(lexical_rank.map(|rank| rank_bonus("lexicalRank", rank)));
    Explanation::sum(Label::new("score"), rows)
}

/// `-distance` clamped to 0..1.
pub(super) fn vector_component<S: Score>(distance: f64) -> S {
    let distance = S::given(|| Label::new("distance"), distance);
    S::function(|| Label::new("vectorComponent"), distance, |d| (-d).clamp(0.0, 1.0))
}

fn lexical_component(score: Explanation) -> Explanation {
    Explanation::function(Label::new("lexicalComponent"), score, |s| s / (s + LEXICAL_HALF))
}

fn rank_bonus(name: &'static str, rank: u32) -> Explanation {
    let label = Label::new(name).with("rank", rank.to_string());
    let given = Explanation::given(Label::new("rank"), f64::from(rank));
    Explanation::function(label, given, |r| RANK_HALF / (RANK_HALF - 1.0 + r))
}
