//! Counts of stock: of several of one place the latest stays, and what cannot be stored says why.

use crate::items::draft;
use crate::world::{World, ago, write};
use celeiro_domain::catalog::stock::{CountedStock, StockLevel, StockPlace, StockQuantity};
use celeiro_domain::catalog::{ItemDraft, Package, PackageStatus};
use celeiro_store::{CountProblem, MAX_LEVELS, StockMode, StockSource, StockWrite, Write};
use futures::future::join_all;
use std::slice::from_ref;
use uuid::Uuid;

/// A count of so many pieces so many hours ago.
fn count(item: Uuid, place: &str, quantity: &str, hours: i64) -> CountedStock {
    CountedStock {
        place: StockPlace { item, package: None, place: place.into() },
        quantity: Some(StockQuantity::read(quantity, None).unwrap()),
        unit: None,
        counted_at: chrono::SubsecRound::trunc_subsecs(ago(hours), 6),
    }
}

fn of_package(label: &str, count: CountedStock) -> CountedStock {
    CountedStock { place: StockPlace { package: Some(label.into()), ..count.place }, ..count }
}

async fn store_each(world: &World, counts: &[CountedStock]) -> StockWrite {
    world.store.set_stock(StockSource::Count, counts, StockMode::Each(None), &write()).await.unwrap()
}

/// Quantities of an item with their units, by package and place.
async fn list_levels(world: &World, item: Uuid) -> Vec<(String, String, String)> {
    let levels = world.store.stock_of_items(&[item]).await.unwrap().remove(&item).unwrap_or_default();
    let level = |one: StockLevel| {
        let package = one.package.map(|label| format!("{label}/")).unwrap_or_default();
        (format!("{package}{}", one.place), one.quantity.to_string(), one.unit)
    };
    levels.into_iter().map(level).collect()
}

fn level(place: &str, quantity: &str, unit: &str) -> (String, String, String) {
    (place.into(), quantity.into(), unit.into())
}

#[tokio::test]
async fn of_counts_that_are_stored_at_once_the_latest_stays_whatever_their_order() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let counts: Vec<(Vec<CountedStock>, Write)> = [3_i64, 1, 5, 2, 4, 6]
        .into_iter()
        .map(|hours| (vec![count(item, "Loja", &hours.to_string(), hours)], write()))
        .collect();
    let stored = counts
        .iter()
        .map(|(counts, write)| world.store.set_stock(StockSource::Count, counts, StockMode::Whole, write));
    for outcome in join_all(stored).await {
        let outcome = outcome.unwrap();
        let is_older = outcome.refused == [(0, CountProblem::Older)];
        assert!(outcome.changed == 1 || is_older, "{outcome:?}");
    }
    assert_eq!(list_levels(&world, item).await, [level("Loja", "1", "")]);
    assert_eq!(world.store.stock_places().await.unwrap(), ["Loja"]);
    world.close().await;
}

#[tokio::test]
async fn a_place_is_one_however_it_is_spelled_and_counted_once_in_a_request() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await.id, world.create(&draft("B")).await.id);
    store_each(&world, &[CountedStock { unit: Some("sc".into()), ..count(a, "Galpão 2", "5", 9) }]).await;
    let spelled = store_each(&world, &[count(a, "GALPAO  2", "7,5", 8)]).await;
    assert_eq!((spelled.changed, spelled.effects[0].place.place.as_str()), (1, "Galpão 2"));
    let twice = [count(b, "Loja", "1", 7), count(a, "galpão 2", "1", 7), count(b, "LOJA", "2", 7)];
    let outcome = store_each(&world, &twice).await;
    assert_eq!(outcome.refused, [(0, CountProblem::Twice), (2, CountProblem::Twice)]);
    assert_eq!(list_levels(&world, a).await, [level("Galpão 2", "1", "sc")], "the unit stays as it was");
    assert!(list_levels(&world, b).await.is_empty(), "of two counts neither is guessed");
    let same = store_each(&world, &twice[1..2]).await;
    assert_eq!((same.changed, same.unchanged), (0, 1), "the same count is no change");
    world.close().await;
}

#[tokio::test]
async fn an_item_has_so_many_levels_and_one_that_is_taken_away_makes_room() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let all: Vec<CountedStock> =
        (0..=MAX_LEVELS).map(|at| count(item, &format!("P{at:03}"), "1", 9)).collect();
    let outcome = store_each(&world, &all).await;
    assert_eq!(outcome.changed as usize, MAX_LEVELS);
    assert_eq!(outcome.refused, [(MAX_LEVELS, CountProblem::TooMany)]);
    let whole = world.store.set_stock(StockSource::Count, &all[..1], StockMode::Whole, &write()).await;
    assert_eq!(whole.unwrap().unchanged, 1, "what stands there may be counted again");
    let off = CountedStock { quantity: None, ..count(item, "P000", "0", 8) };
    assert_eq!(store_each(&world, from_ref(&off)).await.changed, 1);
    assert_eq!(store_each(&world, from_ref(&off)).await.unchanged, 1, "it is gone already");
    assert_eq!(store_each(&world, &all[MAX_LEVELS..]).await.changed, 1);
    assert_eq!(list_levels(&world, item).await.len(), MAX_LEVELS);
    world.close().await;
}

#[tokio::test]
async fn counts_are_stored_whole_or_each_and_not_where_they_would_do_something_else_by_now() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let counts = [count(item, "", "4", 5), count(Uuid::new_v4(), "", "4", 5)];
    let list = StockSource::List(Some("contagem.csv"));
    let set = async |mode: StockMode<'_>| world.store.set_stock(list, &counts, mode, &write()).await.unwrap();
    let look = set(StockMode::Preview).await;
    assert_eq!((look.changed, look.refused.as_slice()), (1, [(1, CountProblem::NoItem)].as_slice()));
    assert_eq!(set(StockMode::Whole).await.digest, look.digest);
    assert!(list_levels(&world, item).await.is_empty(), "neither a look nor a part is stored");
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'import-stock'").await, 0);

    store_each(&world, &[count(item, "", "3", 6)]).await;
    let stale = set(StockMode::Each(Some(&look.digest))).await;
    assert!(stale.is_stale);
    assert_eq!(list_levels(&world, item).await, [level("", "3", "")]);
    let done = set(StockMode::Each(Some(&stale.digest))).await;
    assert!(!done.is_stale);
    assert_eq!(list_levels(&world, item).await, [level("", "4", "")]);
    assert!(world.store.stock_places().await.unwrap().is_empty(), "the blank place has no name");
    let named = "SELECT count(*) FROM operations WHERE kind = 'import-stock' AND subject = 'contagem.csv'";
    assert_eq!(world.count(named).await, 1);
    world.close().await;
}

#[tokio::test]
async fn a_count_that_is_sent_again_is_answered_as_before_and_not_stored_again() {
    let world = World::new().await;
    let item = world.create(&draft("Ureia")).await.id;
    let (once, counts) = (write(), [count(item, "Loja", "4", 5), count(Uuid::new_v4(), "", "1", 5)]);
    let set = async || {
        let set = world.store.set_stock(StockSource::Count, &counts, StockMode::Each(None), &once).await;
        set.unwrap()
    };
    let first = set().await;
    store_each(&world, &[count(item, "Loja", "9", 1)]).await;
    let again = set().await;
    assert_eq!((again.changed, again.unchanged, &again.refused), (1, 0, &first.refused));
    assert!(again.effects.is_empty() && again.digest.is_empty(), "what stood there before is not known now");
    assert_eq!(list_levels(&world, item).await, [level("Loja", "9", "")]);
    world.close().await;
}

#[tokio::test]
async fn a_package_is_counted_while_the_item_has_it_or_a_level_of_it_stands() {
    let world = World::new().await;
    let packages = ["5 L", "20 L"].map(|label| Package {
        label: label.into(),
        code: None,
        ean: None,
        price: None,
        status: PackageStatus::Ativo,
    });
    let with = ItemDraft { packages: Some(packages.to_vec()), ..draft("Glifosato") };
    let item = world.create(&with).await;
    let count_package =
        |label: &str, quantity: &str, hours: i64| of_package(label, count(item.id, "", quantity, hours));
    let unknown = store_each(&world, &[count_package("1 L", "2", 9), count_package("5 L", "3", 9)]).await;
    assert_eq!((unknown.changed, unknown.refused), (1, vec![(0, CountProblem::NoPackage)]));
    let without = ItemDraft { packages: Some(Vec::new()), ..draft("Glifosato") };
    world.store.update_item(item.id, item.version, &without, &write()).await.unwrap();
    let gone = store_each(&world, &[count_package("5 L", "4", 8), count_package("20 L", "1", 8)]).await;
    assert_eq!((gone.changed, gone.refused), (1, vec![(1, CountProblem::NoPackage)]));
    assert_eq!(list_levels(&world, item.id).await, [level("5 L/", "4", "")]);
    world.store.delete_item(item.id, &write()).await.unwrap();
    let deleted = store_each(&world, &[count_package("5 L", "5", 7)]).await;
    assert_eq!(deleted.refused, [(0, CountProblem::NoItem)]);
    assert!(world.store.stock_of_items(&[]).await.unwrap().is_empty());
    world.close().await;
}
