//! Blocks of cells: each row whole or not at all, and no person's work lost.

use crate::support::{World, caller_named, cell, named_draft, priced_draft, seen_cell};
use celeiro_app::sheet::cell_edits::{EditCells, edit_cells};
use celeiro_domain::catalog::ItemDraft;
use serde_json::{Value, json};
use uuid::Uuid;

#[tokio::test]
async fn rows_that_another_person_changed_meanwhile_are_left_out_and_the_others_written() {
    let world = World::new().await;
    let [a, b, c] = [
        world.create(named_draft("A")).await,
        world.create(named_draft("B")).await,
        world.create(named_draft("C")).await,
    ];
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
    let item = world.create(ItemDraft { tags: vec!["a".into()], ..priced_draft("A", "5") }).await;
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
        items.push(world.create(named_draft(&format!("item {at}"))).await.id);
    }
    let writer = async |who: usize| {
        let caller = caller_named(&format!("person {who}"));
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
                let request =
                    EditCells { kind: None, cells, merge: false, catalog: None, operation_id: None };
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

#[tokio::test]
async fn writers_of_other_fields_are_merged_and_of_the_same_field_it_is_told_who_wrote_it() {
    let world = World::new().await;
    let item = world.create(priced_draft("A", "5")).await;
    let first = world.save(&item, |draft| draft.category = Some("Adubo".into())).await;
    let done = world
        .merge_cells(vec![
            seen_cell(&item, "price", "7", 5),
            seen_cell(&item, "attributes.teor", 45, Value::Null),
        ])
        .await;
    assert_eq!((done.rows[0].version, &done.rows[0].error), (Some(3), &None));
    let now = world.item(item.id).await;
    assert_eq!(now.category.as_deref(), Some("Adubo"), "what the other wrote stays");
    assert_eq!(now.price.unwrap().to_string(), "7");

    // From the same old version, a field that the other wrote too: nothing of the row is written.
    let cells = vec![
        seen_cell(&item, "category", "Veneno", Value::Null),
        seen_cell(&item, "manufacturer", "Nova", Value::Null),
    ];
    let refused = world.merge_cells(cells).await;
    let error = refused.rows[0].error.clone().unwrap();
    let clash = &error.clashes[0];
    assert_eq!((error.code.as_str(), error.clashes.len()), ("conflict", 1));
    assert_eq!((clash.field.as_str(), &clash.now), ("category", &json!("Adubo")));
    assert_eq!((clash.operation_id, clash.changed_by.is_some()), (Some(first), true));
    assert_eq!(world.item(item.id).await, now, "a row is written whole or not at all");
    let attribute = world.merge_cells(vec![seen_cell(&item, "attributes.teor", 46, 44)]).await;
    let clashes = &attribute.rows[0].error.as_ref().unwrap().clashes;
    assert_eq!((&clashes[0].now, clashes[0].operation_id), (&json!(45), done.operation_id));

    // Both wrote the same: there is nothing to decide.
    let same = world.merge_cells(vec![seen_cell(&item, "category", "Adubo", Value::Null)]).await;
    assert_eq!((same.rows[0].version, &same.rows[0].error), (Some(3), &None));
    // Who does not say what they saw is told of any newer version.
    let plain = world.cells(vec![cell(&item, "manufacturer", "Nova")]).await;
    assert_eq!(plain.rows[0].error.as_ref().unwrap().code, "conflict");
    world.close().await;
}

#[tokio::test]
async fn cells_for_another_catalog_are_refused() {
    let world = World::new().await;
    let item = world.create(priced_draft("A", "5")).await;
    let id = world.app.store().database_id().await.unwrap();
    for (catalog, written) in [("another", false), (id.as_str(), true)] {
        let cells = vec![seen_cell(&item, "price", "7", 5)];
        let catalog = Some(catalog.to_owned());
        let request = EditCells { kind: None, cells, merge: true, catalog, operation_id: None };
        let done = edit_cells(&world.app, &world.caller, request).await;
        match done {
            Ok(done) => assert!(written && done.rows[0].version == Some(2)),
            Err(error) => assert!(!written && error.code().as_str() == "other_catalog"),
        }
    }
    world.close().await;
}
