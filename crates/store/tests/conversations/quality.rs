//! The figures of the desk over time, against figures that were worked out by hand.

use crate::support::{World, response, trace, write};
use celeiro_domain::chat::{Fallback, Feedback, Rating, ToolRun, Trace, TraceOutcome};
use celeiro_domain::insight::QualityStep;
use celeiro_store::{EndedTurn, MessagePosition, QualitySpan};
use chrono::{DateTime, Utc};

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn span(step: QualityStep, offset_minutes: i32) -> QualitySpan {
    QualitySpan { from: at("2026-03-01T00:00:00Z"), to: at("2026-03-15T00:00:00Z"), step, offset_minutes }
}

struct Turn {
    at: &'static str,
    outcome: TraceOutcome,
    first_token_ms: Option<f64>,
    ms: f64,
    fallbacks: &'static [(&'static str, &'static str, &'static str)],
    searches: usize,
    rating: Option<Rating>,
}

impl Turn {
    fn new(at: &'static str, outcome: TraceOutcome, first: f64, ms: f64) -> Self {
        let first_token_ms = Some(first).filter(|_| outcome != TraceOutcome::Failed);
        Self { at, outcome, first_token_ms, ms, fallbacks: &[], searches: 1, rating: None }
    }
}

impl World {
    async fn had(&self, turn: Turn) {
        let ids = self.ask(MessagePosition::New { title: "Soja" }, "u").await;
        let mut given: Trace = trace(ids);
        (given.created_at, given.outcome) = (at(turn.at), turn.outcome);
        given.debug.fallbacks = turn
            .fallbacks
            .iter()
            .map(|(stage, reason, instead)| Fallback {
                stage: (*stage).into(),
                reason: (*reason).into(),
                instead: (*instead).into(),
            })
            .collect();
        let tool = ToolRun {
            name: "searchCatalog".into(),
            arguments: serde_json::json!({}),
            result_count: 1,
            payload: String::new(),
            ms: 5.0,
        };
        given.tools = vec![tool; turn.searches];
        if turn.outcome == TraceOutcome::Composed {
            given.calls.clear();
        }
        let answer = response(ids, "a");
        let answered = turn.outcome != TraceOutcome::Failed;
        let ended = EndedTurn {
            ids,
            response: answered.then_some(&answer),
            trace: &given,
            ms: turn.ms,
            first_token_ms: turn.first_token_ms,
        };
        self.store.finish_turn(&ended, "tests").await.unwrap();
        if let Some(rating) = turn.rating {
            let feedback = Feedback { rating, reason: None, note: None };
            self.store.set_feedback(ids.message_id, Some(&feedback), &write()).await.unwrap();
        }
    }
}

/// Monday 2 March: three whole answers, one stopped, one failed. Monday 9 March: one answer.
async fn two_days() -> World {
    use TraceOutcome::{Answered, Composed, Failed, Stopped};
    let world = World::new().await;
    world
        .had(Turn { rating: Some(Rating::Up), ..Turn::new("2026-03-02T10:00:00Z", Answered, 200.0, 1000.0) })
        .await;
    world
        .had(Turn {
            rating: Some(Rating::Down),
            fallbacks: &[("answer", "model_timed_out", "fallback-model")],
            searches: 2,
            ..Turn::new("2026-03-02T11:00:00Z", Answered, 400.0, 2000.0)
        })
        .await;
    // That no model is set is a choice; that a search failed is told by itself.
    world
        .had(Turn {
            fallbacks: &[
                ("answer", "model_not_configured", "composed"),
                ("searchFaqs", "database_stuck", "without"),
            ],
            ..Turn::new("2026-03-02T12:00:00Z", Composed, 30.0, 40.0)
        })
        .await;
    // A stopped turn has shown its first words, and no whole answer.
    world.had(Turn::new("2026-03-02T13:00:00Z", Stopped, 600.0, 9000.0)).await;
    world
        .had(Turn {
            fallbacks: &[("answer", "model_failed", "composed")],
            searches: 0,
            ..Turn::new("2026-03-03T02:30:00Z", Failed, 0.0, 7000.0)
        })
        .await;
    world.had(Turn::new("2026-03-09T10:00:00Z", Answered, 300.0, 1500.0)).await;
    world
}

#[tokio::test]
async fn the_figures_are_those_worked_out_by_hand() {
    let world = two_days().await;
    // In Brasília the failed turn, at half past two in UTC, is still of the second of March.
    let days = world.store.turn_figures(&span(QualityStep::Day, -180)).await.unwrap();
    let told: Vec<String> = days.iter().map(|d| d.at.to_string()).collect();
    assert_eq!(told, ["2026-03-02 00:00:00", "2026-03-09 00:00:00"], "days without turns are absent");
    let first = days[0];
    assert_eq!((first.turns, first.answered, first.composed, first.stopped, first.failed), (5, 2, 1, 1, 1));
    // 30, 200, 400, 600: the failed turn had no first words.
    assert_eq!(first.first_token_ms[0], Some(300.0));
    assert_eq!(first.first_token_ms[1].map(f64::round), Some(570.0));
    // 40, 1000, 2000: neither the stopped nor the failed turn has a whole answer.
    assert_eq!(first.full_ms[0], Some(1000.0));
    assert_eq!(first.full_ms[1].map(f64::round), Some(1900.0));
    assert_eq!(first.fell_back, 1, "of three whole answers");
    assert_eq!((first.tools_run, first.tools_failed), (5, 1));
    assert_eq!((first.up, first.down, first.with_first_token), (1, 1, 4));
    assert_eq!((days[1].turns, days[1].first_token_ms[0], days[1].up), (1, Some(300.0), 0));

    let in_utc = world.store.turn_figures(&span(QualityStep::Day, 0)).await.unwrap();
    assert_eq!(in_utc.iter().map(|d| d.turns).collect::<Vec<_>>(), [4, 1, 1]);
    let weeks = world.store.turn_figures(&span(QualityStep::Week, -180)).await.unwrap();
    assert_eq!(weeks.iter().map(|w| w.turns).collect::<Vec<_>>(), [5, 1]);
    let whole = world.store.turn_figures(&span(QualityStep::Whole, -180)).await.unwrap();
    assert_eq!((whole.len(), whole[0].turns), (1, 6));
    // 30, 200, 300, 400, 600: of all turns, not the mean of the days.
    assert_eq!(whole[0].first_token_ms[0], Some(300.0));
    world.close().await;
}

#[tokio::test]
async fn what_was_spent_is_counted_in_its_step_and_outlives_its_traces() {
    let world = two_days().await;
    let days = world.store.call_figures(&span(QualityStep::Day, -180)).await.unwrap();
    let told: Vec<(i64, Option<f64>)> = days.iter().map(|d| (d.calls, d.cost_usd)).collect();
    assert_eq!(told, [(4, Some(0.02)), (1, Some(0.005))], "the composed answer has asked no model");
    assert_eq!(days[0].tokens, [4000, 800]);
    world.execute("DELETE FROM traces").await;
    assert_eq!(world.store.call_figures(&span(QualityStep::Day, -180)).await.unwrap(), days);
    assert!(world.store.turn_figures(&span(QualityStep::Day, 0)).await.unwrap().is_empty());
    world.close().await;
}

#[tokio::test]
async fn a_search_by_itself_is_no_turn() {
    let world = two_days().await;
    world
        .execute(
            "INSERT INTO traces (id, kind, created_at, outcome, actor, ms, body)
             VALUES (gen_random_uuid(), 'search', '2026-03-02T10:00:00Z', 'composed', 'tests', 3, '{}')",
        )
        .await;
    let days = world.store.turn_figures(&span(QualityStep::Day, -180)).await.unwrap();
    assert_eq!(days[0].turns, 5);
    world.close().await;
}
