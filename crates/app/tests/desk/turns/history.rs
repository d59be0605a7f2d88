//! Long conversations.

use crate::provider::{Provider, Purpose, Reply};
use crate::support::{World, calls, fallbacks, message_request, openai};
use celeiro_domain::chat::{ChatRequest, ChatResponse, HistoryMessage, MessageState, Role};

const SUMMARY: &str = r#"{"summary":"Quer tratar ferrugem.","catalogQuery":"Azocipra ferrugem"}"#;

fn provider(summary: &'static str) -> Provider {
    Provider::start(move |asked| match asked.purpose {
        Purpose::Summarize => Reply::in_pieces(&[summary]),
        Purpose::Classify => Reply::intent("catalog"),
        _ => Reply::in_pieces(&["Veja [1]."]),
    })
}

fn history(messages: usize) -> Vec<HistoryMessage> {
    (0..messages)
        .map(|at| HistoryMessage {
            role: if at % 2 == 0 { Role::User } else { Role::Assistant },
            content: format!("mensagem {at}"),
        })
        .collect()
}

async fn ask(world: &World, messages: usize, message: &str) -> ChatResponse {
    world.send(ChatRequest { history: Some(history(messages)), ..message_request(message) }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_history_is_put_into_few_words() {
    let provider = provider(SUMMARY);
    let world = World::with_provider(&provider).await;
    let short = ask(&world, 10, "tem Prodence?").await;
    assert_eq!(provider.asked_for(Purpose::Summarize).len(), 0, "ten messages fit: {:?}", calls(&short));
    let long = ask(&world, 11, "tem Prodence?").await;
    let purposes: Vec<&str> = calls(&long).iter().map(|call| call.0).collect();
    assert_eq!(purposes, ["summarize", "classify", "answer"]);
    let summarized = provider.asked_for(Purpose::Summarize)[0].user();
    assert!(
        summarized.contains("Usuário: mensagem 0\n") && summarized.contains("tem Prodence?"),
        "{summarized}"
    );
    let answered = provider.asked_for(Purpose::Answer)[1].user();
    assert!(answered.contains("Resumo da conversa: Quer tratar ferrugem."), "{answered}");
    assert!(answered.contains("Histórico recente (10):\nAssistente: mensagem 1\n"), "{answered}");
    assert!(!answered.contains("mensagem 0\n"), "{answered}");
    let query = |response: &ChatResponse| response.debug.searches[0].query.clone();
    assert_eq!(query(&long), "tem Prodence?", "keywords of a model are not looked for unasked");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn keywords_of_the_summary_are_looked_for_where_that_is_wanted() {
    let provider = provider(SUMMARY);
    let url = provider.url();
    let wanted = [("CATALOG_QUERY_KEYWORDS_ENABLED", "true")];
    let world = World::new(&openai(&url).into_iter().chain(wanted).collect::<Vec<_>>()).await;
    let response = ask(&world, 11, "tem Prodence?").await;
    assert_eq!(response.debug.searches[0].query, "Azocipra ferrugem");
    assert_eq!(response.sources[0].external_id.as_deref(), Some("DEMO-FUN-0002"));
    let follow_up = world.go_on(response.conversation_id, "quanto custa?").await;
    assert_eq!(follow_up.debug.searches[0].query, "DEMO-FUN-0002", "what was shown is meant");
    let follow_up = ask(&world, 11, "e para milho?").await;
    assert_eq!(follow_up.debug.searches[0].query, "Azocipra ferrugem");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_that_cannot_be_had_costs_nothing_else() {
    let provider = provider("não consigo resumir");
    let world = World::with_provider(&provider).await;
    let response = ask(&world, 30, "tem Prodence?").await;
    assert_eq!(response.state, MessageState::Complete);
    assert_eq!(fallbacks(&response), ["summarize model_answer_unusable without"]);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn summaries_can_be_turned_off() {
    let provider = provider(SUMMARY);
    let url = provider.url();
    let off = [("CHAT_SUMMARY_ENABLED", "false"), ("CHAT_HISTORY_CONTEXT_LIMIT", "2")];
    let world = World::new(&openai(&url).into_iter().chain(off).collect::<Vec<_>>()).await;
    ask(&world, 30, "tem Prodence?").await;
    assert_eq!(provider.asked_for(Purpose::Summarize).len(), 0);
    let answered = provider.asked_for(Purpose::Answer)[0].user();
    assert!(
        answered.contains("Histórico recente (2):\nUsuário: mensagem 28\nAssistente: mensagem 29\n"),
        "{answered}"
    );
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_messages_are_taken_and_bounded() {
    let provider = provider(SUMMARY);
    let world = World::with_provider(&provider).await;
    let response = ask(&world, 10_000, "tem Prodence?").await;
    assert_eq!(response.state, MessageState::Complete);
    for asked in provider.received_requests() {
        let length = asked.user().chars().count();
        assert!(length < 40_000, "{:?}: {length}", asked.purpose);
    }
    let summarized = provider.asked_for(Purpose::Summarize)[0].user();
    assert!(summarized.contains("mensagem 9999") && !summarized.contains("mensagem 1\n"));
    let kept = world.conversation(response.conversation_id).await;
    assert_eq!(kept.messages.len(), 2, "a history that was given is not stored");
    world.close().await;
}
