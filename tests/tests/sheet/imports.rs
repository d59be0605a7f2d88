//! Imports that go on while nobody looks.

use crate::support::{World, somebody};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use celeiro_app::ops::imports::{
    ImportState, StartImport, cancel_import, import_state, list_imports, run_import,
};
use celeiro_app::ops::uploads::{AppendUpload, BeginUpload, append_upload, begin_upload};
use celeiro_app::ops::{ById, Empty};
use celeiro_app::transfer::Purpose;
use celeiro_domain::search::Kind;
use std::time::Duration;
use uuid::Uuid;

async fn sent(world: &World, file: &str) -> Uuid {
    let request =
        BeginUpload { name: "itens.csv".into(), size_bytes: file.len() as u32, purpose: Purpose::Import };
    let id = begin_upload(&world.app, &world.caller, request).await.unwrap().id;
    let piece = AppendUpload { id, offset: 0, data: STANDARD.encode(file) };
    append_upload(&world.app, &world.caller, piece).await.unwrap();
    id
}

async fn started(world: &World, file: &str) -> ImportState {
    let request = StartImport {
        upload_id: sent(world, file).await,
        kind: Kind::Items,
        preset: None,
        columns: None,
        decimal: None,
        fixes: None,
        operation_id: None,
    };
    run_import(&world.app, &world.caller, request).await.unwrap()
}

async fn ended(world: &World, id: Uuid) -> ImportState {
    loop {
        let state = import_state(&world.app, &world.caller, ById { id }).await.unwrap();
        if state.result.is_some() || state.error.is_some() {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_under_way_is_found_again_by_whoever_began_it() {
    let world = World::new().await;
    let list = async |actor: &str| list_imports(&world.app, &somebody(actor), Empty {}).await.unwrap();
    assert!(list("ana").await.is_empty());
    // Somebody else writes: the import waits before it stores anything.
    let mut other = world.pool.begin().await.unwrap();
    sqlx::query("SELECT pg_advisory_xact_lock(hashtext('celeiro.import'))")
        .execute(&mut *other)
        .await
        .unwrap();
    let first = started(&world, "codigo,nome\n1,Um\n").await;
    let second = started(&world, "codigo,nome\n2,Dois\n").await;
    let found = list("ana").await;
    assert_eq!(found.iter().map(|import| import.id).collect::<Vec<_>>(), [second.id, first.id]);
    assert_eq!((found[0].file_name.as_str(), found[0].dry_run), ("itens.csv", false));
    assert!(found[0].result.is_none());
    assert!(list("bia").await.is_empty(), "it is not theirs");
    cancel_import(&world.app, &world.caller, ById { id: second.id }).await.unwrap();
    other.rollback().await.unwrap();
    assert_eq!(ended(&world, first.id).await.result.unwrap().report.created, 1);
    ended(&world, second.id).await;
    assert!(list("ana").await.is_empty(), "what is over is not under way");
    world.close().await;
}
