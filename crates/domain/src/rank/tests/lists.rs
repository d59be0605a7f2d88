//! What holds for the list of every fusion.

use super::*;

fn input<'a>(
    query: &'a Query,
    candidates: &'a [Candidate],
    fusion: Fusion,
    tuning: &'a Tuning,
) -> RankInput<'a> {
    RankInput { query, candidates, fusion, tuning }
}

fn scores(hits: &[RankedHit]) -> Vec<(Uuid, u64)> {
    hits.iter().map(|hit| (hit.id, hit.explanation.value().to_bits())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn scores_add_up_and_order_the_list(
        text in query_texts(),
        candidates in candidate_lists(),
        fusion in fusions(),
    ) {
        let hits = rank_all(&query(&text), &candidates, fusion);
        prop_assert_eq!(hits.len(), candidates.len(), "none is lost");
        for hit in &hits {
            prop_assert!(hit.explanation.adds_up() && hit.lexical.explanation.adds_up());
            prop_assert!(hit.explanation.value().is_finite());
        }
        prop_assert!(hits.windows(2).all(|pair| pair[0].explanation.value() >= pair[1].explanation.value()));
    }

    #[test]
    fn the_order_of_candidates_does_not_matter(
        text in query_texts(),
        candidates in candidate_lists(),
        fusion in fusions(),
        turn in any::<prop::sample::Index>(),
    ) {
        let query = query(&text);
        let mut turned = candidates.clone();
        turned.reverse();
        let at = turn.index(turned.len());
        turned.rotate_left(at);
        prop_assert_eq!(
            scores(&rank_all(&query, &candidates, fusion)),
            scores(&rank_all(&query, &turned, fusion))
        );
    }

    #[test]
    fn a_score_does_not_depend_on_the_other_candidates(text in query_texts(), candidates in candidate_lists()) {
        let query = query(&text);
        for fusion in [Fusion::Relevance, Fusion::Simple, Fusion::Rrf] {
            for hit in rank_all(&query, &candidates, fusion) {
                let alone = candidates.iter().filter(|c| c.id == hit.id).cloned().collect::<Vec<_>>();
                let alone = rank_all(&query, &alone, fusion).remove(0);
                prop_assert_eq!(alone.explanation, hit.explanation);
            }
        }
    }

    #[test]
    fn what_the_query_names_stands_before_everything_else(
        text in query_texts(),
        candidates in candidate_lists(),
        fusion in fusions(),
    ) {
        let hits = rank_all(&query(&text), &candidates, fusion);
        let named: Vec<bool> = hits.iter().map(|hit| hit.named).collect();
        prop_assert!(named.is_sorted_by(|a, b| a >= b), "{named:?}");
        for hit in hits {
            let row = hit.explanation.details().iter().find(|row| row.label().name == "named");
            prop_assert_eq!(row.is_some(), hit.named);
        }
    }

    #[test]
    fn a_kept_pool_explains_what_a_ranking_gives(
        text in query_texts(),
        candidates in candidate_lists(),
        fusion in fusions(),
        limit in 0usize..25,
    ) {
        let (query, tuning) = (query(&text), Tuning::items());
        let input = input(&query, &candidates, fusion, &tuning);
        let pool = RankedPool::new(input, &[]);
        let hits = rank(input, limit);
        prop_assert_eq!(pool.explain(input, limit), hits.clone());
        prop_assert_eq!(hits.len(), limit.min(candidates.len()));
        for (placed, hit) in pool.placed.iter().zip(&hits) {
            prop_assert_eq!((placed.id, placed.score), (hit.id, hit.explanation.value()));
        }
    }

    #[test]
    fn another_order_stands_ahead_of_the_scores(
        text in query_texts(),
        candidates in candidate_lists(),
        fusion in fusions(),
        ahead in proptest::collection::hash_set(1u128..25, 0..6),
    ) {
        let (query, tuning) = (query(&text), Tuning::items());
        let input = input(&query, &candidates, fusion, &tuning);
        let ahead: Vec<Uuid> = ahead.into_iter().map(Uuid::from_u128).collect();
        let plain = RankedPool::new(input, &[]).placed;
        let sorted = RankedPool::new(input, &ahead).placed;
        let there = |id: &&Uuid| candidates.iter().any(|c| c.id == **id);
        let first: Vec<Uuid> = ahead.iter().filter(there).copied().collect();
        prop_assert_eq!(sorted.iter().map(|p| p.id).take(first.len()).collect::<Vec<_>>(), first.clone());
        let rest: Vec<_> = plain.into_iter().filter(|p| !first.contains(&p.id)).collect();
        prop_assert_eq!(&sorted[first.len()..], &rest[..]);
    }
}

#[test]
fn ties_fall_to_the_better_place_by_words_then_by_vectors_then_to_the_id() {
    let same = |id| candidate(id, &[(Field::Name, "soja")]);
    let candidates = [
        same(9),
        same(3),
        by_vector(2, -0.5, same(1)),
        by_vector(1, -0.5, same(8)),
        by_words(2, by_vector(3, -0.5, same(2))),
        by_words(1, by_vector(4, -0.5, same(7))),
    ];
    let hits = rank_all(&query("soja"), &candidates, Fusion::Relevance);
    assert_eq!(ids(&hits), [7, 2, 8, 1, 3, 9]);
}

#[test]
fn nothing_is_ranked_where_nothing_was_found() {
    for fusion in Fusion::ALL {
        assert_eq!(rank_all(&query("soja"), &[], fusion), []);
    }
}

#[test]
fn a_blank_query_scores_words_with_zero() {
    let one = by_words(1, candidate(1, &[(Field::Name, "soja")]));
    for blank in ["", " \u{a0}\t", "\u{301}"] {
        let query = query(blank);
        assert_eq!((query.terms.len(), query.concepts.len()), (0, 0), "{blank:?}");
        let hit = rank_all(&query, std::slice::from_ref(&one), Fusion::Relevance).remove(0);
        assert_eq!(hit.explanation.value(), 0.0);
    }
}

#[test]
fn whether_a_candidate_holds_a_term_is_said_only_where_texts_were_read() {
    let candidates = [
        by_words(1, candidate(1, &[(Field::Name, "soja")])),
        by_vector(1, -0.9, candidate(2, &[(Field::Name, "milho")])),
    ];
    let (query, tuning) = (query("soja"), Tuning::items());
    for (fusion, expected) in [
        (Fusion::Relevance, [Some(true), Some(false)]),
        (Fusion::Enhanced, [Some(true), Some(false)]),
        (Fusion::Simple, [None, None]),
        (Fusion::Rrf, [None, None]),
    ] {
        let mut placed = RankedPool::new(input(&query, &candidates, fusion, &tuning), &[]).placed;
        placed.sort_by_key(|p| p.id);
        assert_eq!([placed[0].holds_terms, placed[1].holds_terms], expected, "{fusion:?}");
    }
}

#[test]
fn distances_that_are_no_numbers_end_in_no_score_that_is_none() {
    for distance in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1e308] {
        let candidates =
            [by_vector(1, distance, candidate(1, &[(Field::Name, "soja")])), by_words(1, candidate(2, &[]))];
        for fusion in Fusion::ALL {
            let hits = rank_all(&query("soja"), &candidates, fusion);
            assert!(hits.iter().all(|hit| hit.explanation.value().is_finite()), "{fusion:?} {distance}");
        }
    }
}
