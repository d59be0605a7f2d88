//! From candidates to one ordered list.

use super::reading::{Reader, Reading};
use super::{Candidate, LexicalScore, Profile, Query, Tuning, enhanced, relevance, score_lexical};
use crate::explain::{Explanation, Label, Value};
use crate::search::{Fusion, Kind};
use std::cmp::Ordering;
use uuid::Uuid;

/// A candidate with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The record.
    pub id: Uuid,
    /// The score; its value ordered the list.
    pub explanation: Explanation,
    /// The lexical score of SPEC §3.3 with what it came from.
    pub lexical: LexicalScore,
    /// Place in the lexical list, from 1.
    pub lexical_rank: Option<u32>,
    /// Place in the vector list, from 1.
    pub vector_rank: Option<u32>,
    /// Distance of the nearest chunk.
    pub distance: Option<f64>,
    /// Whether the query names the record by its id elsewhere.
    pub named: bool,
}

/// What a record has ahead of all that the query does not name: more than any fusion gives.
const NAMED: f64 = 100.0;

/// A candidate on its way to being ranked.
struct Scored<'a> {
    candidate: &'a Candidate,
    lexical: Option<LexicalScore>,
    lexical_rank: Option<u32>,
    score: Told<'a>,
}

/// A score on its way to being shown.
enum Told<'a> {
    Explained(Explanation),
    /// The value, and what it is explained from where the candidate is kept.
    Read(Value, Reading<'a>),
}

impl Scored<'_> {
    fn value(&self) -> f64 {
        match &self.score {
            Told::Explained(explanation) => explanation.value(),
            Told::Read(value, _) => value.value(),
        }
    }
}

/// Scores and orders `candidates`, best first, and keeps the first `limit`. Ties fall to the better
/// lexical place, then the better vector place, then the id, so that the order is total.
pub fn rank(
    query: &Query,
    candidates: &[Candidate],
    fusion: Fusion,
    profile: &Profile,
    kind: Kind,
    limit: usize,
) -> Vec<Ranked> {
    let tuning = profile.tuning(kind);
    let mut scored = match fusion {
        Fusion::Enhanced => score_enhanced(query, candidates, tuning),
        Fusion::Relevance => score_relevance(query, candidates, tuning),
        Fusion::Simple => score_by_rank(candidates, simple),
        Fusion::Rrf => {
            let keyword =
                if query.filtered { tuning.rrf_keyword_weight_filtered } else { tuning.rrf_keyword_weight };
            score_by_rank(candidates, |lexical, vector| rrf(tuning.rrf_k, keyword, lexical, vector))
        }
    };
    for scored in scored.iter_mut().filter(|scored| scored.candidate.named) {
        put_first(query, tuning, scored);
    }
    scored.sort_by(compare);
    scored.truncate(limit);
    scored.into_iter().map(|s| finish(query, tuning, s)).collect()
}

/// Puts a record that the query names ahead, by a row of its own.
fn put_first(query: &Query, tuning: &Tuning, scored: &mut Scored<'_>) {
    let ahead = Explanation::given(Label::new("named"), NAMED);
    let without = match &scored.score {
        Told::Explained(explanation) => explanation.clone(),
        Told::Read(_, reading) => {
            let distance = scored.candidate.vector.map(|v| v.distance);
            relevance::score(&tuning.relevance, &query.vocabulary, &query.concepts, reading, distance)
        }
    };
    // Each fusion gives a sum; its rows stay rows.
    let rows = std::iter::once(ahead).chain(without.details().iter().cloned()).collect();
    scored.score = Told::Explained(Explanation::sum(Label::new("score"), rows));
}

/// Explains a kept candidate, and shows its lexical score also where that took no part in the
/// ranking.
fn finish(query: &Query, tuning: &Tuning, scored: Scored<'_>) -> Ranked {
    let value = scored.value();
    let Scored { candidate, lexical, lexical_rank, score } = scored;
    let distance = candidate.vector.map(|v| v.distance);
    let explanation = match score {
        Told::Explained(explanation) => explanation,
        Told::Read(_, reading) => {
            relevance::score(&tuning.relevance, &query.vocabulary, &query.concepts, &reading, distance)
        }
    };
    debug_assert_eq!(value.to_bits(), explanation.value().to_bits());
    Ranked {
        id: candidate.id,
        explanation,
        lexical: lexical.unwrap_or_else(|| score_lexical(query, &candidate.document)),
        lexical_rank,
        vector_rank: candidate.vector.map(|v| v.rank),
        distance,
        named: candidate.named,
    }
}

fn score_enhanced<'a>(query: &Query, candidates: &'a [Candidate], tuning: &Tuning) -> Vec<Scored<'a>> {
    let scores: Vec<LexicalScore> = candidates.iter().map(|c| score_lexical(query, &c.document)).collect();
    let ranks = ranks_by_lexical_score(candidates, &scores);
    let with_ranks = candidates.iter().zip(scores).zip(ranks);
    with_ranks
        .map(|((candidate, lexical), lexical_rank)| {
            let vector = candidate.vector;
            let explanation = enhanced::score(
                tuning,
                &lexical,
                lexical_rank,
                vector.map(|v| v.distance),
                vector.map(|v| v.rank),
            );
            Scored { candidate, lexical: Some(lexical), lexical_rank, score: Told::Explained(explanation) }
        })
        .collect()
}

fn score_relevance<'a>(query: &Query, candidates: &'a [Candidate], tuning: &Tuning) -> Vec<Scored<'a>> {
    let mut reader = Reader::new(&query.concepts);
    let score = |candidate: &'a Candidate| {
        let reading = reader.read(&candidate.document);
        let distance = candidate.vector.map(|v| v.distance);
        let value =
            relevance::score(&tuning.relevance, &query.vocabulary, &query.concepts, &reading, distance);
        let score = Told::Read(value, reading);
        Scored { candidate, lexical: None, lexical_rank: candidate.lexical_rank, score }
    };
    candidates.iter().map(score).collect()
}

fn score_by_rank(
    candidates: &[Candidate],
    score: impl Fn(Option<u32>, Option<u32>) -> Explanation,
) -> Vec<Scored<'_>> {
    let mut scored = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let lexical_rank = candidate.lexical_rank;
        let explanation = score(lexical_rank, candidate.vector.map(|v| v.rank));
        scored.push(Scored { candidate, lexical: None, lexical_rank, score: Told::Explained(explanation) });
    }
    scored
}

/// Best score first, then the better lexical place, the better vector place, the id.
fn compare(a: &Scored<'_>, b: &Scored<'_>) -> Ordering {
    let place = |rank: Option<u32>| rank.unwrap_or(u32::MAX);
    let vector = |s: &Scored<'_>| place(s.candidate.vector.map(|v| v.rank));
    b.value()
        .total_cmp(&a.value())
        .then_with(|| place(a.lexical_rank).cmp(&place(b.lexical_rank)))
        .then_with(|| vector(a).cmp(&vector(b)))
        .then_with(|| a.candidate.id.cmp(&b.candidate.id))
}

/// In the enhanced fusion the lexical list is ordered by lexical score, ties by its own order.
fn ranks_by_lexical_score(candidates: &[Candidate], scores: &[LexicalScore]) -> Vec<Option<u32>> {
    let mut order: Vec<usize> =
        (0..candidates.len()).filter(|i| candidates[*i].lexical_rank.is_some()).collect();
    order.sort_by(|a, b| {
        let (x, y) = (scores[*a].explanation.value(), scores[*b].explanation.value());
        y.total_cmp(&x).then_with(|| candidates[*a].lexical_rank.cmp(&candidates[*b].lexical_rank))
    });
    let mut ranks = vec![None; candidates.len()];
    for (place, i) in order.into_iter().enumerate() {
        ranks[i] = Some(place as u32 + 1);
    }
    ranks
}

/// Vector hits first in their order, then lexical hits: 1 for being a vector hit, and `1 / rank`
/// in the list that placed it, halved so that it never reaches 1.
fn simple(lexical_rank: Option<u32>, vector_rank: Option<u32>) -> Explanation {
    let within = |name: &'static str, rank: u32| {
        let given = Explanation::given(Label::new("rank"), f64::from(rank));
        Explanation::function(Label::new(name).with("rank", rank.to_string()), given, |r| 0.5 / r)
    };
    let rows = match (vector_rank, lexical_rank) {
        (Some(rank), _) => {
            vec![Explanation::given(Label::new("vectorFirst"), 1.0), within("vectorPlace", rank)]
        }
        (None, Some(rank)) => vec![within("lexicalPlace", rank)],
        (None, None) => vec![],
    };
    Explanation::sum(Label::new("score"), rows)
}

/// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the sum of `weight / (k + rank)`.
fn rrf(k: f64, keyword_weight: f64, lexical_rank: Option<u32>, vector_rank: Option<u32>) -> Explanation {
    let part = |name: &'static str, weight: f64, rank: u32| {
        let given = Explanation::given(Label::new("rank"), f64::from(rank));
        let reciprocal = Label::new("reciprocalRank").with("k", k.to_string());
        let inner = Explanation::function(reciprocal, given, |r| 1.0 / (k + r));
        Explanation::weighted(Label::new(name).with("rank", rank.to_string()), weight, inner)
    };
    let rows = vector_rank
        .map(|rank| part("rrfVector", 1.0, rank))
        .into_iter()
        .chain(lexical_rank.map(|rank| part("rrfLexical", keyword_weight, rank)))
        .collect();
    Explanation::sum(Label::new("score"), rows)
}
