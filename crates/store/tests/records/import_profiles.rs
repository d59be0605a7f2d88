//! Profiles of suppliers' files and of exports, and what people said of columns.

use crate::world::{World, ago, constraint};
use celeiro_domain::search::Kind;
use celeiro_store::{MOST_PROFILES, ProfileWrite, StoreError, StoredExportProfile, StoredImportProfile};
use chrono::{DateTime, Utc};
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

fn profile(name: &str) -> StoredImportProfile {
    StoredImportProfile {
        id: Uuid::new_v4(),
        name: name.into(),
        header: Some(vec![7; 32]),
        content: json!({ "columns": [] }),
        updated_at: ago(1_000),
    }
}

fn export(name: &str) -> StoredExportProfile {
    StoredExportProfile {
        id: Uuid::new_v4(),
        name: name.into(),
        content: json!({ "columns": ["preço"] }),
        updated_at: ago(1_000),
    }
}

/// When a profile was stored.
fn stored_at(write: ProfileWrite) -> DateTime<Utc> {
    match write {
        ProfileWrite::Stored(at) => at,
        other => panic!("it is not stored: {other:?}"),
    }
}

/// How many profiles were added; the others were too many.
fn count_added(writes: Vec<Result<ProfileWrite, StoreError>>) -> usize {
    let (added, refused): (Vec<_>, Vec<_>) =
        writes.into_iter().map(Result::unwrap).partition(|write| matches!(write, ProfileWrite::Stored(_)));
    assert!(refused.iter().all(|write| *write == ProfileWrite::TooMany), "{refused:?}");
    added.len()
}

#[tokio::test]
async fn a_name_of_a_profile_is_one_whatever_its_case_and_accents_and_each_kind_has_its_own() {
    let world = World::new().await;
    let first = profile("Açaí & Cia");
    let at = stored_at(world.store.add_import_profile(Kind::Items, &first).await.unwrap());
    assert!(at > ago(1), "the time is that of the database");
    let same = profile("ACAI & CIA");
    assert_eq!(world.store.add_import_profile(Kind::Items, &same).await.unwrap(), ProfileWrite::NameTaken);
    stored_at(world.store.add_import_profile(Kind::Faqs, &same).await.unwrap());
    let other = profile("Bayer");
    stored_at(world.store.add_import_profile(Kind::Items, &other).await.unwrap());
    let renamed = StoredImportProfile { name: "açai & cia".into(), ..other.clone() };
    let taken = world.store.replace_import_profile(Kind::Items, &renamed, None).await.unwrap();
    assert_eq!(taken, ProfileWrite::NameTaken);
    let long = profile(&"é".repeat(81));
    let refused = world.store.add_import_profile(Kind::Items, &long).await;
    assert_eq!(constraint(refused), "import_profiles_name_length");
    let names: Vec<String> =
        world.store.import_profiles(Kind::Items).await.unwrap().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["Açaí & Cia", "Bayer"]);
    world.close().await;
}

#[tokio::test]
async fn of_six_who_replace_the_profile_that_they_read_one_does() {
    let world = World::new().await;
    let first = profile("Bayer");
    let read_at = stored_at(world.store.add_import_profile(Kind::Items, &first).await.unwrap());
    let changed: Vec<StoredImportProfile> = (0..6)
        .map(|number| StoredImportProfile { content: json!({ "by": number }), ..first.clone() })
        .collect();
    let writes =
        changed.iter().map(|profile| world.store.replace_import_profile(Kind::Items, profile, Some(read_at)));
    let writes: Vec<ProfileWrite> = join_all(writes).await.into_iter().map(Result::unwrap).collect();
    let won: Vec<usize> = (0..6_usize).filter(|at| matches!(writes[*at], ProfileWrite::Stored(_))).collect();
    assert_eq!(won.len(), 1, "{writes:?}");
    assert_eq!(writes.iter().filter(|write| **write == ProfileWrite::Changed).count(), 5);
    let stored = world.store.import_profiles(Kind::Items).await.unwrap().remove(0);
    assert_eq!(stored.content, json!({ "by": won[0] }));
    let anyway = world.store.replace_import_profile(Kind::Items, &first, None).await.unwrap();
    assert!(stored_at(anyway) > read_at, "who does not say what was read replaces it");
    let elsewhere = world.store.replace_import_profile(Kind::Faqs, &first, None).await.unwrap();
    assert_eq!(elsewhere, ProfileWrite::Missing, "it is of the other kind");
    assert!(world.store.delete_import_profile(first.id).await.unwrap());
    assert!(!world.store.delete_import_profile(first.id).await.unwrap());
    let late = world.store.replace_import_profile(Kind::Items, &first, Some(read_at)).await.unwrap();
    assert_eq!(late, ProfileWrite::Missing);
    world.close().await;
}

#[tokio::test]
async fn profiles_of_a_kind_are_so_many_and_the_other_kind_has_its_own_room() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO import_profiles (id, kind, name, content) \
             SELECT gen_random_uuid(), 'items', 'p' || n, '{}' FROM generate_series(1, 500) AS n; \
             INSERT INTO export_profiles (id, kind, name, content) \
             SELECT gen_random_uuid(), 'items', 'p' || n, '{}' FROM generate_series(1, 500) AS n",
        )
        .await;
    let more = world.store.add_import_profile(Kind::Items, &profile("Mais um")).await.unwrap();
    assert_eq!(more, ProfileWrite::TooMany);
    let more = world.store.add_export_profile(Kind::Items, &export("Mais um")).await.unwrap();
    assert_eq!(more, ProfileWrite::TooMany);
    stored_at(world.store.add_import_profile(Kind::Faqs, &profile("Mais um")).await.unwrap());
    stored_at(world.store.add_export_profile(Kind::Faqs, &export("Mais um")).await.unwrap());
    let all = world.store.import_profiles(Kind::Items).await.unwrap();
    assert_eq!(i64::try_from(all.len()).unwrap(), MOST_PROFILES);
    assert!(world.store.delete_import_profile(all[0].id).await.unwrap());
    stored_at(world.store.add_import_profile(Kind::Items, &profile("Mais um")).await.unwrap());
    world.close().await;
}

#[tokio::test]
async fn of_eight_who_add_the_last_profile_of_a_kind_one_does() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO import_profiles (id, kind, name, content) \
             SELECT gen_random_uuid(), 'items', 'p' || n, '{}' FROM generate_series(1, 499) AS n; \
             INSERT INTO export_profiles (id, kind, name, content) \
             SELECT gen_random_uuid(), 'items', 'p' || n, '{}' FROM generate_series(1, 499) AS n",
        )
        .await;
    let imports: Vec<StoredImportProfile> = (0..8).map(|number| profile(&format!("novo {number}"))).collect();
    let exports: Vec<StoredExportProfile> = (0..8).map(|number| export(&format!("novo {number}"))).collect();
    let added = join_all(imports.iter().map(|one| world.store.add_import_profile(Kind::Items, one))).await;
    assert_eq!(count_added(added), 1);
    let added = join_all(exports.iter().map(|one| world.store.add_export_profile(Kind::Items, one))).await;
    assert_eq!(count_added(added), 1);
    for question in ["SELECT count(*) FROM import_profiles", "SELECT count(*) FROM export_profiles"] {
        assert_eq!(world.count(question).await, MOST_PROFILES, "{question}");
    }
    world.close().await;
}

#[tokio::test]
async fn an_export_profile_is_replaced_as_it_was_read_and_comes_back_as_it_was_stored() {
    let world = World::new().await;
    let first = export("Balcão 🌽");
    let at = stored_at(world.store.add_export_profile(Kind::Items, &first).await.unwrap());
    let stored = world.store.export_profiles(Kind::Items).await.unwrap();
    assert_eq!(stored, [StoredExportProfile { updated_at: at, ..first.clone() }]);
    let same = export("BALCAO 🌽");
    assert_eq!(world.store.add_export_profile(Kind::Items, &same).await.unwrap(), ProfileWrite::NameTaken);
    let replace = async |read_at: Option<DateTime<Utc>>| {
        world.store.replace_export_profile(Kind::Items, &first, read_at).await.unwrap()
    };
    let second = stored_at(replace(Some(at)).await);
    assert_eq!(replace(Some(at)).await, ProfileWrite::Changed);
    stored_at(replace(Some(second)).await);
    assert!(world.store.export_profiles(Kind::Faqs).await.unwrap().is_empty());
    assert!(world.store.delete_export_profile(first.id).await.unwrap());
    assert!(!world.store.delete_export_profile(first.id).await.unwrap());
    assert_eq!(replace(None).await, ProfileWrite::Missing);
    world.close().await;
}

#[tokio::test]
async fn what_was_said_of_columns_most_often_comes_first_and_layouts_without_it_are_passed_over() {
    let world = World::new().await;
    world
        .execute(
            r#"INSERT INTO import_layouts (kind, header, mapping, used_at)
               SELECT l.kind, sha256(convert_to(l.n::text, 'UTF8')), l.mapping::jsonb, now() - l.n * interval '1 hour'
               FROM (VALUES
                 ('items', 1, '[{"column": "vlr", "target": "price"}, {"column": "obs", "target": "notes"}]'),
                 ('items', 2, '[{"column": "produto", "target": "name"}, {"column": "vlr"}]'),
                 ('items', 3, '[{"column": "produto", "target": "name"}, {"target": "tags"}, null, 7]'),
                 ('items', 4, '{"column": "x", "target": "y"}'),
                 ('faqs', 5, '[{"column": "pergunta", "target": "question"}]')) AS l (kind, n, mapping)"#,
        )
        .await;
    let said = world.store.columns_said_before(Kind::Items).await.unwrap();
    let said: Vec<(&str, &str)> = said.iter().map(|(one, target)| (one.as_str(), target.as_str())).collect();
    assert_eq!(said[0], ("produto", "name"));
    assert_eq!(said.len(), 3);
    assert!(said.contains(&("vlr", "price")) && said.contains(&("obs", "notes")), "{said:?}");
    world.close().await;
}
