//! `celeiro explain`.

use crate::setup::prepare_stock;
use crate::support::{failure, json, lasting_folder, run, stderr, stdout};
use serde_json::Value;

#[test]
fn words_are_told_with_terms_and_scores() {
    let trace = json(&prepare_stock(), ["explain", "lexical", "fungicida ferrugem soja", "--limit", "3"]);
    assert_eq!(trace["tokens"], serde_json::json!(["fungicida", "ferrugem", "soja"]));
    assert_eq!(trace["terms"].as_array().unwrap().len(), 3);
    let first = &trace["candidates"][0];
    assert_eq!(first["externalId"], "T-01");
    assert_eq!(first["rank"], 1);
    // The lexical score by hand: fungicida in description 2.5 and category 2; ferrugem in description 2.5 and
    // tags 4; soja in description 2.5 and tags 4; three tokens 1.5; culture 2, treatment 2, pair 5,
    // culture in a tag 1.
    assert_eq!(first["score"]["value"], 29.0, "{first}");
    assert_eq!(first["signals"]["hasCultureTreatmentPair"], true);
}

#[test]
fn vectors_are_told_with_model_threshold_and_distances() {
    let trace = json(&prepare_stock(), ["explain", "vector", "fungicida soja"]);
    assert!(trace["threshold"].is_number(), "{trace}");
    let none =
        json(&prepare_stock(), ["explain", "vector", "fungicida soja", "--set", "EMBEDDING_PROVIDER=none"]);
    assert!(none["model"].is_null());
    assert_eq!(none["fallbackReason"], "embedding-disabled");
    let distances: Vec<f64> =
        trace["candidates"].as_array().unwrap().iter().map(|c| c["distance"].as_f64().unwrap()).collect();
    assert!(distances.is_sorted(), "{distances:?}");
}

#[test]
fn one_record_by_either_id_and_what_is_not_there_is_said() {
    let folder = prepare_stock();
    let one = json(&folder, ["explain", "hybrid", "fungicida soja", "--item", "T-03"]);
    assert_eq!((&one["item"]["externalId"], &one["found"]), (&"T-03".into(), &true.into()), "{one}");
    let id = one["item"]["id"].as_str().unwrap().to_owned();
    let same = json(&folder, ["explain", "hybrid", "fungicida soja", "--item", &id]);
    assert_eq!(same, one);
    let error = failure(&folder, ["explain", "hybrid", "fungicida soja", "--item", "T-99"], 1);
    assert_eq!(error["code"], "not_found");
    let absent = run(&folder, ["explain", "lexical", "fungicida soja", "--item", "T-99"]);
    assert!(absent.status.success() && stderr(&absent).contains("T-99 is not among"), "{}", stderr(&absent));
}

fn value(row: &Value) -> f64 {
    row["value"].as_f64().unwrap()
}

fn sum(rows: &Value) -> f64 {
    rows.as_array().unwrap().iter().map(value).sum()
}

#[test]
fn rows_are_the_score_and_differences_the_gap_for_every_pair() {
    let folder = prepare_stock();
    for fusion in ["relevance", "enhanced", "simple", "rrf"] {
        for (a, b) in [("T-01", "T-03"), ("T-11", "T-02"), ("T-12", "T-11")] {
            let query = ["explain", "hybrid", "fungicida ferrugem soja", "--fusion", fusion];
            let told = json(&folder, query.into_iter().chain(["--item", a, "--against", b]));
            let score = |of: &Value| of["score"].as_f64().unwrap();
            assert!((sum(&told["rows"]) - score(&told)).abs() < 1e-9, "{told}");
            let gap = score(&told) - score(&told["against"]);
            assert!((sum(&told["difference"]) - gap).abs() < 1e-9, "{told}");
            let sizes: Vec<f64> =
                told["difference"].as_array().unwrap().iter().map(|r| -value(r).abs()).collect();
            assert!(sizes.is_sorted(), "{told}");
        }
    }
}

#[test]
fn a_record_is_not_compared_with_itself() {
    let folder = prepare_stock();
    let id = json(&folder, ["explain", "hybrid", "soja", "--item", "T-03"])["item"]["id"].clone();
    let same = ["explain", "hybrid", "soja", "--item", "T-03", "--against", id.as_str().unwrap()];
    assert_eq!(failure(&folder, same, 1)["code"], "same_record");
}

#[test]
fn what_decides_is_told_in_words() {
    let folder = prepare_stock();
    let query = ["explain", "hybrid", "fungicida ferrugem soja", "--fusion", "simple"];
    let pair = ["--item", "T-01", "--against", "T-03"];
    let told = json(&folder, query.iter().chain(&pair));
    let decides = &told["counterfactual"]["decides"]["row"];
    let rows = told["difference"].as_array().unwrap();
    let detail = rows.iter().find(|row| &row["name"] == decides).unwrap()["detail"].as_str().unwrap();
    let people = stdout(&run(&folder, query.iter().chain(&pair)));
    assert!(people.contains(&format!("what decides: {detail}")), "{people}");
}

#[test]
fn what_else_a_weight_would_turn_is_tried_on_a_stored_set() {
    let folder = prepare_stock();
    let file = lasting_folder().join("explain-queries.tsv");
    std::fs::write(&file, "a\therbicida milho\nb\tsemente de soja\nc\tfungicida\n").unwrap();
    json(&folder, ["set", "import", "Vizinhas", "--queries", file.to_str().unwrap()]);
    let query = ["explain", "hybrid", "fungicida ferrugem soja", "--fusion", "enhanced"];
    let set = ["--query-set", "vizinhas"];
    let mut weighed = 0;
    for (a, b) in [("T-03", "T-02"), ("T-01", "T-03")] {
        let pair = ["--item", a, "--against", b];
        let plain = json(&folder, query.iter().chain(&pair));
        let told = json(&folder, query.iter().chain(&pair).chain(&set));
        assert_eq!((&told["querySet"], &told["rows"]), (&"Vizinhas".into(), &plain["rows"]));
        let (alone, tried) = (&plain["counterfactual"], &told["counterfactual"]);
        assert_eq!((&tried["outcome"], &tried["to"]), (&alone["outcome"], &alone["to"]), "{told}");
        if alone["outcome"] == "weight" {
            weighed += 1;
            assert!(tried["turned"].is_u64() && tried["pairs"].is_array(), "{told}");
            let people = stdout(&run(&folder, query.iter().chain(&pair).chain(&set)));
            assert!(people.contains("of the queries of Vizinhas"), "{people}");
        }
    }
    assert!(weighed > 0, "no pair here is turned by a weight");
    let alone = run(&folder, ["explain", "hybrid", "soja", "--item", "T-01", "--query-set", "vizinhas"]);
    assert_eq!(alone.status.code(), Some(2), "a set says nothing of one record");
    let unknown = query.iter().chain(&["--item", "T-01", "--against", "T-03", "--query-set", "outro"]);
    assert_eq!(failure(&folder, unknown, 1)["code"], "unknown_query_set");
}

#[test]
fn a_record_that_the_query_names_stands_where_search_puts_it() {
    let folder = prepare_stock();
    let named = json(&folder, ["search", "soja", "--limit", "1"])["results"][0]["item"]["externalId"].clone();
    let named = named.as_str().unwrap();
    let told = json(&folder, ["explain", "hybrid", named, "--item", named]);
    assert_eq!((&told["found"], &told["place"]), (&true.into(), &1.into()), "{told}");
    assert!(told["rows"].as_array().unwrap().iter().any(|row| row["name"] == "named"), "{told}");
}

#[test]
fn what_is_told_of_a_hit_is_what_search_says() {
    let folder = prepare_stock();
    for fusion in ["relevance", "enhanced", "simple", "rrf"] {
        let search = ["search", "herbicida milho", "--limit", "4", "--fusion", fusion];
        let found = json(&folder, search);
        let hits = found["results"].as_array().unwrap();
        assert!(!hits.is_empty());
        for (place, hit) in (1..).zip(hits) {
            let id = hit["item"]["id"].as_str().unwrap();
            let query = ["explain", "hybrid", "herbicida milho", "--limit", "4", "--fusion", fusion];
            let told = json(&folder, query.into_iter().chain(["--item", id]));
            assert_eq!((&told["found"], &told["place"]), (&true.into(), &place.into()), "{told}");
            assert_eq!(told["score"], hit["score"]);
        }
    }
}

#[test]
fn the_stage_at_which_a_record_fell_out_is_named() {
    let folder = prepare_stock();
    let explain_absence = |arguments: &[&str]| {
        let query = ["explain", "hybrid", "fungicida ferrugem soja"];
        let told = json(&folder, query.iter().chain(arguments));
        assert_eq!(told["found"], false, "{told}");
        told
    };
    let words = ["--set", "EMBEDDING_PROVIDER=none"];
    let filtered = explain_absence(&["--item", "T-01", "--filter", "category=Ferramentas"]);
    assert_eq!((&filtered["stage"], &filtered["misses"][0]), (&"filter".into(), &"category".into()));
    let withdrawn = explain_absence(&["--item", "T-12"]);
    assert_eq!(withdrawn["stage"], "inactive");
    assert!(withdrawn["score"].as_f64().unwrap() > 0.0, "what it would have is told: {withdrawn}");
    let cut = explain_absence(&["--item", "T-03", "--limit", "1"]);
    assert_eq!(cut["stage"], "result_limit");
    assert!(cut["margin"].as_f64().unwrap() > 0.0 && cut["place"].as_u64().unwrap() > 1, "{cut}");
    let without = explain_absence(&["--item", "T-11", words[0], words[1]]);
    assert_eq!(without["stage"], "no_term");
    let far = explain_absence(&["--item", "T-11", "--set", "CATALOG_VECTOR_THRESHOLD=-0.999"]);
    assert_eq!((&far["stage"], &far["marginUnit"]), (&"threshold".into(), &"distance".into()), "{far}");
    let plain = ["--fusion", "simple", "--limit", "1", words[0], words[1]];
    let beyond = explain_absence(&[&["--item", "T-03"], &plain[..]].concat());
    assert_eq!((&beyond["stage"], &beyond["marginUnit"]), (&"pool_limit".into(), &"places".into()));
    assert!(beyond["margin"].as_f64().unwrap() >= 1.0, "{beyond}");
}

#[test]
fn faqs_and_trees_for_people() {
    let text = stdout(&run(&prepare_stock(), ["explain", "faq", "ferrugem da soja", "--limit", "1"]));
    assert!(text.contains("Quando aplicar fungicida") && text.contains("├─"), "{text}");
}
