//! What a grid is asked, as a plan that can be run.

use super::*;
use chrono::{TimeZone as _, Utc};
use proptest::prelude::*;
use rust_decimal::Decimal;

/// A filter as a program sends it.
fn build_grid_filter(column: &str, test: GridTest, values: &[&str]) -> GridFilter {
    GridFilter { column: column.into(), test, values: values.iter().map(|v| (*v).to_owned()).collect() }
}

/// What a grid with this one filter asks the database.
fn plan_single_ask(kind: Kind, column: &str, test: GridTest, values: &[&str]) -> Result<Ask, GridError> {
    let query = GridQuery { filters: vec![build_grid_filter(column, test, values)], ..GridQuery::default() };
    query.plan(kind).map(|plan| plan.conditions.into_iter().next().unwrap().ask)
}

fn ask_items(column: &str, test: GridTest, values: &[&str]) -> Ask {
    plan_single_ask(Kind::Items, column, test, values)
        .unwrap_or_else(|error| panic!("{column} {values:?}: {error}"))
}

/// What is said to be allowed instead.
fn allowed_in_refusal(column: &str, test: GridTest, values: &[&str]) -> String {
    match plan_single_ask(Kind::Items, column, test, values) {
        Err(GridError::Invalid { allowed, .. } | GridError::UnknownColumn { allowed, .. }) => allowed,
        other => panic!("{column} {values:?}: {other:?}"),
    }
}

#[test]
fn texts_are_folded_and_numbers_read_as_people_write_them() {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let number = |text: &str| text.parse::<Decimal>().unwrap();
    assert_eq!(ask_items("name", GridTest::Is, &["  AÇÚCAR\0 "]), Ask::Is(words(&["acucar"])));
    assert_eq!(ask_items("tags", GridTest::IsNot, &["Soja", "Uva"]), Ask::IsNot(words(&["soja", "uva"])));
    assert_eq!(ask_items("notes", GridTest::Contains, &["50%_"]), Ask::Contains(words(&["50%_"])));
    assert_eq!(ask_items("attributes.cor", GridTest::Is, &["Azul"]), Ask::Is(words(&["azul"])));
    assert_eq!(ask_items("price", GridTest::Below, &["1.250,50"]), Ask::AtMost(number("1250.50")));
    assert_eq!(ask_items("attributes.teor", GridTest::Above, &["-4.5"]), Ask::AtLeast(number("-4.5")));
    assert_eq!(
        ask_items("version", GridTest::IsNot, &["1", " 2 "]),
        Ask::Numbers(vec![number("1"), number("2")], false)
    );
    assert_eq!(ask_items("completeness", GridTest::Above, &["0,5"]), Ask::AtLeast(number("0.5")));
    assert_eq!(
        ask_items("status", GridTest::Is, &["Active", "rascunho"]),
        Ask::Is(words(&["ativo", "rascunho"]))
    );
    for column in ["price", "name", "createdAt", "status", "attributes.x"] {
        assert_eq!(ask_items(column, GridTest::Empty, &[]), Ask::Empty(true), "{column}");
        assert_eq!(ask_items(column, GridTest::NotEmpty, &["x"]), Ask::Empty(false), "{column}");
    }
}

#[test]
fn stock_is_asked_for_by_its_state_and_by_its_sum() {
    let number = |text: &str| text.parse::<Decimal>().unwrap();
    assert_eq!(
        ask_items("stock", GridTest::Is, &["out", " unknown "]),
        Ask::Is(vec!["out".into(), "unknown".into()])
    );
    assert_eq!(ask_items("stock", GridTest::IsNot, &["some"]), Ask::IsNot(vec!["some".into()]));
    assert_eq!(ask_items("stock", GridTest::Below, &["12,5"]), Ask::AtMost(number("12.5")));
    assert_eq!(ask_items("stock", GridTest::Above, &["3"]), Ask::AtLeast(number("3")));
    assert_eq!(ask_items("stock", GridTest::Empty, &[]), Ask::Empty(true));
    assert_eq!(allowed_in_refusal("stock", GridTest::Is, &["acabou"]), "out, some, unknown");
    assert!(allowed_in_refusal("stock", GridTest::Contains, &["out"]).starts_with("is, isNot, below"));
}

#[test]
fn a_day_lasts_until_the_next_and_a_moment_its_millionth() {
    let day = |d| Utc.with_ymd_and_hms(2026, 1, d, 0, 0, 0).unwrap();
    let (from, to) = (Some(day(31)), Some(Utc.with_ymd_and_hms(2026, 2, 1, 0, 0, 0).unwrap()));
    for (test, expected) in [
        (GridTest::Is, Ask::Time(from, to, true)),
        (GridTest::IsNot, Ask::Time(from, to, false)),
        (GridTest::Below, Ask::Time(None, to, true)),
        (GridTest::Above, Ask::Time(from, None, true)),
    ] {
        assert_eq!(ask_items("updatedAt", test, &["2026-01-31"]), expected);
    }
    let Ask::Time(Some(at), Some(end), true) =
        ask_items("createdAt", GridTest::Is, &["2026-01-31T08:00:00-03:00"])
    else {
        panic!("a moment")
    };
    assert_eq!(at, Utc.with_ymd_and_hms(2026, 1, 31, 11, 0, 0).unwrap());
    assert_eq!((end - at).num_microseconds(), Some(1));
    for wrong in ["31/01/2026", "2026-02-30", "2026-01-31 08:00", "", "+262142-12-31"] {
        assert_eq!(
            allowed_in_refusal("updatedAt", GridTest::Is, &[wrong]),
            "2026-01-31, 2026-01-31T08:00:00Z",
            "{wrong}"
        );
    }
    assert_eq!(
        allowed_in_refusal("updatedAt", GridTest::Contains, &["2026-01-31"]),
        "is, isNot, below, above"
    );
}

#[test]
fn what_a_column_cannot_be_asked_is_refused_with_what_it_can() {
    for (column, test, values, expected) in [
        ("deleted", GridTest::Empty, vec![], "is, isNot"),
        ("deleted", GridTest::Is, vec!["sim"], "true, false"),
        ("status", GridTest::Contains, vec!["at"], "is, isNot"),
        ("status", GridTest::Is, vec!["vendido"], "ativo, inativo, rascunho"),
        ("price", GridTest::Contains, vec!["1"], "is, isNot, below, above, empty, notEmpty"),
        ("price", GridTest::Is, vec!["1.250"], "1250 | 1.25"),
        ("price", GridTest::Above, vec!["1e13"], "0..999999999999.9999"),
        ("price", GridTest::Above, vec!["10000000000000"], "0..999999999999.9999"),
        ("tags", GridTest::Above, vec!["a"], "is, isNot, contains, empty, notEmpty"),
        ("name", GridTest::Below, vec!["a", "b"], "1..1 values"),
        ("name", GridTest::Contains, vec![], "1..1000 values"),
    ] {
        assert_eq!(allowed_in_refusal(column, test, &values), expected, "{column} {test:?} {values:?}");
    }
    let approval = |value: &str| plan_single_ask(Kind::Faqs, "approval", GridTest::IsNot, &[value]);
    assert_eq!(approval("changed"), Ok(Ask::IsNot(vec!["changed".into()])));
    assert!(
        matches!(approval("Changed"), Err(GridError::Invalid { allowed, .. }) if allowed == "none, approved, changed")
    );
}

#[test]
fn values_and_filters_have_their_bounds() {
    assert!(plan_single_ask(Kind::Items, "name", GridTest::Is, &[&"é".repeat(500)]).is_ok());
    assert_eq!(allowed_in_refusal("name", GridTest::Is, &[&"é".repeat(501)]), "0..500 characters");
    assert!(plan_single_ask(Kind::Items, "name", GridTest::Is, &vec!["x"; 1_000]).is_ok());
    assert_eq!(allowed_in_refusal("name", GridTest::Is, &vec!["x"; 1_001]), "1..1000 values");
    let many = |n| GridQuery {
        filters: vec![build_grid_filter("name", GridTest::Empty, &[]); n],
        ..GridQuery::default()
    };
    assert_eq!(many(50).plan(Kind::Items).unwrap().conditions.len(), 50);
    let error = many(51).plan(Kind::Items).unwrap_err();
    assert_eq!(error.to_string(), "'filters' cannot be '51': 0..50");
}

#[test]
fn an_error_repeats_the_beginning_of_what_was_given() {
    let error = plan_single_ask(Kind::Items, &"x".repeat(1_000), GridTest::Empty, &[]).unwrap_err();
    assert!(matches!(&error, GridError::UnknownColumn { column, .. } if column.len() == 120), "{error}");
    assert!(allowed_in_refusal("attributes.", GridTest::Empty, &[]).contains("attributes.*"));
}

#[test]
fn pages_have_between_one_and_five_hundred_rows() {
    let page = |offset, limit| {
        let plan = GridQuery { offset, limit, ..GridQuery::default() }.plan(Kind::Items).unwrap();
        (plan.offset, plan.limit)
    };
    assert_eq!(page(None, None), (0, 100));
    assert_eq!(page(Some(7), Some(0)), (7, 1));
    assert_eq!(page(Some(u32::MAX), Some(u32::MAX)), (4_294_967_295, 500));
}

#[test]
fn the_first_twelve_words_are_looked_for_folded() {
    let words = |text: &str| {
        GridQuery { text: Some(text.into()), ..GridQuery::default() }.plan(Kind::Items).unwrap().words
    };
    assert_eq!(words("  Açúcar  MASCAVO\tmascavo "), ["acucar", "mascavo"]);
    assert_eq!(words("a\0b 2,4-D"), ["ab", "2,4-d"]);
    assert_eq!(words(" \u{a0} "), Vec::<String>::new());
    let many: String = (0..40).map(|at| format!("w{at} ")).collect();
    assert_eq!(words(&many).len(), 12);
    assert_eq!(words(&"x".repeat(10_000))[0].len(), 500);
}

#[test]
fn rows_are_ordered_by_any_column_but_lists_and_yes_or_no() {
    let plan_order = |column: &str, descending| {
        let sort = vec![GridSort { column: column.into(), descending }];
        GridQuery { sort, ..GridQuery::default() }.plan(Kind::Items).map(|plan| plan.order)
    };
    assert_eq!(plan_order("price", true), Ok(vec![(Column::Price, true)]));
    assert_eq!(plan_order("attributes.teor", false), Ok(vec![(Column::Attribute("teor".into()), false)]));
    for column in ["tags", "deleted"] {
        assert!(matches!(plan_order(column, false), Err(GridError::Invalid { .. })), "{column}");
    }
    assert!(matches!(plan_order("question", false), Err(GridError::UnknownColumn { .. })));
}

#[test]
fn deleted_records_come_only_where_they_are_asked_for() {
    let with_deleted =
        |filters| GridQuery { filters, ..GridQuery::default() }.plan(Kind::Items).unwrap().with_deleted;
    assert!(!with_deleted(vec![]));
    assert!(!with_deleted(vec![build_grid_filter("status", GridTest::Is, &["ativo"])]));
    assert!(with_deleted(vec![build_grid_filter("deleted", GridTest::Is, &["false"])]));
    assert_eq!(ask_items("deleted", GridTest::IsNot, &["true"]), Ask::YesNo(false));
}

#[test]
fn a_query_with_a_field_that_is_not_known_is_refused() {
    for json in
        [json!({ "sorts": [] }), json!({ "filters": [{ "column": "name", "test": "is", "value": "x" }] })]
    {
        assert!(serde_json::from_value::<GridQuery>(json.clone()).is_err(), "{json}");
    }
    assert_eq!(serde_json::from_value::<GridQuery>(json!({})).unwrap(), GridQuery::default());
}

proptest! {
    #[test]
    fn a_condition_is_read_back_from_the_address_that_it_was_written_in(
        column in "[a-z]{1,8}(\\.[a-z]{1,5})?",
        test in (0..GridTest::ALL.len()).prop_map(|at| GridTest::ALL[at]),
        values in proptest::collection::vec("[a-z0-9=,.áç]{1,8}( [a-z=]{1,4})?", 0..4),
    ) {
        let text = [vec![column.clone(), test.as_str().to_owned()], values.clone()].concat().join("~");
        prop_assert_eq!(GridFilter::of_text(&text), Some(Ok(GridFilter { column, test, values })));
    }

    #[test]
    fn no_condition_breaks_a_plan(
        column in "\\PC{0,12}|price|createdAt|attributes\\.\\PC{0,5}",
        test in (0..GridTest::ALL.len()).prop_map(|at| GridTest::ALL[at]),
        values in proptest::collection::vec("\\PC{0,12}|[0-9.,e+-]{0,30}|[0-9]{4,6}-[0-9]{2}-[0-9]{2}", 0..3),
        kind in prop::sample::select(vec![Kind::Items, Kind::Faqs]),
    ) {
        let query = GridQuery { filters: vec![GridFilter { column, test, values }], ..GridQuery::default() };
        if let Ok(plan) = query.plan(kind) {
            prop_assert_eq!(plan.conditions.len(), 1);
            if let Ask::Numbers(numbers, _) = &plan.conditions[0].ask {
                prop_assert!(numbers.iter().all(|number| number.abs() < Decimal::from(1_000_000_000_000_u64)));
            }
        }
    }
}
