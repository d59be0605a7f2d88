//! How good is the fitted embedder on its own? Fits on documents, ranks them for judged queries
//! by cosine alone, and prints nDCG@10, recall@50 and times, of all queries and of each kind.
//!
//! ```text
//! cargo run --release -p celeiro-llm --example fit_eval -- docs.jsonl queries.jsonl qrels.tsv [setting=value]…
//! ```
//!
//! Documents: JSON Lines with `id`, text fields (`name` or `question` becomes the title) and
//! `attributes`. Queries: `id`, `query`, optional `kind`. Judgments: TREC lines `query 0 document grade`. Settings: fields of
//! `FitConfig`, such as `gram_weight=0.5`.

use std::{
    collections::{BTreeMap, HashMap},
    error::Error,
    fs,
    time::Instant,
};

use celeiro_domain::text::Stemmer;
use celeiro_llm::{FitConfig, FittedEmbedder};
use serde_json::Value;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [docs, queries, qrels, settings @ ..] = args.as_slice() else {
        return Err("usage: fit_eval docs.jsonl queries.jsonl qrels.tsv [setting=value]…".into());
    };
    let config = read_config(settings)?;
    let (ids, texts): (Vec<String>, Vec<String>) =
        json_lines(docs)?.iter().map(|doc| (field(doc, "id"), document_text(doc))).unzip();

    let start = Instant::now();
    let model = FittedEmbedder::fit(&texts, &config)?;
    let fit_time = start.elapsed();
    let start = Instant::now();
    let vectors: Vec<Option<Vec<f32>>> = texts.iter().map(|text| model.embed_one(text)).collect();
    let embed_time = start.elapsed() / texts.len().max(1) as u32;
    println!(
        "{} documents, rank {}, {} bytes; fit {:.1} s, {:.0} µs a document",
        texts.len(),
        model.rank(),
        model.to_bytes().len(),
        fit_time.as_secs_f64(),
        embed_time.as_secs_f64() * 1e6
    );
    report(&model, &ids, &vectors, &json_lines(queries)?, &judgments(qrels)?);
    Ok(())
}

/// Sums over the queries of one kind.
#[derive(Default)]
struct Figures {
    ndcg: f64,
    recall: f64,
    seconds: f64,
    queries: u32,
}

/// Ranks for every judged query and prints the means, of all and of each kind.
fn report(
    model: &FittedEmbedder,
    ids: &[String],
    vectors: &[Option<Vec<f32>>],
    queries: &[Value],
    judged: &HashMap<String, HashMap<String, f64>>,
) {
    let mut kinds: BTreeMap<String, Figures> = BTreeMap::new();
    for query in queries {
        let Some(grades) = judged.get(&field(query, "id")) else { continue };
        let start = Instant::now();
        let vector = model.embed_one(&field(query, "query"));
        let seconds = start.elapsed().as_secs_f64();
        let ranked = vector.map(|vector| rank_ids(&vector, ids, vectors)).unwrap_or_default();
        for kind in ["all".to_owned(), field(query, "kind")] {
            let figures = kinds.entry(kind).or_default();
            figures.ndcg += ndcg_at(10, &ranked, grades);
            figures.recall += recall_at(50, &ranked, grades);
            figures.seconds += seconds;
            figures.queries += 1;
        }
    }
    for (kind, Figures { ndcg, recall, seconds, queries }) in &kinds {
        let n = f64::from(*queries);
        println!(
            "{kind}: {queries} queries, nDCG@10 {:.3}, recall@50 {:.3}, {:.0} µs a query",
            ndcg / n,
            recall / n,
            seconds / n * 1e6
        );
    }
}

/// The nearest 50 documents, by cosine, ties by id.
fn rank_ids<'a>(query: &[f32], ids: &'a [String], vectors: &[Option<Vec<f32>>]) -> Vec<&'a str> {
    let dot = |v: &[f32]| v.iter().zip(query).map(|(a, b)| a * b).sum::<f32>();
    let mut scored: Vec<(f32, &str)> =
        ids.iter().zip(vectors).filter_map(|(id, v)| Some((dot(v.as_deref()?), id.as_str()))).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().take(50).map(|(_, id)| id).collect()
}

/// Normalised discounted cumulative gain with linear gains (Järvelin and Kekäläinen 2002).
fn ndcg_at(depth: usize, ranked: &[&str], grades: &HashMap<String, f64>) -> f64 {
    let discount_gains = |gains: &mut dyn Iterator<Item = f64>| -> f64 {
        gains.take(depth).enumerate().map(|(i, gain)| gain / (i as f64 + 2.0).log2()).sum()
    };
    let mut best: Vec<f64> = grades.values().copied().collect();
    best.sort_by(|a, b| b.total_cmp(a));
    let ideal = discount_gains(&mut best.into_iter());
    let got = discount_gains(&mut ranked.iter().map(|id| grades.get(*id).copied().unwrap_or(0.0)));
    if ideal > 0.0 { got / ideal } else { 0.0 }
}

fn recall_at(depth: usize, ranked: &[&str], grades: &HashMap<String, f64>) -> f64 {
    let relevant = grades.values().filter(|grade| **grade > 0.0).count().max(1);
    let found =
        ranked.iter().take(depth).filter(|id| grades.get(**id).is_some_and(|grade| *grade > 0.0)).count();
    found as f64 / relevant as f64
}

/// Title first, then the other text fields and the values of the attributes, a line each.
fn document_text(doc: &Value) -> String {
    let title = ["name", "question"].map(|name| field(doc, name)).join("");
    let rest = ["category", "manufacturer", "tags", "description", "answer"].map(|name| field(doc, name));
    format!("{title}\n{}\n{}", rest.join("\n"), texts_within(&doc["attributes"]))
}

/// All texts inside a value, joined by blanks.
fn texts_within(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(texts_within).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => fields.values().map(texts_within).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

/// The text of a field; nothing where there is none.
fn field(value: &Value, name: &str) -> String {
    texts_within(&value[name])
}

fn json_lines(path: &str) -> Outcome<Vec<Value>> {
    let text = fs::read_to_string(path)?;
    Ok(text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn judgments(path: &str) -> Outcome<HashMap<String, HashMap<String, f64>>> {
    let mut judged: HashMap<String, HashMap<String, f64>> = HashMap::new();
    for line in fs::read_to_string(path)?.lines() {
        let [query, _, document, grade] = line.split_whitespace().collect::<Vec<_>>()[..] else { continue };
        judged.entry(query.into()).or_default().insert(document.into(), grade.parse()?);
    }
    Ok(judged)
}

fn read_config(settings: &[String]) -> Outcome<FitConfig> {
    let mut config = FitConfig::default();
    for setting in settings {
        let (name, value) = setting.split_once('=').ok_or("settings look like name=value")?;
        match name {
            "dimensions" => config.dimensions = value.parse()?,
            "max_documents" => config.max_documents = value.parse()?,
            "max_entries" => config.max_entries = value.parse()?,
            "min_documents" => config.min_documents = value.parse()?,
            "max_share" => config.max_share = value.parse()?,
            "stemmer" => config.stemmer = stemmer(value)?,
            "max_words" => config.max_words = value.parse()?,
            "max_grams" => config.max_grams = value.parse()?,
            "gram_min" => config.gram_min = value.parse()?,
            "gram_max" => config.gram_max = value.parse()?,
            "gram_weight" => config.gram_weight = value.parse()?,
            "title_weight" => config.title_weight = value.parse()?,
            "idf_power" => config.idf_power = value.parse()?,
            "sigma_power" => config.sigma_power = value.parse()?,
            "oversampling" => config.oversampling = value.parse()?,
            "power_iterations" => config.power_iterations = value.parse()?,
            "seed" => config.seed = value.parse()?,
            _ => return Err(format!("no setting {name}").into()),
        }
    }
    Ok(config)
}

fn stemmer(name: &str) -> Outcome<Stemmer> {
    match name {
        "inflection" => Ok(Stemmer::Inflection),
        "derivation" => Ok(Stemmer::Derivation),
        _ => Err(format!("no stemmer {name}").into()),
    }
}
