//! Bills as they stand in a month: due, paid, overdue, dismissed.

use super::fields::BillFields;
use crate::personal::finance::codes::{BillCategory, BillFilter, BillStatus};
use crate::personal::finance::money::Money;
use crate::personal::finance::month::Month;
use crate::personal::finance::{CURRENCY, Entry};
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A bill as it stands in a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillOfMonth {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Name.
    pub name: String,
    /// What it is for.
    pub category: BillCategory,
    /// What is due; of one that is paid, what would be due today.
    pub amount: Money,
    /// What was paid, where it is paid: it stays so when the amount changes.
    pub amount_paid: Option<Money>,
    /// Day of the month, 1 to 31.
    pub due_day: u32,
    /// How it stands.
    pub status: BillStatus,
    /// When it was paid.
    pub paid_at: Option<DateTime<Utc>>,
    /// Whether it is due every month.
    pub is_recurring: bool,
    /// The month.
    pub month_year: Month,
    /// `BRL`.
    pub currency: String,
    /// Days from today to its day; below 0 where that is over.
    pub days_until_due: i32,
}

/// The bills of a month in figures: all of the month, whichever are listed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillsSummary {
    /// What was paid and what is due: the sum of the three below.
    pub total_amount: Money,
    /// What was paid.
    pub paid_amount: Money,
    /// What is due today or later.
    pub pending_amount: Money,
    /// What is due since before today.
    pub overdue_amount: Money,
    /// Bills.
    pub count: u32,
    /// Paid ones.
    pub paid_count: u32,
    /// Those due today or later.
    pub pending_count: u32,
    /// Those due since before today.
    pub overdue_count: u32,
}

/// The bills of a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillsOfMonth {
    /// The bills, by day, then by name.
    pub bills: Vec<BillOfMonth>,
    /// Where the month is that of today, the bills of months before that are not paid, the longest due first.
    pub earlier: Vec<BillOfMonth>,
    /// Where all are asked for, the bills that a person has dismissed for the month, by name; they count in no figure.
    pub dismissed: Vec<BillOfMonth>,
    /// In figures.
    pub summary: BillsSummary,
    /// The month.
    pub month_year: Month,
}

impl BillOfMonth {
    /// Amount of the bill in its month: what was paid, else what is due.
    pub fn of_month(&self) -> Money {
        self.amount_paid.unwrap_or(self.amount)
    }
}

/// A bill as it stands in a month.
pub fn bill_of_month(bill: &Entry<BillFields>, month: Month, today: NaiveDate) -> BillOfMonth {
    let fields = &bill.fields;
    let payment = fields.payments.get(&month).filter(|payment| !payment.is_dismissal);
    BillOfMonth {
        id: bill.id,
        version: bill.version,
        updated_at: bill.updated_at,
        name: fields.name.clone(),
        category: fields.category,
        amount: fields.amount,
        amount_paid: payment.map(|payment| payment.amount),
        due_day: fields.due_day,
        status: fields.status(month, today),
        paid_at: payment.map(|payment| payment.paid_at),
        is_recurring: fields.is_recurring,
        month_year: month,
        currency: CURRENCY.to_owned(),
        days_until_due: (month.day(fields.due_day) - today).num_days() as i32,
    }
}

/// The bills of a month, those of `filter` listed.
pub fn bills_of_month(
    bills: &[Entry<BillFields>],
    month: Month,
    today: NaiveDate,
    filter: BillFilter,
) -> BillsOfMonth {
    let mut summary = BillsSummary::default();
    let mut listed = Vec::new();
    for bill in bills.iter().filter(|bill| bill.fields.occurs_in(month)) {
        let one = bill_of_month(bill, month, today);
        let due = one.of_month();
        let (amount, count) = match one.status {
            BillStatus::Paid => (&mut summary.paid_amount, &mut summary.paid_count),
            BillStatus::Pending => (&mut summary.pending_amount, &mut summary.pending_count),
            BillStatus::Overdue => (&mut summary.overdue_amount, &mut summary.overdue_count),
            BillStatus::Dismissed => continue,
        };
        *amount = *amount + due;
        *count += 1;
        summary.total_amount = summary.total_amount + due;
        summary.count += 1;
        if filter == BillFilter::All || filter.as_str() == one.status.as_str() {
            listed.push(one);
        }
    }
    listed.sort_by(|a, b| (a.due_day, &a.name, a.id).cmp(&(b.due_day, &b.name, b.id)));
    let has_earlier = month == Month::of(today) && matches!(filter, BillFilter::All | BillFilter::Overdue);
    let earlier = if has_earlier { unpaid_before(bills, month, today) } else { Vec::new() };
    let dismissed = if filter == BillFilter::All { dismissed_in(bills, month, today) } else { Vec::new() };
    BillsOfMonth { bills: listed, earlier, dismissed, summary, month_year: month }
}

fn dismissed_in(bills: &[Entry<BillFields>], month: Month, today: NaiveDate) -> Vec<BillOfMonth> {
    let of_month = bills.iter().filter(|bill| bill.fields.spans(month));
    let of_month = of_month.map(|bill| bill_of_month(bill, month, today));
    let mut dismissed: Vec<_> = of_month.filter(|bill| bill.status == BillStatus::Dismissed).collect();
    dismissed.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    dismissed
}

/// The bills of months before `month` that are not paid, the longest due first: a new month settles nothing.
pub fn unpaid_before(bills: &[Entry<BillFields>], month: Month, today: NaiveDate) -> Vec<BillOfMonth> {
    let mut unpaid = Vec::new();
    for bill in bills {
        let months = std::iter::successors(Some(bill.fields.month_year), |month| month.later(1));
        let is_unpaid = |at: &Month| bill.fields.occurs_in(*at) && !bill.fields.payments.contains_key(at);
        let months = months.take_while(|at| *at < month).filter(is_unpaid);
        unpaid.extend(months.map(|at| bill_of_month(bill, at, today)));
    }
    unpaid.sort_by(|a, b| (a.days_until_due, &a.name, a.id).cmp(&(b.days_until_due, &b.name, b.id)));
    unpaid
}
