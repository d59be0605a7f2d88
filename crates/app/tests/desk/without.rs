//! The desk without a model: an answer put together from what was found, inventing nothing.

use crate::provider::Provider;
use crate::support::{RUST, World, calls, fallbacks, openai};
use celeiro_app::messages::translate;
use celeiro_domain::chat::answer::phrase::Phrase;
use celeiro_domain::chat::intent::plan::Intent;
use celeiro_domain::chat::{ChatResponse, MessageState, SourceKind, TraceOutcome};
use celeiro_domain::search::Lang;

/// Every line is a phrase of the program or stands in a record.
fn assert_invents_nothing(response: &ChatResponse, records: &[String]) {
    let phrases: Vec<String> = Phrase::ALL.iter().map(|p| translate(Lang::PtBr, p.key())).collect();
    for line in response.answer.lines().filter(|line| !line.trim().is_empty()) {
        let bare = line.trim_matches(['_', ' ']);
        let is_phrase =
            phrases.iter().any(|phrase| phrase.as_str() == bare || phrase.lines().any(|l| l == line));
        // What is not there is named in the person's own words.
        let missing = translate(Lang::PtBr, Phrase::Missing.key());
        let is_missing = line.starts_with(&missing) && response.sources.is_empty();
        let is_item = line.starts_with("- **") && is_of_a_source(line, response);
        let words = line
            .rsplit_once(" [")
            .map_or(line, |(words, _)| words)
            .trim_start_matches("- ")
            .trim_matches('*');
        let is_record = records.iter().any(|record| record.contains(words));
        assert!(is_phrase || is_item || is_record || is_missing, "not from a record: {line}");
    }
}

/// `- **name** · price · manufacturer [mark]`, all of the source that the mark names.
fn is_of_a_source(line: &str, response: &ChatResponse) -> bool {
    let Some((said, mark)) = line.trim_start_matches("- ").rsplit_once(" [") else { return false };
    let mark: u32 = mark.trim_end_matches(']').parse().unwrap();
    let source = response.sources.iter().find(|source| source.mark == mark).unwrap();
    let price = source.price.as_deref().map_or(translate(Lang::PtBr, Phrase::NoPrice.key()), |price| {
        let reais: f64 = price.parse().unwrap();
        let (whole, cents) = (reais.trunc() as i64, (reais.fract() * 100.0).round());
        let dotted = if whole >= 1_000 {
            format!("{}.{:03}", whole / 1_000, whole % 1_000)
        } else {
            whole.to_string()
        };
        format!("R$ {dotted},{cents:02}")
    });
    said == format!("**{}** · {price} · {}", source.title, source.manufacturer.as_deref().unwrap())
}

fn demo_faqs() -> Vec<String> {
    let value = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let texts =
        |v: serde_json::Value| ["question", "answer"].map(|name| v[name].as_str().unwrap().to_owned());
    celeiro_app::system::setup::DEMO_FAQS.lines().map(value).flat_map(texts).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn without_any_provider_every_word_is_from_a_record() {
    let world = World::new(&[]).await;
    for message in [RUST, "quanto custa o Azocipra?", "Quais as formas de pagamento?", "xyzzy qwfp"] {
        let response = world.ask(message).await;
        assert_eq!(response.state, MessageState::Composed);
        assert_eq!((response.model.as_deref(), response.error.as_ref()), (None, None));
        assert_eq!(fallbacks(&response), ["answer model_not_configured composed"]);
        assert_eq!(calls(&response), []);
        assert_invents_nothing(&response, &demo_faqs());
        assert!(response.answer.ends_with("sem modelo de linguagem._"), "{}", response.answer);
        assert_eq!(response.cautions, [], "{}", response.answer);
        let trace = world.trace(response.debug.trace_id).await;
        assert_eq!(trace.outcome, TraceOutcome::Composed);
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_answer_does_not_show_cannot_be_meant() {
    let world = World::new(&[]).await;
    let first = world.ask("tem drone?").await;
    assert!(!first.answer.contains("R$"), "{}", first.answer);
    assert_eq!(first.sources, []);
    let second = world.go_on(first.conversation_id, "quanto custa?").await;
    assert!(!second.answer.contains("R$"), "{}", second.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_for_inventions_can_fail() {
    let world = World::new(&[]).await;
    let mut response = world.ask(RUST).await;
    response.answer = response.answer.replacen("R$ ", "R$ 9", 1);
    let found = std::panic::catch_unwind(|| assert_invents_nothing(&response, &[]));
    assert!(found.is_err());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_model_a_greeting_is_answered_and_the_shop_speaks() {
    let world = World::new(&[("LLM_PROVIDER", "none")]).await;
    let greeting = world.ask("oi, tudo bem?").await;
    assert_eq!(greeting.answer, translate(Lang::PtBr, Phrase::Greeting.key()));
    assert!(greeting.debug.searches.is_empty());
    let faq = world.ask("Quais as formas de pagamento?").await;
    assert!(faq.answer.starts_with("**Quais as formas de pagamento?**"), "{}", faq.answer);
    assert_eq!(faq.sources.iter().find(|s| s.cited).unwrap().kind, SourceKind::Faq);
    let cheapest = world.ask(RUST).await;
    let cheapest = world.go_on(cheapest.conversation_id, "e o mais barato?").await;
    assert_eq!(cheapest.debug.intent, Intent::Catalog);
    let first = cheapest.sources.iter().filter_map(|s| s.price.as_deref()?.parse::<f64>().ok()).next();
    let least =
        cheapest.sources.iter().filter_map(|s| s.price.as_deref()?.parse::<f64>().ok()).reduce(f64::min);
    assert_eq!(first, least);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_without_its_key_is_not_asked() {
    let world = World::new(&[("LLM_PROVIDER", "openrouter")]).await;
    let response = world.ask(RUST).await;
    assert_eq!(fallbacks(&response), ["answer model_key_missing composed"]);
    assert_invents_nothing(&response, &demo_faqs());
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_not_there_costs_no_waiting() {
    // The port of a closed listener refuses connections.
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let world = World::new(&openai(&format!("http://{gone}/v1"))).await;
    let response = world.ask(RUST).await;
    assert_eq!(response.state, MessageState::Composed);
    assert!(
        response.answer.starts_with("Estou temporariamente indisponível. Volto em breve!\n\n"),
        "{}",
        response.answer
    );
    assert_eq!(response.error.unwrap().code, "model_unreachable");
    assert_eq!(response.debug.llm_calls[0].retries, 0, "who is offline gets the answer at once");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_months_money_is_spent_nobody_is_asked() {
    let provider = Provider::start(|_| {
        let mut says = crate::provider::Says::new(&["Temos [1]."]);
        says.cost = Some(0.03);
        crate::provider::Reply::Says(says)
    });
    let url = provider.url();
    let cap = [("CHAT_SPENDING_CAP_USD", "0.05")];
    let world = World::own(&openai(&url).into_iter().chain(cap).collect::<Vec<_>>()).await;
    for _ in 0..2 {
        assert_eq!(world.ask(RUST).await.state, MessageState::Complete, "the cap is not reached yet");
    }
    let asked = provider.received_requests().len();
    let response = world.ask(RUST).await;
    assert_eq!(response.state, MessageState::Composed);
    assert_eq!(fallbacks(&response), ["answer spending_cap_reached composed"]);
    assert_eq!(provider.received_requests().len(), asked, "not one request");
    assert_eq!(response.error.as_ref().map(|error| error.code.as_str()), Some("spending_cap_reached"));
    assert!(!response.sources.is_empty());
    assert!(response.answer.starts_with("O limite de gastos do mês"), "{}", response.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_writes_english_is_answered_in_english() {
    let world = World::new(&[]).await;
    let english = world.ask("what is the cheapest fungicide for soybean?").await;
    assert!(english.answer.starts_with(&translate(Lang::En, Phrase::Items.key())), "{}", english.answer);
    assert!(english.answer.contains("· BRL "), "{}", english.answer);
    let hello = world.ask("hello there").await;
    assert_eq!(hello.answer, translate(Lang::En, Phrase::Greeting.key()));
    let portuguese = world.ask("qual o fungicida mais barato para soja?").await;
    assert!(
        portuguese.answer.starts_with(&translate(Lang::PtBr, Phrase::Items.key())),
        "{}",
        portuguese.answer
    );
    world.close().await;
}
