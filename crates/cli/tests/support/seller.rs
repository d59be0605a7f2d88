//! A shop with twenty herbicides of one maker, and a model that makes the calls which a seller's words ask for.

use crate::provider::{Provider, Purpose, Reply};
use serde_json::{Value, json};
use std::path::Path;

/// What the seller says first.
pub const RAISE: &str = "sobe 5% os preços dos herbicidas da Aurora";
/// What the seller says of the card.
pub const CORRECTION: &str = "na verdade 4%";
/// A plain yes.
pub const YES: &str = "pode mandar";
/// Asks for products as cards.
pub const SHOW: &str = "três inseticidas para tomate em cartões";
/// Herbicides of the maker that is meant.
pub const MEANT: usize = 20;

/// Fills a data folder: the herbicides that are meant, two of another maker, and four insecticides for tomato.
pub fn fill_shop(folder: &Path) {
    let mut lines = vec!["external_id,name,description,category,manufacturer,price,tags,status".to_owned()];
    let herbicide = |at: usize, maker: &str| {
        let cents = 8_000 + 735 * at;
        let price = format!("{}.{:02}", cents / 100, cents % 100);
        let name = format!("Capinol {maker} {at}");
        format!("H-{maker}-{at},{name},Herbicida para folha larga,Herbicidas,{maker},{price},soja,ativo")
    };
    lines.extend((1..=MEANT).map(|at| herbicide(at, "Aurora")));
    lines.extend((1..=2).map(|at| herbicide(at, "Boreal")));
    lines.extend((1..=4).map(|at| {
        format!("I-{at},Tomatox {at},Inseticida para tomate,Inseticidas,Delta,{}.90,tomate,ativo", 40 + at)
    }));
    let file = folder.join("loja.csv");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let report = super::json(folder, ["import", "items", file.to_str().unwrap()]);
    assert_eq!(report["created"], MEANT + 6, "{report}");
}

/// A model that searches first, then proposes the prices, or shows cards where the seller wants them.
pub fn start_model() -> Provider {
    Provider::start(|asked| {
        let shows = asked.user().contains("em cartões");
        let query = if shows { "inseticida para tomate" } else { "herbicidas Aurora" };
        match (asked.purpose, asked.tool_results().len()) {
            (Purpose::Classify, _) => Reply::intent("catalog"),
            (Purpose::Assistant, 0) => {
                Reply::call("catalog_search", &json!({ "vector_query": query, "limit": 3 }))
            }
            (Purpose::Assistant, 1) if shows => {
                Reply::call("render_preset", &json!({ "preset": "product-hero", "columns": 3 }))
            }
            (Purpose::Assistant, 1) => {
                let selection = json!({ "category": "Herbicidas", "manufacturer": "Aurora" });
                Reply::call("set_price", &json!({ "selection": selection, "percent": 5 }))
            }
            (Purpose::Assistant, _) => Reply::in_pieces(&["Aqui estão os três [1][2][3]."]),
            _ => Reply::in_pieces(&["Do balcão."]),
        }
    })
}

/// The settings of a program that asks `model`.
pub fn settings_for(model: &Provider) -> [(&'static str, String); 3] {
    [
        ("LLM_PROVIDER", "openai".to_owned()),
        ("OPENAI_BASE_URL", model.url()),
        ("OPENAI_API_KEY", "sk-canary-seller".to_owned()),
    ]
}

/// What the grid is asked for all prices of herbicides of `maker`.
pub fn query_prices(maker: &str) -> Value {
    json!({ "limit": 100, "filters": [
        { "column": "manufacturer", "test": "is", "values": [maker] },
        { "column": "category", "test": "is", "values": ["Herbicidas"] },
    ] })
}

/// The prices of a page of the grid, in the order of their codes.
pub fn read_prices(page: &Value) -> Vec<f64> {
    let mut rows: Vec<(String, f64)> = Vec::new();
    for row in page["rows"].as_array().unwrap() {
        let code = row["item"]["externalId"].as_str().unwrap().to_owned();
        rows.push((code, row["item"]["price"].as_f64().unwrap()));
    }
    rows.sort_by(|one, other| one.0.cmp(&other.0));
    rows.into_iter().map(|(_, price)| price).collect()
}

/// Expects every price to be `factor` times what it was, to the cent.
pub fn assert_raised(before: &[f64], after: &[f64], factor: f64) {
    assert_eq!((before.len(), after.len()), (MEANT, MEANT));
    for (before, after) in before.iter().zip(after) {
        assert!((after - before * factor).abs() < 0.0101, "{before} → {after}");
    }
}
