//! Whatever several people do in whatever order: the history replays to the table, the grid's copy and
//! its completeness are true, and taking everything back in reverse leaves what was there before.

use crate::support::{World, caller_named, cell, change, filter, ids, priced_draft, undo_request};
use celeiro_app::Caller;
use celeiro_app::catalog::history::undo_operation;
use celeiro_app::catalog::items::{CreateItem, create_item};
use celeiro_app::sheet::cell_edits::{EditCells, edit_cells};
use celeiro_app::sheet::edits::{BulkEdit, bulk_edit};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::sheet::{ChangeAction, GridQuery, GridTest};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use uuid::Uuid;

/// One thing that a person does; numbers choose among what there is.
#[derive(Debug, Clone)]
enum Act {
    Create(u8),
    Cells(Vec<(u8, u8, u8)>),
    Bulk(Vec<u8>, u8, u8),
    Import(u8, u8),
    Delete(u8),
    Undo(u8),
}

fn act() -> impl Strategy<Value = Act> {
    let any = any::<u8>;
    prop_oneof![
        2 => any().prop_map(Act::Create),
        4 => prop::collection::vec((any(), any(), any()), 1..5).prop_map(Act::Cells),
        3 => (prop::collection::vec(any(), 1..8), any(), any()).prop_map(|(ids, f, v)| Act::Bulk(ids, f, v)),
        1 => (any(), any()).prop_map(|(a, b)| Act::Import(a, b)),
        1 => any().prop_map(Act::Delete),
        3 => any().prop_map(Act::Undo),
    ]
}

const FIELDS: [&str; 8] =
    ["name", "price", "category", "tags", "status", "attributes.teor", "attributes.cor", "description"];

fn value(field: &str, number: u8) -> Value {
    match field {
        "name" => json!(format!("nome {}", number % 5)),
        "price" => {
            [json!(null), json!(f64::from(number) / 4.0)][usize::from(!number.is_multiple_of(4))].clone()
        }
        "category" => [json!("Adubo"), json!("ADUBO "), json!("Defensivo"), json!(null)]
            [usize::from(number % 4)]
        .clone(),
        "tags" => json!(["soja", "milho", "uva"][..usize::from(number % 4)]),
        "status" => json!(["ativo", "inativo", "rascunho"][usize::from(number % 3)]),
        _ => [json!(null), json!(" "), json!(number), json!("azul"), json!(["a", "b"])]
            [usize::from(number % 5)]
        .clone(),
    }
}

async fn items(world: &World) -> Vec<celeiro_domain::catalog::Item> {
    let page = world.grid(GridQuery { limit: Some(500), ..GridQuery::default() }).await;
    page.rows.into_iter().map(|row| row.item).collect()
}

/// Does it as `caller`; answers the operation, where there was one.
async fn perform(world: &World, caller: &Caller, act: &Act) -> Option<Uuid> {
    let there = items(world).await;
    let choose_item = |number: u8| there.get(usize::from(number) % there.len().max(1)).cloned();
    let operation = Uuid::new_v4();
    match act {
        Act::Create(number) => {
            let draft =
                ItemDraft { category: Some("Adubo".into()), ..priced_draft(&format!("novo {number}"), "3") };
            create_item(
                &world.app,
                caller,
                CreateItem { draft, operation_id: Some(operation), sources: Default::default() },
            )
            .await
            .unwrap();
            Some(operation)
        }
        Act::Cells(cells) => {
            let cells: Vec<_> = cells
                .iter()
                .filter_map(|(id, field, number)| {
                    let field = FIELDS[usize::from(*field) % FIELDS.len()];
                    Some(cell(&choose_item(*id)?, field, value(field, *number)))
                })
                .collect();
            let request =
                EditCells { kind: None, cells, merge: false, catalog: None, operation_id: Some(operation) };
            edit_cells(&world.app, caller, request).await.ok()?.operation_id
        }
        Act::Bulk(picked, field, number) => {
            let selection = ids(picked.iter().filter_map(|id| Some(choose_item(*id)?.id)));
            let changes = match field % 4 {
                0 => vec![change("price", ChangeAction::Percent, "12,5")],
                1 => vec![
                    change("tags", ChangeAction::Add, "oferta"),
                    change("status", ChangeAction::Set, "ativo"),
                ],
                2 => vec![change("attributes.teor", ChangeAction::Set, &number.to_string())],
                _ => vec![change("deleted", ChangeAction::Set, "true")],
            };
            let preview = world.preview(selection.clone(), changes.clone()).await.unwrap();
            let request = BulkEdit {
                kind: None,
                selection,
                changes,
                expect: preview.digest,
                operation_id: Some(operation),
            };
            // Another person may have been faster: then it is refused, and that is right.
            let done = bulk_edit(&world.app, caller, request).await.ok()?;
            (done.changed > 0).then_some(done.operation_id)
        }
        Act::Import(a, b) => Some(
            world
                .import(format!(
                    "external_id;name;price;cor\nI{};importado;{a};azul\nI{};importado;;{b}\n",
                    a % 6,
                    b % 6
                ))
                .await,
        ),
        Act::Delete(number) => {
            let done = world.bulk(
                ids(choose_item(*number).map(|item| item.id)),
                vec![change("deleted", ChangeAction::Set, "true")],
            );
            let done = done.await;
            (done.changed > 0).then_some(done.operation_id)
        }
        Act::Undo(number) => {
            let log = world.log().await;
            let target = log.get(usize::from(*number) % log.len().max(1))?.id;
            undo_operation(&world.app, caller, undo_request(target)).await.unwrap().operation_id
        }
    }
}

/// The table as the history tells it.
const REPLAY: &str = "WITH told AS (SELECT DISTINCT ON (v.record_id, c.key) v.record_id, c.key, c.value -> 'to' AS value \
     FROM revisions v, jsonb_each(v.changes) AS c ORDER BY v.record_id, c.key, v.version DESC) \
   SELECT count(*) FROM catalog_items i CROSS JOIN LATERAL jsonb_each(revision_fields(to_jsonb(i))) AS f \
   LEFT JOIN told t ON t.record_id = i.id AND t.key = f.key \
   WHERE coalesce(t.value, CASE f.key WHEN 'packages' THEN '[]'::jsonb ELSE 'null' END) IS DISTINCT FROM f.value";

async fn assert_all_is_true(world: &World) {
    let wrong: i64 = sqlx::query_scalar(REPLAY).fetch_one(&world.pool).await.unwrap();
    assert_eq!(wrong, 0, "the history does not tell the table");
    world.assert_grid_is_true().await;
    // SQL and Rust agree on completeness: what one sorts by is what the other shows.
    let page = world.grid(GridQuery { limit: Some(500), ..GridQuery::default() }).await;
    for row in &page.rows {
        let stored: f64 = sqlx::query_scalar("SELECT completeness FROM catalog_grid WHERE item_id = $1")
            .bind(row.item.id)
            .fetch_one(&world.pool)
            .await
            .unwrap();
        assert_eq!(row.completeness, stored, "{:?}", row.item);
    }
    let mean = page.rows.iter().map(|row| row.completeness).sum::<f64>() / page.rows.len().max(1) as f64;
    assert!((mean - page.average_completeness).abs() < 1e-9);
}

/// A few long stories instead of many short ones: each needs a database. The seed is fixed.
fn stories(count: usize, length: usize) -> Vec<Vec<Act>> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let stories = prop::collection::vec(act(), length);
    (0..count).map(|_| stories.new_tree(&mut runner).unwrap().current()).collect()
}

#[tokio::test]
async fn everything_taken_back_in_reverse_leaves_what_was_there_before() {
    let world = World::new().await;
    for at in 0..8 {
        world.create(priced_draft(&format!("antes {at}"), "10")).await;
    }
    for story in stories(3, 40) {
        let before = world.checksum().await;
        let mut done = Vec::new();
        for act in &story {
            done.extend(perform(&world, &world.caller, act).await);
        }
        assert_all_is_true(&world).await;
        for operation in done.into_iter().rev() {
            let undone = undo_operation(&world.app, &world.caller, undo_request(operation)).await.unwrap();
            assert_eq!(undone.conflicts, [], "nobody changed anything since");
        }
        assert_eq!(world.checksum().await, before, "{story:?}");
        assert_all_is_true(&world).await;
    }
    world.close().await;
}

#[tokio::test]
async fn several_people_at_once_leave_a_history_that_tells_the_table() {
    let world = World::new().await;
    for at in 0..6 {
        world.create(priced_draft(&format!("antes {at}"), "10")).await;
    }
    let people = stories(4, 25).into_iter().enumerate().map(async |(who, story)| {
        let caller = caller_named(&format!("pessoa {who}"));
        let mut done = 0;
        for act in &story {
            // Deleting and importing speak as one person in this test; the rest is done by all.
            if !matches!(act, Act::Delete(_)) {
                done += usize::from(perform_in_a_crowd(&world, &caller, act).await);
            }
        }
        done
    });
    let done: usize = futures::future::join_all(people).await.into_iter().sum();
    assert!(done > 30, "only {done} operations came through");
    assert_all_is_true(&world).await;
    let hidden = world.names(vec![filter("deleted", GridTest::Is, &["false"])], &[]).await;
    assert_eq!(hidden.len() as u32, world.grid(GridQuery::default()).await.total);
    world.close().await;
}

/// In a crowd an operation may find its records changed; it may not break anything.
async fn perform_in_a_crowd(world: &World, caller: &Caller, act: &Act) -> bool {
    perform(world, caller, act).await.is_some()
}
