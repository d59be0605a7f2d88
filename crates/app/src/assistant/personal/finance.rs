//! Personal finance tools: reads, and previews of payments and expenses.

use super::proposals::{refuse_arguments, save_new, spellings_of};
use crate::api::Empty;
use crate::app::App;
use crate::assistant::prepared::{PreparedWrite, Target, new_record};
use crate::assistant::reads::CallResult;
use crate::assistant::workspace::Workspace;
use crate::chat::steps::turn_runner::TurnRunner;
use crate::error::{AppError, Code};
use crate::personal::finance::noun::{list, read};
use crate::personal::finance::overview::{self, get_finance_summary};
use crate::personal::finance::payments::check_month;
use crate::personal::finance::records::{
    FinanceMonth, ListBills, list_bills, list_debts, list_expenses, list_incomes, list_investments,
};
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::assistant::WritePlan;
use celeiro_domain::assistant::origin::{OriginKind, TextBlock};
use celeiro_domain::assistant::payload::result_text;
use celeiro_domain::assistant::personal::finance::{
    CreateExpense, GetBills, GetDebtProgress, GetFinanceSummary, MOST_RECORDS, MarkBillPaid, MonthOfRecords,
    finance_line,
};
use celeiro_domain::personal::finance::bill::{BillFields, keep_nearest, pending_bills};
use celeiro_domain::personal::finance::codes::BillFilter;
use celeiro_domain::personal::finance::debt::{DebtFields, debts_progress};
use celeiro_domain::personal::finance::expense::ExpenseFields;
use celeiro_domain::personal::finance::month::Month;
use celeiro_domain::personal::tracking::MetricEntry;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use chrono::{Days, Utc};
use serde::Serialize;
use serde_json::json;

impl TurnRunner {
    /// `get_finance_summary`.
    pub(in crate::assistant) async fn look_up_summary(
        &mut self,
        work: &mut Workspace,
        given: &GetFinanceSummary,
    ) -> Result<CallResult, AppError> {
        let request = overview::GetFinanceSummary { period: Some(given.period), month: None, year: None };
        let mut summary = get_finance_summary(&self.app, &self.caller, request).await?;
        keep_nearest(&mut summary.pending_bills, MOST_RECORDS, |bill| bill.days_until_due);
        Ok(answer(work, "the summary", 1, &summary))
    }

    /// `get_pending_bills`.
    pub(in crate::assistant) async fn look_up_pending_bills(
        &mut self,
        work: &mut Workspace,
        given: &MonthOfRecords,
    ) -> Result<CallResult, AppError> {
        let today = today_in(&require_on(&self.app)?);
        let month = Month::read(given.month, given.year, today).map_err(AppError::fields)?;
        let mut found = pending_bills(&list::<BillFields>(&self.app).await?, month, today);
        let count = found.bills.len();
        keep_nearest(&mut found.bills, MOST_RECORDS, |bill| bill.days_until_due);
        Ok(answer(work, "pending bills", count, &found))
    }

    /// `get_debt_progress`.
    pub(in crate::assistant) async fn look_up_debts(
        &mut self,
        work: &mut Workspace,
        given: &GetDebtProgress,
    ) -> Result<CallResult, AppError> {
        let found = match given.debt_id {
            None => list_debts(&self.app, &self.caller, Empty {}).await?,
            Some(id) => {
                require_on(&self.app)?;
                debts_progress(&[read::<DebtFields>(&self.app, id).await?])
            }
        };
        let line = finance_line(&found, &["dueDay"]);
        Ok(answer_line(work, "debts", found.debts.len(), line))
    }

    /// `get_bills`.
    pub(in crate::assistant) async fn look_up_bills(
        &mut self,
        work: &mut Workspace,
        given: &GetBills,
    ) -> Result<CallResult, AppError> {
        let request = ListBills { month: given.month, year: given.year, status: Some(given.status) };
        let mut found = list_bills(&self.app, &self.caller, request).await?;
        // A model has one amount for each bill: that of its month.
        found.bills.iter_mut().for_each(|bill| bill.amount = bill.of_month());
        if given.status == BillFilter::Overdue {
            // What is overdue is so in whichever month it began to be.
            let of_month = std::mem::replace(&mut found.bills, std::mem::take(&mut found.earlier));
            found.bills.extend(of_month);
        }
        let count = found.bills.len();
        keep_nearest(&mut found.bills, MOST_RECORDS, |bill| bill.days_until_due);
        Ok(answer(work, "bills", count, &found))
    }

    /// `get_expenses`.
    pub(in crate::assistant) async fn look_up_expenses(
        &mut self,
        work: &mut Workspace,
        given: &MonthOfRecords,
    ) -> Result<CallResult, AppError> {
        let found = list_expenses(&self.app, &self.caller, month_of(given)).await?;
        Ok(answer(work, "expenses", found.expenses.len(), &found))
    }

    /// `get_incomes`.
    pub(in crate::assistant) async fn look_up_incomes(
        &mut self,
        work: &mut Workspace,
        given: &MonthOfRecords,
    ) -> Result<CallResult, AppError> {
        let found = list_incomes(&self.app, &self.caller, month_of(given)).await?;
        Ok(answer(work, "incomes", found.incomes.len(), &found))
    }

    /// `get_investments`.
    pub(in crate::assistant) async fn look_up_investments(
        &mut self,
        work: &mut Workspace,
    ) -> Result<CallResult, AppError> {
        let found = list_investments(&self.app, &self.caller, Empty {}).await?;
        Ok(answer(work, "investments", found.investments.len(), &found))
    }
}

fn month_of(given: &MonthOfRecords) -> FinanceMonth {
    FinanceMonth { month: given.month, year: given.year }
}

fn answer(work: &mut Workspace, what: &str, count: usize, result: &impl Serialize) -> CallResult {
    answer_line(work, what, count, finance_line(result, &[]))
}

/// A result with its whole shape: one of no records says so by its figures.
fn answer_line(work: &mut Workspace, what: &str, count: usize, line: String) -> CallResult {
    work.blocks.push(TextBlock::of_record(OriginKind::Memory, what, &line));
    let (outcome, status) = match count {
        0 => ("empty", "empty: 0 results".to_owned()),
        count if count > MOST_RECORDS => {
            ("ok", format!("ok: found {count} {what}, {MOST_RECORDS} of them listed"))
        }
        count => ("ok", format!("ok: found {count} {what}")),
    };
    CallResult { outcome: outcome.to_owned(), count: count as u32, text: result_text(&status, &[line]) }
}

/// What finance holds as spent in the months of the last `days`: an entry for each expense and month, on the first day
/// of the month, because finance knows no day of it.
///
/// # Errors
/// `personal_off`.
pub(super) async fn spent_by_month(app: &App, days: u32) -> Result<Vec<MetricEntry>, AppError> {
    let today = today_in(&require_on(app)?);
    let first = today.checked_sub_days(Days::new(u64::from(days.saturating_sub(1)))).unwrap_or(today);
    let months = Month::of(first)..=Month::of(today);
    let expenses = list::<ExpenseFields>(app).await?;
    let entries = expenses.iter().flat_map(|expense| {
        let spent = expense.fields.actuals.iter().filter(|(month, _)| months.contains(month));
        spent.filter_map(|(month, amount)| {
            Some(MetricEntry {
                id: expense.id,
                kind: "expense".to_owned(),
                value: amount.to_plain().parse().ok()?,
                unit: Some("BRL".to_owned()),
                date: month.first_day(),
                notes: Some(format!("{}, no mês inteiro", expense.fields.name)),
            })
        })
    });
    Ok(entries.collect())
}

/// # Errors
/// `personal_off`, `not_found`, `invalid_fields` for a month in which it is not due, [`Code::ActionInvalid`] where it is
/// paid already.
pub(in crate::assistant) async fn prepare_payment(
    app: &App,
    given: &MarkBillPaid,
) -> Result<PreparedWrite, AppError> {
    let today = today_in(&require_on(app)?);
    let month = Month::read(given.month, given.year, today).map_err(AppError::fields)?;
    let bill = read::<BillFields>(app, given.bill_id).await?;
    check_month(&bill.fields, month)?;
    let Some(fields) = bill.fields.pay(month, Utc::now()) else {
        return Err(AppError::new(Code::ActionInvalid).with_text("reason", "action.reason.billPaid"));
    };
    let name = fields.name.clone();
    let shown = json!({ "monthYear": month, "amount": fields.amount });
    let mut card = new_record(&name, &shown);
    card.changes.iter_mut().for_each(|change| change.id = Some(bill.id));
    let target =
        Target { argument: "billId", id: Some(bill.id), spellings: spellings_of(&name), label: name };
    let content = PersonalFields::Bill(Box::new(fields));
    let change = PersonalWrite { id: bill.id, version: Some(bill.version), content };
    Ok((WritePlan::SavePersonal { change: Box::new(change) }, card, Some(target)))
}

/// # Errors
/// `personal_off`, `invalid_fields`.
pub(in crate::assistant) fn prepare_expense(
    app: &App,
    given: &CreateExpense,
) -> Result<PreparedWrite, AppError> {
    let today = today_in(&require_on(app)?);
    let checked = given.to_draft().check(None, today);
    let names = [("expectedAmount", "budgetedAmount")];
    let fields = checked.map_err(|errors| refuse_arguments(errors, &names))?;
    let shown = json!({
        "name": fields.name,
        "category": fields.category,
        "expectedAmount": fields.expected_amount,
        "actualAmount": fields.actuals.get(&fields.month_year),
        "isRecurring": fields.is_recurring,
        "monthYear": fields.month_year,
    });
    let card = new_record(&fields.name, &shown);
    Ok((save_new(PersonalFields::Expense(Box::new(fields))), card, None))
}
