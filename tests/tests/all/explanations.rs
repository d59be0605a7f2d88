//! Every score is the sum of what is shown, after the journey through JSON, and sorting by it gives
//! the order shown: all fusions, both corpora, over the demo catalog.

use crate::support::{World, write};
use celeiro_app::Caller;
use celeiro_app::embedding::embed_all;
use celeiro_app::search::api::search;
use celeiro_app::system::setup::{DEMO_FAQS, DEMO_ITEMS};
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::search::{Fusion, Kind, Lang, SearchRequest};
use serde_json::Value;

/// How far a sum may be off: rounding, and nothing else.
const ROUNDING: f64 = 1e-9;

const QUERIES: [&str; 12] = [
    "fungicida para ferrugem da soja",
    "glifosato 480 SL",
    "adubo NPK 04-14-08 para milho",
    "semente de capim braquiária",
    "mata mato na cana",
    "como guardar sementes",
    "qual a carência do produto na alface",
    "2,4-D",
    "pulverizador costal 20 litros",
    "fungisida pra uva",
    "%",
    "o que aplicar contra lagarta-do-cartucho antes da chuva em lavoura orgânica de milho verde",
];

/// A network whose numbers are at random: meaning has no part in whether sums are right.
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/neural/tests/fixtures/tiny-model");

#[tokio::test]
async fn scores_add_up_and_order_the_list() {
    let world = World::new().await;
    load_demo(&world).await;
    check_all(&world).await;
    world.close().await;
}

/// Likenesses of a neural model are read by their standing, which has rows of its own.
#[tokio::test(flavor = "multi_thread")]
async fn scores_of_a_neural_model_add_up_and_order_the_list() {
    let settings = [
        ("EMBEDDING_PROVIDER", "neural"),
        ("EMBEDDING_MODEL_DIR", MODEL),
        // What numbers at random find alike is above no threshold in particular.
        ("CATALOG_VECTOR_THRESHOLD", "Infinity"),
        ("FAQ_VECTOR_THRESHOLD", "Infinity"),
    ];
    let world = World::with(&settings).await;
    load_demo(&world).await;
    check_all(&world).await;
    let shown = answer(&world, Kind::Items, Fusion::Relevance, QUERIES[0]).await.to_string();
    assert!(shown.contains("\"standing\""), "likenesses count by their standing: {shown}");
    world.close().await;
}

/// Checks the hits of all fusions for items and FAQs.
async fn check_all(world: &World) {
    let mut hits = 0;
    let mut by_vectors = 0;
    for kind in [Kind::Items, Kind::Faqs] {
        for fusion in Fusion::ALL {
            for query in QUERIES {
                let answer = answer(world, kind, fusion, query).await;
                check_order(&answer).unwrap_or_else(|why| panic!("{kind:?} {fusion:?} {query:?}: {why}"));
                for hit in answer["results"].as_array().unwrap() {
                    check_hit(hit).unwrap_or_else(|why| panic!("{kind:?} {fusion:?} {query:?}: {why}"));
                    hits += 1;
                    by_vectors += usize::from(hit["source"] != "lexical");
                }
            }
        }
    }
    // The control: there was much to check, with vectors in it.
    assert!(hits > 500 && by_vectors > 200, "{hits} hits, {by_vectors} by vectors");
}

async fn load_demo(world: &World) {
    for line in DEMO_ITEMS.lines() {
        let draft: ItemDraft = serde_json::from_str(line).unwrap();
        world.store().create_item(&draft.check().unwrap(), &write()).await.unwrap();
    }
    for line in DEMO_FAQS.lines() {
        let draft: FaqDraft = serde_json::from_str(line).unwrap();
        world.store().create_faq(&draft.check(chrono::Utc::now()).unwrap(), &write()).await.unwrap();
    }
    let summary = embed_all(&world.app, false, |_, _| {}).await.unwrap();
    assert_eq!(summary.failed, 0, "{:?}", summary.last_error);
}

/// The answer as another program gets it.
async fn answer(world: &World, kind: Kind, fusion: Fusion, query: &str) -> Value {
    let request = SearchRequest {
        query: query.into(),
        kind: Some(kind),
        fusion: Some(fusion),
        limit: Some(10),
        ..SearchRequest::default()
    };
    let answer = search(&world.app, &Caller::local(Lang::PtBr), request).await.unwrap();
    let text = serde_json::to_string(&answer).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn check_order(answer: &Value) -> Result<(), String> {
    let hits = answer["results"].as_array().ok_or("no results")?;
    let scores: Vec<f64> = hits.iter().map(|hit| hit["score"].as_f64().unwrap()).collect();
    if scores.is_sorted_by(|a, b| a >= b) { Ok(()) } else { Err(format!("scores do not fall: {scores:?}")) }
}

fn check_hit(hit: &Value) -> Result<(), String> {
    let (score, shown) = (number(&hit["score"])?, number(&hit["explanation"]["value"])?);
    if (score - shown).abs() > ROUNDING {
        return Err(format!("score {score}, explained {shown}"));
    }
    check_node(&hit["explanation"])
}

/// A node's value comes from its parts as its kind says.
fn check_node(node: &Value) -> Result<(), String> {
    let value = number(&node["value"])?;
    let details = node["details"].as_array().ok_or("a node without details")?;
    let parts = details.iter().map(|part| number(&part["value"])).collect::<Result<Vec<f64>, _>>()?;
    let expected = match node["kind"].as_str().unwrap_or_default() {
        "given" if parts.is_empty() => value,
        "function" if parts.len() == 1 => value,
        "sum" => parts.iter().sum(),
        "product" => parts.iter().product(),
        _ => return Err(format!("not of a known form: {node}")),
    };
    if (value - expected).abs() > ROUNDING * value.abs().max(1.0) {
        return Err(format!("{} is {value}, its parts say {expected}", node["name"]));
    }
    if node["description"].as_str().is_none_or(|text| text.trim().is_empty() || text.contains('{')) {
        return Err(format!("no words for people: {node}"));
    }
    details.iter().try_for_each(check_node)
}

fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().filter(|value| value.is_finite()).ok_or_else(|| format!("not a number: {value}"))
}

/// The control: what does not add up, or is out of order, is noticed.
#[test]
fn a_wrong_sum_is_noticed() {
    let hit = |score: f64, part: f64| {
        serde_json::json!({"score": score, "explanation": {"name": "score", "kind": "sum", "value": score,
            "description": "x", "details": [
                {"name": "a", "kind": "given", "value": 1.5, "description": "x", "details": []},
                {"name": "b", "kind": "given", "value": part, "description": "x", "details": []}]}})
    };
    assert_eq!(check_hit(&hit(4.0, 2.5)), Ok(()));
    assert!(check_hit(&hit(4.0, 2.500_001)).is_err());
    let answer = |scores: [f64; 2]| serde_json::json!({"results": scores.map(|s| hit(s, s - 1.5))});
    assert_eq!(check_order(&answer([2.0, 1.0])), Ok(()));
    assert!(check_order(&answer([1.0, 2.0])).is_err());
}
