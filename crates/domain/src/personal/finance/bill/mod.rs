//! Bills: what is due on a day of the month, and paid or not.

use super::codes::{BillCategory, BillFilter, BillStatus};
use super::fields::{Span, read_code, read_due_day, read_month, read_name, require};
use super::money::{AMOUNTS, AmountText, Money, read_positive};
use super::month::Month;
use super::{CURRENCY, Entry};
use crate::catalog::FieldError;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What can be written of a bill.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BillDraft {
    /// Name, 1 to 100 characters.
    pub name: String,
    /// `moradia`, `servicos`, `assinatura`, `seguro`, `impostos` or `outros`.
    pub category: String,
    /// Amount in reais, above 0, two places.
    pub amount: AmountText,
    /// Day of the month, 1 to 31; in a month with fewer days its last.
    pub due_day: i32,
    /// Whether it is due every month; else in its month alone.
    #[serde(default)]
    pub is_recurring: bool,
    /// Its month, `2026-05`; for one that recurs the first. The month of today where absent.
    #[serde(default)]
    pub month_year: Option<String>,
}

/// A payment.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// What was paid.
    pub amount: Money,
    /// When.
    pub paid_at: DateTime<Utc>,
    /// Whether it is no payment: a person has dismissed the month, and nothing is due in it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_dismissal: bool,
}

/// A checked bill: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BillFields {
    /// Name.
    pub name: String,
    /// What it is for.
    pub category: BillCategory,
    /// What is due.
    pub amount: Money,
    /// Day of the month, 1 to 31.
    pub due_day: u32,
    /// Whether it is due every month.
    pub is_recurring: bool,
    /// Its month, or the first.
    pub month_year: Month,
    /// The last month of one that was due every month and is so no more.
    #[serde(default)]
    pub last_month: Option<Month>,
    /// What was paid, by month: once at most for each.
    #[serde(default)]
    pub payments: BTreeMap<Month, Payment>,
}

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

impl BillDraft {
    /// Checks a bill; `before` is what it was, whose payments stay. What was paid of a bill of one month goes with it
    /// to another month.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(self, before: Option<&BillFields>, today: NaiveDate) -> Result<BillFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = read_name(&self.name, &mut errors);
        let category = read_code(&self.category, "category", &mut errors);
        let amount = read_positive(Some(&self.amount), "amount", &mut errors);
        let amount = require(amount, "amount", AMOUNTS, &mut errors);
        let due_day = read_due_day(self.due_day, &mut errors);
        let month = read_month(self.month_year.as_deref(), "monthYear", Month::of(today), &mut errors);
        let recurs = self.is_recurring;
        let known = before.into_iter().flat_map(|before| before.payments.keys());
        let span = Span::after_save(month, recurs, before.map(BillFields::span), known);
        match (category, amount, errors.is_empty()) {
            (Some(category), Some(amount), true) => Ok(BillFields {
                name,
                category,
                amount,
                due_day,
                is_recurring: recurs,
                month_year: span.first,
                last_month: span.last,
                payments: before.map(|before| before.payments_within(span)).unwrap_or_default(),
            }),
            _ => Err(errors),
        }
    }
}

impl BillFields {
    /// Whether it is due in a month: in one of its months that was not dismissed. Where it was paid, it was due.
    pub fn occurs_in(&self, month: Month) -> bool {
        match self.payments.get(&month) {
            Some(payment) => !payment.is_dismissal && (self.span().is_long() || self.spans(month)),
            None => self.spans(month),
        }
    }

    /// Whether a month is one of its months.
    pub fn spans(&self, month: Month) -> bool {
        self.span().has(month)
    }

    fn span(&self) -> Span {
        Span { first: self.month_year, recurs: self.is_recurring, last: self.last_month }
    }

    /// The bill once it is paid for a month; none where it was paid already.
    pub fn pay(&self, month: Month, at: DateTime<Utc>) -> Option<Self> {
        self.pay_amount(month, self.amount, at)
    }

    /// As [`Self::pay`], where another amount was paid than would be due now.
    pub fn pay_amount(&self, month: Month, amount: Money, at: DateTime<Utc>) -> Option<Self> {
        if self.payments.get(&month).is_some_and(|payment| !payment.is_dismissal) {
            return None;
        }
        let payment = Payment { amount, paid_at: at, is_dismissal: false };
        Some(self.with_payment(month, payment))
    }

    /// The bill once a person has dismissed a month; none where it is paid or dismissed already.
    pub fn dismiss(&self, month: Month, at: DateTime<Utc>) -> Option<Self> {
        if self.payments.contains_key(&month) {
            return None;
        }
        Some(self.with_payment(month, Payment { amount: Money::ZERO, paid_at: at, is_dismissal: true }))
    }

    /// Its payments once it has these months. A dismissal says something of its own month, and stays there.
    fn payments_within(&self, span: Span) -> BTreeMap<Month, Payment> {
        let mut payments = self.payments.clone();
        let is_move = !span.is_long() && span.first != self.month_year;
        let moved =
            payments.get(&self.month_year).copied().filter(|payment| is_move && !payment.is_dismissal);
        if let Some(payment) = moved {
            payments.remove(&self.month_year);
            payments.insert(span.first, payment);
        }
        payments
    }

    fn with_payment(&self, month: Month, payment: Payment) -> Self {
        let mut paid = self.clone();
        paid.payments.insert(month, payment);
        paid
    }

    /// The bill without the payment for a month; none where it was not paid.
    pub fn unpay(&self, month: Month) -> Option<Self> {
        let mut unpaid = self.clone();
        unpaid.payments.remove(&month)?;
        Some(unpaid)
    }

    /// How it stands in a month.
    pub fn status(&self, month: Month, today: NaiveDate) -> BillStatus {
        match self.payments.get(&month) {
            Some(payment) if payment.is_dismissal => BillStatus::Dismissed,
            Some(_) => BillStatus::Paid,
            None if month.day(self.due_day) < today => BillStatus::Overdue,
            None => BillStatus::Pending,
        }
    }
}

impl BillOfMonth {
    /// What it comes to in its month: what was paid, else what is due.
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

/// Leaves of more than `most` rows the nearest to today, by day; `days` are those from today.
pub fn keep_nearest<T>(rows: &mut Vec<T>, most: usize, days: impl Fn(&T) -> i32) {
    if rows.len() > most {
        rows.sort_by_key(|row| days(row).unsigned_abs());
        rows.truncate(most);
        rows.sort_by_key(&days);
    }
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

/// The bills of `overdue`, each once with all of its months, in the order of the first of them.
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

#[cfg(test)]
mod tests;
