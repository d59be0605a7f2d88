//! A word of its own in every personal table, looked for in all that leaves the program.

use super::{record_log, what_leaves};
use crate::personal::memory::{enter, facts, open_reading_world, run};
use crate::support::World;
use celeiro_app::personal::decisions::{CreateDecision, create_decision};
use celeiro_app::personal::finance::records::{
    CreateBill, CreateDebt, CreateExpense, CreateIncome, CreateInvestment, create_bill, create_debt,
    create_expense, create_income, create_investment,
};
use celeiro_app::personal::memory::runs::{DecideMemoryRun, accept_memory_run};
use celeiro_app::personal::people::{CreatePerson, create_person};
use celeiro_app::personal::reminders::{CreateReminder, create_reminder};
use celeiro_app::personal::reports::making::{MakeReport, make_report};
use celeiro_app::personal::tracking::entries::{CreateMetric, create_metric};
use celeiro_app::personal::vault::notes::{SaveVaultNote, save_vault_note};
use celeiro_app::personal::vault::{VaultPassword, create_vault};
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::decision::Area;
use serde_json::{Value, json};

/// Tables beside those of the kinds that hold words of the person.
const BESIDE: [&str; 4] =
    ["knowledge_evidence", "memory_changes", "memory_change_evidence", "personal_changes"];

/// A word that stands in this table alone, or in those that are made of it.
fn word(table: &str) -> String {
    format!("zq{}zq", table.replace('_', ""))
}

fn read<T: serde::de::DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

/// A program with a row of every table, each with the word of its table.
async fn plant() -> World {
    let said = format!("prefiro retirar na loja {}", word("memory_changes"));
    let quoted = said.clone();
    let world =
        open_reading_world(move |_| facts(&[(quoted.as_str(), "customers", 1, quoted.as_str())])).await;
    world.ask(&said).await;
    let proposed = run(&world, false).await;
    let decision = DecideMemoryRun { id: proposed.id, changes: None, keeps_both: None, operation_id: None };
    accept_memory_run(&world.app, &world.caller, decision).await.unwrap();
    enter(&world, &format!("colhe em {}", word("knowledge")), Area::Customers).await;
    plant_life(&world).await;
    plant_money(&world).await;
    world
}

async fn plant_life(world: &World) {
    let (app, caller) = (&world.app, &world.caller);
    let person = json!({ "name": word("people"), "farm": word("people"), "notes": word("people"),
        "preferences": { "entrega": word("people") } });
    let person = create_person(app, caller, read::<CreatePerson>(person)).await.unwrap();
    let reminder =
        json!({ "title": word("reminders"), "notes": word("reminders"), "at": "2036-01-01T09:00" });
    create_reminder(app, caller, read::<CreateReminder>(reminder)).await.unwrap();
    let decision =
        json!({ "title": word("decisions"), "area": "professional", "reasoning": word("decisions") });
    create_decision(app, caller, read::<CreateDecision>(decision)).await.unwrap();
    let metric = json!({ "type": word("metrics"), "value": 3, "notes": word("metrics") });
    create_metric(app, caller, read::<CreateMetric>(metric)).await.unwrap();
    let report = json!({ "kind": "gift", "subjectId": person.id, "occasion": word("reports") });
    make_report(app, caller, read::<MakeReport>(report)).await.unwrap();
    let password = read::<VaultPassword>(json!({ "password": "safra boa de milho" }));
    let open = create_vault(app, caller, password).await.unwrap();
    let note = json!({ "title": word("vault_notes"), "text": word("vault_notes") });
    let note = read::<SaveVaultNote>(json!({ "session": open.session, "note": note }));
    save_vault_note(app, caller, note).await.unwrap();
}

async fn plant_money(world: &World) {
    let (app, caller) = (&world.app, &world.caller);
    let bill = json!({ "name": word("bills"), "category": "servicos", "amount": "120,50", "dueDay": 1 });
    create_bill(app, caller, read::<CreateBill>(bill)).await.unwrap();
    let expense = json!({ "name": word("expenses"), "category": "alimentacao", "actualAmount": "310" });
    create_expense(app, caller, read::<CreateExpense>(expense)).await.unwrap();
    let income = json!({ "name": word("incomes"), "type": "salario", "frequency": "mensal", "expectedAmount": "5000" });
    create_income(app, caller, read::<CreateIncome>(income)).await.unwrap();
    let debt = json!({ "name": word("debts"), "creditor": word("debts"), "totalAmount": "9000" });
    create_debt(app, caller, read::<CreateDebt>(debt)).await.unwrap();
    let investment = json!({ "name": word("investments"), "type": "reserva", "currentAmount": "10" });
    create_investment(app, caller, read::<CreateInvestment>(investment)).await.unwrap();
}

/// Rows of a table that have a planted word.
async fn count_planted(world: &World, table: &str) -> i64 {
    let question = format!("SELECT count(*) FROM {table} AS one WHERE one::text LIKE '%zq%zq%'");
    sqlx::query_scalar(sqlx::AssertSqlSafe(question)).fetch_one(&world.pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_of_every_personal_table_leaves_by_no_way() {
    let log = record_log();
    let world = plant().await;
    let mut tables: Vec<&str> = PersonalKind::ALL.map(PersonalKind::as_str).to_vec();
    tables.extend(BESIDE);
    for table in &tables {
        assert!(
            count_planted(&world, table).await > 0,
            "{table} has no planted word: nothing is shown of it"
        );
    }
    for sealed in ["vaults", "vault_notes"] {
        assert_eq!(count_planted(&world, sealed).await, 0, "{sealed} is readable");
    }
    tables.push("vault_notes");
    let leaving = what_leaves(&world, &log).await;
    for (what, bytes) in &leaving {
        let text = String::from_utf8_lossy(bytes);
        for planted in tables.iter().map(|table| word(table)) {
            assert!(!text.contains(&planted), "{what} has {planted}");
        }
    }
    // The control: what does leave is looked at, and would show.
    let name: String = sqlx::query_scalar(
        "SELECT name FROM catalog_items WHERE category = 'Herbicidas' ORDER BY id LIMIT 1",
    )
    .fetch_one(&world.pool)
    .await
    .unwrap();
    let shows = |(_, bytes): &&(&str, Vec<u8>)| String::from_utf8_lossy(bytes).contains(&name);
    assert!(leaving.iter().filter(shows).count() >= 3, "exports, shared pages and answers name an item");
    world.close().await;
}
