//! Every round of an answer, run again from its trace: what was looked at is compared, and nothing is proposed anew.

use crate::support::{World, card};
use celeiro_app::api::ById;
use celeiro_app::assistant::replayed_calls::{CallVerdict, ReplayedCall};
use celeiro_app::chat::Replay;
use celeiro_app::chat::conversations::replay_trace;
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::{Reply, Says};
use serde_json::json;
use uuid::Uuid;

async fn replay(world: &World, trace: Uuid) -> Replay {
    replay_trace(&world.app, &world.caller, ById { id: trace }).await.unwrap()
}

/// The round, the tool and the verdict of each call.
fn verdicts(calls: &[ReplayedCall]) -> Vec<(u32, &str, CallVerdict)> {
    calls.iter().map(|call| (call.iteration, call.tool.as_str(), call.verdict)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_call_of_each_round_is_run_again_and_what_would_write_is_not() {
    let world = World::new(|asked| match asked.tool_results().len() {
        0 => Reply::Says(
            Says::new(&[])
                .and_call("1", "catalog_search", "{\"vector_query\":\"ferrugem da soja\",\"limit\":3}")
                .and_call("2", "get_item", "{\"item\":\"DEMO-FUN-0002\"}")
                .and_call("3", "get_item", "{\"item\":\"nada\"}")
                .and_call("4", "get_item", "{\"item\":")
                .and_call("5", "delete_everything", "{}"),
        ),
        5 => Reply::call("compare_items", &json!({ "items": ["DEMO-FUN-0001", "DEMO-FUN-0002"] })),
        _ => Reply::call("set_price", &json!({ "item": "DEMO-FUN-0002", "price": 500 })),
    })
    .await;
    let response = world.ask("olha o DEMO-FUN-0002 e põe a 500").await;
    let (trace, action) = (response.debug.trace_id, card(&response).action_id);
    let before = world.checksum().await;

    let first = replay(&world, trace).await;
    assert_eq!(
        verdicts(&first.calls),
        [
            (1, "catalog_search", CallVerdict::AmongSearches),
            (1, "get_item", CallVerdict::Same),
            (1, "get_item", CallVerdict::Same),
            (1, "get_item", CallVerdict::Same),
            (1, "delete_everything", CallVerdict::Same),
            (2, "compare_items", CallVerdict::Same),
            (3, "set_price", CallVerdict::NotRun),
        ],
        "{first:?}"
    );
    let outcomes: Vec<&str> = first.calls.iter().map(|call| call.before.as_str()).collect();
    assert_eq!(
        outcomes,
        ["ok", "ok", "not_found", "invalid_json", "unknown_tool", "ok", "pending"],
        "the outcomes are those of the trace"
    );
    assert!(first.same && first.searches.len() == 1, "{first:?}");
    assert_eq!(world.actions(None).await.len(), 1, "no second card");
    assert_eq!(world.action(action).await.state, ActionState::Pending);
    assert_eq!(world.checksum().await, before);

    // The control: what is different now is told, with the record as it is now.
    sqlx::query("UPDATE catalog_items SET notes = 'Em falta até sexta' WHERE external_id = 'DEMO-FUN-0002'")
        .execute(&world.pool)
        .await
        .unwrap();
    let second = replay(&world, trace).await;
    assert!(!second.same);
    let different: Vec<_> =
        second.calls.iter().filter(|call| call.verdict == CallVerdict::Different).collect();
    let tools: Vec<&str> = different.iter().map(|call| call.tool.as_str()).collect();
    assert_eq!(tools, ["get_item", "compare_items"]);
    assert!(different.iter().all(|call| call.records.concat().contains("Em falta até sexta")), "{second:?}");

    sqlx::query("UPDATE catalog_items SET deleted_at = now() WHERE external_id = 'DEMO-FUN-0002'")
        .execute(&world.pool)
        .await
        .unwrap();
    let third = replay(&world, trace).await;
    let now: Vec<Option<&str>> = third.calls.iter().map(|call| call.now.as_deref()).collect();
    assert_eq!(now[1], Some("not_found"), "{third:?}");
    assert_eq!(third.calls[1].verdict, CallVerdict::Different);
    world.close().await;
}
