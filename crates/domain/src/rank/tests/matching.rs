//! What a text says of a query's concepts.

use super::*;

/// How strongly the first field of a record speaks of each concept, by the strongest place.
fn strengths(query: &Query, text: &str) -> Vec<f64> {
    let candidates = [candidate(1, &[(Field::Description, text)])];
    let reading = read(query, &candidates).remove(0);
    (0..query.concepts.len()).map(|at| reading.best(at)).collect()
}

fn whole_values(query: &Query, field: Field, text: &str) -> Vec<f64> {
    let candidates = [candidate(1, &[(field, text)])];
    read(query, &candidates).remove(0).whole_value
}

fn adjacency(query: &Query, text: &str) -> Vec<f64> {
    let candidates = [candidate(1, &[(Field::Description, text)])];
    read(query, &candidates).remove(0).adjacent
}

#[test]
fn every_place_adds_and_the_strongest_is_shown() {
    let query = query("soja");
    let candidates = [candidate(1, &[(Field::Description, "biosoja, sojas e soja")])];
    let reading = read(&query, &candidates).remove(0);
    let [evidence] = reading.evidence[0].as_slice() else { panic!("one field speaks of it") };
    assert_near(evidence.amount, 0.2 + 0.95 + 1.0);
    assert_eq!((evidence.text.as_ref(), evidence.best.degree), ("soja", Degree::Exact));
}

#[test]
fn a_code_is_found_by_its_parts_and_a_number_inside_another_is_not() {
    assert_eq!(strengths(&query("ec"), "priori 250-ec"), [1.0]);
    assert_eq!(strengths(&query("250"), "priori 250/40"), [1.0]);
    assert_eq!(strengths(&query("250-ec"), "priori 250-ec"), [1.0]);
    assert_eq!(strengths(&query("25"), "priori 250 ec"), [0.0], "a number is no piece of another");
    assert_eq!(strengths(&query("ec"), "seco"), [0.0], "two letters are found in no longer word");
}

#[test]
fn a_phrase_stands_where_its_words_follow_each_other_in_one_segment() {
    let text = "glycine max";
    let known = [("glycine", 10), ("max", 10)];
    let query = query_with(text, Kind::Items, vocabulary(Kind::Items, text, &known));
    for (text, strength) in [
        ("a glycine max comum", 1.0),
        ("glycine de max", 1.0),
        ("glycine-max", 1.0),
        ("glycine, max", 0.0),
        ("max glycine", 0.0),
        ("glycine comum max", 0.0),
        ("glycine", 0.0),
        ("soja", 0.8),
    ] {
        assert_eq!(strengths(&query, text), [strength], "{text}");
    }
}

#[test]
fn neighbours_count_as_strongly_as_both_stand_there() {
    let query = query("ferrugem soja");
    assert_eq!(adjacency(&query, "ferrugem da soja"), [1.0, 0.0], "stop words keep nothing apart");
    assert_eq!(adjacency(&query, "ferrugens soja")[1], 0.0);
    assert_near(adjacency(&query, "ferrugem sojicultura")[0], 0.8);
    assert_eq!(adjacency(&query, "soja ferrugem"), [0.0, 0.0]);
    assert_eq!(adjacency(&query, "ferrugem; soja"), [0.0, 0.0]);
    assert_eq!(
        adjacency(&super::query("ferrugem, soja"), "ferrugem soja"),
        [0.0, 0.0],
        "the query parts them"
    );
}

#[test]
fn a_whole_value_is_one_that_neighbouring_concepts_make_up_alone() {
    let both = query("ferrugem soja");
    for (text, credit) in [
        ("ferrugem da soja", [1.0, 1.0]),
        ("soja", [0.0, 1.0]),
        ("milho; ferrugem", [1.0, 0.0]),
        ("ferrugem asiatica", [0.0, 0.0]),
        ("soja ferrugem", [0.0, 0.0]),
        ("biosoja", [0.0, 0.0]),
        ("", [0.0, 0.0]),
    ] {
        assert_eq!(whole_values(&both, Field::Tags, text), credit, "{text}");
    }
    assert_eq!(whole_values(&both, Field::Tags, "sojicultura"), [0.0, 0.8]);
    assert_eq!(whole_values(&both, Field::Notes, "ferrugem soja"), [0.0, 0.0]);
}

#[test]
fn values_of_more_than_five_words_are_prose() {
    let many = query("cobre ferrugem milho herbicida");
    assert_eq!(whole_values(&many, Field::Name, "cobre ferrugem milho herbicida"), [1.0; 4]);
    let five = "cobre ferrugem milho herbicida cobre";
    assert_eq!(whole_values(&many, Field::Name, five), [0.0; 4], "concepts in their order, each once");
    let six = "herbicida herbicida herbicida herbicida herbicida herbicida";
    assert_eq!(whole_values(&query("herbicida"), Field::Name, six), [0.0]);
}

#[test]
fn lengths_are_counted_between_blanks() {
    let candidates = [candidate(1, &[(Field::Name, "2,4-D amina (806 g/L)"), (Field::Tags, "npk")])];
    let reading = read(&query("soja"), &candidates).remove(0);
    assert_eq!(reading.length(Field::Name), 4);
    assert_eq!(reading.length(Field::Tags), 1);
    assert_eq!(reading.length(Field::Notes), 0, "a field that is not there");
}

#[test]
fn hostile_texts_are_read_to_the_end() {
    let query = query("soja fungicida 250-ec");
    let blanks = "\u{a0}".repeat(20_000);
    let joined = "250-ec/".repeat(20_000);
    let marks = "\u{301}".repeat(20_000);
    let word = "soja".repeat(20_000);
    for text in [blanks.as_str(), &joined, &marks, &word, "\u{0}\u{ffff}", "����"] {
        let found = strengths(&query, text);
        assert!(found.iter().all(|strength| (0.0..=1.0).contains(strength)), "{found:?}");
    }
    assert_eq!(strengths(&query, &word)[0], 0.2, "inside one endless word");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_read_keeps_its_bounds(texts in proptest::collection::vec(".{0,40}", 1..4), asked in query_texts()) {
        let query = query(&asked);
        let fields: Vec<(Field, &str)> =
            [Field::Name, Field::Tags, Field::Notes].into_iter().zip(texts.iter().map(String::as_str)).collect();
        let candidates = [candidate(1, &fields)];
        let reading = read(&query, &candidates).remove(0);
        prop_assert_eq!(reading.evidence.len(), query.concepts.len());
        for credit in reading.adjacent.iter().chain(&reading.whole_value) {
            prop_assert!((0.0..=1.0).contains(credit));
        }
        for evidence in reading.evidence.iter().flatten() {
            prop_assert!(evidence.best.value > 0.0 && evidence.best.value <= 1.0);
            prop_assert!(evidence.amount >= evidence.best.value);
        }
    }

    #[test]
    fn a_reader_that_remembers_words_reads_as_one_that_does_not(candidates in candidate_lists(), asked in query_texts()) {
        let query = query(&asked);
        let all = read(&query, &candidates);
        for (candidate, reading) in candidates.iter().zip(&all) {
            prop_assert_eq!(&read(&query, std::slice::from_ref(candidate))[0], reading);
        }
    }
}
