//! Finance figures of a period, with alerts in sentences.

use super::noun::list;
use super::records::day_and_month;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::messages::translate_with;
use celeiro_domain::personal::finance::codes::Period;
use celeiro_domain::personal::finance::money::Money;
use celeiro_domain::personal::finance::summary::{
    FinanceAlert, FinanceSummary, Ledger, months_of, summarize,
};
use celeiro_domain::search::Lang;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// The time of a summary.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetFinanceSummary {
    /// The current month where neither this nor a month is given.
    #[serde(default)]
    pub period: Option<Period>,
    /// A month in place of a period, 1 to 12.
    #[serde(default)]
    pub month: Option<i32>,
    /// Its year, 2020 to 2100.
    #[serde(default)]
    pub year: Option<i32>,
}

/// The figures of a period, what is to be paid, and what a person should look at.
///
/// # Errors
/// `personal_off`, `invalid_fields` for months and years that are none.
pub async fn get_finance_summary(
    app: &App,
    caller: &Caller,
    request: GetFinanceSummary,
) -> Result<FinanceSummary, AppError> {
    let (today, month) = day_and_month(app, request.month, request.year)?;
    let months = match request.period {
        Some(period) if request.month.is_none() && request.year.is_none() => months_of(period, today),
        _ => vec![month],
    };
    let ledger = Ledger {
        bills: list(app).await?,
        expenses: list(app).await?,
        incomes: list(app).await?,
        debts: list(app).await?,
        investments: list(app).await?,
    };
    let (summary, alerts) = summarize(&ledger, &months, today);
    let alerts = alerts.iter().map(|alert| sentence(caller.lang, alert)).collect();
    Ok(FinanceSummary { alerts, ..summary })
}

fn sentence(lang: Lang, alert: &FinanceAlert) -> String {
    let (key, name, amount, count) = match alert {
        FinanceAlert::BillOverdue { name, amount, days } => ("billOverdue", Some(name), Some(amount), *days),
        FinanceAlert::BillLongOverdue { name, amount, days, .. } => {
            ("billLongOverdue", Some(name), Some(amount), *days)
        }
        FinanceAlert::BillSoon { name, amount, days: 0 } => ("billToday", Some(name), Some(amount), 0),
        FinanceAlert::BillSoon { name, amount, days } => ("billSoon", Some(name), Some(amount), *days),
        FinanceAlert::InstallmentOverdue { name, amount, days } => {
            ("installmentOverdue", Some(name), Some(amount), *days)
        }
        FinanceAlert::ExpenseOverBudget { name, amount } => {
            ("expenseOverBudget", Some(name), Some(amount), 0)
        }
        FinanceAlert::OverBudget { amount } => ("overBudget", None, Some(amount), 0),
        FinanceAlert::NegativeBalance { amount } => ("negativeBalance", None, Some(amount), 0),
        FinanceAlert::NotNegotiated { count } => ("notNegotiated", None, None, *count),
    };
    let months = if let FinanceAlert::BillLongOverdue { months, .. } = alert { *months } else { 0 };
    let args = [
        ("name", name.cloned().unwrap_or_default()),
        ("amount", amount.map(|amount| write_money(lang, *amount)).unwrap_or_default()),
        ("days", count.to_string()),
        ("count", count.to_string()),
        ("months", months.to_string()),
    ];
    translate_with(lang, &format!("finance.alert.{key}"), &args)
}

/// An amount as people of the language write it: `R$ 1.234,50`, `R$1,234.50`.
pub fn write_money(lang: Lang, amount: Money) -> String {
    let plain = amount.to_plain();
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain.as_str()), |digits| ("-", digits));
    let (whole, cents) = digits.split_once('.').unwrap_or((digits, "00"));
    let (thousands, decimals, space) = match lang {
        Lang::En => (',', '.', ""),
        Lang::PtBr => ('.', ',', " "),
    };
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            grouped.push(thousands);
        }
        grouped.push(digit);
    }
    format!("{sign}R${space}{grouped}{decimals}{cents}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts_are_sentences_of_both_languages_with_amounts_as_people_write_them() {
        let amount = Money::of_cents(123_456_789);
        let alerts = [
            FinanceAlert::BillOverdue { name: "Luz".into(), amount, days: 1 },
            FinanceAlert::BillOverdue { name: "Luz".into(), amount, days: 8 },
            FinanceAlert::BillLongOverdue { name: "Luz".into(), amount, months: 82, days: 2_500 },
            FinanceAlert::BillSoon { name: "Luz".into(), amount, days: 0 },
            FinanceAlert::BillSoon { name: "Luz".into(), amount, days: 1 },
            FinanceAlert::BillSoon { name: "Luz".into(), amount, days: 2 },
            FinanceAlert::InstallmentOverdue { name: "Luz".into(), amount, days: 2 },
            FinanceAlert::ExpenseOverBudget { name: "Luz".into(), amount },
            FinanceAlert::OverBudget { amount },
            FinanceAlert::NegativeBalance { amount },
            FinanceAlert::NotNegotiated { count: 1 },
            FinanceAlert::NotNegotiated { count: 2 },
        ];
        for alert in &alerts {
            for (lang, written) in [(Lang::PtBr, "R$ 1.234.567,89"), (Lang::En, "R$1,234,567.89")] {
                let text = sentence(lang, alert);
                assert!(!text.contains("finance.") && !text.contains('{'), "{text}");
                let has_amount = !matches!(alert, FinanceAlert::NotNegotiated { .. });
                assert_eq!(text.contains(written), has_amount, "{text}");
            }
        }
        assert_eq!(write_money(Lang::PtBr, Money::of_cents(-5)), "-R$ 0,05");
    }
}
