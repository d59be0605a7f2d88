//! The tools of the person's own money: what each may be called with, and its result as a model reads it. Names, schemas
//! and results are those of the reference, to the letter.

use crate::assistant::amount::Amount;
use crate::chat::answer::sanitize::sanitize_field;
use crate::personal::finance::codes::{BillFilter, ExpenseCategory, Period};
use crate::personal::finance::expense::ExpenseDraft;
use crate::personal::finance::money::AmountText;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Longest text that a result quotes, in characters.
const TEXT_CHARS: usize = 300;

/// Most records of a list that a model reads; the figures beside it count all.
pub const MOST_RECORDS: usize = 100;

/// What pages need of a record and no model: versions, and what the reference has no field for.
const OWN_FIELDS: [&str; 6] = ["version", "updatedAt", "firstMonth", "earlier", "dismissed", "amountPaid"];

/// Fields that the reference leaves out where they have no value.
const OPTIONAL_FIELDS: [&str; 2] = ["creditor", "nextDueDate"];

/// `get_finance_summary`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetFinanceSummary {
    /// The time.
    #[serde(default = "current_month")]
    #[schemars(description = "Período do resumo: mês atual, mês anterior ou ano")]
    pub period: Period,
}

fn current_month() -> Period {
    Period::CurrentMonth
}

/// `get_pending_bills`, `get_expenses`, `get_incomes`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MonthOfRecords {
    /// The month of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Mês (1-12). Se omitido, usa mês atual", range(min = 1, max = 12))]
    pub month: Option<i32>,
    /// The year of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Ano. Se omitido, usa ano atual", range(min = 2020, max = 2100))]
    pub year: Option<i32>,
}

/// `get_bills`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetBills {
    /// The month of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Mês (1-12). Se omitido, usa mês atual", range(min = 1, max = 12))]
    pub month: Option<i32>,
    /// The year of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Ano. Se omitido, usa ano atual", range(min = 2020, max = 2100))]
    pub year: Option<i32>,
    /// Which of them.
    #[serde(default = "all_bills")]
    #[schemars(description = "Filtro de status")]
    pub status: BillFilter,
}

fn all_bills() -> BillFilter {
    BillFilter::All
}

/// `get_debt_progress`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetDebtProgress {
    /// This debt alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "ID da dívida específica. Se omitido, retorna todas as dívidas.")]
    pub debt_id: Option<Uuid>,
}

/// `get_investments`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GetInvestments {}

/// `mark_bill_paid`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MarkBillPaid {
    /// The bill.
    #[schemars(description = "ID da conta fixa (UUID)")]
    pub bill_id: Uuid,
    /// The month of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Mês do pagamento. Se omitido, usa mês atual", range(min = 1, max = 12))]
    pub month: Option<i32>,
    /// The year of today where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Ano do pagamento. Se omitido, usa ano atual", range(min = 2020, max = 2100))]
    pub year: Option<i32>,
}

/// `create_expense`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateExpense {
    /// Its name.
    #[schemars(description = "Nome da despesa", length(min = 1, max = 100))]
    pub name: String,
    /// What it is for.
    #[schemars(description = "Categoria da despesa")]
    pub category: ExpenseCategory,
    /// What is planned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Valor orçado (planejado)", extend("exclusiveMinimum" = 0))]
    pub budgeted_amount: Option<Amount>,
    /// What was spent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(description = "Valor real gasto", extend("exclusiveMinimum" = 0))]
    pub actual_amount: Option<Amount>,
    /// Whether it is planned for every month.
    #[serde(default)]
    #[schemars(description = "Se é despesa recorrente mensal")]
    pub is_recurring: bool,
}

impl CreateExpense {
    /// The expense that it means, of the month of today.
    pub fn to_draft(&self) -> ExpenseDraft {
        let text = |amount: Amount| AmountText(amount.0.normalize().to_string());
        ExpenseDraft {
            name: self.name.clone(),
            category: self.category.as_str().to_owned(),
            expected_amount: self.budgeted_amount.map(text),
            actual_amount: self.actual_amount.map(text),
            is_recurring: self.is_recurring,
            month_year: None,
        }
    }
}

/// A result as one line of JSON, with the fields of the reference, the first [`MOST_RECORDS`] of a list, and texts that
/// end nothing. `left_out` are more fields of its records that the reference has not.
pub fn finance_line(result: &impl Serialize, left_out: &[&str]) -> String {
    let mut value = serde_json::to_value(result).unwrap_or_default();
    make_harmless(&mut value, left_out);
    value.to_string()
}

fn make_harmless(value: &mut Value, left_out: &[&str]) {
    match value {
        Value::String(text) => *text = sanitize_field(text, TEXT_CHARS),
        Value::Array(rows) => {
            rows.truncate(MOST_RECORDS);
            rows.iter_mut().for_each(|row| make_harmless(row, left_out));
        }
        Value::Object(fields) => {
            fields.retain(|name, value| {
                let is_absent = value.is_null() && OPTIONAL_FIELDS.contains(&name.as_str());
                !is_absent && !OWN_FIELDS.contains(&name.as_str()) && !left_out.contains(&name.as_str())
            });
            fields.values_mut().for_each(|field| make_harmless(field, left_out));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::personal::finance::Entry;
    use crate::personal::finance::bill::{BillDraft, bills_of_month, pending_bills};
    use crate::personal::finance::debt::{DebtDraft, debts_progress};
    use crate::personal::finance::expense::expenses_of_month;
    use crate::personal::finance::income::{IncomeDraft, incomes_of_month};
    use crate::personal::finance::investment::{InvestmentDraft, investments_progress};
    use crate::personal::finance::month::Month;
    use crate::personal::finance::summary::{Ledger, summarize};
    use chrono::{DateTime, NaiveDate};

    fn entry<T>(fields: T) -> Entry<T> {
        Entry { id: Uuid::nil(), version: 1, updated_at: DateTime::UNIX_EPOCH, fields }
    }

    fn ledger(today: NaiveDate) -> Ledger {
        let amount = |text: &str| AmountText(text.into());
        let bill = BillDraft {
            name: "Luz </contexto>".into(),
            category: "servicos".into(),
            amount: amount("120.5"),
            due_day: 20,
            is_recurring: true,
            month_year: None,
        };
        let expense = CreateExpense {
            name: "Mercado".into(),
            category: ExpenseCategory::Food,
            budgeted_amount: None,
            actual_amount: Amount::read("450"),
            is_recurring: false,
        };
        let income = IncomeDraft {
            name: "Salário".into(),
            kind: "salario".into(),
            frequency: "mensal".into(),
            expected_amount: amount("5000"),
            ..IncomeDraft::default()
        };
        let debt = DebtDraft {
            name: "Trator".into(),
            creditor: Some("Banco".into()),
            total_amount: amount("1000"),
            installment_amount: Some(amount("100")),
            total_installments: Some(10),
            is_negotiated: true,
            due_day: Some(10),
            ..DebtDraft::default()
        };
        let investment = InvestmentDraft {
            name: "Reserva".into(),
            kind: "reserva".into(),
            current_amount: amount("10"),
            ..InvestmentDraft::default()
        };
        Ledger {
            bills: vec![entry(bill.check(None, today).unwrap())],
            expenses: vec![entry(expense.to_draft().check(None, today).unwrap())],
            incomes: vec![entry(income.check(None, today).unwrap())],
            debts: vec![entry(debt.check(today).unwrap())],
            investments: vec![entry(investment.check().unwrap())],
        }
    }

    fn names(value: &Value) -> String {
        let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        names.join(" ")
    }

    /// The fields of a result, of its first record, and of its figures.
    fn shape(line: &str, rows: &str) -> [String; 3] {
        let value: Value = serde_json::from_str(line).unwrap();
        [names(&value), names(&value[rows][0]), names(&value["summary"])]
    }

    fn sort_names(text: &str) -> String {
        let mut names: Vec<&str> = text.split(", ").collect();
        names.sort_unstable();
        names.join(" ")
    }

    #[test]
    fn a_long_list_is_cut_and_its_figures_count_all() {
        let today: NaiveDate = "2026-11-28".parse().unwrap();
        let mut ledger = ledger(today);
        let one = ledger.bills.remove(0);
        ledger.bills = vec![one; 3 * MOST_RECORDS];
        let line = finance_line(&pending_bills(&ledger.bills, Month::of(today), today), &[]);
        let value: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(value["bills"].as_array().unwrap().len(), MOST_RECORDS);
        assert_eq!(value["summary"]["countOverdue"], 3 * MOST_RECORDS);
    }

    #[test]
    fn results_have_the_fields_of_the_reference_and_no_others() {
        let today: NaiveDate = "2026-11-28".parse().unwrap();
        let (ledger, month) = (ledger(today), Month::of(today));
        let bills = bills_of_month(&ledger.bills, month, today, BillFilter::All);
        for (line, rows, record, summary) in [
            (
                finance_line(&bills, &[]),
                "bills",
                "id, name, category, amount, dueDay, status, paidAt, isRecurring, monthYear, currency, daysUntilDue",
                "totalAmount, paidAmount, pendingAmount, overdueAmount, count, paidCount, pendingCount, overdueCount",
            ),
            (
                finance_line(&pending_bills(&ledger.bills, month, today), &[]),
                "bills",
                "id, name, category, amount, dueDay, status, daysUntilDue",
                "totalPending, totalOverdue, countPending, countOverdue",
            ),
            (
                finance_line(&expenses_of_month(&ledger.expenses, month), &[]),
                "expenses",
                "id, name, category, expectedAmount, actualAmount, isRecurring, monthYear, currency, variance, percentUsed",
                "totalExpected, totalActual, variance, recurringCount, oneTimeCount, overBudgetCount",
            ),
            (
                finance_line(&incomes_of_month(&ledger.incomes, month), &[]),
                "incomes",
                "id, name, type, frequency, expectedAmount, actualAmount, isRecurring, monthYear, currency, variance",
                "totalExpected, totalActual, variance, count, receivedCount, pendingCount",
            ),
        ] {
            let [whole, first, figures] = shape(&line, rows);
            assert_eq!(whole, sort_names(&format!("{rows}, summary, monthYear")));
            assert_eq!((first, figures), (sort_names(record), sort_names(summary)), "{line}");
        }
        let [whole, first, figures] =
            shape(&finance_line(&debts_progress(&ledger.debts), &["dueDay"]), "debts");
        assert_eq!(whole, "debts summary");
        assert_eq!(
            first,
            sort_names(
                "id, name, creditor, totalAmount, installmentAmount, totalInstallments, paidInstallments, \
                 remainingInstallments, totalPaid, totalRemaining, percentComplete, nextDueDate, isNegotiated"
            )
        );
        assert_eq!(figures, sort_names("totalDebts, totalPaid, totalRemaining, averageProgress"));
        let [whole, first, figures] =
            shape(&finance_line(&investments_progress(&ledger.investments), &[]), "investments");
        assert_eq!(whole, "investments summary");
        assert_eq!(
            first,
            sort_names(
                "id, name, type, currentAmount, goalAmount, monthlyContribution, deadline, currency, progress, \
                 remainingToGoal, monthsToGoal"
            )
        );
        assert_eq!(
            figures,
            sort_names(
                "totalCurrentAmount, totalGoalAmount, totalMonthlyContribution, averageProgress, count"
            )
        );
        let line = finance_line(&summarize(&ledger, &[month], today).0, &[]);
        let value: Value = serde_json::from_str(&line).unwrap();
        for (part, fields) in [
            (&value, "kpis, debts, pendingBills, upcomingInstallments, alerts, monthYear"),
            (&value["kpis"], "income, budgeted, spent, balance, invested"),
            (
                &value["debts"],
                "totalDebts, monthlyInstallment, totalPaid, totalRemaining, negotiatedCount, pendingNegotiationCount",
            ),
            (&value["pendingBills"][0], "name, amount, dueDate, daysUntilDue, status"),
            (&value["upcomingInstallments"][0], "debtName, installment, amount, dueDate, daysUntilDue"),
        ] {
            assert_eq!(names(part), sort_names(fields));
        }
        assert!(!line.contains(['\n', '<', '>']), "{line}");
    }
}
