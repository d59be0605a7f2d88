//! Actions that other programs propose: how many may wait, and one confirmation of each.

use crate::support::{World, ago, write};
use crate::world::is_absent;
use celeiro_domain::assistant::{Action, ActionCard, ActionState, WritePlan};
use celeiro_domain::catalog::ItemDraft;
use celeiro_store::{CardChoice, NewAction, ProgramLimits, ProposingAnswer, StoreError};
use futures::future::join_all;
use serde_json::json;
use uuid::Uuid;

const LIMITS: ProgramLimits = ProgramLimits { waiting: 3, in_hour: 5 };

/// What a program would create, with the card of it.
fn creation(name: &str) -> (WritePlan, ActionCard) {
    let draft = ItemDraft { name: name.into(), ..ItemDraft::default() };
    let card = ActionCard {
        proposed_by: Some("planilha".into()),
        writes: Vec::new(),
        arguments: Vec::new(),
        changes: Vec::new(),
        matched: 0,
        changed: 1,
        unchanged: 0,
        problems: 0,
        button_only: false,
    };
    (WritePlan::CreateItem { draft: Box::new(draft) }, card)
}

fn action<'a>((plan, card): &'a (WritePlan, ActionCard), actor: &'a str) -> NewAction<'a> {
    NewAction { answer: None, tool: "create_item", arguments: json!({ "by": "test" }), plan, card, actor }
}

async fn propose(world: &World, name: &str, actor: &str) -> Option<Action> {
    let creation = creation(name);
    world.store.propose_from_program(&action(&creation, actor), LIMITS).await.unwrap()
}

#[tokio::test]
async fn programs_that_propose_at_once_find_room_for_so_many_and_what_waits_is_proposed_once() {
    let world = World::new().await;
    let creations: Vec<_> = (0..6).map(|number| creation(&format!("Item {number}"))).collect();
    let actions: Vec<NewAction<'_>> = creations.iter().map(|one| action(one, "ana")).collect();
    let proposed = join_all(actions.iter().map(|new| world.store.propose_from_program(new, LIMITS))).await;
    let proposed: Vec<Option<Action>> = proposed.into_iter().map(Result::unwrap).collect();
    let waiting: Vec<usize> = (0..6_usize).filter(|at| proposed[*at].is_some()).collect();
    assert_eq!(waiting.len(), 3);

    // The same once more is the action that waits, also where there is no room for another.
    let first = proposed[waiting[0]].clone().unwrap();
    let same = join_all((0..4).map(|_| propose(&world, "Outro", "bia"))).await;
    let same: Vec<Uuid> = same.into_iter().map(|one| one.unwrap().id).collect();
    assert!(same.iter().all(|id| *id == same[0]), "another person has room, and one action");
    let again = world.store.propose_from_program(&actions[waiting[0]], LIMITS).await.unwrap();
    assert_eq!(again.unwrap().id, first.id);
    assert_eq!(world.count("SELECT count(*) FROM pending_actions").await, 4);
    world.close().await;
}

#[tokio::test]
async fn what_is_decided_or_over_makes_room_until_the_hour_has_its_number() {
    let world = World::new().await;
    for name in ["A", "B", "C"] {
        assert!(propose(&world, name, "ana").await.is_some());
    }
    assert!(propose(&world, "D", "ana").await.is_none());
    world
        .execute(
            "UPDATE pending_actions SET created_at = created_at - interval '10 minutes', \
               expires_at = expires_at - interval '10 minutes'",
        )
        .await;
    let again = propose(&world, "A", "ana").await.unwrap();
    assert_eq!(again.state, ActionState::Pending, "what is over is proposed anew");
    let rejected = world.store.reject_action(again.id, "ana").await.unwrap();
    assert_eq!(rejected.state, ActionState::Rejected);
    assert!(propose(&world, "A", "ana").await.is_some(), "what was rejected is proposed anew");
    assert!(propose(&world, "E", "ana").await.is_none(), "five in an hour");
    world
        .execute(
            "UPDATE pending_actions SET created_at = created_at - interval '1 hour' WHERE state = 'pending'",
        )
        .await;
    assert!(propose(&world, "E", "ana").await.is_some());
    world.close().await;
}

#[tokio::test]
async fn an_action_runs_once_however_many_confirm_it_and_not_after_it_was_rejected() {
    let world = World::new().await;
    let (one, other) = (propose(&world, "Enxada", "ana").await, propose(&world, "Foice", "ana").await);
    let (one, other) = (one.unwrap().id, other.unwrap().id);
    let actors = ["ana", "bia", "ana", "rui", "ana"];
    let confirmed =
        join_all(actors.iter().map(|actor| world.store.confirm_action(one, CardChoice::default(), actor)))
            .await;
    let confirmed: Vec<_> = confirmed.into_iter().map(Result::unwrap).collect();
    assert_eq!(confirmed.iter().filter(|one| one.ran).count(), 1);
    assert!(confirmed.iter().all(|one| one.action.state == ActionState::Executed));
    let by: Vec<_> = confirmed.iter().map(|one| &one.action.decided_by).collect();
    assert!(by.iter().all(|actor| *actor == by[0]), "one person decided: {by:?}");
    world.store.reject_action(other, "ana").await.unwrap();
    let late = world.store.confirm_action(other, CardChoice::default(), "ana").await.unwrap();
    assert_eq!((late.ran, late.action.state), (false, ActionState::Rejected));
    assert_eq!(world.store.reject_action(one, "ana").await.unwrap().state, ActionState::Executed);
    assert_eq!(world.count("SELECT count(*) FROM catalog_items").await, 1);
    assert!(is_absent(world.store.confirm_action(Uuid::new_v4(), CardChoice::default(), "ana").await));
    world.close().await;
}

#[tokio::test]
async fn an_action_whose_parts_are_all_left_out_runs_nothing_and_one_whose_time_is_over_neither() {
    let world = World::new().await;
    let (one, other) = (propose(&world, "Enxada", "ana").await, propose(&world, "Foice", "ana").await);
    let (one, other) = (one.unwrap().id, other.unwrap().id);
    let choice = CardChoice { without: &[0], ..CardChoice::default() };
    let without = world.store.confirm_action(one, choice, "ana").await.unwrap();
    assert!(!without.ran);
    assert_ne!(without.action.state, ActionState::Executed);
    world.execute("UPDATE pending_actions SET expires_at = created_at WHERE state = 'pending'").await;
    let late = world.store.confirm_action(other, CardChoice::default(), "ana").await.unwrap();
    assert_eq!((late.ran, late.action.state, late.action.seconds_left), (false, ActionState::Expired, 0.0));
    assert_eq!(world.count("SELECT count(*) FROM catalog_items").await, 0);
    assert_eq!(world.count("SELECT count(*) FROM operations WHERE kind = 'assistant-action'").await, 0);
    world.close().await;
}

#[tokio::test]
async fn old_proposals_of_programs_go_and_those_of_conversations_stay_with_them() {
    let world = World::new().await;
    propose(&world, "Enxada", "ana").await.unwrap();
    let ids = world.conversation("Soja", "u", "a").await;
    let answer = ProposingAnswer { conversation_id: ids.conversation_id, message_id: ids.message_id };
    let creation = creation("Foice");
    let of_answer = NewAction { answer: Some(answer), ..action(&creation, "ana") };
    let kept = world.store.propose_action(&of_answer).await.unwrap();
    assert_eq!(world.store.purge_program_actions(ago(1)).await.unwrap(), 0, "they are young");
    world.execute("UPDATE pending_actions SET created_at = created_at - interval '2 hours'").await;
    assert_eq!(world.store.purge_program_actions(ago(1)).await.unwrap(), 1);
    let owner = world.store.action_owner(kept.id).await.unwrap();
    assert_eq!((owner.conversation_id, owner.actor.as_str()), (Some(ids.conversation_id), "ana"));
    let nowhere = ProposingAnswer { conversation_id: Uuid::new_v4(), message_id: Uuid::new_v4() };
    let refused = NewAction { answer: Some(nowhere), ..action(&creation, "ana") };
    let refused = world.store.propose_action(&refused).await;
    assert!(matches!(refused, Err(StoreError::Constraint(name)) if name == "pending_actions_conversation"));

    world.store.delete_conversation(ids.conversation_id, &write()).await.unwrap();
    let soon = chrono::Utc::now() + chrono::TimeDelta::hours(1);
    world.store.purge_conversations(soon, None).await.unwrap();
    assert!(is_absent(world.store.action_owner(kept.id).await));
    world.close().await;
}
