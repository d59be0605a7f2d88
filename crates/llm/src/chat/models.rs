//! The list of models, in the three ways of writing it.

use serde_json::Value;

use super::ModelInfo;

/// The models in a list, or `None` where the value is no such list.
pub(super) fn of_list(value: &Value) -> Option<Vec<ModelInfo>> {
    let google = value.get("models").and_then(Value::as_array);
    let rows = google.or_else(|| value.get("data")?.as_array()).or_else(|| value.as_array())?;
    Some(rows.iter().filter_map(read_model).collect())
}

/// Reads one entry of a vendor's list of models; none without an id.
fn read_model(row: &Value) -> Option<ModelInfo> {
    let word = |name: &str| row.get(name).and_then(Value::as_str);
    let display = word("displayName").or_else(|| word("display_name"));
    // Google writes the id where others write the name.
    let id = word("id").or_else(|| word("name"))?;
    let name = display.or_else(|| word("name")).filter(|name| *name != id);
    Some(ModelInfo {
        id: id.to_owned(),
        name: name.map(str::to_owned),
        context_length: [
            "context_length",
            "inputTokenLimit",
            "max_context_length",
            "context_window",
            "max_input_tokens",
        ]
        .iter()
        .find_map(|name| row.get(*name)?.as_u64()),
        price_prompt: read_model_price(row, "prompt"),
        price_completion: read_model_price(row, "completion"),
        tools: supports_parameter(row, "tools"),
        structured: supports_parameter(row, "structured_outputs"),
    })
}

/// OpenRouter's prices are text, for one token; here they are for a million. It marks a price
/// that is not fixed (a router) by -1.
fn read_model_price(row: &Value, name: &str) -> Option<f64> {
    let price = row.get("pricing")?.get(name)?;
    let each = price.as_f64().or_else(|| price.as_str()?.parse().ok())?;
    // Rounded to a hundred-thousandth: the factor would show its binary dust.
    (each >= 0.0 && each.is_finite()).then(|| (each * 1e11).round() / 1e5)
}

/// Whether the model takes a parameter; none where the list does not say.
fn supports_parameter(row: &Value, what: &str) -> Option<bool> {
    let known = row.get("supported_parameters")?.as_array()?;
    Some(known.iter().any(|name| name.as_str() == Some(what)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_read() {
        let read = |text: &str| of_list(&serde_json::from_str(text).unwrap()).unwrap();
        let router = read(
            r#"{"data":[{"id":"a/b","name":"A: B","context_length":8,"pricing":{"prompt":"0.000003","completion":"-1"},
            "supported_parameters":["tools"]}]}"#,
        );
        assert_eq!((router[0].price_prompt, router[0].price_completion), (Some(3.0), None));
        assert_eq!((router[0].tools, router[0].structured), (Some(true), Some(false)));
        let google = read(r#"{"models":[{"name":"models/g","displayName":"G","inputTokenLimit":9}]}"#);
        assert_eq!((google[0].id.as_str(), google[0].context_length), ("models/g", Some(9)));
        assert_eq!(read(r#"{"data":[{"id":"x"},{"odd":1}]}"#).len(), 1);
        assert!(of_list(&serde_json::json!({"error": "no"})).is_none());
    }

    #[test]
    fn a_price_is_of_a_million_tokens_and_no_price_is_guessed() {
        let price = |prompt: serde_json::Value| {
            let list = serde_json::json!({ "data": [{ "id": "a", "pricing": { "prompt": prompt } }] });
            of_list(&list).unwrap()[0].price_prompt
        };
        for (given, expected) in [
            (serde_json::json!("0"), Some(0.0)),
            (serde_json::json!(0.000_000_15), Some(0.15)),
            (serde_json::json!("0.0000025"), Some(2.5)),
            (serde_json::json!("0.0000000000001"), Some(0.0)),
            (serde_json::json!("-1"), None),
            (serde_json::json!("free"), None),
            (serde_json::json!("NaN"), None),
            (serde_json::json!("inf"), None),
            (serde_json::json!(null), None),
            (serde_json::json!({ "usd": 1 }), None),
        ] {
            assert_eq!(price(given.clone()), expected, "{given}");
        }
    }

    #[test]
    fn a_name_that_is_the_id_is_not_said_twice_and_a_bare_list_is_one() {
        let list = serde_json::json!([
            { "id": "a", "name": "a", "context_window": 4096 },
            { "id": "b", "display_name": "Modelo B", "name": "b-2", "max_input_tokens": -1 },
            { "id": 7 },
            null,
        ]);
        let models = of_list(&list).unwrap();
        let told: Vec<_> = models
            .iter()
            .map(|model| (model.id.as_str(), model.name.as_deref(), model.context_length))
            .collect();
        assert_eq!(told, [("a", None, Some(4096)), ("b", Some("Modelo B"), None)]);
        assert_eq!((models[0].tools, models[0].structured), (None, None), "nothing is said of them");
        assert_eq!(of_list(&serde_json::json!({ "data": [] })).map(|models| models.len()), Some(0));
    }
}
