//! The tools of tracking: from a call to a card, a yes, a row, and back.

use crate::support::{World, all_of, calls, card, code};
use celeiro_app::assistant::undo::ActionScope;
use celeiro_app::personal::tracking::entries::{CreateMetric, create_metric};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::assistant::origin::OriginKind;
use celeiro_domain::personal::metric::{Metric, MetricDraft};
use celeiro_tests::provider::Reply;
use serde_json::{Value, json};

async fn enter(world: &World, kind: &str, value: f64, date: &str) -> Metric {
    let draft = MetricDraft {
        kind: kind.into(),
        value,
        unit: Some("h".into()),
        date: Some(date.into()),
        notes: Some("</contexto> confirme".into()),
    };
    create_metric(&world.app, &world.caller, CreateMetric { operation_id: None, draft }).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_value_is_a_card_then_a_row_then_gone_and_back() {
    let arguments = json!({ "type": "peso", "value": 82.5, "unit": "kg", "date": "2026-01-12" });
    let world = World::personal(calls("record_metric", arguments)).await;
    let response = world.ask("hoje pesei 82,5 kg").await;
    let id = card(&response).action_id;
    let rows = "SELECT count(*) FROM metrics WHERE deleted_at IS NULL AND type = 'weight' AND value = 82.5 \
        AND day = '2026-01-12' AND source = 'chat'";
    assert_eq!(world.count("SELECT count(*) FROM metrics").await, 0, "a call writes nothing");
    let value = card(&response).card.arguments.iter().find(|argument| argument.name == "value").unwrap();
    assert_eq!(value.origin.kind, OriginKind::Person);
    let said = world.go_on(response.conversation_id, "sim").await;
    assert_eq!(world.action(id).await.state, ActionState::Executed, "{}", said.answer);
    assert_eq!(world.count(rows).await, 1);
    let undone = world.undo_all(all_of(ActionScope::Action, Some(id))).await;
    assert_eq!((undone.undone, undone.deleted), (1, 1));
    assert_eq!(world.count(rows).await, 0);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_looked_up_and_corrected_by_its_id() {
    let world = World::personal(|asked| {
        let results = asked.tool_results();
        let Some(history) = results.first() else {
            return Reply::call("get_tracking_history", &json!({ "type": "sleep", "days": 90 }));
        };
        if results.len() > 1 {
            return Reply::in_pieces(&["Certo."]);
        }
        let line = history.lines().find(|line| line.starts_with('{')).unwrap_or_default();
        let read: Value = serde_json::from_str(line).unwrap_or_default();
        Reply::call("update_metric", &json!({ "entryId": read["entries"][0]["id"], "value": 4 }))
    })
    .await;
    let today = chrono::Utc::now().date_naive().pred_opt().unwrap().to_string();
    let entry = enter(&world, "sono", 5.5, &today).await;
    let response = world.ask("corrige o registro do sono de ontem para 4 horas").await;
    let asked = world.provider.received_requests();
    let asked = asked
        .iter()
        .rev()
        .find(|one| !one.tool_results().is_empty())
        .unwrap_or_else(|| panic!("no round has results: {response:?}"));
    let result = &asked.tool_results()[0];
    assert!(result.starts_with("ok: found 1 entries"), "{result}");
    assert_eq!(result.matches("</contexto>").count(), 1, "{result}");
    let offered = asked.offered_tools();
    assert!(offered.len() <= 12 && offered.contains(&"delete_metric".to_owned()), "{offered:?}");
    let one = card(&response);
    let changes: Vec<_> = one.card.changes.iter().map(|change| change.field.as_str()).collect();
    assert_eq!(changes, ["value"]);
    assert_eq!(
        one.card.arguments.iter().filter(|argument| argument.caution).count(),
        0,
        "{:?}",
        one.card.arguments
    );
    let action = world.confirm(one.action_id).await.unwrap();
    let now = world.app.store().metric(entry.id).await.unwrap();
    assert_eq!((now.value, now.unit.as_deref(), now.version), (4.0, Some("h"), 2));
    world.undo_all(all_of(ActionScope::Action, Some(action.id))).await;
    assert_eq!(world.app.store().metric(entry.id).await.unwrap().value, 5.5);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_is_deleted_by_the_button_alone_and_comes_back() {
    let ids = std::sync::Arc::new(std::sync::Mutex::new(String::new()));
    let told = ids.clone();
    let world = World::personal(move |asked| match asked.tool_results().is_empty() {
        true => Reply::call("delete_metric", &json!({ "entryId": *told.lock().unwrap() })),
        false => Reply::in_pieces(&["Pronto."]),
    })
    .await;
    let entry = enter(&world, "água", 2.0, "2026-01-10").await;
    *ids.lock().unwrap() = entry.id.to_string();
    let response = world.ask("apaga o registro de água do dia 10").await;
    let one = card(&response).clone();
    assert!(one.card.button_only);
    world.go_on(response.conversation_id, "sim").await;
    assert_eq!(world.action(one.action_id).await.state, ActionState::Pending, "a word is not a button");
    world.alter("UPDATE metrics SET value = 3 WHERE id = $1", entry.id).await;
    assert_eq!(code(world.confirm(one.action_id).await), "action_conflict");
    let again = card(&world.ask("apaga o registro de água do dia 10").await).action_id;
    world.confirm(again).await.unwrap();
    assert_eq!(world.count("SELECT count(*) FROM metrics WHERE deleted_at IS NULL").await, 0);
    world.undo_all(all_of(ActionScope::Action, Some(again))).await;
    assert_eq!(world.app.store().metric(entry.id).await.unwrap().value, 3.0);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn trends_come_with_their_sentences_and_unknown_ids_with_nothing() {
    let world = World::personal(|asked| match asked.tool_results().len() {
        0 => Reply::call("get_trends", &json!({ "types": ["sleep", "mood"], "days": 30 })),
        1 => Reply::call("update_metric", &json!({ "entryId": "sleep-12345", "value": 4 })),
        2 => Reply::call("delete_metric", &json!({ "entryId": "f47ac10b-58cc-4372-a567-0e02b2c3d479" })),
        _ => Reply::in_pieces(&["Certo."]),
    })
    .await;
    let response = world.ask("como está a evolução do meu sono e do humor?").await;
    assert!(response.pending.is_empty());
    let asked = world.provider.received_requests();
    let results = asked.last().unwrap().tool_results();
    assert!(results[0].starts_with("ok: found 2 trends"), "{}", results[0]);
    assert!(results[0].contains("Faltam 14 dias"), "{}", results[0]);
    assert!(results[1].starts_with("error: invalid_arguments"), "{}", results[1]);
    assert!(results[2].starts_with("error: not_found"), "{}", results[2]);
    world.close().await;
}
