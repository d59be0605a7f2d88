//! What became of suggestions is kept, and a value knows where it came from.

use super::{ask_assist, draft};
use crate::support::World;
use celeiro_app::api::ById;
use celeiro_app::assist::api::{
    AssistOutcome, AssistSources, ByTrace, SetAssistOutcome, get_suggestions, item_sources,
    set_assist_outcome,
};
use celeiro_app::catalog::items::{CreateItem, UpdateItem, create_item, update_item};
use celeiro_domain::assist::AssistField;
use celeiro_domain::catalog::ItemDraft;

#[tokio::test(flavor = "multi_thread")]
async fn what_became_of_a_suggestion_is_kept_and_an_accepted_value_knows_its_source() {
    let world = World::own(&[]).await;
    let (app, caller) = (&world.app, &world.caller);
    let answer = ask_assist(&world, draft()).await;
    let trace_id = answer.trace_id;
    let rejected = SetAssistOutcome {
        trace_id,
        field: Some(AssistField::Tags),
        outcome: Some(AssistOutcome::Rejected),
        value: None,
        outcomes: Vec::new(),
        operation_id: None,
    };
    set_assist_outcome(app, caller, rejected).await.unwrap();
    let category = answer.suggestions.category.unwrap().value;
    let draft = ItemDraft {
        name: draft().name,
        category: Some(category),
        attributes: draft().attributes.unwrap(),
        ..ItemDraft::default()
    };
    let sources = Some(AssistSources::of(AssistField::Category, trace_id));
    let create = CreateItem { draft: draft.clone(), sources: sources.clone(), operation_id: None };
    let item = create_item(app, caller, create).await.unwrap();

    let kept = get_suggestions(app, caller, ByTrace { trace_id }).await.unwrap();
    let of = |field| kept.iter().find(|kept| kept.field == field).unwrap();
    assert_eq!(of(AssistField::Category).outcome, Some(AssistOutcome::Accepted), "by the save itself");
    assert_eq!(of(AssistField::Tags).outcome, Some(AssistOutcome::Rejected));
    assert_eq!(of(AssistField::Tags).decided_by.as_deref(), Some("local"));

    let source = item_sources(app, caller, ById { id: item.id }).await.unwrap().pop().unwrap();
    assert!(source.current && !source.stale && source.trace_id == trace_id);
    let renamed = ItemDraft { name: "Outro produto".into(), ..draft.clone() };
    let update = UpdateItem {
        id: item.id,
        version: item.version,
        draft: renamed,
        changed_attributes: None,
        sources: None,
        operation_id: None,
    };
    update_item(app, caller, update).await.unwrap();
    let source = item_sources(app, caller, ById { id: item.id }).await.unwrap().pop().unwrap();
    assert!(source.current && source.stale, "what it rested on has changed: {source:?}");

    let unknown = Some(AssistSources::of(AssistField::Category, uuid::Uuid::from_u128(1)));
    let create = CreateItem { draft, sources: unknown, operation_id: None };
    let refused = create_item(app, caller, create).await.unwrap_err();
    assert_eq!(refused.code().as_str(), "constraint_violated", "no value without its suggestion");
    world.close().await;
}
