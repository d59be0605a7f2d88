//! How long it takes to rank kept candidates again: 200 queries of 200 candidates each, as a slider
//! does on an open query set. Nothing fails because of time; a person reads it (`make bench`).

#![allow(missing_docs, reason = "a program")]

use celeiro_domain::inspect::{Components, Knob, Pool};
use celeiro_domain::rank::{
    Candidate, Document, Field, PoolPlan, Profile, Query, VectorMatch, Vocabulary, VocabularyWord,
    shipped_profiles,
};
use celeiro_domain::search::Kind;
use celeiro_domain::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};
use celeiro_domain::text::QueryText;
use std::sync::Arc;
use std::time::Instant;
use uuid::Uuid;

const QUERIES: usize = 200;
const CANDIDATES: usize = 200;
/// Hits that each search is for: so many that no fusion takes fewer candidates than it is given.
const LIMIT: usize = 200;
const ROUNDS: usize = 20;
const WORDS: [&str; 12] = [
    "fungicida",
    "ferrugem",
    "soja",
    "milho",
    "herbicida",
    "cobre",
    "glifosato",
    "sistemico",
    "lagarta",
    "cafe",
    "dose",
    "sc",
];

fn main() {
    let profiles = shipped_profiles();
    let synonyms =
        serde_json::from_str::<Vec<SynonymGroup>>(SHIPPED).map(|groups| SynonymIndex::new(&groups));
    let synonyms = Arc::new(synonyms.unwrap_or_default());
    for profile in &profiles {
        let pools: Vec<Components> = (0..QUERIES).map(|at| pool(at, profile, &synonyms)).collect();
        let mut times: Vec<f64> = (0..ROUNDS).map(|round| time_move(&pools, profile, round)).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "re-rank of {QUERIES} queries × {CANDIDATES} candidates, {}: median {:.1} ms, worst {:.1} ms \
             (promise: under 50 ms)",
            profile.name,
            times[ROUNDS / 2],
            times[ROUNDS - 1],
        );
    }
}

/// Milliseconds to rank every pool with one weight moved.
fn time_move(pools: &[Components], profile: &Profile, round: usize) -> f64 {
    let mut profile = profile.clone();
    if let Some(knob) = Knob::linear(profile.fusion, Kind::Items, false).first() {
        knob.set(&mut profile.items, 1.0 + round as f64);
    }
    let begun = Instant::now();
    for pool in pools {
        std::hint::black_box(pool.rerank(&profile, profile.fusion).ok());
    }
    begun.elapsed().as_secs_f64() * 1e3
}

fn pool(seed: usize, profile: &Profile, synonyms: &Arc<SynonymIndex>) -> Components {
    let tuning = profile.tuning(Kind::Items);
    let text = QueryText::parse(&[0, 1, 2, 3].map(|at| WORDS[(seed * 5 + at * 7) % WORDS.len()]).join(" "));
    let word = |word: &str| VocabularyWord { word: word.to_owned(), rows: 40 };
    let vocabulary = Vocabulary {
        rows: 20_000,
        mean_lengths: [(Field::Name, 5.0), (Field::Description, 40.0), (Field::Tags, 6.0)].into(),
        containing: WORDS.iter().map(|w| ((*w).to_owned(), vec![word(w)])).collect(),
        rows_of: WORDS.iter().map(|w| ((*w).to_owned(), 40)).collect(),
        near: Default::default(),
    };
    let plan = PoolPlan::new(tuning, profile.fusion, LIMIT);
    let query = Query::new(&text, synonyms, vocabulary, Kind::Items, &tuning.relevance, false);
    let candidates = (0..CANDIDATES).map(|at| candidate(seed * 31 + at * 17, at)).collect();
    let pool = Pool {
        kind: Kind::Items,
        text,
        query,
        candidates,
        plan,
        limit: LIMIT,
        ahead: Vec::new(),
        chunks: Some(CANDIDATES / 2),
        kept: None,
        model_threshold: None,
    };
    Components::new(pool, tuning, synonyms.clone())
}

fn candidate(seed: usize, at: usize) -> Candidate {
    let words = |count: usize, step: usize| {
        (0..count).map(|n| WORDS[(seed + n * step) % WORDS.len()]).collect::<Vec<_>>().join(" ")
    };
    let fields =
        [(Field::Name, words(5, 5)), (Field::Description, words(40, 7)), (Field::Tags, words(6, 11))];
    Candidate {
        id: Uuid::from_u128(at as u128 + 1),
        document: Document::from_folded(fields),
        lexical_rank: Some(at as u32 + 1),
        vector: at
            .is_multiple_of(2)
            .then(|| VectorMatch { distance: -0.2 - (seed % 70) as f64 / 100.0, rank: at as u32 / 2 + 1 }),
        named: false,
        sorted_in: false,
    }
}
