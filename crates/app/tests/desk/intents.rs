//! Who decides what a message is about, when models do not.

use crate::provider::{Provider, Purpose, Reply, Says, Tail};
use crate::support::{World, calls, fallbacks, openai};
use celeiro_domain::chat::intent::plan::Intent;
use celeiro_domain::chat::{ChatResponse, MessageState};

/// A message that no rule decides before the models are asked.
const UNDECIDED: &str = "quanto custa o Azocipra?";

async fn ask_models(small: Reply, second: Reply) -> (ChatResponse, Provider) {
    let provider = Provider::start(move |asked| match (asked.purpose, asked.model().as_str()) {
        (Purpose::Classify, "small") => small.clone(),
        (Purpose::Classify, _) => second.clone(),
        _ => Reply::in_pieces(&["Custa R$ 496,00 [1]."]),
    });
    let url = provider.url();
    let models = [("LLM_MODEL_CLASSIFY", "small"), ("LLM_MODEL_CLASSIFY_FALLBACK", "second")];
    let settings: Vec<_> = openai(&url).into_iter().chain(models).collect();
    let world = World::new(&settings).await;
    let response = world.ask(UNDECIDED).await;
    assert_eq!(response.state, MessageState::Complete, "{response:?}");
    let trace = world.trace(response.debug.trace_id).await;
    assert_eq!(trace.calls.len(), response.debug.llm_calls.len(), "failed calls are in the trace too");
    world.close().await;
    (response, provider)
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_first_model_fails_the_second_is_asked() {
    let (response, _) = ask_models(Reply::refuses(404, "no such model"), Reply::intent("catalog")).await;
    assert_eq!((response.debug.intent, response.debug.intent_by.as_str()), (Intent::Catalog, "model"));
    assert_eq!(fallbacks(&response), ["classify model_unknown fallback-model"]);
    assert_eq!(
        calls(&response)[..2],
        [("classify", "small", Some("model_unknown")), ("classify", "second", None)]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn where_both_fail_rules_decide() {
    let (response, _) = ask_models(Reply::refuses(404, "no such model"), Reply::refuses(401, "no")).await;
    assert_eq!((response.debug.intent, response.debug.intent_by.as_str()), (Intent::Catalog, "rules"));
    let told = ["classify model_unknown fallback-model", "classify model_refused_key rules"];
    assert_eq!(fallbacks(&response), told);
    assert!(response.sources[0].cited, "the answer is written all the same");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_classification_that_makes_no_sense_is_left_to_the_rules() {
    for garbage in ["{\"intent\":\"sell everything\"}", "não sei", "{\"intent\":", "{}", "[]"] {
        let (response, provider) = ask_models(Reply::in_pieces(&[garbage]), Reply::intent("greeting")).await;
        assert_eq!((response.debug.intent, response.debug.intent_by.as_str()), (Intent::Catalog, "rules"));
        assert_eq!(fallbacks(&response), ["classify model_answer_unusable rules"], "{garbage}");
        assert_eq!(provider.asked_for(Purpose::Classify).len(), 1, "{garbage}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_a_classifier_that_hangs() {
    let hangs = Reply::Says(Says { tail: Tail::Hang, ..Says::new(&[]) });
    let (response, provider) = ask_models(hangs, Reply::intent("catalog")).await;
    assert_eq!(fallbacks(&response), ["classify model_timed_out fallback-model"]);
    assert_eq!(response.debug.intent_by, "model");
    crate::support::eventually("its connection is closed", || provider.replies_left() == 1).await;
}
