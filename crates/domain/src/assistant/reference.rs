//! Names, parameters and confirmations of the tools, against the table of the assistant that this one follows, which
//! stands below as a quote. Where Celeiro differs on purpose, the table says so.

use super::tools::Tool;
use serde_json::{Value, json};

/// A tool of the reference: its name, whether it needs a confirmation, and its parameters. A name with `!` is required;
/// of the rest, `default`, `minimum`, `maximum` and `enum` are compared where they are given.
fn table() -> Vec<(&'static str, bool, Value)> {
    let kinds = json!({ "enum": ["fact", "preference", "memory", "insight", "person"] });
    let areas =
        json!({ "enum": ["health", "finance", "professional", "learning", "spiritual", "relationships"] });
    let month = json!({ "minimum": 1, "maximum": 12 });
    let year = json!({ "minimum": 2020, "maximum": 2100 });
    vec![
        (
            "search_knowledge",
            false,
            json!({ "query!": {}, "type": kinds, "area": areas, "limit": { "maximum": 10, "default": 5 } }),
        ),
        ("get_tracking_history", false, json!({ "type!": {}, "days": { "maximum": 90, "default": 30 } })),
        // A metric's type is free text, so that a seller can track visits: no list of types.
        (
            "get_trends",
            false,
            json!({
                "types!": { "minItems": 1, "maxItems": 5 },
                "days": { "minimum": 7, "maximum": 365, "default": 30 },
                "period": { "enum": ["week", "month", "quarter", "semester", "year", "all"] },
                "includeCorrelations": { "default": true },
            }),
        ),
        ("get_person", false, json!({ "name!": {} })),
        (
            "analyze_context",
            false,
            json!({
                "currentTopic!": {},
                "relatedAreas!": { "minItems": 1, "maxItems": 4 },
                "lookForContradictions": { "default": true },
            }),
        ),
        (
            "get_finance_summary",
            false,
            json!({ "period": { "enum": ["current_month", "last_month", "year"], "default": "current_month" } }),
        ),
        ("get_pending_bills", false, json!({ "month": month, "year": year })),
        ("get_debt_progress", false, json!({ "debtId": {} })),
        (
            "get_bills",
            false,
            json!({ "month": month, "year": year,
                "status": { "enum": ["all", "pending", "paid", "overdue"], "default": "all" } }),
        ),
        ("get_expenses", false, json!({ "month": month, "year": year })),
        ("get_incomes", false, json!({ "month": month, "year": year })),
        ("get_investments", false, json!({})),
        ("record_metric", true, json!({ "type!": {}, "value!": {}, "unit": {}, "date!": {}, "notes": {} })),
        ("update_metric", true, json!({ "entryId!": {}, "value!": {}, "unit": {}, "reason": {} })),
        ("delete_metric", true, json!({ "entryId!": {}, "reason": {} })),
        // Here a card is made where the words are not the person's own; the base prompt of the reference asks for the
        // area always, and has the sub-area.
        (
            "add_knowledge",
            true,
            json!({ "type!": kinds, "content!": {}, "area!": areas, "subArea": {},
                "confidence": { "minimum": 0, "maximum": 1, "default": 0.9 } }),
        ),
        ("create_reminder", true, json!({ "title!": {}, "datetime!": {}, "notes": {} })),
        ("update_person", true, json!({ "name!": {}, "updates!": {} })),
        ("mark_bill_paid", true, json!({ "billId!": {}, "month": month, "year": year })),
        (
            "create_expense",
            true,
            json!({
                "name!": { "minLength": 1, "maxLength": 100 },
                "category!": { "enum": [
                    "alimentacao", "transporte", "lazer", "saude", "educacao", "vestuario", "outros",
                ] },
                "budgetedAmount": {},
                "actualAmount": {},
                "isRecurring": { "default": false },
            }),
        ),
        (
            "save_decision",
            true,
            json!({
                "title!": {}, "description": {}, "area!": areas, "options": {}, "chosenOption": {}, "reasoning": {},
                "reviewDays": { "minimum": 7, "maximum": 365, "default": 30 },
            }),
        ),
    ]
}

/// The value of a keyword of a schema, however deep a part that may be absent wraps it.
fn find<'a>(schema: &'a Value, keyword: &str) -> Option<&'a Value> {
    match schema {
        Value::Object(fields) => {
            fields.get(keyword).or_else(|| fields.values().find_map(|one| find(one, keyword)))
        }
        Value::Array(parts) => parts.iter().find_map(|one| find(one, keyword)),
        _ => None,
    }
}

/// The values that a schema allows: lists of them, and constants with a description each.
fn choices(schema: &Value) -> Vec<&Value> {
    match schema {
        Value::Object(fields) => {
            let listed = fields.get("enum").and_then(Value::as_array).into_iter().flatten();
            let own = listed.chain(fields.get("const"));
            own.chain(fields.values().flat_map(choices)).collect()
        }
        Value::Array(parts) => parts.iter().flat_map(choices).collect(),
        _ => Vec::new(),
    }
}

/// Whether what a schema says is what the reference says: a list may have more, such as areas of a shop; numbers are
/// compared as numbers.
fn agrees(schema: &Value, keyword: &str, theirs: &Value) -> bool {
    match (find(schema, keyword), theirs) {
        (_, Value::Array(theirs)) => {
            let own = choices(schema);
            theirs.iter().all(|value| own.contains(&value))
        }
        (Some(Value::Number(own)), Value::Number(theirs)) => own.as_f64() == theirs.as_f64(),
        (own, theirs) => own == Some(theirs),
    }
}

/// What differs in a tool, in words.
fn differences((name, confirms, parameters): &(&'static str, bool, Value)) -> Vec<String> {
    let Some(tool) = Tool::parse(name) else { return vec![format!("{name}: is not there")] };
    let definition = tool.definition();
    let mut out = Vec::new();
    if definition.requires_confirmation != *confirms {
        out.push(format!("{name}: confirmation"));
    }
    let own = definition.parameters["properties"].as_object().cloned().unwrap_or_default();
    let required = definition.parameters["required"].as_array().cloned().unwrap_or_default();
    let theirs = parameters.as_object().cloned().unwrap_or_default();
    for extra in
        own.keys().filter(|key| !theirs.contains_key(*key) && !theirs.contains_key(&format!("{key}!")))
    {
        out.push(format!("{name}.{extra}: is not in the reference"));
    }
    for (key, rules) in &theirs {
        let field = key.trim_end_matches('!');
        let Some(schema) = own.get(field) else {
            out.push(format!("{name}.{field}: is not there"));
            continue;
        };
        if required.contains(&json!(field)) != key.ends_with('!') {
            out.push(format!("{name}.{field}: required"));
        }
        for (keyword, value) in rules.as_object().into_iter().flatten() {
            if !agrees(schema, keyword, value) {
                out.push(format!("{name}.{field}.{keyword}: {schema}, not {value}"));
            }
        }
    }
    out
}

#[test]
fn every_tool_of_the_reference_is_there_with_its_parameters() {
    let found: Vec<String> = table().iter().flat_map(differences).collect();
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(table().len(), 21);
}

#[test]
fn a_tool_that_differs_is_named() {
    let wrong = ("get_person", true, json!({ "name": { "enum": ["Maria"] }, "age!": {} }));
    assert_eq!(differences(&wrong).len(), 4, "{:?}", differences(&wrong));
}
