//! Reports about a person or a decision: the facts alone.

use super::figure::{FigureTerm, FigureValue, ReportFigure};
use super::kept::ReportFigures;
use super::period::ReportPeriod;
use crate::chat::answer::sanitize::cut_text;
use crate::personal::PersonalKind;
use crate::personal::birthday::Birthday;
use crate::personal::decision::Decision;
use crate::personal::finance::money::Money;
use crate::personal::person::Person;
use chrono::{Datelike as _, NaiveDate};

/// Longest words of a record that a report holds, in characters.
const MOST_TEXT: usize = 1_000;

/// What a gift is for, as it was asked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GiftWish {
    /// The occasion.
    pub occasion: Option<String>,
    /// What it may cost.
    pub budget: Option<Money>,
}

/// Collects the figures of a person that speak for a gift, for a report.
pub fn gift_figures(person: &Person, wish: &GiftWish, day: NaiveDate) -> ReportFigures {
    let draft = &person.draft;
    let record = (PersonalKind::People, person.id);
    let mut figures = Vec::new();
    let mut add = |term, name: Option<&str>, value| {
        figures.push(ReportFigure::of_record(term, record, name, value, day));
    };
    add(FigureTerm::Title, None, text(&draft.name));
    if let Some(relationship) = &draft.relationship {
        add(FigureTerm::Relationship, None, text(relationship));
    }
    let birthday = draft.birthday.as_deref().and_then(Birthday::parse);
    if let Some((birthday, next)) = birthday.and_then(|birthday| Some((birthday, birthday.next_from(day)?))) {
        add(FigureTerm::Birthday, Some(&draft.name), FigureValue::Day { value: next });
        let age = birthday.year.and_then(|year| u32::try_from(next.year() - year).ok());
        if let Some(value) = age.filter(|age| *age > 0) {
            add(FigureTerm::Age, Some(&draft.name), FigureValue::Count { value });
        }
    }
    for (name, value) in &draft.preferences {
        add(FigureTerm::Preference, Some(name), text(value));
    }
    if let Some(notes) = &draft.notes {
        add(FigureTerm::Notes, None, text(notes));
    }
    if let Some(occasion) = &wish.occasion {
        figures.push(ReportFigure::of_wish(FigureTerm::Occasion, text(occasion), day));
    }
    if let Some(value) = wish.budget {
        figures.push(ReportFigure::of_wish(FigureTerm::Budget, FigureValue::Money { value }, day));
    }
    ReportFigures { period: ReportPeriod { from: day, to: day }, figures, score: None }
}

/// What a decision is about: options with what speaks for and against each.
pub fn decision_figures(decision: &Decision, day: NaiveDate) -> ReportFigures {
    let record = (PersonalKind::Decisions, decision.id);
    let mut figures = Vec::new();
    let mut add = |term, name: Option<&str>, value| {
        figures.push(ReportFigure::of_record(term, record, name, value, day));
    };
    add(FigureTerm::Title, None, text(&decision.title));
    add(FigureTerm::Area, None, text(decision.area.as_str()));
    if let Some(situation) = &decision.description {
        add(FigureTerm::Situation, None, text(situation));
    }
    for option in &decision.options {
        add(FigureTerm::Choosable, None, text(&option.title));
        for pro in &option.pros {
            add(FigureTerm::Pro, Some(&option.title), text(pro));
        }
        for con in &option.cons {
            add(FigureTerm::Con, Some(&option.title), text(con));
        }
    }
    for (term, words) in [
        (FigureTerm::Choice, &decision.choice),
        (FigureTerm::Reasoning, &decision.reasoning),
        (FigureTerm::Outcome, &decision.outcome),
    ] {
        if let Some(words) = words {
            add(term, None, text(words));
        }
    }
    add(FigureTerm::Review, Some(&decision.title), FigureValue::Day { value: decision.review_at });
    ReportFigures { period: ReportPeriod { from: day, to: day }, figures, score: None }
}

fn text(words: &str) -> FigureValue {
    FigureValue::Text { value: cut_text(words, MOST_TEXT) }
}
