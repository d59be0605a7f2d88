//! Cells and edits of many records: every refusal of a row, and edits whose preview no longer holds.

use crate::faqs::faq_draft;
use crate::items::{draft, draft_with_id};
use crate::world::{World, constraint, write, write_of};
use celeiro_domain::catalog::{FieldErrorCode, Item};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::{Change, ChangeAction, Column, GridQuery, Step, read_steps};
use celeiro_store::{
    BulkOutcome, CellEdit, CellEditOutcome, CellRefusal, ManyEdit, RecordSelection, StoreError, Write,
};
use futures::future::{join_all, pending};
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

fn set(field: &str, value: Value) -> Step {
    Step::set(Kind::Items, field, value).unwrap()
}

fn cell(item: &Item, field: &str, value: Value) -> CellEdit {
    CellEdit { id: item.id, version: item.version, steps: vec![set(field, value)], seen: None }
}

/// A cell in which its writer saw `seen`.
fn merging(item: &Item, field: &str, value: Value, seen: Value) -> CellEdit {
    let column = Column::parse(Kind::Items, field).unwrap();
    CellEdit { seen: Some(HashMap::from([(column, seen)])), ..cell(item, field, value) }
}

fn steps(field: &str, action: ChangeAction, value: &str) -> Vec<Step> {
    let change = Change { field: field.into(), action, value: Some(value.into()), find: None };
    read_steps(Kind::Items, &[change]).unwrap()
}

impl World {
    async fn write_cells(&self, cells: &[CellEdit]) -> CellEditOutcome {
        self.store.edit_cells(Kind::Items, cells, &write()).await.unwrap()
    }

    async fn preview(&self, selected: &RecordSelection, steps: &[Step]) -> BulkOutcome {
        self.store.preview_edit(Kind::Items, selected, steps).await.unwrap()
    }

    async fn bulk(
        &self,
        selected: &RecordSelection,
        steps: &[Step],
        expect: &str,
        write: &Write,
    ) -> Result<Option<BulkOutcome>, StoreError> {
        let edit = ManyEdit { kind: Kind::Items, selected, steps, expect };
        self.store.bulk_edit(&edit, write, |_, _| {}, pending()).await
    }

    async fn name(&self, id: Uuid) -> String {
        self.store.item(id).await.unwrap().name
    }
}

#[tokio::test]
async fn each_row_that_cannot_be_written_says_why_and_the_others_are_written() {
    let world = World::new().await;
    let [a, b, gone, taken, stale] = [
        world.create(&draft("A")).await,
        world.create(&draft("B")).await,
        world.create(&draft("C")).await,
        world.create(&draft_with_id("D", "X-1")).await,
        world.create(&draft("E")).await,
    ];
    world.store.delete_item(gone.id, &write()).await.unwrap();
    world.store.update_item(stale.id, 1, &draft("E2"), &write()).await.unwrap();
    let absent = CellEdit { id: Uuid::new_v4(), ..cell(&a, "name", json!("Z")) };
    let done = world
        .write_cells(&[
            cell(&a, "name", json!("A2")),
            cell(&b, "externalId", json!("X-1")),
            cell(&gone, "name", json!("C2")),
            cell(&taken, "price", json!("dez")),
            cell(&stale, "name", json!("E3")),
            absent.clone(),
        ])
        .await;
    assert_eq!((done.changed, done.versions.clone()), (1, HashMap::from([(a.id, 2)])));
    let refused: HashMap<Uuid, &CellRefusal> = done.refused.iter().map(|(id, why)| (*id, why)).collect();
    assert!(matches!(refused[&b.id], CellRefusal::ExternalIdTaken(id) if id == "X-1"));
    assert!(matches!(refused[&gone.id], CellRefusal::NotFound));
    assert!(matches!(refused[&absent.id], CellRefusal::NotFound));
    assert!(matches!(refused[&taken.id], CellRefusal::Field(error) if error.field == "price"));
    assert!(matches!(refused[&stale.id], CellRefusal::Conflict(now) if now["name"] == "E2"));
    assert_eq!(refused.len(), 5);
    assert_eq!((world.name(a.id).await, world.name(stale.id).await), ("A2".into(), "E2".into()));
    world.close().await;
}

#[tokio::test]
async fn two_rows_of_one_edit_cannot_have_the_same_external_id() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await, world.create(&draft_with_id("B", "X-1")).await);
    let twice = [cell(&a, "externalId", json!("N-1")), cell(&b, "externalId", json!("N-1"))];
    let done = world.write_cells(&twice).await;
    assert_eq!((done.changed, done.refused.len()), (1, 1));
    assert!(matches!(&done.refused[0].1, CellRefusal::ExternalIdTaken(id) if id == "N-1"));
    world.close().await;
}

#[tokio::test]
async fn a_cell_is_merged_where_its_field_is_as_seen_and_clashes_where_another_wrote_it() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await;
    world.store.update_item(item.id, 1, &draft("B"), &write_of("bruno")).await.unwrap();
    let other_field = merging(&item, "manufacturer", json!("Casa"), json!(null));
    let done = world.write_cells(&[other_field]).await;
    assert_eq!((done.changed, done.versions[&item.id], done.clashes.len()), (1, 3, 0));
    let same_field = merging(&item, "name", json!("C"), json!("A"));
    let done = world.write_cells(&[same_field]).await;
    assert!(matches!(&done.refused[0].1, CellRefusal::Conflict(now) if now["name"] == "B"));
    let clash = &done.clashes[0];
    assert_eq!((clash.record_id, clash.field.as_str(), &clash.now), (item.id, "name", &json!("B")));
    assert_eq!(clash.changed_by.as_deref(), Some("bruno"));
    let agreed = merging(&item, "name", json!("B"), json!("A"));
    let done = world.write_cells(&[agreed]).await;
    assert_eq!((done.changed, done.refused.len()), (0, 0), "both wrote the same: it is as asked");
    world.close().await;
}

#[tokio::test]
async fn cells_that_change_nothing_leave_no_operation_and_asked_twice_are_written_once() {
    let world = World::new().await;
    let item = world.create(&draft("A")).await;
    let nothing = write();
    let done =
        world.store.edit_cells(Kind::Items, &[cell(&item, "name", json!("A"))], &nothing).await.unwrap();
    assert_eq!((done.changed, done.versions[&item.id]), (0, 1));
    assert!(world.store.operation_owner(nothing.operation_id).await.is_err());
    let once = write();
    let cells = [cell(&item, "name", json!("B"))];
    let first = world.store.edit_cells(Kind::Items, &cells, &once).await.unwrap();
    let again = world.store.edit_cells(Kind::Items, &cells, &once).await.unwrap();
    assert_eq!((again.changed, again.versions), (first.changed, first.versions));
    let for_faqs = world.store.update_item(item.id, 2, &draft("C"), &once).await;
    assert_eq!(constraint(for_faqs), "operations_pkey");
    world.close().await;
}

#[tokio::test]
async fn a_deleted_row_is_brought_back_by_its_own_cell() {
    let world = World::new().await;
    let faq = world.create_faq(&faq_draft("Pode?")).await;
    world.store.delete_faq(faq.id, &write()).await.unwrap();
    let edit = |field: &str, value: Value, version| CellEdit {
        id: faq.id,
        version,
        steps: vec![Step::set(Kind::Faqs, field, value).unwrap()],
        seen: None,
    };
    let answer = [edit("answer", json!("Não."), 2)];
    let refused = world.store.edit_cells(Kind::Faqs, &answer, &write()).await.unwrap();
    assert!(matches!(refused.refused[0].1, CellRefusal::NotFound));
    let back = [edit("deleted", json!(false), 2)];
    let done = world.store.edit_cells(Kind::Faqs, &back, &write()).await.unwrap();
    assert_eq!((done.changed, done.versions[&faq.id]), (1, 3));
    assert_eq!(world.store.faq(faq.id).await.unwrap().answer, "Sim.");
    world.close().await;
}

#[tokio::test]
async fn a_bulk_edit_is_made_where_its_records_are_those_of_the_preview() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for name in ["A", "B", "C"] {
        ids.push(world.create(&draft(name)).await.id);
    }
    let (selected, make) =
        (RecordSelection::Ids(ids.clone()), steps("manufacturer", ChangeAction::Set, "Casa"));
    let seen = world.preview(&selected, &make).await;
    assert_eq!((seen.matched, seen.changed, seen.unchanged, seen.problem_count), (3, 3, 0, 0));
    let other = steps("manufacturer", ChangeAction::Set, "Outra");
    let wrong_edit = world.bulk(&selected, &other, &seen.digest, &write()).await.unwrap().unwrap();
    assert_ne!(wrong_edit.digest, seen.digest, "a digest is of records and edit");
    world.store.update_item(ids[0], 1, &draft("A2"), &write()).await.unwrap();
    let late = world.bulk(&selected, &make, &seen.digest, &write()).await.unwrap().unwrap();
    assert_ne!(late.digest, seen.digest);
    assert_eq!(world.count("SELECT count(*) FROM catalog_items WHERE manufacturer IS NOT NULL").await, 0);
    let once = write();
    for _ in 0..2 {
        let done = world.bulk(&selected, &make, &late.digest, &once).await.unwrap().unwrap();
        assert_eq!((done.digest.as_str(), done.changed), (late.digest.as_str(), 3));
    }
    assert_eq!(world.store.item(ids[1]).await.unwrap().version, 2, "asked twice, made once");
    let again = world.preview(&selected, &make).await;
    assert_eq!((again.changed, again.unchanged), (0, 3));
    world.close().await;
}

#[tokio::test]
async fn a_preview_tells_the_rows_that_cannot_take_it() {
    let world = World::new().await;
    let (a, b) = (world.create(&draft("A")).await, world.create(&draft("B")).await);
    let selected = RecordSelection::Ids(vec![a.id, b.id, Uuid::new_v4()]);
    let same_id = steps("externalId", ChangeAction::Set, "N-1");
    let seen = world.preview(&selected, &same_id).await;
    assert_eq!((seen.matched, seen.changed, seen.problem_count), (2, 1, 1));
    assert_eq!(seen.problems[0].error.code, FieldErrorCode::Taken);
    assert_eq!((seen.sample.len(), seen.sample[0].name.as_str()), (1, "A"));
    let blank = world.preview(&selected, &steps("name", ChangeAction::Clear, "")).await;
    assert_eq!((blank.changed, blank.problem_count), (0, 2));
    world.close().await;
}

#[tokio::test]
async fn all_rows_of_a_grid_but_some_are_those_that_it_lists() {
    let world = World::new().await;
    let mut items = Vec::new();
    for name in ["Óleo A", "Óleo B", "Adubo"] {
        items.push(world.create(&draft(name)).await);
    }
    world.store.delete_item(items[1].id, &write()).await.unwrap();
    let plan = GridQuery { text: Some("OLEO".into()), ..GridQuery::default() }.plan(Kind::Items).unwrap();
    assert_eq!(world.store.grid_ids(&plan).await.unwrap(), [items[0].id]);
    let make = steps("tags", ChangeAction::Add, "óleo; novo");
    let all = world.preview(&RecordSelection::All(plan.clone(), vec![]), &make).await;
    assert_eq!((all.matched, all.changed), (1, 1), "deleted rows are not meant");
    let none = world.preview(&RecordSelection::All(plan, vec![items[0].id]), &make).await;
    assert_eq!(none.matched, 0);
    world.close().await;
}

#[tokio::test]
async fn writers_of_overlapping_blocks_at_once_leave_every_row_as_one_of_them_wrote_it() {
    let world = World::new().await;
    let mut items = Vec::new();
    for n in 0..20 {
        items.push(world.create(&draft(&format!("Item {n}"))).await);
    }
    let blocks: Vec<Vec<CellEdit>> = (0..4)
        .map(|writer| {
            let name = |item: &Item| cell(item, "manufacturer", json!(format!("Casa {writer}")));
            let mut block: Vec<CellEdit> = items.iter().map(name).collect();
            // Every second writer has the rows the other way round.
            if writer % 2 == 1 {
                block.reverse();
            }
            block
        })
        .collect();
    let done = join_all(blocks.iter().map(|block| world.write_cells(block))).await;
    assert_eq!(done.iter().map(|one| one.changed).sum::<i64>(), 20, "each row was free once");
    assert_eq!(done.iter().map(|one| one.refused.len()).sum::<usize>(), 60);
    assert_eq!(world.count("SELECT count(*) FROM catalog_items WHERE version = 2").await, 20);
    world.close().await;
}
