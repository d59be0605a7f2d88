//! What the writes of an action answer once a person confirmed it: in the form of the reference, where that has one.

use super::action::Action;
use super::plan::WritePlan;
use crate::personal::finance::bill::BillFields;
use crate::personal::finance::expense::ExpenseFields;
use crate::personal::finance::money::Money;
use crate::personal::write::{PersonalFields, PersonalWrite};
use serde_json::{Value, json};
use uuid::Uuid;

/// The answers of the writes of an action that has run, in their order; those that the person left out have none.
/// `plan` is what ran.
pub fn results_of(action: &Action, plan: &WritePlan) -> Vec<Value> {
    let writes = action.sealed_writes();
    let ran = (0..).zip(plan.parts()).zip(&writes).filter(|((at, _), _)| !action.left_out.contains(at));
    ran.map(|((_, part), write)| result_of(&write.tool, part)).collect()
}

fn result_of(tool: &str, part: &WritePlan) -> Value {
    match part {
        WritePlan::SavePersonal { change } | WritePlan::DeletePersonal { change } => {
            personal_result(tool, change)
        }
        WritePlan::EditItems { .. }
        | WritePlan::CreateItem { .. }
        | WritePlan::CreateFaq { .. }
        | WritePlan::Several { .. } => json!({ "success": true }),
    }
}

fn personal_result(tool: &str, change: &PersonalWrite) -> Value {
    match (tool, &change.content) {
        ("mark_bill_paid", PersonalFields::Bill(bill)) => payment_result(change.id, bill),
        ("create_expense", PersonalFields::Expense(expense)) => expense_result(change.id, expense),
        _ => json!({ "success": true, "id": change.id }),
    }
}

/// The newest payment is the one that was confirmed.
fn payment_result(id: Uuid, bill: &BillFields) -> Value {
    let payment = bill.payments.values().max_by_key(|payment| payment.paid_at);
    let amount = payment.map_or(bill.amount, |payment| payment.amount);
    json!({
        "success": true,
        "bill": { "id": id, "name": bill.name, "amount": amount },
        "paidAt": payment.map(|payment| payment.paid_at),
    })
}

/// Where an amount was only planned, nothing is spent yet.
fn expense_result(id: Uuid, expense: &ExpenseFields) -> Value {
    let spent = expense.actuals.get(&expense.month_year).copied().unwrap_or(Money::ZERO);
    json!({
        "success": true,
        "expense": { "id": id, "name": expense.name, "category": expense.category, "actualAmount": spent },
    })
}
