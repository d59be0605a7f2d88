//! The query log and the gaps in it.

use crate::support::{World, ago, trace, write};
use celeiro_domain::chat::{Feedback, Rating};
use celeiro_domain::insight::{Gap, GapReason, GapState, LoggedQuery, QueryScope, Surface};
use celeiro_store::{GapQuery, LogQuery, MessagePosition, StoreError, TurnIds};
use chrono::{DateTime, Utc};
use std::time::Instant;
use uuid::Uuid;

/// A search of the catalog that found enough.
fn search(query: &str, at: DateTime<Utc>) -> LoggedQuery {
    LoggedQuery {
        id: Uuid::now_v7(),
        created_at: at,
        scope: QueryScope::Items,
        surface: Surface::Http,
        actor: "tests".into(),
        query: query.into(),
        normalized: query.to_lowercase(),
        looked_for: None,
        gap_key: query.to_lowercase(),
        filters: None,
        profile: Some("default".into()),
        results: 3,
        best_score: Some(2.5),
        coverage: Some(0.9),
        fallback: None,
        ms: 4.0,
        gap: None,
        trace_id: None,
        conversation_id: None,
        message_id: None,
    }
}

fn gap(query: &str, at: DateTime<Utc>, gap: GapReason) -> LoggedQuery {
    LoggedQuery { gap: Some(gap), ..search(query, at) }
}

fn turn(ids: TurnIds, query: &str) -> LoggedQuery {
    LoggedQuery {
        scope: QueryScope::Chat,
        trace_id: Some(ids.trace_id),
        conversation_id: Some(ids.conversation_id),
        message_id: Some(ids.message_id),
        ..search(query, Utc::now())
    }
}

impl World {
    async fn log(&self, entries: &[LoggedQuery]) {
        for entry in entries {
            self.store.log_query(entry, None).await.unwrap();
        }
    }

    async fn logged_queries(&self, text: &str) -> Vec<String> {
        let query = LogQuery { text: text.into(), limit: 50, ..LogQuery::default() };
        self.store.logged_queries(&query).await.unwrap().rows.into_iter().map(|l| l.query).collect()
    }

    /// Questions of the gaps that stand so, in the order of the list.
    async fn gaps_that_are(&self, state: GapState) -> Vec<String> {
        let query = GapQuery { state: Some(state), limit: 50, ..GapQuery::default() };
        self.store.gaps(&query).await.unwrap().rows.into_iter().map(|g| g.query).collect()
    }

    async fn only_gap(&self) -> Gap {
        let query = GapQuery { limit: 2, ..GapQuery::default() };
        let mut page = self.store.gaps(&query).await.unwrap();
        assert_eq!((page.rows.len(), page.total), (1, 1));
        page.rows.remove(0)
    }
}

#[tokio::test]
async fn an_entry_comes_back_as_it_was_stored_and_twice_is_once() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let mut given = turn(ids, "E o mais barato? \u{202e}<script>");
    given.created_at = "2026-03-01T12:00:00Z".parse().unwrap();
    given.looked_for = Some("herbicida mais barato".into());
    given.filters = Some(serde_json::json!({ "category": ["Herbicidas"] }));
    given.gap = Some(GapReason::Refused);
    given.fallback = Some("embedding-disabled".into());
    world.log(&[given.clone(), given.clone()]).await;
    let page = world.store.logged_queries(&LogQuery { limit: 5, ..LogQuery::default() }).await.unwrap();
    assert_eq!((page.rows, page.total), (vec![given], 1));
    world.close().await;
}

#[tokio::test]
async fn the_newest_come_first_and_any_text_is_only_text() {
    let world = World::new().await;
    world
        .log(&[search("adubo 10%", ago(3)), search("adubo_foliar", ago(1)), search("semente", ago(2))])
        .await;
    assert_eq!(world.logged_queries("").await, ["adubo_foliar", "semente", "adubo 10%"]);
    assert_eq!(world.logged_queries("ADÚBO").await, ["adubo_foliar", "adubo 10%"]);
    assert_eq!(world.logged_queries("10%").await, ["adubo 10%"]);
    assert_eq!(world.logged_queries("o_f").await, ["adubo_foliar"]);
    world.close().await;
}

#[tokio::test]
async fn a_deleted_conversation_takes_its_entries_along() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let refused = LoggedQuery { gap: Some(GapReason::Refused), ..turn(ids, "qual o prazo") };
    world.log(&[refused, search("soja", ago(1))]).await;
    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    assert_eq!(world.logged_queries("").await, ["soja"]);
    assert!(world.gaps_that_are(GapState::Open).await.is_empty());
    world.store.purge_conversations(Utc::now() + chrono::TimeDelta::hours(1), None).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM query_log").await, 1);
    world.close().await;
}

#[tokio::test]
async fn the_trace_of_a_search_is_read_like_any_other_and_goes_with_the_log() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let mut given = trace(ids);
    (given.id, given.conversation_id, given.message_id) = (Uuid::now_v7(), None, None);
    let entry = LoggedQuery { trace_id: Some(given.id), ..search("soja", Utc::now()) };
    world.store.log_query(&entry, Some(&given)).await.unwrap();
    assert_eq!(world.store.trace(given.id).await.unwrap(), given);
    assert_eq!(world.store.delete_query_log(&write()).await.unwrap(), 1);
    assert!(matches!(world.store.trace(given.id).await, Err(StoreError::NotFound)));
    assert!(world.store.trace(ids.trace_id).await.is_ok(), "that of a turn stays");
    world.close().await;
}

#[tokio::test]
async fn what_is_too_old_is_purged_with_its_traces_and_decisions() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let mut old = trace(ids);
    (old.id, old.conversation_id, old.message_id, old.created_at) = (Uuid::now_v7(), None, None, ago(48));
    let entry = LoggedQuery { trace_id: Some(old.id), ..gap("velha", ago(48), GapReason::NoResults) };
    world.store.log_query(&entry, Some(&old)).await.unwrap();
    world.log(&[search("nova", ago(1))]).await;
    let velha = world.only_gap().await.id;
    world.store.decide_gap(velha, Some("não vendemos"), &write()).await.unwrap();
    assert_eq!(world.store.purge_query_log(ago(24)).await.unwrap(), 1);
    assert_eq!(world.logged_queries("").await, ["nova"]);
    assert_eq!(world.count("SELECT count(*) FROM traces WHERE kind = 'search'").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM query_gaps").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM traces").await, 1);
    world.close().await;
}

#[tokio::test]
async fn gaps_are_grouped_counted_and_the_most_frequent_comes_first() {
    let world = World::new().await;
    let mut again = gap("drone soja", ago(5), GapReason::Weak);
    again.query = "Soja, drone!".into();
    world
        .log(&[
            gap("irrigador", ago(1), GapReason::NoResults),
            gap("drone soja", ago(9), GapReason::NoResults),
            again,
            search("drone soja", ago(1)),
            search("herbicida", ago(1)),
        ])
        .await;
    let page = world.store.gaps(&GapQuery { limit: 10, ..GapQuery::default() }).await.unwrap();
    let told: Vec<(&str, u32)> = page.rows.iter().map(|g| (g.query.as_str(), g.count)).collect();
    assert_eq!(told, [("drone soja", 2), ("irrigador", 1)]);
    assert_eq!(page.rows[0].reasons, [GapReason::NoResults, GapReason::Weak]);
    assert!(page.rows[0].first_seen < page.rows[0].last_seen);
    let weak = GapQuery { reason: Some(GapReason::Weak), limit: 10, ..GapQuery::default() };
    assert_eq!(world.store.gaps(&weak).await.unwrap().total, 1);
    let counts = world.store.gap_counts().await.unwrap();
    assert_eq!((counts.open, counts.by_reason), (2, vec![(GapReason::NoResults, 2), (GapReason::Weak, 1)]));
    world.close().await;
}

#[tokio::test]
async fn an_answer_rated_down_is_a_gap_until_the_rating_is_taken_back() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    world.log(&[turn(ids, "qual o prazo de entrega")]).await;
    assert!(world.gaps_that_are(GapState::Open).await.is_empty());
    let down = Feedback { rating: Rating::Down, reason: None, note: None };
    world.store.set_feedback(ids.message_id, Some(&down), &write()).await.unwrap();
    assert_eq!(world.only_gap().await.reasons, [GapReason::RatedDown]);
    world.store.set_feedback(ids.message_id, None, &write()).await.unwrap();
    assert!(world.gaps_that_are(GapState::Open).await.is_empty());
    world.close().await;
}

#[tokio::test]
async fn an_answer_rated_up_is_no_gap_and_the_same_question_elsewhere_still_is() {
    let world = World::new().await;
    let ids = world.conversation("Soja", "u", "a").await;
    let weak = |query: &str| LoggedQuery { gap: Some(GapReason::Weak), ..turn(ids, query) };
    let elsewhere =
        LoggedQuery { scope: QueryScope::Chat, ..gap("adubo do vizinho", ago(3), GapReason::Weak) };
    world.log(&[weak("adubo do vizinho"), elsewhere]).await;
    assert_eq!(world.only_gap().await.count, 2);
    let up = Feedback { rating: Rating::Up, reason: None, note: None };
    world.store.set_feedback(ids.message_id, Some(&up), &write()).await.unwrap();
    assert_eq!(world.only_gap().await.count, 1);
    world.execute("DELETE FROM query_log WHERE message_id IS NULL").await;
    assert!(world.gaps_that_are(GapState::Open).await.is_empty());
    assert_eq!(world.store.gap_counts().await.unwrap().open, 0);
    world.store.set_feedback(ids.message_id, None, &write()).await.unwrap();
    assert_eq!(world.only_gap().await.reasons, [GapReason::Weak], "the rating was taken back");
    world.close().await;
}

#[tokio::test]
async fn a_gap_that_passes_leaves_the_list_and_comes_back_when_it_fails_again() {
    let world = World::new().await;
    world.log(&[gap("drone", ago(2), GapReason::NoResults)]).await;
    let id = world.only_gap().await.id;
    world.store.note_gap_run(id, true, "then").await.unwrap();
    assert!(world.gaps_that_are(GapState::Open).await.is_empty());
    assert_eq!(world.gaps_that_are(GapState::Passed).await, ["drone"]);
    let make_query =
        |stamp: &str| GapQuery { unchecked: Some(stamp.into()), limit: 5, ..GapQuery::default() };
    assert_eq!(world.store.gaps(&make_query("then")).await.unwrap().total, 0);
    assert_eq!(world.store.gaps(&make_query("now")).await.unwrap().total, 1);
    world.store.note_gap_run(id, false, "now").await.unwrap();
    assert_eq!(world.gaps_that_are(GapState::Open).await, ["drone"], "the data changed back");
    world.store.note_gap_run(id, true, "later").await.unwrap();
    world.log(&[gap("drone", Utc::now() + chrono::TimeDelta::seconds(5), GapReason::NoResults)]).await;
    assert_eq!(world.gaps_that_are(GapState::Open).await, ["drone"], "somebody asked in vain again");
    world.close().await;
}

#[tokio::test]
async fn a_dismissed_gap_stays_away_until_it_is_asked_again() {
    let world = World::new().await;
    world.log(&[gap("futebol", ago(2), GapReason::NoResults)]).await;
    let id = world.only_gap().await.id;
    let refused = world.store.decide_gap(id, Some(" "), &write()).await;
    assert!(matches!(refused, Err(StoreError::Constraint(_))), "a reason says something");
    world.store.decide_gap(id, Some("não é da loja"), &write()).await.unwrap();
    world.store.note_gap_run(id, false, "now").await.unwrap();
    assert_eq!(world.gaps_that_are(GapState::Dismissed).await, ["futebol"]);
    world.log(&[gap("futebol", Utc::now() + chrono::TimeDelta::seconds(5), GapReason::NoResults)]).await;
    let gap = world.only_gap().await;
    assert_eq!((gap.state, gap.dismissed_because.as_deref()), (GapState::Open, Some("não é da loja")));
    world.store.decide_gap(id, None, &write()).await.unwrap();
    assert_eq!(world.gaps_that_are(GapState::Open).await, ["futebol"]);
    let unknown = world.store.decide_gap(Uuid::new_v4(), Some("x"), &write()).await;
    assert!(matches!(unknown, Err(StoreError::NotFound)));
    world.close().await;
}

#[tokio::test]
async fn a_hundred_thousand_entries_are_listed_in_a_moment() {
    let world = World::new().await;
    world
        .execute(
            "INSERT INTO query_log (id, created_at, scope, surface, actor, query, normalized, gap_key, result_count, ms, gap)
             SELECT gen_random_uuid(), now() - make_interval(mins => n), 'items', 'http', 'tests',
               'consulta ' || n % 4000, 'consulta ' || n % 4000, 'consulta ' || n % 4000, 1, 3,
               CASE WHEN n % 4000 < 800 THEN 'weak' END
             FROM generate_series(1, 100000) AS n; ANALYZE query_log",
        )
        .await;
    let mut times = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..20_u32 {
        let text = if round % 2 == 0 { "" } else { "consulta 39" };
        let log = LogQuery { text: text.into(), offset: round * 50, limit: 50, ..LogQuery::default() };
        let gaps =
            GapQuery { state: Some(GapState::Open), text: text.into(), limit: 50, ..GapQuery::default() };
        let started = Instant::now();
        assert!(world.store.logged_queries(&log).await.unwrap().total > 0);
        times[0].push(started.elapsed());
        let started = Instant::now();
        assert!(world.store.gaps(&gaps).await.unwrap().total > 0);
        times[1].push(started.elapsed());
        let started = Instant::now();
        assert_eq!(world.store.gap_counts().await.unwrap().open, 800);
        times[2].push(started.elapsed());
    }
    for (what, times) in ["queries", "gaps", "counts"].iter().zip(&mut times) {
        times.sort();
        println!("{what}: p50 {:?}, p95 {:?}", times[times.len() / 2], times[times.len() * 95 / 100]);
        assert!(times[times.len() / 2].as_millis() < 2_000, "{what} without its indexes");
    }
    world.close().await;
}

#[tokio::test]
async fn of_two_who_save_a_group_the_second_is_told_and_searches_hear_of_each_change() {
    use celeiro_domain::synonyms::{GroupKind, SynonymGroup};
    let world = World::new().await;
    let group = |terms: &[&str]| SynonymGroup {
        kind: GroupKind::Generic,
        name: "zarabatana".into(),
        terms: terms.iter().map(|t| (*t).into()).collect(),
    };
    let made = world.store.create_synonym_group(&group(&["zarabatana"]), &write()).await.unwrap();
    let stamp = world.store.searched_stamp().await.unwrap();
    let one = group(&["zarabatana", "sopro"]);
    world.store.update_synonym_group(made.id, made.version, &one, &write()).await.unwrap();
    assert_ne!(world.store.searched_stamp().await.unwrap(), stamp);
    let late = world.store.update_synonym_group(made.id, made.version, &group(&[]), &write()).await;
    assert!(matches!(late, Err(celeiro_store::StoreError::Conflict(_))));
    let stamp = world.store.searched_stamp().await.unwrap();
    world.store.mark_group_deleted(made.id, true, &write()).await.unwrap();
    assert_ne!(world.store.searched_stamp().await.unwrap(), stamp);
    world.store.mark_group_deleted(made.id, false, &write()).await.unwrap();
    assert_eq!(world.store.synonym_group(made.id).await.unwrap().group, one);
    world.close().await;
}

#[tokio::test]
async fn a_turn_of_a_deleted_conversation_leaves_no_entry() {
    let world = World::new().await;
    let ids = world.ask(MessagePosition::New { title: "Soja" }, "u").await;
    let gone = LoggedQuery { conversation_id: Some(Uuid::new_v4()), message_id: None, ..turn(ids, "x") };
    assert!(matches!(world.store.log_query(&gone, None).await, Err(StoreError::Constraint(_))));
    world.close().await;
}
