//! Bills month by month: due, paid, dismissed, ended.

use super::*;
use crate::personal::finance::Entry;
use crate::personal::finance::codes::{BillCategory, BillFilter, BillStatus};
use crate::personal::finance::money::{AmountText, Money};
use crate::personal::finance::month::Month;
use chrono::NaiveDate;
use proptest::prelude::*;
use std::collections::BTreeMap;

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
fn what_was_paid_stays_when_the_amount_changes() {
    let today = day("2026-02-10");
    let at = "2026-01-31T12:00:00Z".parse().unwrap();
    let paid = draft().check(None, today).unwrap().pay(month("2026-01"), at).unwrap();
    let dearer = BillDraft { amount: AmountText("150".into()), ..draft() };
    let dearer = dearer.check(Some(&paid), today).unwrap();
    let of = |text: &str| {
        let BillsOfMonth { bills, summary, .. } =
            bills_of_month(&[entry(dearer.clone())], month(text), today, BillFilter::All);
        assert_eq!(summary.total_amount, bills[0].of_month());
        (bills[0].amount_paid, bills[0].of_month())
    };
    let (before, now) = (Money::of_cents(12_050), Money::of_cents(15_000));
    assert_eq!(of("2026-01"), (Some(before), before));
    assert_eq!(of("2026-02"), (None, now));
}

#[test]
fn one_that_is_due_no_more_keeps_its_past() {
    let today = day("2026-05-10");
    let at = "2026-03-10T12:00:00Z".parse().unwrap();
    let before = draft().check(None, today).unwrap().pay(month("2026-03"), at).unwrap();
    let end = |of: &str, before: &BillFields| {
        let draft = BillDraft { is_recurring: false, month_year: Some(of.into()), ..draft() };
        draft.check(Some(before), today).unwrap()
    };
    let ended = end("2026-05", &before);
    assert_eq!((ended.month_year, ended.last_month), (month("2026-01"), Some(month("2026-05"))));
    let months =
        |bill: &BillFields| (1..=12).filter(|n| bill.occurs_in(Month::new(2026, *n).unwrap())).count();
    assert_eq!((months(&before), months(&ended)), (12, 5));
    assert_eq!(end("2026-02", &ended), ended, "saved again as a page shows it in another month");
    let early = end("2026-01", &before);
    assert!(early.occurs_in(month("2026-03")) && !early.occurs_in(month("2026-02")), "what was paid stays");
    let again = BillDraft { month_year: Some("2026-05".into()), ..draft() };
    assert_eq!(again.check(Some(&ended), today).unwrap(), before, "an end that is taken back");
    let once = BillDraft { is_recurring: false, ..draft() }.check(None, today).unwrap();
    let moved = end("2026-04", &once);
    assert_eq!((moved.month_year, moved.last_month, months(&moved)), (month("2026-04"), None, 1));
}

#[test]
fn a_bill_of_one_month_takes_its_payment_along_to_another() {
    let (today, at) = (day("2026-02-10"), "2026-02-10T12:00:00Z".parse().unwrap());
    let of = |text: &str| BillDraft { is_recurring: false, month_year: Some(text.into()), ..draft() };
    let once = of("2026-02").check(None, today).unwrap();
    let paid = once.pay(month("2026-02"), at).unwrap();
    let moved = of("2026-04").check(Some(&paid), today).unwrap();
    assert_eq!(moved.payments.keys().collect::<Vec<_>>(), [&month("2026-04")]);
    assert_eq!(moved.status(month("2026-04"), day("2026-05-01")), BillStatus::Paid);
    assert_eq!(of("2026-02").check(Some(&moved), today).unwrap(), paid, "moved back it is what it was");
    let dismissed = once.dismiss(month("2026-02"), at).unwrap();
    let moved = of("2026-04").check(Some(&dismissed), today).unwrap();
    assert_eq!(moved.status(month("2026-04"), today), BillStatus::Pending, "it is due there");
    let ended = of("2026-01").check(Some(&draft().check(None, today).unwrap()), today).unwrap();
    let ended = ended.pay(month("2026-01"), at).unwrap();
    let moved = of("2026-03").check(Some(&ended), today).unwrap();
    assert_eq!(moved.payments.keys().collect::<Vec<_>>(), [&month("2026-03")], "one that ended at once, too");
    let recurring = draft().check(Some(&paid), today).unwrap();
    assert_eq!(recurring.payments, paid.payments, "one that recurs from then on was paid when it was");
}

#[test]
fn of_many_rows_the_nearest_to_today_are_left_by_day() {
    let mut rows: Vec<i32> = (-200..=200).rev().collect();
    keep_nearest(&mut rows, 5, |days| *days);
    assert_eq!(rows, [-2, -1, 0, 1, 2]);
    let mut few = vec![3, -9, 1];
    keep_nearest(&mut few, 3, |days| *days);
    assert_eq!(few, [3, -9, 1], "as they were");
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
    assert_eq!((dismissed.dismiss(month("2026-02"), at), bill.dismiss(month("2026-01"), at)), (None, None));
    assert!(!dismissed.occurs_in(month("2026-02")) && dismissed.spans(month("2026-02")));
    assert!(unpaid_before(&[entry(dismissed.clone())], month("2026-03"), today).is_empty());
    let february = bills_of_month(&[entry(dismissed.clone())], month("2026-02"), today, BillFilter::All);
    assert_eq!(february.summary, BillsSummary::default(), "nothing is due in it");
    assert_eq!((february.bills.len(), february.dismissed.len()), (0, 1), "it can be found to be taken back");
    let one = &february.dismissed[0];
    assert_eq!((one.status, one.paid_at, one.amount_paid), (BillStatus::Dismissed, None, None));
    let march = bills_of_month(&[entry(dismissed.clone())], month("2026-03"), today, BillFilter::All);
    assert!(march.dismissed.is_empty());
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
                is_recurring, month_year: november, last_month: None, payments: BTreeMap::new(),
            };
            entry(if paid { fields.pay(november, at).unwrap() } else { fields })
        }).collect();
        let all = bills_of_month(&bills, november, november.day(today), BillFilter::All);
        let summary = &all.summary;
        prop_assert_eq!(summary.total_amount, all.bills.iter().map(BillOfMonth::of_month).sum::<Money>());
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

#[test]
fn the_unpaid_months_of_one_bill_are_one_debt_since_the_first_of_them() {
    let today = day("2026-03-15");
    let light = entry(draft().check(None, today).unwrap());
    let unpaid = unpaid_before(std::slice::from_ref(&light), month("2026-03"), today);
    let arrears = arrears_by_bill(&unpaid);
    assert_eq!(arrears.len(), 1);
    assert_eq!((arrears[0].months, arrears[0].amount), (2, Money::of_cents(24_100)));
    assert_eq!((arrears[0].name.as_str(), arrears[0].since), ("Luz", day("2026-01-31")));
    assert!(arrears_by_bill(&[]).is_empty());
}

#[test]
fn a_month_that_is_paid_is_no_debt_and_cannot_be_paid_again() {
    let today = day("2026-03-15");
    let at = "2026-02-10T12:00:00Z".parse().unwrap();
    let bill = draft().check(None, today).unwrap();
    let paid = bill.pay_amount(month("2026-01"), Money::of_cents(11_000), at).unwrap();
    assert_eq!(paid.pay(month("2026-01"), at), None);
    let unpaid = unpaid_before(&[entry(paid)], month("2026-03"), today);
    let months: Vec<Month> = unpaid.iter().map(|bill| bill.month_year).collect();
    assert_eq!(months, [month("2026-02")]);
}
