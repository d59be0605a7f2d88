//! The specification's three fusions, by their formulas.

use super::*;

const NOTHING: &[(Field, &str)] = &[];

#[test]
fn simple_puts_every_vector_hit_first_and_words_behind() {
    let candidates = [
        by_words(1, candidate(1, NOTHING)),
        by_vector(2, -0.1, candidate(2, NOTHING)),
        by_words(2, by_vector(1, -0.9, candidate(3, NOTHING))),
        by_words(3, candidate(4, NOTHING)),
        by_vector(3, 0.4, candidate(5, NOTHING)),
    ];
    let hits = rank_all(&query("soja"), &candidates, Fusion::Simple);
    assert_eq!(ids(&hits), [3, 2, 5, 1, 4]);
    let scores: Vec<f64> = hits.iter().map(|hit| hit.explanation.value()).collect();
    assert_eq!(scores, [1.5, 1.25, 1.0 + 0.5 / 3.0, 0.5, 0.5 / 3.0]);
}

#[test]
fn reciprocal_ranks_add_up_with_the_weight_of_words() {
    let both = by_words(2, by_vector(1, -0.5, candidate(1, NOTHING)));
    let words = by_words(1, candidate(2, NOTHING));
    let hits = rank_all(&query("soja"), &[both.clone(), words], Fusion::Rrf);
    assert_eq!(ids(&hits), [1, 2]);
    assert_near(hits[0].explanation.value(), 1.0 / 61.0 + 1.5 / 62.0);
    assert_near(hits[1].explanation.value(), 1.5 / 61.0);
    let filtered = Query { filtered: true, ..query("soja") };
    let hits = rank_all(&filtered, &[both], Fusion::Rrf);
    assert_near(hits[0].explanation.value(), 1.0 / 61.0 + 2.0 / 62.0);
}

#[test]
fn enhanced_is_its_formula_with_a_row_for_each_part() {
    let texts = [(Field::Name, "Fungicida Cobre"), (Field::Tags, "soja")];
    let one = by_words(4, by_vector(11, -0.5, candidate(1, &texts)));
    let hit = rank_all(&query("fungicida soja"), &[one], Fusion::Enhanced).remove(0);
    // Words: fungicida in the name 3.5 + 0.5, soja in a tag 4 + 0.5, culture 2, treatment 2, the pair 5,
    // the culture in a tag 1; the only lexical hit is the first of its list, whatever the database said.
    let words = 4.0 + 4.5 + 2.0 + 2.0 + 5.0 + 1.0;
    assert_eq!(hit.lexical.explanation.value(), words);
    assert_eq!((hit.lexical_rank, hit.vector_rank, hit.distance), (Some(1), Some(11), Some(-0.5)));
    let rows = row_values(&hit.explanation);
    let expected = [
        ("vector", 6.0 * 0.5),
        ("lexical", 4.0 * words / (words + 20.0)),
        ("pair", 4.0),
        ("vectorRank", 10.0 / 20.0),
        ("lexicalRank", 1.0),
    ];
    assert_eq!(rows.len(), expected.len(), "{rows:?}");
    for ((name, value), (wanted, by_hand)) in rows.into_iter().zip(expected) {
        assert_eq!(name, wanted);
        assert_near(value, by_hand);
    }
}

#[test]
fn a_pair_that_is_asked_for_and_not_there_has_a_row_of_zero() {
    let one = by_words(1, candidate(1, &[(Field::Name, "Fungicida")]));
    let has_row = |text: &str, name: &str| {
        let hits = rank_all(&query(text), std::slice::from_ref(&one), Fusion::Enhanced);
        row_values(&hits[0].explanation).contains(&(name, 0.0))
    };
    assert!(has_row("fungicida soja", "pairAbsent"));
    assert!(!has_row("fungicida", "pairAbsent"), "nobody asked for a pair");
    assert!(!has_row("soja milho", "pairAbsent"), "two cultures are no pair");
}

#[test]
fn in_faqs_no_pair_is_asked_for_and_none_counts() {
    let texts = [(Field::Question, "Qual fungicida para soja?"), (Field::Answer, "O de cobre.")];
    let one = by_words(1, candidate(1, &texts));
    let known = [("fungicida", 10), ("soja", 10)];
    let text = "fungicida soja";
    let faqs = query_with(text, Kind::Faqs, vocabulary(Kind::Faqs, text, &known));
    for fusion in [Fusion::Enhanced, Fusion::Relevance] {
        let input = RankInput {
            query: &faqs,
            candidates: std::slice::from_ref(&one),
            fusion,
            tuning: &Tuning { pair_priority_bonus: 50.0, ..Tuning::faqs() },
        };
        let names: Vec<&str> =
            row_values(&rank(input, 1)[0].explanation).into_iter().map(|(name, _)| name).collect();
        assert!(!names.contains(&"pair") && !names.contains(&"pairAbsent"), "{fusion:?} {names:?}");
    }
}

#[test]
fn in_enhanced_the_lexical_list_is_ordered_by_score_and_ties_stay_as_they_were() {
    let candidates = [
        by_words(1, candidate(1, &[(Field::Description, "soja")])),
        by_words(2, candidate(2, &[(Field::Tags, "soja")])),
        by_words(3, candidate(3, &[(Field::Description, "soja")])),
        by_vector(1, -0.2, candidate(4, &[(Field::Tags, "soja")])),
    ];
    let hits = rank_all(&query("soja"), &candidates, Fusion::Enhanced);
    let mut places: Vec<(u128, Option<u32>)> =
        hits.iter().map(|hit| (hit.id.as_u128(), hit.lexical_rank)).collect();
    places.sort();
    assert_eq!(places, [(1, Some(2)), (2, Some(1)), (3, Some(3)), (4, None)]);
}

proptest! {
    #[test]
    fn the_vector_component_is_bounded_and_falls_with_the_distance(a in any::<f64>(), b in any::<f64>()) {
        let component = |distance: f64| enhanced::vector_component::<Explanation>(distance).value();
        let (near, far) = if a <= b { (a, b) } else { (b, a) };
        for distance in [a, b] {
            prop_assert!((0.0..=1.0).contains(&component(distance)), "{}", component(distance));
        }
        if !a.is_nan() && !b.is_nan() {
            prop_assert!(component(near) >= component(far));
        }
        prop_assert_eq!(component(f64::NAN), 0.0);
    }

    #[test]
    fn lexical_component_and_rank_bonuses_are_bounded_and_monotone(
        texts in proptest::collection::vec(0..WORDS.len(), 0..8),
        rank in 1u32..100_000,
    ) {
        let text = texts.into_iter().map(|at| WORDS[at]).collect::<Vec<_>>().join(" ");
        let parts = |text: &str, rank: u32| {
            let one = by_vector(rank, -0.3, by_words(1, candidate(1, &[(Field::Name, text)])));
            let hit = rank_all(&query("fungicida soja 250-ec"), &[one], Fusion::Enhanced).remove(0);
            let row = |name: &str| {
                hit.explanation.details().iter().find(|row| row.label().name == name).map(Explanation::value)
            };
            (row("lexical").unwrap() / 4.0, row("vectorRank").unwrap())
        };
        let (component, bonus) = parts(&text, rank);
        prop_assert!((0.0..1.0).contains(&component) && bonus > 0.0 && bonus <= 1.0);
        let (more, later) = parts(&format!("{text} soja fungicida"), rank + 1);
        prop_assert!(more >= component, "more words never count less");
        prop_assert!(later < bonus, "a later place counts less");
    }
}
