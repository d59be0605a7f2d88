//! Files that were taken off: put back for a while, then thrown away, and nothing else with them.

use crate::support::{World, code, named_draft};
use celeiro_app::api::{ById, WriteById};
use celeiro_app::catalog::attachments::api::{delete_attachment, restore_attachment, save_attachment};
use celeiro_app::catalog::attachments::attach_file;
use celeiro_app::files::transfer::UploadedFile;
use celeiro_app::system::housekeeping::purge_expired;
use celeiro_store::{Origin, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

async fn attach_text(world: &World, item: Uuid, text: &str) -> Uuid {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sent");
    std::fs::write(&path, text).unwrap();
    let upload = UploadedFile { path, name: "manual.md".into(), size: text.len() as u64 };
    let write = Write { operation_id: Uuid::now_v7(), actor: "ana".into(), origin: Origin::Person };
    attach_file(&world.app, &world.caller, item, upload, &write).await.unwrap()
}

/// Takes it off, as if so many days ago.
async fn detach(world: &World, id: Uuid, days: i32) {
    delete_attachment(&world.app, &world.caller, WriteById { id, operation_id: None }).await.unwrap();
    let age = "UPDATE catalog_files SET deleted_at = now() - make_interval(days => $2) WHERE id = $1";
    sqlx::query(age).bind(id).bind(days).execute(&world.pool).await.unwrap();
}

/// The bytes that are kept.
fn stored_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type().unwrap().is_dir() {
            true => found.extend(stored_files(&entry.path())),
            false => found.push(entry.path()),
        }
    }
    found
}

#[tokio::test]
async fn what_was_taken_off_long_ago_is_thrown_away_and_nothing_else() {
    let world = World::new().await;
    let files = world.folder().join("files");
    let item = world.create(named_draft("A")).await.id;
    let other = world.create(named_draft("B")).await.id;
    let old = attach_text(&world, item, "O manual de ontem.").await;
    let fresh = attach_text(&world, item, "O manual de hoje.").await;
    let shared = attach_text(&world, other, "O manual de ontem.").await;
    assert_eq!(stored_files(&files).len(), 2, "the same content is kept once");
    detach(&world, old, 31).await;
    detach(&world, fresh, 29).await;
    purge_expired(&world.app).await.unwrap();
    assert_eq!(stored_files(&files).len(), 2, "another item has the content still");
    let put_back =
        async |id| restore_attachment(&world.app, &world.caller, WriteById { id, operation_id: None }).await;
    assert_eq!(code(put_back(old).await), "not_found");
    assert_eq!(put_back(fresh).await.unwrap().id, fresh);
    save_attachment(&world.app, &world.caller, ById { id: shared }).await.unwrap();

    sqlx::query("DELETE FROM embedding_jobs").execute(&world.pool).await.unwrap();
    detach(&world, shared, 31).await;
    sqlx::query("DELETE FROM embedding_jobs").execute(&world.pool).await.unwrap();
    purge_expired(&world.app).await.unwrap();
    let left = stored_files(&files);
    assert_eq!(left.len(), 1);
    assert_eq!(std::fs::read_to_string(&left[0]).unwrap(), "O manual de hoje.");
    let rows: (i64, i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM catalog_files WHERE purged_at IS NOT NULL AND text IS NULL), \
         (SELECT count(*) FROM catalog_files WHERE text IS NOT NULL), (SELECT count(*) FROM embedding_jobs)",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    assert_eq!(rows, (2, 1, 0), "thrown away, kept, and no vector made anew for it");

    let again = attach_text(&world, other, "O manual de ontem.").await;
    purge_expired(&world.app).await.unwrap();
    save_attachment(&world.app, &world.caller, ById { id: again }).await.unwrap();
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn content_that_is_attached_while_it_is_thrown_away_stays() {
    let world = World::new().await;
    let files = world.folder().join("files");
    let item = world.create(named_draft("A")).await.id;
    let old = attach_text(&world, item, "O manual.").await;
    detach(&world, old, 31).await;
    let bytes = stored_files(&files);
    let unneeded = world.app.store().purge_files(Some(chrono::Utc::now())).await.unwrap();
    assert_eq!((unneeded.contents.len(), unneeded.purged), (1, 1));
    let again = async {
        let id = attach_text(&world, item, "O manual.").await;
        (id, std::time::Instant::now())
    };
    let removing = async {
        // Long enough for the attachment to come to where it must wait.
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        for path in bytes {
            std::fs::remove_file(path).unwrap();
        }
        let removed = std::time::Instant::now();
        unneeded.release().await.unwrap();
        removed
    };
    let ((id, attached_at), removed_at) = tokio::join!(again, removing);
    assert!(attached_at > removed_at, "nobody attaches while bytes are removed");
    save_attachment(&world.app, &world.caller, ById { id }).await.unwrap();
    assert_eq!(stored_files(&files).len(), 1);
    world.close().await;
}
