//! The relevance fusion, part by part, reckoned by hand.
//!
//! In these corpora all words are equally rare, so each of n concepts has 1/n of the information, and no
//! mean length is known, so a field's length changes nothing unless a test says so.

use super::*;

fn score(query: &Query, fields: &[(Field, &str)]) -> Explanation {
    rank_all(query, &[by_words(1, candidate(1, fields))], Fusion::Relevance).remove(0).explanation
}

/// Rows and values of a record's score.
fn assert_rows(query: &Query, fields: &[(Field, &str)], expected: &[(&str, f64)]) {
    let score = score(query, fields);
    let rows = row_values(&score);
    let names = |rows: &[(&'static str, f64)]| rows.iter().map(|row| row.0).collect::<Vec<_>>();
    assert_eq!(names(&rows), expected.iter().map(|row| row.0).collect::<Vec<_>>(), "{rows:?}");
    for ((name, value), (_, by_hand)) in rows.iter().zip(expected) {
        assert!((value - by_hand).abs() < ROUNDING, "{name}: {value} is not {by_hand}");
    }
    assert_near(score.value(), expected.iter().map(|row| row.1).sum());
}

#[test]
fn one_known_word_is_answered_by_where_it_stands_alone() {
    // Evidence 10 × 3 / (1.5 + 3), coverage 5; whole values and vectors are context, of which a known word
    // has none.
    let rows = [("evidence", 10.0 * 3.0 / 4.5), ("coverage", 5.0), ("wholeValue", 0.0)];
    assert_rows(&query("soja"), &[(Field::Name, "Soja")], &rows);
    let near = by_vector(1, -0.9, by_words(1, candidate(1, &[(Field::Name, "Soja")])));
    let with_vector = rank_all(&query("soja"), &[near], Fusion::Relevance).remove(0).explanation;
    assert_near(with_vector.value(), 10.0 * 3.0 / 4.5 + 5.0);
}

#[test]
fn fields_of_one_concept_saturate_together() {
    let fields =
        [(Field::Name, "Cobre azul"), (Field::Description, "tem cobre e mais cobre"), (Field::Tags, "x")];
    // Name 3, description twice 1.
    assert_rows(&query("cobre"), &fields, &[("evidence", 10.0 * 5.0 / 6.5), ("coverage", 5.0)]);
}

#[test]
fn concepts_share_the_information_of_the_query() {
    let fields = [(Field::Name, "Cobre"), (Field::Description, "doença ferrugem")];
    let rows = [
        ("evidence", 10.0 * 0.5 * 1.0 / 2.5),
        ("evidence", 10.0 * 0.5 * 3.0 / 4.5),
        ("coverage", 5.0),
        // Half of its weight, for there are two concepts; half of the information makes up the name.
        ("wholeValue", 4.0 * 0.5 * 0.5),
    ];
    assert_rows(&query("ferrugem cobre"), &fields, &rows);
}

#[test]
fn neighbours_of_the_query_that_stand_side_by_side_count_more() {
    let fields = |text| [(Field::Description, text)];
    let side_by_side = fields("azul ferrugem cobre verde");
    let evidence = 10.0 * 0.5 * 1.0 / 2.5;
    let rows = [("evidence", evidence), ("evidence", evidence), ("coverage", 5.0), ("adjacency", 4.0 * 0.5)];
    let both = query("ferrugem cobre");
    assert_rows(&both, &side_by_side, &rows);
    for apart in ["azul cobre ferrugem verde", "ferrugem azul cobre verde", "azul ferrugem, cobre verde"] {
        assert_rows(&both, &fields(apart), &rows[..3]);
    }
}

#[test]
fn a_word_that_is_missing_has_a_row_of_zero_that_says_so() {
    let fields = [(Field::Name, "azul cobre")];
    let evidence = 10.0 * 0.5 * 3.0 / 4.5;
    assert_rows(
        &query("cobre milho"),
        &fields,
        &[("evidence", evidence), ("absent", 0.0), ("coverage", 2.5)],
    );
}

#[test]
fn words_of_a_missing_phrase_that_stand_apart_are_named() {
    let known = [("glycine", 10), ("max", 10), ("cobre", 10)];
    let text = "glycine max";
    let query = query_with(text, Kind::Items, vocabulary(Kind::Items, text, &known));
    assert_eq!(query.concepts.len(), 1, "one phrase is one concept");
    let apart = score(&query, &[(Field::Description, "max de glycine"), (Field::Name, "azul")]);
    let label = apart.details()[0].label();
    assert_eq!(label.name, "apart");
    assert_eq!(label.args, [("term", "glycine max".to_owned()), ("words", "glycine, max".to_owned())]);
    let together = score(&query, &[(Field::Description, "Glycine max")]);
    assert_eq!(together.details()[0].label().name, "evidence");
}

#[test]
fn how_a_word_stands_for_a_concept_decides_what_it_counts() {
    for (text, counts) in [
        ("azul soja verde", 1.0),
        ("azul sojas verde", 0.95),
        ("azul sojicultura verde", 0.8),
        ("azul glycine max verde", 0.8),
        ("azul biosoja verde", 0.2),
        ("azul todas as culturas verde", 0.8),
    ] {
        let amount = 3.0 * counts;
        let rows = [("evidence", 10.0 * amount / (1.5 + amount)), ("coverage", 5.0 * counts)];
        assert_rows(&query("soja"), &[(Field::Name, text)], &rows);
    }
}

#[test]
fn all_cultures_stand_for_cultures_alone() {
    let fields = [(Field::Name, "azul todas as culturas")];
    assert_rows(&query("cobre"), &fields, &[("absent", 0.0)]);
}

#[test]
fn a_mistyped_word_counts_by_how_near_it_is_and_context_counts_wholly() {
    let near = [VocabularyWord { word: "herbicida".into(), rows: 10 }];
    let vocabulary = Vocabulary {
        near: [("herbcida".to_owned(), near.to_vec())].into(),
        ..vocabulary(Kind::Items, "herbcida", &[])
    };
    let query = query_with("herbcida", Kind::Items, vocabulary);
    assert_eq!(query.concepts[0].corrections, ["herbicida"]);
    // One edit in eight letters: 0.8 × (1 - 1/8); a query of unknown words alone has full context.
    let counts = 0.8 * 7.0 / 8.0;
    let rows = [
        ("evidence", 10.0 * 3.0 * counts / (1.5 + 3.0 * counts)),
        ("coverage", 5.0 * counts),
        ("wholeValue", 4.0 * counts),
    ];
    assert_rows(&query, &[(Field::Name, "Herbicida")], &rows);
}

#[test]
fn a_pair_that_is_asked_for_counts_where_both_are_found() {
    let pair = |fields: &[(Field, &str)]| {
        let score = score(&query("fungicida soja"), fields);
        row_values(&score).into_iter().find(|row| row.0.starts_with("pair"))
    };
    assert_eq!(pair(&[(Field::Name, "fungicida"), (Field::Tags, "sojicultura")]), Some(("pair", 4.0)));
    assert_eq!(pair(&[(Field::Name, "fungicida")]), Some(("pairAbsent", 0.0)));
    assert_eq!(pair(&[(Field::Tags, "soja")]), Some(("pairAbsent", 0.0)));
    let single = score(&query("soja milho"), &[(Field::Tags, "soja; milho")]);
    assert!(row_values(&single).iter().all(|row| !row.0.starts_with("pair")), "two cultures are no pair");
}

#[test]
fn rare_words_carry_more_of_the_information() {
    let known = [("cobre", 90), ("ferrugem", 1)];
    let text = "cobre ferrugem";
    let query = query_with(text, Kind::Items, vocabulary(Kind::Items, text, &known));
    let [common, rare] = [90.0f64, 1.0].map(|n| (1.0 + (100.0 - n + 0.5) / (n + 0.5)).ln());
    assert_near(query.concepts[0].idf, common);
    assert_near(query.concepts[1].idf, rare);
    let share = common / (common + rare);
    let rows = [("evidence", 10.0 * share * 3.0 / 4.5), ("absent", 0.0), ("coverage", 5.0 * share)];
    assert_rows(&query, &[(Field::Name, "azul cobre")], &rows);
}

#[test]
fn a_long_field_counts_less_as_far_as_its_length_says() {
    let mut query = query("cobre");
    query.vocabulary.mean_lengths = [(Field::Name, 2.0), (Field::Category, 1.0), (Field::Tags, 0.0)].into();
    for (field, text, weight, length, b) in [
        (Field::Name, "azul cobre", 3.0, 1.0, 0.5),
        (Field::Name, "azul cobre verde rosa", 3.0, 2.0, 0.5),
        (Field::Category, "azul cobre verde rosa", 2.0, 4.0, 0.0),
        // No mean is known: length says nothing.
        (Field::Description, "azul cobre verde rosa", 1.0, 1.0, 0.4),
        (Field::Tags, "azul cobre verde rosa", 2.0, 1.0, 0.0),
    ] {
        let amount = weight / (1.0 - b + b * length);
        assert_rows(
            &query,
            &[(field, text)],
            &[("evidence", 10.0 * amount / (1.5 + amount)), ("coverage", 5.0)],
        );
    }
}

#[test]
fn the_vector_counts_by_context_and_never_below_zero() {
    let text = "cobre ferrugem herbicida";
    let vector = |distance: f64| {
        let one = by_vector(1, distance, candidate(1, &[(Field::Name, "azul")]));
        let score = rank_all(&query(text), &[one], Fusion::Relevance).remove(0).explanation;
        row_values(&score).into_iter().find(|row| row.0 == "vector").unwrap().1
    };
    assert_near(vector(-0.6), 3.0 * (1.0 - 1.0 / 3.0) * 0.6);
    assert_near(vector(-7.0), 3.0 * (1.0 - 1.0 / 3.0));
    assert_eq!(vector(0.4), 0.0);
}

#[test]
fn attributes_and_notes_are_found_and_make_up_no_whole_values() {
    let both = query("ferrugem cobre");
    let has_whole_value = |field| {
        let score = score(&both, &[(field, "ferrugem cobre")]);
        row_values(&score).iter().any(|row| row.0 == "wholeValue")
    };
    assert!(!has_whole_value(Field::Attributes) && !has_whole_value(Field::Notes));
    assert!(has_whole_value(Field::Tags), "the control");
    // Weight 0.5 in either.
    for field in [Field::Attributes, Field::Notes] {
        assert_rows(
            &query("cobre"),
            &[(field, "cobre")],
            &[("evidence", 10.0 * 0.5 / 2.0), ("coverage", 5.0)],
        );
    }
}

#[test]
fn strong_attributes_count_as_tags_do_and_more_than_other_attributes() {
    let rows = |field| row_values(&score(&query("ferrugem cobre"), &[(field, "ferrugem ; cobre")]));
    assert_eq!(rows(Field::StrongAttributes), rows(Field::Tags));
    let sum = |field| rows(field).iter().map(|row| row.1).sum::<f64>();
    assert!(sum(Field::StrongAttributes) > sum(Field::Attributes));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn no_part_is_negative_and_each_stays_within_its_weight(
        text in query_texts(),
        candidates in candidate_lists(),
    ) {
        let tuning = RelevanceTuning::items();
        for hit in rank_all(&query(&text), &candidates, Fusion::Relevance) {
            let sum = |name: &str| -> f64 {
                let rows = row_values(&hit.explanation);
                rows.into_iter().filter(|row| row.0 == name).map(|row| row.1).sum()
            };
            for (name, most) in [
                ("evidence", tuning.evidence),
                ("coverage", tuning.coverage),
                ("adjacency", tuning.adjacency),
                ("wholeValue", tuning.whole_value),
                ("pair", tuning.pair),
                ("vector", tuning.vector),
                ("named", 100.0),
            ] {
                let part = sum(name);
                prop_assert!((0.0..=most + 1e-9).contains(&part), "{name} {part}");
            }
        }
    }

    #[test]
    fn a_word_more_of_what_is_asked_never_lowers_a_score(
        words in proptest::collection::vec(0..WORDS.len(), 0..5),
        text in query_texts(),
    ) {
        let query = query(&text);
        let name = words.into_iter().map(|at| WORDS[at]).collect::<Vec<_>>().join(" ");
        // A field of its own: it changes nothing about what stands in the others.
        let before = score(&query, &[(Field::Name, &name)]).value();
        for concept in &query.concepts {
            let after = score(&query, &[(Field::Name, &name), (Field::Description, &concept.text)]).value();
            prop_assert!(after >= before - ROUNDING, "{} lowers {before} to {after}", concept.text);
        }
    }
}
