//! Price lists, their own prices, and costs: versions, the limit, and writers at the same time.

use crate::items::draft;
use crate::world::{World, conflict, constraint, is_absent, write};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{
    GivenPrice, MAX_PRICE_LISTS, PriceListDraft, PriceProblem, PricedPlace,
};
use celeiro_store::Write;
use chrono::NaiveDate;
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

fn list_draft(name: &str) -> PriceListDraft {
    PriceListDraft {
        name: name.into(),
        note: None,
        valid_from: Some(day(10)),
        valid_until: Some(day(20)),
        rule: None,
        active: true,
    }
}

/// A day of a month.
fn day(number: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 5, number).unwrap()
}

fn price(text: &str) -> Option<Price> {
    Some(Price::parse(text).unwrap())
}

fn own_price(item: Uuid, price: Option<Price>, expected: Option<Price>) -> GivenPrice {
    GivenPrice { place: PricedPlace { item, package: None }, price, expected }
}

async fn add_list(world: &World, name: &str) -> Uuid {
    world.store.create_price_list(&list_draft(name), day(15), &write()).await.unwrap().unwrap().id
}

#[tokio::test]
async fn a_list_is_valid_on_its_first_and_last_day_and_listed_by_its_folded_name() {
    let world = World::new().await;
    for name in ["Épocas", "atacado", "Zebra"] {
        add_list(&world, name).await;
    }
    for (number, is_valid) in [(9, false), (10, true), (20, true), (21, false)] {
        let lists = world.store.price_lists(day(number)).await.unwrap();
        assert!(lists.iter().all(|one| one.is_valid_today == is_valid), "{number}");
        let names: Vec<&str> = lists.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["atacado", "Épocas", "Zebra"]);
    }
    world.close().await;
}

#[tokio::test]
async fn of_savers_from_one_version_one_wins_and_a_saved_list_is_deleted_once() {
    let world = World::new().await;
    let id = add_list(&world, "Safra").await;
    let saves: Vec<_> = (0..5).map(|number| (list_draft(&format!("Safra {number}")), write())).collect();
    let saves =
        saves.iter().map(|(draft, write)| world.store.update_price_list((id, 1), draft, day(15), write));
    let (won, lost): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 4));
    let winner = won.into_iter().next().unwrap().unwrap();
    assert_eq!(winner.version, 2);
    for refused in lost {
        assert_eq!(conflict(refused)["name"], winner.name);
    }
    let off = write();
    world.store.delete_price_list(id, &off).await.unwrap();
    assert!(is_absent(world.store.delete_price_list(id, &write()).await));
    assert!(is_absent(world.store.update_price_list((id, 2), &list_draft("A"), day(15), &write()).await));
    let back = world.store.restore_price_list(id, day(15), &write()).await.unwrap().unwrap();
    assert_eq!(
        (back.name.as_str(), back.version),
        (winner.name.as_str(), 4),
        "pages that show it hear of it"
    );
    world.store.delete_price_list(id, &off).await.unwrap();
    assert_eq!(world.store.price_lists(day(15)).await.unwrap().len(), 1, "that deletion was done before");
    assert!(is_absent(world.store.restore_price_list(id, day(15), &write()).await), "it is not deleted");
    world.close().await;
}

#[tokio::test]
async fn a_name_that_was_given_away_meanwhile_keeps_a_deleted_list_where_it_is() {
    let world = World::new().await;
    let id = add_list(&world, "Café").await;
    let same = world.store.create_price_list(&list_draft("CAFE"), day(15), &write()).await;
    assert_eq!(constraint(same), "price_lists_name_unique");
    world.store.delete_price_list(id, &write()).await.unwrap();
    let other = add_list(&world, "cafe").await;
    let back = world.store.restore_price_list(id, day(15), &write()).await;
    assert_eq!(constraint(back), "price_lists_name_unique");
    world.store.delete_price_list(other, &write()).await.unwrap();
    assert!(world.store.restore_price_list(id, day(15), &write()).await.unwrap().is_some());
    world.close().await;
}

#[tokio::test]
async fn lists_that_are_made_and_restored_at_once_stay_within_the_limit() {
    let world = World::new().await;
    let gone = add_list(&world, "Antiga").await;
    world.store.delete_price_list(gone, &write()).await.unwrap();
    world
        .execute(
            "INSERT INTO price_lists (id, name, updated_by) \
             SELECT gen_random_uuid(), 'Lista ' || n, 'tests' FROM generate_series(1, 49) AS n",
        )
        .await;
    let drafts: Vec<(PriceListDraft, Write)> =
        (0..4).map(|number| (list_draft(&format!("Nova {number}")), write())).collect();
    let made = drafts.iter().map(|(draft, write)| world.store.create_price_list(draft, day(15), write));
    let back = write();
    let (made, restored) = tokio::join!(join_all(made), world.store.restore_price_list(gone, day(15), &back));
    let room = made.into_iter().chain([restored]).filter(|one| one.as_ref().unwrap().is_some());
    assert_eq!(room.count(), 1);
    let lists = world.store.price_lists(day(15)).await.unwrap();
    assert_eq!(u32::try_from(lists.len()).unwrap(), MAX_PRICE_LISTS);
    world.close().await;
}

#[tokio::test]
async fn of_own_prices_that_are_given_at_once_those_that_saw_another_price_are_refused() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let id = add_list(&world, "Safra").await;
    let prices: Vec<_> =
        (1..=5).map(|number| ([own_price(item, price(&format!("{number}.50")), None)], write())).collect();
    let set = prices.iter().map(|(given, write)| world.store.set_list_prices(id, given, write));
    let set: Vec<_> = join_all(set).await.into_iter().map(Result::unwrap).collect();
    let winner = set.iter().position(|one| one.changed == 1).unwrap();
    for (at, one) in set.iter().enumerate().filter(|(at, _)| *at != winner) {
        assert_eq!((one.changed, one.change), (0, None), "{at}");
        let refused = (one.refused[0].problem, one.refused[0].current);
        assert_eq!(refused, (PriceProblem::Conflict, prices[winner].0[0].price), "{at}");
    }
    let (same, again) = (&prices[winner].0, write());
    let unchanged = world.store.set_list_prices(id, same, &again).await.unwrap();
    assert_eq!((unchanged.changed, unchanged.unchanged, unchanged.change), (0, 1, None));
    let twice = [own_price(item, price("9"), same[0].price), own_price(item, price("8"), same[0].price)];
    let twice = world.store.set_list_prices(id, &twice, &write()).await.unwrap();
    assert_eq!((twice.changed, twice.refused[0].problem), (1, PriceProblem::GivenTwice));
    let nothing = [own_price(Uuid::new_v4(), price("1"), None)];
    let nothing = world.store.set_list_prices(id, &nothing, &write()).await.unwrap();
    assert_eq!(nothing.refused[0].problem, PriceProblem::NotFound);
    world.store.delete_price_list(id, &write()).await.unwrap();
    assert!(is_absent(world.store.set_list_prices(id, same, &write()).await));
    world.close().await;
}

#[tokio::test]
async fn of_savers_of_a_first_cost_one_wins_and_a_deleted_item_has_none() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let unknown = world.store.item_cost(item).await.unwrap();
    assert_eq!((unknown.cost, unknown.version, unknown.updated_at), (None, 0, None));
    let costs: Vec<_> = (1..=6).map(|number| (price(&format!("{number}")), write())).collect();
    let saves = costs.iter().map(|(cost, write)| world.store.set_item_cost((item, 0), *cost, write));
    let (won, lost): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 5));
    let stored = world.store.item_cost(item).await.unwrap();
    assert_eq!(won.into_iter().next().unwrap().unwrap(), stored);
    for refused in lost {
        assert_eq!(conflict(refused)["version"], json!(1));
    }
    let once = write();
    let cleared = world.store.set_item_cost((item, 1), None, &once).await.unwrap();
    assert_eq!((cleared.cost, cleared.version), (None, 2), "that it is not known is a save too");
    assert_eq!(world.store.set_item_cost((item, 1), price("7"), &once).await.unwrap(), cleared);
    let kept = "SELECT count(*) FROM operations WHERE kind = 'set-item-cost' AND result - 'id' <> '{}'";
    assert_eq!(world.count(kept).await, 0, "no result of an operation holds a cost");
    world.store.delete_item(item, &write()).await.unwrap();
    assert!(is_absent(world.store.item_cost(item).await));
    let late = world.store.set_item_cost((item, 2), price("7"), &write()).await;
    assert!(is_absent(late));
    world.close().await;
}
