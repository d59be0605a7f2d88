//! Items one by one: what a save refuses, and what savers at the same time leave.

use crate::world::{World, conflict, constraint, is_absent, write, write_of};
use celeiro_domain::catalog::{Item, ItemDraft, Package, PackageStatus, Price, Status};
use celeiro_store::{Origin, StoreError, Write};
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

pub fn draft(name: &str) -> ItemDraft {
    ItemDraft { name: name.into(), ..ItemDraft::default() }
}

pub fn draft_with_id(name: &str, external_id: &str) -> ItemDraft {
    ItemDraft { external_id: Some(external_id.into()), ..draft(name) }
}

impl World {
    pub async fn create(&self, draft: &ItemDraft) -> Item {
        self.store.create_item(draft, &write()).await.unwrap()
    }
}

#[tokio::test]
async fn what_was_written_of_an_item_comes_back_as_it_was() {
    let world = World::new().await;
    let whole = ItemDraft {
        external_id: Some("F-1".into()),
        name: "Mancozebe 800".into(),
        description: Some("Fungicida de contato.\nDuas linhas.".into()),
        category: Some("Fungicida".into()),
        manufacturer: Some("Casa & Filhos".into()),
        price: Some(Price::parse("1234.5678").unwrap()),
        currency: Some("USD".into()),
        tags: vec!["soja".into(), "ferrugem".into()],
        status: Status::Rascunho,
        attributes: json!({ "teor": 800, "classes": ["III", "IV"], "nulo": null })
            .as_object()
            .unwrap()
            .clone(),
        notes: Some("Pedir ao gerente".into()),
        packages: Some(vec![Package {
            label: "5 L".into(),
            code: Some("M-5".into()),
            ean: Some("7891000315507".into()),
            price: Some(Price::parse("298.5678").unwrap()),
            status: PackageStatus::Inativo,
        }]),
    };
    let made = world.create(&whole).await;
    assert_eq!(ItemDraft::from(made.clone()), whole);
    assert_eq!((made.version, made.created_at), (1, made.updated_at));
    assert_eq!(world.store.item(made.id).await.unwrap(), made);
    let bare = world.create(&draft("Só o nome")).await;
    assert_eq!((bare.currency.as_str(), bare.status), ("BRL", Status::Ativo), "what is not said is usual");
    let order = [bare.id, Uuid::new_v4(), made.id];
    let ids: Vec<Uuid> = world.store.items(&order).await.unwrap().iter().map(|item| item.id).collect();
    assert_eq!(ids, [bare.id, made.id], "in the order asked for, without what is not there");
    world.close().await;
}

#[tokio::test]
async fn a_save_from_an_older_version_is_refused_with_what_is_stored() {
    let world = World::new().await;
    let first = world.create(&draft("Antes")).await;
    let second = world.store.update_item(first.id, 1, &draft("Depois"), &write()).await.unwrap();
    assert_eq!((second.name.as_str(), second.version), ("Depois", 2));
    let late = world.store.update_item(first.id, 1, &draft("Tarde"), &write()).await;
    let current = conflict(late);
    assert_eq!((&current["name"], &current["version"]), (&json!("Depois"), &json!(2)));
    assert_eq!(world.store.item(first.id).await.unwrap(), second, "nothing of it was kept");
    let same = world.store.update_item(first.id, 2, &draft("Depois"), &write()).await.unwrap();
    assert_eq!(same.version, 2, "a save that changes nothing is no version");
    assert!(is_absent(world.store.update_item(Uuid::new_v4(), 1, &draft("Nada"), &write()).await));
    world.close().await;
}

#[tokio::test]
async fn of_eight_savers_from_one_version_one_wins_and_the_others_see_who() {
    let world = World::new().await;
    let item = world.create(&draft("Antes")).await;
    let drafts: Vec<ItemDraft> = (0..8).map(|n| draft(&format!("Mão {n}"))).collect();
    let writes: Vec<Write> = (0..8).map(|n| write_of(&format!("p{n}"))).collect();
    let saves = drafts.iter().zip(&writes).map(|(draft, w)| world.store.update_item(item.id, 1, draft, w));
    let (won, lost): (Vec<_>, Vec<_>) = join_all(saves).await.into_iter().partition(Result::is_ok);
    assert_eq!((won.len(), lost.len()), (1, 7));
    let winner = won.into_iter().next().unwrap().unwrap();
    assert_eq!((winner.version, world.store.item(item.id).await.unwrap()), (2, winner.clone()));
    for refused in lost {
        assert_eq!(conflict(refused)["name"], winner.name);
    }
    assert_eq!(world.count("SELECT count(*) FROM revisions").await, 2, "one save is one line of history");
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'update-item'").await, 1);
    world.close().await;
}

#[tokio::test]
async fn an_external_id_belongs_to_one_item_and_the_error_names_it() {
    let world = World::new().await;
    let first = world.create(&draft_with_id("A", "X-1")).await;
    let second = world.create(&draft_with_id("B", "X-2")).await;
    let created = world.store.create_item(&draft_with_id("C", "X-1"), &write()).await;
    assert!(matches!(created, Err(StoreError::DuplicateExternalId(id)) if id == "X-1"));
    let saved = world.store.update_item(second.id, 1, &draft_with_id("B", "X-1"), &write()).await;
    assert!(matches!(saved, Err(StoreError::DuplicateExternalId(id)) if id == "X-1"));
    assert_eq!(world.store.item(second.id).await.unwrap(), second);
    // A deleted item keeps its id, for it may come back.
    world.store.delete_item(first.id, &write()).await.unwrap();
    let while_deleted = world.store.create_item(&draft_with_id("C", "X-1"), &write()).await;
    assert!(matches!(while_deleted, Err(StoreError::DuplicateExternalId(id)) if id == "X-1"));
    world.close().await;
}

#[tokio::test]
async fn what_is_deleted_is_gone_for_readers_and_savers_until_it_is_restored() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await;
    assert!(is_absent(world.store.restore_item(item.id, &write()).await), "it is not deleted");
    world.store.delete_item(item.id, &write()).await.unwrap();
    assert!(is_absent(world.store.delete_item(item.id, &write()).await));
    assert!(is_absent(world.store.item(item.id).await));
    assert!(is_absent(world.store.update_item(item.id, 2, &draft("B"), &write()).await));
    let restored = world.store.restore_item(item.id, &write()).await.unwrap();
    assert_eq!((restored.name.as_str(), restored.id), ("A", item.id));
    assert!(restored.version > item.version, "a page that shows the item as it was must hear of it");
    assert!(is_absent(world.store.delete_item(Uuid::new_v4(), &write()).await));
    world.close().await;
}

#[tokio::test]
async fn a_write_asked_for_twice_is_done_once_and_its_id_is_good_for_nothing_else() {
    let world = World::new().await;
    let [make, change, remove, back] = [(); 4].map(|()| write());
    let made = world.store.create_item(&draft("A"), &make).await.unwrap();
    assert_eq!(world.store.create_item(&draft("Outra"), &make).await.unwrap(), made);
    let changed = world.store.update_item(made.id, 1, &draft("B"), &change).await.unwrap();
    assert_eq!(world.store.update_item(made.id, 1, &draft("B"), &change).await.unwrap(), changed);
    for _ in 0..2 {
        world.store.delete_item(made.id, &remove).await.unwrap();
    }
    let restored = world.store.restore_item(made.id, &back).await.unwrap();
    world.store.delete_item(made.id, &remove).await.unwrap();
    assert_eq!(world.store.item(made.id).await.unwrap(), restored, "the deletion was done before");
    assert_eq!(world.count("SELECT count(*) FROM catalog_items").await, 1);
    assert_eq!(constraint(world.store.delete_item(made.id, &make).await), "operations_pkey");
    assert_eq!(constraint(world.store.create_item(&draft("C"), &change).await), "operations_pkey");
    world.close().await;
}

#[tokio::test]
async fn what_folds_the_texts_of_a_row_keeps_its_plan() {
    let world = World::new().await;
    let kept = "SELECT count(*) FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang \
        WHERE p.proname IN ('item_attribute_text', 'package_texts') AND l.lanname = 'plpgsql'";
    assert_eq!(world.count(kept).await, 2);
    world.close().await;
}

#[tokio::test]
async fn the_history_says_who_wrote_and_from_where() {
    let world = World::new().await;
    let origins = [
        (Origin::Person, "person"),
        (Origin::AiSuggestion, "ai-suggestion"),
        (Origin::Import, "import"),
        (Origin::Assistant, "assistant"),
    ];
    for (origin, source) in origins {
        let by = Write { origin, ..write_of(source) };
        let item = world.store.create_item(&draft(source), &by).await.unwrap();
        let saves = world.store.history(celeiro_domain::search::Kind::Items, item.id, 0, 10).await.unwrap();
        let first = saves.first().unwrap();
        assert_eq!((first.actor.as_str(), first.source.as_str()), (source, source));
        assert_eq!(first.operation_id, Some(by.operation_id));
    }
    world.close().await;
}
