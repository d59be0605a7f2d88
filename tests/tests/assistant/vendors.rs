//! The same turn on every wire format: calls out of a stream, results back, an answer.

use crate::support::{World, card, raise};
use celeiro_domain::chat::{ChatMode, MessageState};
use celeiro_tests::provider::{Provider, Purpose, Reply, Says};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_provider_can_ask_for_tools() {
    for (name, prefix) in
        [("openrouter", "OPENROUTER"), ("openai", "OPENAI"), ("gemini", "GEMINI"), ("claude", "ANTHROPIC")]
    {
        let provider = Provider::start(|asked| match (asked.purpose, asked.tool_results().len()) {
            (Purpose::Assistant, 0) => Reply::Says(Says {
                crumb: 7,
                ..Says::new(&["Vou procurar."])
                    .and_call("c-1", "get_item", &json!({ "item": "DEMO-FUN-0002" }).to_string())
                    .and_call("c-2", "search_faqs", &json!({ "query": "vocês entregam?" }).to_string())
            }),
            (Purpose::Assistant, 2) if asked.user().contains("sobe") => Reply::call("set_price", &raise(5.0)),
            (Purpose::Assistant, _) => Reply::in_pieces(&["O Azocipra custa R$ 496,00 [1]."]),
            _ => Reply::in_pieces(&["?"]),
        });
        let address = if name == "gemini" { provider.origin() } else { provider.url() };
        let (base, key) = (format!("{prefix}_BASE_URL"), format!("{prefix}_API_KEY"));
        let settings =
            [("LLM_PROVIDER", name), (&base, &address), (&key, "sk-canary-1"), ("CHAT_MODE", "assistant")];
        let world = World::open(&settings, provider).await;
        let response = world.ask("quanto custa o Azocipra?").await;
        assert_eq!(
            (response.mode, response.state),
            (ChatMode::Assistant, MessageState::Complete),
            "{name}: {response:?}"
        );
        assert_eq!(response.answer, "Vou procurar.\n\nO Azocipra custa R$ 496,00 [1].", "{name}");
        let outcomes: Vec<_> = response.debug.rounds[0].results.iter().map(|r| r.outcome.as_str()).collect();
        assert_eq!(outcomes, ["ok", "ok"], "{name}");
        let heard = world.provider.received_requests().last().unwrap().tool_results();
        assert!(heard[0].contains("Azocipra") && heard[1].contains("pergunta:"), "{name}: {heard:?}");
        let raised = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
        assert_eq!(card(&raised).card.changed, 10, "{name}");
        world.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn padding_is_told_to_claude_alone_and_only_where_it_is_switched_on() {
    for (name, prefix, padding, expected) in [
        ("claude", "ANTHROPIC", "true", 20),
        ("claude", "ANTHROPIC", "false", 0),
        ("openai", "OPENAI", "true", 0),
    ] {
        let provider = Provider::start(|_| Reply::in_pieces(&["Certo."]));
        let (base, key, address) =
            (format!("{prefix}_BASE_URL"), format!("{prefix}_API_KEY"), provider.url());
        let settings =
            [("LLM_PROVIDER", name), (&base, &address), (&key, "sk-tests"), ("CHAT_CACHE_PADDING", padding)];
        let world = World::open(&settings, provider).await;
        world.ask("quanto custa o Azocipra?").await;
        let offered = world.provider.asked_for(Purpose::Assistant)[0].offered_tools();
        let found = offered.iter().filter(|tool| tool.starts_with("_internal_")).count();
        assert_eq!(found, expected, "{name}, {padding}");
        assert_eq!(offered.len() - found, 10, "{name}: those of the catalog are offered as ever");
        world.close().await;
    }
}
