//! Incomes: what is expected in a month and what came.

use super::codes::{Frequency, IncomeType};
use super::expense::actuals_with;
use super::fields::{Span, read_code, read_month, read_name, require};
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

/// What can be written of an income: as it stands in one month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomeDraft {
    /// Name, 1 to 100 characters.
    pub name: String,
    /// `salario`, `comissao`, `autonomo`, `aluguel`, `rendimento` or `outros`.
    #[serde(rename = "type")]
    pub kind: String,
    /// `semanal`, `quinzenal`, `mensal`, `anual` or `irregular`.
    pub frequency: String,
    /// What is expected in a month, in reais, above 0.
    pub expected_amount: AmountText,
    /// What came in the month `monthYear`, in reais, above 0.
    #[serde(default)]
    pub actual_amount: Option<AmountText>,
    /// Whether it comes again: every month, or every year where `frequency` says so.
    #[serde(default)]
    pub is_recurring: bool,
    /// The month, `2026-05`; that of today where absent.
    #[serde(default)]
    pub month_year: Option<String>,
}

/// A checked income: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IncomeFields {
    /// Name.
    pub name: String,
    /// Where it comes from.
    #[serde(rename = "type")]
    pub kind: IncomeType,
    /// How often.
    pub frequency: Frequency,
    /// What is expected in a month.
    pub expected_amount: Money,
    /// Whether it comes again.
    pub is_recurring: bool,
    /// Its month, or the first.
    pub month_year: Month,
    /// The last month of one that came again and does so no more.
    #[serde(default)]
    pub last_month: Option<Month>,
    /// What came, by month.
    #[serde(default)]
    pub actuals: BTreeMap<Month, Money>,
}

/// An income as it stands in a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomeOfMonth {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Name.
    pub name: String,
    /// Where it comes from.
    #[serde(rename = "type")]
    pub kind: IncomeType,
    /// How often.
    pub frequency: Frequency,
    /// What is expected.
    pub expected_amount: Money,
    /// What came.
    pub actual_amount: Option<Money>,
    /// Whether it comes again.
    pub is_recurring: bool,
    /// The month.
    pub month_year: Month,
    /// `BRL`.
    pub currency: String,
    /// What came less what is expected, nothing standing for what has not come: above 0 more came.
    pub variance: Money,
}

/// The incomes of a month in figures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomesSummary {
    /// What is expected.
    pub total_expected: Money,
    /// What came.
    pub total_actual: Money,
    /// What came less what is expected.
    pub variance: Money,
    /// Incomes.
    pub count: u32,
    /// Those of which something came.
    pub received_count: u32,
    /// Those of which nothing came yet.
    pub pending_count: u32,
}

/// The incomes of a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncomesOfMonth {
    /// The incomes, by name.
    pub incomes: Vec<IncomeOfMonth>,
    /// In figures.
    pub summary: IncomesSummary,
    /// The month.
    pub month_year: Month,
}

impl IncomeDraft {
    /// Validates the draft of an income; `before` is the stored income, whose other months stay.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(
        self,
        before: Option<&IncomeFields>,
        today: NaiveDate,
    ) -> Result<IncomeFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = read_name(&self.name, &mut errors);
        let kind = read_code(&self.kind, "type", &mut errors);
        let frequency = read_code(&self.frequency, "frequency", &mut errors);
        let expected = read_positive(Some(&self.expected_amount), "expectedAmount", &mut errors);
        let expected = require(expected, "expectedAmount", AMOUNTS, &mut errors);
        let actual = read_positive(self.actual_amount.as_ref(), "actualAmount", &mut errors);
        let month = read_month(self.month_year.as_deref(), "monthYear", Month::of(today), &mut errors);
        let recurs = self.is_recurring;
        let known = before.into_iter().flat_map(|before| before.actuals.keys());
        let span = Span::after_save(month, recurs, before.map(IncomeFields::span), known);
        let actuals = actuals_with(before.map(|before| &before.actuals), span, month, actual);
        match (kind.zip(frequency), expected, errors.is_empty()) {
            (Some((kind, frequency)), Some(expected_amount), true) => Ok(IncomeFields {
                name,
                kind,
                frequency,
                expected_amount,
                is_recurring: recurs,
                month_year: span.first,
                last_month: span.last,
                actuals,
            }),
            _ => Err(errors),
        }
    }
}

impl IncomeFields {
    /// Whether the income is expected in a month: one of every year in its month alone. What came in a month belongs
    /// to it.
    pub fn occurs_in(&self, month: Month) -> bool {
        let again = match self.frequency {
            Frequency::Yearly => month.number() == self.month_year.number(),
            Frequency::Weekly | Frequency::Biweekly | Frequency::Monthly | Frequency::Irregular => true,
        };
        month == self.month_year || (self.span().has(month) && again) || self.actuals.contains_key(&month)
    }

    fn span(&self) -> Span {
        Span { first: self.month_year, recurs: self.is_recurring, last: self.last_month }
    }
}

/// Computes what an income expects and brings in a month.
pub fn income_of_month(income: &Entry<IncomeFields>, month: Month) -> IncomeOfMonth {
    let fields = &income.fields;
    let actual_amount = fields.actuals.get(&month).copied();
    IncomeOfMonth {
        id: income.id,
        version: income.version,
        updated_at: income.updated_at,
        name: fields.name.clone(),
        kind: fields.kind,
        frequency: fields.frequency,
        expected_amount: fields.expected_amount,
        actual_amount,
        is_recurring: fields.is_recurring,
        month_year: month,
        currency: CURRENCY.to_owned(),
        variance: actual_amount.unwrap_or_default() - fields.expected_amount,
    }
}

/// Lists the incomes that occur in a month, with their sums.
pub fn incomes_of_month(incomes: &[Entry<IncomeFields>], month: Month) -> IncomesOfMonth {
    let of_month = incomes.iter().filter(|income| income.fields.occurs_in(month));
    let mut listed: Vec<IncomeOfMonth> = of_month.map(|income| income_of_month(income, month)).collect();
    listed.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    let total_expected: Money = listed.iter().map(|one| one.expected_amount).sum();
    let total_actual: Money = listed.iter().filter_map(|one| one.actual_amount).sum();
    let received = listed.iter().filter(|one| one.actual_amount.is_some()).count() as u32;
    let summary = IncomesSummary {
        total_expected,
        total_actual,
        variance: total_actual - total_expected,
        count: listed.len() as u32,
        received_count: received,
        pending_count: listed.len() as u32 - received,
    };
    IncomesOfMonth { incomes: listed, summary, month_year: month }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn today() -> NaiveDate {
        "2026-11-28".parse().unwrap()
    }

    fn draft() -> IncomeDraft {
        IncomeDraft {
            name: "Comissão da safra".into(),
            kind: "comissao".into(),
            frequency: "anual".into(),
            expected_amount: AmountText("12.000,00".into()),
            actual_amount: None,
            is_recurring: true,
            month_year: Some("03/2026".into()),
        }
    }

    #[test]
    fn an_income_of_every_year_comes_in_its_month() {
        let fields = draft().check(None, today()).unwrap();
        let occurs = |text: &str| fields.occurs_in(Month::parse(text).unwrap());
        assert!(occurs("2026-03") && occurs("2027-03"));
        assert!(!occurs("2026-04") && !occurs("2025-03"));
    }

    #[test]
    fn one_that_comes_no_more_keeps_its_past() {
        let march = IncomeDraft { actual_amount: Some(AmountText("11.000,00".into())), ..draft() };
        let march = march.check(None, today()).unwrap();
        let end = IncomeDraft { is_recurring: false, month_year: Some("2027-05".into()), ..draft() };
        let ended = end.check(Some(&march), today()).unwrap();
        let occurs = |text: &str| ended.occurs_in(Month::parse(text).unwrap());
        assert!(occurs("2026-03") && occurs("2027-03") && !occurs("2028-03") && !occurs("2027-04"));
        assert_eq!(ended.actuals.len(), 1);
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        for (draft, field) in [
            (IncomeDraft { kind: "sorte".into(), ..draft() }, "type"),
            (IncomeDraft { frequency: "diario".into(), ..draft() }, "frequency"),
            (IncomeDraft { expected_amount: AmountText::default(), ..draft() }, "expectedAmount"),
            (IncomeDraft { actual_amount: Some(AmountText("0".into())), ..draft() }, "actualAmount"),
        ] {
            let errors = draft.check(None, today()).expect_err(field);
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, field));
        }
    }

    proptest! {
        #[test]
        fn figures_add_up(amounts in proptest::collection::vec((1_i64..100_000, 0_i64..100_000), 0..30)) {
            let month = Month::of(today());
            let incomes: Vec<_> = amounts.iter().map(|(expected, came)| Entry::of(IncomeFields {
                    name: "x".into(), kind: IncomeType::Other, frequency: Frequency::Monthly,
                    expected_amount: Money::of_cents(*expected), is_recurring: false, month_year: month,
                    last_month: None,
                    actuals: (*came > 0).then(|| (month, Money::of_cents(*came))).into_iter().collect(),
            })).collect();
            let IncomesOfMonth { incomes, summary, .. } = incomes_of_month(&incomes, month);
            prop_assert_eq!(summary.variance, incomes.iter().map(|one| one.variance).sum::<Money>());
            prop_assert_eq!(summary.count, summary.received_count + summary.pending_count);
        }
    }
}
