//! Rows that were changed anywhere, replayed, or confirmed by many at once.

use super::choose_size;
use crate::support::{World, card, raise};
use celeiro_domain::assistant::ActionState;
use celeiro_tests::provider::Reply;
use futures::future::join_all;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use uuid::Uuid;

const ASKED: &str = "sobe 5% os herbicidas da Auremã Química Agrícola";

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

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_changed_anywhere_never_runs() {
    let world = World::new(|_| Reply::call("set_price", &raise(5.0))).await;
    let before = world.checksum().await;
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let (most, mut done) = (choose_size(150, 10_000), 0);
    while done < most {
        let id = card(&world.ask(ASKED).await).action_id;
        sqlx::raw_sql("DROP TABLE IF EXISTS unchanged").execute(&world.pool).await.unwrap();
        world.keep_action(id).await;
        // An action waits for five minutes.
        for _ in 0..(most - done).min(500) {
            world.restore_action(id).await;
            let column = *["arguments", "plan", "card", "tool", "actor", "schema_version", "seal"]
                .choose(&mut rng)
                .unwrap();
            let was = world.action_column(id, column).await;
            let mut leaves = Vec::new();
            find_leaves(&was, &mut Vec::new(), &mut leaves);
            let place = leaves.choose(&mut rng).unwrap().clone();
            let leaf = place.iter().fold(&was, |value, key| match value {
                Value::Array(list) => &list[key.parse::<usize>().unwrap()],
                _ => &value[key.as_str()],
            });
            let changed = mutate(leaf, &mut rng);
            world.change_action(id, column, &place, &changed).await;
            let refused = world.confirm(id).await;
            let what = format!("{column} {place:?}: {leaf} -> {changed}");
            let Err(refusal) = refused else { panic!("it ran: {what}") };
            let refusal = refusal.code().as_str();
            // `internal`: a row that cannot even be read.
            let expected = ["action_conflict", "not_found", "action_decided", "internal"];
            assert!(expected.contains(&refusal), "{refusal}: {what}");
            assert_eq!(world.checksum().await, before, "{what}");
            done += 1;
        }
        // The control: the same row as it was, restored in the same way, runs.
        world.restore_action(id).await;
        assert_eq!(world.confirm(id).await.unwrap().state, ActionState::Executed);
        assert_ne!(world.checksum().await, before, "control: a row that nobody changed runs");
        world.undo(id).await;
        assert_eq!(world.checksum().await, before);
    }
    println!("sealed: {done} changed rows, 0 ran");
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
