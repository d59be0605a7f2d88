//! One figure of a report.

use super::period::ReportPeriod;
use crate::personal::PersonalKind;
use crate::personal::finance::money::Money;
use crate::wire::Number;
use chrono::{NaiveDate, NaiveDateTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// What a figure says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FigureTerm {
    /// A metric on one day.
    DayValue,
    /// The mean of a metric over the days that have one.
    Mean,
    /// All of a metric together.
    Total,
    /// The mean less that of the days before.
    Change,
    /// Days that have an entry of a metric.
    Days,
    /// What came in the month so far.
    Income,
    /// What was spent in the month so far.
    Spent,
    /// What came less what was spent.
    Balance,
    /// A bill that is due.
    Bill,
    /// An instalment that is due.
    Installment,
    /// A reminder, with its time.
    Reminder,
    /// Reminders that were done.
    RemindersDone,
    /// A person's birthday.
    Birthday,
    /// How old a person will be then.
    Age,
    /// The day on which a decision comes up again.
    Review,
    /// The day of the last contact with a person.
    Contact,
    /// People with whom there was contact.
    Contacts,
    /// The whole score.
    Score,
    /// The score of one area.
    AreaScore,
    /// The whole score less that of the days before.
    ScoreChange,
    /// What a person is to the user.
    Relationship,
    /// A preference of a person, by its name.
    Preference,
    /// Notes about a person.
    Notes,
    /// What a gift is for.
    Occasion,
    /// What a gift may cost.
    Budget,
    /// What is decided.
    Title,
    /// The situation of a decision.
    Situation,
    /// The area of a decision.
    Area,
    /// What can be chosen.
    Choosable,
    /// What speaks for an option.
    Pro,
    /// What speaks against an option.
    Con,
    /// What was chosen.
    Choice,
    /// Why it was chosen.
    Reasoning,
    /// How it turned out.
    Outcome,
}

/// The value of a figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum FigureValue {
    /// A value of a metric.
    Amount {
        /// The value.
        #[specta(type = Number)]
        value: f64,
        /// Its unit, where one is known.
        unit: Option<String>,
    },
    /// A count.
    Count {
        /// How many.
        value: u32,
    },
    /// Points of a score, or their difference.
    Points {
        /// From 0 to 100, a difference from -100 to 100.
        value: i32,
    },
    /// Money.
    Money {
        /// The amount in reais.
        value: Money,
    },
    /// A day.
    Day {
        /// The day in the person's zone.
        value: NaiveDate,
    },
    /// A time.
    Moment {
        /// What the person's clock shows.
        value: NaiveDateTime,
    },
    /// Words of a record.
    Text {
        /// The words.
        value: String,
    },
}

/// One figure, with where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportFigure {
    /// What it says.
    pub term: FigureTerm,
    /// Of what: a metric, a person, a bill, an area; words of a record.
    pub name: Option<String>,
    /// The value.
    pub value: FigureValue,
    /// The days that it is about.
    pub period: ReportPeriod,
    /// The kind of the records that it comes from; absent for a score, which explains itself, and for what was asked.
    pub source: Option<PersonalKind>,
    /// The record, where it is one.
    pub record_id: Option<Uuid>,
    /// Records that count in it.
    pub records: u32,
}

impl ReportFigure {
    /// A figure of one record.
    pub(super) fn of_record(
        term: FigureTerm,
        (source, id): (PersonalKind, Uuid),
        name: Option<&str>,
        value: FigureValue,
        day: NaiveDate,
    ) -> Self {
        let period = ReportPeriod { from: day, to: day };
        let name = name.map(str::to_owned);
        Self { term, name, value, period, source: Some(source), record_id: Some(id), records: 1 }
    }

    /// A figure over several records.
    pub(super) fn over(
        term: FigureTerm,
        (source, records): (PersonalKind, u32),
        name: Option<&str>,
        value: FigureValue,
        period: ReportPeriod,
    ) -> Self {
        let name = name.map(str::to_owned);
        Self { term, name, value, period, source: Some(source), record_id: None, records }
    }

    /// Points of a score.
    pub(super) fn of_score(term: FigureTerm, name: Option<&str>, value: i32, period: ReportPeriod) -> Self {
        let (name, value) = (name.map(str::to_owned), FigureValue::Points { value });
        Self { term, name, value, period, source: None, record_id: None, records: 0 }
    }

    /// The occasion or the budget that a person named.
    pub(super) fn of_wish(term: FigureTerm, value: FigureValue, day: NaiveDate) -> Self {
        let period = ReportPeriod { from: day, to: day };
        Self { term, name: None, value, period, source: None, record_id: None, records: 0 }
    }
}
