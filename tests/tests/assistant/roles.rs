//! What a model is offered, and which card is confirmed, goes by the role of the person who asks.

use crate::personal::memory::{enter, facts, open_reading_world};
use crate::support::{World, calls, card, code};
use celeiro_app::personal::memory::schedule::consolidate_due;
use celeiro_app::{Account, Caller};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::personal::decision::Area;
use celeiro_domain::search::Lang;
use celeiro_domain::team::Role;
use celeiro_tests::provider::{Purpose, ReceivedRequest};
use chrono::{TimeDelta, Utc};
use serde_json::json;
use uuid::Uuid;

/// A person of the team, signed in.
fn person(login: &str, role: Role) -> Caller {
    let account = Account {
        id: Uuid::nil(),
        login: login.into(),
        name: login.into(),
        role,
        scopes: None,
        session: None,
    };
    Caller::local(Lang::PtBr).with_account(account)
}

/// The last request for an answer with tools.
fn last_asked(world: &World) -> ReceivedRequest {
    let mut asked = world.provider.received_requests().into_iter().rev();
    asked.find(|one| one.purpose == Purpose::Assistant).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seller_gets_no_card_that_changes_the_catalog_and_an_editor_confirms_one() {
    let price = json!({ "item": "DEMO-FUN-0002", "price": 500 });
    let mut world = World::new(calls("set_price", price)).await;
    let message = "preço para 500 no DEMO-FUN-0002";
    let before = world.checksum().await;
    world.caller = person("bia", Role::Seller);
    let response = world.ask(message).await;
    assert!(response.pending.is_empty(), "{response:?}");
    assert_eq!(response.debug.rounds[0].results[0].outcome, "unknown_tool");
    let offered = last_asked(&world).offered_tools();
    let has = |name: &str| offered.iter().any(|tool| tool == name);
    assert!(has("catalog_search") && !has("set_price") && !has("create_faq"), "{offered:?}");

    world.caller = person("edu", Role::Editor);
    let response = world.ask(message).await;
    let id = card(&response).action_id;
    assert!(last_asked(&world).offered_tools().iter().any(|tool| tool == "set_price"), "the control");
    for other in [person("bia", Role::Seller), person("eva", Role::Editor)] {
        world.caller = other;
        assert_eq!(code(world.confirm(id).await), "not_found");
        assert_eq!(code(world.reject(id).await), "not_found");
    }
    world.caller = person("dora", Role::Admin);
    assert_eq!(code(world.confirm(id).await), "conversation_read_only");
    // An editor who has become a seller since confirms it neither by the button nor by words.
    world.caller = person("edu", Role::Seller);
    assert_eq!(code(world.confirm(id).await), "forbidden");
    world.go_on(response.conversation_id, "sim").await;
    assert_eq!(world.action(id).await.state, ActionState::Pending);
    assert_eq!(world.checksum().await, before);
    world.caller = person("edu", Role::Editor);
    assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owners_memory_is_told_to_no_seller_and_takes_nothing_from_one() {
    let mut world = open_reading_world(|_| facts(&[])).await;
    enter(&world, "A filha se chama Beatriz Quaresma", Area::Relationships).await;
    world.ask("bom dia").await;
    assert!(last_asked(&world).system().contains("Quaresma"), "the control");
    world.caller = person("bia", Role::Seller);
    world.ask("bom dia").await;
    let asked = last_asked(&world);
    assert!(!asked.system().contains("Quaresma"));
    assert!(!asked.offered_tools().iter().any(|tool| tool == "search_knowledge" || tool == "get_decisions"));
    assert!(asked.offered_tools().iter().any(|tool| tool == "create_reminder"));

    sqlx::query(
        "INSERT INTO users (id, login, name, role, created_by) VALUES (gen_random_uuid(), 'bia', 'Bia', 'seller', 'x')",
    )
    .execute(&world.pool)
    .await
    .unwrap();
    consolidate_due(&world.app, Utc::now() + TimeDelta::days(1)).await.unwrap();
    let readers: Vec<String> = sqlx::query_scalar("SELECT DISTINCT actor FROM memory_runs ORDER BY 1")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    assert_eq!(readers, ["ana"]);
    world.close().await;
}
