//! A turn with tools ends after a minute, whatever takes the time: the tools of one round, or the model between rounds.
//! The minute is a real one, in which the tests only wait.

use crate::support::{PERSONAL, World, end_of, in_mode};
use celeiro_app::chat::begin;
use celeiro_app::personal::people::{CreatePerson, create_person};
use celeiro_domain::chat::{ChatEvent, ChatMode, ChatResponse, MessageState};
use celeiro_domain::personal::person::PersonDraft;
use celeiro_tests::provider::{Purpose, ReceivedRequest, Reply, Says};
use serde_json::json;
use std::time::{Duration, Instant};

/// The time of a turn, and what its end may take on a machine with other work.
const MINUTE: Duration = Duration::from_secs(60);
const END: Duration = Duration::from_secs(20);

/// Puts a view in the place of the table of people that takes four seconds to read where it holds one person.
const SLOW: &str = "CREATE FUNCTION is_ready() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN \
      PERFORM pg_sleep(4); RETURN true; END $$; \
    ALTER TABLE people RENAME TO people_away; \
    CREATE VIEW people AS SELECT * FROM people_away WHERE is_ready()";

/// Calls of a round, which would take a minute and a half.
const CALLS: usize = 23;

/// How long the model thinks in each round; the fifth would end after the minute.
const THINKING: Duration = Duration::from_secs(14);

/// Asks, and checks that the turn took a minute and ended typed, with words for the person.
async fn ask_to_the_end(world: &World) -> ChatResponse {
    let begun = Instant::now();
    let response = world.ask("quem é a Aparecida?").await;
    let took = begun.elapsed();
    assert!(took >= MINUTE && took < MINUTE + END, "{took:?}");
    assert_eq!(response.error.as_ref().map(|error| error.code.as_str()), Some("model_timed_out"));
    assert_eq!((response.mode, response.state), (ChatMode::Assistant, MessageState::Interrupted));
    assert!(!response.answer.trim().is_empty(), "a person reads that it ended");
    response
}

/// A program in which a look at people takes four seconds, and whose model looks 23 times in one round.
async fn open_slow_world() -> World {
    let script = |_: &ReceivedRequest| {
        let arguments = json!({ "name": "Aparecida" }).to_string();
        let look = |says: Says, at: usize| says.and_call(&format!("call-{at}"), "get_person", &arguments);
        Reply::Says((0..CALLS).fold(Says::new(&[]), look))
    };
    let world = World::with(&PERSONAL, script).await;
    let draft = PersonDraft { name: "Aparecida Bragantino".into(), ..PersonDraft::default() };
    create_person(&world.app, &world.caller, CreatePerson { operation_id: None, draft }).await.unwrap();
    sqlx::raw_sql(SLOW).execute(&world.pool).await.unwrap();
    world
}

/// The outcomes of the calls of the first round.
fn outcomes(response: &ChatResponse) -> Vec<&str> {
    response.debug.rounds[0].results.iter().map(|result| result.outcome.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_of_a_round_that_begin_after_the_minute_are_refused_and_the_model_is_not_asked_again() {
    let world = open_slow_world().await;
    let response = ask_to_the_end(&world).await;
    let expected: Vec<&str> = (0..CALLS).map(|at| if at < 15 { "ok" } else { "out_of_time" }).collect();
    assert_eq!(outcomes(&response), expected);
    assert_eq!(world.provider.asked_for(Purpose::Assistant).len(), 1, "there is no second round");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_stops_a_turn_waits_for_no_further_call() {
    let world = open_slow_world().await;
    let mut turn = begin(&world.app, &world.caller, in_mode("quem é a Aparecida?", None)).await.unwrap();
    let begun = Instant::now();
    let mut events = Vec::new();
    while let Some(event) = turn.next().await {
        if matches!(event, ChatEvent::ToolCalls { .. }) {
            turn.stop();
        }
        events.push(event);
    }
    let response = end_of(&events);
    assert!(begun.elapsed() < END, "{:?}", begun.elapsed());
    assert_eq!((response.mode, response.state), (ChatMode::Assistant, MessageState::Stopped));
    let ended = outcomes(&response);
    assert!(ended.iter().skip(1).all(|outcome| *outcome == "stopped") && ended.len() == CALLS, "{ended:?}");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_thinks_over_the_minute_is_not_waited_for() {
    let world = World::new(|_| {
        let call = Says::call("catalog_search", &json!({ "vector_query": "soja" }));
        Reply::Says(Says { wait: THINKING, ..call })
    })
    .await;
    let response = ask_to_the_end(&world).await;
    assert_eq!(response.debug.rounds.len(), 4, "four rounds came within the minute");
    assert_eq!(world.provider.asked_for(Purpose::Assistant).len(), 5, "control: the fifth was begun");
    world.close().await;
}
