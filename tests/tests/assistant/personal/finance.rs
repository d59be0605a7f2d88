//! The tools of the person's own money: what they answer, and a payment and an expense from a call to a card, a yes, a
//! row, and back.

use crate::support::{World, all_of, card, code};
use celeiro_app::assistant::undo::ActionScope;
use celeiro_app::personal::finance::payments::{BillPayment, pay_bill};
use celeiro_app::personal::finance::records::{CreateBill, CreateExpense, create_bill, create_expense};
use celeiro_app::personal::finance::table::{ImportFinance, import_finance};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::personal::finance::bill::{BillDraft, BillOfMonth};
use celeiro_domain::personal::finance::codes::FinanceTable;
use celeiro_domain::personal::finance::money::AmountText;
use celeiro_tests::provider::{ReceivedRequest, Reply};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use uuid::Uuid;

/// A bill that recurs, since long.
pub async fn enter(world: &World, name: &str) -> BillOfMonth {
    let draft = BillDraft {
        name: name.into(),
        category: "servicos".into(),
        amount: AmountText("120,50".into()),
        due_day: 31,
        is_recurring: true,
        month_year: Some("2020-01".into()),
    };
    create_bill(&world.app, &world.caller, CreateBill { operation_id: None, draft }).await.unwrap()
}

/// A model that looks at the bills, pays the first, and says something.
fn pays_the_first(asked: &ReceivedRequest) -> Reply {
    match asked.tool_results().as_slice() {
        [] => Reply::call("get_bills", &json!({ "status": "all" })),
        [bills] => Reply::call("mark_bill_paid", &json!({ "billId": id_in(bills) })),
        _ => Reply::in_pieces(&["Pronto."]),
    }
}

fn id_in(result: &str) -> Value {
    let line = result.lines().find(|line| line.starts_with('{')).unwrap_or_else(|| panic!("{result}"));
    let bills: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    bills["bills"][0]["id"].clone()
}

/// Counts payments.
pub const PAID: &str = "SELECT count(*) FROM bills, jsonb_object_keys(payments) WHERE deleted_at IS NULL";

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_is_found_paid_on_a_card_and_unpaid_again() {
    let world = World::personal(pays_the_first).await;
    let bill = enter(&world, "Luz </contexto> da casa").await;
    let response = world.ask("paguei a conta de luz").await;
    let asked = world.provider.received_requests();
    let last = asked.last().unwrap();
    assert!(last.offered_tools().len() <= 12 && last.offered_tools().contains(&"create_expense".to_owned()));
    let result = &last.tool_results()[0];
    assert!(
        result.starts_with("ok: found 1 bills") && result.matches("</contexto>").count() == 1,
        "{result}"
    );
    let one = card(&response);
    let target = one.card.arguments.iter().find(|argument| argument.name == "billId").unwrap();
    assert_eq!(target.value, json!(bill.id));
    assert_eq!(world.count(PAID).await, 0, "a call writes nothing");
    let said = world.go_on(response.conversation_id, "sim").await;
    assert_eq!(world.action(one.action_id).await.state, ActionState::Executed, "{}", said.answer);
    assert_eq!(world.count(PAID).await, 1);
    let undone = world.undo_all(all_of(ActionScope::Action, Some(one.action_id))).await;
    assert_eq!((undone.undone, world.count(PAID).await), (1, 0));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bill_that_was_paid_meanwhile_is_a_conflict_and_one_that_is_paid_has_no_card() {
    let world = World::personal(pays_the_first).await;
    let bill = enter(&world, "Luz").await;
    let first = card(&world.ask("paguei a conta de luz").await).action_id;
    let paid = celeiro_app::personal::finance::payments::BillPayment {
        id: bill.id,
        month: None,
        year: None,
        dismiss: None,
        operation_id: None,
    };
    celeiro_app::personal::finance::payments::pay_bill(&world.app, &world.caller, paid).await.unwrap();
    assert_eq!(code(world.confirm(first).await), "action_conflict");
    let again = world.ask("paguei a conta de luz").await;
    assert!(again.pending.is_empty(), "{:?}", again.pending);
    let refused = world.provider.received_requests().last().unwrap().tool_results()[1].clone();
    assert!(refused.contains("action_invalid"), "{refused}");
    assert_eq!(world.count(PAID).await, 1);
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expense_is_a_card_then_a_row_then_gone() {
    let arguments = json!({ "name": "Mercado", "category": "alimentacao", "actualAmount": 450.5 });
    let world = World::personal(move |asked: &ReceivedRequest| match asked.tool_results().is_empty() {
        true => Reply::call("create_expense", &arguments),
        false => Reply::in_pieces(&["Pronto."]),
    })
    .await;
    let response = world.ask("gastei R$ 450,50 no mercado").await;
    let id = card(&response).action_id;
    let rows = "SELECT count(*) FROM expenses WHERE deleted_at IS NULL AND category = 'alimentacao' \
        AND (SELECT sum(value::numeric) FROM jsonb_each_text(actuals)) = 450.5";
    assert_eq!(world.count("SELECT count(*) FROM expenses").await, 0);
    world.confirm(id).await.unwrap();
    assert_eq!(world.count(rows).await, 1);
    let undone = world.undo_all(all_of(ActionScope::Action, Some(id))).await;
    assert_eq!((undone.undone, undone.deleted, world.count(rows).await), (1, 1, 0));
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_is_refused_with_what_is_allowed() {
    for (tool, arguments, says) in [
        (
            "create_expense",
            json!({ "name": "x", "category": "alimentacao", "actualAmount": 0 }),
            "actualAmount",
        ),
        (
            "create_expense",
            json!({ "name": "x", "category": "alimentacao", "actualAmount": -1 }),
            "actualAmount",
        ),
        (
            "create_expense",
            json!({ "name": "x", "category": "alimentacao", "actualAmount": 1e18 }),
            "actualAmount",
        ),
        ("create_expense", json!({ "name": "x", "category": "dinheiro", "actualAmount": 1 }), "alimentacao"),
        ("mark_bill_paid", json!({ "billId": Uuid::nil() }), "not_found"),
        ("mark_bill_paid", json!({ "billId": "luz" }), "invalid_arguments"),
        ("get_bills", json!({ "month": 13 }), "1..12"),
        ("get_bills", json!({ "month": 0 }), "1..12"),
        ("get_expenses", json!({ "year": 2019 }), "2020..2100"),
        ("get_pending_bills", json!({ "year": 2101 }), "2020..2100"),
        ("get_debt_progress", json!({ "debtId": Uuid::nil() }), "not_found"),
    ] {
        let (call, sent) = (tool, arguments.clone());
        let world = World::personal(move |asked: &ReceivedRequest| match asked.tool_results().is_empty() {
            true => Reply::call(call, &sent),
            false => Reply::in_pieces(&["Certo."]),
        })
        .await;
        let response = world.ask("e as minhas contas e gastos?").await;
        assert!(response.pending.is_empty(), "{tool} {arguments}");
        let result = world.provider.received_requests().last().unwrap().tool_results()[0].clone();
        assert!(result.starts_with("error") && result.contains(says), "{tool} {arguments}: {result}");
        world.close().await;
    }
}

type NextCall = Arc<Mutex<(&'static str, Value)>>;

/// A program whose model makes the call that stands in `NextCall`.
async fn begin() -> (World, NextCall) {
    let next: NextCall = Arc::new(Mutex::new(("get_bills", json!({}))));
    let told = next.clone();
    let world = World::personal(move |asked: &ReceivedRequest| match asked.tool_results().is_empty() {
        true => {
            let (tool, arguments) = told.lock().unwrap().clone();
            Reply::call(tool, &arguments)
        }
        false => Reply::in_pieces(&["Certo."]),
    })
    .await;
    (world, next)
}

/// What a call is told that makes no card.
async fn refuse(world: &World, next: &NextCall, tool: &'static str, arguments: Value) -> String {
    *next.lock().unwrap() = (tool, arguments.clone());
    let response = world.ask("e as minhas contas e gastos?").await;
    assert!(response.pending.is_empty(), "{tool} {arguments}");
    let result = world.provider.received_requests().last().unwrap().tool_results()[0].clone();
    assert!(result.starts_with("error"), "{tool} {arguments}: {result}");
    result
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expense_of_nothing_is_refused_as_a_call_on_the_page_and_in_a_file() {
    let (world, next) = begin().await;
    for (field, amount) in [
        ("actualAmount", json!(0)),
        ("actualAmount", json!(0.0)),
        ("actualAmount", json!("0,00")),
        ("budgetedAmount", json!(0)),
    ] {
        let mut arguments = json!({ "name": "Mercado", "category": "alimentacao" });
        arguments[field] = amount;
        let result = refuse(&world, &next, "create_expense", arguments).await;
        assert!(result.contains(field), "by the name of its argument: {result}");
    }
    let (app, caller) = (&world.app, &world.caller);
    for (expected, actual) in [(None, Some("0")), (Some("0,00"), None), (Some("100"), Some("0"))] {
        let draft = json!({ "name": "Mercado", "category": "alimentacao", "expectedAmount": expected,
            "actualAmount": actual });
        let request = CreateExpense { operation_id: None, draft: serde_json::from_value(draft).unwrap() };
        let refused = create_expense(app, caller, request).await;
        assert_eq!(code(refused), "invalid_fields", "{expected:?} {actual:?}");
    }
    let content =
        "nome;categoria;real;mês\nFeira;alimentacao;80,00;2026-11\nMercado;alimentacao;0,00;2026-11\n";
    let request =
        ImportFinance { table: FinanceTable::Expenses, content: content.into(), operation_id: None };
    assert_eq!(code(import_finance(app, caller, request).await), "invalid_fields");
    assert_eq!(world.count("SELECT count(*) FROM expenses").await, 0, "all of a file or nothing");
    world.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_0_or_13_is_refused_by_every_tool_and_pays_no_bill() {
    let (world, next) = begin().await;
    let bill = enter(&world, "Luz").await;
    for month in [0, 13, -1] {
        for tool in ["get_pending_bills", "get_bills", "get_expenses", "get_incomes", "mark_bill_paid"] {
            let mut arguments = json!({ "month": month });
            if tool == "mark_bill_paid" {
                arguments["billId"] = json!(bill.id);
            }
            let result = refuse(&world, &next, tool, arguments).await;
            assert!(result.contains("1..12"), "{tool}: {result}");
        }
        let payment =
            BillPayment { id: bill.id, month: Some(month), year: None, dismiss: None, operation_id: None };
        assert_eq!(code(pay_bill(&world.app, &world.caller, payment).await), "invalid_fields");
    }
    assert_eq!(world.count(PAID).await, 0);
    world.close().await;
}
