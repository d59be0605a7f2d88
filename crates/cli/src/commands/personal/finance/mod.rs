//! `celeiro finance`: bills, expenses, incomes, debts, investments, and what they come to.

mod args;

pub use args::Finance;

use crate::failure::Failure;
use crate::session::Session;
use args::{Bills, Debts, Expenses, Incomes, Investments, OfMonth, PaidBill, TableFile};
use celeiro_app::api::Empty;
use celeiro_app::files::bounded_read;
use celeiro_app::messages::{translate, translate_with};
use celeiro_app::personal::finance::overview::{GetFinanceSummary, get_finance_summary, write_money};
use celeiro_app::personal::finance::payments::{BillPayment, PaymentReversal, pay_bill, unpay_bill};
use celeiro_app::personal::finance::records::{
    CreateBill, CreateDebt, CreateExpense, CreateIncome, CreateInvestment, FinanceMonth, ListBills,
    create_bill, create_debt, create_expense, create_income, create_investment, list_bills, list_debts,
    list_expenses, list_incomes, list_investments,
};
use celeiro_app::personal::finance::table::{ExportFinance, ImportFinance, export_finance, import_finance};
use celeiro_domain::personal::finance::bill::{BillDraft, arrears_by_bill};
use celeiro_domain::personal::finance::codes::{BillStatus, FinanceTable};
use celeiro_domain::personal::finance::debt::DebtDraft;
use celeiro_domain::personal::finance::expense::ExpenseDraft;
use celeiro_domain::personal::finance::income::IncomeDraft;
use celeiro_domain::personal::finance::investment::InvestmentDraft;
use celeiro_domain::personal::finance::money::{AmountText, Money};
use celeiro_domain::search::Lang;
use uuid::Uuid;

/// Largest table.
const MAX_BYTES: u64 = 4 << 20;

/// Runs `celeiro finance`.
pub async fn run_finance(session: &Session, action: Finance) -> Result<(), Failure> {
    match action {
        Finance::Summary(of) => show_summary(session, of).await,
        Finance::Bills { action } => {
            run_bills(session, action.unwrap_or(Bills::List(OfMonth::default()))).await
        }
        Finance::Expenses { action } => {
            run_expenses(session, action.unwrap_or(Expenses::List(OfMonth::default()))).await
        }
        Finance::Incomes { action } => {
            run_incomes(session, action.unwrap_or(Incomes::List(OfMonth::default()))).await
        }
        Finance::Debts { action } => run_debts(session, action.unwrap_or(Debts::List)).await,
        Finance::Investments { action } => {
            run_investments(session, action.unwrap_or(Investments::List)).await
        }
    }
}

async fn show_summary(session: &Session, of: OfMonth) -> Result<(), Failure> {
    let (month, year) = of.numbers();
    let request = GetFinanceSummary { period: None, month, year };
    let summary = session.ask(get_finance_summary, request).await?;
    let lang = session.lang;
    session.print(&summary, || {
        let kpis = &summary.kpis;
        let figures = [
            ("cli.finance.income", kpis.income),
            ("cli.finance.budgeted", kpis.budgeted),
            ("cli.finance.spent", kpis.spent),
            ("cli.finance.balance", kpis.balance),
            ("cli.finance.invested", kpis.invested),
            ("cli.finance.remaining", summary.debts.total_remaining),
        ];
        let figures = figures.map(|(key, amount)| figure(lang, key, amount)).concat();
        let alerts: String = summary.alerts.iter().map(|alert| format!("! {alert}\n")).collect();
        format!("{}\n{figures}{alerts}", summary.month_year)
    })
}

fn figure(lang: Lang, key: &str, amount: Money) -> String {
    format!("  {}: {}\n", translate(lang, key), write_money(lang, amount))
}

async fn run_bills(session: &Session, action: Bills) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Bills::List(of) => {
            let (month, year) = of.numbers();
            let found = session.ask(list_bills, ListBills { month, year, status: None }).await?;
            session.print(&found, || {
                let arrears = arrears_by_bill(&found.earlier).into_iter().map(|one| {
                    let (amount, status) = (write_money(lang, one.amount), BillStatus::Overdue.as_str());
                    let count = one.months.to_string();
                    let months = match one.months {
                        1 => String::new(),
                        _ => {
                            format!(" ({})", translate_with(lang, "cli.finance.arrears", &[("count", count)]))
                        }
                    };
                    format!("{}  {}  {amount}  {status}  {}{months}\n", one.id, one.since, one.name)
                });
                let lines = found.bills.iter().chain(&found.dismissed).map(|bill| {
                    let (amount, status) = (write_money(lang, bill.of_month()), bill.status.as_str());
                    let day = bill.month_year.day(bill.due_day);
                    format!("{}  {day}  {amount}  {status}  {}\n", bill.id, bill.name)
                });
                let total = figure(lang, "cli.finance.total", found.summary.total_amount);
                arrears.chain(lines).chain([total]).collect::<String>()
            })
        }
        Bills::Add(new) => {
            let draft = BillDraft {
                name: new.name,
                category: new.category,
                amount: AmountText(new.amount),
                due_day: new.due_day,
                is_recurring: new.recurring,
                month_year: new.of.text(),
            };
            let bill = session.ask(create_bill, CreateBill { operation_id: None, draft }).await?;
            session.print(&bill, || render_addition(bill.id, &bill.name))
        }
        Bills::Pay(bill) => change_payment(session, bill, Settlement::Paid).await,
        Bills::Dismiss(bill) => change_payment(session, bill, Settlement::Dismissed).await,
        Bills::Unpay(bill) => change_payment(session, bill, Settlement::Unpaid).await,
        Bills::Import(file) => import_table(session, FinanceTable::Bills, file).await,
        Bills::Export => export_table(session, FinanceTable::Bills).await,
    }
}

/// What becomes of a bill in a month.
#[derive(Clone, Copy, PartialEq)]
enum Settlement {
    Paid,
    Dismissed,
    Unpaid,
}

async fn change_payment(
    session: &Session,
    PaidBill { id, of }: PaidBill,
    to: Settlement,
) -> Result<(), Failure> {
    let (month, year) = of.numbers();
    let changed = match to {
        Settlement::Paid | Settlement::Dismissed => {
            let dismiss = (to == Settlement::Dismissed).then_some(true);
            let request = BillPayment { id, month, year, dismiss, operation_id: None };
            session.ask(pay_bill, request).await?
        }
        Settlement::Unpaid => {
            session.ask(unpay_bill, PaymentReversal { id, month, year, operation_id: None }).await?
        }
    };
    session.print(&changed, || {
        let key = match (to, changed.already) {
            (Settlement::Paid, false) => "cli.finance.paid",
            (Settlement::Paid, true) => "cli.finance.paidBefore",
            (Settlement::Dismissed, false) => "cli.finance.dismissed",
            (Settlement::Dismissed, true) => "cli.finance.settledBefore",
            (Settlement::Unpaid, false) => "cli.finance.unpaid",
            (Settlement::Unpaid, true) => "cli.finance.unpaidBefore",
        };
        format!("{}\n", translate_with(session.lang, key, &[("name", changed.bill.name.clone())]))
    })
}

async fn run_expenses(session: &Session, action: Expenses) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Expenses::List(of) => {
            let (month, year) = of.numbers();
            let found = session.ask(list_expenses, FinanceMonth { month, year }).await?;
            session.print(&found, || {
                let lines = found.expenses.iter().map(|one| {
                    let plan = amount_or_dash(lang, one.expected_amount);
                    let spent = amount_or_dash(lang, one.actual_amount);
                    format!("{}  {plan}  {spent}  {}  {}\n", one.id, one.category.as_str(), one.name)
                });
                lines.collect::<String>() + &figure(lang, "cli.finance.total", found.summary.total_actual)
            })
        }
        Expenses::Add(new) => {
            let draft = ExpenseDraft {
                name: new.name,
                category: new.category,
                expected_amount: new.expected.map(AmountText),
                actual_amount: new.actual.map(AmountText),
                is_recurring: new.recurring,
                month_year: new.of.text(),
            };
            let one = session.ask(create_expense, CreateExpense { operation_id: None, draft }).await?;
            session.print(&one, || render_addition(one.id, &one.name))
        }
        Expenses::Import(file) => import_table(session, FinanceTable::Expenses, file).await,
        Expenses::Export => export_table(session, FinanceTable::Expenses).await,
    }
}

async fn run_incomes(session: &Session, action: Incomes) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Incomes::List(of) => {
            let (month, year) = of.numbers();
            let found = session.ask(list_incomes, FinanceMonth { month, year }).await?;
            session.print(&found, || {
                let lines = found.incomes.iter().map(|one| {
                    let expected = write_money(lang, one.expected_amount);
                    let came = amount_or_dash(lang, one.actual_amount);
                    format!("{}  {expected}  {came}  {}  {}\n", one.id, one.kind.as_str(), one.name)
                });
                lines.collect::<String>() + &figure(lang, "cli.finance.total", found.summary.total_actual)
            })
        }
        Incomes::Add(new) => {
            let draft = IncomeDraft {
                name: new.name,
                kind: new.income_type,
                frequency: new.frequency,
                expected_amount: AmountText(new.expected),
                actual_amount: new.actual.map(AmountText),
                is_recurring: new.recurring,
                month_year: new.of.text(),
            };
            let one = session.ask(create_income, CreateIncome { operation_id: None, draft }).await?;
            session.print(&one, || render_addition(one.id, &one.name))
        }
        Incomes::Import(file) => import_table(session, FinanceTable::Incomes, file).await,
        Incomes::Export => export_table(session, FinanceTable::Incomes).await,
    }
}

async fn run_debts(session: &Session, action: Debts) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Debts::List => {
            let found = session.ask(list_debts, Empty {}).await?;
            session.print(&found, || {
                let lines = found.debts.iter().map(|one| {
                    let (remaining, paid) = (write_money(lang, one.total_remaining), one.paid_installments);
                    format!("{}  {paid}/{}  {remaining}  {}\n", one.id, one.total_installments, one.name)
                });
                lines.collect::<String>()
                    + &figure(lang, "cli.finance.remaining", found.summary.total_remaining)
            })
        }
        Debts::Add(new) => {
            let draft = DebtDraft {
                name: new.name,
                creditor: new.creditor,
                total_amount: AmountText(new.total),
                is_negotiated: new.installment.is_some(),
                installment_amount: new.installment.map(AmountText),
                total_installments: new.installments,
                paid_installments: new.paid,
                due_day: new.due_day,
                first_month: new.first_month.map(|month| month.to_string()),
            };
            let one = session.ask(create_debt, CreateDebt { operation_id: None, draft }).await?;
            session.print(&one, || render_addition(one.id, &one.name))
        }
        Debts::Import(file) => import_table(session, FinanceTable::Debts, file).await,
        Debts::Export => export_table(session, FinanceTable::Debts).await,
    }
}

async fn run_investments(session: &Session, action: Investments) -> Result<(), Failure> {
    let lang = session.lang;
    match action {
        Investments::List => {
            let found = session.ask(list_investments, Empty {}).await?;
            session.print(&found, || {
                let lines = found.investments.iter().map(|one| {
                    let (now, goal) =
                        (write_money(lang, one.current_amount), amount_or_dash(lang, one.goal_amount));
                    format!("{}  {now}  {goal}  {}\n", one.id, one.name)
                });
                lines.collect::<String>()
                    + &figure(lang, "cli.finance.invested", found.summary.total_current_amount)
            })
        }
        Investments::Add(new) => {
            let draft = InvestmentDraft {
                name: new.name,
                kind: new.investment_type,
                current_amount: AmountText(new.current),
                goal_amount: new.goal.map(AmountText),
                monthly_contribution: new.monthly.map(AmountText),
                deadline: new.deadline,
            };
            let one = session.ask(create_investment, CreateInvestment { operation_id: None, draft }).await?;
            session.print(&one, || render_addition(one.id, &one.name))
        }
        Investments::Import(file) => import_table(session, FinanceTable::Investments, file).await,
        Investments::Export => export_table(session, FinanceTable::Investments).await,
    }
}

async fn import_table(session: &Session, table: FinanceTable, file: TableFile) -> Result<(), Failure> {
    let content = bounded_read::text_of(&file.table_file, MAX_BYTES)?;
    let request = ImportFinance { table, content, operation_id: None };
    let done = session.ask(import_finance, request).await?;
    let counts = [
        ("added", done.added.to_string()),
        ("changed", done.changed.to_string()),
        ("unchanged", done.unchanged.to_string()),
    ];
    session.print(&done, || format!("{}\n", translate_with(session.lang, "cli.finance.imported", &counts)))
}

async fn export_table(session: &Session, table: FinanceTable) -> Result<(), Failure> {
    let file = session.ask(export_finance, ExportFinance { table }).await?;
    session.print(&file, || file.content.clone())
}

fn amount_or_dash(lang: Lang, amount: Option<Money>) -> String {
    amount.map_or_else(|| "-".to_owned(), |amount| write_money(lang, amount))
}

fn render_addition(id: Uuid, name: &str) -> String {
    format!("{id}  {name}\n")
}
