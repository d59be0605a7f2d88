//! A seller's week: a customer who is remembered and corrected, reminders over a restart, visits that are tracked,
//! a decision that comes up again, bills and expenses, and two reports whose every number is in the tables. Nothing of
//! it is in what leaves the program.

mod tables;

use self::tables::check_report;
use crate::leaks::{record_log, what_leaves};
use crate::personal::memory::list_known;
use crate::support::{PERSONAL, World, card};
use celeiro_app::api::{ById, Empty};
use celeiro_app::personal::decisions::{UpdateDecision, get_decision, list_decisions, update_decision};
use celeiro_app::personal::finance::records::{CreateBill, CreateIncome, create_bill, create_income};
use celeiro_app::personal::firing::{fire_due, get_waiting};
use celeiro_app::personal::memory::items::get_knowledge;
use celeiro_app::personal::reports::schedule::{LookedAt, make_due};
use celeiro_app::personal::switch::get_personal_state;
use celeiro_app::personal::tracking::entries::{CreateMetric, create_metric};
use celeiro_domain::personal::decision::{DecisionDraft, DecisionState};
use celeiro_domain::personal::memory::KnowledgeState;
use celeiro_domain::personal::report::ReportKind;
use celeiro_tests::provider::Reply;
use chrono::{Days, NaiveDate, TimeDelta, Utc};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// Texts that the person alone may see.
const SECRETS: [&str; 5] = ["Zulmira", "Lua Nova", "silo novo", "sacas fiadas", "Luz da casa"];

type NextCall = Arc<Mutex<Option<(&'static str, Value)>>>;

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// The week's program, and the call that its model makes next.
async fn begin() -> (World, NextCall) {
    let next = NextCall::default();
    let told = next.clone();
    let settings = [PERSONAL[0], PERSONAL[1], ("ASSISTANT_CHECKIN_HOUR", "18")];
    let world =
        World::with(&settings, move |asked| match (asked.tool_results().len(), &*told.lock().unwrap()) {
            (0, Some((tool, arguments))) => Reply::call(tool, arguments),
            _ => Reply::in_pieces(&["Certo."]),
        })
        .await;
    (world, next)
}

/// A message whose model makes this call; a card that comes of it is confirmed. The message, and what the model read.
async fn say(
    world: &World,
    next: &NextCall,
    said: &str,
    tool: &'static str,
    arguments: Value,
) -> (Uuid, String) {
    *next.lock().unwrap() = Some((tool, arguments));
    let response = world.ask(said).await;
    if !response.pending.is_empty() {
        world.confirm(card(&response).action_id).await.unwrap();
    }
    let asked = world.provider.received_requests();
    let result = asked.iter().rev().find_map(|one| one.tool_results().pop());
    (response.user_message_id, result.unwrap_or_default())
}

/// A customer is remembered with the words that say it; what does not go with it is asked about, and takes its place
/// once the person says so.
async fn remember_a_customer(world: &World, next: &NextCall, today: NaiveDate) {
    let update =
        json!({ "name": "Zulmira", "updates": { "relationship": "cliente", "notes": "Fazenda Lua Nova" } });
    say(world, next, "a Zulmira da Fazenda Lua Nova é cliente nova", "update_person", update).await;
    let birthday = today + Days::new(3);
    let update =
        json!({ "name": "Zulmira", "updates": { "birthday": format!("1986-{}", birthday.format("%m-%d")) } });
    say(world, next, "o aniversário da Zulmira é daqui a três dias", "update_person", update).await;
    sqlx::query("UPDATE people SET last_contact = $1").bind(today).execute(&world.pool).await.unwrap();
    let fact = |day: &str| {
        let content = format!("a Zulmira prefere entrega às {day}");
        (content.clone(), json!({ "type": "preference", "content": content, "area": "customers" }))
    };
    let (said, first) = fact("segundas");
    let (message, _) = say(world, next, &said, "add_knowledge", first).await;
    let [item] = list_known(world).await.try_into().unwrap();
    let proven = get_knowledge(&world.app, &world.caller, ById { id: item.id }).await.unwrap();
    assert_eq!(proven.evidence.iter().map(|one| one.message_id).collect::<Vec<_>>(), [message]);
    let (said, second) = fact("sextas");
    *next.lock().unwrap() = Some(("add_knowledge", second));
    let response = world.ask(&said).await;
    let asked = card(&response);
    assert!(asked.card.changes.iter().any(|change| change.id == Some(item.id)), "asked about: {asked:?}");
    assert_eq!(list_known(world).await.len(), 1, "nothing is overwritten in silence");
    world.confirm(asked.action_id).await.unwrap();
    let now = list_known(world).await;
    let old = now.iter().find(|one| one.id == item.id).unwrap();
    assert_eq!((now.len(), old.state), (2, KnowledgeState::Contradicted));
}

/// A reminder is shown once, though the program is stopped before and after.
async fn keep_a_reminder(world: World, next: &NextCall, today: NaiveDate) -> World {
    let at = format!("{}T09:00:00-03:00", today + Days::new(1));
    let reminder = json!({ "title": "Ligar para a Zulmira", "datetime": at });
    say(&world, next, "me lembra de ligar para a Zulmira amanhã às 9", "create_reminder", reminder).await;
    let due = at.parse::<chrono::DateTime<Utc>>().unwrap();
    let world = world.restart().await;
    assert_eq!(fire_due(&world.app, due - TimeDelta::minutes(1)).await.unwrap(), 0, "not early");
    assert_eq!(fire_due(&world.app, due).await.unwrap(), 1);
    let world = world.restart().await;
    assert_eq!(fire_due(&world.app, due + TimeDelta::minutes(1)).await.unwrap(), 0, "not twice");
    let waiting = get_waiting(&world.app, &world.caller, Empty {}).await.unwrap();
    assert_eq!(
        waiting.fired.iter().map(|one| one.title.as_str()).collect::<Vec<_>>(),
        ["Ligar para a Zulmira"]
    );
    let done = json!({ "reminder": "Ligar para a Zulmira" });
    say(&world, next, "já liguei para a Zulmira", "complete_reminder", done).await;
    world
}

/// Visits and sacks sold on the days from `first` to `last` before today; more visits, more sacks.
async fn track(world: &World, today: NaiveDate, first: u64, last: u64) {
    let mut seed = 20_261_128_u64 + first;
    let mut chance = |most: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % most) as f64
    };
    for back in first..=last {
        let visits = 1.0 + chance(9);
        let sacks = 10.0 * visits + chance(8);
        for (kind, value) in [("visitas", visits), ("sacas fiadas", sacks)] {
            let draft =
                read(json!({ "type": kind, "value": value, "date": (today - Days::new(back)).to_string() }));
            create_metric(&world.app, &world.caller, CreateMetric { operation_id: None, draft })
                .await
                .unwrap();
        }
    }
}

/// What may be stated about the two, as the model reads it.
async fn verdicts(world: &World, next: &NextCall) -> (Vec<String>, String) {
    let call = json!({ "types": ["visitas", "sacas fiadas"], "days": 90 });
    let (_, result) =
        say(world, next, "as visitas trazem vendas? qual a evolução?", "get_trends", call).await;
    let line = result.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{result}"));
    let trends: Value = serde_json::from_str(line).unwrap();
    let kinds = trends["correlations"].as_array().unwrap().iter();
    (
        kinds.map(|one| one["verdict"]["kind"].as_str().unwrap().to_owned()).collect(),
        trends["sentences"].to_string(),
    )
}

async fn track_visits(world: &World, next: &NextCall, today: NaiveDate) {
    let visit = json!({ "type": "visitas", "value": 4, "date": today.to_string() });
    say(world, next, "hoje fiz 4 visitas", "record_metric", visit).await;
    track(world, today, 1, 12).await;
    let (kinds, sentences) = verdicts(world, next).await;
    assert!(kinds.iter().all(|kind| kind == "tooFewDays"), "12 days say nothing: {kinds:?}");
    assert!(sentences.contains("altam"), "{sentences}");
    track(world, today, 13, 60).await;
    let (kinds, sentences) = verdicts(world, next).await;
    assert!(kinds.iter().any(|kind| kind == "moreWithMore"), "{kinds:?}");
    assert!(!sentences.to_lowercase().contains("causa") && !sentences.contains("forte"), "{sentences}");
}

/// A decision comes up on its day, and is over once it has an outcome.
async fn follow_a_decision(world: &World, next: &NextCall, today: NaiveDate) {
    let decision = json!({ "title": "Comprar o silo novo", "area": "professional", "reviewDays": 7 });
    say(world, next, "decidi comprar o silo novo", "save_decision", decision).await;
    let decisions = list_decisions(&world.app, &world.caller, read(json!({}))).await.unwrap();
    let evening = |days: u64| format!("{}T21:30:00Z", today + Days::new(days)).parse().unwrap();
    assert!(
        make_due(&world.app, evening(6), &mut LookedAt::default()).await.unwrap().is_empty(),
        "too early"
    );
    let made = make_due(&world.app, evening(7), &mut LookedAt::default()).await.unwrap();
    let report = world.app.store().report(made[0]).await.unwrap();
    assert!(report.kind == ReportKind::Checkin && report.text.contains("Comprar o silo novo"), "{report:?}");
    let one = get_decision(&world.app, &world.caller, ById { id: decisions[0].id }).await.unwrap();
    let draft = DecisionDraft {
        title: one.title.clone(),
        description: None,
        area: one.area,
        options: one.options.clone(),
        choice: None,
        reasoning: None,
        review_at: Some(one.review_at),
        outcome: Some("O silo novo se pagou.".into()),
    };
    let request = UpdateDecision { id: one.id, version: one.version, operation_id: None, draft };
    assert_eq!(
        update_decision(&world.app, &world.caller, request).await.unwrap().state,
        DecisionState::Reviewed
    );
}

/// A bill that is paid, one that is due today, an expense and an income.
async fn keep_money(world: &World, next: &NextCall, today: NaiveDate) {
    use chrono::Datelike as _;
    for (name, amount) in [("Luz da casa", "120,50"), ("Internet", "99,90")] {
        let draft =
            read(json!({ "name": name, "category": "servicos", "amount": amount, "dueDay": today.day(),
            "isRecurring": false }));
        create_bill(&world.app, &world.caller, CreateBill { operation_id: None, draft }).await.unwrap();
    }
    let luz: Uuid = sqlx::query_scalar("SELECT id FROM bills WHERE name LIKE 'Luz%'")
        .fetch_one(&world.pool)
        .await
        .unwrap();
    say(world, next, "paguei a conta Luz da casa", "mark_bill_paid", json!({ "billId": luz })).await;
    let expense = json!({ "name": "Diesel", "category": "transporte", "actualAmount": 310.25 });
    say(world, next, "gastei R$ 310,25 com diesel", "create_expense", expense).await;
    let draft =
        read(json!({ "name": "Comissão", "type": "salario", "frequency": "mensal", "expectedAmount": "5000",
        "actualAmount": "4321,09" }));
    create_income(&world.app, &world.caller, CreateIncome { operation_id: None, draft }).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sellers_week() {
    let log = record_log();
    let (world, next) = begin().await;
    let today = get_personal_state(&world.app, &world.caller, Empty {}).await.unwrap().today;
    remember_a_customer(&world, &next, today).await;
    let world = keep_a_reminder(world, &next, today).await;
    track_visits(&world, &next, today).await;
    follow_a_decision(&world, &next, today).await;
    keep_money(&world, &next, today).await;
    check_report(&world, ReportKind::Morning).await;
    check_report(&world, ReportKind::Weekly).await;
    for (what, bytes) in what_leaves(&world, &log).await {
        assert!(!bytes.is_empty(), "{what} is empty");
        let text = String::from_utf8_lossy(&bytes);
        for secret in SECRETS {
            assert!(!text.contains(secret), "{what} has {secret}");
        }
    }
    world.close().await;
}
