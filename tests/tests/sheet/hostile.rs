//! Requests that make no sense are refused with what is allowed, and costs nothing else.

use crate::support::{World, all, cell, change, code, filter, ids, named_draft, priced_draft};
use celeiro_app::sheet::cell_edits::{EditCells, edit_cells};
use celeiro_app::sheet::edits::Selection;
use celeiro_app::sheet::grid::grid;
use celeiro_domain::sheet::{Change, ChangeAction, GridQuery, GridTest, MAX_CHANGES};
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn selections_too_large_or_of_both_kinds_are_refused_and_unknown_ids_passed_over() {
    let world = World::new().await;
    let item = world.create(named_draft("A")).await;
    let set = || vec![change("category", ChangeAction::Set, "X")];
    let random = |count| (0..count).map(|_| Uuid::new_v4());
    let many = world.preview(ids(random(99_999).chain([item.id])), set()).await.unwrap();
    assert_eq!((many.matched, many.changed), (1, 1));
    for selection in [
        ids(random(100_001)),
        Selection::default(),
        Selection { all: Some(GridQuery::default()), ..ids([item.id]) },
    ] {
        assert_eq!(code(world.preview(selection, set()).await), "invalid_request");
    }
    world.close().await;
}

#[tokio::test]
async fn changes_that_make_no_sense_are_refused_before_anything_is_read() {
    let world = World::new().await;
    let huge = "x".repeat(1 << 20);
    let replace = Change { find: Some("a".into()), ..change("description", ChangeAction::Replace, &huge) };
    for changes in [
        vec![],
        vec![change("name", ChangeAction::Set, "x"); MAX_CHANGES + 1],
        vec![change("colour", ChangeAction::Set, "x")],
        vec![change("id", ChangeAction::Set, "x")],
        vec![change("search_text", ChangeAction::Set, "x")],
        vec![change("description", ChangeAction::Set, &huge)],
        vec![change("attributes.x", ChangeAction::Set, &huge)],
        vec![replace],
        vec![change("price", ChangeAction::Set, "NaN")],
        vec![change("price", ChangeAction::Set, "-0.01")],
        vec![change("price", ChangeAction::Set, "1e400")],
        vec![change("price", ChangeAction::Percent, "99999999999999999999999999999999")],
        vec![change("deleted", ChangeAction::Set, "perhaps")],
    ] {
        assert_eq!(code(world.preview(all(vec![]), changes).await), "invalid_fields");
    }
    world.close().await;
}

#[tokio::test]
async fn a_blank_name_is_a_problem_of_its_record_and_not_of_the_edit() {
    let world = World::new().await;
    let item = world.create(named_draft("%_\\")).await;
    for blank in ["", " ", "\u{200b}\u{0}"] {
        let done = world.cells(vec![cell(&item, "name", blank)]).await;
        assert_eq!(done.rows[0].error.as_ref().unwrap().code, "required", "{blank:?}");
        assert_eq!(done.operation_id, None);
    }
    let replace = Change { find: Some("%_\\".into()), ..change("name", ChangeAction::Replace, "") };
    let preview = world.preview(all(vec![]), vec![replace]).await.unwrap();
    assert_eq!((preview.problem_count, preview.problems[0].code.as_str()), (1, "required"));
    world.close().await;
}

#[tokio::test]
async fn values_of_cells_that_cannot_be_are_told_at_their_cell() {
    let world = World::new().await;
    let item = world.create(priced_draft("A", "1")).await;
    for (field, value, want) in [
        ("price", json!(-1), "invalid_price"),
        ("price", json!("1.250"), "ambiguous_price"),
        ("price", json!(1e300), "invalid_price"),
        ("price", json!([1]), "invalid_price"),
        ("name", json!({"a": 1}), "not_text"),
        ("name", json!("x".repeat(1 << 20)), "too_long"),
        ("status", json!("sold"), "invalid_status"),
        ("colour", json!("x"), "unknown_field"),
        ("version", json!(7), "unknown_field"),
        ("currency", json!("reais"), "invalid_currency"),
        ("attributes.x", json!("x".repeat(300_000)), "too_long"),
    ] {
        let done = world.cells(vec![cell(&item, field, value)]).await;
        assert_eq!(done.rows[0].error.as_ref().unwrap().code, want, "{field}");
    }
    let many = vec![cell(&item, "name", "x"); 20_001];
    for cells in [vec![], many] {
        let request = EditCells { kind: None, cells, merge: false, catalog: None, operation_id: None };
        assert_eq!(code(edit_cells(&world.app, &world.caller, request).await), "invalid_request");
    }
    assert_eq!(world.item(item.id).await, item);
    world.close().await;
}

#[tokio::test]
async fn filters_with_signs_of_sql_and_nul_find_what_they_say_or_nothing() {
    let world = World::new().await;
    world.create(named_draft("a'b\"c%d_e\\f")).await;
    for (text, found) in
        [("a'b\"c%d_e\\f", 1), ("%", 1), ("_", 1), ("\\", 1), ("'; DROP TABLE", 0), ("\u{0}", 1)]
    {
        let query = GridQuery {
            filters: vec![
                filter("name", GridTest::Contains, &[text]),
                filter(&format!("attributes.{text}x"), GridTest::Empty, &[]),
            ],
            ..GridQuery::default()
        };
        assert_eq!(world.grid(query).await.total, found, "{text:?}");
    }
    let many = vec![filter("name", GridTest::Contains, &["a"]); 51];
    let query = GridQuery { filters: many, ..GridQuery::default() };
    assert_eq!(code(grid(&world.app, &world.caller, query).await), "invalid_filter");
    let query = GridQuery { filters: vec![filter("colour", GridTest::Is, &["x"])], ..GridQuery::default() };
    let refused = grid(&world.app, &world.caller, query).await.unwrap_err().to_body(world.caller.lang);
    assert_eq!(refused.code, "unknown_filter");
    assert!(refused.message.contains("attributes.*"), "{}", refused.message);
    let far = GridQuery { offset: Some(u32::MAX), limit: Some(0), ..GridQuery::default() };
    assert_eq!(world.grid(far).await.rows.len(), 0);
    world.close().await;
}
