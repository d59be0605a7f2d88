//! The tools of the person's own money: what they answer, and a payment and an expense from a call to a card, a yes, a
//! row, and back.

use crate::support::{World, all_of, card, code};
use celeiro_app::assistant::undo::ActionScope;
use celeiro_app::personal::finance::records::{CreateBill, create_bill};
use celeiro_domain::assistant::ActionState;
use celeiro_domain::personal::finance::bill::{BillDraft, BillOfMonth};
use celeiro_domain::personal::finance::money::AmountText;
use celeiro_tests::provider::{ReceivedRequest, Reply};
use serde_json::{Value, json};
use uuid::Uuid;

/// A bill that recurs, since long.
async fn enter(world: &World, name: &str) -> BillOfMonth {
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

const PAID: &str = "SELECT count(*) FROM bills, jsonb_object_keys(payments) WHERE deleted_at IS NULL";

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
