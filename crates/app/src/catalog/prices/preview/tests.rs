//! Tests of price change previews: valid requests and summaries.

use super::*;
use celeiro_domain::catalog::prices::{PriceProblem, PricedPlace};
use celeiro_domain::search::Lang;
use serde_json::{Value, json};

fn price(text: &str) -> Price {
    Price::parse(text).unwrap()
}

fn read(what: Value, selection: Option<Selection>) -> Result<PricePlan, AppError> {
    read_plan(None, serde_json::from_value(what).unwrap(), selection)
}

fn select(ids: &[u128]) -> Option<Selection> {
    let ids = ids.iter().copied().map(Uuid::from_u128).collect();
    Some(Selection { ids: Some(ids), ..Selection::default() })
}

/// The place that a refusal points at; blank where it points at none.
fn place_of(error: &AppError) -> String {
    let details = error.to_body(Lang::En).details.unwrap_or_default();
    let place = details["path"].as_str().or_else(|| details["fields"][0]["field"].as_str());
    place.unwrap_or_default().to_owned()
}

#[test]
fn a_change_that_says_two_things_or_none_is_refused_where_it_is_wrong() {
    let item = Uuid::from_u128(1);
    let row = json!({ "item": item, "price": "10" });
    for (what, place) in [
        (json!({}), "what"),
        (json!({ "cents": 90 }), "what"),
        (json!({ "percent": 10, "rows": [row] }), "what"),
        (json!({ "percent": 10, "fromCost": { "factor": 1.3 } }), "what"),
        (json!({ "fromCost": { "factor": 1.3 }, "cents": 90 }), "what"),
        (json!({ "rows": [] }), "what.rows"),
        (json!({ "rows": [row], "cents": 90 }), "what.rows"),
        (json!({ "percent": -99.01 }), "what.percent"),
        (json!({ "percent": -100 }), "what.percent"),
        (json!({ "percent": 9_900.1 }), "what.percent"),
        (json!({ "percent": 1e18 }), "what.percent"),
        (json!({ "percent": 10, "cents": 100 }), "what.cents"),
        (json!({ "fromCost": { "factor": 0 } }), "what.fromCost.factor"),
        (json!({ "fromCost": { "factor": -1.3 } }), "what.fromCost.factor"),
        (json!({ "fromCost": { "factor": 1.3, "cents": 100 } }), "what.fromCost.cents"),
    ] {
        let error = read(what.clone(), select(&[1])).err().unwrap_or_else(|| panic!("{what} was read"));
        assert_eq!(place_of(&error), place, "{what}");
    }
}

#[test]
fn a_raise_is_a_factor_from_one_to_the_other_end_of_what_is_allowed() {
    for (percent, factor) in [(0.0, 1.0), (10.0, 1.1), (-50.0, 0.5), (9_900.0, 100.0)] {
        let plan = read(json!({ "percent": percent, "cents": 90 }), select(&[1])).unwrap();
        let PriceAction::Raise(rule) = plan.action else { panic!("{:?}", plan.action) };
        assert!((rule.factor - factor).abs() < 1e-9, "{percent}: {}", rule.factor);
        assert_eq!(rule.cents, Some(90));
    }
    assert!(read(json!({ "percent": -99 }), select(&[1])).is_ok());
}

#[test]
fn a_raise_needs_to_know_of_what_and_given_prices_say_so_themselves() {
    let error = read(json!({ "percent": 10 }), None).err().unwrap();
    assert_eq!(error.code(), Code::InvalidRequest);
    assert!(error.message(Lang::En).contains("selection"), "{}", error.message(Lang::En));
    let row = |item: u128, package: Option<&str>| json!({ "item": Uuid::from_u128(item), "package": package, "price": "10.50" });
    let rows = json!([row(7, Some("5 L")), row(3, Some("")), row(7, None)]);
    let plan = read(json!({ "rows": rows }), select(&[1])).unwrap();
    let RecordSelection::Ids(ids) = plan.selected else { panic!("not by ids") };
    assert_eq!(ids, [3, 7].map(Uuid::from_u128), "the selection says nothing, each item counts once");
    let PriceAction::Rows(rows) = plan.action else { panic!("{:?}", plan.action) };
    let packages: Vec<_> = rows.iter().map(|row| row.package.as_deref()).collect();
    assert_eq!(packages, [Some("5 L"), None, None], "a blank label is the item itself");
}

#[test]
fn as_many_prices_are_given_as_are_allowed_and_not_one_more() {
    let rows = |count: usize| {
        let item = Uuid::from_u128(1);
        let row = NewPrice { item, package: None, price: price("1") };
        read_plan(None, PriceUpdate { rows: Some(vec![row; count]), ..PriceUpdate::default() }, None)
    };
    assert!(rows(MAX_GIVEN).is_ok());
    assert_eq!(place_of(&rows(MAX_GIVEN + 1).err().unwrap()), "what.rows");
}

fn plan_price(item: u128, old: Option<&str>, after: Option<&str>) -> PlannedPrice {
    PlannedPrice {
        place: PricedPlace { item: Uuid::from_u128(item), package: Some("5 L".into()) },
        name: format!("Produto {item}"),
        currency: "BRL".into(),
        before: None,
        old: old.map(price),
        after: after.map(price),
        cost: None,
    }
}

fn change() -> PlannedChange {
    let mut rows: Vec<PlannedPrice> =
        (1..=248).map(|item| plan_price(item, Some("10"), Some("10.5"))).collect();
    rows.push(plan_price(249, Some("10"), Some("10")));
    rows.push(plan_price(250, Some("10"), Some("100")));
    let refuse_item = |item| RefusedPrice {
        item: Uuid::from_u128(item),
        package: None,
        problem: PriceProblem::NotFound,
        current: None,
    };
    PlannedChange { rows, refused: (900..1_101).map(refuse_item).collect(), skipped: 3, digest: "d".into() }
}

#[test]
fn the_counts_are_of_all_rows_although_a_part_of_them_is_shown() {
    let preview = describe_plan(change());
    assert_eq!((preview.total, preview.changed, preview.unchanged, preview.skipped), (250, 249, 1, 3));
    assert_eq!((preview.rows.len(), preview.problems.len(), preview.problem_count), (200, 200, 201));
    let count = |mark| preview.marks.iter().find(|counted| counted.mark == mark).map(|counted| counted.count);
    assert_eq!((count(PriceMark::Tenfold), count(PriceMark::Unchanged)), (Some(1), Some(1)));
    assert_eq!(count(PriceMark::ToZero), None, "a count of nothing is not told");
    let first = &preview.rows[0];
    assert_eq!(
        (first.item, first.percent),
        (Uuid::from_u128(250), Some(900.0)),
        "what stands out comes first"
    );
    assert!(
        preview.rows.iter().all(|row| !row.marks.contains(&PriceMark::Unchanged)),
        "what stays comes last"
    );
}

#[test]
fn a_price_without_an_old_one_has_no_percentage() {
    let change = |old, after| {
        let rows = vec![plan_price(1, old, after)];
        let preview =
            describe_plan(PlannedChange { rows, refused: Vec::new(), skipped: 0, digest: String::new() });
        (preview.changed, preview.rows[0].percent)
    };
    assert_eq!(change(None, Some("10")), (1, None));
    assert_eq!(change(Some("0"), Some("10")), (1, None));
    assert_eq!(change(Some("10"), Some("0")), (1, Some(-100.0)));
    assert_eq!(change(Some("3"), Some("4")), (1, Some(33.3)));
    assert_eq!(change(Some("10"), Some("10")), (0, Some(0.0)));
    assert_eq!(change(Some("10"), None), (1, None), "an own price that is taken away");
}

#[test]
fn who_applies_an_old_preview_is_told_what_it_is_now() {
    let error = stale_preview(change());
    assert_eq!(error.code(), Code::SelectionChanged);
    let details = error.to_body(Lang::En).details.unwrap();
    let expected = json!({ "matched": 250, "changed": 249, "unchanged": 1, "digest": "d" });
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(&details[name], value, "{name}");
    }
}
