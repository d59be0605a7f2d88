//! What a person asks on purpose leaves an entry and a trace; what goes wrong is a gap until it passes.

use crate::provider::Provider;
use crate::support::{World, message_request, openai};
use celeiro_app::Caller;
use celeiro_app::api::ById;
use celeiro_app::catalog::faqs::{CreateFaq, create_faq};
use celeiro_app::catalog::synonyms::{ChangeSynonyms, change_synonyms};
use celeiro_app::chat::begin;
use celeiro_app::chat::conversations::{SetFeedback, get_trace, replay_trace, set_feedback};
use celeiro_app::inspect::inspect_search::{InspectTrace, inspect_search, inspect_trace};
use celeiro_app::query_log::api::{DeleteQueries, ListQueries, delete_queries, list_queries};
use celeiro_app::query_log::gaps_api::{DismissGap, ListGaps, dismiss_gap, list_gaps};
use celeiro_app::search::api::{SettleSearch, search, settle_search};
use celeiro_app::settings::api::{SetSetting, set_setting};
use celeiro_domain::catalog::Status;
use celeiro_domain::catalog::faq::FaqDraft;
use celeiro_domain::chat::{ChatResponse, Feedback, Rating, Trace, TraceCandidate, TraceOutcome};
use celeiro_domain::insight::{Gap, GapReason, GapState, LoggedQuery, QueryScope, Surface};
use celeiro_domain::inspect::{CutReason, CutStage};
use celeiro_domain::search::{Filters, Fusion, Hit, Kind, Lang, SearchRequest, SearchResponse};
use celeiro_domain::synonyms::GroupKind;
use sqlx::PgPool;
use std::time::Duration;
use uuid::Uuid;

fn person() -> Caller {
    Caller::local(Lang::PtBr).at(Surface::Http)
}

fn looking_for(query: &str) -> SearchRequest {
    SearchRequest { query: query.into(), ..SearchRequest::default() }
}

impl World {
    async fn search_as_person(&self, request: SearchRequest) -> SearchResponse {
        search(&self.app, &person(), request).await.unwrap()
    }

    async fn load_log(&self) -> Vec<LoggedQuery> {
        list_queries(&self.app, &person(), ListQueries::default()).await.unwrap().queries
    }

    async fn gaps(&self, state: GapState) -> Vec<Gap> {
        let request = ListGaps { state: Some(state), ..ListGaps::default() };
        list_gaps(&self.app, &person(), request).await.unwrap().gaps
    }

    async fn asked_by_a_person(&self, message: &str) -> ChatResponse {
        begin(&self.app, &person(), message_request(message)).await.unwrap().finish().await.unwrap()
    }

    async fn faq(&self, question: &str) {
        let draft = FaqDraft {
            question: question.into(),
            answer: "Sim, e entregamos em dois dias.".into(),
            status: Status::Ativo,
            ..FaqDraft::default()
        };
        let request = CreateFaq { draft, operation_id: None };
        create_faq(&self.app, &person(), request).await.unwrap();
    }
}

#[tokio::test]
async fn a_search_leaves_what_was_asked_and_what_it_gave() {
    let world = World::own(&[]).await;
    let filters = Filters { tags: vec!["soja".into()], ..Filters::default() };
    let request = SearchRequest { filters: Some(filters), ..looking_for("Fungicida  para FERRUGEM da soja") };
    let found = world.search_as_person(request).await;
    let logged = world.load_log().await;
    assert_eq!(logged.len(), 1);
    let entry = &logged[0];
    assert_eq!(
        (entry.scope, entry.surface, entry.actor.as_str()),
        (QueryScope::Items, Surface::Http, "local")
    );
    assert_eq!(entry.query, "Fungicida  para FERRUGEM da soja");
    assert_eq!(entry.normalized, "fungicida para ferrugem da soja");
    assert_eq!(entry.results as usize, found.results.len());
    assert_eq!(entry.best_score, found.results.first().map(|hit| hit.score));
    assert_eq!((entry.profile.as_deref(), entry.gap), (Some("default"), None));
    assert!(entry.filters.is_some() && entry.ms > 0.0);
    world.close().await;
}

#[tokio::test]
async fn the_trace_of_a_search_can_be_read_and_run_again() {
    let world = World::own(&[]).await;
    let found = world.search_as_person(looking_for("herbicida para milho")).await;
    let id = world.load_log().await[0].trace_id.expect("a trace");
    let trace = get_trace(&world.app, &person(), ById { id }).await.unwrap();
    assert_eq!((trace.outcome, trace.searches.len()), (TraceOutcome::Composed, 1));
    let shown: Vec<_> = trace.searches[0].candidates.iter().filter(|c| c.cut.is_none()).collect();
    assert_eq!(shown.len(), found.results.len());
    for (candidate, hit) in shown.iter().zip(&found.results) {
        assert_eq!(candidate.id, hit.item.as_ref().unwrap().id);
        assert!((candidate.hit.score - hit.score).abs() < 1e-9);
        let names =
            |hit: &Hit| hit.explanation.as_ref().map(|e| e.details.iter().map(|d| d.name.clone()).collect());
        let rows: Option<Vec<String>> = names(&candidate.hit);
        assert_eq!(rows, names(hit), "with the rows that made the score");
    }
    assert!(trace.searches[0].coverage.is_some_and(|share| share >= 0.5));
    let bytes = serde_json::to_vec(&trace).unwrap().len();
    println!("a trace of {} candidates: {bytes} bytes", trace.searches[0].candidates.len());
    assert!(bytes <= 512 << 10);
    assert!(replay_trace(&world.app, &person(), ById { id }).await.unwrap().same);
    world.close().await;
}

#[tokio::test]
async fn typing_the_programs_own_searches_and_blank_ones_leave_no_entry() {
    let world = World::own(&[]).await;
    world.search_as_person(SearchRequest { settled: Some(false), ..looking_for("herbici") }).await;
    world.search_as_person(looking_for("  \u{a0} ")).await;
    search(&world.app, &Caller::local(Lang::PtBr), looking_for("herbicida")).await.unwrap();
    assert!(world.load_log().await.is_empty());
    world.search_as_person(SearchRequest { settled: Some(true), ..looking_for("herbicida") }).await;
    assert_eq!(world.load_log().await.len(), 1);
    world.close().await;
}

#[tokio::test]
async fn a_settled_search_is_logged_once_and_as_it_was_ranked_while_it_was_typed() {
    let world = World::own(&[]).await;
    let typing = SearchRequest { settled: Some(false), ..looking_for("herbicida para milho") };
    let found = world.search_as_person(typing).await;
    let trace_id = found.trace_id.unwrap();
    let settle =
        async || settle_search(&world.app, &person(), SettleSearch { trace_id }).await.unwrap().logged;
    let (first, second) = tokio::join!(settle(), settle());
    assert!(first != second, "of two requests at once one is the first");
    let logged = world.load_log().await;
    assert_eq!(logged.len(), 1);
    assert_eq!((logged[0].query.as_str(), logged[0].trace_id), ("herbicida para milho", Some(trace_id)));
    assert_eq!(logged[0].results, found.results.len() as u32);
    let trace = world.app.store().trace(trace_id).await.unwrap();
    let search = &trace.searches[0];
    let ids = |hits: &[Hit]| hits.iter().map(|hit| hit.item.as_ref().unwrap().id).collect::<Vec<_>>();
    let hits: Vec<_> = search.candidates.iter().filter(|c| c.cut.is_none()).map(|c| c.id).collect();
    assert_eq!(hits, ids(&found.results));
    assert!(!search.reduced, "a search settled at once keeps the components of all candidates");
    assert!(search.candidates.iter().any(|c| c.cut.is_some() && !c.components.is_empty()));
    assert!(!settle().await, "the log has it");
    let unknown = SettleSearch { trace_id: Uuid::now_v7() };
    assert!(!settle_search(&world.app, &person(), unknown).await.unwrap().logged);
    world.close().await;
}

#[tokio::test]
async fn a_search_settled_after_many_others_keeps_places_and_scores() {
    let world = World::own(&[]).await;
    let typing = |query: &str| SearchRequest { settled: Some(false), ..looking_for(query) };
    let found = world.search_as_person(typing("herbicida para milho")).await;
    for _ in 0..8 {
        world.search_as_person(typing("inseticida")).await;
    }
    let trace_id = found.trace_id.unwrap();
    let caller = Caller::local(Lang::PtBr);
    let by_the_program = settle_search(&world.app, &caller, SettleSearch { trace_id }).await.unwrap();
    assert!(!by_the_program.logged, "the program's own searches leave no entry");
    assert!(settle_search(&world.app, &person(), SettleSearch { trace_id }).await.unwrap().logged);
    assert_eq!(world.load_log().await.len(), 1);
    let trace = world.app.store().trace(trace_id).await.unwrap();
    let search = &trace.searches[0];
    assert!(search.reduced);
    for (candidate, hit) in search.candidates.iter().zip(&found.results) {
        assert!((candidate.hit.score - hit.score).abs() < 1e-9);
        assert!(candidate.hit.explanation.is_some());
    }
    world.close().await;
}

#[tokio::test]
async fn who_switches_it_off_leaves_no_entry_and_can_delete_the_rest() {
    let world = World::own(&[]).await;
    world.search_as_person(looking_for("herbicida")).await;
    let turn = world.asked_by_a_person("Tem herbicida para milho?").await;
    assert_eq!(world.load_log().await.len(), 2);
    let off = SetSetting { name: "QUERY_LOG_ENABLED".into(), value: Some("false".into()) };
    set_setting(&world.app, &person(), off).await.unwrap();
    world.search_as_person(looking_for("inseticida")).await;
    world.asked_by_a_person("Tem inseticida?").await;
    let page = list_queries(&world.app, &person(), ListQueries::default()).await.unwrap();
    assert_eq!((page.total, page.enabled), (2, false));
    let gone = delete_queries(&world.app, &person(), DeleteQueries::default()).await.unwrap();
    assert_eq!((gone.deleted, world.load_log().await.len()), (2, 0));
    assert!(get_trace(&world.app, &person(), ById { id: turn.debug.trace_id }).await.is_ok());
    world.close().await;
}

#[tokio::test]
async fn a_crowd_is_answered_and_what_is_not_noted_is_counted() {
    let world = World::own(&[]).await;
    let (caller, mut answered) = (person(), 0);
    let mut traces: Vec<Uuid> = Vec::new();
    for round in 0..10 {
        let six = (0..6).map(|n| search(&world.app, &caller, looking_for(&format!("herbicida {round} {n}"))));
        let ended = futures::future::join_all(six).await;
        answered += ended.iter().filter(|ended| ended.is_ok()).count() as u32;
        traces.extend(ended.iter().flatten().filter_map(|found| found.trace_id));
    }
    let mut page = list_queries(&world.app, &person(), ListQueries::default()).await.unwrap();
    // A list waits a second for what is on its way; a slow machine needs some more.
    for _ in 0..60 {
        if page.total + page.dropped < answered {
            page = list_queries(&world.app, &person(), ListQueries::default()).await.unwrap();
        }
    }
    assert_eq!(page.total + page.dropped, answered);
    assert_eq!(traces.len() as u32, answered);
    for id in traces {
        let trace = get_trace(&world.app, &person(), ById { id }).await.unwrap();
        assert!(!trace.searches[0].candidates.is_empty(), "reduced or whole, each has its candidates");
    }
    world.close().await;
}

/// Sixteen wait with all that their search read; those behind them keep places and scores.
#[tokio::test(flavor = "multi_thread")]
#[allow(clippy::disallowed_methods, reason = "the transaction is not dropped while it begins")]
async fn where_more_wait_than_can_be_kept_whole_the_others_are_reduced() {
    let world = World::own(&[]).await;
    let pool = PgPool::connect_with(world.login().connect_options()).await.unwrap();
    // Nothing is stored for as long as this transaction lives.
    let mut holder = pool.begin().await.unwrap();
    sqlx::query("LOCK TABLE query_log IN SHARE MODE").execute(&mut *holder).await.unwrap();
    let mut traces = Vec::new();
    for n in 0..20 {
        let found = world.search_as_person(looking_for(&format!("herbicida {n}"))).await;
        traces.push(found.trace_id.unwrap());
    }
    holder.rollback().await.unwrap();
    let mut reduced = Vec::new();
    for id in traces {
        let stored = async {
            loop {
                match get_trace(&world.app, &person(), ById { id }).await {
                    Ok(trace) => return trace,
                    Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
                }
            }
        };
        let trace = tokio::time::timeout(Duration::from_secs(30), stored).await.unwrap();
        assert!(!trace.searches[0].candidates.is_empty());
        reduced.push(trace.searches[0].reduced);
    }
    assert_eq!(reduced, [[false; 16].as_slice(), &[true; 4]].concat());
    pool.close().await;
    world.close().await;
}

#[tokio::test]
async fn a_trace_keeps_every_candidate_and_every_gate() {
    let world = World::own(&[]).await;
    for fusion in Fusion::ALL {
        let request =
            SearchRequest { fusion: Some(fusion), ..looking_for("fungicida para ferrugem da soja") };
        let found = world.search_as_person(request.clone()).await;
        let id = found.trace_id.unwrap();
        let trace = get_trace(&world.app, &person(), ById { id }).await.unwrap();
        let search = &trace.searches[0];
        assert!(!search.reduced);
        assert_eq!(search.threshold, Some(-0.3));
        let opened = inspect_search(&world.app, &person(), request).await.unwrap();
        let ids = |of: &[TraceCandidate]| -> Vec<Uuid> { of.iter().map(|candidate| candidate.id).collect() };
        let all: Vec<Uuid> = opened.candidates.iter().map(|candidate| candidate.record.id).collect();
        assert_eq!(ids(&search.candidates), all, "{fusion:?}: all of the pool, in its order");
        for (kept, opened) in search.candidates.iter().zip(&opened.candidates) {
            assert_eq!(kept.cut, opened.cut);
            let stages = |cuts: &[CutReason]| -> Vec<CutStage> { cuts.iter().map(|cut| cut.stage).collect() };
            let unread = |stage: &CutStage| !matches!(stage, CutStage::NoTerm | CutStage::PoolLimit);
            let only = |cuts: &[CutReason]| stages(cuts).into_iter().filter(unread).collect::<Vec<_>>();
            assert_eq!(only(&kept.cuts), only(&opened.cuts), "{fusion:?}");
            if kept.cut == Some(CutStage::ResultLimit) {
                let sum: f64 = kept.components.iter().map(|row| row.value).sum();
                assert!((sum - kept.hit.score).abs() < 1e-9, "{fusion:?}: {:?}", kept.components);
                assert!(stages(&kept.cuts).contains(&CutStage::ResultLimit));
            }
        }
        let far = search.candidates.iter().filter(|c| c.cuts.iter().any(|r| r.stage == CutStage::Threshold));
        assert!(far.count() > 0, "{fusion:?}: the test has something too far away");
        let past = inspect_trace(&world.app, &person(), InspectTrace { id, at: 0 }).await.unwrap();
        assert_eq!((past.candidates.len(), past.threshold), (all.len(), Some(-0.3)));
        assert_eq!(past.stages.vector_kept, opened.stages.vector_kept);
    }
    world.close().await;
}

#[tokio::test]
async fn what_is_not_noted_has_a_trace_in_memory_alone() {
    let world = World::own(&[]).await;
    let typing = SearchRequest { settled: Some(false), ..looking_for("herbici") };
    let own = search(&world.app, &Caller::local(Lang::PtBr), looking_for("herbicida")).await.unwrap();
    let blank = world.search_as_person(looking_for("  ")).await;
    let typed = world.search_as_person(typing).await;
    let off = SetSetting { name: "QUERY_LOG_ENABLED".into(), value: Some("false".into()) };
    set_setting(&world.app, &person(), off).await.unwrap();
    let unlogged = world.search_as_person(looking_for("inseticida para lagarta")).await;
    for found in [&own, &blank, &typed, &unlogged] {
        let id = found.trace_id.unwrap();
        let trace = get_trace(&world.app, &person(), ById { id }).await.unwrap();
        let search = &trace.searches[0];
        let shown: Vec<_> = search.candidates.iter().filter(|c| c.cut.is_none()).collect();
        assert_eq!(shown.len(), found.results.len());
        for (kept, hit) in shown.iter().zip(&found.results) {
            assert_eq!((kept.id, kept.hit.score), (hit.item.as_ref().unwrap().id, hit.score));
            assert_eq!(kept.hit.explanation, hit.explanation);
        }
        assert!(search.candidates.len() as u32 >= found.lexical_count);
        assert!(replay_trace(&world.app, &person(), ById { id }).await.unwrap().same);
        assert!(world.app.store().trace(id).await.is_err(), "nothing of it is written");
    }
    assert!(world.load_log().await.is_empty());
    delete_queries(&world.app, &person(), DeleteQueries::default()).await.unwrap();
    let id = unlogged.trace_id.unwrap();
    assert!(get_trace(&world.app, &person(), ById { id }).await.is_err(), "forgotten when it is asked for");
    world.close().await;
}

#[tokio::test]
async fn a_trace_of_before_is_still_read() {
    let world = World::own(&[]).await;
    let id = world.search_as_person(looking_for("herbicida para milho")).await.trace_id.unwrap();
    let trace = get_trace(&world.app, &person(), ById { id }).await.unwrap();
    let mut json = serde_json::to_value(&trace).unwrap();
    let search = &mut json["searches"][0];
    for gone in ["threshold", "reduced"] {
        assert!(search.as_object_mut().unwrap().remove(gone).is_some(), "{gone}");
    }
    for candidate in search["candidates"].as_array_mut().unwrap() {
        candidate.as_object_mut().unwrap().retain(|name, _| !["cuts", "components"].contains(&name.as_str()));
    }
    let before: Trace = serde_json::from_value(json).unwrap();
    assert_eq!(before.searches[0].hits, trace.searches[0].hits);
    assert!(before.searches[0].candidates.iter().all(|c| c.cuts.is_empty() && c.components.is_empty()));
    world.close().await;
}

#[tokio::test]
async fn a_turn_is_noted_with_its_trace() {
    let world = World::own(&[]).await;
    let turn = world.asked_by_a_person("Qual fungicida para ferrugem da soja?").await;
    let logged = world.load_log().await;
    assert_eq!((logged.len(), logged[0].scope), (1, QueryScope::Chat));
    assert_eq!(logged[0].trace_id, Some(turn.debug.trace_id));
    assert_eq!(logged[0].conversation_id, Some(turn.conversation_id));
    assert_eq!((logged[0].gap, logged[0].results as usize), (None, turn.sources.len()));
    world.asked_by_a_person("Bom dia!").await;
    assert_eq!(world.load_log().await[0].gap, None, "courtesy is no gap");
    world.close().await;
}

#[tokio::test]
async fn an_item_of_which_nothing_is_known_is_a_gap_until_a_synonym_finds_it() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    world.search_as_person(looking_for("xpto zarabatana")).await;
    world.search_as_person(looking_for("Zarabatana XPTO?")).await;
    world.search_as_person(looking_for("fungicida para ferrugem da soja")).await;
    let gaps = world.gaps(GapState::Open).await;
    assert_eq!(gaps.len(), 1);
    assert_eq!((gaps[0].count, gaps[0].query.as_str()), (2, "Zarabatana XPTO?"));
    assert_eq!(gaps[0].reasons, [GapReason::NoResults]);
    let words = |add: &[&str]| ChangeSynonyms {
        kind: GroupKind::Generic,
        name: "herbicida".into(),
        add: add.iter().map(|w| (*w).into()).collect(),
        remove: vec![],
        operation_id: None,
    };
    change_synonyms(&world.app, &person(), words(&["xpto", "zarabatana"])).await.unwrap();
    assert!(world.gaps(GapState::Open).await.is_empty());
    assert_eq!(world.gaps(GapState::Passed).await.len(), 1);
    let taken = ChangeSynonyms { name: "outra coisa".into(), ..words(&["Zarabatana"]) };
    let error = change_synonyms(&world.app, &person(), taken).await.unwrap_err();
    assert_eq!(error.code().as_str(), "invalid_fields");
    let out = ChangeSynonyms { remove: vec!["XPTO".into(), "zarabatana".into()], ..words(&[]) };
    change_synonyms(&world.app, &person(), out).await.unwrap();
    assert_eq!(world.gaps(GapState::Open).await.len(), 1, "it fails again");
    world.close().await;
}

#[tokio::test]
async fn a_question_without_an_answer_is_a_gap_until_a_faq_answers_it() {
    let world = World::own(&[]).await;
    let mut asked = looking_for("vocês vendem drone pulverizador com plano de assinatura");
    asked.kind = Some(Kind::Faqs);
    world.search_as_person(asked).await;
    let gaps = world.gaps(GapState::Open).await;
    assert_eq!((gaps.len(), gaps[0].scope), (1, QueryScope::Faqs), "{gaps:?}");
    world.faq("Vocês vendem drone pulverizador com plano de assinatura?").await;
    assert!(world.gaps(GapState::Open).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn an_answer_rated_down_is_closed_by_something_new_and_not_by_what_it_had() {
    let world = World::own(&[]).await;
    let turn = world.asked_by_a_person("Vocês alugam plantadeira de precisão?").await;
    let down = Feedback { rating: Rating::Down, reason: None, note: None };
    let rated = SetFeedback { id: turn.message_id, feedback: Some(down) };
    set_feedback(&world.app, &person(), rated).await.unwrap();
    let gaps = world.gaps(GapState::Open).await;
    assert_eq!(gaps.len(), 1);
    assert!(gaps[0].reasons.contains(&GapReason::RatedDown));
    world.faq("Qual o telefone da loja?").await;
    assert_eq!(world.gaps(GapState::Open).await.len(), 1, "that is not what was asked");
    world.faq("Vocês alugam plantadeira de precisão?").await;
    assert!(world.gaps(GapState::Open).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn behind_the_last_gap_it_is_still_said_how_many_there_are() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    world.search_as_person(looking_for("zarabatana")).await;
    let behind = ListGaps { state: Some(GapState::Open), offset: Some(50), ..ListGaps::default() };
    let page = list_gaps(&world.app, &person(), behind).await.unwrap();
    assert_eq!((page.gaps.len(), page.total), (0, 1));
    world.close().await;
}

#[tokio::test]
async fn a_gap_is_dismissed_for_a_reason_and_only_for_one() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    world.search_as_person(looking_for("zarabatana")).await;
    let gap = world.gaps(GapState::Open).await.remove(0);
    let dismiss = |reason: &str| DismissGap { id: gap.id, reason: reason.into(), operation_id: None };
    assert!(dismiss_gap(&world.app, &person(), dismiss("  ")).await.is_err());
    assert!(dismiss_gap(&world.app, &person(), dismiss(&"x".repeat(2_001))).await.is_err());
    let dismissed = dismiss_gap(&world.app, &person(), dismiss("não vendemos")).await.unwrap();
    assert_eq!(dismissed.dismissed_because.as_deref(), Some("não vendemos"));
    assert!(world.gaps(GapState::Open).await.is_empty());
    world.search_as_person(looking_for("zarabatana")).await;
    assert_eq!(world.gaps(GapState::Open).await.len(), 1, "asked again, in vain again");
    world.close().await;
}

#[tokio::test]
async fn a_turn_that_was_refused_is_a_gap_and_one_off_topic_or_in_danger_is_none() {
    let provider = Provider::simple("off-topic", &["Não sei."]);
    let world = World::own(&openai(&provider.url())).await;
    let refused = world.asked_by_a_person("Qual o preço da zarabatana?").await;
    let entry = world.load_log().await.remove(0);
    assert_eq!(entry.gap, Some(GapReason::Refused), "{:?}", refused.debug.intent);
    world.asked_by_a_person("Quem ganhou o jogo de ontem?").await;
    assert_eq!(world.load_log().await[0].gap, None);
    world.asked_by_a_person("Bebi herbicida, o que faço?").await;
    assert_eq!(world.load_log().await[0].gap, None);
    world.close().await;
}

#[tokio::test]
async fn without_a_model_thanks_foreign_matters_and_right_answers_are_no_gaps_and_the_rest_is() {
    let world = World::own(&[("EMBEDDING_PROVIDER", "none")]).await;
    for message in [
        "valeu, ajudou muito",
        "boa tarde, sou o João da fazenda Santa Rita",
        "quem ganhou o jogo ontem?",
        "meu vizinho falou que a soja dele tá com ferrugem, o que eu passo na minha?",
        "quero 4 sacos de ureia, quanto fica?",
    ] {
        let answer = world.asked_by_a_person(message).await;
        assert_eq!(world.load_log().await[0].gap, None, "{message}: {}", answer.answer);
    }
    for message in
        ["qual o CNPJ de vocês?", "tem drone pulverizador?", "zarabatana", "tem ração para tilápia?"]
    {
        let answer = world.asked_by_a_person(message).await;
        assert!(world.load_log().await[0].gap.is_some(), "{message}: {}", answer.answer);
    }
    world.close().await;
}

#[tokio::test]
async fn a_model_that_says_it_found_nothing_leaves_a_gap_whatever_it_offers_instead() {
    const OFFERED: [&str; 2] = ["Não encontrei drone. ", "O mais próximo é este [1]."];
    let provider = Provider::simple("catalog", &OFFERED);
    let world = World::own(&openai(&provider.url())).await;
    let answer = world.asked_by_a_person("Tem pulverizador drone?").await;
    assert!(answer.sources[0].cited, "{}", answer.answer);
    assert_eq!(world.gaps(GapState::Open).await.len(), 1);
    world.close().await;
}
