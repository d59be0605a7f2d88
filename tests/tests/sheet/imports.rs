//! Imports that go on in the background.

use crate::support::{World, caller_named};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::Caller;
use celeiro_app::api::{ById, Empty};
use celeiro_app::files::transfer::Purpose;
use celeiro_app::files::transfer::api::{AppendUpload, BeginUpload, append_upload, begin_upload};
use celeiro_app::import::ImportPhase;
use celeiro_app::import::api::{cancel_import, import_state, list_imports, run_import};
use celeiro_app::import::wire::{ImportState, StartImport};
use celeiro_domain::search::{Kind, Lang};
use celeiro_domain::sheet::GridQuery;
use std::time::Duration;
use uuid::Uuid;

async fn send_file(world: &World, file: &str) -> Uuid {
    let request =
        BeginUpload { name: "itens.csv".into(), size_bytes: file.len() as u32, purpose: Purpose::Import };
    let id = begin_upload(&world.app, &world.caller, request).await.unwrap().id;
    let piece = AppendUpload { id, offset: 0, data: STANDARD.encode(file) };
    append_upload(&world.app, &world.caller, piece).await.unwrap();
    id
}

async fn start_import(world: &World, file: &str) -> ImportState {
    let request = StartImport {
        upload_id: send_file(world, file).await,
        kind: Kind::Items,
        sheet: None,
        header_row: None,
        preset: None,
        columns: None,
        decimal: None,
        fixes: None,
        merges: None,
        leave_out: None,
        profile: None,
        operation_id: None,
    };
    run_import(&world.app, &world.caller, request).await.unwrap()
}

async fn wait_for_end(world: &World, id: Uuid) -> ImportState {
    loop {
        let state = import_state(&world.app, &world.caller, ById { id }).await.unwrap();
        if state.result.is_some() || state.error.is_some() {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_cancelled_while_it_is_stored_and_changes_nothing() {
    let world = World::new().await;
    // The statement waits for as long as this transaction lives.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE catalog_items IN SHARE MODE").execute(&mut *other).await.unwrap();
    let import = start_import(&world, "codigo,nome\n1,Um\n").await;
    assert_eq!(import.phase, Some(ImportPhase::Reading));
    let waits = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' \
                 AND query LIKE '%catalog_items%')";
    let waiting = async {
        while !sqlx::query_scalar::<_, bool>(waits).fetch_one(&world.pool).await.unwrap() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.unwrap();
    let state = import_state(&world.app, &world.caller, ById { id: import.id }).await.unwrap();
    assert_eq!((state.phase, state.percent, state.rows), (Some(ImportPhase::Applying), None, 1));
    let state = cancel_import(&world.app, &world.caller, ById { id: import.id }).await.unwrap();
    assert!(state.error.is_some() || state.phase == Some(ImportPhase::Cancelling), "{state:?}");
    let end = tokio::time::timeout(Duration::from_secs(20), wait_for_end(&world, import.id));
    // It ends although it is never let go on.
    let end = end.await.unwrap();
    assert_eq!(end.error.unwrap().code, "cancelled");
    other.rollback().await.unwrap();
    let (items, staged, operations): (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM catalog_items), (SELECT count(*) FROM imports), \
                (SELECT count(*) FROM operations WHERE kind = 'import')",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!((items, staged, operations), (0, 0, 0));
    // And the next one goes through.
    let next = start_import(&world, "codigo,nome\n1,Um\n").await;
    assert_eq!(wait_for_end(&world, next.id).await.result.unwrap().report.created, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_highest_price_goes_in_and_comes_out_as_it_is() {
    const MOST: &str = "999999999999.9999";
    let world = World::new().await;
    world.import(format!("codigo,nome,preco\n1,Importado,{MOST}\n")).await;
    let id = world.grid(GridQuery::default()).await.rows[0].item.id;
    world.save(&world.item(id).await, |draft| draft.description = Some("Outra".into())).await;
    let stored: Vec<String> =
        sqlx::query_scalar("SELECT price::text FROM catalog_items").fetch_all(&world.pool).await.unwrap();
    assert_eq!(stored, [MOST]);
    let told = serde_json::to_string(&world.item(id).await).unwrap();
    assert!(told.contains(MOST), "{told}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_without_room_for_a_file_is_told_what_to_do() {
    let world = World::new().await;
    for _ in 0..24 {
        send_file(&world, "nome\nUm\n").await;
    }
    let request = || BeginUpload { name: "a.csv".into(), size_bytes: 1, purpose: Purpose::Attachment };
    let error = begin_upload(&world.app, &world.caller, request()).await.unwrap_err().to_body(Lang::En);
    assert_eq!(error.code, "too_many_uploads");
    assert!(error.message.contains("24 files") && error.message.contains("10 minutes"), "{}", error.message);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_under_way_is_found_again_by_the_caller_that_began_it() {
    let world = World::new().await;
    let list = async |actor: &str| list_imports(&world.app, &caller_named(actor), Empty {}).await.unwrap();
    assert!(list("ana").await.is_empty());
    // Another person writes: the import waits before it stores anything.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('celeiro.import'))")
        .execute(&mut *other)
        .await
        .unwrap();
    let first = start_import(&world, "codigo,nome\n1,Um\n").await;
    let second = start_import(&world, "codigo,nome\n2,Dois\n").await;
    let found = list("ana").await;
    assert_eq!(found.iter().map(|import| import.id).collect::<Vec<_>>(), [second.id, first.id]);
    assert_eq!((found[0].file_name.as_str(), found[0].dry_run), ("itens.csv", false));
    assert!(found[0].result.is_none());
    assert!(list("bia").await.is_empty(), "it is not theirs");
    cancel_import(&world.app, &world.caller, ById { id: second.id }).await.unwrap();
    other.rollback().await.unwrap();
    assert_eq!(wait_for_end(&world, first.id).await.result.unwrap().report.created, 1);
    wait_for_end(&world, second.id).await;
    assert!(list("ana").await.is_empty(), "what is over is not under way");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_a_cell_is_said_in_whole_sentences_of_the_caller_s_language() {
    let world = World::new().await;
    let file = "codigo,nome,preco\n1,Um,caro\n2,,5\n";
    let import = start_import(&world, file).await;
    wait_for_end(&world, import.id).await;
    let list_errors = async |lang: Lang| -> Vec<(String, Option<String>)> {
        let caller = Caller { lang, ..world.caller.clone() };
        let state = import_state(&world.app, &caller, ById { id: import.id }).await.unwrap();
        let errors = state.result.unwrap().report.errors;
        errors.into_iter().map(|error| (error.message, error.allowed)).collect()
    };
    let prices = Some("0..999999999999.9999".to_owned());
    let english = list_errors(Lang::En).await;
    assert_eq!(english[0], ("not a price (from 0 to 999999999999.9999)".into(), prices));
    assert_eq!(english[1].0, "must not be blank (from 1 to 500)");
    assert_eq!(list_errors(Lang::PtBr).await[0].0, "não é um preço (de 0 a 999999999999,9999)");
    world.close().await;
}
