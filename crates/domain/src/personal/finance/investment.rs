//! Investments: what there is, and how far it is from the goal.

use super::codes::InvestmentType;
use super::fields::{read_code, read_name, require};
use super::money::{AmountText, Money, Percent, read_not_negative, read_positive};
use super::month::YEARS;
use super::{CURRENCY, Entry};
use crate::catalog::{FieldError, FieldErrorCode};
use chrono::{DateTime, Datelike as _, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What can be written of an investment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvestmentDraft {
    /// Name, 1 to 100 characters.
    pub name: String,
    /// `reserva`, `renda_fixa`, `renda_variavel`, `previdencia`, `imovel` or `outros`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What there is, in reais, not below 0.
    pub current_amount: AmountText,
    /// What it shall become, in reais, above 0.
    #[serde(default)]
    pub goal_amount: Option<AmountText>,
    /// What is added in a month, in reais, not below 0.
    #[serde(default)]
    pub monthly_contribution: Option<AmountText>,
    /// The day by which the goal shall be reached.
    #[serde(default)]
    pub deadline: Option<NaiveDate>,
}

/// A checked investment: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvestmentFields {
    /// Name.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: InvestmentType,
    /// What there is.
    pub current_amount: Money,
    /// What it shall become.
    pub goal_amount: Option<Money>,
    /// What is added in a month.
    pub monthly_contribution: Option<Money>,
    /// The day by which the goal shall be reached.
    pub deadline: Option<NaiveDate>,
}

/// An investment and how far it is from its goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvestmentProgress {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Name.
    pub name: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: InvestmentType,
    /// What there is.
    pub current_amount: Money,
    /// What it shall become.
    pub goal_amount: Option<Money>,
    /// What is added in a month.
    pub monthly_contribution: Option<Money>,
    /// The day by which the goal shall be reached.
    pub deadline: Option<NaiveDate>,
    /// `BRL`.
    pub currency: String,
    /// What there is in hundredths of the goal, more than 100 beyond it; absent without a goal.
    pub progress: Option<Percent>,
    /// The goal less what there is, 0 beyond it; absent without a goal.
    pub remaining_to_goal: Option<Money>,
    /// Contributions until the goal, the last counted whole, 0 beyond it; absent without a goal, or where nothing is
    /// added.
    pub months_to_goal: Option<u32>,
}

/// The investments in figures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvestmentsSummary {
    /// What there is.
    pub total_current_amount: Money,
    /// What it shall become.
    pub total_goal_amount: Money,
    /// What is added in a month.
    pub total_monthly_contribution: Money,
    /// Mean of the progress of those with a goal; 0 where there are none.
    pub average_progress: Percent,
    /// Investments.
    pub count: u32,
}

/// The investments with how far they are from their goals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvestmentsProgress {
    /// The investments, by name.
    pub investments: Vec<InvestmentProgress>,
    /// In figures.
    pub summary: InvestmentsSummary,
}

impl InvestmentDraft {
    /// Validates the draft of an investment.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(self) -> Result<InvestmentFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = read_name(&self.name, &mut errors);
        let kind = read_code(&self.kind, "type", &mut errors);
        let current = read_not_negative(Some(&self.current_amount), "currentAmount", &mut errors);
        let current = require(current, "currentAmount", "0..9999999999.99", &mut errors);
        let goal_amount = read_positive(self.goal_amount.as_ref(), "goalAmount", &mut errors);
        let monthly_contribution =
            read_not_negative(self.monthly_contribution.as_ref(), "monthlyContribution", &mut errors);
        if let Some(day) = self.deadline.filter(|day| !YEARS.contains(&day.year())) {
            let (code, allowed) = (FieldErrorCode::InvalidDate, "2020-01-01..2100-12-31");
            errors.push(FieldError::new("deadline", code, &day.to_string(), allowed));
        }
        match (kind, current, errors.is_empty()) {
            (Some(kind), Some(current_amount), true) => Ok(InvestmentFields {
                name,
                kind,
                current_amount,
                goal_amount,
                monthly_contribution,
                deadline: self.deadline,
            }),
            _ => Err(errors),
        }
    }
}

/// An investment and how far it is from its goal.
pub fn investment_progress(investment: &Entry<InvestmentFields>) -> InvestmentProgress {
    let fields = &investment.fields;
    let remaining = fields.goal_amount.map(|goal| Money::ZERO.max(goal - fields.current_amount));
    let months = |remaining: Money| match remaining > Money::ZERO {
        true => remaining.times_begun(fields.monthly_contribution.unwrap_or_default()),
        false => Some(0),
    };
    InvestmentProgress {
        id: investment.id,
        version: investment.version,
        updated_at: investment.updated_at,
        name: fields.name.clone(),
        kind: fields.kind,
        current_amount: fields.current_amount,
        goal_amount: fields.goal_amount,
        monthly_contribution: fields.monthly_contribution,
        deadline: fields.deadline,
        currency: CURRENCY.to_owned(),
        progress: fields.goal_amount.and_then(|goal| fields.current_amount.percent_of(goal)),
        remaining_to_goal: remaining,
        months_to_goal: remaining.and_then(months),
    }
}

/// The investments with how far they are from their goals.
pub fn investments_progress(investments: &[Entry<InvestmentFields>]) -> InvestmentsProgress {
    let mut listed: Vec<InvestmentProgress> = investments.iter().map(investment_progress).collect();
    listed.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    let shares: Vec<Percent> = listed.iter().filter_map(|one| one.progress).collect();
    let summary = InvestmentsSummary {
        total_current_amount: listed.iter().map(|one| one.current_amount).sum(),
        total_goal_amount: listed.iter().filter_map(|one| one.goal_amount).sum(),
        total_monthly_contribution: listed.iter().filter_map(|one| one.monthly_contribution).sum(),
        average_progress: Percent::mean(&shares),
        count: listed.len() as u32,
    };
    InvestmentsProgress { investments: listed, summary }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn draft(current: &str, goal: &str, monthly: &str) -> InvestmentDraft {
        let amount = |text: &str| Some(AmountText(text.into()));
        InvestmentDraft {
            name: "Reserva".into(),
            kind: "reserva".into(),
            current_amount: AmountText(current.into()),
            goal_amount: amount(goal),
            monthly_contribution: amount(monthly),
            deadline: None,
        }
    }

    fn progress(current: &str, goal: &str, monthly: &str) -> (Option<String>, Option<u32>) {
        let fields = draft(current, goal, monthly).check().unwrap();
        let one = investment_progress(&Entry::of(fields));
        (one.progress.map(|share| share.share().normalize().to_string()), one.months_to_goal)
    }

    #[test]
    fn a_goal_is_reached_by_contributions_and_no_goal_has_no_progress() {
        let share = |text: &str| Some(text.to_owned());
        assert_eq!(progress("250", "1000", "100"), (share("25"), Some(8)));
        assert_eq!(progress("0", "1000", "999.99"), (share("0"), Some(2)));
        assert_eq!(progress("1500", "1000", "0"), (share("150"), Some(0)));
        assert_eq!(progress("250", "1000", "0"), (share("25"), None));
        assert_eq!(progress("250", "", "100"), (None, None));
        assert_eq!(progress("0", "9999999999.99", "0.01"), (share("0"), None), "beyond 32 bits");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let far = InvestmentDraft { deadline: "2101-01-01".parse().ok(), ..draft("1", "2", "3") };
        let wrong = [(draft("-1", "", ""), "currentAmount"), (draft("", "", ""), "currentAmount")];
        let wrong = wrong.into_iter().chain([(draft("1", "0", ""), "goalAmount"), (far, "deadline")]);
        for (draft, field) in wrong {
            let errors = draft.check().expect_err(field);
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, field));
        }
    }

    proptest! {
        #[test]
        fn the_last_contribution_reaches_the_goal(
            current in 0_i64..1_000_000, goal in 1_i64..1_000_000, monthly in 1_i64..100_000
        ) {
            let money = Money::of_cents;
            let fields = InvestmentFields {
                name: "x".into(), kind: InvestmentType::Other, current_amount: money(current),
                goal_amount: Some(money(goal)), monthly_contribution: Some(money(monthly)), deadline: None,
            };
            let one = investment_progress(&Entry::of(fields));
            let months = one.months_to_goal.unwrap();
            prop_assert!(money(current) + money(monthly).times(months) >= money(goal));
            prop_assert!(months == 0 || money(current) + money(monthly).times(months - 1) < money(goal));
        }
    }
}
