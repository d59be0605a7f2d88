//! The same tools where there is nothing to tell: their whole shape all the same, with empty lists.

use super::rows::{finance_rows, life_rows};
use super::{Answers, Row, check_row, compare, prepare};
use serde_json::{Value, json};
use uuid::Uuid;

/// The shape of an answer without a row.
fn without_rows(shape: &Value) -> Value {
    match shape {
        Value::Array(_) => json!([]),
        Value::Object(fields) => {
            fields.iter().map(|(name, shape)| (name.clone(), without_rows(shape))).collect()
        }
        other => other.clone(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_finds_nothing_answers_in_its_shape() {
    let (world, next) = prepare().await;
    let nobody = Uuid::nil().to_string();
    let rows = finance_rows(&nobody, &nobody).into_iter().chain(life_rows([&nobody, &nobody]));
    let (mut looked_at, mut wrong) = (Vec::new(), Vec::new());
    for row in rows {
        let Row { said, tool, arguments, answers: Answers::Shape(shape) } = row else { continue };
        // Of a debt that is named there is one, or the call is refused.
        if arguments.get("debtId").is_some() {
            continue;
        }
        let mut shape = without_rows(&shape);
        if tool == "get_tracking_history" {
            shape["summary"] = json!("null");
        }
        let row = Row { said, tool, arguments, answers: Answers::Shape(shape) };
        wrong.extend(check_row(&world, &next, &row).await);
        looked_at.push(tool);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(looked_at.len(), 10, "{looked_at:?}");
    world.close().await;
}

#[test]
fn a_row_where_none_is_promised_is_named() {
    let shape = without_rows(&json!({ "rows": [{ "id": "string" }], "count": "number" }));
    let count_rows = |value: Value| {
        let mut out = Vec::new();
        compare("x", &shape, &value, &mut out);
        out.len()
    };
    assert_eq!(count_rows(json!({ "rows": [], "count": 0 })), 0);
    assert_eq!(count_rows(json!({ "rows": [{ "id": "1" }], "count": 1 })), 1);
    assert_eq!(count_rows(json!({ "count": 0 })), 1, "the list is there, though empty");
}
