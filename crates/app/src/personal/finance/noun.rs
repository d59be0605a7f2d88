//! Shared trait of the five kinds of finance records.

use crate::api::new_write;
use crate::app::{App, Caller};
use crate::error::AppError;
use crate::personal::switch::{require_on, today_in};
use celeiro_domain::catalog::FieldError;
use celeiro_domain::personal::PersonalKind;
use celeiro_domain::personal::finance::Entry;
use celeiro_domain::personal::finance::bill::{BillDraft, BillFields, BillOfMonth, bill_of_month};
use celeiro_domain::personal::finance::debt::{DebtDraft, DebtFields, DebtProgress, debt_progress};
use celeiro_domain::personal::finance::expense::{
    ExpenseDraft, ExpenseFields, ExpenseOfMonth, expense_of_month,
};
use celeiro_domain::personal::finance::income::{IncomeDraft, IncomeFields, IncomeOfMonth, income_of_month};
use celeiro_domain::personal::finance::investment::{
    InvestmentDraft, InvestmentFields, InvestmentProgress, investment_progress,
};
use celeiro_domain::personal::finance::money::Money;
use celeiro_domain::personal::finance::month::Month;
use celeiro_domain::personal::write::{PersonalFields, PersonalWrite};
use celeiro_domain::text::normalize_text;
use celeiro_store::StoreError;
use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The content of a record of finance.
pub(crate) trait Noun: Clone + PartialEq + DeserializeOwned + Send + Sync + Unpin + 'static {
    /// What can be written of it.
    type Draft: Serialize + DeserializeOwned + Clone + Send;
    /// How it is shown.
    type View: Serialize + Send;
    /// Its kind.
    const KIND: PersonalKind;

    /// Checks a draft; `before` is what it was.
    fn check(draft: Self::Draft, before: Option<&Self>, today: NaiveDate) -> Result<Self, Vec<FieldError>>;
    /// The record as it stands in a month.
    fn show(entry: &Entry<Self>, month: Month, today: NaiveDate) -> Self::View;
    /// The month that a draft names; none where it has none.
    fn month_of(_: &Self::Draft) -> Option<Month> {
        None
    }
    /// The same as content of a write.
    fn into_content(self) -> PersonalFields;
    /// Its months of which something is known besides the plan, with its own.
    fn months(&self) -> Vec<Month>;
    /// Whether a row of a table means the same record: of what recurs, and of debts and investments, its name says so.
    fn is_known_as(&self, other: &Self) -> bool;
    /// Whether a row of a table says the same of one month; what came of it since may be missing in the row.
    fn is_twin_of(&self, row: &Self) -> bool {
        self == row
    }
    /// The same once that amount, or what is due, is paid for a month on that day; what is paid already, what is not
    /// paid so, and a dismissed month without an amount stay.
    fn pay_on(self, _: Month, _: Option<Money>, _: DateTime<Utc>) -> Self {
        self
    }
}

/// What the kinds with a month of their own have in common: more is known of a month by `$known`, and of two records
/// of one name `$sort` tells which is meant. The rest of the five kinds differs in what it takes and compares, so that
/// each has an `impl` of its own.
macro_rules! recurs_monthly {
    ($draft:ident, $known:ident, $sort:ident) => {
        fn month_of(draft: &$draft) -> Option<Month> {
            draft.month_year.as_deref().and_then(Month::parse)
        }

        fn months(&self) -> Vec<Month> {
            own_first(self.month_year, self.$known.keys(), |month| self.occurs_in(month))
        }

        fn is_known_as(&self, other: &Self) -> bool {
            // A table has a row for each known month of one that recurs no more, and for its first in any case.
            let is_ended = || {
                let known = self.$known.iter().filter(|(month, _)| **month == other.month_year);
                let $known = known.map(|(month, known)| (*month, *known)).collect();
                let of_month =
                    Self { month_year: other.month_year, last_month: None, $known, ..self.clone() };
                let has_row = self.month_year == other.month_year || self.occurs_in(other.month_year);
                self.last_month.is_some() && has_row && of_month.is_twin_of(other)
            };
            self.$sort == other.$sort
                && is_called(&self.name, &other.name)
                && ((self.is_recurring && other.is_recurring) || is_ended())
        }
    };
}

impl Noun for BillFields {
    type Draft = BillDraft;
    type View = BillOfMonth;
    const KIND: PersonalKind = PersonalKind::Bills;

    recurs_monthly!(BillDraft, payments, category);

    fn check(draft: BillDraft, before: Option<&Self>, today: NaiveDate) -> Result<Self, Vec<FieldError>> {
        draft.check(before, today)
    }

    fn show(entry: &Entry<Self>, month: Month, today: NaiveDate) -> BillOfMonth {
        bill_of_month(entry, month, today)
    }

    fn into_content(self) -> PersonalFields {
        PersonalFields::Bill(Box::new(self))
    }

    fn is_twin_of(&self, row: &Self) -> bool {
        BillFields { payments: row.payments.clone(), ..self.clone() } == *row
    }

    fn pay_on(self, month: Month, amount: Option<Money>, at: DateTime<Utc>) -> Self {
        let is_dismissed = self.payments.get(&month).is_some_and(|payment| payment.is_dismissal);
        if is_dismissed && amount.is_none() {
            return self;
        }
        self.pay_amount(month, amount.unwrap_or(self.amount), at).unwrap_or(self)
    }
}

impl Noun for ExpenseFields {
    type Draft = ExpenseDraft;
    type View = ExpenseOfMonth;
    const KIND: PersonalKind = PersonalKind::Expenses;

    recurs_monthly!(ExpenseDraft, actuals, category);

    fn check(draft: ExpenseDraft, before: Option<&Self>, today: NaiveDate) -> Result<Self, Vec<FieldError>> {
        draft.check(before, today)
    }

    fn show(entry: &Entry<Self>, month: Month, _: NaiveDate) -> ExpenseOfMonth {
        expense_of_month(entry, month)
    }

    fn into_content(self) -> PersonalFields {
        PersonalFields::Expense(Box::new(self))
    }

    fn is_twin_of(&self, row: &Self) -> bool {
        agree_where_known(&self.actuals, &row.actuals)
            && ExpenseFields { actuals: row.actuals.clone(), ..self.clone() } == *row
    }
}

impl Noun for IncomeFields {
    type Draft = IncomeDraft;
    type View = IncomeOfMonth;
    const KIND: PersonalKind = PersonalKind::Incomes;

    recurs_monthly!(IncomeDraft, actuals, kind);

    fn check(draft: IncomeDraft, before: Option<&Self>, today: NaiveDate) -> Result<Self, Vec<FieldError>> {
        draft.check(before, today)
    }

    fn show(entry: &Entry<Self>, month: Month, _: NaiveDate) -> IncomeOfMonth {
        income_of_month(entry, month)
    }

    fn into_content(self) -> PersonalFields {
        PersonalFields::Income(Box::new(self))
    }

    fn is_twin_of(&self, row: &Self) -> bool {
        agree_where_known(&self.actuals, &row.actuals)
            && IncomeFields { actuals: row.actuals.clone(), ..self.clone() } == *row
    }
}

impl Noun for DebtFields {
    type Draft = DebtDraft;
    type View = DebtProgress;
    const KIND: PersonalKind = PersonalKind::Debts;

    fn check(draft: DebtDraft, _: Option<&Self>, today: NaiveDate) -> Result<Self, Vec<FieldError>> {
        draft.check(today)
    }

    fn show(entry: &Entry<Self>, _: Month, _: NaiveDate) -> DebtProgress {
        debt_progress(entry)
    }

    fn into_content(self) -> PersonalFields {
        PersonalFields::Debt(Box::new(self))
    }

    fn months(&self) -> Vec<Month> {
        vec![self.first_month]
    }

    fn is_known_as(&self, other: &Self) -> bool {
        self.creditor == other.creditor && is_called(&self.name, &other.name)
    }
}

impl Noun for InvestmentFields {
    type Draft = InvestmentDraft;
    type View = InvestmentProgress;
    const KIND: PersonalKind = PersonalKind::Investments;

    fn check(draft: InvestmentDraft, _: Option<&Self>, _: NaiveDate) -> Result<Self, Vec<FieldError>> {
        draft.check()
    }

    fn show(entry: &Entry<Self>, _: Month, _: NaiveDate) -> InvestmentProgress {
        investment_progress(entry)
    }

    fn into_content(self) -> PersonalFields {
        PersonalFields::Investment(Box::new(self))
    }

    fn months(&self) -> Vec<Month> {
        // An investment is of no month: it is one line of a table.
        Month::new(2020, 1).into_iter().collect()
    }

    fn is_known_as(&self, other: &Self) -> bool {
        self.kind == other.kind && is_called(&self.name, &other.name)
    }
}

/// Whether a row says of the months what is known of them, or nothing.
fn agree_where_known(known: &BTreeMap<Month, Money>, row: &BTreeMap<Month, Money>) -> bool {
    row.is_empty() || known == row
}

fn is_called(name: &str, other: &str) -> bool {
    normalize_text(name) == normalize_text(other)
}

/// The months of which something is known, the first one first, without those in which the record is not.
fn own_first<'a>(
    own: Month,
    known: impl Iterator<Item = &'a Month>,
    occurs: impl Fn(Month) -> bool,
) -> Vec<Month> {
    let others = known.copied().filter(|month| *month != own && occurs(*month));
    std::iter::once(own).chain(others).collect()
}

/// The records of a kind.
pub(crate) async fn list<T: Noun>(app: &App) -> Result<Vec<Entry<T>>, AppError> {
    Ok(app.store().finance_entries(T::KIND).await?)
}

/// A record of a kind.
///
/// # Errors
/// `not_found`.
pub(crate) async fn read<T: Noun>(app: &App, id: Uuid) -> Result<Entry<T>, AppError> {
    Ok(app.store().finance_entry(T::KIND, id).await?)
}

/// Which record is saved: a new one, or that of this id at this version.
pub(super) enum Place {
    New,
    Of { id: Uuid, version: i32 },
}

/// Checks a draft and saves it; gives the record as it stands in the draft's month.
///
/// # Errors
/// `personal_off`, `invalid_fields`, `not_found`, `conflict` with both states where the version is not the current
/// one.
pub(super) async fn save<T: Noun>(
    app: &App,
    caller: &Caller,
    place: Place,
    draft: T::Draft,
    operation_id: Option<Uuid>,
) -> Result<T::View, AppError> {
    let today = today_in(&require_on(app)?);
    let month = T::month_of(&draft).unwrap_or_else(|| Month::of(today));
    let yours = serde_json::to_value(&draft)?;
    let (id, version, before) = match place {
        Place::New => (Uuid::now_v7(), None, None),
        Place::Of { id, version } => (id, Some(version), Some(read::<T>(app, id).await?)),
    };
    let fields = T::check(draft, before.as_ref().map(|before| &before.fields), today);
    let content = fields.map_err(AppError::fields)?.into_content();
    let change = PersonalWrite { id, version, content };
    let saved = match app.store().save_personal(&change, &new_write(caller, operation_id)).await {
        Ok(saved) => saved,
        Err(StoreError::Conflict(_)) => {
            // As a page shows it, to be compared field by field.
            let current = T::show(&read::<T>(app, id).await?, month, today);
            let conflict = StoreError::Conflict(Box::new(serde_json::to_value(current)?));
            return Err(AppError::from(conflict).detail("yours", yours));
        }
        Err(error) => return Err(error.into()),
    };
    Ok(T::show(&read::<T>(app, saved).await?, month, today))
}
