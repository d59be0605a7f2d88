//! What `search_knowledge` takes in a turn, with 10,000 items of memory that all have vectors.

use crate::desk::config_with;
use celeiro_app::chat::begin;
use celeiro_app::personal::memory::items::{CreateKnowledge, create_knowledge};
use celeiro_app::personal::memory::vectors::embed_knowledge;
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::chat::{ChatMode, ChatRequest};
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::{KnowledgeDraft, KnowledgeKind};
use celeiro_domain::search::Lang;
use celeiro_tests::provider::{Provider, Purpose, Reply};
use serde_json::json;
use sqlx::PgConnection;
use std::path::Path;
use std::time::Instant;

const ITEMS: usize = 10_000;
const QUESTIONS: usize = 200;
const PEOPLE: [&str; 8] = ["Joana", "Ademir", "Rita", "Zeca", "Marlene", "Osvaldo", "Ivone", "Tadeu"];
const STATEMENTS: [&str; 10] = [
    "prefere entrega às sextas",
    "planta soja em Sorriso",
    "paga no fim da safra",
    "tem dois filhos na faculdade",
    "reclamou do frete do calcário",
    "adora futebol de salão",
    "comprou um trator usado",
    "cria gado de corte no pasto velho",
    "toma café sem açúcar",
    "quer visita antes do plantio",
];

/// Asks with the catalog of `folder`, whose program may run meanwhile, and prints figures.
pub async fn measure(folder: &Path, db: &mut PgConnection) {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        Purpose::Assistant if asked.tool_results().is_empty() => {
            Reply::call("search_knowledge", &json!({ "query": asked.user(), "limit": 10 }))
        }
        _ => Reply::in_pieces(&["Certo."]),
    });
    let embedder = std::env::var("EMBEDDING_PROVIDER").unwrap_or_else(|_| "local".to_owned());
    let settings = [("ASSISTANT_PERSONAL", "true"), ("EMBEDDING_PROVIDER", embedder.as_str())];
    let config = config_with(folder, &provider.url(), &settings);
    let app = App::open(config, |_| ()).await.expect("the database");
    let caller = Caller::local(Lang::PtBr);
    let filling = Instant::now();
    for at in 0..ITEMS {
        let (person, statement) = (PEOPLE[at % PEOPLE.len()], STATEMENTS[at / 3 % STATEMENTS.len()]);
        let draft = KnowledgeDraft {
            kind: KnowledgeKind::Fact,
            content: format!("{person} {at} {statement}"),
            area: Area::Customers,
            sub_area: None,
            confidence: 1.0,
            valid_from: None,
            valid_to: None,
        };
        let request = CreateKnowledge { operation_id: None, draft };
        create_knowledge(&app, &caller, request).await.expect("an item");
    }
    let written = filling.elapsed().as_secs_f64();
    let embedded = embed_knowledge(&app).await.expect("vectors");
    println!(
        "memory of {ITEMS} items: written in {written:.1} s, {embedded} vectors in {:.1} s",
        filling.elapsed().as_secs_f64() - written
    );
    for at in 0..QUESTIONS {
        let person = PEOPLE[at % PEOPLE.len()];
        let message = format!("o que você lembra de {person} {at}: gosta de pescaria ou recebe na sexta?");
        let request = ChatRequest { message, mode: Some(ChatMode::Assistant), ..ChatRequest::default() };
        let turn = begin(&app, &caller, request).await.expect("a turn");
        turn.finish().await.expect("an answer");
    }
    let took: Vec<f64> =
        sqlx::query_scalar("SELECT ms FROM tool_calls WHERE name = 'search_knowledge' ORDER BY created_at")
            .fetch_all(db)
            .await
            .expect("the calls");
    let (first, rest) = took.split_first().expect("a call");
    let (p50, p95) = (percentile(rest, 50.0), percentile(rest, 95.0));
    println!(
        "search_knowledge over {ITEMS} items: p50 {p50:.1} ms, p95 {p95:.1} ms (promise: p95 under 15 ms); \
         the first one, which reads them all, {first:.0} ms"
    );
    app.close().await.expect("a stop");
}
