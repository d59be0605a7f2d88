use super::judge::{JudgedPrice, judge_changes};
use super::*;
use crate::catalog::{FieldErrorCode, Item, Price};
use crate::import::PriceRule;
use chrono::{DateTime, NaiveDate};
use proptest::prelude::*;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

fn price(text: &str) -> Price {
    Price::parse(text).unwrap()
}

fn some(text: &str) -> Option<Price> {
    Some(price(text))
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn rule(factor: f64, cents: Option<u32>) -> PriceRule {
    PriceRule { factor, cents }
}

fn make_priced_item(id: u128, base: Option<&str>, packages: Value) -> PricedItem {
    let item = json!({
        "id": Uuid::from_u128(id), "externalId": null, "name": format!("Item {id}"), "description": null,
        "category": null, "manufacturer": null, "price": base.map(|text| price(text).to_f64()), "currency": "BRL",
        "tags": [], "status": "ativo", "attributes": {}, "notes": null, "packages": packages,
        "createdAt": "2026-11-29T00:00:00Z", "updatedAt": "2026-11-29T00:00:00Z", "version": 1,
    });
    let item: Item = serde_json::from_value(item).unwrap();
    PricedItem { item, own: HashMap::new(), cost: None }
}

fn place(id: u128, package: Option<&str>) -> PricedPlace {
    PricedPlace { item: Uuid::from_u128(id), package: package.map(str::to_owned) }
}

#[test]
fn an_own_price_comes_before_the_rule_and_the_rule_before_the_base() {
    let nine = Some(rule(0.9, None));
    let resolve_text =
        |base, rule, own| resolve_price(base, rule, own).map(|found| (found.price.to_string(), found.source));
    assert_eq!(resolve_text(some("100"), nine, some("80")), Some(("80".into(), PriceSource::Own)));
    assert_eq!(resolve_text(some("100"), nine, None), Some(("90".into(), PriceSource::Rule)));
    assert_eq!(resolve_text(some("100"), None, None), Some(("100".into(), PriceSource::Base)));
    assert_eq!(resolve_text(None, nine, some("80")), Some(("80".into(), PriceSource::Own)));
    assert_eq!(resolve_text(None, nine, None), None);
    let absurd = Some(rule(100.0, None));
    assert_eq!(resolve_text(some("99999999999"), absurd, None), None, "out of the range of prices");
}

#[test]
fn a_margin_is_a_part_of_the_price_with_one_decimal() {
    let of = |sale: &str, cost: &str| margin(price(sale), price(cost)).map(|found| found.to_string());
    assert_eq!(of("100", "75"), Some("25".into()));
    assert_eq!(of("3", "2"), Some("33.3".into()));
    assert_eq!(of("50", "80"), Some("-60".into()), "at a loss");
    assert_eq!(of("0", "1"), None);
    assert_eq!(margin_percent(price("8"), price("7.99")), Some(0.1));
}

fn marks(rows: &[(Option<&str>, Option<&str>, Option<&str>)]) -> Vec<Vec<PriceMark>> {
    let make_judged = |(old, new, cost): &(Option<&str>, Option<&str>, Option<&str>)| JudgedPrice {
        old: old.map(price),
        new: new.map(price),
        cost: cost.map(price),
    };
    judge_changes(&rows.iter().map(make_judged).collect::<Vec<_>>())
}

#[test]
fn what_stands_out_is_marked_the_gravest_first() {
    use PriceMark::{BelowCost, FirstPrice, Tenfold, ToZero, Unchanged};
    let rows = [
        (Some("10"), Some("80"), None),
        (Some("10"), Some("79.99"), None),
        (Some("80"), Some("10"), Some("12")),
        (Some("10"), Some("0"), None),
        (None, Some("10"), None),
        (Some("10"), Some("10"), None),
        (Some("0"), Some("10"), None),
        (Some("10"), None, Some("5")),
    ];
    let expected: [&[PriceMark]; 8] =
        [&[Tenfold], &[], &[Tenfold, BelowCost], &[ToZero], &[FirstPrice], &[Unchanged], &[], &[]];
    assert_eq!(marks(&rows[..7]), expected[..7]);
    assert_eq!(marks(&rows[7..]), expected[7..], "a price that is taken away is none");
}

#[test]
fn one_that_changes_unlike_the_others_is_marked_where_there_are_others() {
    let mut rows = vec![(Some("100"), Some("105"), None); 7];
    rows.push((Some("100"), Some("150"), None));
    let found = marks(&rows);
    assert!(found[..7].iter().all(Vec::is_empty), "{found:?}");
    assert_eq!(found[7], [PriceMark::UnlikeTheOthers]);
    assert!(marks(&rows[1..]).iter().all(Vec::is_empty), "seven say nothing");
    rows[7] = (Some("100"), Some("115"), None);
    assert!(marks(&rows).iter().all(Vec::is_empty), "ten points are few");
}

#[test]
fn a_list_is_checked_and_cleaned() {
    let draft = |name: &str, from: Option<&str>, until: Option<&str>| PriceListDraft {
        name: name.into(),
        note: None,
        valid_from: from.map(day),
        valid_until: until.map(day),
        rule: None,
        active: true,
    };
    assert_eq!(draft(" Safra\u{200b}  2026 ", None, None).check().unwrap().name, "Safra 2026");
    draft("A", Some("2026-01-01"), Some("2026-01-01")).check().unwrap();
    let wrong = PriceListDraft {
        note: Some("x".repeat(501)),
        rule: Some(rule(f64::NAN, Some(100))),
        ..draft("", Some("2026-02-01"), Some("2026-01-31"))
    };
    let errors = wrong.check().unwrap_err();
    let told: Vec<(&str, FieldErrorCode)> =
        errors.iter().map(|error| (error.field.as_str(), error.code)).collect();
    assert_eq!(
        told,
        [
            ("name", FieldErrorCode::Required),
            ("note", FieldErrorCode::TooLong),
            ("validUntil", FieldErrorCode::Contradiction),
            ("rule.factor", FieldErrorCode::InvalidNumber),
        ]
    );
    let long = draft(&"é".repeat(81), None, None).check().unwrap_err();
    assert_eq!((long[0].field.as_str(), long[0].code), ("name", FieldErrorCode::TooLong));
}

#[test]
fn a_list_is_valid_from_its_first_to_its_last_day_where_it_is_in_use() {
    let list = |from: Option<&str>, until: Option<&str>, active| PriceListDraft {
        name: "A".into(),
        note: None,
        valid_from: from.map(day),
        valid_until: until.map(day),
        rule: None,
        active,
    };
    let season = list(Some("2026-09-01"), Some("2026-12-31"), true);
    for (on, valid) in
        [("2026-08-31", false), ("2026-09-01", true), ("2026-12-31", true), ("2027-01-01", false)]
    {
        assert_eq!(season.is_valid_on(day(on)), valid, "{on}");
    }
    assert!(list(None, None, true).is_valid_on(day("1999-01-01")));
    assert!(!list(None, None, false).is_valid_on(day("2026-09-01")));
}

#[test]
fn names_that_a_reader_takes_for_each_other_resemble() {
    for (one, other) in [
        ("Atacado", "atacad\u{f3}"),
        ("Cooperativa", "C\u{43e}\u{43e}perativa"),
        ("Safra", "\u{405}\u{410}FR\u{410}"),
    ] {
        assert!(resembles_name(one, other), "{one} {other}");
    }
    for (one, other) in [("Safra 2026", "Safra 2027"), ("Atacado", "Varejo")] {
        assert!(!resembles_name(one, other), "{one} {other}");
    }
}

#[test]
fn a_raise_is_one_of_the_item_and_of_its_packages_on_sale_as_they_cost_in_the_list() {
    let packages = json!([
        { "label": "5 L", "price": 50 }, { "label": "5 L", "price": 60 },
        { "label": "1 L" }, { "label": "20 L", "price": 180, "status": "inativo" },
    ]);
    let mut item = make_priced_item(1, Some("10"), packages);
    let raise = PriceAction::Raise(read_percent(10.0, None).unwrap());
    let spell_rows = |rows: &[PlannedPrice]| -> Vec<(Option<String>, Option<String>, Option<String>)> {
        let text = |price: Option<Price>| price.map(|price| price.to_string());
        rows.iter().map(|row| (row.place.package.clone(), text(row.before), text(row.after))).collect()
    };
    let text = |text: &str| Some(text.to_owned());
    let (rows, refused, skipped) =
        plan_prices(&raise, PriceBook::Base, &[item.clone(), make_priced_item(2, None, json!([]))]);
    assert_eq!(spell_rows(&rows), [(None, text("10"), text("11")), (text("5 L"), text("50"), text("55"))]);
    assert_eq!((refused.len(), skipped), (0, 1), "one without a price has nothing to go by");
    item.own.insert(None, price("8"));
    let (rows, ..) = plan_prices(&raise, PriceBook::List(Some(rule(0.9, None))), &[item]);
    assert_eq!(spell_rows(&rows), [(None, text("8"), text("8.8")), (text("5 L"), None, text("49.5"))]);
    assert_eq!(rows[1].old, some("45"), "what the rule makes of the base is raised");
}

#[test]
fn prices_from_cost_are_of_items_whose_cost_is_known() {
    let known = PricedItem {
        cost: some("10"),
        ..make_priced_item(1, None, json!([{ "label": "5 L", "price": 50 }]))
    };
    let action = PriceAction::FromCost(rule(1.35, Some(90)));
    let (rows, _, skipped) =
        plan_prices(&action, PriceBook::Base, &[known, make_priced_item(2, Some("5"), json!([]))]);
    assert_eq!((rows.len(), rows[0].after, rows[0].old, skipped), (1, some("13.9"), None, 1));
}

#[test]
fn given_prices_that_belong_to_nothing_are_named() {
    let make_new_price = |id: u128, package: Option<&str>| NewPrice {
        item: Uuid::from_u128(id),
        package: package.map(str::to_owned),
        price: price("7"),
    };
    let action = PriceAction::Rows(vec![
        make_new_price(1, None),
        make_new_price(1, Some("5 L")),
        make_new_price(1, Some("6 L")),
        make_new_price(9, None),
        make_new_price(1, None),
    ]);
    let items = [make_priced_item(1, Some("10"), json!([{ "label": "5 L" }]))];
    let (rows, refused, _) = plan_prices(&action, PriceBook::Base, &items);
    assert_eq!(
        rows.iter().map(|row| row.place.clone()).collect::<Vec<_>>(),
        [place(1, None), place(1, Some("5 L"))]
    );
    let problems: Vec<PriceProblem> = refused.iter().map(|one| one.problem).collect();
    assert_eq!(problems, [PriceProblem::UnknownPackage, PriceProblem::NotFound, PriceProblem::GivenTwice]);
}

#[test]
fn an_own_price_is_stored_where_it_is_as_it_was_seen() {
    let mut item = make_priced_item(1, Some("10"), json!([{ "label": "5 L", "price": 50 }]));
    item.own.insert(None, price("8"));
    item.own.insert(Some("10 L".to_owned()), price("70"));
    let make_given_price = |package: Option<&str>, new: Option<&str>, expected: Option<&str>| GivenPrice {
        place: place(1, package),
        price: new.map(price),
        expected: expected.map(price),
    };
    let plan = |given: GivenPrice| {
        let (rows, refused, unchanged) = plan_own_prices(&[given], None, std::slice::from_ref(&item));
        (rows.len(), refused.first().map(|one| (one.problem, one.current)), unchanged)
    };
    assert_eq!(plan(make_given_price(None, Some("9"), Some("8"))), (1, None, 0));
    assert_eq!(plan(make_given_price(None, None, Some("8"))), (1, None, 0), "it is taken away");
    assert_eq!(plan(make_given_price(None, Some("8"), None)), (0, None, 1));
    assert_eq!(
        plan(make_given_price(None, Some("9"), None)),
        (0, Some((PriceProblem::Conflict, some("8"))), 0)
    );
    assert_eq!(
        plan(make_given_price(Some("5 L"), Some("50"), None)),
        (1, None, 0),
        "an own price like the base is one"
    );
    let unknown = (0, Some((PriceProblem::UnknownPackage, None)), 0);
    assert_eq!(plan(make_given_price(Some("x"), Some("1"), None)), unknown);
    assert_eq!(plan(make_given_price(Some("x"), None, None)), unknown);
    assert_eq!(plan(make_given_price(Some("10 L"), Some("1"), Some("70"))), unknown);
    assert_eq!(
        plan(make_given_price(Some("10 L"), None, Some("70"))),
        (1, None, 0),
        "what is left over is taken away"
    );
}

#[test]
fn a_base_price_is_put_where_the_one_before_still_stands() {
    let packages = json!([
        { "label": "5 L", "price": 50 }, { "label": "5 L", "price": 60 }, { "label": "5 L", "price": 50 },
    ]);
    let mut item = make_priced_item(1, Some("10"), packages).item;
    let mut put = |package, before, after| put_base_price(&mut item, package, before, after);
    assert_eq!(put(None, some("9"), some("11")), PriceRowOutcome::ChangedMeanwhile);
    assert_eq!(put(None, some("10"), some("11")), PriceRowOutcome::Applied);
    assert_eq!(put(Some("1 L"), None, some("5")), PriceRowOutcome::Gone);
    assert_eq!(put(Some("5 L"), some("60"), some("66")), PriceRowOutcome::ChangedMeanwhile);
    assert_eq!(put(Some("5 L"), some("50"), None), PriceRowOutcome::Applied);
    let prices: Vec<Option<Price>> = item.packages.iter().map(|package| package.price).collect();
    assert_eq!((item.price, prices), (some("11"), vec![None, some("60"), None]));
}

#[test]
fn of_packages_with_one_label_the_first_on_sale_is_raised() {
    let packages =
        json!([{ "label": "5 L", "price": 40, "status": "inativo" }, { "label": "5 L", "price": 50 }]);
    let mut item = make_priced_item(1, None, packages);
    let (rows, ..) =
        plan_prices(&PriceAction::Raise(rule(1.1, None)), PriceBook::Base, std::slice::from_ref(&item));
    let planned: Vec<_> = rows.iter().map(|row| (row.place.clone(), row.before, row.after)).collect();
    assert_eq!(planned, [(place(1, Some("5 L")), some("50"), some("55"))]);
    let outcome = put_base_price(&mut item.item, Some("5 L"), some("50"), some("55"));
    let prices: Vec<_> = item.item.packages.iter().map(|package| package.price).collect();
    assert_eq!((outcome, prices), (PriceRowOutcome::Applied, vec![some("40"), some("55")]));
}

#[test]
fn percents_that_nothing_could_be_sold_by_are_refused() {
    for percent in [-100.0, -99.5, 9_901.0, f64::NAN, f64::INFINITY] {
        assert_eq!(read_percent(percent, None).unwrap_err().field, "what.percent", "{percent}");
    }
    assert_eq!(read_percent(5.0, Some(100)).unwrap_err().field, "what.cents");
    let raised = read_percent(7.5, Some(90)).unwrap().apply(price("10")).unwrap();
    assert_eq!(raised.to_string(), "10.9");
}

#[test]
fn stored_names_are_those_of_the_wire() {
    let wire = |value: Value| value.as_str().unwrap().to_owned();
    for mark in PriceMark::ALL {
        assert_eq!(wire(json!(mark)), mark.as_str());
        assert_eq!(PriceMark::parse(mark.as_str()), Some(mark));
    }
    for state in ["planned", "applied", "cancelled", "failed"] {
        assert_eq!(wire(json!(PriceChangeState::parse(state).unwrap())), state);
    }
    for outcome in ["applied", "changed_meanwhile", "gone"] {
        assert_eq!(wire(json!(PriceRowOutcome::parse(outcome).unwrap())), outcome);
    }
}

proptest! {
    /// Taking a change back by the same function leaves the item as it was.
    #[test]
    fn what_was_put_is_taken_back(before in 0_i64..1_000_000, after in 0_i64..1_000_000) {
        let amount = |units: i64| Price::new(rust_decimal::Decimal::new(units, 2)).ok();
        let item = make_priced_item(1, None, json!([{ "label": "5 L" }])).item;
        let mut changed = item.clone();
        changed.price = amount(before);
        let start = changed.clone();
        put_base_price(&mut changed, None, amount(before), amount(after));
        put_base_price(&mut changed, None, amount(after), amount(before));
        prop_assert_eq!(changed, start);
    }

    /// A row is marked by the same figures whatever stands before it.
    #[test]
    fn the_order_of_rows_changes_no_mark(olds in prop::collection::vec(1_i64..10_000, 1..20)) {
        let amount = |units: i64| Price::new(rust_decimal::Decimal::new(units, 2)).ok();
        let row = |units: &i64| JudgedPrice { old: amount(*units), new: amount(units * 11 / 10), cost: None };
        let rows: Vec<JudgedPrice> = olds.iter().map(row).collect();
        let mut backwards: Vec<JudgedPrice> = rows.iter().rev().copied().collect();
        let mut found = judge_changes(&backwards);
        found.reverse();
        backwards.reverse();
        prop_assert_eq!(found, judge_changes(&backwards));
    }
}

#[test]
fn a_change_in_per_cent_has_one_decimal_and_needs_an_old_price() {
    for (old, new, percent) in
        [("100", "110", 10.0), ("3", "4", 33.3), ("4", "3", -25.0), ("50", "50", 0.0), ("50", "0", -100.0)]
    {
        assert_eq!(percent_between(some(old), some(new)), Some(percent), "{old} {new}");
    }
    let nearly = Price::new(Decimal::new(7_996, 3)).unwrap();
    assert_eq!(percent_between(some("8"), Some(nearly)), Some(-0.1), "a half counts as one, downwards too");
    assert_eq!(percent_between(some("0"), some("5")), None);
    assert_eq!(percent_between(None, some("5")), None);
    assert_eq!(percent_between(some("5"), None), None);
}

/// A list that takes a tenth off, valid today or not.
fn tenth_off(is_valid_today: bool) -> PriceList {
    PriceList {
        id: Uuid::from_u128(9),
        name: "Atacado".into(),
        note: None,
        valid_from: None,
        valid_until: None,
        rule: Some(rule(0.9, None)),
        active: true,
        version: 1,
        updated_at: DateTime::UNIX_EPOCH,
        updated_by: "ana".into(),
        is_valid_today,
        own_prices: 1,
    }
}

#[test]
fn an_item_in_a_list_costs_its_own_price_before_that_of_the_rule() {
    let packages =
        json!([{ "label": "5 L", "price": 50 }, { "label": "20 L", "price": 180 }, { "label": "1 L" }]);
    let PricedItem { mut item, .. } = make_priced_item(1, Some("100"), packages);
    let own = HashMap::from([((item.id, Some("5 L".to_owned())), price("40"))]);
    put_list_prices(&mut item, &tenth_off(true), &own);
    assert_eq!(item.price, some("90"));
    let prices: Vec<Option<Price>> = item.packages.iter().map(|package| package.price).collect();
    assert_eq!(prices, [some("40"), some("162"), None]);
}

#[test]
fn a_list_that_is_not_valid_today_gives_no_price() {
    let PricedItem { mut item, .. } =
        make_priced_item(1, Some("100"), json!([{ "label": "5 L", "price": 50 }]));
    let own = HashMap::from([((item.id, None), price("80"))]);
    put_list_prices(&mut item, &tenth_off(false), &own);
    assert_eq!((item.price, item.packages[0].price), (None, None));
}
