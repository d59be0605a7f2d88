//! The bench on made-up catalogs: whatever the weights, its figures are those of a full ranking.

mod figures;

use super::*;
use crate::inspect::*;
use crate::rank::{
    Candidate, Document, Field, PoolPlan, Profile, Query, RankInput, Tuning, VectorMatch, VectorScale,
    Vocabulary, VocabularyWord, rank, shipped_profiles,
};
use crate::search::{Fusion, Kind};
use crate::synonyms::tests::group;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::QueryText;
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use uuid::Uuid;

const WORDS: [&str; 8] =
    ["fungicida", "soja", "ferrugem", "milho", "cobre", "herbicida", "sojicultura", "glifosato"];
const LIMIT: usize = 10;

/// A record: for each field the words in it, its place by words, its distance.
pub(crate) type GeneratedCandidate = (Vec<Vec<usize>>, bool, Option<f64>);

/// Two crops and a treatment.
fn bench_synonyms() -> Arc<SynonymIndex> {
    Arc::new(SynonymIndex::new(&[
        group(GroupKind::Culture, "soja", &["sojicultura"]),
        group(GroupKind::Culture, "milho", &[]),
        group(GroupKind::Treatment, "fungicida", &["fungicidas"]),
    ]))
}

/// A vocabulary of the made-up words, each in a different number of rows.
fn bench_vocabulary() -> Vocabulary {
    let rows = |at: usize| 3 + 7 * at as u32;
    let word = |at: usize| VocabularyWord { word: WORDS[at].into(), rows: rows(at) };
    Vocabulary {
        rows: 200,
        mean_lengths: [(Field::Name, 3.0), (Field::Description, 6.0), (Field::Tags, 3.0)].into(),
        containing: (0..WORDS.len()).map(|at| (WORDS[at].to_owned(), vec![word(at)])).collect(),
        rows_of: (0..WORDS.len()).map(|at| (WORDS[at].to_owned(), rows(at))).collect(),
        near: HashMap::new(),
    }
}

/// Candidates of generated texts with the ids 1, 2 …, without those that neither half found.
fn make_candidates(made: &[GeneratedCandidate]) -> Vec<Candidate> {
    let fields = [Field::Name, Field::Description, Field::Tags];
    let text = |words: &Vec<usize>| words.iter().map(|w| WORDS[*w]).collect::<Vec<_>>().join(" ");
    let mut by_words = 0;
    let mut found: Vec<Candidate> = (0..)
        .zip(made)
        .map(|(at, (texts, lexical, distance)): (u128, &GeneratedCandidate)| {
            by_words += u32::from(*lexical);
            Candidate {
                id: Uuid::from_u128(at + 1),
                document: Document::from_folded(fields.into_iter().zip(texts.iter().map(text))),
                lexical_rank: lexical.then_some(by_words),
                vector: distance.map(|distance| VectorMatch { distance, rank: 0 }),
                named: false,
                sorted_in: false,
            }
        })
        .filter(|c| c.lexical_rank.is_some() || c.vector.is_some())
        .collect();
    let mut near: Vec<usize> = (0..found.len()).filter(|at| found[*at].vector.is_some()).collect();
    let distance = |c: &Candidate| c.vector.map_or(0.0, |v| v.distance);
    near.sort_by(|a, b| distance(&found[*a]).total_cmp(&distance(&found[*b])));
    for (rank, at) in (1..).zip(near) {
        found[at].vector = found[at].vector.map(|v| VectorMatch { rank, ..v });
    }
    found
}

/// The query of a text on items with the synonyms of these tests.
fn make_query(text: &QueryText, tuning: &Tuning) -> Query {
    // Queries of two words are those of a model with a calibration.
    let scale = VectorScale { mean: 0.2, deviation: 0.05, strength: 1.5 };
    let scale = (text.tokens.len() == 2).then_some(scale);
    let synonyms = bench_synonyms();
    Query { scale, ..Query::new(text, &synonyms, bench_vocabulary(), Kind::Items, &tuning.relevance, false) }
}

/// The components of a pool of all generated candidates.
pub(crate) fn make_components(
    text: &str,
    made: &[GeneratedCandidate],
    profile: &Profile,
    fusion: Fusion,
) -> Components {
    let tuning = profile.tuning(Kind::Items);
    let text = QueryText::parse(text);
    let pool = Pool {
        kind: Kind::Items,
        query: make_query(&text, tuning),
        text,
        candidates: make_candidates(made),
        plan: PoolPlan::new(tuning, fusion, LIMIT),
        limit: LIMIT,
        ahead: Vec::new(),
        chunks: Some(made.len()),
        kept: None,
        model_threshold: None,
    };
    Components::new(pool, tuning, bench_synonyms())
}

/// What a search would rank with `profile`: the pool is cut as retrieval would cut it.
fn search_again(components: &Components, profile: &Profile, fusion: Fusion) -> Vec<(Uuid, f64)> {
    let tuning = profile.tuning(Kind::Items);
    let pool = components.pool();
    let plan = PoolPlan::new(tuning, fusion, LIMIT);
    let mut candidates = pool.candidates.clone();
    for candidate in &mut candidates {
        candidate.lexical_rank = candidate.lexical_rank.filter(|rank| *rank as usize <= plan.lexical);
        candidate.vector =
            candidate.vector.filter(|v| tuning.vector_threshold.is_none_or(|t| v.distance <= t));
    }
    candidates.retain(|c| c.lexical_rank.is_some() || c.vector.is_some());
    let query = make_query(&pool.text, tuning);
    let ranked = rank(RankInput { query: &query, candidates: &candidates, fusion, tuning }, usize::MAX);
    ranked.iter().map(|r| (r.id, r.explanation.value())).collect()
}

/// The profile that a new installation has.
pub(crate) fn first_shipped_profile() -> Profile {
    shipped_profiles().remove(0)
}

/// Two to 24 candidates with made-up words in three fields.
fn candidate_lists() -> impl Strategy<Value = Vec<GeneratedCandidate>> {
    let field = proptest::collection::vec(0..WORDS.len(), 0..5);
    let fields = proptest::collection::vec(field, 3);
    let distance = proptest::option::of((0u32..1000).prop_map(|d| -f64::from(d) / 1000.0));
    proptest::collection::vec((fields, any::<bool>(), distance), 2..25)
}

/// One to three of the made-up words.
fn query_text() -> impl Strategy<Value = String> {
    proptest::collection::vec(0..WORDS.len(), 1..4)
        .prop_map(|words| words.into_iter().map(|w| WORDS[w]).collect::<Vec<_>>().join(" "))
}

/// Any of the fusions.
fn any_fusion() -> impl Strategy<Value = Fusion> {
    (0..Fusion::ALL.len()).prop_map(|at| Fusion::ALL[at])
}

proptest! {
    #[test]
    fn rows_add_up_and_sort_the_list(text in query_text(), made in candidate_lists(), fusion in any_fusion()) {
        let components = make_components(&text, &made, &first_shipped_profile(), fusion);
        let ranked = components.explain(&first_shipped_profile(), fusion, usize::MAX).unwrap();
        for hit in &ranked {
            let sum: f64 = score_rows(&hit.explanation).iter().map(|r| r.value).sum();
            prop_assert!((sum - hit.explanation.value()).abs() < 1e-9);
            let names: std::collections::HashSet<String> =
                score_rows(&hit.explanation).into_iter().map(|r| r.name).collect();
            prop_assert_eq!(names.len(), hit.explanation.details().len());
        }
        prop_assert!(ranked.windows(2).all(|w| w[0].explanation.value() >= w[1].explanation.value()));
    }

    #[test]
    fn what_is_asked_for_has_a_row_also_where_it_is_not_there(text in query_text(), made in candidate_lists()) {
        for fusion in [Fusion::Relevance, Fusion::Enhanced] {
            let components = make_components(&text, &made, &first_shipped_profile(), fusion);
            let query = &components.pool().query;
            for hit in components.explain(&first_shipped_profile(), fusion, usize::MAX).unwrap() {
                let names: Vec<String> = score_rows(&hit.explanation).into_iter().map(|r| r.name).collect();
                let has = |name: &str| names.iter().any(|n| n == name);
                prop_assert_eq!(has("pair"), query.asks_for_pair(), "{:?}", names);
                if fusion == Fusion::Relevance {
                    for concept in &query.concepts {
                        let name = format!("evidence:{}", concept.text);
                        prop_assert!(has(&name), "{} in {:?}", name, names);
                    }
                }
                let tokens = hit.lexical.explanation.details().iter();
                let told = tokens.filter(|row| row.label().name.starts_with("token")).count();
                prop_assert_eq!(told, query.terms.len());
            }
        }
    }

    #[test]
    fn differences_add_up_to_the_gap(text in query_text(), made in candidate_lists(), fusion in any_fusion()) {
        let components = make_components(&text, &made, &first_shipped_profile(), fusion);
        let ranked = components.explain(&first_shipped_profile(), fusion, usize::MAX).unwrap();
        for pair in ranked.windows(2) {
            let (a, b) = (&pair[0].explanation, &pair[1].explanation);
            let rows = diff_score_rows(a, b);
            let sum: f64 = rows.iter().map(|r| r.value).sum();
            prop_assert!((sum - (a.value() - b.value())).abs() < 1e-9);
            prop_assert!(rows.windows(2).all(|w| w[0].value.abs() >= w[1].value.abs()));
        }
    }

    #[test]
    fn sliders_give_what_a_search_gives(
        text in query_text(),
        made in candidate_lists(),
        fusion in any_fusion(),
        knob in any::<prop::sample::Index>(),
        value in 0.0f64..8.0,
    ) {
        let components = make_components(&text, &made, &first_shipped_profile(), fusion);
        let knobs = Knob::all(fusion, Kind::Items);
        let knob = knobs[knob.index(knobs.len())];
        let mut moved = first_shipped_profile();
        let value = if knob == Knob::Threshold { -value / 8.0 } else { value };
        knob.set(&mut moved.items, value);
        let reranked = components.rerank(&moved, fusion).unwrap();
        prop_assert_eq!(reranked.placed, search_again(&components, &moved, fusion));
    }

    #[test]
    fn a_plain_pool_serves_every_plain_fusion(text in query_text(), made in candidate_lists(), fusion in any_fusion()) {
        let components = make_components(&text, &made, &first_shipped_profile(), Fusion::Enhanced);
        match components.rerank(&first_shipped_profile(), fusion) {
            Ok(reranked) => prop_assert_eq!(reranked.placed, search_again(&components, &first_shipped_profile(), fusion)),
            Err(changes) => {
                prop_assert_eq!(fusion, Fusion::Relevance);
                prop_assert_eq!(changes, vec![PoolChange::Terms]);
            }
        }
    }

    #[test]
    fn a_counterfactual_turns_the_two_and_nearer_values_of_its_weight_do_not(
        text in query_text(),
        made in candidate_lists(),
        fusion in any_fusion(),
        pair in any::<(prop::sample::Index, prop::sample::Index)>(),
    ) {
        let components = make_components(&text, &made, &first_shipped_profile(), fusion);
        let before = components.rerank(&first_shipped_profile(), fusion).unwrap();
        prop_assume!(before.placed.len() >= 2);
        let (mut a, mut b) = (pair.0.index(before.placed.len()), pair.1.index(before.placed.len()));
        prop_assume!(a != b);
        if a > b { std::mem::swap(&mut a, &mut b); }
        let (above, below) = (before.placed[a].0, before.placed[b].0);
        let turns_order = |knob: Knob, value: f64| {
            let mut moved = first_shipped_profile();
            knob.set(&mut moved.items, value);
            let after = search_again(&components, &moved, fusion);
            let place = |id: Uuid| after.iter().position(|(placed, _)| *placed == id).unwrap();
            place(below) < place(above)
        };
        let knobs: BTreeMap<String, Knob> =
            Knob::all(fusion, Kind::Items).into_iter().map(|k| (k.name(), k)).collect();
        match search_counterfactual(&components, &first_shipped_profile(), fusion, above, below).unwrap() {
            Counterfactual::Already => prop_assert!(false, "it was below"),
            Counterfactual::Weight { knob, from, to } => {
                prop_assert!(turns_order(knobs[&knob], to));
                let (least, most) = knobs[&knob].span();
                prop_assert!((least..=most).contains(&to), "{knob} {to}");
                prop_assert!(!turns_order(knobs[&knob], from));
                prop_assert!(!turns_order(knobs[&knob], from + (to - from) * 0.9));
            }
            Counterfactual::NoWeight { .. } => {
                for knob in Knob::linear(fusion, Kind::Items, false) {
                    let most = knob.span().1;
                    for value in [0.0, 0.1, 1.0, 3.0, most / 2.0, most] {
                        prop_assert!(!turns_order(*knob, value), "{} {value}", knob.name());
                    }
                }
            }
        }
        let asked_again = search_counterfactual(&components, &first_shipped_profile(), fusion, below, above).unwrap();
        prop_assert_eq!(asked_again, Counterfactual::Already);
    }
}

/// One record holds the word in its name, the other only in its description.
fn name_and_description() -> Vec<GeneratedCandidate> {
    vec![(vec![vec![1, 7], vec![], vec![]], true, None), (vec![vec![], vec![1, 7], vec![]], true, None)]
}

fn components_of(made: &[GeneratedCandidate], fusion: Fusion) -> Components {
    make_components("soja", made, &first_shipped_profile(), fusion)
}

#[test]
fn where_no_weight_helps_the_field_is_named() {
    let made = vec![
        (vec![vec![1], vec![1], vec![1]], true, Some(-0.9)),
        (vec![vec![], vec![1], vec![]], true, Some(-0.1)),
    ];
    let components = make_components("soja", &made, &first_shipped_profile(), Fusion::Relevance);
    let ids = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let answer =
        search_counterfactual(&components, &first_shipped_profile(), Fusion::Relevance, ids[0], ids[1])
            .unwrap();
    let Counterfactual::NoWeight { decides: Some(decides) } = answer else { panic!("{answer:?}") };
    assert!(matches!(decides.field.as_deref(), Some("field.tags" | "field.name")), "{decides:?}");
}

#[test]
fn where_nothing_sets_two_apart_nothing_is_named() {
    // The same words in the same fields, and how near their meaning is counts for nothing.
    let made = vec![
        (vec![vec![1], vec![], vec![]], true, Some(-0.9)),
        (vec![vec![1], vec![], vec![]], true, Some(-0.1)),
    ];
    let components = make_components("soja", &made, &first_shipped_profile(), Fusion::Relevance);
    let ids = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let answer =
        search_counterfactual(&components, &first_shipped_profile(), Fusion::Relevance, ids[0], ids[1]);
    assert_eq!(answer, Some(Counterfactual::NoWeight { decides: None }));
}

#[test]
fn turned_pairs_are_those_that_stand_the_other_way_round() {
    let made = name_and_description();
    let components = components_of(&made, Fusion::Relevance);
    let mut moved = first_shipped_profile();
    Knob::FieldWeight(Field::Name).set(&mut moved.items, 0.0);
    Knob::WholeValue.set(&mut moved.items, 0.0);
    let count = |after: &Profile| {
        turned_pairs(&[&components], &first_shipped_profile(), after, Fusion::Relevance, 10)
    };
    assert_eq!(count(&moved), (1, 0));
    assert_eq!(count(&first_shipped_profile()), (0, 0));
    let plain = components_of(&made, Fusion::Enhanced);
    assert_eq!(turned_pairs(&[&plain], &first_shipped_profile(), &moved, Fusion::Relevance, 10), (0, 1));
}

#[test]
fn what_would_fetch_others_is_said() {
    let made = vec![(vec![vec![1], vec![], vec![]], true, Some(-0.4)); LIMIT * 3];
    let start = first_shipped_profile();
    let mut kept = make_components("soja", &made, &start, Fusion::Relevance).pool().clone();
    kept.kept = Some(-0.3);
    kept.plan.chunks = made.len();
    kept.plan.lexical = made.len();
    let components = Components::new(kept, &start.items, bench_synonyms());
    let changes = |change: fn(&mut Tuning)| {
        let mut profile = first_shipped_profile();
        profile.items.relevance.candidates = LIMIT as u32 * 3;
        profile.items.vector_candidate_max = LIMIT as u32 * 3;
        profile.items.vector_threshold = Some(-0.3);
        change(&mut profile.items);
        components.changes(&profile, Fusion::Relevance)
    };
    assert_eq!(changes(|t| t.vector_threshold = Some(-0.35)), []);
    assert_eq!(changes(|t| t.vector_threshold = Some(-0.2)), [PoolChange::Threshold]);
    assert_eq!(changes(|t| t.relevance.candidates = 100), [PoolChange::LexicalCandidates]);
    assert_eq!(changes(|t| t.relevance.candidates = 20), [PoolChange::LexicalCandidates]);
    assert_eq!(changes(|t| t.vector_candidate_max = 20), [PoolChange::VectorCandidates]);
    assert_eq!(changes(|t| t.vector_chunks_per_item = 3), []);
    assert_eq!(components.changes(&start, Fusion::Rrf), [PoolChange::Terms]);
}

fn judged_pool(id: String, protected: bool) -> JudgedPool {
    let components =
        make_components("soja", &name_and_description(), &first_shipped_profile(), Fusion::Relevance);
    let ids = [Uuid::from_u128(1), Uuid::from_u128(2)];
    JudgedPool {
        id,
        class: None,
        protected,
        names: ids.map(|id| (id, id.to_string())).into(),
        components: Some(components),
        judgments: [(ids[1].to_string(), 2)].into(),
        case: None,
    }
}

#[test]
fn tuning_gains_on_the_half_it_sees_and_tells_of_the_other() {
    let set: Vec<JudgedPool> = (0..12).map(|at| judged_pool(format!("q{at}"), false)).collect();
    let knobs = [Knob::FieldWeight(Field::Name), Knob::FieldWeight(Field::Description), Knob::WholeValue];
    let tuned =
        tune_knobs(&set, &first_shipped_profile(), Fusion::Relevance, Kind::Items, &knobs, &|| true).unwrap();
    assert_eq!(tuned.training_queries + tuned.held_out_queries, 12);
    assert!(tuned.training_queries > 0 && tuned.held_out_queries > 0);
    assert!(tuned.after.training > tuned.before.training, "{tuned:?}");
    assert_eq!(tuned.after.held_out, tuned.after.training, "the same question in both halves");
    assert_eq!(
        tune_knobs(&set, &first_shipped_profile(), Fusion::Relevance, Kind::Items, &knobs, &|| true),
        Some(tuned)
    );
}

#[test]
fn a_query_stays_in_its_half() {
    let training = (0..1000).filter(|at| is_training(&format!("query-{at}"))).count();
    assert!((400..600).contains(&training), "{training}");
    assert_eq!(is_training("q1"), is_training("q1"));
}
