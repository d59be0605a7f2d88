//! Operations on each kind of finance record: list, save, delete, restore.

use super::noun::{Noun, Place, list, read, save};
use crate::api::{DeletedRecord, Empty, WriteById};
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::flat_request::flat_request;
use crate::personal::records::{delete_record, restore_record};
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::personal::finance::bill::{
    BillDraft, BillFields, BillOfMonth, BillsOfMonth, bills_of_month,
};
use celeiro_domain::personal::finance::codes::BillFilter;
use celeiro_domain::personal::finance::debt::{
    DebtDraft, DebtFields, DebtProgress, DebtsProgress, debts_progress,
};
use celeiro_domain::personal::finance::expense::{
    ExpenseDraft, ExpenseFields, ExpenseOfMonth, ExpensesOfMonth, expenses_of_month,
};
use celeiro_domain::personal::finance::income::{
    IncomeDraft, IncomeFields, IncomeOfMonth, IncomesOfMonth, incomes_of_month,
};
use celeiro_domain::personal::finance::investment::{
    InvestmentDraft, InvestmentFields, InvestmentProgress, InvestmentsProgress, investments_progress,
};
use celeiro_domain::personal::finance::month::Month;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A month; that of today where absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FinanceMonth {
    /// 1 to 12.
    #[serde(default)]
    pub month: Option<i32>,
    /// 2020 to 2100.
    #[serde(default)]
    pub year: Option<i32>,
}

/// Which bills.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListBills {
    /// 1 to 12; the month of today where absent.
    #[serde(default)]
    pub month: Option<i32>,
    /// 2020 to 2100; the year of today where absent.
    #[serde(default)]
    pub year: Option<i32>,
    /// In this state alone.
    #[serde(default)]
    pub status: Option<BillFilter>,
}

/// The person's day, and the month that is meant.
///
/// # Errors
/// `personal_off`, `invalid_fields` for months and years that are none.
pub(super) fn day_and_month(
    app: &App,
    month: Option<i32>,
    year: Option<i32>,
) -> Result<(NaiveDate, Month), AppError> {
    let today = today_in(&require_on(app)?);
    Ok((today, Month::read(month, year, today).map_err(AppError::fields)?))
}

/// Lists the bills of a month with their status.
///
/// # Errors
/// `personal_off`, `invalid_fields` for months and years that are none.
pub async fn list_bills(app: &App, _: &Caller, request: ListBills) -> Result<BillsOfMonth, AppError> {
    let (today, month) = day_and_month(app, request.month, request.year)?;
    let bills = list::<BillFields>(app).await?;
    Ok(bills_of_month(&bills, month, today, request.status.unwrap_or(BillFilter::All)))
}

/// Lists the expenses of a month.
///
/// # Errors
/// `personal_off`, `invalid_fields` for months and years that are none.
pub async fn list_expenses(
    app: &App,
    _: &Caller,
    request: FinanceMonth,
) -> Result<ExpensesOfMonth, AppError> {
    let (_, month) = day_and_month(app, request.month, request.year)?;
    Ok(expenses_of_month(&list::<ExpenseFields>(app).await?, month))
}

/// Lists the incomes of a month.
///
/// # Errors
/// `personal_off`, `invalid_fields` for months and years that are none.
pub async fn list_incomes(app: &App, _: &Caller, request: FinanceMonth) -> Result<IncomesOfMonth, AppError> {
    let (_, month) = day_and_month(app, request.month, request.year)?;
    Ok(incomes_of_month(&list::<IncomeFields>(app).await?, month))
}

/// Lists the debts with how far they are paid.
///
/// # Errors
/// `personal_off`.
pub async fn list_debts(app: &App, _: &Caller, _: Empty) -> Result<DebtsProgress, AppError> {
    require_on(app)?;
    Ok(debts_progress(&list::<DebtFields>(app).await?))
}

/// The investments with how far they are from their goals.
///
/// # Errors
/// `personal_off`.
pub async fn list_investments(app: &App, _: &Caller, _: Empty) -> Result<InvestmentsProgress, AppError> {
    require_on(app)?;
    Ok(investments_progress(&list::<InvestmentFields>(app).await?))
}

/// Declares how records of a kind are saved, deleted and brought back.
macro_rules! record_operations {
    ($about:literal: $fields:ty, $draft:ty => $view:ty;
        $(#[$of_new:meta])* $new:ident $create:ident, $(#[$of_changed:meta])* $changed:ident $update:ident,
        $delete:ident, $restore:ident) => {
        flat_request! {
            $(#[$of_new])*
            $new of $draft {
                /// Chosen by the client: asking again under the same id creates nothing twice.
                #[serde(default)]
                operation_id: Option<Uuid>,
            }
        }

        flat_request! {
            $(#[$of_changed])*
            $changed of $draft {
                /// The record.
                id: Uuid,
                /// The version that the change started from.
                version: i32,
                /// Chosen by the client: asking again under the same id does nothing twice.
                #[serde(default)]
                operation_id: Option<Uuid>,
            }
        }

        #[doc = concat!("Enters a new ", $about, ".")]
        ///
        /// # Errors
        /// `personal_off`, `invalid_fields`.
        pub async fn $create(app: &App, caller: &Caller, request: $new) -> Result<$view, AppError> {
            save::<$fields>(app, caller, Place::New, request.draft, request.operation_id).await
        }

        #[doc = concat!("Replaces a changed ", $about, ".")]
        ///
        /// # Errors
        /// `personal_off`, `conflict` with both states where the version is not the current one, `not_found`,
        /// `invalid_fields`.
        pub async fn $update(app: &App, caller: &Caller, request: $changed) -> Result<$view, AppError> {
            let place = Place::Of { id: request.id, version: request.version };
            save::<$fields>(app, caller, place, request.draft, request.operation_id).await
        }

        #[doc = concat!("Deletes one that is no ", $about, " any more; it can be brought back.")]
        ///
        /// # Errors
        /// `personal_off`, `not_found`.
        pub async fn $delete(
            app: &App,
            caller: &Caller,
            request: WriteById,
        ) -> Result<DeletedRecord, AppError> {
            delete_record(app, caller, <$fields as Noun>::KIND, &request).await
        }

        #[doc = concat!("Brings a deleted ", $about, " back; it is shown as of this month.")]
        ///
        /// # Errors
        /// `personal_off`, `not_found`.
        pub async fn $restore(app: &App, caller: &Caller, request: WriteById) -> Result<$view, AppError> {
            restore_record(app, caller, <$fields as Noun>::KIND, &request).await?;
            let today = today_in(&require_on(app)?);
            Ok(<$fields as Noun>::show(&read::<$fields>(app, request.id).await?, Month::of(today), today))
        }
    };
}

record_operations! {
    "bill": BillFields, BillDraft => BillOfMonth;
    /// A new bill.
    CreateBill create_bill,
    /// A changed bill.
    UpdateBill update_bill,
    delete_bill, restore_bill
}
record_operations! {
    "expense": ExpenseFields, ExpenseDraft => ExpenseOfMonth;
    /// A new expense.
    CreateExpense create_expense,
    /// A changed expense.
    UpdateExpense update_expense,
    delete_expense, restore_expense
}
record_operations! {
    "income": IncomeFields, IncomeDraft => IncomeOfMonth;
    /// A new income.
    CreateIncome create_income,
    /// A changed income.
    UpdateIncome update_income,
    delete_income, restore_income
}
record_operations! {
    "debt": DebtFields, DebtDraft => DebtProgress;
    /// A new debt.
    CreateDebt create_debt,
    /// A changed debt.
    UpdateDebt update_debt,
    delete_debt, restore_debt
}
record_operations! {
    "investment": InvestmentFields, InvestmentDraft => InvestmentProgress;
    /// A new investment.
    CreateInvestment create_investment,
    /// A changed investment.
    UpdateInvestment update_investment,
    delete_investment, restore_investment
}
