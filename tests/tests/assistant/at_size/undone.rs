//! Random writes and undos of the assistant between edits by people, against a model of the table.

use super::choose_size;
use crate::support::{World, card};
use celeiro_app::sheet::cell_edits::edit_cells;
use celeiro_tests::provider::{ReceivedRequest, Reply};
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use rust_decimal::Decimal;
use serde_json::json;
use std::collections::HashMap;
use uuid::Uuid;

/// Sets the price that the message names: `preço para 12 no CODE`.
fn script(asked: &ReceivedRequest) -> Reply {
    let user = asked.user();
    let words: Vec<&str> = user.split_whitespace().collect();
    let [.., price, _, code] = words.as_slice() else { return Reply::in_pieces(&["?"]) };
    Reply::call("set_price", &json!({ "item": code, "price": price.parse::<f64>().unwrap() }))
}

async fn price_of(world: &World, id: Uuid) -> Decimal {
    let price = sqlx::query_scalar("SELECT price FROM catalog_items WHERE id = $1").bind(id);
    price.fetch_one(&world.pool).await.unwrap()
}

/// A write of the assistant: its operation, its item, the price before and after.
struct StoredValue {
    id: Uuid,
    item: usize,
    before: Decimal,
    after: Decimal,
    is_undone: bool,
}

#[tokio::test(flavor = "multi_thread")]
async fn writes_and_undos_between_edits_lose_no_edit() {
    let world = World::new(script).await;
    let rows: Vec<(Uuid, String, Decimal)> = sqlx::query_as(
        "SELECT id, external_id, price FROM catalog_items WHERE price IS NOT NULL AND deleted_at IS NULL \
         AND external_id IS NOT NULL ORDER BY id LIMIT 12",
    )
    .fetch_all(&world.pool)
    .await
    .unwrap();
    let mut model: HashMap<usize, Decimal> = rows.iter().enumerate().map(|(at, row)| (at, row.2)).collect();
    let mut written: Vec<StoredValue> = Vec::new();
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    let steps = choose_size(60, 20_000);
    let (mut clashes, mut edits) = (0, 0);
    let mut conversation = None;
    for step in 0..steps {
        let item = rng.random_range(0..rows.len());
        let (id, code) = (rows[item].0, &rows[item].1);
        let price = Decimal::from(rng.random_range(1..900));
        match rng.random_range(0..10) {
            0..4 => {
                let message = format!("preço para {price} no {code}");
                let response = match conversation.filter(|_| step % 20 != 0) {
                    Some(conversation) => world.go_on(conversation, &message).await,
                    None => world.ask(&message).await,
                };
                conversation = Some(response.conversation_id);
                if model[&item] == price {
                    continue;
                }
                let action = card(&response).action_id;
                world.confirm(action).await.unwrap();
                let before = model.insert(item, price).unwrap();
                written.push(StoredValue { id: action, item, before, after: price, is_undone: false });
            }
            4..7 => {
                let version = world.app.store().item(id).await.unwrap().version;
                let cell = json!({ "id": id, "version": version, "field": "price", "value": price });
                let edit = serde_json::from_value(json!({ "cells": [cell] })).unwrap();
                let outcome = edit_cells(&world.app, &world.caller, edit).await.unwrap();
                assert_eq!(outcome.operation_id.is_some(), model[&item] != price, "{outcome:?}");
                model.insert(item, price);
                edits += 1;
            }
            _ => {
                let Some(at) = (!written.is_empty()).then(|| rng.random_range(0..written.len())) else {
                    continue;
                };
                let write = &mut written[at];
                if write.is_undone {
                    continue;
                }
                let outcome = world.undo(write.id).await;
                // A later edit of the field stays: the undo names it and changes nothing.
                if model[&write.item] == write.after {
                    assert_eq!(outcome.conflicts.len(), 0, "{outcome:?}");
                    model.insert(write.item, write.before);
                    write.is_undone = true;
                } else if model[&write.item] == write.before {
                    // A person has set the earlier price again: nothing is left to be undone.
                    assert_eq!((outcome.conflicts.len(), outcome.undone), (0, 0), "{outcome:?}");
                } else {
                    assert_eq!(outcome.conflicts.len(), 1, "{outcome:?}");
                    clashes += 1;
                }
            }
        }
        if step % 10 == 9 || step + 1 == steps {
            for (at, row) in rows.iter().enumerate() {
                assert_eq!(price_of(&world, row.0).await, model[&at], "step {step}: {}", row.1);
            }
        }
    }
    println!(
        "undo: {steps} steps, {} writes, {} undone, {edits} edits by people, {clashes} clashes named, 0 edits lost",
        written.len(),
        written.iter().filter(|write| write.is_undone).count(),
    );
    // The control: the comparison sees an edit that is lost.
    let lost = "UPDATE catalog_items SET price = price + 1 WHERE id = $1";
    world.alter(lost, rows[0].0).await;
    assert_ne!(price_of(&world, rows[0].0).await, model[&0]);
    world.close().await;
}
