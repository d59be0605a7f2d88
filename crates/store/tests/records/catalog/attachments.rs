//! Attachments: attached once, taken off and put back, thrown away, and what of them is read.

use crate::items::draft;
use crate::world::{World, is_absent, write};
use celeiro_store::{NewFile, StoreError};
use chrono::Utc;
use uuid::Uuid;

pub fn file(item_id: Uuid, name: &str, text: Option<&str>) -> NewFile {
    let mut sha256 = vec![0; 32];
    sha256[..name.len()].copy_from_slice(name.as_bytes());
    NewFile {
        item_id,
        name: name.into(),
        mime_type: "text/plain".into(),
        format: "text",
        size_bytes: 10,
        sha256,
        text: text.map(str::to_owned),
        text_preview: text.map(str::to_owned),
        pages: None,
        is_cut: false,
        image: None,
    }
}

pub async fn put_bytes() -> Result<(), StoreError> {
    Ok(())
}

impl World {
    pub async fn attach(&self, file: &NewFile) -> Uuid {
        self.store.attach_file(file, &write(), put_bytes()).await.unwrap()
    }

    /// Names of an item's attachments.
    async fn list_files(&self, item: Uuid) -> Vec<String> {
        self.store.files_of(item).await.unwrap().into_iter().map(|file| file.name).collect()
    }
}

#[tokio::test]
async fn the_same_content_is_attached_once_to_an_item_and_a_repeated_request_finds_it() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await.id, world.create(&draft("B")).await.id);
    let (once, bula) = (write(), file(a, "bula", Some("dose\0 2 L/ha")));
    let id = world.store.attach_file(&bula, &once, put_bytes()).await.unwrap();
    assert_eq!(world.store.attach_file(&bula, &once, put_bytes()).await.unwrap(), id);
    assert_eq!(world.store.file_attached_by(once.operation_id, None).await.unwrap(), Some(id));
    assert_eq!(world.store.file_attached_by(Uuid::new_v4(), None).await.unwrap(), None);
    assert_eq!(world.attach(&NewFile { name: "outro nome".into(), ..bula.clone() }).await, id);
    assert_ne!(world.attach(&NewFile { item_id: b, ..bula.clone() }).await, id, "another item has its own");
    let stored = world.store.file(id).await.unwrap();
    assert_eq!((stored.item_id, stored.format.as_str(), stored.text_chars), (a, "text", Some(12)));
    assert_eq!(world.store.file_text(id).await.unwrap(), "dose\u{fffd} 2 L/ha");
    assert_eq!(world.list_files(a).await, ["bula"]);
    world.close().await;
}

#[tokio::test]
async fn nothing_is_attached_where_the_item_is_gone_or_the_bytes_find_no_place() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await.id;
    let full = async { Err(StoreError::DiskFull) };
    let refused = world.store.attach_file(&file(item, "bula", None), &write(), full).await;
    assert!(matches!(refused, Err(StoreError::DiskFull)));
    world.store.delete_item(item, &write()).await.unwrap();
    assert!(is_absent(world.store.attach_file(&file(item, "bula", None), &write(), put_bytes()).await));
    let nobody = file(Uuid::new_v4(), "bula", None);
    assert!(is_absent(world.store.attach_file(&nobody, &write(), put_bytes()).await));
    assert_eq!(world.count("SELECT count(*) FROM catalog_files").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'attach-file'").await, 0);
    world.close().await;
}

#[tokio::test]
async fn what_is_taken_off_is_read_by_nobody_until_it_is_put_back() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await.id;
    let kept = world.attach(&file(item, "ficha", Some("registro 123"))).await;
    let off = world.attach(&file(item, "bula", Some("dose 2 L/ha"))).await;
    let picture = world.attach(&file(item, "foto", None)).await;
    assert_eq!(world.store.file_text(picture).await.unwrap(), "", "a picture has no text");
    world.store.set_file_deleted(off, true, &write()).await.unwrap();
    assert!(is_absent(world.store.set_file_deleted(off, true, &write()).await));
    assert_eq!(world.list_files(item).await, ["ficha", "foto"]);
    assert_eq!(world.store.file_texts(&[item]).await.unwrap()[&item], ["registro 123"]);
    let evidence = world.store.files_with_text(item).await.unwrap();
    let evidence: Vec<Uuid> = evidence.into_iter().map(|(id, ..)| id).collect();
    assert_eq!(evidence, [kept], "suggestions rest on what is attached");
    assert_eq!(world.store.file(off).await.unwrap().name, "bula", "it can be put back");
    world.store.set_file_deleted(off, false, &write()).await.unwrap();
    assert!(is_absent(world.store.set_file_deleted(off, false, &write()).await));
    assert_eq!(world.list_files(item).await, ["ficha", "bula", "foto"]);
    assert!(is_absent(world.store.set_file_deleted(Uuid::new_v4(), true, &write()).await));
    assert!(is_absent(world.store.file_text(Uuid::new_v4()).await));
    world.close().await;
}

#[tokio::test]
async fn content_is_thrown_away_when_no_attachment_needs_it() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await.id, world.create(&draft("B")).await.id);
    let own = world.attach(&file(a, "bula", Some("dose"))).await;
    let shared = world.attach(&file(a, "ficha", Some("registro"))).await;
    world.attach(&NewFile { item_id: b, ..file(a, "ficha", Some("registro")) }).await;
    for id in [own, shared] {
        world.store.set_file_deleted(id, true, &write()).await.unwrap();
    }
    let too_early = world.store.purge_files(Some(crate::world::ago(1))).await.unwrap();
    assert_eq!((too_early.purged, too_early.contents.len()), (0, 0));
    too_early.release().await.unwrap();
    let purged = world.store.purge_files(Some(Utc::now() + chrono::TimeDelta::hours(1))).await.unwrap();
    assert_eq!((purged.purged, purged.contents.clone()), (2, vec![file(a, "bula", None).sha256]));
    purged.release().await.unwrap();
    assert!(is_absent(world.store.file(own).await));
    assert!(
        is_absent(world.store.set_file_deleted(own, false, &write()).await),
        "there is nothing to put back"
    );
    let again = world.attach(&file(a, "bula", Some("dose"))).await;
    assert_ne!(again, own, "attached anew, it is another attachment");
    let needed = world.store.purge_files(Some(crate::world::ago(1))).await.unwrap();
    assert!(needed.contents.is_empty(), "it is needed again");
    needed.release().await.unwrap();
    world.close().await;
}
