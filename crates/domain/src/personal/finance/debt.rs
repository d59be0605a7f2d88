//! Debts: paid in instalments once they are negotiated.

use super::Entry;
use super::fields::{read_due_day, read_month, read_name, require};
use super::money::{AMOUNTS, AmountText, Money, Percent, read_not_negative, read_positive};
use super::month::Month;
use crate::catalog::{FieldError, FieldErrorCode, clean_optional};
use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

use super::MAX_NAME;

/// Most instalments.
pub const MAX_INSTALLMENTS: i32 = 600;

/// What can be written of a debt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtDraft {
    /// Name, 1 to 100 characters.
    pub name: String,
    /// To whom it is owed, at most 100 characters.
    #[serde(default)]
    pub creditor: Option<String>,
    /// What is owed in all, in reais, above 0.
    pub total_amount: AmountText,
    /// Amount of an instalment, in reais, above 0; needed where it is negotiated.
    #[serde(default)]
    pub installment_amount: Option<AmountText>,
    /// Instalments, 1 to 600; needed where it is negotiated.
    #[serde(default)]
    pub total_installments: Option<i32>,
    /// How many are paid, 0 to all of them.
    #[serde(default)]
    pub paid_installments: Option<i32>,
    /// Whether instalments are agreed on.
    #[serde(default)]
    pub is_negotiated: bool,
    /// Day of the month on which they are due, 1 to 31; needed where it is negotiated.
    #[serde(default)]
    pub due_day: Option<i32>,
    /// The month of the first instalment, `2026-05`; that of today where absent.
    #[serde(default)]
    pub first_month: Option<String>,
}

/// A checked debt: what is stored of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DebtFields {
    /// Name.
    pub name: String,
    /// To whom it is owed.
    pub creditor: Option<String>,
    /// What is owed in all.
    pub total_amount: Money,
    /// Amount of an instalment.
    pub installment_amount: Option<Money>,
    /// Instalments; 0 where none are agreed on.
    pub total_installments: u32,
    /// How many are paid.
    pub paid_installments: u32,
    /// Whether instalments are agreed on.
    pub is_negotiated: bool,
    /// Day of the month on which they are due.
    pub due_day: Option<u32>,
    /// The month of the first.
    pub first_month: Month,
}

/// A debt and how far it is paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtProgress {
    /// Id.
    pub id: Uuid,
    /// Rises by one with every save.
    pub version: i32,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Name.
    pub name: String,
    /// To whom it is owed.
    pub creditor: Option<String>,
    /// What is owed in all.
    pub total_amount: Money,
    /// Amount of an instalment; 0 where none is known.
    pub installment_amount: Money,
    /// Instalments.
    pub total_installments: u32,
    /// How many are paid.
    pub paid_installments: u32,
    /// How many are not.
    pub remaining_installments: u32,
    /// Paid instalments times their amount.
    pub total_paid: Money,
    /// Instalments to be paid times their amount; where it is not negotiated, what is owed in all.
    pub total_remaining: Money,
    /// Paid instalments in hundredths of all; 0 where there are none.
    pub percent_complete: Percent,
    /// The day of the first instalment that is not paid; absent where there is none.
    pub next_due_date: Option<NaiveDate>,
    /// Whether instalments are agreed on.
    pub is_negotiated: bool,
    /// Day of the month on which they are due.
    pub due_day: Option<u32>,
    /// The month of the first.
    pub first_month: Month,
}

/// The debts in figures.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtsSummary {
    /// What is owed in all.
    pub total_debts: Money,
    /// What is paid of it.
    pub total_paid: Money,
    /// What is to be paid.
    pub total_remaining: Money,
    /// Mean of what is paid, in hundredths, over those that are negotiated; 0 where there are none.
    pub average_progress: Percent,
}

/// The debts with how far they are paid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtsProgress {
    /// The debts, by name.
    pub debts: Vec<DebtProgress>,
    /// In figures.
    pub summary: DebtsSummary,
}

impl DebtDraft {
    /// Validates the draft of a debt.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(self, today: NaiveDate) -> Result<DebtFields, Vec<FieldError>> {
        let mut errors = Vec::new();
        let name = read_name(&self.name, &mut errors);
        let creditor = clean_optional(self.creditor, "creditor", MAX_NAME, &mut errors);
        let total = read_positive(Some(&self.total_amount), "totalAmount", &mut errors);
        let total = require(total, "totalAmount", AMOUNTS, &mut errors);
        let installment = self.installment_amount.as_ref();
        let installment_amount = match self.is_negotiated {
            true => read_positive(installment, "installmentAmount", &mut errors),
            // A page sends back the 0 with which it was shown.
            false => read_not_negative(installment, "installmentAmount", &mut errors),
        };
        let installment_amount = installment_amount.filter(|amount| *amount > Money::ZERO);
        let due_day = self.due_day.map(|day| read_due_day(day, &mut errors));
        let count = self.total_installments.unwrap_or(0);
        let least = i32::from(self.is_negotiated);
        read_count(count, "totalInstallments", (least, MAX_INSTALLMENTS), &mut errors);
        let paid = self.paid_installments.unwrap_or(0);
        read_count(paid, "paidInstallments", (0, count.clamp(0, MAX_INSTALLMENTS)), &mut errors);
        if self.is_negotiated {
            require(installment_amount, "installmentAmount", AMOUNTS, &mut errors);
            require(due_day, "dueDay", "1..31", &mut errors);
        }
        let first_month =
            read_month(self.first_month.as_deref(), "firstMonth", Month::of(today), &mut errors);
        match (total, errors.is_empty()) {
            (Some(total_amount), true) => Ok(DebtFields {
                name,
                creditor,
                total_amount,
                installment_amount,
                total_installments: count.unsigned_abs(),
                paid_installments: paid.unsigned_abs(),
                is_negotiated: self.is_negotiated,
                due_day,
                first_month,
            }),
            _ => Err(errors),
        }
    }
}

fn read_count(given: i32, field: &str, (least, most): (i32, i32), errors: &mut Vec<FieldError>) {
    if !(least..=most).contains(&given) {
        let allowed = format!("{least}..{most}");
        errors.push(FieldError::new(field, FieldErrorCode::InvalidValue, &given.to_string(), allowed));
    }
}

impl DebtFields {
    fn installment(&self) -> Money {
        self.installment_amount.unwrap_or_default()
    }

    /// The day of the instalment of this number, counted from 0; none where no instalments are agreed on, or there
    /// are not so many.
    pub fn due_date(&self, number: u32) -> Option<NaiveDate> {
        if !self.is_negotiated || number >= self.total_installments {
            return None;
        }
        Some(self.first_month.later(number)?.day(self.due_day?))
    }

    /// The number of the instalment of a month, counted from 0.
    pub fn installment_of(&self, month: Month) -> Option<u32> {
        let number = u32::try_from(month.months_since(self.first_month)).ok()?;
        (self.is_negotiated && number < self.total_installments).then_some(number)
    }

    /// Amount of the debt that is due in a month, and whether that is paid; none where nothing is.
    pub fn due_in(&self, month: Month) -> Option<(Money, bool)> {
        self.installment_of(month).map(|number| (self.installment(), number < self.paid_installments))
    }
}

/// Computes how far a debt is paid.
pub fn debt_progress(debt: &Entry<DebtFields>) -> DebtProgress {
    let fields = &debt.fields;
    let remaining = fields.total_installments.saturating_sub(fields.paid_installments);
    let total_remaining =
        if fields.is_negotiated { fields.installment().times(remaining) } else { fields.total_amount };
    DebtProgress {
        id: debt.id,
        version: debt.version,
        updated_at: debt.updated_at,
        name: fields.name.clone(),
        creditor: fields.creditor.clone(),
        total_amount: fields.total_amount,
        installment_amount: fields.installment(),
        total_installments: fields.total_installments,
        paid_installments: fields.paid_installments,
        remaining_installments: remaining,
        total_paid: fields.installment().times(fields.paid_installments),
        total_remaining,
        percent_complete: Percent::of_count(fields.paid_installments, fields.total_installments)
            .unwrap_or_default(),
        next_due_date: fields.due_date(fields.paid_installments),
        is_negotiated: fields.is_negotiated,
        due_day: fields.due_day,
        first_month: fields.first_month,
    }
}

/// Computes how far all debts are paid, each and together.
pub fn debts_progress(debts: &[Entry<DebtFields>]) -> DebtsProgress {
    let mut debts: Vec<DebtProgress> = debts.iter().map(debt_progress).collect();
    debts.sort_by(|a, b| (&a.name, a.id).cmp(&(&b.name, b.id)));
    let shares: Vec<Percent> =
        debts.iter().filter(|debt| debt.is_negotiated).map(|debt| debt.percent_complete).collect();
    let summary = DebtsSummary {
        total_debts: debts.iter().map(|debt| debt.total_amount).sum(),
        total_paid: debts.iter().map(|debt| debt.total_paid).sum(),
        total_remaining: debts.iter().map(|debt| debt.total_remaining).sum(),
        average_progress: Percent::mean(&shares),
    };
    DebtsProgress { debts, summary }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn today() -> NaiveDate {
        "2026-11-28".parse().unwrap()
    }

    fn draft() -> DebtDraft {
        DebtDraft {
            name: "Trator".into(),
            creditor: Some("Banco".into()),
            total_amount: AmountText("1000".into()),
            installment_amount: Some(AmountText("100".into())),
            total_installments: Some(10),
            paid_installments: Some(2),
            is_negotiated: true,
            due_day: Some(31),
            first_month: Some("2026-09".into()),
        }
    }

    #[test]
    fn the_next_instalment_is_the_first_that_is_not_paid() {
        let fields = draft().check(today()).unwrap();
        let one = debt_progress(&Entry::of(fields.clone()));
        assert_eq!(one.next_due_date, "2026-11-30".parse().ok());
        assert_eq!((one.total_paid, one.total_remaining), (Money::of_cents(20_000), Money::of_cents(80_000)));
        assert_eq!(serde_json::to_string(&one.percent_complete).unwrap(), "20.0");
        let month = |text: &str| Month::parse(text).unwrap();
        assert_eq!(fields.due_in(month("2026-10")), Some((Money::of_cents(10_000), true)));
        assert_eq!(fields.due_in(month("2026-11")), Some((Money::of_cents(10_000), false)));
        assert_eq!((fields.due_in(month("2026-08")), fields.due_in(month("2027-07"))), (None, None));
        assert_eq!(fields.due_date(10), None);
    }

    #[test]
    fn what_is_wrong_is_named_with_what_is_allowed() {
        for (draft, field) in [
            (DebtDraft { total_amount: AmountText("-1".into()), ..draft() }, "totalAmount"),
            (DebtDraft { installment_amount: None, ..draft() }, "installmentAmount"),
            (DebtDraft { due_day: None, ..draft() }, "dueDay"),
            (DebtDraft { due_day: Some(32), ..draft() }, "dueDay"),
            (DebtDraft { total_installments: Some(601), ..draft() }, "totalInstallments"),
            (DebtDraft { paid_installments: Some(11), ..draft() }, "paidInstallments"),
            (DebtDraft { paid_installments: Some(-1), ..draft() }, "paidInstallments"),
            (DebtDraft { first_month: Some("ontem".into()), ..draft() }, "firstMonth"),
        ] {
            let errors = draft.check(today()).expect_err(field);
            assert_eq!((errors.len(), errors[0].field.as_str()), (1, field), "{errors:?}");
        }
        let none = debts_progress(&[]);
        assert_eq!(none.summary.average_progress, Percent::ZERO);
        let open =
            DebtDraft { is_negotiated: false, total_installments: None, paid_installments: None, ..draft() };
        let open = debt_progress(&Entry::of(open.check(today()).unwrap()));
        assert_eq!((open.percent_complete, open.next_due_date), (Percent::ZERO, None));
        assert_eq!(open.total_remaining, open.total_amount);
    }

    proptest! {
        #[test]
        fn paid_and_remaining_are_all_instalments(count in 1_i32..=600, paid in 0_i32..=600, day in 1_i32..=31) {
            let paid = paid.min(count);
            let draft = DebtDraft {
                total_installments: Some(count), paid_installments: Some(paid), due_day: Some(day), ..draft()
            };
            let fields = draft.check(today()).unwrap();
            let one = debt_progress(&Entry::of(fields));
            prop_assert_eq!(one.total_paid + one.total_remaining, one.installment_amount.times(count as u32));
            prop_assert_eq!(one.next_due_date.is_none(), paid == count);
            prop_assert!(one.percent_complete.share() <= 100.into());
        }
    }
}
