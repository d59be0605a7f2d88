//! Relations between items: circles that two writers would close together, the limit, and what is refused.

use crate::items::draft;
use crate::world::{World, is_absent, write};
use celeiro_domain::catalog::relations::{
    MAX_RELATIONS, RelationDirection, RelationKind, RelationPair, RelationProblem, RelationStatus,
};
use celeiro_store::RelationSet;
use futures::future::join_all;
use uuid::Uuid;

const CHANGED: Result<RelationSet, RelationProblem> = Ok(RelationSet { changed: true });

fn pair(kind: RelationKind, one: Uuid, other: Uuid) -> RelationPair {
    RelationPair::between(kind, None, one, other).unwrap()
}

async fn relate(world: &World, pair: RelationPair) -> Result<RelationSet, RelationProblem> {
    world.store.set_relation(pair, false, &write()).await.unwrap()
}

async fn refuse(world: &World, pair: RelationPair) -> Result<RelationSet, RelationProblem> {
    world.store.set_relation(pair, true, &write()).await.unwrap()
}

/// Items that have no relations.
async fn make_items(world: &World, count: usize) -> Vec<Uuid> {
    let mut ids = Vec::with_capacity(count);
    for number in 0..count {
        ids.push(world.create(&draft(&format!("Item {number:02}"))).await.id);
    }
    ids
}

/// Names of the items that an item is related to.
async fn list_related(world: &World, item: Uuid) -> Vec<String> {
    world.store.item_relations(item).await.unwrap().into_iter().map(|one| one.name).collect()
}

#[tokio::test]
async fn writers_at_the_same_time_close_no_circle() {
    let world = World::new().await;
    let ids = make_items(&world, 6).await;
    let ring: Vec<_> =
        (0..6_usize).map(|at| (pair(RelationKind::Replaces, ids[at], ids[(at + 1) % 6]), write())).collect();
    let set = ring.iter().map(|(pair, write)| world.store.set_relation(*pair, false, write));
    let set: Vec<_> = join_all(set).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(set.iter().filter(|one| **one == CHANGED).count(), 5, "{set:?}");
    assert_eq!(set.iter().filter(|one| **one == Err(RelationProblem::Cycle)).count(), 1);
    assert_eq!(world.count("SELECT count(*) FROM item_relations").await, 5);
    world.close().await;
}

#[tokio::test]
async fn a_circle_by_way_of_a_deleted_item_is_none_that_a_restored_one_could_close() {
    let world = World::new().await;
    let ids = make_items(&world, 3).await;
    let [a, b, c] = [ids[0], ids[1], ids[2]];
    for (one, other) in [(a, b), (b, c)] {
        assert_eq!(relate(&world, pair(RelationKind::Replaces, one, other)).await, CHANGED);
    }
    world.store.delete_item(b, &write()).await.unwrap();
    let closing = pair(RelationKind::Replaces, c, a);
    assert_eq!(relate(&world, closing).await, Err(RelationProblem::Cycle));
    assert_eq!(relate(&world, pair(RelationKind::GoesWith, c, a)).await, CHANGED, "that has no direction");
    assert_eq!(list_related(&world, a).await, ["Item 02"], "a deleted item is in no list");
    let with_deleted = pair(RelationKind::GoesWith, a, b);
    assert!(is_absent(world.store.set_relation(with_deleted, false, &write()).await));
    let nothing = pair(RelationKind::GoesWith, a, Uuid::new_v4());
    assert!(is_absent(world.store.set_relation(nothing, false, &write()).await));
    world.store.restore_item(b, &write()).await.unwrap();
    let seen = world.store.item_relations(b).await.unwrap();
    let ways: Vec<_> = seen.iter().map(|one| (one.name.as_str(), one.direction)).collect();
    assert_eq!(ways, [("Item 02", RelationDirection::Outgoing), ("Item 00", RelationDirection::Incoming)]);
    world.store.remove_relation(pair(RelationKind::Replaces, a, b), &write()).await.unwrap();
    assert_eq!(relate(&world, closing).await, CHANGED, "the control: the way is cut");
    world.close().await;
}

#[tokio::test]
async fn an_item_has_so_many_relations_and_what_is_refused_takes_no_room() {
    let world = World::new().await;
    let ids = make_items(&world, MAX_RELATIONS + 3).await;
    let (hub, others) = (ids[0], &ids[1..]);
    let same = |other: Uuid| pair(RelationKind::SameIngredient, hub, other);
    assert_eq!(refuse(&world, same(others[0])).await, CHANGED);
    for other in &others[1..MAX_RELATIONS] {
        assert_eq!(relate(&world, pair(RelationKind::GoesWith, hub, *other)).await, CHANGED);
    }
    let last: Vec<_> = others[MAX_RELATIONS..]
        .iter()
        .map(|other| (pair(RelationKind::GoesWith, *other, hub), write()))
        .collect();
    let set = last.iter().map(|(pair, write)| world.store.set_relation(*pair, false, write));
    let set: Vec<_> = join_all(set).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(set.iter().filter(|one| **one == CHANGED).count(), 1, "of two at once one is the last");
    assert!(set.contains(&Err(RelationProblem::TooMany)));
    assert_eq!(relate(&world, same(others[0])).await, Err(RelationProblem::TooMany));
    world.store.delete_item(others[1], &write()).await.unwrap();
    assert_eq!(relate(&world, same(others[0])).await, CHANGED, "one with a deleted item takes none either");
    world.close().await;
}

#[tokio::test]
async fn a_proposal_alone_is_refused_and_a_refusal_is_forgotten_or_overcome() {
    let world = World::new().await;
    let ids = make_items(&world, 2).await;
    let same = pair(RelationKind::SameIngredient, ids[1], ids[0]);
    for kind in [RelationKind::Replaces, RelationKind::GoesWith] {
        let refused = refuse(&world, pair(kind, ids[0], ids[1])).await;
        assert_eq!(refused, Err(RelationProblem::NotProposed), "nothing proposes it");
    }
    let status = async || world.store.item_relations(ids[0]).await.unwrap()[0].status;
    assert_eq!(refuse(&world, same).await, CHANGED);
    assert_eq!(status().await, RelationStatus::Refused);
    assert_eq!(refuse(&world, same).await, Ok(RelationSet { changed: false }));
    assert_eq!(relate(&world, same).await, CHANGED);
    assert_eq!(status().await, RelationStatus::Confirmed);
    assert_eq!(refuse(&world, same).await, Err(RelationProblem::NotProposed), "what is so is taken away");
    world.store.remove_relation(same, &write()).await.unwrap();
    assert!(list_related(&world, ids[0]).await.is_empty());
    assert_eq!(refuse(&world, same).await, CHANGED);
    world.close().await;
}

#[tokio::test]
async fn a_relation_that_is_set_or_removed_again_under_one_operation_is_so_once() {
    let world = World::new().await;
    let ids = make_items(&world, 2).await;
    let (once, off, goes) = (write(), write(), pair(RelationKind::GoesWith, ids[0], ids[1]));
    for _ in 0..2 {
        assert_eq!(world.store.set_relation(goes, false, &once).await.unwrap(), CHANGED);
    }
    world.store.remove_relation(goes, &off).await.unwrap();
    assert_eq!(world.store.set_relation(goes, false, &once).await.unwrap(), CHANGED, "as it was answered");
    assert!(list_related(&world, ids[0]).await.is_empty(), "and not done again");
    world.store.remove_relation(goes, &off).await.unwrap();
    assert!(is_absent(world.store.remove_relation(goes, &write()).await));
    world.close().await;
}
