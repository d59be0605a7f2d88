//! The log of operations, the history of a record, and taking back as SQL does it.

use crate::faqs::faq_draft;
use crate::items::{draft, draft_with_id};
use crate::world::{World, is_absent, write, write_of};
use celeiro_domain::catalog::{ItemDraft, Package, PackageStatus, Price};
use celeiro_domain::search::Kind;
use celeiro_store::{UndoPlan, UndoneOperation, Write};
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

fn whole(operation: Uuid) -> UndoPlan {
    UndoPlan { operation, records: None, fields: None, dry_run: false }
}

fn draft_at_price(name: &str, price: &str) -> ItemDraft {
    ItemDraft { price: Some(Price::parse(price).unwrap()), ..draft(name) }
}

impl World {
    async fn undo(&self, plan: &UndoPlan) -> UndoneOperation {
        self.store.undo(plan, &write()).await.unwrap()
    }
}

#[tokio::test]
async fn the_log_is_paged_latest_first_and_told_by_person() {
    let world = World::new().await;
    for (actor, name) in [("ana", "A"), ("bruno", "B"), ("ana", "C")] {
        world.store.create_item(&draft(name), &write_of(actor)).await.unwrap();
    }
    let names = async |actor: Option<&str>, offset, limit| {
        let (rows, total) = world.store.operations(actor, offset, limit).await.unwrap();
        let names: Vec<String> = rows.into_iter().map(|row| row.record.unwrap().name).collect();
        (names, total)
    };
    assert_eq!(names(None, 0, 2).await, (vec!["C".to_owned(), "B".to_owned()], 3));
    assert_eq!(names(None, 2, 2).await, (vec!["A".to_owned()], 3));
    assert_eq!(names(None, 9, 2).await, (vec![], 3));
    assert_eq!(names(Some("ana"), 0, 9).await, (vec!["C".to_owned(), "A".to_owned()], 2));
    assert_eq!(names(Some("ninguém"), 0, 9).await, (vec![], 0));
    world.close().await;
}

#[tokio::test]
async fn an_operation_says_what_it_changed_by_the_names_that_people_know() {
    let world = World::new().await;
    let item = world.create(&draft_with_id("A", "X-1")).await;
    let change = write_of("ana");
    let other = ItemDraft {
        attributes: json!({ "teor": 1 }).as_object().unwrap().clone(),
        external_id: Some("X-2".into()),
        ..draft_at_price("A", "10")
    };
    world.store.update_item(item.id, 1, &other, &change).await.unwrap();
    let (operation, changes, total) = world.store.operation(change.operation_id, 0, 10).await.unwrap();
    assert_eq!((operation.kind.as_str(), operation.actor.as_str()), ("update-item", "ana"));
    assert_eq!((operation.records, operation.created, total), (1, 0, 1));
    assert_eq!(operation.fields, ["attributes", "externalId", "price"]);
    let fields: Vec<&str> = changes[0].changes.iter().map(|change| change.field.as_str()).collect();
    assert_eq!(fields, ["attributes.teor", "externalId", "price"]);
    assert_eq!((&changes[0].changes[1].from, &changes[0].changes[1].to), (&json!("X-1"), &json!("X-2")));
    assert_eq!(operation.record.unwrap().external_id.as_deref(), Some("X-2"), "as it is today");
    assert!(is_absent(world.store.operation(Uuid::new_v4(), 0, 10).await));
    assert!(is_absent(world.store.operation_owner(Uuid::new_v4()).await));
    world.close().await;
}

#[tokio::test]
async fn an_operation_that_changed_no_record_is_owned_and_not_logged() {
    let world = World::new().await;
    let view = write_of("ana");
    world.store.save_view(None, Kind::Items, "V", false, &json!({}), &view).await.unwrap();
    let owner = world.store.operation_owner(view.operation_id).await.unwrap();
    assert_eq!(
        (owner.kind.as_str(), owner.actor.as_str(), owner.changed_records),
        ("save-view", "ana", false)
    );
    assert!(is_absent(world.store.operation(view.operation_id, 0, 10).await));
    assert_eq!(world.store.operations(None, 0, 10).await.unwrap().1, 0);
    let undone = world.undo(&whole(view.operation_id)).await;
    assert_eq!((undone.operation_id, undone.undone), (None, 0));
    world.close().await;
}

#[tokio::test]
async fn a_record_is_called_by_its_id_or_the_one_it_has_elsewhere_deleted_or_not() {
    let world = World::new().await;
    assert_eq!(world.store.last_revision().await.unwrap(), 0);
    let item = world.create(&draft_with_id("A", "X-1")).await;
    let faq = world.create_faq(&faq_draft("Pode?")).await;
    world.store.delete_item(item.id, &write()).await.unwrap();
    let find_record = async |name: &str| world.store.record_called(name).await;
    assert_eq!(find_record("X-1").await.unwrap(), (Kind::Items, item.id));
    assert_eq!(find_record(&item.id.to_string()).await.unwrap(), (Kind::Items, item.id));
    assert_eq!(find_record(&faq.id.to_string()).await.unwrap(), (Kind::Faqs, faq.id));
    assert!(is_absent(find_record("x-1").await), "as it is written");
    assert!(is_absent(find_record("X-1\0").await), "no text of a database");
    let saves = world.store.history(Kind::Items, item.id, 0, 10).await.unwrap();
    assert_eq!(saves.len(), 2);
    let deletion = &saves[0].changes[0];
    assert_eq!((&deletion.from, &deletion.to), (&json!(false), &json!(true)), "when is of no interest");
    assert_eq!(world.store.history(Kind::Items, item.id, 1, 10).await.unwrap().len(), 1);
    assert!(world.store.history(Kind::Faqs, item.id, 0, 10).await.unwrap().is_empty(), "it is no FAQ");
    assert_eq!(world.store.last_revision().await.unwrap(), 3);
    world.close().await;
}

#[tokio::test]
async fn a_dry_run_tells_what_taking_back_would_do_and_does_nothing() {
    let world = World::new().await;
    let item = world.create(&draft_at_price("A", "10")).await;
    let change = write();
    world.store.update_item(item.id, 1, &draft_at_price("B", "20"), &change).await.unwrap();
    world.store.update_item(item.id, 2, &draft_at_price("B", "30"), &write_of("bruno")).await.unwrap();
    let dry = UndoPlan { dry_run: true, ..whole(change.operation_id) };
    let told = world.undo(&dry).await;
    assert_eq!((told.operation_id, told.undone, told.conflict_count), (None, 1, 1));
    assert_eq!(world.store.item(item.id).await.unwrap().version, 3);
    let done = world.undo(&whole(change.operation_id)).await;
    assert_eq!((done.undone, &done.conflicts), (told.undone, &told.conflicts));
    let conflict = &done.conflicts[0];
    assert_eq!((conflict.field.as_str(), conflict.changed_by.as_deref()), ("price", Some("bruno")));
    assert_eq!([&conflict.from, &conflict.to, &conflict.now], [&json!(10.0), &json!(20.0), &json!(30.0)]);
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.name.as_str(), now.price.unwrap().to_string().as_str()), ("A", "30"));
    world.close().await;
}

#[tokio::test]
async fn a_currency_is_not_taken_back_from_under_a_price_that_was_changed_since() {
    let world = World::new().await;
    let dollars = |price: &str| ItemDraft { currency: Some("USD".into()), ..draft_at_price("A", price) };
    let item = world.create(&draft_at_price("A", "50")).await;
    let change = write();
    world.store.update_item(item.id, 1, &dollars("10"), &change).await.unwrap();
    world.store.update_item(item.id, 2, &dollars("11"), &write_of("bruno")).await.unwrap();
    let undone = world.undo(&whole(change.operation_id)).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 2));
    let told: Vec<_> = undone.conflicts.iter().map(|c| (c.field.as_str(), c.changed_by.as_deref())).collect();
    assert_eq!(told, [("currency", None), ("price", Some("bruno"))]);
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.price.unwrap().to_string(), now.currency), ("11".into(), "USD".into()));
    world.close().await;
}

#[tokio::test]
async fn a_price_is_not_taken_back_into_a_currency_that_came_since() {
    let world = World::new().await;
    let dollars = |price: &str| ItemDraft { currency: Some("USD".into()), ..draft_at_price("A", price) };
    let item = world.create(&draft_at_price("A", "100")).await;
    let change = write();
    world.store.update_item(item.id, 1, &draft_at_price("A", "105"), &change).await.unwrap();
    let other = write_of("bruno");
    world.store.update_item(item.id, 2, &dollars("105"), &other).await.unwrap();
    let undone = world.undo(&whole(change.operation_id)).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 1));
    assert_eq!(undone.conflicts[0].field, "price");
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.price.unwrap().to_string(), now.currency), ("105".into(), "USD".into()));
    assert_eq!(world.undo(&whole(other.operation_id)).await.undone, 1);
    let undone = world.undo(&whole(change.operation_id)).await;
    assert_eq!((undone.undone, undone.conflict_count), (1, 0), "the currency is again what it was");
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.price.unwrap().to_string(), now.currency), ("100".into(), "BRL".into()));
    world.close().await;
}

#[tokio::test]
async fn packages_and_their_currency_come_back_together_or_not_at_all() {
    let world = World::new().await;
    let of = |currency: &str, label: &str, price: Option<&str>| ItemDraft {
        currency: Some(currency.into()),
        packages: Some(vec![Package {
            label: label.into(),
            code: None,
            ean: None,
            price: price.map(|price| Price::parse(price).unwrap()),
            status: PackageStatus::Ativo,
        }]),
        ..draft_at_price("A", "50")
    };
    let item = world.create(&of("BRL", "5 L", Some("298"))).await;
    let (change, other) = (write(), write_of("bruno"));
    world.store.update_item(item.id, 1, &of("BRL", "5 L", Some("310")), &change).await.unwrap();
    world.store.update_item(item.id, 2, &of("USD", "5 L", Some("310")), &other).await.unwrap();
    let undone = world.undo(&whole(change.operation_id)).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 1), "310 reais are no 298 dollars");
    assert_eq!(undone.conflicts[0].field, "packages");

    // A currency stays under packages that were changed since, and so does the price beside it.
    let both = write();
    let euros = |price: &str| ItemDraft { price: Price::parse("60").ok(), ..of("EUR", "5 L", Some(price)) };
    world.store.update_item(item.id, 3, &euros("50"), &both).await.unwrap();
    world.store.update_item(item.id, 4, &euros("51"), &write_of("bruno")).await.unwrap();
    let undone = world.undo(&whole(both.operation_id)).await;
    let fields: Vec<&str> = undone.conflicts.iter().map(|conflict| conflict.field.as_str()).collect();
    assert_eq!((undone.undone, fields), (0, vec!["currency", "packages", "price"]));

    let item = world.create(&of("BRL", "5 L", None)).await;
    let relabel = write();
    world.store.update_item(item.id, 1, &of("BRL", "5 litros", None), &relabel).await.unwrap();
    world.store.update_item(item.id, 2, &of("USD", "5 litros", None), &write_of("bruno")).await.unwrap();
    let undone = world.undo(&whole(relabel.operation_id)).await;
    assert_eq!((undone.undone, undone.conflict_count), (1, 0), "a label is in no currency");
    world.close().await;
}

#[tokio::test]
async fn of_a_price_and_its_currency_none_is_taken_back_alone() {
    let world = World::new().await;
    let in_currency = |price: &str, currency: &str| ItemDraft {
        currency: Some(currency.into()),
        ..draft_at_price("A", price)
    };
    let item = world.create(&draft_at_price("A", "50")).await;
    let change = write();
    world.store.update_item(item.id, 1, &in_currency("10", "USD"), &change).await.unwrap();
    let price = UndoPlan { fields: Some(vec!["price".into()]), ..whole(change.operation_id) };
    let undone = world.undo(&price).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 1), "it would be 50 dollars");
    world.store.update_item(item.id, 2, &in_currency("10", "EUR"), &write_of("bruno")).await.unwrap();
    let undone = world.undo(&price).await;
    assert_eq!((undone.undone, undone.conflict_count), (0, 1), "it would be 50 euros");
    world.store.update_item(item.id, 3, &in_currency("10", "BRL"), &write_of("bruno")).await.unwrap();
    assert_eq!(world.undo(&price).await.undone, 1);
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.price.unwrap().to_string(), now.currency), ("50".into(), "BRL".into()));
    world.close().await;
}

#[tokio::test]
async fn a_part_is_taken_back_by_record_or_by_field_and_the_log_shows_the_rest_as_open() {
    let world = World::new().await;
    let item = world.create(&draft_at_price("A", "10")).await;
    let change = write();
    world.store.update_item(item.id, 1, &draft_at_price("B", "20"), &change).await.unwrap();
    let strangers = UndoPlan { records: Some(vec![Uuid::new_v4()]), ..whole(change.operation_id) };
    assert_eq!(world.undo(&strangers).await.undone, 0);
    let price = UndoPlan { fields: Some(vec!["price".into()]), ..whole(change.operation_id) };
    assert_eq!(world.undo(&price).await.undone, 1);
    let now = world.store.item(item.id).await.unwrap();
    assert_eq!((now.name.as_str(), now.price.unwrap().to_string().as_str()), ("B", "10"));
    let (operation, ..) = world.store.operation(change.operation_id, 0, 1).await.unwrap();
    assert_eq!(operation.undone_by, None, "the name is still to be taken back");
    let rest = world.undo(&whole(change.operation_id)).await;
    assert_eq!(rest.undone, 1);
    let (operation, ..) = world.store.operation(change.operation_id, 0, 1).await.unwrap();
    assert_eq!(operation.undone_by, rest.operation_id);
    world.close().await;
}

#[tokio::test]
async fn what_was_created_goes_and_comes_back_and_what_is_purged_is_out_of_reach() {
    let world = World::new().await;
    let make = write();
    let faq = world.store.create_faq(&faq_draft("Pode?"), &make).await.unwrap();
    let gone = world.undo(&whole(make.operation_id)).await;
    assert_eq!((gone.undone, gone.deleted), (1, 1));
    assert!(is_absent(world.store.faq(faq.id).await));
    world.undo(&whole(gone.operation_id.unwrap())).await;
    assert_eq!(world.store.faq(faq.id).await.unwrap().question, "Pode?");
    world.execute("DELETE FROM faqs").await;
    let (operation, ..) = world.store.operation(make.operation_id, 0, 1).await.unwrap();
    assert_eq!((operation.any_left, operation.record.is_none()), (false, true));
    let purged = world.undo(&whole(make.operation_id)).await;
    assert_eq!((purged.undone, purged.untouchable), (0, vec![(faq.id, true)]));
    world.close().await;
}

#[tokio::test]
async fn an_external_id_that_another_record_has_now_does_not_come_back() {
    let world = World::new().await;
    let item = world.create(&draft_with_id("A", "X-1")).await;
    let change = write();
    world.store.update_item(item.id, 1, &draft_with_id("A", "X-2"), &change).await.unwrap();
    world.create(&draft_with_id("B", "X-1")).await;
    let undone = world.undo(&whole(change.operation_id)).await;
    assert_eq!((undone.undone, undone.untouchable), (0, vec![(item.id, false)]));
    assert_eq!(world.store.item(item.id).await.unwrap().external_id.as_deref(), Some("X-2"));
    world.close().await;
}

#[tokio::test]
async fn of_people_who_take_the_same_back_at_once_one_does_and_a_repeated_request_gets_its_answer() {
    let world = World::new().await;
    let item = world.create(&draft_at_price("A", "10")).await;
    let change = write();
    world.store.update_item(item.id, 1, &draft_at_price("A", "20"), &change).await.unwrap();
    let (plan, writes): (_, Vec<Write>) = (whole(change.operation_id), (0..4).map(|_| write()).collect());
    let done: Vec<UndoneOperation> = join_all(writes.iter().map(|write| world.store.undo(&plan, write)))
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let one: Vec<&UndoneOperation> = done.iter().filter(|undone| undone.undone == 1).collect();
    assert_eq!((one.len(), done.iter().map(|undone| undone.conflict_count).sum::<i64>()), (1, 0));
    assert_eq!(world.store.item(item.id).await.unwrap().version, 3);
    let id = one[0].operation_id.unwrap();
    let asked_again = writes.iter().find(|write| write.operation_id == id).unwrap();
    let again = world.store.undo(&plan, asked_again).await.unwrap();
    assert_eq!((again.operation_id, again.undone), (Some(id), 1));
    assert_eq!(world.store.item(item.id).await.unwrap().version, 3, "nothing was done twice");
    world.close().await;
}
