//! Bills: what is due on a day of the month, and paid or not.

use super::codes::{BillCategory, BillFilter, BillStatus};
use super::fields::{begin_month, read_code, read_due_day, read_month, read_name, require};
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
    /// What is due.
    pub amount: Money,
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

impl BillDraft {
    /// Checks a bill; `before` is what it was, whose payments stay.
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
        let month_year = begin_month(month, recurs, before.map(|b| (b.month_year, b.is_recurring)));
        match (category, amount, errors.is_empty()) {
            (Some(category), Some(amount), true) => Ok(BillFields {
                name,
                category,
                amount,
                due_day,
                is_recurring: recurs,
                month_year,
                payments: before.map(|before| before.payments.clone()).unwrap_or_default(),
            }),
            _ => Err(errors),
        }
    }
}

impl BillFields {
    /// Whether it is due in a month: in one of its months that was not dismissed.
    pub fn occurs_in(&self, month: Month) -> bool {
        self.spans(month) && !self.payments.get(&month).is_some_and(|payment| payment.is_dismissal)
    }

    /// Whether a month is one of its months.
    pub fn spans(&self, month: Month) -> bool {
        month == self.month_year || (self.is_recurring && month > self.month_year)
    }

    /// The bill once it is paid for a month; none where it was paid already.
    pub fn pay(&self, month: Month, at: DateTime<Utc>) -> Option<Self> {
        if self.payments.get(&month).is_some_and(|payment| !payment.is_dismissal) {
            return None;
        }
        let payment = Payment { amount: self.amount, paid_at: at, is_dismissal: false };
        Some(self.with_payment(month, payment))
    }

    /// The bill once a person has dismissed a month; none where it is paid or dismissed already.
    pub fn dismiss(&self, month: Month, at: DateTime<Utc>) -> Option<Self> {
        if self.payments.contains_key(&month) {
            return None;
        }
        Some(self.with_payment(month, Payment { amount: Money::ZERO, paid_at: at, is_dismissal: true }))
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
        match self.payments.contains_key(&month) {
            true => BillStatus::Paid,
            false if month.day(self.due_day) < today => BillStatus::Overdue,
            false => BillStatus::Pending,
        }
    }
}

/// A bill as it stands in a month.
pub fn bill_of_month(bill: &Entry<BillFields>, month: Month, today: NaiveDate) -> BillOfMonth {
    let fields = &bill.fields;
    BillOfMonth {
        id: bill.id,
        version: bill.version,
        updated_at: bill.updated_at,
        name: fields.name.clone(),
        category: fields.category,
        amount: fields.amount,
        due_day: fields.due_day,
        status: fields.status(month, today),
        paid_at: fields.payments.get(&month).map(|payment| payment.paid_at),
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
        let due = bill.fields.payments.get(&month).map_or(one.amount, |payment| payment.amount);
        let (amount, count) = match one.status {
            BillStatus::Paid => (&mut summary.paid_amount, &mut summary.paid_count),
            BillStatus::Pending => (&mut summary.pending_amount, &mut summary.pending_count),
            BillStatus::Overdue => (&mut summary.overdue_amount, &mut summary.overdue_count),
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
    BillsOfMonth { bills: listed, earlier, summary, month_year: month }
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    fn draft() -> BillDraft {
        BillDraft {
            name: "Luz".into(),
            category: "servicos".into(),
            amount: AmountText("120,50".into()),
            due_day: 31,
            is_recurring: true,
            month_year: Some("2026-01".into()),
        }
    }

    fn entry(fields: BillFields) -> Entry<BillFields> {
        Entry::of(fields)
    }

    #[test]
    fn a_bill_of_the_31st_is_due_on_the_last_day_and_paid_once() {
        let bill = draft().check(None, day("2026-02-10")).unwrap();
        let february = month("2026-02");
        let one = bill_of_month(&entry(bill.clone()), february, day("2026-02-10"));
        assert_eq!((one.days_until_due, one.status), (18, BillStatus::Pending));
        assert_eq!(bill.status(february, day("2026-02-28")), BillStatus::Pending);
        assert_eq!(bill.status(february, day("2026-03-01")), BillStatus::Overdue);
        let at = "2026-02-10T12:00:00Z".parse().unwrap();
        let paid = bill.pay(february, at).unwrap();
        assert_eq!(paid.status(february, day("2026-03-01")), BillStatus::Paid);
        assert_eq!((paid.pay(february, at), paid.unpay(february)), (None, Some(bill)));
        assert_eq!(paid.status(month("2026-03"), day("2026-03-01")), BillStatus::Pending, "another month");
        assert!(!paid.occurs_in(month("2025-12")));
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        for (draft, field) in [
            (BillDraft { name: " ".into(), ..draft() }, "name"),
            (BillDraft { name: "a".repeat(101), ..draft() }, "name"),
            (BillDraft { category: "dinheiro".into(), ..draft() }, "category"),
            (BillDraft { amount: AmountText("0".into()), ..draft() }, "amount"),
            (BillDraft { amount: AmountText("".into()), ..draft() }, "amount"),
            (BillDraft { amount: AmountText("1000000000000000000".into()), ..draft() }, "amount"),
            (BillDraft { due_day: 0, ..draft() }, "dueDay"),
            (BillDraft { due_day: 32, ..draft() }, "dueDay"),
            (BillDraft { month_year: Some("2019-12".into()), ..draft() }, "monthYear"),
        ] {
            let errors = draft.check(None, day("2026-02-10")).expect_err(field);
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, field));
            assert!(!errors[0].allowed.is_empty());
        }
    }

    #[test]
    fn a_save_from_a_later_month_moves_no_beginning_and_loses_no_payment() {
        let at = "2026-02-10T12:00:00Z".parse().unwrap();
        let before = draft().check(None, day("2026-02-10")).unwrap().pay(month("2026-01"), at).unwrap();
        let later = BillDraft { month_year: Some("2026-05".into()), ..draft() };
        let after = later.check(Some(&before), day("2026-05-10")).unwrap();
        assert_eq!((after.month_year, after.payments.len()), (month("2026-01"), 1));
    }

    #[test]
    fn what_is_not_paid_stays_in_sight_until_it_is_paid_or_dismissed() {
        let today = day("2026-03-01");
        let at = "2026-02-10T12:00:00Z".parse().unwrap();
        let bill = draft().check(None, today).unwrap().pay(month("2026-01"), at).unwrap();
        let once = BillDraft { name: "IPVA".into(), is_recurring: false, ..draft() };
        let bills = [entry(bill.clone()), entry(once.check(None, today).unwrap())];
        let march = bills_of_month(&bills, month("2026-03"), today, BillFilter::All);
        let rows: Vec<_> = march
            .earlier
            .iter()
            .map(|bill| (bill.name.as_str(), bill.month_year.to_string(), bill.status, bill.days_until_due))
            .collect();
        assert_eq!(
            rows,
            [
                ("IPVA", "2026-01".to_owned(), BillStatus::Overdue, -29),
                ("Luz", "2026-02".to_owned(), BillStatus::Overdue, -1),
            ]
        );
        assert_eq!(march.summary.count, 1, "the figures are those of the month");
        let pending = pending_bills(&bills, month("2026-03"), today);
        assert_eq!((pending.bills.len(), pending.summary.count_overdue), (3, 2));
        assert_eq!(pending.summary.total_overdue, Money::of_cents(24_100));
        for other in ["2026-02", "2026-04"] {
            assert!(bills_of_month(&bills, month(other), today, BillFilter::All).earlier.is_empty());
        }
        let paid = bills_of_month(&bills, month("2026-03"), today, BillFilter::Paid);
        assert!(paid.earlier.is_empty());

        let dismissed = bill.dismiss(month("2026-02"), at).unwrap();
        assert_eq!(
            (dismissed.dismiss(month("2026-02"), at), bill.dismiss(month("2026-01"), at)),
            (None, None)
        );
        assert!(!dismissed.occurs_in(month("2026-02")) && dismissed.spans(month("2026-02")));
        assert!(unpaid_before(&[entry(dismissed.clone())], month("2026-03"), today).is_empty());
        let february = bills_of_month(&[entry(dismissed.clone())], month("2026-02"), today, BillFilter::All);
        assert_eq!(february.summary, BillsSummary::default(), "nothing is due in it");
        assert_eq!(dismissed.unpay(month("2026-02")), Some(bill));
        let stored = serde_json::to_value(&dismissed).unwrap();
        assert_eq!(serde_json::from_value::<BillFields>(stored).unwrap(), dismissed);
    }

    proptest! {
        #[test]
        fn figures_add_up(
            bills in proptest::collection::vec((1_i64..1_000_000, 1_u32..32, any::<bool>(), any::<bool>()), 0..30),
            today in 1_u32..29
        ) {
            let november = month("2026-11");
            let at = "2026-11-01T12:00:00Z".parse().unwrap();
            let bills: Vec<_> = bills.into_iter().map(|(cents, due_day, is_recurring, paid)| {
                let fields = BillFields {
                    name: "x".into(), category: BillCategory::Other, amount: Money::of_cents(cents), due_day,
                    is_recurring, month_year: november, payments: BTreeMap::new(),
                };
                entry(if paid { fields.pay(november, at).unwrap() } else { fields })
            }).collect();
            let all = bills_of_month(&bills, november, november.day(today), BillFilter::All);
            let summary = &all.summary;
            prop_assert_eq!(summary.total_amount, all.bills.iter().map(|bill| bill.amount).sum::<Money>());
            prop_assert_eq!(
                summary.total_amount,
                summary.paid_amount + summary.pending_amount + summary.overdue_amount
            );
            prop_assert_eq!(summary.count, summary.paid_count + summary.pending_count + summary.overdue_count);
            let pending = pending_bills(&bills, november, november.day(today));
            prop_assert_eq!(pending.bills.len() as u32, summary.pending_count + summary.overdue_count);
            for bill in &pending.bills {
                prop_assert_eq!(bill.status == BillStatus::Overdue, bill.days_until_due < 0);
            }
        }
    }
}
