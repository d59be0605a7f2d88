//! What binds a confirmation to what was shown: a fingerprint of everything that will run.
//!
//! The row of an action is read again when it is confirmed. A row whose tool, arguments, plan or actor
//! were changed has another fingerprint and does not run.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The form of plans and arguments; an action of another form does not run.
pub const SCHEMA_VERSION: i32 = 1;

/// Computes the fingerprint that binds a confirmation to the action that the card showed.
pub fn seal(tool: &str, arguments: &Value, plan: &Value, card: &Value, actor: &str) -> String {
    let mut digest = Sha256::new();
    digest.update(SCHEMA_VERSION.to_be_bytes());
    for part in [&Value::from(tool), arguments, plan, card, &Value::from(actor)] {
        let text = canonical_text(part);
        // The length keeps the end of one part from being taken for the beginning of the next.
        digest.update((text.len() as u64).to_be_bytes());
        digest.update(text);
    }
    digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// JSON with the keys of every object in order, and numbers by their value: a database keeps neither the
/// order of keys nor the spelling of a number.
fn canonical_text(value: &Value) -> String {
    match value {
        Value::Object(object) => {
            let mut fields: Vec<_> = object.iter().collect();
            fields.sort_unstable_by_key(|(key, _)| key.as_str());
            let fields: Vec<String> = fields
                .into_iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), canonical_text(value)))
                .collect();
            format!("{{{}}}", fields.join(","))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(canonical_text).collect();
            format!("[{}]", items.join(","))
        }
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |n| n.to_string()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn seal_of(tool: &str, arguments: &Value, plan: &Value, actor: &str) -> String {
        seal(tool, arguments, plan, &json!({ "changed": 1 }), actor)
    }

    #[test]
    fn the_order_of_keys_and_the_spelling_of_numbers_change_nothing() {
        let a: Value = serde_json::from_str(r#"{"b":1,"a":{"y":[2.0],"x":"n"}}"#).unwrap();
        let b: Value = serde_json::from_str(r#"{"a":{"x":"n","y":[2]},"b":1.0}"#).unwrap();
        assert_eq!(seal_of("t", &a, &b, "ana"), seal_of("t", &b, &a, "ana"));
    }

    proptest! {
        #[test]
        fn any_other_argument_tool_plan_or_actor_is_another_seal(
            percent in 0i32..1000, other in 0i32..1000, version in 1i32..50, later in 1i32..50,
            tool in "[a-z_]{3,12}", actor in "[a-z]{1,8}",
        ) {
            let (arguments, plan) = (json!({ "percent": percent }), json!({ "ids": [version] }));
            let first = seal_of(&tool, &arguments, &plan, &actor);
            let changed = json!({ "percent": other });
            prop_assert_eq!(seal_of(&tool, &changed, &plan, &actor) == first, percent == other);
            let moved = json!({ "ids": [later] });
            prop_assert_eq!(seal_of(&tool, &arguments, &moved, &actor) == first, version == later);
            prop_assert_ne!(seal_of(&format!("{tool}x"), &arguments, &plan, &actor), first.clone());
            prop_assert_ne!(seal_of(&tool, &arguments, &plan, &format!("{actor}x")), first);
        }
    }
}
