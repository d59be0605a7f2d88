//! The vault: one, with so many notes, which go with it.

use crate::world::{World, conflict, constraint, is_absent, write};
use celeiro_store::{SealedWrite, VaultLock, Write};
use futures::future::join_all;
use serde_json::Value;
use uuid::Uuid;

fn lock(mark: u8) -> VaultLock {
    VaultLock {
        id: Uuid::new_v4(),
        salt: vec![mark; 16],
        memory_kib: 64,
        passes: 1,
        nonce: vec![mark; 24],
        sealed_key: vec![mark; 48],
        version: 1,
    }
}

fn note(mark: u8) -> SealedWrite {
    SealedWrite { id: Uuid::new_v4(), version: None, nonce: vec![mark; 24], sealed: vec![mark; 100] }
}

async fn make_vault(world: &World) -> Uuid {
    let made = lock(1);
    assert!(world.store.create_vault(&made).await.unwrap());
    made.id
}

#[tokio::test]
async fn there_is_one_vault_and_its_password_is_changed_from_the_one_that_holds() {
    let world = World::new().await;
    assert!(world.store.vault_lock().await.unwrap().is_none());
    let locks: Vec<VaultLock> = (1..=4).map(lock).collect();
    let made = join_all(locks.iter().map(|one| world.store.create_vault(one))).await;
    let made: Vec<usize> = (0..4_usize).filter(|at| *made[*at].as_ref().unwrap()).collect();
    assert_eq!(made.len(), 1);
    let first = world.store.vault_lock().await.unwrap().unwrap();
    assert_eq!(first, locks[made[0]]);

    let others: Vec<VaultLock> = (5..=8).map(|mark| VaultLock { id: first.id, ..lock(mark) }).collect();
    let changed = join_all(others.iter().map(|one| world.store.replace_vault_lock(one))).await;
    let changed: Vec<usize> = (0..4_usize).filter(|at| *changed[*at].as_ref().unwrap()).collect();
    assert_eq!(changed.len(), 1, "of several passwords the first holds");
    let second = world.store.vault_lock().await.unwrap().unwrap();
    assert_eq!(second, VaultLock { version: 2, ..others[changed[0]].clone() });
    let of_none = VaultLock { version: 2, ..lock(9) };
    assert!(!world.store.replace_vault_lock(&of_none).await.unwrap(), "it is no vault of this id");
    world.close().await;
}

#[tokio::test]
async fn of_eight_notes_at_once_where_there_is_room_for_one_one_is_stored() {
    let world = World::new().await;
    let vault = make_vault(&world).await;
    world
        .execute(
            "INSERT INTO vault_notes (id, nonce, sealed) \
             SELECT gen_random_uuid(), decode(repeat('00', 24), 'hex'), '' FROM generate_series(1, 999)",
        )
        .await;
    let notes: Vec<(SealedWrite, Write)> = (1..=8).map(|mark| (note(mark), write())).collect();
    let saves = notes.iter().map(|(note, write)| world.store.save_vault_note(vault, note, write));
    let (saved, refused): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((saved.len(), refused.len()), (1, 7));
    for one in refused {
        assert_eq!(constraint(one), "vault_notes_count");
    }
    let id = saved.into_iter().next().unwrap().unwrap();
    let change = SealedWrite { id, version: Some(1), ..note(9) };
    world.store.save_vault_note(vault, &change, &write()).await.unwrap();
    let listed = world.store.vault_notes().await.unwrap();
    assert_eq!((listed.len(), listed[0].id, listed[0].version), (1_000, id, 2), "the last changed is first");
    world.store.delete_vault_note(id).await.unwrap();
    world.store.save_vault_note(vault, &note(10), &write()).await.unwrap();
    world.close().await;
}

#[tokio::test]
async fn a_note_is_changed_from_the_version_that_was_opened_and_made_once_by_an_operation() {
    let world = World::new().await;
    let vault = make_vault(&world).await;
    let (once, first) = (write(), note(1));
    let id = world.store.save_vault_note(vault, &first, &once).await.unwrap();
    assert_eq!(world.store.save_vault_note(vault, &note(2), &once).await.unwrap(), id);
    assert_eq!(world.store.vault_notes().await.unwrap().len(), 1);
    let changes: Vec<(SealedWrite, Write)> =
        (3..=6).map(|mark| (SealedWrite { id, version: Some(1), ..note(mark) }, write())).collect();
    let saves = changes.iter().map(|(note, write)| world.store.save_vault_note(vault, note, write));
    let (saved, refused): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((saved.len(), refused.len()), (1, 3));
    for one in refused {
        assert_eq!(conflict(one), Value::Null, "what is sealed is not told");
    }
    assert_eq!(world.store.vault_note(id).await.unwrap().version, 2);
    let large = SealedWrite { sealed: vec![0; 200_001], ..note(7) };
    assert_eq!(constraint(world.store.save_vault_note(vault, &large, &write()).await), "vault_notes_size");
    let largest = SealedWrite { sealed: vec![0; 200_000], ..note(7) };
    world.store.save_vault_note(vault, &largest, &write()).await.unwrap();
    world.store.delete_vault_note(id).await.unwrap();
    assert!(is_absent(world.store.delete_vault_note(id).await));
    assert!(is_absent(world.store.vault_note(id).await));
    let late = SealedWrite { id, version: Some(2), ..note(8) };
    assert_eq!(conflict(world.store.save_vault_note(vault, &late, &write()).await), Value::Null);
    world.close().await;
}

#[tokio::test]
async fn a_vault_that_is_forgotten_while_notes_are_saved_leaves_none_behind() {
    let world = World::new().await;
    let vault = make_vault(&world).await;
    let notes: Vec<(SealedWrite, Write)> = (1..=6).map(|mark| (note(mark), write())).collect();
    let saves = notes.iter().map(|(note, write)| world.store.save_vault_note(vault, note, write));
    let (saved, forgotten) = tokio::join!(join_all(saves), world.store.forget_vault());
    let mut stored = 0;
    for one in saved {
        match one {
            Ok(_) => stored += 1,
            refused => assert!(is_absent(refused)),
        }
    }
    assert_eq!(forgotten.unwrap(), stored);
    assert_eq!(world.count("SELECT count(*) FROM vault_notes").await, 0);
    assert!(world.store.vault_lock().await.unwrap().is_none());
    assert!(is_absent(world.store.forget_vault().await));
    assert!(is_absent(world.store.save_vault_note(vault, &note(7), &write()).await));
    let next = make_vault(&world).await;
    assert!(is_absent(world.store.save_vault_note(vault, &note(8), &write()).await), "it is another vault");
    world.store.save_vault_note(next, &note(8), &write()).await.unwrap();
    world.close().await;
}
