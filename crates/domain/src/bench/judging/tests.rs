//! What of a set can be stored, and sets as files.

use super::trec::{
    JudgedQuery, LineProblem, QrelsLine, read_judgments, read_queries, write_judgments, write_queries,
    write_tabbed_queries,
};
use super::*;
use crate::catalog::FieldErrorCode;
use crate::catalog::tests::codes;
use proptest::prelude::*;

fn one(field: &str, code: FieldErrorCode) -> [(String, FieldErrorCode); 1] {
    [(field.to_owned(), code)]
}

#[test]
fn a_set_is_cleaned_and_its_classes_come_once_in_order() {
    let draft = SetDraft {
        name: " Balcão\u{200b}\n2026 ".into(),
        protected_classes: ["code", "", " culture ", "code", "\u{feff}"].map(str::to_owned).to_vec(),
        ..SetDraft::default()
    };
    let checked = draft.check().unwrap();
    assert_eq!(checked.name, "Balcão 2026");
    assert_eq!(checked.protected_classes, ["code", "culture"]);
    assert_eq!(checked.clone().check().unwrap(), checked, "what was cleaned is clean");
}

#[test]
fn a_set_without_a_name_or_with_endless_texts_is_refused() {
    use FieldErrorCode::{Required, TooLong};
    let name_draft = |name: &str| SetDraft { name: name.into(), ..SetDraft::default() };
    assert_eq!(codes(name_draft(" \u{200b}").check()), one("name", Required));
    assert_eq!(codes(name_draft(&"x".repeat(121)).check()), one("name", TooLong));
    assert!(name_draft(&"é".repeat(120)).check().is_ok(), "characters are counted, not bytes");
    let described = SetDraft { description: "x".repeat(2_001), ..name_draft("a") };
    assert_eq!(codes(described.check()), one("description", TooLong));
    let classes = SetDraft { protected_classes: vec!["x".repeat(121)], ..name_draft("a") };
    assert_eq!(codes(classes.check()), one("protectedClasses", TooLong));
}

#[test]
fn the_key_of_a_query_is_one_word() {
    let check_key =
        |key: &str| QueryDraft { key: key.into(), query: "soja".into(), ..QueryDraft::default() }.check();
    for key in ["q1", "AGRO-12:3", "ação", &"x".repeat(100)] {
        assert_eq!(check_key(key).unwrap().key, key);
    }
    assert_eq!(check_key(" q1 ").unwrap().key, "q1");
    for key in ["", " ", "two words", "tab\tbed", "\u{200b}", "a\u{a0}b"] {
        assert_eq!(codes(check_key(key)), one("key", FieldErrorCode::InvalidKey), "{key:?}");
    }
    assert_eq!(codes(check_key(&"x".repeat(101))), one("key", FieldErrorCode::TooLong));
}

#[test]
fn names_of_records_and_judges_are_one_line() {
    assert_eq!(check_record(" DEMO-1\u{0}\n2 ").unwrap(), "DEMO-1 2");
    assert_eq!(check_judge("Ana  Lúcia").unwrap(), "Ana Lúcia");
    for (refused, field, code) in [
        (check_record("\u{200b}"), "record", FieldErrorCode::Required),
        (check_record(&"x".repeat(201)), "record", FieldErrorCode::TooLong),
        (check_judge("  "), "judge", FieldErrorCode::Required),
        (check_judge(&"x".repeat(121)), "judge", FieldErrorCode::TooLong),
        (check_note(&"x".repeat(2_001)), "note", FieldErrorCode::TooLong),
    ] {
        let error = refused.unwrap_err();
        assert_eq!((error.field.as_str(), error.code), (field, code));
    }
    assert_eq!(check_note(" ").unwrap(), "", "a note may be blank");
}

#[test]
fn a_case_forbids_no_more_than_it_can_hold_and_names_records_once() {
    let forbidden: Vec<String> = (0..=MAX_FORBIDDEN).map(|at| format!("r{at}")).collect();
    let draft = |expected: Vec<String>, forbidden: Vec<String>| QueryDraft {
        key: "q".into(),
        query: "soja".into(),
        case: RegressionCase { expected, forbidden },
        ..QueryDraft::default()
    };
    assert_eq!(codes(draft(vec![], forbidden.clone()).check()), one("forbidden", FieldErrorCode::TooLong));
    assert!(draft(vec![], forbidden[1..].to_vec()).check().is_ok());
    let blank = draft(vec!["a".into(), " ".into()], vec![]);
    assert_eq!(codes(blank.check()), one("expected", FieldErrorCode::Required));
    let spelled = draft(vec!["a\u{200b}".into()], vec!["a".into()]);
    assert_eq!(codes(spelled.check()), one("forbidden", FieldErrorCode::Contradiction));
}

proptest! {
    #[test]
    fn what_can_be_stored_stays_as_it_is_when_checked_again(
        key in "\\PC{0,12}", query in ".{0,60}", class in proptest::option::of(".{0,20}"),
        expected in proptest::collection::vec("[a-d \u{200b}]{0,3}", 0..4),
    ) {
        let case = RegressionCase { expected, forbidden: vec![] };
        let draft = QueryDraft { key, query, class, case, ..QueryDraft::default() };
        if let Ok(checked) = draft.check() {
            prop_assert_eq!(checked.clone().check(), Ok(checked));
        }
    }

    #[test]
    fn a_grade_is_taken_within_its_scale_alone(grade in any::<i32>(), top in prop::sample::select(vec![2u8, 3])) {
        let fits = (0..=i32::from(top)).contains(&grade);
        prop_assert_eq!(Grade::new(grade, top).is_ok(), fits);
        for grade in 0..=i32::from(top) {
            prop_assert_eq!(i32::from(Grade::new(grade, top).unwrap().get()), grade);
        }
    }

    #[test]
    fn queries_survive_their_file(
        queries in proptest::collection::vec(("\\PC{1,20}", "[^\u{0}]{0,30}", proptest::option::of("\\PC{1,10}"), any::<[bool; 3]>()), 0..8)
    ) {
        let queries: Vec<JudgedQuery> = queries
            .into_iter()
            .enumerate()
            .map(|(at, (id, query, kind, [protected, protected_class, skipped]))| JudgedQuery {
                id: format!("{id}{at}"), query, kind, protected, protected_class, skipped,
                expected: if skipped { vec![] } else { vec!["X 1".into()] },
                forbidden: vec![],
            })
            .collect();
        let read = read_queries(&write_queries(&queries)).unwrap();
        let lines: Vec<usize> = read.iter().map(|one| one.0).collect();
        prop_assert_eq!(lines, (1..=queries.len()).collect::<Vec<_>>());
        prop_assert_eq!(read.into_iter().map(|one| one.1).collect::<Vec<_>>(), queries);
    }

    #[test]
    fn judgments_survive_their_file(
        grades in proptest::collection::btree_map(("[a-z0-9]{1,5}", "[A-Z0-9][A-Z0-9 -]{0,6}[A-Z0-9]"), -2i32..4, 0..12)
    ) {
        let judgments: Vec<QrelsLine> =
            grades.into_iter().map(|((query, record), grade)| QrelsLine { query, record, grade }).collect();
        let read = read_judgments(&write_judgments(&judgments)).unwrap();
        prop_assert_eq!(read.into_iter().map(|one| one.1).collect::<Vec<_>>(), judgments);
    }

    #[test]
    fn no_file_breaks_the_readers(text in "(\\PC|[\t\n\r{}\"\u{feff}]){0,80}") {
        for error in [read_queries(&text).err(), read_judgments(&text).err()].into_iter().flatten() {
            prop_assert!(error.line >= 1 && error.line <= text.lines().count());
            prop_assert!(error.value.chars().count() <= 120);
        }
    }
}

#[test]
fn a_file_of_another_program_is_read_with_its_marks_and_blanks() {
    let text = "\u{feff}q1\tsoja\tcode\tprotected\r\n\r\n q2 \t milho \n{\"id\":\"q3\",\"query\":\"uva\",\"class\":\"c\"}\n";
    let read = read_queries(text).unwrap();
    let told: Vec<(usize, &str, &str, Option<&str>, bool)> = read
        .iter()
        .map(|(line, q)| (*line, q.id.as_str(), q.query.as_str(), q.kind.as_deref(), q.protected))
        .collect();
    assert_eq!(
        told,
        [
            (1, "q1", "soja", Some("code"), true),
            (3, "q2", "milho", None, false),
            (4, "q3", "uva", Some("c"), false),
        ]
    );
    let qrels = read_judgments("\u{feff}q1 Q0 A-1 2\nq1\t0\tB 2\t1\n").unwrap();
    assert_eq!(qrels[1].1, QrelsLine { query: "q1".into(), record: "B 2".into(), grade: 1 });
}

#[test]
fn lines_with_too_many_or_too_few_columns_are_named() {
    for (text, line) in [("a\tb\tc\td\te\n", 1), ("a\tb\n\nc\n", 3)] {
        let error = read_queries(text).unwrap_err();
        assert_eq!((error.line, error.problem), (line, LineProblem::Columns), "{text:?}");
    }
    for text in ["q 0 r", "q 0 r 1 x", "q", "\tq\tr\t1"] {
        let error = read_judgments(text).unwrap_err();
        assert_eq!(error.problem, LineProblem::Columns, "{text:?}");
    }
    for grade in ["", "x", "1e3", "99999999999", "１"] {
        let error = read_judgments(&format!("q\t0\tr\t{grade}")).unwrap_err();
        assert_eq!(error.problem, LineProblem::Grade, "{grade:?}");
    }
}

#[test]
fn what_a_file_leaves_out_is_left_out_when_it_is_written() {
    let plain = JudgedQuery { id: "a".into(), query: "soja".into(), ..JudgedQuery::default() };
    assert_eq!(write_queries(std::slice::from_ref(&plain)), "{\"id\":\"a\",\"query\":\"soja\"}\n");
    assert_eq!(write_tabbed_queries(std::slice::from_ref(&plain)), "a\tsoja\t\t\n");
    assert_eq!(plain.case(), None);
    let case = JudgedQuery { forbidden: vec!["X".into()], ..plain };
    assert_eq!(case.case().unwrap().forbidden, ["X"]);
}

#[test]
fn the_order_for_a_judge_hangs_on_each_of_its_parts_and_not_on_how_they_are_joined() {
    let records = |list: &[&str]| list.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
    let all: Vec<String> = (0..30).map(|at| format!("r{at}")).collect();
    let order = |seed, query: &str, judge: &str| judging_order(seed, query, judge, all.clone());
    assert_ne!(order(1, "ab", "c"), order(1, "a", "bc"));
    assert_ne!(order(1, "a", "b"), order(1, "b", "a"));
    assert_ne!(order(1, "a", "b"), order(-1, "a", "b"));
    assert_eq!(judging_order(1, "q", "j", vec![]), Vec::<String>::new());
    // One record more moves none of the others against each other.
    let fewer = judging_order(1, "q", "j", records(&["a", "b", "c"]));
    let more = judging_order(1, "q", "j", records(&["a", "x", "b", "c"]));
    assert_eq!(more.into_iter().filter(|id| id != "x").collect::<Vec<_>>(), fewer);
}
