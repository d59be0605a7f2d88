//! What runs is what was sealed: a row that differs from it anywhere does not run.

use crate::support::{World, card, code, raise};
use celeiro_app::api::ById;
use celeiro_app::assistant::actions::{get_action, reject_action};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;

/// Changes of a stored row, each of another part.
const MUTATIONS: [&str; 9] = [
    "UPDATE pending_actions SET arguments = jsonb_set(arguments, '{percent}', '50') WHERE id = $1",
    "UPDATE pending_actions SET plan = jsonb_set(plan, '{changes,0,value}', '\"50\"') WHERE id = $1",
    "UPDATE pending_actions SET plan = jsonb_set(plan, '{ids}', (plan -> 'ids') - 0) WHERE id = $1",
    "UPDATE pending_actions SET plan = jsonb_set(plan, '{digest}', '\"x\"') WHERE id = $1",
    "UPDATE pending_actions SET card = jsonb_set(card, '{changed}', '1') WHERE id = $1",
    "UPDATE pending_actions SET tool = 'update_item' WHERE id = $1",
    "UPDATE pending_actions SET actor = 'bia' WHERE id = $1",
    "UPDATE pending_actions SET schema_version = 2 WHERE id = $1",
    "UPDATE pending_actions SET seal = md5(seal) WHERE id = $1",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_does_not_run() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let before = world.checksum().await;
    for mutation in MUTATIONS {
        let response = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
        let id = card(&response).action_id;
        world.alter(mutation, id).await;
        assert_eq!(code(world.confirm(id).await), "action_conflict", "{mutation}");
        assert_eq!(world.checksum().await, before, "{mutation}");
    }
    let response = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
    let id = card(&response).action_id;
    world.alter("UPDATE pending_actions SET message_id = gen_random_uuid() WHERE id = $1", id).await;
    assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed, "control: the rest runs");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_is_final_in_the_database_too() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let response = world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await;
    let id = card(&response).action_id;
    world.reject(id).await.unwrap();
    let again =
        "UPDATE pending_actions SET state = 'pending', decided_at = NULL, decided_by = NULL WHERE id = $1";
    let refused = sqlx::query(again).bind(id).execute(&world.pool).await.unwrap_err();
    assert!(refused.to_string().contains("is decided"), "{refused}");
    world.close().await;
}

/// A row that no card can be read from is told apart from a fault of the program, and hides no other.
#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_has_its_own_code_and_the_others_are_listed() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let ask = async || card(&world.ask("sobe 5% os herbicidas da Auremã Química Agrícola").await).action_id;
    let (sound, broken, left) = (ask().await, ask().await, ask().await);
    let before = world.checksum().await;
    for id in [broken, left] {
        world.alter("UPDATE pending_actions SET card = '[]' WHERE id = $1", id).await;
    }
    let listed = world.actions(Some(ActionState::Pending)).await;
    assert_eq!(listed.iter().map(|action| action.id).collect::<Vec<_>>(), [sound]);
    let by = ById { id: broken };
    assert_eq!(code(get_action(&world.app, &world.caller, by.clone()).await), "action_unreadable");
    assert_eq!(code(world.confirm(broken).await), "action_unreadable");
    assert_eq!(code(reject_action(&world.app, &world.caller, ById { id: left }).await), "action_unreadable");
    assert_eq!(world.checksum().await, before, "nothing ran");
    for (id, state) in [(broken, "conflict"), (left, "rejected")] {
        assert_eq!(world.action_column(id, "state").await, state, "it waits no more");
    }
    assert_eq!(world.confirm(sound).await.unwrap().state, ActionState::Executed, "control");
    world.close().await;
}
