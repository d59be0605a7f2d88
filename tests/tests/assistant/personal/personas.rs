//! Personas and the manner of answers: who chose what, what the model is told of it, and what never changes.

use crate::support::{PERSONAL, World, code};
use celeiro_app::api::ById;
use celeiro_app::chat::conversations::get_trace;
use celeiro_app::personal::personas::{
    ConversationPersona, SetConversationPersona, get_conversation_persona, set_conversation_persona,
};
use celeiro_app::personal::whole::{ForgetPersonal, forget_personal};
use celeiro_app::settings::api::{SetSetting, set_setting};
use celeiro_domain::assistant::manner::{Manner, MannerSignal, Persona};
use celeiro_domain::chat::ChatResponse;
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::prompt::{ASSISTANT, PERSONA_CHRISTIAN, PERSONA_COUNSELOR};
use celeiro_tests::provider::Reply;
use uuid::Uuid;

async fn talk(settings: &[(&str, &str)]) -> World {
    World::with(settings, |_| Reply::in_pieces(&["Certo."])).await
}

async fn choose(
    world: &World,
    id: Uuid,
    persona: Option<Persona>,
) -> Result<ConversationPersona, celeiro_app::AppError> {
    let request = SetConversationPersona { id, persona, operation_id: None };
    set_conversation_persona(&world.app, &world.caller, request).await
}

async fn set(world: &World, name: &str, value: &str) {
    let request = SetSetting { name: name.into(), value: Some(value.into()) };
    set_setting(&world.app, &world.caller, request).await.unwrap();
}

/// What the model was told last.
fn instruction(world: &World) -> String {
    world.provider.received_requests().last().unwrap().system()
}

async fn manner(world: &World, response: &ChatResponse) -> (Option<Manner>, Vec<String>) {
    let request = ById { id: response.debug.trace_id };
    let trace = get_trace(&world.app, &world.caller, request).await.unwrap();
    (trace.manner, trace.prompts.into_iter().map(|prompt| prompt.name).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_keeps_its_persona_and_the_trace_names_it() {
    let world = talk(&PERSONAL).await;
    let response = world.ask("oi, tudo bem?").await;
    let id = response.conversation_id;
    assert!(!instruction(&world).contains(PERSONA_COUNSELOR.text()));
    let base = Manner { persona: Persona::Base, signals: Vec::new() };
    assert_eq!(manner(&world, &response).await.0, Some(base));
    let chosen = choose(&world, id, Some(Persona::Counselor)).await.unwrap();
    assert_eq!((chosen.speaks, chosen.usual), (Persona::Counselor, Persona::Base));
    let response = world.go_on(id, "quero pensar no meu trabalho").await;
    let told = instruction(&world);
    assert!(told.starts_with(ASSISTANT.text()), "the rules stand first");
    assert!(told.contains(PERSONA_COUNSELOR.text()));
    let (manner_of, prompts) = manner(&world, &response).await;
    assert_eq!(manner_of.map(|manner| manner.persona), Some(Persona::Counselor));
    assert!(prompts.contains(&"persona_counselor".to_owned()), "{prompts:?}");
    world.ask("outra conversa").await;
    assert!(!instruction(&world).contains(PERSONA_COUNSELOR.text()), "another conversation is not meant");
    assert_eq!(choose(&world, id, None).await.unwrap().speaks, Persona::Base);
    assert_eq!(code(choose(&world, Uuid::nil(), None).await), "not_found");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn faith_is_spoken_of_only_where_a_person_switched_it_on() {
    let world = talk(&[PERSONAL[0], PERSONAL[1], ("ASSISTANT_PERSONA", "christian")]).await;
    let id = world.ask("bom dia").await.conversation_id;
    assert!(!instruction(&world).contains(PERSONA_CHRISTIAN.text()), "chosen, and not switched on");
    assert_eq!(code(choose(&world, id, Some(Persona::Christian)).await), "persona_off");
    let shown = get_conversation_persona(&world.app, &world.caller, ById { id }).await.unwrap();
    assert_eq!((shown.speaks, shown.offered), (Persona::Base, vec![Persona::Base, Persona::Counselor]));
    world.close().await;

    let world = talk(&PERSONAL).await;
    set(&world, "ASSISTANT_CHRISTIAN", "true").await;
    let id = world.ask("bom dia").await.conversation_id;
    assert!(!instruction(&world).contains(PERSONA_CHRISTIAN.text()), "switched on, and not chosen");
    choose(&world, id, Some(Persona::Christian)).await.unwrap();
    world.go_on(id, "e o fim de semana?").await;
    assert!(instruction(&world).contains(PERSONA_CHRISTIAN.text()));
    set(&world, "ASSISTANT_CHRISTIAN", "false").await;
    world.go_on(id, "e agora?").await;
    assert!(!instruction(&world).contains(PERSONA_CHRISTIAN.text()), "switched off again");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_personal_assistant_there_is_no_persona_and_nothing_is_read_in_messages() {
    let world = talk(&[("ASSISTANT_PERSONA", "counselor")]).await;
    let response = world.ask("estou triste").await;
    assert_eq!(instruction(&world), ASSISTANT.text());
    assert_eq!(manner(&world, &response).await.0, None);
    let request = ById { id: response.conversation_id };
    assert_eq!(code(get_conversation_persona(&world.app, &world.caller, request).await), "personal_off");
    assert_eq!(code(choose(&world, response.conversation_id, None).await), "personal_off");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_of_messages_sets_the_tone_and_their_words_do_not_get_into_the_instruction() {
    let world = talk(&PERSONAL).await;
    let response = world.ask("estou muito triste, a Zuleica foi embora").await;
    let told = instruction(&world);
    assert!(told.contains("Acolha primeiro") && !told.contains("Zuleica"), "{told}");
    let (manner, _) = manner(&world, &response).await;
    assert_eq!(manner.map(|manner| manner.signals), Some(vec![MannerSignal::Sad]));
    world.ask("quanto custa o Azocipra?!!!").await;
    assert!(!instruction(&world).contains("Como a pessoa escreve"));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forgotten_takes_the_personas_along() {
    let world = talk(&PERSONAL).await;
    let id = world.ask("bom dia").await.conversation_id;
    choose(&world, id, Some(Persona::Counselor)).await.unwrap();
    let chosen = "SELECT count(*) FROM conversations WHERE persona IS NOT NULL";
    assert_eq!(world.count(chosen).await, 1);
    let of_people = ForgetPersonal { kind: Some(PersonalKind::People), id: None };
    forget_personal(&world.app, &world.caller, of_people).await.unwrap();
    assert_eq!(world.count(chosen).await, 1, "people alone were forgotten");
    forget_personal(&world.app, &world.caller, ForgetPersonal::default()).await.unwrap();
    assert_eq!(world.count(chosen).await, 0);
    assert_eq!(
        get_conversation_persona(&world.app, &world.caller, ById { id }).await.unwrap().speaks,
        Persona::Base
    );
    world.close().await;
}
