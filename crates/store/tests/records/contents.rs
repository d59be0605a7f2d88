//! Contents that servers share by the database: whole or not there, damaged and healed, thrown away.

use crate::catalog::attachments::file;
use crate::items::draft;
use crate::world::World;
use celeiro_store::{ContentNeed, DamagedContents, LostFile, NewFile};
use futures::future::join_all;
use sha2::{Digest as _, Sha256};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};

/// Bytes of a part.
const PART: usize = 1 << 20;

/// A source that breaks when it is read.
struct BrokenSource;

impl AsyncRead for BrokenSource {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Err(io::Error::other("the disk is away")))
    }
}

/// Bytes of two parts and a little more, with their hash.
fn content(first: u8) -> (Vec<u8>, Vec<u8>) {
    let mut bytes: Vec<u8> = (0..2 * PART + 5).map(|at| (at % 251) as u8).collect();
    bytes[0] = first;
    let sha256 = Sha256::digest(&bytes).to_vec();
    (bytes, sha256)
}

async fn share(world: &World, sha256: &[u8], bytes: &[u8]) {
    world.store.share_content(sha256, bytes).await.unwrap().unwrap();
}

/// All parts of a content, as a server that fetches it puts them together.
async fn fetch(world: &World, sha256: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in 0.. {
        let Some(next) = world.store.shared_content_part(sha256, part).await.unwrap() else { break };
        bytes.extend(next);
    }
    bytes
}

async fn list_damaged(world: &World) -> Vec<Vec<u8>> {
    world.store.contents_in_need(ContentNeed::Healing, &[], 10).await.unwrap()
}

#[tokio::test]
async fn a_content_that_four_servers_share_at_once_is_there_once_and_whole() {
    let world = World::new().await;
    let (bytes, sha256) = content(1);
    assert!(!world.store.is_content_shared(&sha256).await.unwrap());
    let shared = join_all((0..4).map(|_| world.store.share_content(&sha256, bytes.as_slice()))).await;
    assert!(shared.into_iter().all(|one| one.unwrap().is_ok()));
    assert!(world.store.is_content_shared(&sha256).await.unwrap());
    assert!(fetch(&world, &sha256).await == bytes);
    assert_eq!(world.count("SELECT count(*) FROM shared_content_parts").await, 3);
    assert!(world.store.shared_content_part(&sha256, 3).await.unwrap().is_none());
    assert!(world.store.shared_content_part(&sha256, -1).await.unwrap().is_none());
    let nothing = Sha256::digest([]).to_vec();
    share(&world, &nothing, &[]).await;
    assert!(world.store.is_content_shared(&nothing).await.unwrap(), "a file without bytes is a file");
    assert!(!world.store.note_damaged_content(&nothing).await.unwrap(), "and not a damaged one");
    assert!(fetch(&world, &nothing).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_content_whose_source_breaks_is_seen_by_nobody_until_it_is_completed_or_gone() {
    let world = World::new().await;
    let (bytes, sha256) = content(1);
    let breaking = async || {
        let source = AsyncReadExt::chain(&bytes[..PART + 10], BrokenSource);
        world.store.share_content(&sha256, source).await.unwrap().unwrap_err().to_string()
    };
    assert_eq!(breaking().await, "the disk is away");
    assert_eq!(world.count("SELECT count(*) FROM shared_content_parts").await, 1, "a part is there");
    assert!(!world.store.is_content_shared(&sha256).await.unwrap());
    assert!(fetch(&world, &sha256).await.is_empty());
    assert_eq!(world.store.purge_shared_contents().await.unwrap(), 0);
    assert_eq!(world.count("SELECT count(*) FROM shared_content_parts").await, 0, "upkeep takes it away");
    breaking().await;
    share(&world, &sha256, &bytes).await;
    assert!(fetch(&world, &sha256).await == bytes);
    // What is shared already is not read.
    world.store.share_content(&sha256, BrokenSource).await.unwrap().unwrap();
    world.close().await;
}

#[tokio::test]
async fn what_a_disk_did_to_a_content_is_noted_and_healed_by_its_own_bytes_alone() {
    let world = World::new().await;
    let ((bytes, sha256), (other, _)) = (content(1), content(2));
    share(&world, &sha256, &bytes).await;
    assert!(!world.store.note_damaged_content(&sha256).await.unwrap(), "it is whole");
    assert!(!world.store.note_damaged_content(&[9; 32]).await.unwrap(), "there is none of this hash");
    for damage in [
        "UPDATE shared_content_parts SET bytes = set_byte(bytes, 0, 77) WHERE part = 0",
        "DELETE FROM shared_content_parts WHERE part = 1",
        "INSERT INTO shared_content_parts SELECT sha256, 3, bytes FROM shared_content_parts WHERE part = 2",
    ] {
        world.execute(damage).await;
        assert!(world.store.note_damaged_content(&sha256).await.unwrap(), "{damage}");
        assert_eq!(list_damaged(&world).await, std::slice::from_ref(&sha256));
        let before = fetch(&world, &sha256).await;
        assert!(!world.store.heal_content(&sha256, other.as_slice()).await.unwrap().unwrap());
        assert!(!world.store.heal_content(&sha256, &bytes[..PART]).await.unwrap().unwrap());
        let broken = AsyncReadExt::chain(&bytes[..PART], BrokenSource);
        assert!(world.store.heal_content(&sha256, broken).await.unwrap().is_err());
        assert!(fetch(&world, &sha256).await == before, "what does not heal changes nothing: {damage}");
        assert!(world.store.heal_content(&sha256, bytes.as_slice()).await.unwrap().unwrap(), "{damage}");
        assert!(fetch(&world, &sha256).await == bytes, "{damage}");
        assert!(!world.store.heal_content(&sha256, bytes.as_slice()).await.unwrap().unwrap(), "it is whole");
    }
    assert_eq!(world.count("SELECT count(*) FROM shared_content_parts").await, 3);
    assert!(list_damaged(&world).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_damaged_content_counts_as_lost_after_a_while_and_is_healed_by_who_attaches_it_again() {
    let world = World::new().await;
    let (bytes, sha256) = content(1);
    let item = world.create(&draft("Glifosato")).await.id;
    world.attach(&NewFile { sha256: sha256.clone(), ..file(item, "bula", None) }).await;
    share(&world, &sha256, &bytes).await;
    world.execute("UPDATE shared_content_parts SET bytes = '\\x00' WHERE part = 2").await;
    world.store.note_damaged_content(&sha256).await.unwrap();
    let counts = async || world.store.count_damaged_contents().await.unwrap();
    assert_eq!(counts().await, DamagedContents { damaged: 1, lost: 0 });
    assert!(world.store.lost_files(10).await.unwrap().is_empty());
    world.execute("UPDATE shared_contents SET damaged_at = now() - interval '16 minutes'").await;
    assert!(world.store.note_damaged_content(&sha256).await.unwrap());
    assert_eq!(counts().await, DamagedContents { damaged: 1, lost: 1 }, "it is damaged since the first time");
    let lost = [LostFile { name: "bula".into(), item: "Glifosato".into() }];
    assert_eq!(world.store.lost_files(10).await.unwrap(), lost);
    assert!(world.store.lost_files(0).await.unwrap().is_empty());
    share(&world, &sha256, &bytes).await;
    assert_eq!(counts().await, DamagedContents::default());
    assert!(fetch(&world, &sha256).await == bytes);
    world.close().await;
}

#[tokio::test]
async fn a_content_that_no_record_needs_goes_a_day_after_it_was_last_shared() {
    let world = World::new().await;
    let item = world.create(&draft("Glifosato")).await.id;
    let contents: Vec<(Vec<u8>, Vec<u8>)> =
        (1..=4_u8).map(|number| (vec![number; 10], Sha256::digest([number; 10]).to_vec())).collect();
    let [needed, old, again, unshared] = [0, 1, 2, 3].map(|at| &contents[at]);
    for (name, (_, sha256)) in [("bula", needed), ("ficha", unshared)] {
        world.attach(&NewFile { sha256: sha256.clone(), ..file(item, name, None) }).await;
    }
    for (bytes, sha256) in [needed, old, again] {
        share(&world, sha256, bytes).await;
    }
    world.execute("UPDATE shared_contents SET shared_at = now() - interval '25 hours'").await;
    share(&world, &again.1, &again.0).await;
    assert_eq!(world.store.purge_shared_contents().await.unwrap(), 1);
    for ((_, sha256), is_there) in [(needed, true), (old, false), (again, true), (unshared, false)] {
        assert_eq!(world.store.is_content_shared(sha256).await.unwrap(), is_there);
    }
    assert_eq!(world.count("SELECT count(*) FROM shared_content_parts").await, 2);

    let list = async |after: &[u8], limit: u32| {
        world.store.contents_in_need(ContentNeed::Sharing, after, limit).await.unwrap()
    };
    assert_eq!(list(&[], 10).await, std::slice::from_ref(&unshared.1));
    assert!(list(&unshared.1, 10).await.is_empty(), "a page begins behind the last of the page before");
    assert!(list(&[], 0).await.is_empty());
    world.execute("UPDATE catalog_files SET deleted_at = now() - interval '2 days', purged_at = now()").await;
    assert!(list(&[], 10).await.is_empty());
    assert_eq!(world.store.purge_shared_contents().await.unwrap(), 1, "nothing needs it any more");
    world.close().await;
}
