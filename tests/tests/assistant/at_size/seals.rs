//! Rows that were changed anywhere, replayed, or confirmed by many at once.

use super::choose_size;
use crate::support::{World, card, code, raise};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;
use futures::future::join_all;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use uuid::Uuid;

const ASKED: &str = "sobe 5% os herbicidas da Auremã Química Agrícola";

/// A card whose time is over, and one whose clock shows yesterday since.
const TIMES: [(&str, &str); 2] = [
    ("over", "UPDATE pending_actions SET expires_at = clock_timestamp() - interval '1 ms' WHERE id = $1"),
    (
        "set back",
        "UPDATE pending_actions SET created_at = created_at + interval '1 day', \
         expires_at = expires_at + interval '1 day' WHERE id = $1",
    ),
];

/// What people may do to an item while a card about it waits.
const TARGETS: [&str; 4] = [
    "UPDATE catalog_items SET price = price + 1 WHERE id = $1",
    "UPDATE catalog_items SET notes = md5(random()::text) WHERE id = $1",
    "UPDATE catalog_items SET name = name || '.' WHERE id = $1",
    "UPDATE catalog_items SET deleted_at = now() WHERE id = $1",
];

/// Every place of a JSON value that holds no list and no object.
fn find_leaves(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            path.push(key.clone());
            find_leaves(value, path, found);
            path.pop();
        }),
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| {
            path.push(at.to_string());
            find_leaves(value, path, found);
            path.pop();
        }),
        _ => found.push(path.clone()),
    }
}

/// Another value of about the same kind.
fn mutate(value: &Value, rng: &mut ChaCha8Rng) -> Value {
    match value {
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) if number.is_i64() => json!(number.as_i64().unwrap() + rng.random_range(1..50)),
        Value::Number(number) => json!(number.as_f64().unwrap() + f64::from(rng.random_range(1..50))),
        Value::String(text) if Uuid::parse_str(text).is_ok() => json!(Uuid::from_u128(rng.random())),
        Value::String(text) => json!(format!("{}{text}", rng.random_range(0..10))),
        _ => json!("x"),
    }
}

/// Changes a waiting row at one place, or lets its time be over; what was changed.
async fn change_row(world: &World, id: Uuid, rng: &mut ChaCha8Rng) -> String {
    let parts = ["arguments", "plan", "card", "tool", "actor", "schema_version", "seal", "over", "set back"];
    let column = *parts.choose(rng).unwrap();
    if let Some((name, statement)) = TIMES.iter().find(|(name, _)| *name == column) {
        world.alter(statement, id).await;
        return (*name).to_owned();
    }
    let was = world.action_column(id, column).await;
    let mut leaves = Vec::new();
    find_leaves(&was, &mut Vec::new(), &mut leaves);
    let place = leaves.choose(rng).unwrap().clone();
    let leaf = place.iter().fold(&was, |value, key| match value {
        Value::Array(list) => &list[key.parse::<usize>().unwrap()],
        _ => &value[key.as_str()],
    });
    let changed = mutate(leaf, rng);
    world.change_action(id, column, &place, &changed).await;
    format!("{column} {place:?}: {leaf} -> {changed}")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_whose_targets_were_changed_meanwhile_never_runs() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let mut rng = ChaCha8Rng::seed_from_u64(16);
    let rounds = choose_size(4, 500);
    for _ in 0..rounds {
        let id = card(&world.ask(ASKED).await).action_id;
        let targets = world.action_column(id, "plan -> 'ids'").await;
        let target = targets.as_array().unwrap().choose(&mut rng).unwrap().as_str().unwrap().to_owned();
        let statement = *TARGETS.choose(&mut rng).unwrap();
        world.alter(statement, target.parse().unwrap()).await;
        let before = world.checksum().await;
        assert_eq!(code(world.confirm(id).await), "action_conflict", "{statement}");
        assert_eq!(code(world.confirm(id).await), "action_conflict", "{statement}: replayed");
        assert_eq!(world.checksum().await, before, "{statement}");
        world
            .alter("UPDATE catalog_items SET deleted_at = NULL WHERE id = $1", target.parse().unwrap())
            .await;
    }
    // The control: where no target was changed, the same card runs.
    let id = card(&world.ask(ASKED).await).action_id;
    assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed);
    println!("sealed: {rounds} cards with a changed target, 0 ran");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_anywhere_never_runs() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let (most, mut done, mut replays) = (choose_size(150, 10_000), 0, 0);
    while done < most {
        let id = card(&world.ask(ASKED).await).action_id;
        sqlx::raw_sql("DROP TABLE IF EXISTS unchanged").execute(&world.pool).await.unwrap();
        world.keep_action(id).await;
        // An action waits for five minutes.
        for _ in 0..(most - done).min(500) {
            world.restore_action(id).await;
            let what = change_row(&world, id, &mut rng).await;
            let refused = world.confirm(id).await;
            let Err(refusal) = refused else { panic!("it ran: {what}") };
            let refusal = refusal.code().as_str();
            // `internal`: a row that cannot even be read.
            let expected = [
                "action_conflict",
                "action_expired",
                "action_unreadable",
                "not_found",
                "action_decided",
                "internal",
            ];
            assert!(expected.contains(&refusal), "{refusal}: {what}");
            assert_eq!(world.checksum().await, before, "{what}");
            done += 1;
        }
        // The control: the same row as it was, restored in the same way, runs.
        world.restore_action(id).await;
        assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed);
        let after = world.checksum().await;
        assert_ne!(after, before, "control: a row that was not changed runs");
        for _ in 0..3 {
            assert_eq!(code(world.confirm(id).await), "action_decided", "replayed");
            replays += 1;
        }
        assert_eq!(world.checksum().await, after, "a replay runs nothing");
        world.undo(id).await;
        assert_eq!(code(world.confirm(id).await), "action_decided", "replayed behind its undo");
        assert_eq!(world.checksum().await, before);
    }
    println!("sealed: {done} changed rows, 0 ran; {replays} replays of what had run, 0 ran");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_clicks_at_once_one_runs() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let rounds = choose_size(5, 200);
    for _ in 0..rounds {
        let (before, id) = (world.checksum().await, card(&world.ask(ASKED).await).action_id);
        let clicks = rng.random_range(2..6);
        let answers = join_all((0..clicks).map(|_| world.confirm(id))).await;
        // Who comes second is told of the same action, done.
        let ran = answers.iter().flatten().filter(|action| action.state == ActionState::Executed).count();
        assert!(ran >= 1, "{answers:?}");
        let operations: i64 = sqlx::query_scalar("SELECT count(*) FROM operations WHERE id = $1")
            .bind(id)
            .fetch_one(&world.pool)
            .await
            .unwrap();
        assert_eq!(operations, 1);
        world.undo(id).await;
        assert_eq!(world.checksum().await, before, "what ran once is undone by one undo");
    }
    println!("sealed: {rounds} cards clicked 2 to 5 times at once, each ran once");
    world.close().await;
}
