//! Saved views: whose they are, who sees them, and what a save of an older state gets.

use crate::world::{World, conflict, constraint, is_absent, write_of};
use celeiro_domain::search::Kind;
use celeiro_store::StoredView;
use serde_json::json;
use uuid::Uuid;

impl World {
    async fn new_view(&self, owner: &str, name: &str, shared: bool) -> StoredView {
        let content = json!({ "text": name });
        self.store.save_view(None, Kind::Items, name, shared, &content, &write_of(owner)).await.unwrap()
    }

    async fn names_for(&self, kind: Kind, owner: &str) -> Vec<String> {
        self.store.views(kind, owner).await.unwrap().into_iter().map(|view| view.name).collect()
    }
}

#[tokio::test]
async fn people_see_their_own_views_and_shared_ones_by_name_whatever_its_accents() {
    let world = World::new().await;
    for (owner, name, shared) in [
        ("ana", "Zinco", false),
        ("ana", "óleos", true),
        ("bruno", "Adubos", false),
        ("bruno", "Milho", true),
    ] {
        world.new_view(owner, name, shared).await;
    }
    assert_eq!(world.names_for(Kind::Items, "ana").await, ["Milho", "óleos", "Zinco"]);
    assert_eq!(world.names_for(Kind::Items, "bruno").await, ["Adubos", "Milho", "óleos"]);
    assert_eq!(world.names_for(Kind::Items, "carla").await, ["Milho", "óleos"]);
    assert!(world.names_for(Kind::Faqs, "ana").await.is_empty(), "of items is not of FAQs");
    world.close().await;
}

#[tokio::test]
async fn a_view_is_saved_by_its_owner_from_the_version_seen() {
    let world = World::new().await;
    let view = world.new_view("ana", "Preços", false).await;
    let (place, content) = (Some((view.id, 1)), json!({ "text": "novo" }));
    let save = async |place, name: &str, owner: &str| {
        world.store.save_view(place, Kind::Items, name, true, &content, &write_of(owner)).await
    };
    assert!(is_absent(save(place, "Preços", "bruno").await), "shared or not, others do not write it");
    let saved = save(place, "Valores", "ana").await.unwrap();
    assert_eq!((saved.version, saved.shared, &saved.content), (2, true, &content));
    let current = conflict(save(place, "Tarde", "ana").await);
    assert_eq!((&current["name"], &current["version"]), (&json!("Valores"), &json!(2)));
    assert!(is_absent(save(Some((Uuid::new_v4(), 1)), "Nada", "ana").await));
    world.new_view("ana", "Outra", false).await;
    assert_eq!(constraint(save(Some((view.id, 2)), "OUTRA", "ana").await), "grid_views_name_once");
    assert_eq!(constraint(save(None, " ", "ana").await), "grid_views_name_not_blank");
    let elsewhere =
        world.store.save_view(None, Kind::Faqs, "Outra", false, &content, &write_of("ana")).await.unwrap();
    assert_eq!(elsewhere.kind, Kind::Faqs, "names are kept apart by kind");
    assert_eq!(world.new_view("bruno", "Outra", false).await.owner, "bruno", "and by owner");
    world.close().await;
}

#[tokio::test]
async fn a_view_is_deleted_once_by_its_owner_and_a_save_asked_for_twice_is_one_view() {
    let world = World::new().await;
    let (make, remove) = (write_of("ana"), write_of("ana"));
    let content = json!({});
    let mut ids = Vec::new();
    for _ in 0..2 {
        let saved = world.store.save_view(None, Kind::Items, "A", false, &content, &make).await.unwrap();
        ids.push(saved.id);
    }
    assert_eq!(ids[0], ids[1]);
    assert!(is_absent(world.store.delete_view(ids[0], 1, &write_of("bruno")).await));
    assert_eq!(conflict(world.store.delete_view(ids[0], 2, &write_of("ana")).await)["name"], "A");
    for _ in 0..2 {
        world.store.delete_view(ids[0], 1, &remove).await.unwrap();
    }
    assert!(is_absent(world.store.delete_view(ids[0], 1, &write_of("ana")).await));
    assert!(world.names_for(Kind::Items, "ana").await.is_empty());
    world.close().await;
}
