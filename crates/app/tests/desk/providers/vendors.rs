//! The same turn with every kind of provider.

use crate::provider::{Provider, Purpose, Reply};
use crate::support::World;
use celeiro_domain::chat::MessageState;

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_provider_answers_with_its_key_and_counts() {
    let kinds = [
        ("openrouter", "OPENROUTER", "authorization", "Bearer sk-canary-1", "/v1/chat/completions"),
        ("openai", "OPENAI", "authorization", "Bearer sk-canary-1", "/v1/chat/completions"),
        (
            "gemini",
            "GEMINI",
            "x-goog-api-key",
            "sk-canary-1",
            "/v1beta/models/m-large:streamGenerateContent?alt=sse",
        ),
        ("claude", "ANTHROPIC", "x-api-key", "sk-canary-1", "/v1/messages"),
    ];
    for (name, prefix, header, key, path) in kinds {
        let provider = Provider::start(|asked| match asked.purpose {
            Purpose::Classify => Reply::intent("catalog"),
            _ => Reply::in_pieces(&["O Azocipra ", "custa R$ 496,00 [1]."]),
        });
        let (base, secret) = (format!("{prefix}_BASE_URL"), format!("{prefix}_API_KEY"));
        let address = if name == "gemini" { provider.origin() } else { provider.url() };
        let world = World::new(&[
            ("LLM_PROVIDER", name),
            (&base, &address),
            (&secret, "sk-canary-1"),
            ("LLM_MODEL_ANSWER", "m-large"),
        ])
        .await;
        let response = world.ask("quanto custa o Azocipra?").await;
        assert_eq!(response.state, MessageState::Complete, "{name}: {response:?}");
        assert_eq!(response.answer, "O Azocipra custa R$ 496,00 [1].", "{name}");
        assert_eq!(response.debug.intent_by, "model", "{name}");
        assert_eq!((response.usage.input, response.usage.output), (200, 40), "{name}");
        let sent = provider.asked_for(Purpose::Answer);
        assert_eq!(
            (sent.len(), sent[0].path.as_str(), sent[0].header(header)),
            (1, path, Some(key)),
            "{name}"
        );
        assert_eq!(sent[0].model(), "m-large", "{name}");
        assert!(sent[0].body.get("tools").is_none(), "{name}: the desk's model has no tools");
        world.close().await;
    }
}

/// A provider, the beginning of its settings' names, its settings, and the models asked, in order.
type NamedVendor =
    (&'static str, &'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

/// The settings of single providers name their models: of each job the one that is asked, in order.
#[tokio::test(flavor = "multi_thread")]
async fn every_name_of_a_model_is_the_one_that_is_asked() {
    let kinds: [NamedVendor; 3] = [
        (
            "openrouter",
            "OPENROUTER",
            &[
                ("OPENROUTER_MODEL_CLASSIFY", "c-first"),
                ("OPENROUTER_MODEL_CLASSIFY_FALLBACK", "c-second"),
                ("OPENROUTER_MODEL_ANSWER", "a-large"),
                ("OPENROUTER_SITE_URL", "https://loja.example"),
                ("OPENROUTER_SITE_NAME", "Loja"),
            ],
            &["c-first", "c-second", "a-large"],
        ),
        ("gemini", "GEMINI", &[("GEMINI_MODEL", "g-large")], &["g-large", "g-large"]),
        ("claude", "ANTHROPIC", &[("CLAUDE_MODEL", "k-large")], &["k-large", "k-large"]),
    ];
    for (name, prefix, settings, models) in kinds {
        let provider = Provider::start(|asked| match asked.purpose {
            Purpose::Classify => Reply::refuses(400, "no"),
            _ => Reply::in_pieces(&["O Azocipra custa R$ 496,00 [1]."]),
        });
        let (base, secret) = (format!("{prefix}_BASE_URL"), format!("{prefix}_API_KEY"));
        let address = if name == "gemini" { provider.origin() } else { provider.url() };
        let mut given =
            vec![("LLM_PROVIDER", name), (base.as_str(), address.as_str()), (secret.as_str(), "sk-canary-1")];
        given.extend(settings);
        let world = World::new(&given).await;
        world.ask("quanto custa o Azocipra?").await;
        let asked: Vec<String> = provider.received_requests().iter().map(|asked| asked.model()).collect();
        assert_eq!(asked, models, "{name}");
        if name == "openrouter" {
            let sent = &provider.received_requests()[0];
            let said = ["http-referer", "x-openrouter-title", "x-title"].map(|header| sent.header(header));
            assert_eq!(said, [Some("https://loja.example"), Some("Loja"), Some("Loja")]);
        }
        world.close().await;
    }
}
