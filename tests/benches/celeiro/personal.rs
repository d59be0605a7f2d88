//! What the personal assistant adds: to a turn, by its profile and tools; to a run over messages; to the analysis of
//! years of values. The provider answers at once.

use crate::desk::config;
use celeiro_app::chat::begin;
use celeiro_app::personal::memory::items::{CreateKnowledge, create_knowledge};
use celeiro_app::personal::memory::runs::{StartMemoryRun, start_memory_run};
use celeiro_app::personal::tracking::figures::{AnalyzeMetrics, get_metric_trends};
use celeiro_app::personal::tracking::table::{ImportMetrics, import_metrics};
use celeiro_app::settings::api::{SetSetting, set_setting};
use celeiro_app::{App, Caller};
use celeiro_domain::bench::metrics::percentile;
use celeiro_domain::chat::{ChatMode, ChatRequest};
use celeiro_domain::personal::decision::Area;
use celeiro_domain::personal::memory::{KnowledgeDraft, KnowledgeKind};
use celeiro_domain::search::Lang;
use celeiro_tests::provider::{Provider, Purpose, Reply};
use chrono::{Days, Utc};
use serde_json::json;
use std::time::Instant;

const ITEMS: usize = 10_000;
const MESSAGES: usize = 1_000;
/// Five years.
const DAYS: u64 = 1_826;
const TURNS: usize = 100;
const CROPS: [&str; 8] = ["soja", "milho", "algodão", "feijão", "trigo", "sorgo", "girassol", "arroz"];

/// Fills a program with what a person of years has, and prints figures.
pub async fn measure() {
    let provider = Provider::start(|asked| match asked.purpose {
        Purpose::Classify => Reply::intent("catalog"),
        Purpose::Memory => Reply::in_pieces(&[&json!({ "facts": [] }).to_string()]),
        _ => Reply::in_pieces(&["Certo."]),
    });
    let folder = tempfile::tempdir().expect("a folder");
    let app = App::open(config(folder.path(), &provider.url()), |_| ()).await.expect("a database");
    switch(&app, true).await;
    remember(&app, 100).await;
    turns(&app, 100).await;
    consolidation(&app).await;
    trends(&app).await;
    remember(&app, ITEMS - 100).await;
    turns(&app, ITEMS).await;
    app.close().await.expect("a stop");
}

fn caller() -> Caller {
    Caller::local(Lang::PtBr)
}

async fn switch(app: &App, on: bool) {
    let request = SetSetting { name: "ASSISTANT_PERSONAL".into(), value: Some(on.to_string()) };
    set_setting(app, &caller(), request).await.expect("a setting");
}

/// Milliseconds of a turn.
async fn ask(app: &App, message: &str) -> f64 {
    let request =
        ChatRequest { message: message.into(), mode: Some(ChatMode::Assistant), ..ChatRequest::default() };
    let began = Instant::now();
    let mut turn = begin(app, &caller(), request).await.expect("a turn");
    while turn.next().await.is_some() {}
    began.elapsed().as_secs_f64() * 1_000.0
}

async fn remember(app: &App, count: usize) {
    for n in 0..count {
        let content = format!("o cliente {n} da fazenda {} planta {}", n % 97, CROPS[n % CROPS.len()]);
        let draft = KnowledgeDraft {
            kind: KnowledgeKind::Fact,
            content,
            area: Area::Customers,
            sub_area: None,
            confidence: 0.9,
            valid_from: None,
            valid_to: None,
        };
        let request = CreateKnowledge { operation_id: None, draft };
        create_knowledge(app, &caller(), request).await.expect("an item");
    }
}

/// Turns with the personal assistant off and on, by turns, so that both meet the same machine; left on.
async fn turns(app: &App, items: usize) {
    let (mut off, mut on) = (Vec::new(), Vec::new());
    for at in 0..TURNS {
        for (personal, times) in [(false, &mut off), (true, &mut on)] {
            switch(app, personal).await;
            times.push(ask(app, &format!("e a minha semana, número {at}?")).await);
        }
    }
    let (off, on) = (percentile(&off, 50.0), percentile(&on, 50.0));
    println!(
        "a turn with the personal assistant and {items} items: median {on:.1} ms, without {off:.1} ms, {:.1} ms more \
         (promise: under 10)",
        on - off
    );
}

/// A run over all that was written, the way to the provider included.
async fn consolidation(app: &App) {
    for at in TURNS * 2..MESSAGES {
        ask(app, &format!("o cliente {at} comprou {} hoje", CROPS[at % CROPS.len()])).await;
    }
    let began = Instant::now();
    let run = start_memory_run(app, &caller(), StartMemoryRun { again: Some(true) }).await.expect("a run");
    println!(
        "a run over {} messages: {:.2} s (promise: under 2 for 1,000, besides the model)",
        run.messages,
        began.elapsed().as_secs_f64()
    );
}

/// Two metrics over five years of days.
async fn trends(app: &App) {
    let today = Utc::now().date_naive();
    let rows = (1..=DAYS).flat_map(|back| {
        let (day, wave) = (today - Days::new(back), (back * 7_919 % 13) as f64);
        [format!("{day},visitas,{wave}"), format!("{day},vendas,{}", wave * 3.0 + (back % 5) as f64)]
    });
    let csv = format!("date,type,value\n{}", rows.collect::<Vec<_>>().join("\n"));
    import_metrics(app, &caller(), ImportMetrics { csv, operation_id: None }).await.expect("an import");
    let mut times = Vec::new();
    for _ in 0..20 {
        let request = AnalyzeMetrics {
            types: vec!["visitas".into(), "vendas".into()],
            days: Some(DAYS as u32 + 1),
            ..AnalyzeMetrics::default()
        };
        let began = Instant::now();
        get_metric_trends(app, &caller(), request).await.expect("trends");
        times.push(began.elapsed().as_secs_f64() * 1_000.0);
    }
    let (p50, p95) = (percentile(&times, 50.0), percentile(&times, 95.0));
    println!("trends of two metrics over {DAYS} days: p50 {p50:.1} ms, p95 {p95:.1} ms (promise: under 50)");
}
