//! The same change of many records: seen before, made as seen, or not at all.

use crate::support::{World, all, change, code, filter, ids, named_draft, priced_draft};
use celeiro_app::api::ById;
use celeiro_app::bench::measurements::{Measurement, cancel_measurement, get_measurement};
use celeiro_app::catalog::faqs::{CreateFaq, create_faq, get_faq};
use celeiro_app::catalog::similar_values::{ListSimilarValues, list_similar_values};
use celeiro_app::sheet::edits;
use celeiro_app::sheet::edits::{BulkEdit, Selection, bulk_edit};
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Change, ChangeAction, GridTest};
use serde_json::json;
use std::time::Duration;
use uuid::Uuid;

/// The edit of all records that was previewed with the digest `expect`.
fn edit_all(changes: Vec<Change>, expect: String, id: Uuid) -> BulkEdit {
    BulkEdit { kind: None, selection: all(vec![]), changes, expect, operation_id: Some(id) }
}

#[tokio::test]
async fn a_preview_tells_what_will_be_different_and_what_cannot() {
    let world = World::new().await;
    let cheap = world.create(priced_draft("Barato", "10")).await;
    let dear = world.create(priced_draft("Caro", "999999999999")).await;
    world.create(named_draft("Sem preço")).await;
    let raise = vec![change("price", ChangeAction::Percent, "10")];
    let preview = world.preview(all(vec![]), raise.clone()).await.unwrap();
    assert_eq!((preview.matched, preview.changed, preview.unchanged, preview.problem_count), (3, 1, 1, 1));
    assert_eq!(
        (preview.sample[0].id, &preview.sample[0].from, &preview.sample[0].to),
        (cheap.id, &json!(10.0), &json!(11.0))
    );
    let problem = &preview.problems[0];
    assert_eq!(
        (problem.id, problem.field.as_str(), problem.code.as_str()),
        (dear.id, "price", "invalid_price")
    );
    assert_eq!(problem.message, "not a price (from 0 to 999999999999.9999)");
    assert_eq!(world.item(cheap.id).await, cheap, "a preview changes nothing");
    let done = world.bulk(all(vec![]), raise).await;
    assert_eq!((done.changed, done.problem_count), (1, 1));
    assert_eq!(world.item(cheap.id).await.price.unwrap().to_string(), "11");
    assert_eq!(world.item(dear.id).await, dear);
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn spellings_of_a_value_become_one_in_a_single_edit() {
    let world = World::new().await;
    let in_category = |name: &str, category: &str| {
        let mut draft = named_draft(name);
        draft.category = Some(category.into());
        draft
    };
    for (at, category) in
        ["Cercas", "Cercas", "Cercas", "cercas", "CERCA", "Cercas elétricas"].iter().enumerate()
    {
        world.create(in_category(&format!("Item {at}"), category)).await;
    }
    let similar = || async {
        let request = ListSimilarValues::default();
        list_similar_values(&world.app, &world.caller, request).await.unwrap()
    };
    let found = similar().await;
    let spellings: Vec<(&str, u32, &str, u32)> = found
        .iter()
        .map(|one| (one.value.as_str(), one.records, one.near.as_str(), one.near_records))
        .collect();
    assert_eq!(spellings, [("cercas", 1, "Cercas", 3), ("CERCA", 1, "Cercas", 3)]);
    let merges = found
        .iter()
        .map(|one| Change {
            find: Some(one.value.clone()),
            ..change("category", ChangeAction::Merge, &one.near)
        })
        .collect();
    let done = world.bulk(all(vec![]), merges).await;
    assert_eq!((done.changed, done.problem_count), (2, 0));
    assert_eq!(similar().await, []);
    world.undo(done.operation_id).await;
    assert_eq!(similar().await, found, "it can be taken back");
    world.close().await;
}

#[tokio::test]
async fn an_edit_whose_preview_is_stale_changes_nothing() {
    let world = World::new().await;
    let items = [world.create(named_draft("A")).await, world.create(named_draft("B")).await];
    let selection = all(vec![filter("status", GridTest::Is, &["ativo"])]);
    let changes = vec![change("category", ChangeAction::Set, "Adubo")];
    let request = |expect: &str| BulkEdit {
        kind: None,
        selection: selection.clone(),
        changes: changes.clone(),
        expect: expect.into(),
        operation_id: None,
    };
    for meddle in ["saved", "created", "deleted"] {
        let preview = world.preview(selection.clone(), changes.clone()).await.unwrap();
        match meddle {
            "saved" => drop(world.save(&items[0], |draft| draft.tags.push("x".into())).await),
            "created" => drop(world.create(named_draft("C")).await),
            _ => {
                drop(world.bulk(ids([items[1].id]), vec![change("deleted", ChangeAction::Set, "true")]).await)
            }
        }
        let refused = bulk_edit(&world.app, &world.caller, request(&preview.digest)).await;
        assert_eq!(code(refused), "selection_changed", "{meddle}");
        assert_eq!(world.item(items[0].id).await.category, None, "{meddle}");
    }
    // What was refused left no operation behind, and another change is another preview.
    let preview = world.preview(selection.clone(), changes.clone()).await.unwrap();
    let other = vec![change("category", ChangeAction::Set, "Veneno")];
    let swapped = BulkEdit { changes: other, ..request(&preview.digest) };
    assert_eq!(code(bulk_edit(&world.app, &world.caller, swapped).await), "selection_changed");
    assert_eq!(bulk_edit(&world.app, &world.caller, request(&preview.digest)).await.unwrap().changed, 2);
    world.close().await;
}

#[tokio::test]
async fn the_same_operation_asked_for_twice_is_made_once() {
    let world = World::new().await;
    world.create(priced_draft("A", "100")).await;
    let changes = vec![change("price", ChangeAction::Percent, "10")];
    let preview = world.preview(all(vec![]), changes.clone()).await.unwrap();
    let request = BulkEdit {
        kind: None,
        selection: all(vec![]),
        changes,
        expect: preview.digest,
        operation_id: Some(Uuid::new_v4()),
    };
    let (one, two) = tokio::join!(
        bulk_edit(&world.app, &world.caller, request.clone()),
        bulk_edit(&world.app, &world.caller, request.clone())
    );
    assert_eq!(one.unwrap(), two.unwrap());
    let page = world.names(vec![filter("price", GridTest::Is, &["110"])], &[]).await;
    assert_eq!(page, ["A"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_says_how_many_of_how_many_records_are_written() {
    let world = World::new().await;
    for name in ["A", "B", "C"] {
        world.create(named_draft(name)).await;
    }
    let changes = vec![change("status", ChangeAction::Set, "inativo")];
    let preview = world.preview(all(vec![]), changes.clone()).await.unwrap();
    let id = Uuid::new_v4();
    let request = edit_all(changes, preview.digest, id);
    let progress = async || get_measurement(&world.app, &world.caller, ById { id }).await.unwrap();
    assert_eq!(progress().await, Measurement { done: 0, total: 0 }, "it has not begun");
    // The history takes nothing for as long as this transaction lives.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE revisions IN SHARE MODE").execute(&mut *other).await.unwrap();
    let edit = tokio::spawn({
        let (app, caller) = (world.app.clone(), world.caller.clone());
        async move { bulk_edit(&app, &caller, request).await }
    });
    let waiting = async {
        while progress().await.total == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        progress().await
    };
    let seen = tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap();
    assert_eq!(seen, Measurement { done: 0, total: 3 });
    other.rollback().await.unwrap();
    assert_eq!(edit.await.unwrap().unwrap().changed, 3);
    assert_eq!(progress().await, Measurement { done: 0, total: 0 }, "it is over");
    world.close().await;
}

#[tokio::test]
async fn all_that_match_may_leave_some_out() {
    let world = World::new().await;
    let kept = world.create(named_draft("A")).await;
    let other = world.create(named_draft("B")).await;
    let selection = Selection { except: vec![kept.id], ..all(vec![]) };
    let done = world.bulk(selection, vec![change("status", ChangeAction::Set, "inativo")]).await;
    assert_eq!(done.changed, 1);
    assert_eq!(world.item(kept.id).await, kept);
    assert_eq!(world.item(other.id).await.status.as_str(), "inativo");
    world.close().await;
}

#[tokio::test]
async fn external_ids_stay_unique_whatever_an_edit_says() {
    let world = World::new().await;
    let items = [world.create(named_draft("A")).await, world.create(named_draft("B")).await];
    let both = ids(items.iter().map(|item| item.id));
    let done = world.bulk(both, vec![change("externalId", ChangeAction::Set, "SKU-1")]).await;
    assert_eq!((done.changed, done.problem_count, done.problems[0].code.as_str()), (1, 1, "taken"));
    world.close().await;
}

#[tokio::test]
async fn faqs_are_edited_and_taken_back_alike() {
    let world = World::new().await;
    let draft = FaqDraft { question: "Entregam?".into(), answer: "Sim.".into(), ..FaqDraft::default() };
    let faq = create_faq(&world.app, &world.caller, CreateFaq { draft, operation_id: None }).await.unwrap();
    let changes =
        vec![change("tags", ChangeAction::Add, "entrega"), change("status", ChangeAction::Set, "rascunho")];
    let selection = ids([faq.id]);
    let preview = edits::preview_bulk_edit(
        &world.app,
        &world.caller,
        edits::PreviewBulkEdit {
            kind: Some(Kind::Faqs),
            selection: selection.clone(),
            changes: changes.clone(),
        },
    )
    .await
    .unwrap();
    let request =
        BulkEdit { kind: Some(Kind::Faqs), selection, changes, expect: preview.digest, operation_id: None };
    let done = bulk_edit(&world.app, &world.caller, request).await.unwrap();
    let read = async || get_faq(&world.app, &world.caller, ById { id: faq.id }).await.unwrap();
    assert_eq!(read().await.tags, ["entrega"]);
    assert_eq!(world.undo(done.operation_id).await.undone, 1);
    let back = read().await;
    assert_eq!((back.tags, back.status), (faq.tags, faq.status));
    world.close().await;
}

#[tokio::test]
async fn an_edit_that_is_cancelled_changes_nothing() {
    let world = World::new().await;
    let item = world.create(priced_draft("A", "100")).await;
    let changes = vec![change("price", ChangeAction::Percent, "10")];
    let preview = world.preview(all(vec![]), changes.clone()).await.unwrap();
    let id = Uuid::new_v4();
    let request = edit_all(changes, preview.digest, id);
    // Another writer holds the record, so that the edit is still waiting when it is cancelled.
    let mut held = world.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM catalog_items FOR UPDATE").execute(&mut *held).await.unwrap();
    let cancelling = async {
        loop {
            cancel_measurement(&world.app, &world.caller, ById { id }).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let ended = tokio::select! {
        done = bulk_edit(&world.app, &world.caller, request.clone()) => done,
        () = cancelling => unreachable!(),
    };
    assert_eq!(code(ended), "cancelled");
    held.rollback().await.unwrap();
    assert_eq!(world.item(item.id).await, item);
    // The same may be asked for again.
    assert_eq!(bulk_edit(&world.app, &world.caller, request).await.unwrap().changed, 1);
    world.close().await;
}
