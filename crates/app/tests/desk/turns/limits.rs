//! Messages that are no messages, too long ones, and odd ones.

use crate::provider::{Provider, Purpose};
use crate::support::{World, message_request, openai};
use celeiro_app::chat::begin;
use celeiro_domain::chat::{ChatRequest, MessageState};
use celeiro_store::ConversationQuery;
use uuid::Uuid;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_refused_and_nothing_is_stored() {
    let provider = Provider::simple("general", &["?"]);
    let world = World::own(&openai(&provider.url())).await;
    let nowhere = Some(Uuid::new_v4());
    let refused = [
        (message_request(""), "message_blank"),
        (message_request(" \n\t\u{a0}\u{3000}"), "message_blank"),
        (message_request("\0\0\u{1}"), "message_blank"),
        (message_request(&"ç".repeat(8_001)), "message_too_long"),
        (ChatRequest { conversation_id: nowhere, ..message_request("oi") }, "not_found"),
        (ChatRequest { parent_id: nowhere, ..message_request("oi") }, "invalid_request"),
        (ChatRequest { regenerate: nowhere, ..ChatRequest::default() }, "not_found"),
    ];
    for (request, code) in refused {
        let error = begin(&world.app, &world.caller, request).await.err().unwrap();
        assert_eq!(error.code().as_str(), code);
    }
    let all = ConversationQuery { limit: 10, ..ConversationQuery::default() };
    assert_eq!(world.app.store().list_conversations(&all).await.unwrap().total, 0);
    assert_eq!(provider.received_requests().len(), 0);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_message_is_taken() {
    let provider = Provider::simple("general", &["Sim."]);
    let world = World::with_provider(&provider).await;
    let message = "fungicida ç ".repeat(1_000)[..].chars().take(8_000).collect::<String>();
    let response = world.ask(&message).await;
    assert_eq!(response.state, MessageState::Complete);
    assert_eq!(world.conversation(response.conversation_id).await.messages[0].content.chars().count(), 8_000);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn characters_that_nobody_sees_do_no_harm() {
    let provider = Provider::simple("general", &["Sim\0 [1]."]);
    let world = World::with_provider(&provider).await;
    let response = world.ask("fungicida\0 para\u{202e} soja\u{200b}\u{7}").await;
    assert_eq!(response.state, MessageState::Complete);
    let asked = provider.asked_for(Purpose::Answer)[0].user();
    assert!(asked.ends_with("Pergunta do usuário: fungicida\u{fffd} para soja"), "{asked}");
    assert!(response.sources[0].cited);
    let kept = world.conversation(response.conversation_id).await;
    assert!(!kept.messages.iter().any(|message| message.content.contains('\0')));
    world.close().await;
}
