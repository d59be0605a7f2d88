//! A tool that fails: tried once more, then left out of the turn, and said so.

use crate::support::{PERSONAL, World};
use celeiro_app::personal::people::{CreatePerson, create_person};
use celeiro_domain::chat::ChatResponse;
use celeiro_domain::personal::person::PersonDraft;
use celeiro_tests::provider::{Purpose, ReceivedRequest, Reply};
use serde_json::json;

/// Puts a view in the place of the table of people that fails so often as `refusals` says, and counts its reads.
const FAILING: &str = "CREATE SEQUENCE attempts; CREATE TABLE refusals AS SELECT 1000 AS most; \
    CREATE FUNCTION is_readable() RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$ BEGIN \
      IF nextval('attempts') <= (SELECT most FROM refusals) THEN RAISE EXCEPTION 'away'; END IF; \
      RETURN true; END $$; \
    ALTER TABLE people RENAME TO people_away; \
    CREATE VIEW people AS SELECT * FROM people_away WHERE is_readable()";

/// Looks a person up in two rounds, then answers.
fn script(asked: &ReceivedRequest) -> Reply {
    match asked.tool_results().len() {
        0 | 1 => Reply::call("get_person", &json!({ "name": "Aparecida" })),
        _ => Reply::in_pieces(&["Pronto."]),
    }
}

fn outcomes(response: &ChatResponse) -> Vec<&str> {
    let results = response.debug.rounds.iter().flat_map(|round| &round.results);
    results.map(|result| result.outcome.as_str()).collect()
}

/// Counts the reads of people from now on, of which the first `most` fail.
async fn fail(world: &World, most: i32) {
    let begin = format!("UPDATE refusals SET most = {most}; ALTER SEQUENCE attempts RESTART");
    sqlx::raw_sql(sqlx::AssertSqlSafe(begin)).execute(&world.pool).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tool_that_fails_is_tried_once_more_then_left_out_and_said_so() {
    let world = World::with(&PERSONAL, script).await;
    let draft = PersonDraft { name: "Aparecida Bragantino".into(), ..PersonDraft::default() };
    create_person(&world.app, &world.caller, CreatePerson { operation_id: None, draft }).await.unwrap();
    sqlx::raw_sql(FAILING).execute(&world.pool).await.unwrap();
    let attempts = "SELECT last_value FROM attempts";

    fail(&world, 1_000).await;
    let response = world.ask("quem é a Aparecida?").await;
    assert_eq!(outcomes(&response), ["internal", "left_out"]);
    assert_eq!(world.count(attempts).await, 2, "once more, and not in the second round");
    let fallback = response.debug.fallbacks.iter().find(|fallback| fallback.stage == "get_person").unwrap();
    assert_eq!((fallback.reason.as_str(), fallback.instead.as_str()), ("internal", "without"));
    let offered: Vec<bool> = world
        .provider
        .asked_for(Purpose::Assistant)
        .iter()
        .map(|asked| asked.offered_tools().iter().any(|tool| tool == "get_person"))
        .collect();
    assert_eq!(offered, [true, false, false], "the model is not offered it again in this turn");
    let heard = world.provider.asked_for(Purpose::Assistant)[1].tool_results().concat();
    assert!(heard.contains("failed twice") && !heard.contains("away"), "{heard}");
    assert_eq!(response.answer, "Pronto.", "the turn goes on");

    fail(&world, 1).await;
    let response = world.ask("quem é a Aparecida?").await;
    assert_eq!(outcomes(&response), ["ok", "ok"], "control: a second try that succeeds");
    assert_eq!(world.count(attempts).await, 3, "the failed one, its retry, the second round");
    assert!(response.debug.fallbacks.iter().all(|fallback| fallback.stage != "get_person"));
    world.close().await;
}
