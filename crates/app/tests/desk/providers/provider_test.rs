//! The connection test, and ratings: what is refused is refused by name.

use crate::provider::{Provider, Reply};
use crate::support::{RUST, World, openai};
use celeiro_app::chat::conversations::{SetFeedback, set_feedback};
use celeiro_app::chat::providers::{ProviderTest, TestProvider, test_provider};
use celeiro_domain::chat::{Feedback, Rating};

async fn test_with_models(models: &[(&str, &str)], offered: &str) -> ProviderTest {
    let list = format!(r#"{{"data":[{offered}]}}"#);
    let provider = Provider::start(move |_| {
        Reply::Status(200, vec![("content-type", "application/json".into())], list.clone())
    });
    let url = provider.url();
    let world = World::new(&openai(&url).into_iter().chain(models.iter().copied()).collect::<Vec<_>>()).await;
    let test = test_provider(&world.app, &world.caller, TestProvider::default()).await.unwrap();
    world.close().await;
    test
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_not_offered_fails_the_connection_test_by_name() {
    let models = [("LLM_MODEL_ANSWER", "big"), ("LLM_MODEL_CLASSIFY", "small")];
    let good = test_with_models(&models, r#"{"id":"big"},{"id":"small"}"#).await;
    assert!(good.works && good.error.is_none(), "{good:?}");
    let bad = test_with_models(&models, r#"{"id":"big"}"#).await;
    let error = bad.error.expect("an error");
    assert_eq!((bad.works, error.code.as_str()), (false, "model_not_offered"));
    assert_eq!(error.message, "O provedor responde e aceita a chave, mas não oferece: small");
    let offered: Vec<_> = bad.in_use.iter().map(|used| (used.purpose.as_str(), used.offered)).collect();
    assert_eq!(offered, [("answer", Some(true)), ("classify", Some(false)), ("summarize", Some(false))]);
    let silent = test_with_models(&models, "").await;
    assert!(silent.works, "a provider that lists nothing is taken at its word");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_answers_are_rated() {
    let world = World::new(&[]).await;
    let response = world.ask(RUST).await;
    let make_feedback =
        |id| SetFeedback { id, feedback: Some(Feedback { rating: Rating::Up, reason: None, note: None }) };
    let refused =
        set_feedback(&world.app, &world.caller, make_feedback(response.user_message_id)).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "not_an_answer");
    set_feedback(&world.app, &world.caller, make_feedback(response.message_id)).await.unwrap();
    world.close().await;
}
