//! Blocks of cells: each row whole or not at all, and nobody's work lost.

use crate::support::{World, cell, named, priced, somebody};
use celeiro_app::ops::edits::{EditCells, edit_cells};
use celeiro_domain::catalog::ItemDraft;
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn rows_that_somebody_changed_meanwhile_are_left_out_and_the_others_written() {
    let world = World::new().await;
    let [a, b, c] =
        [world.create(named("A")).await, world.create(named("B")).await, world.create(named("C")).await];
    world.save(&b, |draft| draft.category = Some("Outra".into())).await;
    let gone = Uuid::new_v4();
    let mut lost = cell(&a, "price", "3");
    lost.id = gone;
    let done = world
        .cells(vec![
            cell(&a, "price", "1,50"),
            cell(&b, "price", "2"),
            cell(&c, "price", "dois"),
            lost,
            cell(&a, "attributes.teor", 45),
            cell(&c, "category", "Adubo"),
        ])
        .await;
    let told: Vec<_> = done
        .rows
        .iter()
        .map(|row| (row.id, row.version, row.error.as_ref().map(|e| e.code.as_str())))
        .collect();
    assert_eq!(
        told,
        [
            (a.id, Some(2), None),
            (b.id, None, Some("conflict")),
            (c.id, None, Some("invalid_price")),
            (gone, None, Some("not_found")),
        ]
    );
    let now = world.item(b.id).await;
    let current = done.rows[1].error.as_ref().unwrap().current.clone().unwrap();
    assert_eq!(current, serde_json::to_value(&now).unwrap());
    let a = world.item(a.id).await;
    assert_eq!((a.price.unwrap().to_string().as_str(), &a.attributes["teor"]), ("1.5", &json!(45)));
    assert_eq!(world.item(c.id).await, c, "a row is written whole or not at all");
    // One operation, one undo.
    let operation = done.operation_id.unwrap();
    assert_eq!(world.undo(operation).await.undone, 1);
    assert_eq!(world.item(a.id).await.price, None);
    world.close().await;
}

#[tokio::test]
async fn a_cell_takes_what_a_sheet_gives_and_null_empties_it() {
    let world = World::new().await;
    let item = world.create(ItemDraft { tags: vec!["a".into()], ..priced("A", "5") }).await;
    let done = world
        .cells(vec![
            cell(&item, "tags", "soja; milho"),
            cell(&item, "price", Value::Null),
            cell(&item, "status", "Draft"),
            cell(&item, "description", "=SOMA(A1)"),
            cell(&item, "attributes.classe", json!(["I", "II"])),
        ])
        .await;
    assert_eq!(done.rows[0].error, None);
    let now = world.item(item.id).await;
    assert_eq!(
        (now.tags, now.price, now.status.as_str()),
        (vec!["soja".into(), "milho".into()], None, "rascunho")
    );
    assert_eq!(now.description.as_deref(), Some("=SOMA(A1)"));
    // The same once more is no change and no conflict.
    let mut again = cell(&item, "status", "rascunho");
    again.version = 2;
    let done = world.cells(vec![again]).await;
    assert_eq!((done.rows[0].version, world.item(item.id).await.version), (Some(2), 2));
    world.close().await;
}

#[tokio::test]
async fn eight_people_who_write_at_once_lose_nothing() {
    let world = World::new().await;
    let mut items = Vec::new();
    for at in 0..6 {
        items.push(world.create(named(&format!("item {at}"))).await.id);
    }
    let writer = async |who: usize| {
        let caller = somebody(&format!("person {who}"));
        let mut written = 0;
        for round in 0..12 {
            // Two rows at once, in whatever order: the rows' locks must not make a circle.
            let (one, two) = (items[(who + round) % 6], items[(who * 5 + round * 3 + 1) % 6]);
            for _ in 0..200 {
                let mut cells = Vec::new();
                for id in [one, two] {
                    let item = world.item(id).await;
                    let key = format!("attributes.p{who}r{round}");
                    if !item.attributes.contains_key(&key["attributes.".len()..]) {
                        cells.push(cell(&item, &key, json!(true)));
                    }
                }
                if cells.is_empty() {
                    break;
                }
                let request = EditCells { kind: None, cells, operation_id: None };
                let done = edit_cells(&world.app, &caller, request).await.unwrap();
                written += done.rows.iter().filter(|row| row.version.is_some()).count();
            }
        }
        written
    };
    let written: usize = futures::future::join_all((0..8).map(writer)).await.into_iter().sum();
    let mut found = 0;
    for id in items {
        found += world.item(id).await.attributes.len();
    }
    assert_eq!(found, written, "what was said to be written is there");
    let revisions: i64 = sqlx::query_scalar("SELECT count(*) FROM revisions WHERE version > 1")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    assert_eq!(revisions as usize, written);
    world.assert_grid_is_true().await;
    world.close().await;
}
