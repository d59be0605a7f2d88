//! Values of the cells of a file as texts.

use serde_json::Value;

/// A cell as a text.
pub(crate) fn cell_text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
