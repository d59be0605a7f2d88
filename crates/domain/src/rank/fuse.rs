//! From candidates to one ordered list.
//!
//! A list is ordered by values alone; explained is what is kept, by the same generic functions.

use super::matching::{QueryEvidence, Reader};
use super::{
    Candidate, LexicalScore, Query, Signals, Tuning, VectorMatch, enhanced, relevance, score_lexical,
};
use crate::explain::{Explanation, Label, Score, Value};
use crate::search::Fusion;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use uuid::Uuid;

/// A candidate with its score.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedHit {
    /// The record.
    pub id: Uuid,
    /// The score; its value ordered the list.
    pub explanation: Explanation,
    /// The lexical score with what it came from.
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

/// How a candidate was found: what scoring knows of it besides its texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FoundCandidate {
    /// Its place among the candidates, for their texts.
    pub at: usize,
    pub id: Uuid,
    pub lexical_rank: Option<u32>,
    pub vector: Option<VectorMatch>,
    pub named: bool,
    pub sorted_in: bool,
}

impl FoundCandidate {
    pub fn new(at: usize, candidate: &Candidate) -> Self {
        let Candidate { id, lexical_rank, vector, named, sorted_in, .. } = candidate;
        let (lexical_rank, vector) = (*lexical_rank, *vector);
        Self { at, id: *id, lexical_rank, vector, named: *named, sorted_in: *sorted_in }
    }
}

/// The matches of the query in the candidates' texts, candidate by candidate; what the fusion does not ask
/// for may be missing.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub query: &'a Query,
    pub candidates: &'a [Candidate],
    /// For the relevance fusion.
    pub readings: &'a [QueryEvidence<'a>],
    /// For the enhanced fusion.
    pub lexical: &'a [LexicalScore],
}

/// A candidate in its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PlacedValue {
    pub found: FoundCandidate,
    pub value: f64,
}

/// A candidate in its place, without the reasons for its score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlacedCandidate {
    /// The record.
    pub id: Uuid,
    /// Its score.
    pub score: f64,
    /// Place in the lexical list, from 1.
    pub lexical_rank: Option<u32>,
    /// The result of the vector search.
    pub vector: Option<VectorMatch>,
    /// Whether the query names the record by its id elsewhere.
    pub named: bool,
    /// Whether it holds anything of what was asked; none where the fusion reads no texts.
    pub holds_terms: Option<bool>,
}

/// Candidates and what decides their order.
#[derive(Clone, Copy)]
pub struct RankInput<'a> {
    /// The query, made ready.
    pub query: &'a Query,
    /// The candidates of both halves.
    pub candidates: &'a [Candidate],
    /// How the halves become one list.
    pub fusion: Fusion,
    /// The weights.
    pub tuning: &'a Tuning,
}

impl<'a> RankInput<'a> {
    /// Reads the candidates as far as the fusion asks for it.
    fn read(&self) -> (Vec<QueryEvidence<'a>>, Vec<LexicalScore>) {
        match self.fusion {
            Fusion::Relevance => (read(self.query, self.candidates), Vec::new()),
            Fusion::Enhanced => (Vec::new(), score_words(self.query, self.candidates)),
            Fusion::Simple | Fusion::Rrf => Default::default(),
        }
    }

    fn texts<'t>(&'t self, readings: &'t [QueryEvidence<'t>], lexical: &'t [LexicalScore]) -> Texts<'t> {
        Texts { query: self.query, candidates: self.candidates, readings, lexical }
    }

    fn order(&self, texts: Texts<'_>, ahead: &[Uuid]) -> Vec<PlacedValue> {
        let candidates = self.candidates.iter().enumerate();
        let mut found: Vec<FoundCandidate> =
            candidates.map(|(at, candidate)| FoundCandidate::new(at, candidate)).collect();
        place_by_words(texts, &mut found, self.fusion);
        let mut placed = order(texts, &found, self.fusion, self.tuning);
        put_ahead(&mut placed, ahead);
        placed
    }
}

/// Every candidate in its place, with its matches of the query: any place can be explained later
/// without reading or scoring anything again.
#[derive(Debug, Clone, PartialEq)]
pub struct RankedPool {
    /// Every candidate, first the first.
    pub placed: Vec<PlacedCandidate>,
    order: Vec<PlacedValue>,
    readings: Vec<QueryEvidence<'static>>,
    lexical: Vec<LexicalScore>,
}

impl RankedPool {
    /// Scores and orders all candidates. Records in `ahead` stand first, in that order: another order
    /// than by relevance was asked for.
    pub fn new(input: RankInput<'_>, ahead: &[Uuid]) -> Self {
        let (readings, lexical) = input.read();
        let texts = input.texts(&readings, &lexical);
        let order = input.order(texts, ahead);
        let placed = order.iter().map(|placed| without_reasons(texts, placed)).collect();
        let readings = readings.into_iter().map(QueryEvidence::into_owned).collect();
        Self { placed, order, readings, lexical }
    }

    /// Explains the first `limit` places. `input` is what the pool was ranked with.
    pub fn explain(&self, input: RankInput<'_>, limit: usize) -> Vec<RankedHit> {
        let texts = input.texts(&self.readings, &self.lexical);
        let first = self.order.iter().take(limit);
        first.map(|placed| explain(texts, placed, input.fusion, input.tuning)).collect()
    }
}

/// Scores and orders the candidates, best first, and explains the first `limit`. Ties fall to the better
/// lexical place, then the better vector place, then the id, so that the order is total.
pub fn rank(input: RankInput<'_>, limit: usize) -> Vec<RankedHit> {
    let (readings, lexical) = input.read();
    let texts = input.texts(&readings, &lexical);
    let order = input.order(texts, &[]);
    order.iter().take(limit).map(|placed| explain(texts, placed, input.fusion, input.tuning)).collect()
}

/// Moves the records of `ahead` to the front, in its order.
pub(crate) fn put_ahead(placed: &mut [PlacedValue], ahead: &[Uuid]) {
    if !ahead.is_empty() {
        let places: FxHashMap<Uuid, usize> = ahead.iter().enumerate().map(|(at, id)| (*id, at)).collect();
        placed.sort_by_key(|p| places.get(&p.found.id).copied().unwrap_or(usize::MAX));
    }
}

fn without_reasons(texts: Texts<'_>, placed: &PlacedValue) -> PlacedCandidate {
    let PlacedValue { found, value } = placed;
    let read = texts.readings.get(found.at).map(|r| r.evidence.iter().any(|of| !of.is_empty()));
    let scored = texts.lexical.get(found.at).map(|score| !score.signals.tokens_hit.is_empty());
    PlacedCandidate {
        id: found.id,
        score: *value,
        lexical_rank: found.lexical_rank,
        vector: found.vector,
        named: found.named,
        holds_terms: read.or(scored),
    }
}

/// Reads every candidate with the query's concepts in mind.
pub(crate) fn read<'a>(query: &Query, candidates: &'a [Candidate]) -> Vec<QueryEvidence<'a>> {
    let mut reader = Reader::new(&query.concepts);
    candidates.iter().map(|candidate| reader.read(&candidate.document)).collect()
}

/// The lexical score of every candidate.
pub(crate) fn score_words(query: &Query, candidates: &[Candidate]) -> Vec<LexicalScore> {
    candidates.iter().map(|candidate| score_lexical(query, &candidate.document)).collect()
}

/// In the enhanced fusion the lexical list is ordered by lexical score, ties by its own order. Asks
/// for the whole pool; weights have no part in it.
pub(crate) fn place_by_words(texts: Texts<'_>, found: &mut [FoundCandidate], fusion: Fusion) {
    if fusion == Fusion::Enhanced {
        rank_by_lexical_score(found, texts.lexical);
    }
}

/// Puts candidates in order, best first.
pub(crate) fn order(
    texts: Texts<'_>,
    found: &[FoundCandidate],
    fusion: Fusion,
    tuning: &Tuning,
) -> Vec<PlacedValue> {
    let value = |found: &FoundCandidate| score::<Value>(texts, found, fusion, tuning, None).value();
    let mut placed: Vec<PlacedValue> =
        found.iter().map(|f| PlacedValue { found: *f, value: value(f) }).collect();
    placed.sort_unstable_by(compare);
    placed
}

/// Explains a candidate in its place, and shows its lexical score also where that took no part in the
/// ranking.
pub(crate) fn explain(texts: Texts<'_>, placed: &PlacedValue, fusion: Fusion, tuning: &Tuning) -> RankedHit {
    let found = placed.found;
    let known = texts.lexical.get(found.at).cloned();
    let lexical = known.unwrap_or_else(|| score_lexical(texts.query, &texts.candidates[found.at].document));
    let explanation: Explanation = score(texts, &found, fusion, tuning, Some(&lexical.signals));
    if cfg!(test) {
        assert_eq!(placed.value.to_bits(), explanation.value().to_bits());
    }
    RankedHit {
        id: found.id,
        explanation,
        lexical,
        lexical_rank: found.lexical_rank,
        vector_rank: found.vector.map(|v| v.rank),
        distance: found.vector.map(|v| v.distance),
        named: found.named,
    }
}

/// The score of one candidate by `fusion`; one that the query names is put ahead by a row of its own.
fn score<S: Score>(
    texts: Texts<'_>,
    found: &FoundCandidate,
    fusion: Fusion,
    tuning: &Tuning,
    signals: Option<&Signals>,
) -> S {
    let fused: S = fuse(texts, found, fusion, tuning, signals);
    if found.named { fused.and(S::of_value(|| Label::new("named"), NAMED)) } else { fused }
}

fn fuse<S: Score>(
    texts: Texts<'_>,
    found: &FoundCandidate,
    fusion: Fusion,
    tuning: &Tuning,
    signals: Option<&Signals>,
) -> S {
    let Texts { query, .. } = texts;
    match fusion {
        Fusion::Enhanced => {
            enhanced::score(query, tuning, &texts.lexical[found.at], found.lexical_rank, found.vector)
        }
        Fusion::Relevance => {
            let distance = found.vector.map(|v| v.distance);
            let reading = &texts.readings[found.at];
            relevance::score(&tuning.relevance, query, reading, signals, distance)
        }
        Fusion::Simple => simple(found),
        Fusion::Rrf => {
            let keyword =
                if query.filtered { tuning.rrf_keyword_weight_filtered } else { tuning.rrf_keyword_weight };
            rrf(tuning.rrf_k, keyword, found)
        }
    }
}

/// Best score first, then the better lexical place, the better vector place, the id.
fn compare(a: &PlacedValue, b: &PlacedValue) -> Ordering {
    let place = |rank: Option<u32>| rank.unwrap_or(u32::MAX);
    let vector = |p: &PlacedValue| place(p.found.vector.map(|v| v.rank));
    b.value
        .total_cmp(&a.value)
        .then_with(|| place(a.found.lexical_rank).cmp(&place(b.found.lexical_rank)))
        .then_with(|| vector(a).cmp(&vector(b)))
        .then_with(|| a.found.id.cmp(&b.found.id))
}

fn rank_by_lexical_score(found: &mut [FoundCandidate], scores: &[LexicalScore]) {
    let mut order: Vec<usize> = (0..found.len()).filter(|i| found[*i].lexical_rank.is_some()).collect();
    let value = |i: usize| scores[found[i].at].explanation.value();
    order.sort_by(|a, b| {
        value(*b).total_cmp(&value(*a)).then_with(|| found[*a].lexical_rank.cmp(&found[*b].lexical_rank))
    });
    for (place, i) in order.into_iter().enumerate() {
        found[i].lexical_rank = Some(place as u32 + 1);
    }
}

/// Vector hits first in their order, then lexical hits: 1 for being a vector hit, and `1 / rank`
/// in the list that placed it, halved so that it never reaches 1.
fn simple<S: Score>(found: &FoundCandidate) -> S {
    let within = |name: &'static str, rank: u32| {
        let given = S::of_value(|| Label::new("rank"), f64::from(rank));
        S::function(|| Label::new(name).with("rank", rank.to_string()), given, |r| 0.5 / r)
    };
    let first = found.vector.map(|_| S::of_value(|| Label::new("vectorFirst"), 1.0));
    let place = match (found.vector, found.lexical_rank) {
        (Some(vector), _) => Some(within("vectorPlace", vector.rank)),
        (None, rank) => rank.map(|rank| within("lexicalPlace", rank)),
    };
    S::sum(|| Label::new("score"), first.into_iter().chain(place))
}

/// Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): the sum of `weight / (k + rank)`.
fn rrf<S: Score>(k: f64, keyword_weight: f64, found: &FoundCandidate) -> S {
    let part = |name: &'static str, weight: f64, rank: u32| {
        let given = S::of_value(|| Label::new("rank"), f64::from(rank));
        let reciprocal = || Label::new("reciprocalRank").with("k", k.to_string());
        let inner = S::function(reciprocal, given, |r| 1.0 / (k + r));
        let label = || Label::new(name).with("rank", rank.to_string());
        S::product(label, [S::of_value(|| Label::new("weight"), weight), inner])
    };
    let by_vector = found.vector.map(|vector| part("rrfVector", 1.0, vector.rank));
    let by_words = found.lexical_rank.map(|rank| part("rrfLexical", keyword_weight, rank));
    S::sum(|| Label::new("score"), by_vector.into_iter().chain(by_words))
}
