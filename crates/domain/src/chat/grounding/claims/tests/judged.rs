//! The judged sentences of `tests/eval/claims`, half of them held back from those who write the checks.

use crate::catalog::faq::Faq;
use crate::catalog::{Item, ItemDraft};
use crate::chat::grounding::claims::{
    CatalogTerms, CitedRecord, find_content_words, find_unsupported_claims,
};
use crate::chat::types::sources::tests::{faq_hit, item_hit};
use crate::search::Hit;
use crate::synonyms::{SHIPPED, SynonymGroup, SynonymIndex};
use crate::text::{normalize_text, plain_words};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// Least share of unsupported sentences that are flagged, and most of supported ones.
const DEVELOPMENT: (f64, f64) = (0.89, 0.04);
const HELD_BACK: (f64, f64) = (0.8, 0.2);

struct Catalog {
    hits: BTreeMap<String, Hit>,
    words: HashSet<String>,
    synonyms: SynonymIndex,
}

/// The values of a file of JSON lines.
fn parse_json_lines(text: &str) -> impl Iterator<Item = Value> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).expect("a JSON line"))
}

/// What of an item names things: its name, maker, category and the values of its attributes.
fn naming_text(hit: &Hit) -> String {
    let Some(item) = &hit.item else { return String::new() };
    let values = item.attributes.iter().map(|(key, value)| match value {
        Value::Bool(true) => key.replace('_', " "),
        Value::Bool(false) => String::new(),
        other => other.to_string(),
    });
    let fields = [&item.manufacturer, &item.category].into_iter().flatten().cloned();
    [item.name.clone()].into_iter().chain(fields).chain(values).collect::<Vec<_>>().join(" ; ")
}

/// The items and FAQs of the demo, by external id.
fn demo_catalog() -> Catalog {
    let mut hits = BTreeMap::new();
    let mut words = HashSet::new();
    for line in parse_json_lines(include_str!("../../../../../../../demo/items.jsonl")) {
        let draft: ItemDraft = serde_json::from_value(line).expect("an item");
        let mut hit = item_hit(&draft.name, None, draft.description.as_deref().unwrap_or_default());
        let id = draft.external_id.clone().expect("an id");
        if let Some(item) = &mut hit.item {
            let ItemDraft {
                name,
                description,
                category,
                manufacturer,
                price,
                tags,
                status,
                attributes,
                notes,
                packages,
                ..
            } = draft;
            let kept = item.clone();
            *item = Item {
                external_id: Some(id.clone()),
                name,
                description,
                category,
                manufacturer,
                price,
                tags,
                status,
                attributes,
                notes,
                packages: packages.unwrap_or_default(),
                ..kept
            };
        }
        let text = normalize_text(&naming_text(&hit));
        words.extend(plain_words(&text).map(str::to_owned));
        hits.insert(id, hit);
    }
    for line in parse_json_lines(include_str!("../../../../../../../demo/faqs.jsonl")) {
        let text = |field: &str| line[field].as_str().unwrap_or_default().to_owned();
        let mut hit = faq_hit(&text("question"), &text("answer"));
        if let Some(Faq { external_id, .. }) = &mut hit.faq {
            *external_id = Some(text("external_id"));
        }
        hits.insert(text("external_id"), hit);
    }
    let groups: Vec<SynonymGroup> = serde_json::from_str(SHIPPED).expect("synonyms.json");
    Catalog { hits, words, synonyms: SynonymIndex::new(&groups) }
}

/// Shares of the unsupported and the supported sentences of `file` that are flagged.
fn judge(catalog: &Catalog, file: &str, show: bool) -> (f64, f64) {
    let mut counts = [[0_u32; 2]; 2];
    for case in parse_json_lines(file) {
        let sources = case["sources"].as_array().expect("sources").iter().filter_map(Value::as_str);
        let (faqs, items): (Vec<Hit>, Vec<Hit>) =
            sources.map(|id| catalog.hits[id].clone()).partition(|hit| hit.faq.is_some());
        let records = CitedRecord::of_hits(&items, &faqs);
        let terms = CatalogTerms { words: &catalog.words, synonyms: &catalog.synonyms };
        let answer = case["answer"].as_str().expect("an answer");
        let flagged = find_unsupported_claims(answer, &records, &terms);
        let supported = case["supported"].as_bool().expect("a verdict");
        counts[usize::from(supported)][usize::from(!flagged.is_empty())] += 1;
        if show && supported != flagged.is_empty() {
            let claims: Vec<&str> = flagged.iter().map(|caution| caution.claim.as_str()).collect();
            println!(
                "{} {} {answer} {claims:?}",
                if supported { "FALSE ALARM" } else { "PASSED" },
                case["kind"]
            );
        }
    }
    let share = |[passed, flagged]: [u32; 2]| f64::from(flagged) / f64::from(passed + flagged);
    (share(counts[0]), share(counts[1]))
}

/// Asserts that a half of the set is judged as well as `bounds` say: least share of unsupported sentences that are
/// flagged, most of supported ones. What fails may be looked at in the development half alone.
fn assert_half(name: &str, file: &str, bounds: (f64, f64), show: bool) {
    let (flagged, alarms) = judge(&demo_catalog(), file, show);
    println!("claims, {name}: {flagged:.3} of the unsupported flagged, {alarms:.3} of the supported");
    let (least, most) = bounds;
    assert!(flagged >= least && alarms <= most, "{name}: {flagged:.3} flagged, {alarms:.3} false alarms");
}

#[test]
fn claims_are_held_against_their_sources() {
    let development = include_str!("../../../../../../../tests/eval/claims/dev.jsonl");
    assert_half("development", development, DEVELOPMENT, true);
}

/// Apart from the development half, so that those who write rules need not see its figures.
#[test]
fn claims_that_were_held_back_are_held_against_their_sources() {
    let held_back = include_str!("../../../../../../../tests/eval/claims/held-back.jsonl");
    assert_half("held back", held_back, HELD_BACK, false);
}

#[test]
fn words_to_look_up_are_those_that_may_claim_something() {
    let words = find_content_words("O Capinorte custa pouco e serve para a soja.");
    assert_eq!(words, ["capinorte", "soja"]);
}
