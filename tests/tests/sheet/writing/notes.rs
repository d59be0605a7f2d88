//! Notes of items at the desk: filtered, edited, kept in the history, taken back.

use crate::support::{World, all, change, filter, named_draft};
use celeiro_app::catalog::history::{History, item_history};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::sheet::{ChangeAction, GridTest};
use serde_json::json;

fn draft_with_notes(name: &str, notes: &str) -> ItemDraft {
    ItemDraft { notes: Some(notes.into()), ..named_draft(name) }
}

#[tokio::test]
async fn notes_are_filtered_sorted_and_edited_like_other_texts() {
    let world = World::new().await;
    world.create(draft_with_notes("A", "Pedir RECEITUÁRIO ao agrônomo")).await;
    world.create(draft_with_notes("B", "acabou\nem março")).await;
    world.create(named_draft("C")).await;
    let names = async |test, values: &[&str]| {
        world.names(vec![filter("notes", test, values)], &[("name", false)]).await
    };
    assert_eq!(names(GridTest::Contains, &["receituario"]).await, ["A"]);
    assert_eq!(names(GridTest::Empty, &[]).await, ["C"]);
    assert_eq!(world.names(vec![], &[("notes", false)]).await, ["B", "A", "C"]);

    let replace = vec![celeiro_domain::sheet::Change {
        find: Some("março".into()),
        ..change("notes", ChangeAction::Replace, "abril")
    }];
    let done = world.bulk(all(vec![]), replace).await;
    assert_eq!((done.changed, done.unchanged), (1, 2));
    assert_eq!(names(GridTest::Contains, &["abril"]).await, ["B"]);
    assert_eq!(world.undo(done.operation_id).await.undone, 1);
    assert_eq!(names(GridTest::Contains, &["marco"]).await, ["B"]);
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn the_history_has_every_note_and_a_later_one_is_a_conflict() {
    let world = World::new().await;
    let item = world.create(named_draft("A")).await;
    let first = world.save(&item, |draft| draft.notes = Some("primeira".into())).await;
    let item = world.item(item.id).await;
    world.save(&item, |draft| draft.notes = Some("segunda".into())).await;
    let request = History { id: item.id, offset: None, limit: None };
    let history = item_history(&world.app, &world.caller, request).await.unwrap();
    let notes: Vec<_> = history
        .iter()
        .flat_map(|revision| revision.changes.iter().filter(|change| change.field == "notes"))
        .map(|change| (change.from.clone(), change.to.clone()))
        .collect();
    assert_eq!(notes, [(json!("primeira"), json!("segunda")), (json!(null), json!("primeira"))]);
    let undone = world.undo(first).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 1));
    assert_eq!(undone.conflicts[0].field, "notes");
    assert_eq!(world.item(item.id).await.notes.as_deref(), Some("segunda"));
    world.close().await;
}

#[tokio::test]
async fn an_import_names_notes_or_leaves_them() {
    let world = World::new().await;
    world.import("id;nome;Observações\nN-1;Enxada;Cabo de eucalipto\nN-2;Pá;\n").await;
    let note = async |name: &str| {
        let page = world.grid(celeiro_domain::sheet::GridQuery::default()).await;
        page.rows.into_iter().find(|row| row.item.name == name).unwrap().item.notes
    };
    assert_eq!((note("Enxada").await.as_deref(), note("Pá").await), (Some("Cabo de eucalipto"), None));
    world.import("id;nome;preço\nN-1;Enxada;12,50\n").await;
    assert_eq!(note("Enxada").await.as_deref(), Some("Cabo de eucalipto"), "a file without the column");
    world.import("id;nome;obs\nN-1;Enxada;\n").await;
    assert_eq!(note("Enxada").await, None, "a blank cell of the column");
    world.close().await;
}
