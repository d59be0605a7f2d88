//! Taking back: what is still as it was left goes back, what a person changed since stays and is told.

use crate::support::{
    World, all, caller_named, change, code, filter, ids, named_draft, priced_draft, undo_request,
};
use celeiro_app::api::WriteById;
use celeiro_app::catalog::faqs::{CreateFaq, create_faq};
use celeiro_app::catalog::history::{
    GetOperation, History, ListOperations, UndoBlocker, UndoOperation, UndoScope, get_operation,
    item_history, list_operations, undo_operation,
};
use celeiro_app::catalog::items;
use celeiro_app::catalog::items::delete_item;
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::catalog::{ItemDraft, Price};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{ChangeAction, GridTest};
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn later_edits_of_the_same_field_are_conflicts_and_stay() {
    let world = World::new().await;
    let mut items = Vec::new();
    for name in ["A", "B", "C"] {
        items.push(world.create(priced_draft(name, "100")).await);
    }
    let done = world
        .bulk(
            all(vec![]),
            vec![
                change("price", ChangeAction::Percent, "10"),
                change("attributes.campanha", ChangeAction::Set, "verão"),
            ],
        )
        .await;
    let b = world.item(items[1].id).await;
    let later = world.save(&b, |draft| draft.price = Some(Price::parse("150").unwrap())).await;
    let c = world.item(items[2].id).await;
    world.save(&c, |draft| draft.attributes.insert("cor".into(), json!("azul")).map_or((), drop)).await;
    let dry = UndoOperation { dry_run: Some(true), ..undo_request(done.operation_id) };
    let seen = undo_operation(&world.app, &world.caller, dry).await.unwrap();
    assert_eq!((seen.operation_id, world.item(b.id).await.version), (None, 3));
    let undone = world.undo(done.operation_id).await;
    assert_eq!((undone.undone, undone.conflict_count), (3, 1));
    assert_eq!((&seen.conflicts, seen.undone), (&undone.conflicts, undone.undone));
    let conflict = &undone.conflicts[0];
    assert_eq!((conflict.record_id, conflict.field.as_str(), conflict.name.as_str()), (b.id, "price", "B"));
    assert_eq!((&conflict.from, &conflict.to, &conflict.now), (&json!(100.0), &json!(110.0), &json!(150.0)));
    assert_eq!((conflict.changed_by.as_deref(), conflict.operation_id), (Some("ana"), Some(later)));
    let [a, b, c] = [0, 1, 2].map(|at| items[at].id);
    assert_eq!(world.item(a).await.price.unwrap().to_string(), "100");
    assert_eq!(world.item(b).await.price.unwrap().to_string(), "150");
    assert_eq!(world.item(b).await.attributes.len(), 0);
    assert_eq!(world.item(c).await.attributes["cor"], "azul", "another attribute is no conflict");
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn what_was_taken_back_can_be_taken_back() {
    let world = World::new().await;
    let item = world.create(named_draft("A")).await;
    let edit = world.save(&item, |draft| draft.category = Some("Adubo".into())).await;
    let category = async || world.item(item.id).await.category;
    let undo = world.undo(edit).await.operation_id.unwrap();
    assert_eq!(category().await, None);
    let redo = world.undo(undo).await.operation_id.unwrap();
    assert_eq!(category().await.as_deref(), Some("Adubo"));
    let log = world.log().await;
    let of = |id| log.iter().find(|operation| operation.id == id).unwrap();
    assert_eq!((of(edit).undone_by, of(edit).undoable), (None, true), "its undo was undone");
    assert_eq!((of(undo).undone_by, of(undo).why_not), (Some(redo), Some(UndoBlocker::Undone)));
    assert_eq!((of(redo).undoes, of(redo).kind.as_str()), (Some(undo), "undo"));
    // A second time there is nothing left to do, and nothing is noted.
    world.undo(redo).await;
    let again = world.undo(redo).await;
    assert_eq!((again.undone, again.operation_id, again.conflict_count), (0, None, 0));
    world.close().await;
}

#[tokio::test]
async fn created_records_go_and_deleted_ones_come_back() {
    let world = World::new().await;
    let before = world.checksum().await;
    let imported = world.import("external_id;name;price\nA1;Alfa;10\nA2;Beta;20\nA3;Gama;30\n").await;
    let page = world.grid(Default::default()).await;
    let beta = page.rows.iter().find(|row| row.item.name == "Beta").unwrap().item.clone();
    let edit = world.save(&beta, |draft| draft.description = Some("anotado à mão".into())).await;
    let undone = world.undo(imported).await;
    assert_eq!((undone.undone, undone.deleted, undone.conflict_count), (2, 2, 1));
    assert_eq!(
        (undone.conflicts[0].field.as_str(), &undone.conflicts[0].now),
        ("description", &json!("anotado à mão"))
    );
    assert_eq!(world.names(vec![], &[]).await, ["Beta"], "who was touched since stays");
    // Once the hand's edit is taken back, the rest of the import goes too.
    world.undo(edit).await;
    let rest = world.undo(imported).await;
    assert_eq!((rest.undone, rest.deleted), (1, 1));
    assert_eq!(world.checksum().await, before);
    // Redo: all three are back.
    world.undo(rest.operation_id.unwrap()).await;
    world.undo(undone.operation_id.unwrap()).await;
    assert_eq!(world.names(vec![], &[("name", false)]).await, ["Alfa", "Beta", "Gama"]);
    // A deletion by hand.
    let operation = Uuid::new_v4();
    let request = WriteById { id: beta.id, operation_id: Some(operation) };
    delete_item(&world.app, &world.caller, request).await.unwrap();
    assert_eq!(world.undo(operation).await.undone, 1);
    assert_eq!(world.item(beta.id).await.name, "Beta");
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn the_agrofit_sample_imported_edited_and_taken_back_leaves_the_table_as_it_was() {
    let world = World::new().await;
    for at in 0..30 {
        world.create(priced_draft(&format!("próprio {at}"), "12.34")).await;
    }
    let before = world.checksum().await;
    let lines: Vec<String> = (0..1_200)
        .map(|at| format!("G{at};Produto {at};{};Bula {at};{}", at % 7, f64::from(at) / 4.0))
        .collect();
    let generated =
        world.import(format!("external_id;name;category;description;price\n{}\n", lines.join("\n"))).await;
    let agrofit =
        world.import(include_bytes!("../../../../crates/app/tests/fixtures/agrofit.csv").as_slice()).await;
    let imported = world.checksum().await;
    let thousand: Vec<Uuid> =
        sqlx::query_scalar("SELECT id FROM catalog_items ORDER BY created_at DESC LIMIT 1000")
            .fetch_all(&world.pool)
            .await
            .unwrap();
    let done = world
        .bulk(
            ids(thousand),
            vec![
                change("price", ChangeAction::Set, "77,70"),
                change("tags", ChangeAction::Add, "promoção; verão"),
                change("status", ChangeAction::Set, "rascunho"),
                change("attributes.campanha", ChangeAction::Set, "2026"),
            ],
        )
        .await;
    assert_eq!((done.changed, done.problem_count), (1_000, 0));
    assert_ne!(world.checksum().await, imported);
    assert_eq!(world.undo(done.operation_id).await.undone, 1_000);
    assert_eq!(world.checksum().await, imported);
    world.undo(agrofit).await;
    world.undo(generated).await;
    assert_eq!(world.checksum().await, before);
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn a_part_can_be_taken_back_and_the_rest_later() {
    let world = World::new().await;
    let items = [world.create(priced_draft("A", "100")).await, world.create(priced_draft("B", "100")).await];
    let done = world
        .bulk(
            all(vec![]),
            vec![
                change("price", ChangeAction::Set, "50"),
                change("category", ChangeAction::Set, "Adubo"),
                change("attributes.cor", ChangeAction::Set, "azul"),
            ],
        )
        .await;
    let part = UndoOperation {
        record_ids: Some(vec![items[0].id]),
        fields: Some(vec!["price".into(), "attributes.cor".into()]),
        ..undo_request(done.operation_id)
    };
    assert_eq!(undo_operation(&world.app, &world.caller, part).await.unwrap().undone, 1);
    let [a, b] = [world.item(items[0].id).await, world.item(items[1].id).await];
    assert_eq!(
        (a.price.unwrap().to_string().as_str(), a.category.as_deref(), a.attributes.len()),
        ("100", Some("Adubo"), 0)
    );
    assert_eq!((b.price.unwrap().to_string().as_str(), b.attributes.len()), ("50", 1));
    assert!(world.log().await.iter().find(|o| o.id == done.operation_id).unwrap().undoable);
    let rest = world.undo(done.operation_id).await;
    assert_eq!((rest.undone, rest.conflict_count), (2, 0));
    assert_eq!(world.item(a.id).await.category, None);
    assert_eq!(world.item(b.id).await.price.unwrap().to_string(), "100");
    world.close().await;
}

#[tokio::test]
async fn an_external_id_that_is_taken_now_cannot_come_back_and_what_is_purged_neither() {
    let world = World::new().await;
    let item = world.create(ItemDraft { external_id: Some("SKU".into()), ..named_draft("A") }).await;
    let gone = world.create(named_draft("B")).await;
    let edit = world
        .bulk(
            all(vec![]),
            vec![change("externalId", ChangeAction::Clear, ""), change("category", ChangeAction::Set, "X")],
        )
        .await
        .operation_id;
    world.create(ItemDraft { external_id: Some("SKU".into()), ..named_draft("C") }).await;
    sqlx::query("DELETE FROM catalog_items WHERE id = $1").bind(gone.id).execute(&world.pool).await.unwrap();
    let undone = world.undo(edit).await;
    assert_eq!((undone.undone, undone.untouchable_count), (1, 2));
    let reasons: Vec<_> =
        undone.untouchable.iter().map(|u| (u.record_id, format!("{:?}", u.reason))).collect();
    assert!(
        reasons.contains(&(item.id, "ExternalIdTaken".into()))
            && reasons.contains(&(gone.id, "Purged".into()))
    );
    assert_eq!((world.item(item.id).await.external_id, world.item(item.id).await.category), (None, None));
    world.assert_grid_is_true().await;
    world.close().await;
}

#[tokio::test]
async fn the_history_holds_whole_values_from_whom_and_from_where() {
    let world = World::new().await;
    let long = "bula ".repeat(19_000);
    let item = world.create(named_draft("A")).await;
    world
        .save(&item, |draft| {
            draft.description = Some(long.trim().to_owned());
            draft.tags = vec!["a".into(), "b".into()];
            draft.attributes.insert("classe".into(), json!(["I", {"x": 1}]));
        })
        .await;
    let entries = item_history(&world.app, &world.caller, History { id: item.id, offset: None, limit: None })
        .await
        .unwrap();
    assert_eq!(entries.iter().map(|e| e.version).collect::<Vec<_>>(), [2, 1]);
    let latest = &entries[0];
    assert_eq!(
        (latest.actor.as_str(), latest.source.as_str(), latest.operation.as_deref()),
        ("ana", "person", Some("update-item"))
    );
    let fields: Vec<_> = latest.changes.iter().map(|c| c.field.as_str()).collect();
    assert_eq!(fields, ["attributes.classe", "description", "tags"]);
    assert_eq!(latest.changes[1].to, json!(long.trim()));
    assert_eq!(latest.changes[0].to, json!(["I", {"x": 1}]));
    let nobody = History { id: Uuid::new_v4(), offset: None, limit: None };
    assert_eq!(code(item_history(&world.app, &world.caller, nobody).await), "not_found");
    world.close().await;
}

#[tokio::test]
async fn the_log_says_who_did_what_and_leaves_out_what_changed_no_record() {
    let world = World::new().await;
    let item = world.create(priced_draft("A", "1")).await;
    let operation =
        world.bulk(ids([item.id]), vec![change("price", ChangeAction::Set, "2")]).await.operation_id;
    let bruno = caller_named("bruno");
    let request = WriteById { id: item.id, operation_id: None };
    items::delete_item(&world.app, &bruno, request).await.unwrap();
    let mine = ListOperations { mine: Some(true), ..ListOperations::default() };
    let page = list_operations(&world.app, &bruno, mine).await.unwrap();
    assert_eq!(
        (page.total, page.rows[0].kind.as_str(), page.rows[0].fields.as_slice()),
        (1, "delete-items", &["deleted".to_owned()][..])
    );
    let log = world.log().await;
    let kinds: Vec<_> = log.iter().map(|o| (o.kind.as_str(), o.mine, o.records, o.created)).collect();
    assert_eq!(
        kinds,
        [("delete-items", false, 1, 0), ("bulk-edit", true, 1, 0), ("create-item", true, 1, 1)]
    );
    let detail =
        get_operation(&world.app, &world.caller, GetOperation { id: operation, offset: None, limit: None })
            .await
            .unwrap();
    assert_eq!(
        (detail.total, detail.changes[0].name.as_deref(), &detail.changes[0].changes[0].to),
        (1, Some("A"), &json!(2.0))
    );
    world.close().await;
}

#[tokio::test]
async fn the_work_of_others_is_out_of_reach_where_only_ones_own_is_meant() {
    let world = World::new().await;
    let item = world.create(named_draft("A")).await;
    let edit = world.save(&item, |draft| draft.category = Some("X".into())).await;
    let request = UndoOperation { scope: Some(UndoScope::Mine), ..undo_request(edit) };
    assert_eq!(
        code(undo_operation(&world.app, &caller_named("bruno"), request.clone()).await),
        "operation_not_yours"
    );
    assert_eq!(undo_operation(&world.app, &world.caller, request).await.unwrap().undone, 1);
    assert_eq!(
        code(undo_operation(&world.app, &world.caller, undo_request(Uuid::new_v4())).await),
        "not_found"
    );
    world.close().await;
}

#[tokio::test]
async fn twice_at_once_is_once_and_the_same_id_gets_the_same_answer() {
    let world = World::new().await;
    let item = world.create(named_draft("A")).await;
    let edit = world.save(&item, |draft| draft.category = Some("X".into())).await;
    let (one, two) = tokio::join!(
        undo_operation(&world.app, &world.caller, undo_request(edit)),
        undo_operation(&world.app, &world.caller, undo_request(edit))
    );
    assert_eq!(one.unwrap().undone + two.unwrap().undone, 1);
    let redo = world.log().await[0].id;
    let request = UndoOperation { operation_id: Some(Uuid::new_v4()), ..undo_request(redo) };
    let first = undo_operation(&world.app, &world.caller, request.clone()).await.unwrap();
    let second = undo_operation(&world.app, &world.caller, request).await.unwrap();
    assert_eq!(first, second);
    assert_eq!(world.item(item.id).await.category.as_deref(), Some("X"));
    assert_eq!(world.item(item.id).await.version, 4);
    world.close().await;
}

#[tokio::test]
async fn an_undo_that_is_killed_in_the_middle_has_not_been() {
    let world = World::new().await;
    for at in 0..300 {
        world.create(priced_draft(&format!("item {at}"), "1")).await;
    }
    let before = world.checksum().await;
    let edit =
        world.bulk(all(vec![]), vec![change("description", ChangeAction::Set, "neu")]).await.operation_id;
    let edited = world.checksum().await;
    // The last row is held by another person, so the undo waits, and is killed there.
    let mut holder = world.pool.begin().await.unwrap();
    sqlx::query("SELECT FROM catalog_items ORDER BY id DESC LIMIT 1 FOR UPDATE")
        .execute(&mut *holder)
        .await
        .unwrap();
    let waiting = undo_operation(&world.app, &world.caller, undo_request(edit));
    let killed = async {
        loop {
            let ended: i64 = sqlx::query_scalar(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity \
                 WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
            .fetch_one(&world.pool)
            .await
            .unwrap();
            if ended > 0 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let (undone, ()) = tokio::join!(waiting, killed);
    assert_eq!(code(undone), "database_unreachable");
    holder.rollback().await.unwrap();
    assert_eq!(world.checksum().await, edited);
    assert_eq!(world.undo(edit).await.undone, 300);
    assert_eq!(world.checksum().await, before);
    let left = world.names(vec![filter("description", GridTest::NotEmpty, &[])], &[]).await;
    assert!(left.is_empty());
    world.close().await;
}

#[tokio::test]
async fn an_operation_on_one_record_says_which_and_one_on_many_how_many() {
    let world = World::new().await;
    let coded = ItemDraft { external_id: Some("U-1".into()), ..named_draft("Ureia") };
    let item = world.create(coded).await;
    world.create(named_draft("Foice")).await;
    world.bulk(all(vec![]), vec![change("category", ChangeAction::Set, "Insumos")]).await;
    let draft = FaqDraft { question: "Entregam?".into(), answer: "Sim.".into(), ..FaqDraft::default() };
    let faq = create_faq(&world.app, &world.caller, CreateFaq { draft, operation_id: None }).await.unwrap();
    let now = world.item(item.id).await;
    let renamed = world.save(&now, |draft| draft.name = "Ureia 45%".into()).await;
    let log = world.log().await;
    let told: Vec<_> = log
        .iter()
        .map(|row| {
            let of = row.record.as_ref().map(|r| (r.id, r.kind, r.name.as_str(), r.external_id.as_deref()));
            (row.kind.as_str(), row.records, of)
        })
        .collect();
    let ureia = Some((item.id, Kind::Items, "Ureia 45%", Some("U-1")));
    assert_eq!(told[0], ("update-item", 1, ureia));
    assert_eq!(told[1], ("create-faq", 1, Some((faq.id, Kind::Faqs, "Entregam?", None))));
    assert_eq!(told[2], ("bulk-edit", 2, None), "two have no name in common");
    assert_eq!(told[3].2.map(|of| of.2), Some("Foice"));
    assert_eq!(told[4], ("create-item", 1, ureia), "by its name of today");
    let request = GetOperation { id: renamed, offset: None, limit: None };
    let detail = get_operation(&world.app, &world.caller, request).await.unwrap();
    assert_eq!(detail.operation.record, log[0].record);
    delete_item(&world.app, &world.caller, WriteById { id: item.id, operation_id: None }).await.unwrap();
    assert_eq!(world.log().await[0].record, log[0].record, "a deleted one is still called something");
    world.close().await;
}
