//! Expenses: what is planned for a month and what was spent.

use super::codes::ExpenseCategory;
use super::fields::{Span, read_code, read_month, read_name};
use super::money::{AMOUNTS, AmountText, Money, Percent, read_positive};
use super::month::Month;
use super::{CURRENCY, Entry};
use crate::catalog::{FieldError, FieldErrorCode};
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What can be written of an expense: as it stands in one month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpenseDraft {
    /// Name, 1 to 100 characters.
    pub name: String,
    /// `alimentacao`, `transporte`, `lazer`, `saude`, `educacao`, `vestuario` or `outros`.
    pub category: String,
    /// What is planned for a month, in reais, above 0.
    #[serde(default)]
    pub expected_amount: Option<AmountText>,
    /// What was spent in the month `monthYear`, in reais, above 0; one of both amounts is needed.
    #[serde(default)]
    pub actual_amount: Option<AmountText>,
    /// Whether it is planned for every month from its first on.
    #[serde(default)]
    pub is_recurring: bool,
    /// The month, `2026-05`; that of today where absent.
    #[serde(default)]
    pub month_year: Option<String>,
}

/// A checked expense: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ExpenseFields {
    /// Name.
    pub name: String,
    /// What it is for.
    pub category: ExpenseCategory,
    /// What is planned for a month.
    pub expected_amount: Option<Money>,
    /// Whether it is planned for every month.
    pub is_recurring: bool,
    /// Its month, or the first.
    pub month_year: Month,
    /// The last month of one that was planned for every month and is so no more.
    #[serde(default)]
    pub last_month: Option<Month>,
    /// What was spent, by month.
    #[serde(default)]
    pub actuals: BTreeMap<Month, Money>,
}

/// An expense as it stands in a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpenseOfMonth {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Name.
    pub name: String,
    /// What it is for.
    pub category: ExpenseCategory,
    /// What is planned.
    pub expected_amount: Option<Money>,
    /// What was spent.
    pub actual_amount: Option<Money>,
    /// Whether it is planned for every month.
    pub is_recurring: bool,
    /// The month.
    pub month_year: Month,
    /// `BRL`.
    pub currency: String,
    /// What was spent less what is planned, nothing standing for what is absent: above 0 it is over the plan.
    pub variance: Money,
    /// What was spent in hundredths of what is planned; absent where nothing is planned.
    pub percent_used: Option<Percent>,
}

/// The expenses of a month in figures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpensesSummary {
    /// What is planned.
    pub total_expected: Money,
    /// What was spent.
    pub total_actual: Money,
    /// What was spent less what is planned.
    pub variance: Money,
    /// Expenses of every month.
    pub recurring_count: u32,
    /// Expenses of this month alone.
    pub one_time_count: u32,
    /// Expenses with a plan, for which more was spent.
    pub over_budget_count: u32,
}

/// The expenses of a month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpensesOfMonth {
    /// The expenses, by category, then by name.
    pub expenses: Vec<ExpenseOfMonth>,
    /// In figures.
    pub summary: ExpensesSummary,
    /// The month.
    pub month_year: Month,
}

impl ExpenseDraft {
    /// Validates the draft of an expense; `before` is the stored expense, whose other months stay.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(
        self,
        before: Option<&ExpenseFields>,
        today: NaiveDate,
    ) -> Result<ExpenseFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = read_name(&self.name, &mut errors);
        let category = read_code(&self.category, "category", &mut errors);
        let expected_amount = read_positive(self.expected_amount.as_ref(), "expectedAmount", &mut errors);
        let actual = read_positive(self.actual_amount.as_ref(), "actualAmount", &mut errors);
        let month = read_month(self.month_year.as_deref(), "monthYear", Month::of(today), &mut errors);
        let recurs = self.is_recurring;
        let known = before.into_iter().flat_map(|before| before.actuals.keys());
        let span = Span::after_save(month, recurs, before.map(ExpenseFields::span), known);
        let actuals = actuals_with(before.map(|before| &before.actuals), span, month, actual);
        if errors.is_empty() && expected_amount.is_none() && actuals.is_empty() {
            errors.push(FieldError::new("actualAmount", FieldErrorCode::Required, "", AMOUNTS));
        }
        match (category, errors.is_empty()) {
            (Some(category), true) => Ok(ExpenseFields {
                name,
                category,
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

/// What came of a record by month, once `month` has `actual`; one of a single month has that alone.
pub(super) fn actuals_with(
    before: Option<&BTreeMap<Month, Money>>,
    span: Span,
    month: Month,
    actual: Option<Money>,
) -> BTreeMap<Month, Money> {
    let mut actuals = before.filter(|_| span.is_long()).cloned().unwrap_or_default();
    match actual {
        Some(actual) => actuals.insert(month, actual),
        None => actuals.remove(&month),
    };
    actuals
}

impl ExpenseFields {
    /// Whether the expense belongs to a month. What was spent in a month belongs to it, also after the last.
    pub fn occurs_in(&self, month: Month) -> bool {
        self.span().has(month) || self.actuals.contains_key(&month)
    }

    fn span(&self) -> Span {
        Span { first: self.month_year, recurs: self.is_recurring, last: self.last_month }
    }
}

/// Computes what an expense plans and spends in a month.
pub fn expense_of_month(expense: &Entry<ExpenseFields>, month: Month) -> ExpenseOfMonth {
    let fields = &expense.fields;
    let actual = fields.actuals.get(&month).copied();
    let (spent, planned) = (actual.unwrap_or_default(), fields.expected_amount.unwrap_or_default());
    ExpenseOfMonth {
        id: expense.id,
        version: expense.version,
        updated_at: expense.updated_at,
        name: fields.name.clone(),
        category: fields.category,
        expected_amount: fields.expected_amount,
        actual_amount: actual,
        is_recurring: fields.is_recurring,
        month_year: month,
        currency: CURRENCY.to_owned(),
        variance: spent - planned,
        percent_used: spent.percent_of(planned),
    }
}

/// Lists the expenses that occur in a month, with their sums.
pub fn expenses_of_month(expenses: &[Entry<ExpenseFields>], month: Month) -> ExpensesOfMonth {
    let of_month = expenses.iter().filter(|expense| expense.fields.occurs_in(month));
    let mut listed: Vec<ExpenseOfMonth> = of_month.map(|expense| expense_of_month(expense, month)).collect();
    listed.sort_by(|a, b| (a.category, &a.name, a.id).cmp(&(b.category, &b.name, b.id)));
    let total_expected: Money = listed.iter().filter_map(|one| one.expected_amount).sum();
    let total_actual: Money = listed.iter().filter_map(|one| one.actual_amount).sum();
    let count = |holds: fn(&ExpenseOfMonth) -> bool| listed.iter().filter(|one| holds(one)).count() as u32;
    let summary = ExpensesSummary {
        total_expected,
        total_actual,
        variance: total_actual - total_expected,
        recurring_count: count(|one| one.is_recurring),
        one_time_count: count(|one| !one.is_recurring),
        over_budget_count: count(|one| one.expected_amount.is_some() && one.variance > Money::ZERO),
    };
    ExpensesOfMonth { expenses: listed, summary, month_year: month }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn today() -> NaiveDate {
        "2026-11-28".parse().unwrap()
    }

    fn month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    fn draft(expected: &str, actual: &str) -> ExpenseDraft {
        let amount = |text: &str| Some(AmountText(text.into()));
        ExpenseDraft {
            name: "Mercado".into(),
            category: "Alimentação".into(),
            expected_amount: amount(expected),
            actual_amount: amount(actual),
            is_recurring: true,
            month_year: None,
        }
    }

    fn entry(fields: ExpenseFields) -> Entry<ExpenseFields> {
        Entry::of(fields)
    }

    #[test]
    fn an_expense_that_recurs_has_what_was_spent_by_month() {
        let november = draft("400", "450").check(None, today()).unwrap();
        let december = ExpenseDraft { month_year: Some("2026-12".into()), ..draft("400", "380") };
        let both = december.check(Some(&november), today()).unwrap();
        assert_eq!((both.month_year, both.actuals.len()), (month("2026-11"), 2));
        let one = expense_of_month(&entry(both.clone()), month("2026-11"));
        assert_eq!(one.variance, Money::of_cents(5_000));
        assert_eq!(serde_json::to_string(&one.percent_used).unwrap(), "112.5");
        let one = expense_of_month(&entry(both.clone()), month("2027-01"));
        assert_eq!((one.actual_amount, one.variance), (None, Money::of_cents(-40_000)));
        let once = ExpenseDraft { is_recurring: false, ..draft("", "10") };
        let once = once.check(None, today()).unwrap();
        let moved =
            ExpenseDraft { month_year: Some("2026-12".into()), is_recurring: false, ..draft("", "10") };
        let moved = moved.check(Some(&once), today()).unwrap();
        assert_eq!(moved.actuals.keys().collect::<Vec<_>>(), [&month("2026-12")], "of its month alone");
        assert_eq!(expense_of_month(&entry(once), month("2026-11")).percent_used, None, "no plan, no share");
    }

    #[test]
    fn one_that_recurs_no_more_keeps_its_past() {
        let january = ExpenseDraft { month_year: Some("2026-01".into()), ..draft("400", "450") };
        let january = january.check(None, today()).unwrap();
        let end =
            ExpenseDraft { month_year: Some("2026-03".into()), is_recurring: false, ..draft("400", "20") };
        let ended = end.check(Some(&january), today()).unwrap();
        let sums = |of: &str| {
            let summary = expenses_of_month(&[entry(ended.clone())], month(of)).summary;
            (summary.total_expected.to_plain(), summary.total_actual.to_plain())
        };
        let (planned, none) = ("400.00".to_owned(), "0.00".to_owned());
        assert_eq!(sums("2026-01"), (planned.clone(), "450.00".to_owned()));
        assert_eq!(sums("2026-02"), (planned.clone(), none.clone()));
        assert_eq!(sums("2026-03"), (planned, "20.00".to_owned()));
        assert_eq!(sums("2026-04"), (none.clone(), none));
    }

    #[test]
    fn one_that_ended_at_once_is_counted_in_its_new_month_alone() {
        let of = |month: &str, recurs, actual: &str| ExpenseDraft {
            month_year: Some(month.into()),
            is_recurring: recurs,
            ..draft("400", actual)
        };
        let begun = of("2026-05", true, "").check(None, today()).unwrap();
        let ended = of("2026-05", false, "").check(Some(&begun), today()).unwrap();
        let moved = of("2026-07", false, "380").check(Some(&ended), today()).unwrap();
        assert!(!moved.occurs_in(month("2026-05")) && moved.occurs_in(month("2026-07")));
        let both = of("2026-06", true, "390").check(Some(&begun), today()).unwrap();
        let ended = of("2026-05", false, "").check(Some(&both), today()).unwrap();
        let later = of("2026-06", false, "395").check(Some(&ended), today()).unwrap();
        assert!(later.occurs_in(month("2026-05")) && later.occurs_in(month("2026-06")), "both are known");
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        for (draft, field) in [
            (draft("0", "10"), "expectedAmount"),
            (draft("10", "-1"), "actualAmount"),
            (draft("", ""), "actualAmount"),
            (draft("", "NaN"), "actualAmount"),
            (ExpenseDraft { category: "dinheiro".into(), ..draft("1", "") }, "category"),
            (ExpenseDraft { month_year: Some("2026-13".into()), ..draft("1", "") }, "monthYear"),
        ] {
            let errors = draft.check(None, today()).expect_err(field);
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, field), "{errors:?}");
        }
        let errors =
            ExpenseDraft { category: "?".into(), ..draft("1", "") }.check(None, today()).unwrap_err();
        assert_eq!(
            errors[0].allowed,
            "alimentacao | transporte | lazer | saude | educacao | vestuario | outros"
        );
    }

    proptest! {
        #[test]
        fn figures_add_up(
            amounts in proptest::collection::vec((0_i64..100_000, 0_i64..100_000, any::<bool>()), 0..30)
        ) {
            let november = month("2026-11");
            let some = |cents: i64| (cents > 0).then(|| Money::of_cents(cents));
            let expenses: Vec<_> = amounts.iter().map(|(planned, spent, recurs)| entry(ExpenseFields {
                name: "x".into(), category: ExpenseCategory::Other, expected_amount: some(*planned),
                is_recurring: *recurs, month_year: november, last_month: None,
                actuals: some(*spent).map(|spent| (november, spent)).into_iter().collect(),
            })).collect();
            let all = expenses_of_month(&expenses, november);
            let summary = &all.summary;
            prop_assert_eq!(summary.variance, all.expenses.iter().map(|one| one.variance).sum::<Money>());
            prop_assert_eq!(summary.recurring_count + summary.one_time_count, expenses.len() as u32);
            let over = amounts.iter().filter(|(planned, spent, _)| *planned > 0 && spent > planned).count();
            prop_assert_eq!(summary.over_budget_count, over as u32);
            for one in &all.expenses {
                prop_assert_eq!(one.percent_used.is_some(), one.expected_amount.is_some());
            }
        }
    }
}
