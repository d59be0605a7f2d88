//! What is stored of a bill, and what paying, dismissing and saving it make of it.

use crate::catalog::FieldError;
use crate::personal::finance::codes::{BillCategory, BillStatus};
use crate::personal::finance::fields::{Span, read_code, read_due_day, read_month, read_name, require};
use crate::personal::finance::money::{AMOUNTS, AmountText, Money, read_positive};
use crate::personal::finance::month::Month;
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;

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
    /// Whether the bill is due in a month: in one of its months that was not dismissed. Where it was paid, it was
    /// due.
    pub fn occurs_in(&self, month: Month) -> bool {
        match self.payments.get(&month) {
            Some(payment) => !payment.is_dismissal && (self.span().is_long() || self.spans(month)),
            None => self.spans(month),
        }
    }

    /// Whether the bill is due in a month.
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

    /// Pays the bill as [`Self::pay`], where another amount was paid than would be due now.
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

    /// Status of the bill in a month: paid, dismissed, overdue, pending.
    pub fn status(&self, month: Month, today: NaiveDate) -> BillStatus {
        match self.payments.get(&month) {
            Some(payment) if payment.is_dismissal => BillStatus::Dismissed,
            Some(_) => BillStatus::Paid,
            None if month.day(self.due_day) < today => BillStatus::Overdue,
            None => BillStatus::Pending,
        }
    }
}
