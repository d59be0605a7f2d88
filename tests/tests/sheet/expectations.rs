//! What a category expects of its items: settled once, seen with its reasons, moved by people alone.

use crate::support::{World, code, filter, priced_draft};
use celeiro_app::catalog::expectations::{
    CategoryExpectation, ExpectationOf, ExpectationOrigin, SettleExpectation, category_expectation,
    settle_expectation,
};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::sheet::{GridQuery, GridTest};
use serde_json::{Value, json};
use uuid::Uuid;

fn fertilizer(name: &str, attributes: Value) -> ItemDraft {
    ItemDraft {
        category: Some("Adubo".into()),
        attributes: attributes.as_object().unwrap().clone(),
        ..priced_draft(name, "1")
    }
}

async fn expectation(world: &World, category: &str) -> CategoryExpectation {
    let request = ExpectationOf { category: category.into() };
    category_expectation(&world.app, &world.caller, request).await.unwrap()
}

fn settle(attributes: Option<&[&str]>) -> SettleExpectation {
    SettleExpectation {
        category: "ádubo".into(),
        attributes: attributes.map(|keys| keys.iter().map(|key| (*key).to_owned()).collect()),
        operation_id: Some(Uuid::new_v4()),
    }
}

fn expected_attributes(of: &CategoryExpectation) -> Vec<&str> {
    of.attributes.iter().filter(|one| one.expected).map(|one| one.key.as_str()).collect()
}

/// Completeness and what is missing of the item of this name.
async fn complete(world: &World, name: &str) -> (f64, Vec<String>) {
    let page = world.grid(GridQuery::default()).await;
    let row = page.rows.into_iter().find(|row| row.item.name == name).unwrap();
    (row.completeness, row.missing)
}

#[tokio::test]
async fn an_expectation_is_settled_with_five_items_and_stays_whatever_comes() {
    let world = World::new().await;
    for n in 0..4 {
        world.create(fertilizer(&format!("A{n}"), json!({ "teor": n }))).await;
    }
    assert_eq!(complete(&world, "A0").await.1, ["description", "manufacturer", "tags"]);
    assert_eq!(expectation(&world, "Adubo").await.settled, None, "four items say little");
    world.create(fertilizer("B", json!({ "teor": " " }))).await;
    assert_eq!(complete(&world, "A0").await.0, 7.0 / 14.0);
    let (before, missing) = complete(&world, "B").await;
    assert_eq!((before, missing.last().map(String::as_str)), (6.0 / 14.0, Some("attributes.teor")));
    // Another file puts attributes into the category: B was not touched.
    let rows: String = (0..40).map(|n| format!("N{n};Novo {n};Adubo;azul\n")).collect();
    world.import(format!("id;nome;categoria;cor\n{rows}")).await;
    assert_eq!(complete(&world, "B").await.0, before);
    let seen = expectation(&world, "ADUBO").await;
    assert_eq!((seen.category.as_str(), seen.items, expected_attributes(&seen)), ("Adubo", 45, vec!["teor"]));
    let colour = seen.attributes.iter().find(|one| one.key == "cor").unwrap();
    assert_eq!((colour.items, colour.share, colour.expected), (40, 40.0 / 45.0, false));
    let settled = seen.settled.unwrap();
    assert_eq!((settled.origin, settled.items, settled.actor), (ExpectationOrigin::Counted, 5, None));
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn a_person_settles_it_counts_it_anew_and_takes_that_back() {
    let world = World::new().await;
    for n in 0..6 {
        world.create(fertilizer(&format!("A{n}"), json!({ "teor": n }))).await;
    }
    assert_eq!(expected_attributes(&expectation(&world, "Adubo").await), ["teor"]);
    let chosen = settle(Some(&["registro", "teor", "registro"]));
    let told = settle_expectation(&world.app, &world.caller, chosen.clone()).await.unwrap();
    assert_eq!(expected_attributes(&told), ["teor", "registro"]);
    let settled = told.settled.clone().unwrap();
    assert_eq!((settled.origin, settled.actor.as_deref()), (ExpectationOrigin::Person, Some("ana")));
    assert_eq!(settled.before, Some(vec!["teor".to_owned()]));
    assert_eq!(complete(&world, "A1").await.0, 7.0 / 15.0);
    let low = world.names(vec![filter("completeness", GridTest::Below, &["0.47"])], &[]).await;
    assert_eq!(low.len(), 6, "the grid sorts and filters by it at once");
    // Asked again under its id, after another change: nothing is done twice.
    settle_expectation(&world.app, &world.caller, settle(None)).await.unwrap();
    let again = settle_expectation(&world.app, &world.caller, chosen).await.unwrap();
    assert_eq!(expected_attributes(&again), ["teor"]);
    // What it was before is there to be taken back to.
    let before = again.settled.unwrap().before.unwrap();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let back = settle_expectation(&world.app, &world.caller, settle(Some(&before))).await.unwrap();
    assert_eq!(expected_attributes(&back), ["teor", "registro"]);
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn what_cannot_be_expected_is_refused_with_what_is_allowed() {
    let world = World::new().await;
    for request in [
        SettleExpectation { category: " \u{200b}".into(), ..settle(Some(&["a"])) },
        settle(Some(&[" "])),
        settle(Some(&["x".repeat(201).as_str()])),
        SettleExpectation { attributes: Some((0..65).map(|n| n.to_string()).collect()), ..settle(None) },
    ] {
        assert_eq!(code(settle_expectation(&world.app, &world.caller, request).await), "invalid_fields");
    }
    // A category that no item has yet may be prepared.
    let told = settle_expectation(&world.app, &world.caller, settle(Some(&["teor"]))).await.unwrap();
    assert_eq!((told.items, told.category.as_str(), expected_attributes(&told)), (0, "ádubo", vec!["teor"]));
    world.create(fertilizer("A", json!({}))).await;
    assert_eq!(complete(&world, "A").await.1.last().map(String::as_str), Some("attributes.teor"));
    world.close().await;
}
