//! All of it in a period: figures, what is to be paid, and what a person should look at.

use super::Entry;
use super::bill::{Arrears, BillFields, BillOfMonth, arrears_by_bill, bills_of_month, unpaid_before};
use super::codes::{BillFilter, BillStatus, Period};
use super::debt::{DebtFields, debt_progress, debts_progress};
use super::expense::{ExpenseFields, expenses_of_month};
use super::income::{IncomeFields, incomes_of_month};
use super::investment::InvestmentFields;
use super::money::Money;
use super::month::Month;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// Days before a bill's day in which it is soon due.
const SOON_DAYS: i32 = 3;

/// All records.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    /// Bills.
    pub bills: Vec<Entry<BillFields>>,
    /// Expenses.
    pub expenses: Vec<Entry<ExpenseFields>>,
    /// Incomes.
    pub incomes: Vec<Entry<IncomeFields>>,
    /// Debts.
    pub debts: Vec<Entry<DebtFields>>,
    /// Investments.
    pub investments: Vec<Entry<InvestmentFields>>,
}

/// The figures of a period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceFigures {
    /// What came.
    pub income: Money,
    /// Bills, planned expenses and instalments of negotiated debts of the period.
    pub budgeted: Money,
    /// Paid bills, what was spent, and paid instalments of the period.
    pub spent: Money,
    /// What came less what was spent.
    pub balance: Money,
    /// What all investments have now.
    pub invested: Money,
}

/// The debts in a summary.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtFigures {
    /// What is owed in all, negotiated or not.
    pub total_debts: Money,
    /// An instalment of each negotiated debt that is not all paid.
    pub monthly_installment: Money,
    /// What is paid.
    pub total_paid: Money,
    /// What is to be paid.
    pub total_remaining: Money,
    /// Negotiated debts.
    pub negotiated_count: u32,
    /// Debts that are not.
    pub pending_negotiation_count: u32,
}

/// A bill that is to be paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PendingBill {
    /// Its name.
    pub name: String,
    /// What is due.
    pub amount: Money,
    /// Its day.
    pub due_date: NaiveDate,
    /// Days from today; below 0 where it is over.
    pub days_until_due: i32,
    /// `pending` or `overdue`.
    pub status: BillStatus,
}

/// An instalment that is to be paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpcomingInstallment {
    /// The debt's name.
    pub debt_name: String,
    /// Its number of all: `3/12`.
    pub installment: String,
    /// What is due.
    pub amount: Money,
    /// Its day.
    pub due_date: NaiveDate,
    /// Days from today; below 0 where it is over.
    pub days_until_due: i32,
}

/// How the money of a person stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FinanceSummary {
    /// The figures.
    pub kpis: FinanceFigures,
    /// The debts.
    pub debts: DebtFigures,
    /// Bills of the period that are to be paid, the first due first; where it reaches to today, with those of months
    /// before.
    pub pending_bills: Vec<PendingBill>,
    /// The next instalment of each negotiated debt that is due by the end of the period.
    pub upcoming_installments: Vec<UpcomingInstallment>,
    /// What a person should look at, in sentences.
    pub alerts: Vec<String>,
    /// The month; the last one that counts, of a year.
    pub month_year: Month,
}

/// What a person should look at; a text is made of it outside of this crate.
#[derive(Debug, Clone, PartialEq)]
pub enum FinanceAlert {
    /// A bill's day is over.
    BillOverdue {
        /// Its name.
        name: String,
        /// What is due.
        amount: Money,
        /// Days since.
        days: u32,
    },
    /// A bill was not paid in more months than one.
    BillLongOverdue {
        /// Its name.
        name: String,
        /// What is due for all of them.
        amount: Money,
        /// How many they are.
        months: u32,
        /// Days since the oldest.
        days: u32,
    },
    /// A bill is due in three days or fewer.
    BillSoon {
        /// Its name.
        name: String,
        /// What is due.
        amount: Money,
        /// Days until then.
        days: u32,
    },
    /// An instalment's day is over.
    InstallmentOverdue {
        /// The debt's name.
        name: String,
        /// What is due.
        amount: Money,
        /// Days since.
        days: u32,
    },
    /// More was spent for an expense than is planned.
    ExpenseOverBudget {
        /// Its name.
        name: String,
        /// How much more.
        amount: Money,
    },
    /// More was spent than is planned in all.
    OverBudget {
        /// How much more.
        amount: Money,
    },
    /// More was spent than came.
    NegativeBalance {
        /// How much more.
        amount: Money,
    },
    /// Debts have no instalments yet.
    NotNegotiated {
        /// How many.
        count: u32,
    },
}

/// Lists the months that a financial summary of the period covers, the first first.
pub fn months_of(period: Period, today: NaiveDate) -> Vec<Month> {
    let now = Month::of(today);
    match period {
        Period::CurrentMonth => vec![now],
        Period::LastMonth => vec![now.before()],
        Period::Year => (1..=now.number()).filter_map(|number| Month::new(now.year(), number)).collect(),
    }
}

/// How the money stands in `months`, with what a person should look at. Without months nothing counts, and the
/// month is that of today.
pub fn summarize(ledger: &Ledger, months: &[Month], today: NaiveDate) -> (FinanceSummary, Vec<FinanceAlert>) {
    let last = months.last().copied().unwrap_or_else(|| Month::of(today));
    let mut alerts = Vec::new();
    let pending_bills = unpaid_bills(ledger, months, today, &mut alerts);
    let upcoming_installments = next_installments(ledger, last, today, &mut alerts);
    let kpis = figures(ledger, months, &mut alerts);
    let debts = debt_figures(&ledger.debts);
    if kpis.budgeted > Money::ZERO && kpis.spent > kpis.budgeted {
        alerts.push(FinanceAlert::OverBudget { amount: kpis.spent - kpis.budgeted });
    }
    if kpis.balance < Money::ZERO {
        alerts.push(FinanceAlert::NegativeBalance { amount: Money::ZERO - kpis.balance });
    }
    if debts.pending_negotiation_count > 0 {
        alerts.push(FinanceAlert::NotNegotiated { count: debts.pending_negotiation_count });
    }
    let summary = FinanceSummary {
        kpis,
        debts,
        pending_bills,
        upcoming_installments,
        alerts: Vec::new(),
        month_year: last,
    };
    (summary, alerts)
}

fn figures(ledger: &Ledger, months: &[Month], alerts: &mut Vec<FinanceAlert>) -> FinanceFigures {
    let mut kpis = FinanceFigures {
        invested: ledger.investments.iter().map(|one| one.fields.current_amount).sum(),
        ..FinanceFigures::default()
    };
    for month in months.iter().copied() {
        // Neither sum of bills depends on the day.
        let bills = bills_of_month(&ledger.bills, month, month.first_day(), BillFilter::All).summary;
        let expenses = expenses_of_month(&ledger.expenses, month);
        let over = expenses.expenses.iter().filter(|one| one.expected_amount.is_some());
        let over = over.filter(|one| one.variance > Money::ZERO);
        alerts.extend(
            over.map(|one| FinanceAlert::ExpenseOverBudget { name: one.name.clone(), amount: one.variance }),
        );
        let installments = || ledger.debts.iter().filter_map(|debt| debt.fields.due_in(month));
        let due: Money = installments().map(|(amount, _)| amount).sum();
        let paid: Money = installments().filter(|(_, paid)| *paid).map(|(amount, _)| amount).sum();
        kpis.income = kpis.income + incomes_of_month(&ledger.incomes, month).summary.total_actual;
        kpis.budgeted = kpis.budgeted + bills.total_amount + expenses.summary.total_expected + due;
        kpis.spent = kpis.spent + bills.paid_amount + expenses.summary.total_actual + paid;
    }
    kpis.balance = kpis.income - kpis.spent;
    kpis
}

fn debt_figures(debts: &[Entry<DebtFields>]) -> DebtFigures {
    let all = debts_progress(debts);
    let negotiated = all.debts.iter().filter(|debt| debt.is_negotiated);
    let count = negotiated.clone().count() as u32;
    let open = negotiated.filter(|debt| debt.remaining_installments > 0);
    DebtFigures {
        total_debts: all.summary.total_debts,
        monthly_installment: open.map(|debt| debt.installment_amount).sum(),
        total_paid: all.summary.total_paid,
        total_remaining: all.summary.total_remaining,
        negotiated_count: count,
        pending_negotiation_count: all.debts.len() as u32 - count,
    }
}

fn unpaid_bills(
    ledger: &Ledger,
    months: &[Month],
    today: NaiveDate,
    alerts: &mut Vec<FinanceAlert>,
) -> Vec<PendingBill> {
    let of_month =
        |month: &Month| bills_of_month(&ledger.bills, *month, today, BillFilter::All).bills.into_iter();
    let first = months.first().filter(|_| months.contains(&Month::of(today)));
    let earlier = first.map(|first| unpaid_before(&ledger.bills, *first, today)).unwrap_or_default();
    let bills = earlier.into_iter().chain(months.iter().flat_map(of_month));
    let unpaid: Vec<BillOfMonth> = bills.filter(|bill| bill.status != BillStatus::Paid).collect();
    let overdue = unpaid.iter().filter(|bill| bill.status == BillStatus::Overdue);
    alerts.extend(arrears_by_bill(overdue).into_iter().map(
        |Arrears { name, months, amount, since, .. }| {
            let days = (today - since).num_days().unsigned_abs() as u32;
            match months {
                1 => FinanceAlert::BillOverdue { name, amount, days },
                months => FinanceAlert::BillLongOverdue { name, amount, months, days },
            }
        },
    ));
    let pending = unpaid.iter().filter(|bill| bill.status == BillStatus::Pending);
    let soon = pending.filter(|bill| bill.days_until_due <= SOON_DAYS);
    alerts.extend(soon.map(|bill| FinanceAlert::BillSoon {
        name: bill.name.clone(),
        amount: bill.amount,
        days: bill.days_until_due.unsigned_abs(),
    }));
    let pending = unpaid.into_iter().map(|bill| PendingBill {
        due_date: bill.month_year.day(bill.due_day),
        name: bill.name,
        amount: bill.amount,
        days_until_due: bill.days_until_due,
        status: bill.status,
    });
    pending.collect()
}

fn next_installments(
    ledger: &Ledger,
    last: Month,
    today: NaiveDate,
    alerts: &mut Vec<FinanceAlert>,
) -> Vec<UpcomingInstallment> {
    let mut next: Vec<UpcomingInstallment> = ledger
        .debts
        .iter()
        .map(debt_progress)
        .filter_map(|debt| {
            let due_date = debt.next_due_date.filter(|day| *day <= last.last_day())?;
            Some(UpcomingInstallment {
                debt_name: debt.name,
                installment: format!("{}/{}", debt.paid_installments + 1, debt.total_installments),
                amount: debt.installment_amount,
                due_date,
                days_until_due: (due_date - today).num_days() as i32,
            })
        })
        .collect();
    next.sort_by(|a, b| (a.due_date, &a.debt_name).cmp(&(b.due_date, &b.debt_name)));
    let overdue = next.iter().filter(|one| one.days_until_due < 0);
    alerts.extend(overdue.map(|one| FinanceAlert::InstallmentOverdue {
        name: one.debt_name.clone(),
        amount: one.amount,
        days: one.days_until_due.unsigned_abs(),
    }));
    next
}

#[cfg(test)]
mod tests {
    use super::super::bill::BillDraft;
    use super::super::debt::DebtDraft;
    use super::super::expense::ExpenseDraft;
    use super::super::income::IncomeDraft;
    use super::super::money::AmountText;
    use super::*;

    fn today() -> NaiveDate {
        "2026-11-28".parse().unwrap()
    }

    fn entry<T>(fields: T) -> Entry<T> {
        Entry { id: uuid::Uuid::now_v7(), ..Entry::of(fields) }
    }

    fn amount(text: &str) -> AmountText {
        AmountText(text.into())
    }

    fn ledger() -> Ledger {
        let bill = |name: &str, due_day| BillDraft {
            name: name.into(),
            category: "outros".into(),
            amount: amount("100"),
            due_day,
            is_recurring: true,
            month_year: Some("2026-11".into()),
        };
        let now = Month::of(today());
        let at = "2026-11-05T12:00:00Z".parse().unwrap();
        let paid = bill("Água", 5).check(None, today()).unwrap().pay(now, at).unwrap();
        let expense = ExpenseDraft {
            name: "Mercado".into(),
            category: "alimentacao".into(),
            expected_amount: Some(amount("50")),
            actual_amount: Some(amount("80")),
            ..ExpenseDraft::default()
        };
        let income = IncomeDraft {
            name: "Salário".into(),
            kind: "salario".into(),
            frequency: "mensal".into(),
            expected_amount: amount("500"),
            actual_amount: Some(amount("150")),
            ..IncomeDraft::default()
        };
        let debt = DebtDraft {
            name: "Trator".into(),
            total_amount: amount("1000"),
            installment_amount: Some(amount("100")),
            total_installments: Some(10),
            paid_installments: Some(1),
            is_negotiated: true,
            due_day: Some(10),
            first_month: Some("2026-10".into()),
            ..DebtDraft::default()
        };
        let open = DebtDraft { name: "Loja".into(), total_amount: amount("30"), ..DebtDraft::default() };
        Ledger {
            bills: vec![
                entry(paid),
                entry(bill("Luz", 20).check(None, today()).unwrap()),
                entry(bill("Net", 31).check(None, today()).unwrap()),
            ],
            expenses: vec![entry(expense.check(None, today()).unwrap())],
            incomes: vec![entry(income.check(None, today()).unwrap())],
            debts: vec![entry(debt.check(today()).unwrap()), entry(open.check(today()).unwrap())],
            investments: Vec::new(),
        }
    }

    #[test]
    fn a_month_is_summed_up_with_what_to_look_at() {
        let (summary, alerts) = summarize(&ledger(), &months_of(Period::CurrentMonth, today()), today());
        let kpis = serde_json::to_value(&summary.kpis).unwrap();
        let want = serde_json::json!({ "income": 150.0, "budgeted": 450.0, "spent": 180.0, "balance": -30.0,
            "invested": 0.0 });
        assert_eq!(kpis, want);
        let bills: Vec<_> =
            summary.pending_bills.iter().map(|bill| (bill.name.as_str(), bill.days_until_due)).collect();
        assert_eq!(bills, [("Luz", -8), ("Net", 2)]);
        assert_eq!(summary.upcoming_installments[0].installment, "2/10");
        assert_eq!((summary.debts.negotiated_count, summary.debts.pending_negotiation_count), (1, 1));
        use FinanceAlert::*;
        let hundred = Money::of_cents(10_000);
        assert_eq!(
            alerts,
            [
                BillOverdue { name: "Luz".into(), amount: hundred, days: 8 },
                BillSoon { name: "Net".into(), amount: hundred, days: 2 },
                InstallmentOverdue { name: "Trator".into(), amount: hundred, days: 18 },
                ExpenseOverBudget { name: "Mercado".into(), amount: Money::of_cents(3_000) },
                NegativeBalance { amount: Money::of_cents(3_000) },
                NotNegotiated { count: 1 },
            ]
        );
    }

    #[test]
    fn a_bill_of_a_month_before_is_still_to_be_paid() {
        let december = "2026-12-01".parse().unwrap();
        let summarize_period = |period| summarize(&ledger(), &months_of(period, december), december);
        let (summary, alerts) = summarize_period(Period::CurrentMonth);
        let bills: Vec<_> = summary.pending_bills.iter().map(|bill| bill.due_date.to_string()).collect();
        assert_eq!(bills, ["2026-11-20", "2026-11-30", "2026-12-05", "2026-12-20", "2026-12-31"]);
        let overdue = alerts.iter().filter(|one| matches!(one, FinanceAlert::BillOverdue { .. })).count();
        assert_eq!(overdue, 2);
        let february = "2027-02-01".parse().unwrap();
        let (summary, alerts) = summarize(&ledger(), &[Month::of(february)], february);
        assert_eq!(summary.pending_bills.len(), 3 * 4 - 1, "the figures are of all months");
        let light = alerts.iter().filter(|one| format!("{one:?}").contains("\"Luz\"")).collect::<Vec<_>>();
        let long = FinanceAlert::BillLongOverdue {
            name: "Luz".into(),
            amount: Money::of_cents(30_000),
            months: 3,
            days: 73,
        };
        assert_eq!(light, [&long], "one line for all of its months");
        assert_eq!(summarize_period(Period::Year).0.pending_bills.len(), 5, "each once");
        assert_eq!(summarize_period(Period::LastMonth).0.pending_bills.len(), 2, "of its month alone");
    }

    #[test]
    fn a_year_is_the_sum_of_its_months_so_far() {
        let months = months_of(Period::Year, today());
        assert_eq!((months.len(), months[10].to_string().as_str()), (11, "2026-11"));
        let of = |months: &[Month]| summarize(&ledger(), months, today()).0.kpis;
        let year = of(&months);
        let sum: Money = months.iter().map(|month| of(&[*month]).budgeted).sum();
        assert_eq!(year.budgeted, sum);
        let last = months_of(Period::LastMonth, "2026-01-31".parse().unwrap());
        assert_eq!(last[0].to_string(), "2025-12");
        let (empty, alerts) = summarize(&Ledger::default(), &months, today());
        assert!(alerts.is_empty() && empty.pending_bills.is_empty());
    }
}
