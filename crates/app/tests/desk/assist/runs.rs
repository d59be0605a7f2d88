//! Runs over many items: they suggest, hold themselves up where a model fails, and write nothing.

use super::{good, reply_with};
use crate::provider::{Provider, Reply};
use crate::support::{World, openai};
use celeiro_app::api::{ById, Empty};
use celeiro_app::assist::api::*;
use celeiro_app::assist::runs::api::*;
use celeiro_app::assist::runs::review::{ReviewFilter, decide_matching};
use celeiro_app::assist::runs::review_api::*;
use celeiro_app::bench::measurements::{Measurement, cancel_measurement, get_measurement};
use celeiro_app::catalog::items::{CreateItem, UpdateItem, create_item, update_item};
use celeiro_app::host::upkeep::run_upkeep;
use celeiro_app::{Account, Code};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::ItemDraft;
use celeiro_domain::sheet::{GridFilter, GridQuery, GridTest};
use celeiro_domain::team::Role;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

fn filter(column: &str, test: GridTest, values: &[&str]) -> GridFilter {
    GridFilter { column: column.into(), test, values: values.iter().map(|&value| value.into()).collect() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_suggests_for_many_items_writes_nothing_and_a_person_decides() {
    let world = World::own(&[]).await;
    let (app, caller) = (&world.app, &world.caller);
    let mut items = Vec::new();
    for n in 0..6 {
        let draft =
            ItemDraft { name: format!("Fungicida azoxistrobina soja lote {n}"), ..ItemDraft::default() };
        items.push(
            create_item(app, caller, CreateItem { draft, sources: None, operation_id: None }).await.unwrap(),
        );
    }
    let request = EnrichRequest {
        fields: vec![AssistField::Category],
        ids: Some(items.iter().map(|item| item.id).collect()),
        ..EnrichRequest::default()
    };
    let preview = preview_enrichment(app, caller, request.clone()).await.unwrap();
    assert_eq!((preview.items, preview.sample.len()), (6, 5));
    assert!(preview.sample.iter().all(|sample| sample.response.suggestions.category.is_some()));
    assert_eq!(preview.estimate.cost_usd, Some(0.0), "no model, no cost");

    // What a grid lists, words and conditions, is what a run is for.
    let make_query = |test, values: &[&str]| GridQuery {
        text: Some("soja LOTE".into()),
        filters: vec![
            filter("status", GridTest::Is, &["ativo"]),
            filter("manufacturer", GridTest::Empty, &[]),
            filter("name", test, values),
        ],
        ..GridQuery::default()
    };
    let narrowed =
        EnrichRequest { query: Some(make_query(GridTest::Contains, &["lote 4"])), ..request.clone() };
    let preview = preview_enrichment(app, caller, narrowed).await.unwrap();
    let found: Vec<_> = preview.sample.iter().map(|sample| sample.item.id).collect();
    assert_eq!((preview.items, found), (1, vec![items[4].id]));
    let unknown = GridQuery { filters: vec![filter("peso", GridTest::Is, &["1"])], ..GridQuery::default() };
    let unknown = EnrichRequest { query: Some(unknown), ..request.clone() };
    assert_eq!(preview_enrichment(app, caller, unknown).await.unwrap_err().code(), Code::UnknownFilter);

    let run = start_enrichment(app, caller, request.clone()).await.unwrap();
    let change = |action| ChangeEnrichment { id: run.id, action };
    let paused = change_enrichment(app, caller, change(EnrichAction::Pause)).await.unwrap();
    assert_eq!((paused.state, paused.waiting), (EnrichState::Paused, 6));
    change_enrichment(app, caller, change(EnrichAction::Resume)).await.unwrap();
    let stop = CancellationToken::new();
    let done = async {
        loop {
            // The database is looked after meanwhile, and may be out of reach for a moment.
            let runs = list_enrichments(app, caller, Empty {}).await.unwrap_or_default();
            if let Some(run) = runs.into_iter().next().filter(|run| run.state == EnrichState::Done) {
                stop.cancel();
                return run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let (run, ()) = tokio::join!(done, run_upkeep(app, &stop));
    assert_eq!((run.suggested, run.to_review), (6, 6));

    let queue = review_queue(app, caller, ReviewRequest::default()).await.unwrap();
    let sure: Vec<f64> =
        queue.rows.iter().map(|row| row.suggestion["confidence"].as_f64().unwrap()).collect();
    assert!(queue.total == 6 && sure.is_sorted(), "the doubtful first: {sure:?}");
    assert!(queue.rows.iter().all(|row| row.item.category.is_none()), "nothing was written");
    let decide = |at: usize, outcome, value| DecideReview {
        item_id: queue.rows[at].item.id,
        version: queue.rows[at].item.version,
        trace_id: queue.rows[at].trace_id,
        field: AssistField::Category,
        outcome,
        value,
        operation_id: None,
    };
    let accepted = decide_review(app, caller, decide(0, AssistOutcome::Accepted, None)).await.unwrap();
    assert_eq!(accepted.category.as_deref(), Some("Fungicidas"));
    let edited = decide(1, AssistOutcome::Edited, Some(json!("Inseticidas")));
    assert_eq!(decide_review(app, caller, edited).await.unwrap().category.as_deref(), Some("Inseticidas"));
    let blank = decide_review(app, caller, decide(2, AssistOutcome::Edited, None)).await.unwrap_err();
    assert_eq!(blank.code().as_str(), "invalid_fields");
    assert_eq!(blank.to_body(caller.lang).details.unwrap()["path"], "value");
    let operation_id = Some(uuid::Uuid::now_v7());
    let no = DecideReview { operation_id, ..decide(2, AssistOutcome::Rejected, None) };
    let rejected = decide_review(app, caller, no.clone()).await.unwrap();
    assert_eq!(rejected.category, None);
    assert!(decide_review(app, caller, no).await.is_ok(), "the same operation, asked again");
    for outcome in [AssistOutcome::Rejected, AssistOutcome::Accepted] {
        let late = decide_review(app, caller, decide(0, outcome, None)).await.unwrap_err();
        assert_eq!(late.code().as_str(), "already_decided", "{outcome:?}");
    }
    let stale = DecideReview { version: 0, ..decide(3, AssistOutcome::Accepted, None) };
    assert_eq!(decide_review(app, caller, stale).await.unwrap_err().code().as_str(), "conflict");
    let left = review_queue(app, caller, ReviewRequest::default()).await.unwrap();
    assert_eq!(left.total, 3);
    let behind = ReviewRequest { offset: Some(50), ..ReviewRequest::default() };
    let behind = review_queue(app, caller, behind).await.unwrap();
    assert_eq!((behind.rows.len(), behind.total), (0, 3), "behind the last, their number is still said");

    // By the list of a terminal: all of a trace, one field of it, and none that a person wrote meanwhile.
    let make_filter = |at: usize, field| ReviewFilter { trace_id: queue.rows[at].trace_id, field };
    let done = decide_matching(app, caller, &make_filter(3, None), AssistOutcome::Accepted).await.unwrap();
    assert_eq!((done.len(), done[0].item_id, &done[0].error), (1, queue.rows[3].item.id, &None));
    assert_eq!(app.store().item(done[0].item_id).await.unwrap().category.as_deref(), Some("Fungicidas"));
    let again =
        decide_matching(app, caller, &make_filter(3, None), AssistOutcome::Accepted).await.unwrap_err();
    assert_eq!(again.code().as_str(), "not_found", "it is decided");
    let other_field = make_filter(4, Some(AssistField::Price));
    assert!(decide_matching(app, caller, &other_field, AssistOutcome::Rejected).await.is_err());
    let rejected = make_filter(4, Some(AssistField::Category));
    let done = decide_matching(app, caller, &rejected, AssistOutcome::Rejected).await.unwrap();
    assert_eq!((done.len(), &done[0].error), (1, &None));
    let save = async |id, change: fn(&mut ItemDraft)| {
        let item = app.store().item(id).await.unwrap();
        let mut draft = ItemDraft::from(item.clone());
        change(&mut draft);
        let update = UpdateItem {
            id,
            version: item.version,
            draft,
            changed_attributes: None,
            sources: None,
            operation_id: None,
        };
        update_item(app, caller, update).await.unwrap();
    };
    save(queue.rows[5].item.id, |draft| draft.category = Some("De uma pessoa".into())).await;
    let done = decide_matching(app, caller, &make_filter(5, None), AssistOutcome::Accepted).await.unwrap();
    assert_eq!(done[0].error.as_ref().map(|error| error.code.as_str()), Some("conflict"));
    let theirs = app.store().item(queue.rows[5].item.id).await.unwrap();
    assert_eq!(theirs.category.as_deref(), Some("De uma pessoa"));

    // Of three values that came from suggestions, that one is stale whose item was renamed since.
    save(queue.rows[3].item.id, |draft| draft.name = "Adubo foliar".into()).await;
    let stale = EnrichRequest { only: EnrichOnly::Stale, ..request };
    let preview = preview_enrichment(app, caller, stale).await.unwrap();
    let found: Vec<_> = preview.sample.iter().map(|sample| sample.item.id).collect();
    assert_eq!((preview.items, found), (1, vec![queue.rows[3].item.id]));

    let kept = get_suggestions(app, caller, ByTrace { trace_id: queue.rows[1].trace_id }).await.unwrap();
    assert_eq!(
        kept.iter().find(|k| k.field == AssistField::Category).unwrap().outcome,
        Some(AssistOutcome::Edited)
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_whose_model_fails_says_so_holds_itself_up_and_goes_on_when_told() {
    let broken = Arc::new(AtomicBool::new(true));
    let provider = Provider::start({
        let broken = broken.clone();
        move |_| match broken.load(Ordering::SeqCst) {
            true => Reply::refuses(500, "a máquina parou"),
            false => reply_with(&good()),
        }
    });
    let url = provider.url();
    let world = World::own(&openai(&url)).await;
    let (app, caller) = (&world.app, &world.caller);
    let mut ids = Vec::new();
    for n in 0..12 {
        let draft = ItemDraft { name: format!("Fungicida azoxistrobina soja {n}"), ..ItemDraft::default() };
        let create = CreateItem { draft, sources: None, operation_id: None };
        ids.push(create_item(app, caller, create).await.unwrap().id);
    }
    let fields = vec![AssistField::Category];
    let request = EnrichRequest { fields, ids: Some(ids), ..EnrichRequest::default() };
    let run = Box::pin(start_enrichment(app, caller, request)).await.unwrap();
    let until = async |state: EnrichState| {
        let stop = CancellationToken::new();
        let reached = async {
            loop {
                let runs = list_enrichments(app, caller, Empty {}).await.unwrap_or_default();
                if let Some(run) = runs.into_iter().next().filter(|run| run.state == state) {
                    stop.cancel();
                    return run;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        };
        // On the heap, as the program has it: a test's stack is small for all of a run unfolded.
        let both = Box::pin(async { tokio::join!(reached, run_upkeep(app, &stop)).0 });
        tokio::time::timeout(std::time::Duration::from_secs(120), both).await.expect("it stands still")
    };
    let paused = Box::pin(until(EnrichState::Paused)).await;
    assert_eq!(paused.pause.as_deref(), Some("failures"));
    assert_eq!((paused.failed_attempts, paused.waiting), (5, 12), "it stops before all are tried");
    let error = paused.last_error.unwrap();
    assert_eq!(error.code, "model_failed");
    assert!(error.message.contains("a máquina parou"), "{}", error.message);

    broken.store(false, Ordering::SeqCst);
    let change = |action| ChangeEnrichment { id: run.id, action };
    let resumed = change_enrichment(app, caller, change(EnrichAction::Resume)).await.unwrap();
    assert_eq!((resumed.state, resumed.pause), (EnrichState::Running, None));
    let done = Box::pin(until(EnrichState::Done)).await;
    assert_eq!((done.suggested + done.nothing, done.failed), (12, 0), "{done:?}");

    change_enrichment(app, caller, change(EnrichAction::Cancel)).await.unwrap();
    for action in [EnrichAction::Resume, EnrichAction::Retry, EnrichAction::Pause] {
        let refused = change_enrichment(app, caller, change(action)).await.unwrap_err();
        assert_eq!((refused.code().as_str(), refused.code().status()), ("run_ended", 409), "{action:?}");
    }
    let unknown = ChangeEnrichment { id: uuid::Uuid::from_u128(1), action: EnrichAction::Resume };
    assert_eq!(change_enrichment(app, caller, unknown).await.unwrap_err().code().as_str(), "not_found");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_of_suggestions_says_how_far_it_is_to_each_who_asked() {
    let world = World::own(&[]).await;
    let ids = [Uuid::new_v4(), Uuid::new_v4()];
    let checks = ids.map(|id| {
        let (app, caller) = (world.app.clone(), world.caller.clone());
        let request = CheckAssist { sample: Some(60), measure_id: Some(id), ..CheckAssist::default() };
        tokio::spawn(async move { check_assist(&app, &caller, request).await })
    });
    let progress = async |id| get_measurement(&world.app, &world.caller, ById { id }).await.unwrap();
    let bia = Account {
        id: Uuid::from_u128(7),
        login: "bia".into(),
        name: "Bia".into(),
        role: Role::Analyst,
        scopes: None,
        session: None,
    };
    let bia = world.caller.clone().with_account(bia);
    for id in ids {
        let (mut seen, mut last) = (0, 0);
        let under_way = async {
            while !checks.iter().all(tokio::task::JoinHandle::is_finished) {
                let now = progress(id).await;
                if now.total == 60 && now.done > 0 {
                    assert!(now.done >= last && now.done <= 60, "{now:?} after {last}");
                    (seen, last) = (seen + 1, now.done);
                    let others = cancel_measurement(&world.app, &bia, ById { id }).await.unwrap();
                    assert_eq!(others, Measurement::default(), "another person neither sees nor ends it");
                }
                if seen > 2 {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), under_way).await.unwrap();
        assert!(seen > 0, "its progress was told");
    }
    for check in checks {
        check.await.unwrap().unwrap();
    }
    assert_eq!(progress(ids[0]).await.total, 0, "it is over");
    world.close().await;
}
