//! Saving an item: what a client did not change stays as it is, also where the client cannot hold it.

use crate::support::World;
use celeiro_app::api::ById;
use celeiro_app::catalog::items::{CreateItem, UpdateItem, create_item, get_item, update_item};
use celeiro_domain::catalog::ItemDraft;
use serde_json::{Map, Value, json};

/// 2^53 and more: a page's numbers end there.
const CODE: u64 = 12_345_678_901_234_567_890;

fn attributes(value: Value) -> Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn attributes_that_a_page_did_not_change_stay_to_the_last_digit() {
    let world = World::own(&[]).await;
    let (app, caller) = (&world.app, &world.caller);
    let whole = attributes(json!({ "code": CODE, "__proto__": "p", "dose": 1, "gone": true }));
    let draft = ItemDraft { name: "Item".into(), attributes: whole, ..ItemDraft::default() };
    let create = CreateItem { draft: draft.clone(), sources: None, operation_id: None };
    let item = create_item(app, caller, create).await.unwrap();

    let rounded = attributes(json!({ "code": 12_345_678_901_234_567_000_u64, "dose": 2, "new": "x" }));
    let update = |version, changed: &[&str]| UpdateItem {
        id: item.id,
        version,
        draft: ItemDraft { manufacturer: Some("Outra".into()), attributes: rounded.clone(), ..draft.clone() },
        changed_attributes: Some(changed.iter().map(|&key| key.to_owned()).collect()),
        sources: None,
        operation_id: None,
    };
    let first = update_item(app, caller, update(item.version, &[])).await.unwrap();
    assert_eq!(first.manufacturer.as_deref(), Some("Outra"));
    assert_eq!(first.attributes, item.attributes);

    let second = update_item(app, caller, update(first.version, &["dose", "gone", "new"])).await.unwrap();
    let expected = attributes(json!({ "code": CODE, "__proto__": "p", "dose": 2, "new": "x" }));
    assert_eq!(second.attributes, expected);

    let late = update_item(app, caller, update(first.version, &["dose"])).await.unwrap_err();
    assert_eq!(late.code().as_str(), "conflict");
    let stored = get_item(app, caller, ById { id: item.id }).await.unwrap().item;
    assert_eq!(stored.attributes, expected);
    world.close().await;
}
