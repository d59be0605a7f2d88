//! Bills that are not paid: what a model reads of them, and what is overdue of each.

use super::fields::BillFields;
use super::of_month::{BillOfMonth, BillsOfMonth, bills_of_month};
use crate::personal::finance::Entry;
use crate::personal::finance::codes::{BillCategory, BillFilter, BillStatus};
use crate::personal::finance::money::Money;
use crate::personal::finance::month::Month;
use chrono::NaiveDate;
use serde::Serialize;
use uuid::Uuid;

/// A bill that is to be paid, in `get_pending_bills`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnpaidBill {
    /// Id.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// What it is for.
    pub category: BillCategory,
    /// What is due.
    pub amount: Money,
    /// Day of the month.
    pub due_day: u32,
    /// `pending` or `overdue`.
    pub status: BillStatus,
    /// Days from today to its day.
    pub days_until_due: i32,
}

/// `get_pending_bills` in figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnpaidSummary {
    /// What is due today or later.
    pub total_pending: Money,
    /// What is due since before today.
    pub total_overdue: Money,
    /// Bills due today or later.
    pub count_pending: u32,
    /// Bills due since before today.
    pub count_overdue: u32,
}

/// What `get_pending_bills` answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PendingBills {
    /// The bills that are not paid, by day; of the month of today with those of months before.
    pub bills: Vec<UnpaidBill>,
    /// In figures.
    pub summary: UnpaidSummary,
    /// The month.
    pub month_year: Month,
}

/// What is overdue of one bill.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrears {
    /// The bill.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How many months are not paid.
    pub months: u32,
    /// What is due for all of them.
    pub amount: Money,
    /// The day of the oldest.
    pub since: NaiveDate,
}

/// Leaves of more than `most` rows the nearest to today, by day; `days` are those from today.
pub fn keep_nearest<T>(rows: &mut Vec<T>, most: usize, days: impl Fn(&T) -> i32) {
    if rows.len() > most {
        rows.sort_by_key(|row| days(row).unsigned_abs());
        rows.truncate(most);
        rows.sort_by_key(&days);
    }
}

/// Groups the overdue months of `overdue` by bill, in the order of the first of them.
pub fn arrears_by_bill<'a>(overdue: impl IntoIterator<Item = &'a BillOfMonth>) -> Vec<Arrears> {
    let mut all: Vec<Arrears> = Vec::new();
    for bill in overdue {
        let day = bill.month_year.day(bill.due_day);
        match all.iter_mut().find(|one| one.id == bill.id) {
            Some(one) => {
                one.months += 1;
                one.amount = one.amount + bill.amount;
                one.since = one.since.min(day);
            }
            None => all.push(Arrears {
                id: bill.id,
                name: bill.name.clone(),
                months: 1,
                amount: bill.amount,
                since: day,
            }),
        }
    }
    all
}

/// What `get_pending_bills` answers for a month.
pub fn pending_bills(bills: &[Entry<BillFields>], month: Month, today: NaiveDate) -> PendingBills {
    let BillsOfMonth { bills, earlier, summary, .. } = bills_of_month(bills, month, today, BillFilter::All);
    let (count, amount) = (earlier.len() as u32, earlier.iter().map(|bill| bill.amount).sum::<Money>());
    let unpaid = earlier.into_iter().chain(bills).filter(|bill| bill.status != BillStatus::Paid);
    let unpaid = unpaid.map(|bill| UnpaidBill {
        id: bill.id,
        name: bill.name,
        category: bill.category,
        amount: bill.amount,
        due_day: bill.due_day,
        status: bill.status,
        days_until_due: bill.days_until_due,
    });
    PendingBills {
        bills: unpaid.collect(),
        summary: UnpaidSummary {
            total_pending: summary.pending_amount,
            total_overdue: summary.overdue_amount + amount,
            count_pending: summary.pending_count,
            count_overdue: summary.overdue_count + count,
        },
        month_year: month,
    }
}
