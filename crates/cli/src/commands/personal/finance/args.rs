//! What can be typed behind `celeiro finance`.

use celeiro_domain::personal::finance::month::{MONTH_FORMS, Month};
use chrono::NaiveDate;
use clap::{Args, Subcommand};
use std::path::PathBuf;
use uuid::Uuid;

#[derive(Debug, Subcommand)]
pub enum Finance {
    Summary(OfMonth),
    Bills {
        #[command(subcommand)]
        action: Option<Bills>,
    },
    Expenses {
        #[command(subcommand)]
        action: Option<Expenses>,
    },
    Incomes {
        #[command(subcommand)]
        action: Option<Incomes>,
    },
    Debts {
        #[command(subcommand)]
        action: Option<Debts>,
    },
    Investments {
        #[command(subcommand)]
        action: Option<Investments>,
    },
}

#[derive(Debug, Clone, Copy, Default, Args)]
pub struct OfMonth {
    #[arg(long, value_name = "YYYY-MM", value_parser = parse_month)]
    pub month: Option<Month>,
}

#[derive(Debug, Args)]
pub struct TableFile {
    #[arg(value_name = "FILE")]
    pub table_file: PathBuf,
}

#[derive(Debug, Subcommand)]
pub enum Bills {
    List(OfMonth),
    Add(NewBill),
    Pay(PaidBill),
    Dismiss(PaidBill),
    Unpay(PaidBill),
    Import(TableFile),
    Export,
}

#[derive(Debug, Args)]
pub struct NewBill {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long, value_name = "NAME")]
    pub category: String,
    #[arg(long, value_name = "AMOUNT")]
    pub amount: String,
    #[arg(long, value_name = "DAY")]
    pub due_day: i32,
    #[arg(long)]
    pub recurring: bool,
    #[command(flatten)]
    pub of: OfMonth,
}

#[derive(Debug, Args)]
pub struct PaidBill {
    #[arg(value_name = "ID")]
    pub id: Uuid,
    #[command(flatten)]
    pub of: OfMonth,
}

#[derive(Debug, Subcommand)]
pub enum Expenses {
    List(OfMonth),
    Add(NewExpense),
    Import(TableFile),
    Export,
}

#[derive(Debug, Args)]
pub struct NewExpense {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long, value_name = "NAME")]
    pub category: String,
    #[arg(long, value_name = "AMOUNT")]
    pub expected: Option<String>,
    #[arg(long, value_name = "AMOUNT")]
    pub actual: Option<String>,
    #[arg(long)]
    pub recurring: bool,
    #[command(flatten)]
    pub of: OfMonth,
}

#[derive(Debug, Subcommand)]
pub enum Incomes {
    List(OfMonth),
    Add(NewIncome),
    Import(TableFile),
    Export,
}

#[derive(Debug, Args)]
pub struct NewIncome {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long = "type", value_name = "NAME")]
    pub income_type: String,
    #[arg(long, value_name = "NAME")]
    pub frequency: String,
    #[arg(long, value_name = "AMOUNT")]
    pub expected: String,
    #[arg(long, value_name = "AMOUNT")]
    pub actual: Option<String>,
    #[arg(long)]
    pub recurring: bool,
    #[command(flatten)]
    pub of: OfMonth,
}

#[derive(Debug, Subcommand)]
pub enum Debts {
    List,
    Add(NewDebt),
    Import(TableFile),
    Export,
}

#[derive(Debug, Args)]
pub struct NewDebt {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long, value_name = "AMOUNT")]
    pub total: String,
    #[arg(long, value_name = "TEXT")]
    pub creditor: Option<String>,
    #[arg(long, value_name = "AMOUNT", requires = "installments")]
    pub installment: Option<String>,
    #[arg(long, value_name = "N", requires = "installment")]
    pub installments: Option<i32>,
    #[arg(long, value_name = "N")]
    pub paid: Option<i32>,
    #[arg(long, value_name = "DAY")]
    pub due_day: Option<i32>,
    #[arg(long, value_name = "YYYY-MM", value_parser = parse_month)]
    pub first_month: Option<Month>,
}

#[derive(Debug, Subcommand)]
pub enum Investments {
    List,
    Add(NewInvestment),
    Import(TableFile),
    Export,
}

#[derive(Debug, Args)]
pub struct NewInvestment {
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(long = "type", value_name = "NAME")]
    pub investment_type: String,
    #[arg(long, value_name = "AMOUNT")]
    pub current: String,
    #[arg(long, value_name = "AMOUNT")]
    pub goal: Option<String>,
    #[arg(long, value_name = "AMOUNT")]
    pub monthly: Option<String>,
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub deadline: Option<NaiveDate>,
}

fn parse_month(text: &str) -> Result<Month, String> {
    Month::parse(text).ok_or_else(|| MONTH_FORMS.to_owned())
}

impl OfMonth {
    /// Month and year of the option, as requests of finances have them.
    pub fn numbers(self) -> (Option<i32>, Option<i32>) {
        (self.month.map(|month| month.number() as i32), self.month.map(Month::year))
    }

    pub fn text(self) -> Option<String> {
        self.month.map(|month| month.to_string())
    }
}
