//! Groups of synonyms: seeded once, changed from the version seen, deleted and brought back.

use crate::world::{World, conflict, constraint, is_absent, write};
use celeiro_domain::synonyms::{GroupKind, SynonymGroup};

fn group(kind: GroupKind, name: &str, terms: &[&str]) -> SynonymGroup {
    SynonymGroup { kind, name: name.into(), terms: terms.iter().map(|term| (*term).to_owned()).collect() }
}

#[tokio::test]
async fn shipped_groups_come_once_and_never_over_what_people_changed() {
    let world = World::new().await;
    let shipped = [
        group(GroupKind::Culture, "soja", &["soja", "soya"]),
        group(GroupKind::Generic, "balde", &["balde"]),
    ];
    world.store.seed_synonyms(&shipped).await.unwrap();
    let [soja, balde] = world.store.synonym_groups().await.unwrap().try_into().unwrap();
    assert_eq!((soja.group, balde.group.clone()), (shipped[0].clone(), shipped[1].clone()));
    let own = group(GroupKind::Culture, "soja", &["soja"]);
    world.store.update_synonym_group(soja.id, 1, &own, &write()).await.unwrap();
    world.store.mark_group_deleted(balde.id, true, &write()).await.unwrap();
    world.store.seed_synonyms(&shipped).await.unwrap();
    let [left] = world.store.synonym_groups().await.unwrap().try_into().unwrap();
    assert_eq!((left.group, left.version), (own, 2));
    world.close().await;
}

#[tokio::test]
async fn a_group_is_refused_where_another_of_its_kind_has_the_name() {
    let world = World::new().await;
    let soja = group(GroupKind::Culture, "Soja", &["soja"]);
    let made = world.store.create_synonym_group(&soja, &write()).await.unwrap();
    let twin = group(GroupKind::Culture, "SÓJA", &["soya"]);
    let name_once = "synonym_groups_name_once";
    assert_eq!(constraint(world.store.create_synonym_group(&twin, &write()).await), name_once);
    let treatment = group(GroupKind::Treatment, "Soja", &["soja"]);
    let other = world.store.create_synonym_group(&treatment, &write()).await.unwrap();
    let renamed = world.store.update_synonym_group(other.id, 1, &soja, &write()).await;
    assert_eq!(constraint(renamed), name_once, "a change of kind meets the other's name");
    world.store.mark_group_deleted(made.id, true, &write()).await.unwrap();
    world.store.create_synonym_group(&twin, &write()).await.unwrap();
    let back = world.store.mark_group_deleted(made.id, false, &write()).await;
    assert_eq!(constraint(back), name_once, "its name was given away meanwhile");
    world.close().await;
}

#[tokio::test]
async fn a_group_is_changed_from_the_version_seen_and_found_by_the_operation_that_made_it() {
    let world = World::new().await;
    let (store, make) = (&world.store, write());
    let soja = group(GroupKind::Culture, "soja", &["soja"]);
    assert_eq!(store.group_made_by(make.operation_id, None).await.unwrap(), None);
    let made = store.create_synonym_group(&soja, &make).await.unwrap();
    assert_eq!(store.create_synonym_group(&soja, &make).await.unwrap(), made);
    assert_eq!(store.group_made_by(make.operation_id, None).await.unwrap(), Some(made.clone()));
    assert_eq!(store.group_made_by(make.operation_id, Some("bia")).await.unwrap(), None);
    let longer = group(GroupKind::Culture, "soja", &["soja", "soya"]);
    let saved = store.update_synonym_group(made.id, 1, &longer, &write()).await.unwrap();
    assert_eq!((saved.version, saved.group.terms.len()), (2, 2));
    let late = store.update_synonym_group(made.id, 1, &soja, &write()).await;
    assert_eq!(conflict(late)["terms"], serde_json::json!(["soja", "soya"]));
    store.mark_group_deleted(made.id, true, &write()).await.unwrap();
    assert!(is_absent(store.mark_group_deleted(made.id, true, &write()).await));
    assert!(is_absent(store.update_synonym_group(made.id, 3, &soja, &write()).await));
    assert!(is_absent(store.group_made_by(make.operation_id, None).await), "made, and deleted since");
    store.mark_group_deleted(made.id, false, &write()).await.unwrap();
    assert!(is_absent(store.mark_group_deleted(made.id, false, &write()).await));
    assert_eq!(store.synonym_group(made.id).await.unwrap().group, longer);
    assert!(is_absent(store.synonym_group(made.id + 1).await));
    world.close().await;
}
