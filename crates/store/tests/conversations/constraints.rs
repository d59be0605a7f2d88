//! What the database itself refuses, from any writer.

use crate::support::{World, write};
use celeiro_store::{MessagePosition, StoreError};

/// The name of the constraint that refuses `statement`, in which `$A` is an answer, `$Q` its
/// question and `$C` their conversation, `$B`, `$R` and `$D` those of another.
async fn refused_by(world: &World, names: &[(&str, String)], statement: &str) -> String {
    let mut sql = statement.to_owned();
    for (name, value) in names {
        sql = sql.replace(name, &format!("'{value}'"));
    }
    let error = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&world.pool).await.unwrap_err();
    let error = error.into_database_error().unwrap();
    error.constraint().unwrap_or(error.message()).to_owned()
}

#[tokio::test]
async fn a_message_fits_into_its_tree() {
    let world = World::new().await;
    let one = world.conversation("Um", "u", "a").await;
    let two = world.conversation("Dois", "u", "a").await;
    let names = [
        ("$A", one.message_id.to_string()),
        ("$Q", one.user_message_id.to_string()),
        ("$C", one.conversation_id.to_string()),
        ("$B", two.message_id.to_string()),
        ("$R", two.user_message_id.to_string()),
        ("$D", two.conversation_id.to_string()),
    ];
    let insert = "INSERT INTO messages (id, conversation_id, parent_id, role, content) VALUES";
    for (values, constraint) in [
        ("(gen_random_uuid(), $C, $B, 'user', 'x')", "messages_parent_same_conversation"),
        ("(gen_random_uuid(), $C, $R, 'assistant', 'x')", "messages_parent_same_conversation"),
        ("(gen_random_uuid(), $C, $A, 'assistant', 'x')", "messages_answer_to_person"),
        ("(gen_random_uuid(), $C, NULL, 'assistant', 'x')", "messages_answer_to_something"),
        ("(gen_random_uuid(), gen_random_uuid(), NULL, 'user', 'x')", "messages_conversation"),
        ("(gen_random_uuid(), $C, $Q, 'system', 'x')", "messages_role_known"),
        ("(gen_random_uuid(), $C, NULL, 'user', E' \\n')", "messages_content_not_blank"),
        ("(gen_random_uuid(), $C, NULL, 'user', repeat('é', 8001))", "messages_content_length"),
        ("($D, $C, $D, 'user', 'x')", "messages_parent_is_another"),
    ] {
        assert_eq!(refused_by(&world, &names, &format!("{insert} {values}")).await, constraint, "{values}");
    }
    for (change, constraint) in [
        ("UPDATE conversations SET active_message_id = $B WHERE id = $C", "conversations_active_message"),
        ("UPDATE messages SET state = 'lost' WHERE id = $A", "messages_state_known"),
        ("UPDATE messages SET state = 'stopped' WHERE id = $Q", "messages_only_answers_end"),
        ("UPDATE messages SET rating = 'middling' WHERE id = $A", "messages_rating_known"),
        ("UPDATE messages SET rating = 'down', reason = 'mood' WHERE id = $A", "messages_reason_known"),
        ("UPDATE messages SET note = 'x' WHERE id = $A", "messages_reason_with_rating"),
        ("UPDATE messages SET response = '[]' WHERE id = $A", "messages_response_object"),
        ("UPDATE traces SET message_id = $B WHERE message_id = $A", "traces_message_once"),
        ("UPDATE traces SET message_id = $Q, conversation_id = $D WHERE message_id = $A", "traces_message"),
        ("UPDATE traces SET conversation_id = NULL WHERE message_id = $A", "traces_message_has_conversation"),
        ("UPDATE traces SET kind = 'dream' WHERE message_id = $A", "traces_kind_known"),
        ("UPDATE traces SET outcome = NULL WHERE message_id = $A", "traces_turn_has_outcome"),
        ("UPDATE traces SET cost_usd = 'NaN' WHERE message_id = $A", "traces_cost_range"),
        ("UPDATE llm_calls SET cost_usd = -1", "llm_calls_cost_range"),
    ] {
        assert_eq!(refused_by(&world, &names, change).await, constraint, "{change}");
    }
    world.close().await;
}

#[tokio::test]
async fn a_message_or_title_that_is_refused_leaves_nothing() {
    let world = World::new().await;
    let long = "é".repeat(8000);
    let longer = format!("{long}é");
    for (title, content, constraint) in [
        ("Soja", longer.as_str(), "messages_content_length"),
        ("Soja", " \n\t", "messages_content_not_blank"),
        (" ", "Oi", "conversations_title_not_blank"),
        (&longer, "Oi", "conversations_title_length"),
    ] {
        let refused = world.store.begin_turn(MessagePosition::New { title }, content, &[], &write()).await;
        assert!(matches!(refused, Err(StoreError::Constraint(name)) if name == constraint));
    }
    assert_eq!(world.count("SELECT count(*) FROM conversations").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM operations").await, 0);
    world.ask(MessagePosition::New { title: "Soja" }, &long).await;
    world.close().await;
}
