//! When a search or an answer is a gap, and when that is closed.

use super::*;
use crate::chat::Trace;
use crate::chat::intent::safety::find_concern;
use crate::chat::types::sources::number_sources;
use crate::chat::types::sources::tests::item_hit;
use crate::rank::tests::{by_words, candidate, query};
use crate::rank::{Candidate, Field};
use crate::search::{Filters, Kind};
use crate::text::QueryText;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

fn coverage(text: &str, records: &[Candidate]) -> Option<f64> {
    let records: Vec<&Candidate> = records.iter().collect();
    query_coverage(&query(text), &records)
}

fn candidate_of_name(id: u128, name: &str) -> Candidate {
    by_words(1, candidate(id, &[(Field::Name, name)]))
}

#[test]
fn coverage_is_the_share_of_what_was_asked_that_one_record_holds() {
    let find_coverage = |text: &str, names: &[&str]| {
        let records: Vec<Candidate> =
            (1..).zip(names).map(|(id, name)| candidate_of_name(id, name)).collect();
        coverage(text, &records).map(|share| (share * 1e9).round() / 1e9)
    };
    for (text, names, share) in [
        ("soja", vec!["azul soja"], Some(1.0)),
        ("soja", vec!["sojicultura"], Some(0.8)),
        ("ferrugem soja", vec!["ferrugem"], Some(0.5)),
        ("ferrugem soja", vec!["ferrugem", "soja"], Some(0.5)),
        ("ferrugem soja", vec!["azul", "ferrugem soja"], Some(1.0)),
        ("cobre", vec!["azul"], Some(0.0)),
        ("cobre", vec!["azul", "verde", "rosa", "cobre"], Some(0.0)),
        ("cobre", vec![], None),
        ("", vec!["cobre"], Some(0.0)),
    ] {
        assert_eq!(find_coverage(text, &names), share, "{text:?} {names:?}");
    }
}

#[test]
fn a_record_that_the_query_names_holds_all_of_it() {
    let record = Candidate { named: true, ..candidate_of_name(1, "azul") };
    assert_eq!(coverage("cobre", &[record]), Some(1.0));
}

proptest! {
    #[test]
    fn a_share_is_one_and_more_records_never_lower_it(
        text in crate::rank::tests::query_texts(), records in crate::rank::tests::candidate_lists()
    ) {
        let mut before = 0.0;
        for count in 1..=records.len() {
            let share = coverage(&text, &records[..count]).unwrap();
            prop_assert!((0.0..=1.0 + 1e-9).contains(&share) && share >= before);
            before = share;
        }
        prop_assert_eq!(coverage(&text, &records[..records.len().min(LOOKED_AT)]), coverage(&text, &records), "people look no further");
    }

    #[test]
    fn a_key_hangs_on_words_alone(mut words in proptest::collection::vec("[a-z]{4,9}", 1..8), at in any::<prop::sample::Index>()) {
        let key = |words: &[String]| gap_key(&QueryText::parse(&words.join(" ")), None);
        let before = key(&words);
        let place = at.index(words.len());
        words.rotate_left(place);
        words.push(words[0].to_uppercase());
        prop_assert_eq!(key(&words), before);
    }
}

#[test]
fn conditions_are_part_of_a_key_in_one_form() {
    let text = QueryText::parse("soja");
    let key = |json: Value| gap_key(&text, Some(&serde_json::from_value::<Filters>(json).unwrap()));
    assert_eq!(key(json!({ "brand": "Bayer" })), "soja\n{\"manufacturer\":[\"Bayer\"]}");
    assert_eq!(key(json!({ "b": "1", "a": "2" })), key(json!({ "attributes": { "a": 2, "b": 1 } })));
    assert_eq!(key(json!({})), "soja");
    assert_eq!(gap_key(&QueryText::parse("%"), None), "%");
}

#[test]
fn scopes_search_what_they_are_for() {
    assert_eq!(QueryScope::from(Kind::Items).kinds(), [Kind::Items]);
    assert_eq!(QueryScope::from(Kind::Faqs).kinds(), [Kind::Faqs]);
    assert_eq!(QueryScope::Chat.kinds(), [Kind::Faqs, Kind::Items]);
    assert_eq!(json!([QueryScope::Chat, QueryScope::Items]), json!(["chat", "items"]));
    assert_eq!(json!([GapReason::NoResults, GapReason::RatedDown]), json!(["no-results", "rated-down"]));
    assert_eq!(json!([GapState::default(), GapState::Passed]), json!(["open", "passed"]));
}

/// A turn about `message`, taken for `intent`, whose searches had so many results and such a share.
fn turn(message: &str, intent: &str, outcome: &str, searches: &[(u32, Option<f64>)], cited: bool) -> Trace {
    let search = |(results, coverage): &(u32, Option<f64>)| {
        json!({
            "run": { "tool": "searchCatalog", "query": message, "resultCount": results, "vectorCount": 0,
                "lexicalCount": results, "ms": 1.0, "fallbackReason": null },
            "request": {}, "profile": {}, "fusion": "relevance", "embeddingModel": null, "hits": [],
            "candidates": [], "coverage": coverage, "timings": {},
        })
    };
    let mut sources = number_sources(&[item_hit("Base", None, "")], &[]);
    sources[0].cited = cited;
    let trace = json!({
        "id": Uuid::nil(), "conversationId": null, "messageId": null, "createdAt": "2026-01-01T00:00:00Z",
        "outcome": outcome, "message": message, "normalized": message, "tokens": [],
        "debug": { "intent": intent, "intentBy": "rules", "plan": { "runFaq": false, "runCatalog": true },
            "llmCalls": [], "searches": [], "ragSource": "hybrid", "fallbacks": [], "traceId": Uuid::nil() },
        "prompts": [], "calls": [], "tools": [], "searches": searches.iter().map(search).collect::<Vec<_>>(),
        "sources": sources, "context": "", "rawAnswer": "", "program": "0.1.0",
    });
    serde_json::from_value(trace).unwrap()
}

#[test]
fn an_answer_is_a_gap_where_each_of_its_searches_is_or_where_it_rests_on_nothing() {
    let gap = |searches: &[(u32, Option<f64>)], cited| {
        turn_gap(&turn("tem cobre?", "catalog", "composed", searches, cited), false)
    };
    for (searches, cited, expected) in [
        (&[(3, Some(0.9))][..], true, None),
        (&[(3, Some(0.9))], false, Some(GapReason::Refused)),
        (&[(0, None)], false, Some(GapReason::NoResults)),
        (&[(3, Some(0.2))], true, Some(GapReason::Weak)),
        (&[(0, None), (3, Some(0.9))], true, None),
        (&[(0, None), (3, Some(0.2))], true, Some(GapReason::Weak)),
    ] {
        assert_eq!(gap(searches, cited), expected, "{searches:?} {cited}");
    }
}

#[test]
fn a_right_answer_is_no_gap_however_many_words_stand_around_the_question() {
    let message = "meu vizinho falou que a soja dele tem ferrugem";
    let weak = [(6, Some(0.43))];
    let mut composed = turn(message, "general", "composed", &weak, true);
    composed.sources[0].matched = vec!["soja".into()];
    assert_eq!(turn_gap(&composed, false), Some(GapReason::Weak), "a third of what was asked");
    composed.sources[0].matched.push("ferrugem".into());
    assert_eq!(turn_gap(&composed, false), None, "two thirds");
    composed.sources[0].cited = false;
    assert_eq!(turn_gap(&composed, false), Some(GapReason::Weak), "the answer does not name it");
    assert_eq!(turn_gap(&turn(message, "general", "answered", &weak, true), false), None, "a model's choice");
}

#[test]
fn an_answer_that_sums_or_compares_is_no_gap_however_weak_its_search() {
    let mut summed = turn("quanto deu?", "catalog", "composed", &[(2, Some(0.1))], true);
    summed.searches[0].run.query = "enxada regador".into();
    assert_eq!(turn_gap(&summed, false), Some(GapReason::Weak), "the control");
    for answer in
        ["- 3 × **Enxada** (R$ 58,00) = R$ 174,00 [1]", "|  | **A** [1] | **B** [2] |\n|---|---|---|"]
    {
        summed.raw_answer = answer.into();
        assert_eq!(turn_gap(&summed, false), None, "{answer}");
        assert_eq!(turn_gap(&summed, true), Some(GapReason::Weak), "it says that a thing is missing");
    }
}

#[test]
fn an_answer_that_says_it_does_not_have_it_is_a_gap_whatever_it_names_beside() {
    for outcome in ["composed", "answered"] {
        let declining = turn("tem cobre?", "catalog", outcome, &[(3, Some(0.9))], true);
        assert_eq!(turn_gap(&declining, true), Some(GapReason::Refused), "{outcome}");
        assert_eq!(turn_gap(&declining, false), None, "{outcome}: the control");
    }
}

#[test]
fn thanks_and_what_no_shop_is_asked_are_no_gaps_whatever_they_are_taken_for() {
    let gap = |message: &str, intent: &str| {
        turn_gap(&turn(message, intent, "composed", &[(3, Some(0.3))], false), true)
    };
    assert_eq!(gap("zarabatana", "general"), Some(GapReason::Weak), "the control");
    for message in ["valeu, ajudou muito", "quem ganhou o jogo ontem?", "ok então, até"] {
        assert_eq!(gap(message, "general"), None, "{message}");
    }
    assert_eq!(gap("que horas são em Marte?", "off-topic"), Some(GapReason::Refused), "asks for hours");
    assert_eq!(gap("quantas luas tem Marte?", "off-topic"), None);
    assert_eq!(gap("qual o preço da zarabatana?", "off-topic"), Some(GapReason::Refused), "of the trade");
}

#[test]
fn courtesy_danger_and_broken_turns_show_nothing_that_is_missing() {
    let nothing = [(0, None)];
    let gap = |message: &str, intent: &str, outcome: &str| {
        turn_gap(&turn(message, intent, outcome, &nothing, false), false)
    };
    assert_eq!(gap("tem cobre?", "catalog", "composed"), Some(GapReason::NoResults), "the control");
    assert_eq!(gap("bom dia", "greeting", "answered"), None);
    assert_eq!(gap("quantas luas tem Marte?", "off-topic", "answered"), None);
    for outcome in ["stopped", "failed"] {
        assert_eq!(gap("tem cobre?", "catalog", outcome), None, "{outcome}");
    }
    let mut danger = turn("meu filho bebeu veneno", "faq", "composed", &nothing, false);
    assert_eq!(turn_gap(&danger, false), Some(GapReason::NoResults), "the control");
    danger.debug.safety = find_concern(&danger.message);
    assert_eq!(turn_gap(&danger, false), None);
}

#[test]
fn a_gap_is_closed_by_one_search_that_is_none_any_more() {
    let [old, new] = [Uuid::from_u128(1), Uuid::from_u128(2)];
    let run = |results, coverage, first: &[Uuid]| Rerun { results, coverage, first: first.to_vec() };
    let is_closed = |reasons: &[GapReason], now: &[Rerun]| closes_gap(reasons, now, &[old]);
    assert!(!is_closed(&[GapReason::NoResults], &[]));
    assert!(is_closed(&[GapReason::NoResults], &[run(1, None, &[old])]));
    assert!(is_closed(&[GapReason::Weak], &[run(0, None, &[]), run(1, Some(WEAK_BELOW), &[old])]));
    assert!(!is_closed(&[GapReason::Weak], &[run(1, Some(WEAK_BELOW - 1e-9), &[new])]));
    for judged in [GapReason::Refused, GapReason::RatedDown] {
        assert!(
            is_closed(&[judged], &[run(2, Some(ANSWERS_FROM), &[old, new])]),
            "something new beside the old"
        );
        assert!(!is_closed(&[judged], &[run(2, Some(ANSWERS_FROM - 1e-9), &[new])]));
        assert!(!is_closed(&[judged], &[run(2, None, &[new])]), "how much it holds is not known");
        assert!(!is_closed(&[judged], &[run(1, Some(1.0), &[old])]));
        assert!(
            !is_closed(&[judged], &[run(1, Some(1.0), &[old]), run(0, None, &[new])]),
            "not each half of another"
        );
    }
}

#[test]
fn the_targets_are_those_that_were_promised() {
    assert_eq!(
        serde_json::to_value(QUALITY_TARGETS).unwrap(),
        json!({
            "firstTokenMs": 500.0, "fullMs": 3000.0, "fallbackRate": 0.05, "toolSuccess": 0.95, "satisfaction": 0.8,
            "toolAccuracy": 0.9, "memoryRelevance": 0.7,
        })
    );
    assert_eq!(serde_json::from_value::<QualityStep>(json!("week")).unwrap(), QualityStep::Week);
    assert!(
        serde_json::from_value::<QualityStep>(json!("whole")).is_err(),
        "asked for inside the program alone"
    );
}
