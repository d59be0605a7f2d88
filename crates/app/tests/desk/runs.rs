//! Suggestions that are looked at later, and by another person: in which language, decided by whom, and
//! what a run says whose model fails.

use crate::provider::{Provider, Reply};
use crate::support::{World, openai};
use celeiro_app::api::Empty;
use celeiro_app::assist::api::*;
use celeiro_app::assist::runs::api::*;
use celeiro_app::assist::runs::review_api::*;
use celeiro_app::catalog::items::{CreateItem, create_item};
use celeiro_app::host::upkeep::run_upkeep;
use celeiro_app::{AppError, Caller};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::{Item, ItemDraft};
use celeiro_domain::chat::Trace;
use celeiro_domain::search::Lang;
use celeiro_store::{KeptAssist, NewSuggestion};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

fn reader(lang: Lang) -> Caller {
    Caller::local(lang)
}

async fn create_named(world: &World, name: &str) -> Item {
    let draft = ItemDraft { name: name.into(), ..ItemDraft::default() };
    let create = CreateItem { draft, sources: None, operation_id: None };
    create_item(&world.app, &world.caller, create).await.unwrap()
}

/// The program at work until the latest run stands so.
async fn until(world: &World, state: EnrichState) -> Enrichment {
    let stop = CancellationToken::new();
    let reached = async {
        loop {
            let runs = list_enrichments(&world.app, &world.caller, Empty {}).await.unwrap_or_default();
            if let Some(run) = runs.into_iter().next().filter(|run| run.state == state) {
                stop.cancel();
                return run;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    // On the heap, as the program has it: a test's stack is small for all of a run unfolded.
    let both = Box::pin(async { tokio::join!(reached, run_upkeep(&world.app, &stop)).0 });
    tokio::time::timeout(Duration::from_secs(120), both).await.expect("it stands still")
}

/// Keeps a suggestion for the category of an item, in this form.
async fn store_suggestion(world: &World, like: &Trace, item: Uuid, suggestion: Value) -> Uuid {
    let trace = Trace { id: Uuid::now_v7(), calls: Vec::new(), ..like.clone() };
    let new = NewSuggestion { field: AssistField::Category, suggestion, confidence: 0.8 };
    let kept = KeptAssist {
        trace: &trace,
        ms: 1.0,
        item_id: Some(item),
        inputs: &BTreeMap::new(),
        model: None,
        suggestions: &[new],
    };
    world.app.store().keep_assist(&kept, "tests").await.unwrap();
    trace.id
}

/// A trace of suggestions, for others to be made like it.
async fn some_trace(world: &World) -> Trace {
    let request = AssistRequest { name: "Fungicida".into(), ..AssistRequest::default() };
    world.trace(assist(&world.app, &world.caller, request).await.unwrap().trace_id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn why_something_is_suggested_is_said_in_the_readers_language_whatever_the_runs_was() {
    let says = json!({ "category": { "value": "Fungicidas", "reason": "Pelo nome", "evidence": ["1"] } });
    let provider = Provider::start(move |_| Reply::in_pieces(&[&says.to_string()]));
    let url = provider.url();
    let world = World::own(&openai(&url)).await;
    let item = create_named(&world, "Fungicida azoxistrobina soja").await;
    let fields = vec![AssistField::Category, AssistField::Tags];
    let request = EnrichRequest { fields, ids: Some(vec![item.id]), ..EnrichRequest::default() };
    Box::pin(start_enrichment(&world.app, &reader(Lang::PtBr), request)).await.unwrap();
    until(&world, EnrichState::Done).await;

    let reasons = async |lang| {
        let page = review_queue(&world.app, &reader(lang), ReviewRequest::default()).await.unwrap();
        let of = |field| page.rows.iter().find(|row| row.field == field).unwrap();
        let read_reason = |field| of(field).suggestion["reason"].as_str().unwrap().to_owned();
        (
            read_reason(AssistField::Category),
            read_reason(AssistField::Tags),
            of(AssistField::Category).trace_id,
        )
    };
    let (category, tags, trace_id) = reasons(Lang::PtBr).await;
    assert!(category.starts_with("Pelo nome (") && category.contains("desta categoria"), "{category}");
    assert!(tags.starts_with("Usadas por"), "{tags}");
    let (category, tags, _) = reasons(Lang::En).await;
    assert!(category.starts_with("Pelo nome (") && category.contains("of this category"), "{category}");
    assert!(tags.starts_with("Used by"), "{tags}");
    for stored in world.app.store().suggestions_of(trace_id).await.unwrap() {
        assert_eq!(stored.suggestion.get("reason"), None, "no sentence is kept");
        assert!(stored.suggestion["because"]["code"].is_string());
    }

    let before =
        json!({ "value": "Fungicidas", "confidence": 0.8, "reason": "3 de 4 itens", "evidence": [] });
    let old = store_suggestion(&world, &world.trace(trace_id).await, item.id, before).await;
    for lang in [Lang::En, Lang::PtBr] {
        let found = get_suggestions(&world.app, &reader(lang), ByTrace { trace_id: old }).await.unwrap();
        assert_eq!(found[0].suggestion["reason"], "3 de 4 itens", "as it was kept");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_people_who_decide_a_suggestion_at_the_same_moment_one_does() {
    let world = World::own(&[]).await;
    let like = some_trace(&world).await;
    let choices = [
        (AssistOutcome::Accepted, None),
        (AssistOutcome::Rejected, None),
        (AssistOutcome::Edited, Some(json!("Outra"))),
        (AssistOutcome::Accepted, None),
        (AssistOutcome::Rejected, None),
    ];
    for round in 0..40 {
        let item = create_named(&world, &format!("Item {round}")).await;
        let suggestion = json!({ "value": "Fungicidas", "confidence": 0.8, "evidence": [] });
        let trace_id = store_suggestion(&world, &like, item.id, suggestion).await;
        let deciding = choices.iter().cloned().enumerate().map(|(at, (outcome, value))| {
            let app = world.app.clone();
            let caller = Caller { actor: format!("pessoa {at}"), ..reader(Lang::En) };
            let request = DecideReview {
                item_id: item.id,
                version: item.version,
                trace_id,
                field: AssistField::Category,
                outcome,
                value,
                operation_id: Some(Uuid::now_v7()),
            };
            tokio::spawn(async move { (at, decide_review(&app, &caller, request).await) })
        });
        let deciding: Vec<_> = deciding.collect();
        let mut decided: Vec<usize> = Vec::new();
        let mut refused: Vec<AppError> = Vec::new();
        for one in deciding {
            match one.await.unwrap() {
                (at, Ok(_)) => decided.push(at),
                (_, Err(error)) => refused.push(error),
            }
        }
        assert_eq!(decided.len(), 1, "round {round}: {decided:?}");
        let winner = decided[0];
        for error in refused {
            assert_eq!((error.code().as_str(), error.code().status()), ("already_decided", 409), "{round}");
            let details = error.to_body(Lang::En).details.unwrap();
            assert_eq!(details["decidedBy"], format!("pessoa {winner}"), "round {round}");
        }
        let now = world.app.store().item(item.id).await.unwrap().category;
        let expected = match choices[winner].0 {
            AssistOutcome::Accepted => Some("Fungicidas"),
            AssistOutcome::Edited => Some("Outra"),
            AssistOutcome::Rejected => None,
        };
        assert_eq!(now.as_deref(), expected, "round {round}: who was refused changed nothing");
    }
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_of_three_items_whose_model_fails_says_why_and_is_tried_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let provider = Provider::start({
        let broken = broken.clone();
        let good = json!({ "category": { "value": "Fungicidas", "reason": "", "evidence": ["1"] } });
        move |_| match broken.load(Ordering::SeqCst) {
            true => Reply::refuses(401, "no such key"),
            false => Reply::in_pieces(&[&good.to_string()]),
        }
    });
    let url = provider.url();
    let world = World::own(&openai(&url)).await;
    let mut ids = Vec::new();
    for n in 0..3 {
        ids.push(create_named(&world, &format!("Fungicida azoxistrobina soja {n}")).await.id);
    }
    let fields = vec![AssistField::Category];
    let request = EnrichRequest { fields, ids: Some(ids), ..EnrichRequest::default() };
    let run = Box::pin(start_enrichment(&world.app, &world.caller, request)).await.unwrap();
    let act = async |action| {
        let change = ChangeEnrichment { id: run.id, action };
        change_enrichment(&world.app, &world.caller, change).await.unwrap()
    };

    let paused = until(&world, EnrichState::Paused).await;
    assert_eq!((paused.pause.as_deref(), paused.failed_attempts), (Some("failures"), 3));
    assert_eq!(paused.last_error.map(|error| error.code), Some("model_refused_key".to_owned()));
    // Insisting gets what similar items say, with the note that the model said nothing.
    act(EnrichAction::Resume).await;
    until(&world, EnrichState::Paused).await;
    act(EnrichAction::Resume).await;
    let done = until(&world, EnrichState::Done).await;
    assert_eq!((done.suggested + done.nothing, done.without_model), (3, 3), "{done:?}");
    assert_eq!(done.last_error.map(|error| error.code), Some("model_refused_key".to_owned()));

    broken.store(false, Ordering::SeqCst);
    let again = act(EnrichAction::Retry).await;
    assert_eq!((again.state, again.waiting), (EnrichState::Running, 3));
    let done = until(&world, EnrichState::Done).await;
    assert_eq!((done.suggested, done.without_model, done.last_error), (3, 0, None));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suggested_currency_makes_no_other_prices_of_those_of_packages() {
    let world = World::own(&[]).await;
    let like = some_trace(&world).await;
    let item = json!({ "name": "Ureia", "packages": [{ "label": "saco 25 kg", "price": 189.9 }] });
    let item = create_item(&world.app, &world.caller, serde_json::from_value(item).unwrap()).await.unwrap();
    let trace = Trace { id: Uuid::now_v7(), calls: Vec::new(), ..like };
    let suggestion = json!({ "value": 30, "currency": "USD", "confidence": 0.8, "evidence": [] });
    let new = NewSuggestion { field: AssistField::Price, suggestion, confidence: 0.8 };
    let kept = KeptAssist {
        trace: &trace,
        ms: 1.0,
        item_id: Some(item.id),
        inputs: &BTreeMap::new(),
        model: None,
        suggestions: &[new],
    };
    world.app.store().keep_assist(&kept, "tests").await.unwrap();
    let request = DecideReview {
        item_id: item.id,
        version: item.version,
        trace_id: trace.id,
        field: AssistField::Price,
        outcome: AssistOutcome::Accepted,
        value: None,
        operation_id: None,
    };
    let refused = decide_review(&world.app, &world.caller, request).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "invalid_fields");
    let now = world.app.store().item(item.id).await.unwrap();
    assert_eq!((now.currency, now.price), ("BRL".to_owned(), None));
    world.close().await;
}
