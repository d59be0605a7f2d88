//! Histories as the database keeps them, past the program.

use crate::desk::Desk;
use serde_json::{Value, json};

#[tokio::test]
async fn what_was_written_into_a_history_is_neither_changed_nor_erased() {
    let desk = Desk::new().await;
    let item = desk.item("Fungicida", json!({ "category": "Defensivos", "price": 10 })).await;
    let other = desk.item("Adubo", json!({})).await;
    let relation = json!({ "id": item["id"], "kind": "goes_with", "otherId": other["id"] });
    desk.ok("set_item_relation", relation).await;
    let new = json!({ "type": "create", "name": "Sementes" });
    desk.ok("change_category", json!({ "change": new })).await;
    let history = desk.ok("item_history", json!({ "id": item["id"] })).await;

    for table in ["revisions", "item_row_changes", "category_changes"] {
        let everything = format!("SELECT id FROM {table}");
        assert!(desk.run_sql(&everything).await.unwrap() > 0, "the control: {table} has entries");
        for statement in [
            format!("UPDATE {table} SET created_at = created_at - interval '1 day'"),
            format!("DELETE FROM {table}"),
            format!("WITH gone AS (DELETE FROM {table} RETURNING id) SELECT count(*) FROM gone"),
            format!("TRUNCATE {table}"),
        ] {
            let refused = desk.run_sql(&statement).await.unwrap_err();
            let constraint = refused.as_database_error().and_then(|error| error.constraint());
            assert_eq!(constraint, Some(format!("{table}_only_grows").as_str()), "{statement}");
        }
    }
    let after: Value = desk.ok("item_history", json!({ "id": item["id"] })).await;
    assert_eq!(after, history);
    desk.close().await;
}
