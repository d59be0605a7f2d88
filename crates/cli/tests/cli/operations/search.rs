//! `celeiro search`: the answer's form, its explanations, and whatever people type.

use crate::setup::prepare_stock;
use crate::support::{celeiro, failure, json, run, stderr, stdout};
use serde_json::Value;
use std::process::Stdio;

/// Whether every sum and product of a tree holds.
fn adds_up(node: &Value) -> bool {
    let value = node["value"].as_f64().unwrap();
    let details = node["details"].as_array().unwrap();
    let parts = details.iter().map(|d| d["value"].as_f64().unwrap());
    let holds = match node["kind"].as_str().unwrap() {
        "sum" => (parts.sum::<f64>() - value).abs() < 1e-9,
        "product" => (parts.product::<f64>() - value).abs() < 1e-9,
        "function" => details.len() == 1,
        _ => details.is_empty(),
    };
    holds && details.iter().all(adds_up)
}

fn names(found: &Value) -> Vec<&str> {
    let hits = found["results"].as_array().unwrap();
    hits.iter().map(|h| h["item"]["externalId"].as_str().unwrap()).collect()
}

#[test]
fn json_is_the_answer_of_the_api() {
    let found = json(&prepare_stock(), ["search", "fungicida para ferrugem da soja", "--limit", "5"]);
    assert_eq!(found["ragSource"], "hybrid");
    assert_eq!(found["profile"], "default");
    for field in ["vectorCount", "lexicalCount", "embeddingUsed", "timings", "tokens"] {
        assert!(!found[field].is_null(), "{field}");
    }
    for field in ["embedMs", "lexicalMs", "vectorMs", "fuseMs", "totalMs"] {
        assert!(found["timings"][field].is_number(), "{field}");
    }
    let first = &found["results"][0];
    assert_eq!(first["item"]["externalId"], "T-01");
    assert!(first["item"]["id"].is_string());
    assert!(["lexical", "vector", "vector+lexical"].contains(&first["source"].as_str().unwrap()));
    assert!(!names(&found).contains(&"T-12"), "what is off sale is not found");
}

#[test]
fn every_score_is_the_sum_of_its_rows_and_orders_the_list() {
    for fusion in ["relevance", "enhanced", "simple", "rrf"] {
        let found = json(&prepare_stock(), ["search", "fungicida soja", "--limit", "10", "--fusion", fusion]);
        assert_eq!(found["fusion"], fusion);
        let hits = found["results"].as_array().unwrap();
        assert!(hits.len() >= 3, "{fusion}: {}", hits.len());
        for hit in hits {
            assert!(adds_up(&hit["explanation"]), "{fusion}: {}", hit["explanation"]);
            assert_eq!(hit["explanation"]["value"], hit["score"]);
        }
        let scores: Vec<f64> = hits.iter().map(|h| h["score"].as_f64().unwrap()).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{fusion}: {scores:?}");
    }
}

#[test]
fn a_limit_of_any_size_is_moved_into_bounds() {
    for (limit, expected) in [("0", 1), ("-1", 1), ("2", 2), ("1000000000", 11), ("1000000000000", 11)] {
        let found = json(
            &prepare_stock(),
            ["search", "fungicida herbicida fertilizante semente inseticida pulverizador", "--limit", limit],
        );
        let count = found["results"].as_array().unwrap().len();
        assert_eq!(count, expected, "--limit {limit}");
    }
}

#[test]
fn filters_and_orders() {
    let folder = prepare_stock();
    let by = |filter: &str| {
        let found = json(&folder, ["search", "soja milho", "--filter", filter, "--limit", "50"]);
        let mut ids: Vec<String> = names(&found).iter().map(|n| (*n).to_owned()).collect();
        ids.sort();
        ids
    };
    assert_eq!(by("category=Sementes"), ["T-07", "T-08"]);
    assert_eq!(by("brand=delta"), ["T-07", "T-08"]);
    assert_eq!(by("formulacao=ec"), ["T-09"]);
    assert_eq!(by("stock=out"), Vec::<String>::new(), "nothing was ever counted");
    assert!(by("stock=unknown").len() >= 3);
    let cheap =
        json(&folder, ["search", "fungicida", "--filter", "maxPrice=200", "--filter", "minPrice=100"]);
    assert_eq!(names(&cheap), ["T-03"]);
    let sorted = json(&folder, ["search", "milho", "--sort", "priceAsc", "--filter", "tags=milho"]);
    let prices: Vec<f64> =
        sorted["results"].as_array().unwrap().iter().map(|h| h["item"]["price"].as_f64().unwrap()).collect();
    assert!(prices.is_sorted() && prices.len() >= 4, "{prices:?}");
    let error = failure(&folder, ["search", "soja", "--filter", "cor=azul"], 1);
    assert_eq!(error["code"], "unknown_filter");
    let error = failure(&folder, ["search", "soja", "--filter", "minPrice=NaN"], 2);
    assert_eq!(error["code"], "invalid_request");
    let error = failure(&folder, ["search", "soja", "--filter", "stock=pouco"], 2);
    assert_eq!(error["code"], "invalid_request");
    let error = failure(&folder, ["search", "soja", "--profile", "nenhum"], 1);
    assert_eq!(error["code"], "unknown_profile");
}

#[test]
fn whatever_is_typed_has_an_answer() {
    let long = "soja ".repeat(1_600);
    let queries = [
        "",
        "   ",
        "🌾🚜",
        "100%",
        "_",
        "\\",
        "'; DROP TABLE catalog_items; --",
        "\"",
        long.as_str(),
        "\u{202e}",
        "a\u{301}",
    ];
    for query in queries {
        let output = run(&prepare_stock(), ["search", "--limit", "2", "--json", "--", query]);
        let shown: String = query.chars().take(40).collect();
        assert!(output.status.success(), "{shown}: {}", stderr(&output));
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        if query.trim().is_empty() {
            assert_eq!(found["results"].as_array().unwrap().len(), 0, "nothing asked, nothing found");
        }
    }
    let longer = failure(&prepare_stock(), ["search", &format!("{long}!")], 1);
    assert_eq!(longer["code"], "invalid_fields", "{longer}");
    assert!(longer.to_string().contains("8000"), "{longer}");
    let faqs = json(&prepare_stock(), ["search", "ferrugem da soja", "--kind", "faqs", "--limit", "1"]);
    assert_eq!(faqs["results"][0]["faq"]["externalId"], "P-1");
}

#[test]
fn cards_speak_the_persons_language() {
    let folder = prepare_stock();
    let english = stdout(&run(&folder, ["search", "ureia", "--limit", "1"]));
    assert!(english.contains("Ureia 45%") && english.contains("Results: 1"), "{english}");
    let portuguese =
        celeiro(&folder).args(["search", "ureia", "--limit", "1", "--lang", "pt-BR"]).output().unwrap();
    assert!(stdout(&portuguese).contains("Resultados: 1"), "{}", stdout(&portuguese));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = celeiro(&prepare_stock())
        .args(["search", "fungicida herbicida fertilizante semente", "--limit", "50", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}

#[test]
fn any_operation_can_be_called() {
    let folder = prepare_stock();
    let list = json(&folder, ["call", "list_items", r#"{"text":"lagartol"}"#]);
    assert_eq!(list["total"], 2);
    let list = json(&folder, ["call", "list-faqs"]);
    assert_eq!(list["total"], 6);
    assert_eq!(failure(&folder, ["call", "drop_everything"], 2)["code"], "invalid_request");
    assert_eq!(failure(&folder, ["call", "list_items", "{"], 1)["code"], "invalid_request");
    let error = failure(&folder, ["call", "get_item", r#"{"id":"x"}"#], 1);
    assert_eq!(error["details"]["path"], "id");
    let error = failure(&folder, ["call", "get_item", r#"{"id":"00000000-0000-0000-0000-000000000000"}"#], 1);
    assert_eq!(error["code"], "not_found");
}

#[test]
fn a_blank_query_finds_nothing_and_says_why() {
    let output = run(&prepare_stock(), ["search", " "]);
    assert!(output.status.success());
    assert!(stderr(&output).contains("The query is blank"), "{}", stderr(&output));
}
