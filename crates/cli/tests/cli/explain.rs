//! `celeiro explain`.

use crate::setup::stocked;
use crate::support::{json, run, stderr, stdout};

#[test]
fn words_are_told_with_terms_and_scores() {
    let trace = json(&stocked(), ["explain", "lexical", "fungicida ferrugem soja", "--limit", "3"]);
    assert_eq!(trace["tokens"], serde_json::json!(["fungicida", "ferrugem", "soja"]));
    assert_eq!(trace["terms"].as_array().unwrap().len(), 3);
    let first = &trace["candidates"][0];
    assert_eq!(first["externalId"], "T-01");
    assert_eq!(first["rank"], 1);
    // SPEC §3.3 by hand: fungicida in description 2.5 and category 2; ferrugem in description 2.5 and
    // tags 4; soja in description 2.5 and tags 4; three tokens 1.5; culture 2, treatment 2, pair 5,
    // culture in a tag 1.
    assert_eq!(first["score"]["value"], 29.0, "{first}");
    assert_eq!(first["signals"]["hasCultureTreatmentPair"], true);
}

#[test]
fn vectors_are_told_with_model_threshold_and_distances() {
    let trace = json(&stocked(), ["explain", "vector", "fungicida soja"]);
    assert!(trace["threshold"].is_number(), "{trace}");
    let none = json(&stocked(), ["explain", "vector", "fungicida soja", "--set", "EMBEDDING_PROVIDER=none"]);
    assert!(none["model"].is_null());
    assert_eq!(none["fallbackReason"], "embedding-disabled");
    let distances: Vec<f64> =
        trace["candidates"].as_array().unwrap().iter().map(|c| c["distance"].as_f64().unwrap()).collect();
    assert!(distances.is_sorted(), "{distances:?}");
}

#[test]
fn one_record_by_either_id_or_word_that_it_is_absent() {
    let folder = stocked();
    let one = json(&folder, ["explain", "hybrid", "fungicida soja", "--item", "T-03"]);
    assert_eq!(one["results"].as_array().unwrap().len(), 1);
    let id = one["results"][0]["item"]["id"].as_str().unwrap().to_owned();
    let same = json(&folder, ["explain", "hybrid", "fungicida soja", "--item", &id]);
    assert_eq!(same["results"][0]["item"]["externalId"], "T-03");
    let absent = run(&folder, ["explain", "hybrid", "fungicida soja", "--item", "T-99"]);
    assert!(absent.status.success() && stderr(&absent).contains("T-99 is not among"), "{}", stderr(&absent));
}

#[test]
fn faqs_and_trees_for_people() {
    let text = stdout(&run(&stocked(), ["explain", "faq", "ferrugem da soja", "--limit", "1"]));
    assert!(text.contains("Quando aplicar fungicida") && text.contains("├─"), "{text}");
}
