//! Conditions, plain terms, substrings and orders: a digest gives the rows that the index gives, in the same
//! order, whatever was written since it was taken.

use crate::search::digest::{forget_digest, plan_of};
use crate::support::catalog::Catalog;
use crate::support::{World, write};
use celeiro_domain::catalog::stock::StockState;
use celeiro_domain::catalog::{FacetValue, Facets, Price};
use celeiro_domain::rank::Terms;
use celeiro_domain::search::{Filters, Kind, Sort};
use celeiro_store::LexicalPlan;
use serde_json::json;
use uuid::Uuid;

const ITEMS: usize = 350;
const SEED: u64 = 29;
const CATEGORIES: [&str; 4] = ["Herbicidas", "HERBICIDAS", "Sementes de milho", "Ração"];
const MAKERS: [&str; 3] = ["Aurora Agro", "Lavrante", "Ipê"];
const TAGS: [&str; 4] = ["soja", "Pós-emergente", "250 EC", "novo"];

/// An item with values that conditions can ask for; some have none of a kind.
fn fill_item(catalog: &mut Catalog, number: usize) -> celeiro_domain::catalog::ItemDraft {
    let mut item = catalog.item(number);
    item.category = (!number.is_multiple_of(7)).then(|| CATEGORIES[number % 4].to_owned());
    item.manufacturer = (!number.is_multiple_of(5)).then(|| MAKERS[number % 3].to_owned());
    item.price = (!number.is_multiple_of(6)).then(|| price(&format!("{}.5", number % 40)));
    item.tags = TAGS.iter().skip(number % 5).map(|tag| (*tag).to_owned()).collect();
    let dose = [json!("1,5 L"), json!(1.5), json!(["a", "B"]), json!({"x": "sim"}), json!(""), json!(true)];
    item.attributes.insert("Dose".into(), dose[number % 6].clone());
    item.attributes.insert("Registro".into(), json!(format!("MAPA {number}")));
    item.check().unwrap()
}

fn price(text: &str) -> Price {
    serde_json::from_value(json!(text)).unwrap()
}

/// Conditions of every kind, some that nothing meets.
fn all_filters() -> Vec<Filters> {
    let values = [
        json!({}),
        json!({"category": "herbicidas"}),
        json!({"category": ["Ração", ""], "manufacturer": ["ipe", "Lavrante"]}),
        json!({"manufacturer": ""}),
        json!({"minPrice": "10.5", "maxPrice": "20.4999"}),
        json!({"maxPrice": "0.5"}),
        json!({"minPrice": "39.5001"}),
        json!({"minPrice": "30", "maxPrice": "3"}),
        json!({"tags": ["pos-emergente", "250 ec"], "minPrice": 0}),
        json!({"tags": ["novo", "nada disso"]}),
        json!({"Dose": "1,5 l"}),
        json!({"Dose": "1.5"}),
        json!({"Dose": "b", "category": "Sementes de Milho"}),
        json!({"Dose": "SIM"}),
        json!({"Dose": ""}),
        json!({"Dose": "true", "maxPrice": 30}),
        json!({"Registro": "mapa 77"}),
        json!({"dose": "1,5 L"}),
        json!({"stock": "out"}),
        json!({"stock": ["some", "out"], "maxPrice": 30}),
        json!({"stock": "unknown", "category": "herbicidas"}),
        json!({"category": "x".repeat(500)}),
    ];
    values.into_iter().map(|value| serde_json::from_value(value).unwrap()).collect()
}

/// What is asked: every condition with weighted terms, plain terms and every order.
async fn lists(world: &World, queries: &[String], also: &[Uuid]) -> Vec<(String, Vec<Uuid>)> {
    let mut lists = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        for (at, filters) in all_filters().into_iter().enumerate() {
            let terms = if (number + at) % 2 == 0 { Terms::Weighted } else { Terms::Plain };
            let limit = [1, 4, 25, 1_000][(number + at / 2) % 4];
            let plan = LexicalPlan { filters, limit, ..plan_of(world, query, terms).await };
            let rows = world.store().search_lexical(&plan).await.unwrap().rows;
            let what = format!("{query:?} by {terms:?}, {limit} of {:?}", plan.filters);
            lists.push((what.clone(), rows.into_iter().map(|(id, _)| id).collect()));
            let sort = [Sort::PriceAsc, Sort::PriceDesc, Sort::Name, Sort::Newest][(number + at) % 4];
            let sorted = world.store().sorted_matches(&plan, also, sort, limit, ITEMS as u32).await.unwrap();
            lists.push((format!("{what}, {sort:?}"), sorted));
        }
    }
    lists
}

fn compare(digest: &[(String, Vec<Uuid>)], index: &[(String, Vec<Uuid>)]) {
    for ((what, by_digest), (_, by_index)) in digest.iter().zip(index) {
        assert_eq!(by_digest, by_index, "{what}");
    }
    let found = digest.iter().filter(|(_, list)| list.len() > 1).count();
    assert!(found * 4 > digest.len(), "only {found} of {} lists have two rows", digest.len());
}

/// Each value that is offered beside a search, with its count, and the filters that a click on it gives.
fn list_offers(facets: &Facets, filters: &Filters) -> Vec<(String, u32, Filters)> {
    let mut offered = Vec::new();
    let mut offer = |field: &str, value: &FacetValue, clicked: Filters| {
        offered.push((format!("{field} {:?}", value.value), value.count, clicked));
    };
    for value in &facets.categories {
        offer("category", value, Filters { category: vec![value.value.clone()], ..filters.clone() });
    }
    for value in &facets.manufacturers {
        offer("manufacturer", value, Filters { manufacturer: vec![value.value.clone()], ..filters.clone() });
    }
    for value in &facets.tags {
        let mut clicked = filters.clone();
        clicked.tags.push(value.value.clone());
        offer("tag", value, clicked);
    }
    for value in &facets.stock {
        let state = StockState::parse(&value.value).unwrap();
        offer("stock", value, Filters { stock: vec![state], ..filters.clone() });
    }
    for attribute in &facets.attributes {
        for value in &attribute.values {
            let mut clicked = filters.clone();
            clicked.attributes.insert(attribute.key.clone(), value.value.clone());
            offer(&attribute.key, value, clicked);
        }
    }
    offered
}

/// Counts by another system's SQL: of every item that ends in 5 nothing is left, of one that ends in 7 something is.
const COUNTS: &str = "INSERT INTO stock_levels (item_id, quantity, counted_at) \
       SELECT id, 0, now() FROM catalog_items WHERE external_id LIKE 'G-%5'; \
     INSERT INTO stock_levels (item_id, quantity, counted_at) \
       SELECT id, 2.5, now() FROM catalog_items WHERE external_id LIKE 'G-%7'";

/// What comes, is sold out, is counted no longer and is counted for the first time after a digest was taken.
const RECOUNTS: &str = "UPDATE stock_levels s SET quantity = 3 FROM catalog_items i \
       WHERE i.id = s.item_id AND i.external_id LIKE 'G-%25'; \
     UPDATE stock_levels s SET quantity = 0 FROM catalog_items i \
       WHERE i.id = s.item_id AND i.external_id LIKE 'G-%37'; \
     DELETE FROM stock_levels s USING catalog_items i WHERE i.id = s.item_id AND i.external_id LIKE 'G-%55'; \
     INSERT INTO stock_levels (item_id, quantity, counted_at) \
       SELECT id, 0, now() FROM catalog_items WHERE external_id LIKE 'G-%8'";

/// Every count beside a search is the number of rows that a search with that value finds.
async fn check_facets(world: &World, queries: &[String]) {
    let mut counted = 0;
    for query in queries {
        for filters in all_filters() {
            let plan = LexicalPlan { filters, limit: 1_000, ..plan_of(world, query, Terms::Weighted).await };
            let count_found = async |filters: &Filters| {
                let plan = LexicalPlan { filters: filters.clone(), ..plan.clone() };
                world.store().search_lexical(&plan).await.unwrap().rows.len() as u32
            };
            let what = format!("{query:?} with {:?}", plan.filters);
            let Some((matched, facets)) = world.store().count_facets(&plan).await.unwrap() else {
                assert!(
                    plan.terms.is_empty() || plan.filters.category.iter().any(|c| c.len() >= 500),
                    "{what}"
                );
                continue;
            };
            assert_eq!(matched, count_found(&plan.filters).await, "{what}");
            for (value, count, clicked) in list_offers(&facets, &plan.filters) {
                assert_eq!(count, count_found(&clicked).await, "{value} beside {what}");
                counted += 1;
            }
        }
    }
    assert!(counted > 250, "{counted} counts");
}

#[tokio::test]
async fn the_count_beside_a_value_is_what_a_search_with_that_value_finds() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED);
    for number in 0..ITEMS / 2 {
        let item = fill_item(&mut catalog, number);
        world.store().create_item(&item, &write()).await.unwrap();
    }
    sqlx::raw_sql(COUNTS).execute(&world.pool).await.unwrap();
    let queries: Vec<String> = (0..5).map(|_| catalog.query()).collect();
    world.store().take_statistics(Kind::Items).await.unwrap();
    check_facets(&world, &queries).await;

    for number in ITEMS / 2..ITEMS / 2 + 20 {
        let item = fill_item(&mut catalog, number);
        world.store().create_item(&item, &write()).await.unwrap();
    }
    let statements = "UPDATE catalog_items SET category = 'Nova' WHERE external_id LIKE 'G-%21'; \
         UPDATE catalog_items SET tags = '{novo,soja,Promoção,promocao}' WHERE external_id LIKE 'G-%4'; \
         UPDATE catalog_items SET attributes = '{\"Dose\": \"1,5 L\"}' WHERE external_id LIKE 'G-%5'; \
         UPDATE catalog_items SET deleted_at = now() WHERE external_id LIKE 'G-%63'";
    sqlx::raw_sql(statements).execute(&world.pool).await.unwrap();
    sqlx::raw_sql(RECOUNTS).execute(&world.pool).await.unwrap();
    check_facets(&world, &queries).await;

    forget_digest(&world).await;
    let plan = plan_of(&world, &queries[0], Terms::Weighted).await;
    assert!(
        world.store().count_facets(&plan).await.unwrap().is_none(),
        "without a digest nothing is counted"
    );
    world.close().await;
}

#[tokio::test]
async fn conditions_and_orders_find_in_a_digest_what_they_find_in_the_index() {
    let world = World::new().await;
    let mut catalog = Catalog::new(SEED);
    for number in 0..ITEMS {
        let item = fill_item(&mut catalog, number);
        world.store().create_item(&item, &write()).await.unwrap();
    }
    sqlx::raw_sql(COUNTS).execute(&world.pool).await.unwrap();
    // Many rows of one moment, so that ids decide.
    sqlx::query("UPDATE catalog_items SET created_at = date_trunc('second', created_at)")
        .execute(&world.pool)
        .await
        .unwrap();
    let mut queries: Vec<String> = (0..7).map(|_| catalog.query()).collect();
    queries.extend(["%".to_owned(), "± 100%".to_owned(), "-- soja %_".to_owned()]);
    let also: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM catalog_items WHERE searchable ORDER BY external_id LIMIT 9")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    world.store().take_statistics(Kind::Items).await.unwrap();

    let by_digest = lists(&world, &queries, &also).await;
    forget_digest(&world).await;
    compare(&by_digest, &lists(&world, &queries, &also).await);

    world.store().take_digest(Kind::Items).await.unwrap();
    for number in ITEMS..ITEMS + 30 {
        let item = fill_item(&mut catalog, number);
        world.store().create_item(&item, &write()).await.unwrap();
    }
    let statements = "UPDATE catalog_items SET price = 15 WHERE external_id LIKE 'G-%7'; \
         UPDATE catalog_items SET price = NULL WHERE external_id LIKE 'G-%18'; \
         UPDATE catalog_items SET category = 'Ração' WHERE external_id LIKE 'G-%21'; \
         UPDATE catalog_items SET tags = '{novo,soja}' WHERE external_id LIKE 'G-%34'; \
         UPDATE catalog_items SET attributes = '{\"Dose\": \"1,5 L\"}' WHERE external_id LIKE 'G-%45'; \
         UPDATE catalog_items SET created_at = created_at - interval '1 day' WHERE external_id LIKE 'G-%56'; \
         UPDATE catalog_items SET deleted_at = now() WHERE external_id LIKE 'G-%63'; \
         DELETE FROM catalog_items WHERE external_id LIKE 'G-%72'";
    sqlx::raw_sql(statements).execute(&world.pool).await.unwrap();
    let count_notes = async || -> i64 {
        let count = "SELECT count(DISTINCT record_id) FROM changed_records WHERE NOT words";
        sqlx::query_scalar(count).fetch_one(&world.pool).await.unwrap()
    };
    let before = count_notes().await;
    sqlx::raw_sql(RECOUNTS).execute(&world.pool).await.unwrap();
    assert!(count_notes().await > before + 20, "an item whose state of stock is another one is noted");
    let same = count_notes().await;
    sqlx::query("UPDATE stock_levels SET quantity = quantity + 1 WHERE quantity > 0")
        .execute(&world.pool)
        .await
        .unwrap();
    assert_eq!(count_notes().await, same, "a count that leaves the state as it was is not");
    let changed: i64 = sqlx::query_scalar("SELECT count(DISTINCT record_id) FROM changed_records")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert!((60..=256).contains(&changed), "{changed} changed: a digest is still asked");
    let by_digest = lists(&world, &queries, &also).await;
    forget_digest(&world).await;
    compare(&by_digest, &lists(&world, &queries, &also).await);
    world.close().await;
}
