//! Words of price, places, makers and ids: what they ask of the catalog, with a model and without.

use crate::provider::{Provider, Purpose};
use crate::support::{RUST, World};
use celeiro_domain::chat::{ChatResponse, ChatSource, SourceKind};
use celeiro_domain::search::{Filters, Fusion, Hit, SearchRequest};
use uuid::Uuid;

fn items(response: &ChatResponse) -> Vec<&ChatSource> {
    response.sources.iter().filter(|source| source.kind == SourceKind::Item).collect()
}

fn prices(response: &ChatResponse) -> Vec<f64> {
    items(response).iter().filter_map(|source| source.price.as_deref()?.parse().ok()).collect()
}

fn catalog_query(response: &ChatResponse) -> &str {
    &response.debug.searches.iter().find(|search| search.tool == "searchCatalog").unwrap().query
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cheapest_is_what_a_first_message_asks_for() {
    let world = World::new(&[]).await;
    let response = world.ask("qual o fungicida mais barato?").await;
    assert_eq!(catalog_query(&response), "qual o fungicida");
    let found = items(&response);
    assert!(
        found.iter().all(|item| item.tags.iter().any(|tag| tag.ends_with("fungicida"))),
        "{}",
        response.answer
    );
    assert!(prices(&response).is_sorted(), "{}", response.answer);
    let cheapest = cheapest_of("fungicida");
    assert_eq!(found[0].title, cheapest, "{}", response.answer);
    let dearest = world.ask("qual o fungicida mais caro?").await;
    assert!(prices(&dearest).iter().rev().is_sorted(), "{}", dearest.answer);
    world.close().await;
}

/// The name of the cheapest demo item with a tag.
fn cheapest_of(tag: &str) -> String {
    let items = celeiro_app::system::setup::DEMO_ITEMS.lines();
    let items = items.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let ours = items
        .filter(|item| item["tags"].as_array().unwrap().contains(&tag.into()) && item["status"] == "ativo");
    let priced = ours.filter_map(|item| Some((item["price"].as_f64()?, item["name"].as_str()?.to_owned())));
    priced.reduce(|a, b| if b.0 < a.0 { b } else { a }).unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn a_budget_leaves_out_what_is_dearer() {
    let world = World::new(&[]).await;
    for (message, most) in
        [("fungicida até 200 reais", 200.0), ("fungicida para soja abaixo de R$ 300", 300.0)]
    {
        let response = world.ask(message).await;
        let prices = prices(&response);
        assert!(!prices.is_empty() && prices.iter().all(|price| *price <= most), "{message}: {prices:?}");
        assert!(!catalog_query(&response).contains("00"), "{}", catalog_query(&response));
        let trace = world.trace(response.debug.trace_id).await;
        assert_eq!(trace.searches[0].request["filters"]["maxPrice"].as_f64(), Some(most));
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_is_given_what_the_words_of_price_allow() {
    let provider = Provider::simple("catalog", &["Temos [1]."]);
    let world = World::with_provider(&provider).await;
    let response = world.ask("fungicida mais barato até 200 reais").await;
    assert!(prices(&response).iter().all(|price| *price <= 200.0) && prices(&response).is_sorted());
    let text = provider.asked_for(Purpose::Answer)[0].user();
    assert!(text.contains(&format!("1. {}", response.sources[0].title)), "{text}");
    assert!(text.ends_with("Pergunta do usuário: fungicida mais barato até 200 reais"), "{text}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_follow_up_points_at_what_was_shown() {
    let world = World::new(&[]).await;
    let first = world.ask(RUST).await;
    let named = items(&first);
    let second = world.go_on(first.conversation_id, "e o segundo, quanto custa?").await;
    let titles =
        |response: &ChatResponse| items(response).iter().map(|i| i.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(&second), [named[1].title.clone()], "{}", second.answer);
    assert!(second.answer.contains(&named[1].title), "{}", second.answer);
    let third = world.go_on(first.conversation_id, "e o terceiro?").await;
    assert_eq!(titles(&third), [named[2].title.clone()], "counted in the list: {}", third.answer);
    let second = world.go_on(first.conversation_id, "e o segundo?").await;
    assert_eq!(titles(&second), [named[1].title.clone()]);
    let same = world.go_on(first.conversation_id, "e da mesma marca?").await;
    let makers: Vec<_> = items(&same).iter().map(|item| item.manufacturer.clone()).collect();
    assert!(!makers.is_empty() && makers.iter().all(|maker| *maker == named[1].manufacturer), "{makers:?}");
    let budget = world.go_on(first.conversation_id, "e até R$ 300?").await;
    assert_eq!(catalog_query(&budget), RUST);
    assert!(prices(&budget).iter().all(|price| *price <= 300.0), "{}", budget.answer);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_model_has_named_first_is_the_first() {
    let provider = Provider::simple("catalog", &["Temos o melhor [3] e outro [1]."]);
    let world = World::with_provider(&provider).await;
    let first = world.ask(RUST).await;
    let meant: Uuid = first.sources[2].id;
    let second = world.go_on(first.conversation_id, "e o primeiro, qual a dose?").await;
    assert_eq!(items(&second).iter().map(|item| item.id).collect::<Vec<_>>(), [meant]);
    assert_eq!(second.debug.intent_by, "rules");
    let both = world.go_on(first.conversation_id, "quanto custa?").await;
    assert_eq!(items(&both).iter().map(|item| item.id).collect::<Vec<_>>(), [meant]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_id_finds_its_record() {
    let world = World::new(&[]).await;
    for message in ["DEMO-FUN-0028", "tem o fun-0028?", "quanto custa o demo-fun-0028"] {
        let response = world.ask(message).await;
        let found = items(&response);
        let ids: Vec<_> = found.iter().filter_map(|item| item.external_id.as_deref()).collect();
        assert_eq!(ids, ["DEMO-FUN-0028"], "{message}");
        assert!(response.answer.contains(&found[0].title), "{message}: {}", response.answer);
    }
    let other = world.ask("DEMO-FUN-0028 ou outro fungicida").await;
    assert_eq!(items(&other)[0].external_id.as_deref(), Some("DEMO-FUN-0028"));
    assert!(items(&other).len() > 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_puts_the_record_that_it_names_first_and_says_why() {
    let world = World::new(&[]).await;
    for fusion in Fusion::ALL {
        let request = SearchRequest {
            query: "Demo-Fun-0028 herbicida soja".into(),
            fusion: Some(fusion),
            ..SearchRequest::default()
        };
        let response =
            celeiro_app::search::api::search(&world.app, &world.caller, request.clone()).await.unwrap();
        let first = &response.results[0];
        assert_eq!(first.item.as_ref().unwrap().external_id.as_deref(), Some("DEMO-FUN-0028"), "{fusion:?}");
        assert!(response.results.len() > 1, "{fusion:?}");
        let explanation = first.explanation.as_ref().unwrap();
        let rows: f64 = explanation.details.iter().map(|row| row.value).sum();
        assert!((rows - first.score).abs() < 1e-9, "{fusion:?}: the rows add up");
        assert!(explanation.details.iter().any(|row| row.name == "named"), "{fusion:?}");
        let filters = Filters { category: vec!["Herbicidas".into()], ..Filters::default() };
        let filtered = SearchRequest { filters: Some(filters), ..request };
        let filtered = celeiro_app::search::api::search(&world.app, &world.caller, filtered).await.unwrap();
        let category = |hit: &Hit| hit.item.as_ref().unwrap().category.clone();
        assert!(filtered.results.iter().all(|hit| category(hit).as_deref() == Some("Herbicidas")));
    }
    for (query, found) in [("0028", 0), ("UN-0028", 0), ("demo-fun-99999", 0), ("DEMO-FUN-0028", 1)] {
        let request = SearchRequest { query: query.into(), ..SearchRequest::default() };
        let response = celeiro_app::search::api::search(&world.app, &world.caller, request).await.unwrap();
        let is_named =
            |hit: &&Hit| hit.explanation.iter().any(|e| e.details.iter().any(|row| row.name == "named"));
        assert_eq!(response.results.iter().filter(is_named).count(), found, "{query}");
    }
    world.close().await;
}
