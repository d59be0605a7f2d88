//! Price lists, costs and changes of prices by operation.

mod changes;
mod costs;
mod lists;
mod planned;
mod printed;

use crate::desk::Desk;
use serde_json::{Value, json};

impl Desk {
    /// A price list of this name, with more fields.
    async fn price_list(&self, name: &str, more: Value) -> Value {
        self.ok("create_price_list", crate::desk::merge_fields(json!({ "name": name }), more)).await
    }

    /// The base price of an item now.
    async fn base_price(&self, item: &Value) -> Value {
        self.ok("get_item", json!({ "id": item["id"] })).await["price"].clone()
    }

    /// Writes the price cell of an item as another person does in the sheet.
    async fn reprice(&self, item: &Value, price: Value) {
        let version = self.ok("get_item", json!({ "id": item["id"] })).await["version"].clone();
        let cell = json!({ "id": item["id"], "version": version, "field": "price", "value": price });
        let done = self.ok("edit_cells", json!({ "cells": [cell] })).await;
        assert_eq!(done["rows"][0]["error"], Value::Null, "{done}");
    }

    /// Makes a change that was looked at.
    async fn change_prices(&self, change: Value, more: Value) -> Value {
        let preview = self.ok("preview_price_change", change.clone()).await;
        let make = json!({ "name": "Reajuste", "digest": preview["digest"] });
        self.ok("make_price_change", crate::desk::merge_fields(crate::desk::merge_fields(change, make), more))
            .await
    }
}

/// The code of an operation that is refused for its fields, and the first of them.
fn first_field(refusal: (String, Value)) -> (String, String) {
    let (code, details) = refusal;
    (code, details["fields"][0]["field"].as_str().unwrap_or_default().to_owned())
}
