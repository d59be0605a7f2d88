//! What the figures allow to be said.

use super::mention::{Mention, NumberKind, find_mentions};
use super::token::{Token, tokenize};
use super::unit::{unit_of_record, usual_unit};
use crate::personal::metric::names_of;
use crate::personal::report::figure::{FigureTerm, FigureValue, ReportFigure};
use crate::personal::report::kept::ReportFigures;
use crate::personal::report::period::WEEK_DAYS;
use crate::search::Lang;
use chrono::{NaiveDate, NaiveTime, Timelike as _};
use rust_decimal::prelude::ToPrimitive as _;
use std::collections::{BTreeMap, HashSet};

/// What a fact is of; the same number for all facts of one thing.
pub(super) type Subject = usize;

/// What a number may be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Sort {
    /// A number without a unit.
    Plain,
    /// A number in a base unit.
    In(String),
    /// Reais.
    Money,
    /// Hundredths.
    Percent,
}

/// Where a number may be said without a unit in a sentence that names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// Nowhere: it could be of anything.
    Nowhere,
    /// Beside the hundred that it is out of.
    OutOfHundred,
    /// Anywhere: it says how many there are.
    Anywhere,
}

/// A number that may be said.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Fact {
    /// The value, in its base unit.
    pub value: f64,
    /// What it is.
    pub sort: Sort,
    /// What it is of; of anything where absent.
    pub subject: Option<Subject>,
    /// Whether it is a difference, whose sign words can say.
    pub difference: bool,
    /// Where it may be said without a unit and without a name.
    pub bare: Bare,
}

/// All that may be said.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// Numbers.
    pub numbers: Vec<Fact>,
    /// Days.
    pub days: Vec<(NaiveDate, Option<Subject>)>,
    /// Days of which not all is known, as a record's words have them: day, month, year.
    pub parts_of_days: Vec<(u32, Option<u32>, Option<i32>)>,
    /// Times.
    pub times: Vec<(NaiveTime, Option<Subject>)>,
    /// Words with digits in them.
    pub words: HashSet<String>,
    /// How the subjects are called, in tokens.
    pub names: Vec<(Vec<String>, Subject)>,
}

/// What people call the subjects that have no name of their own, folded.
const TERM_NAMES: [(FigureTerm, &[&str]); 6] = [
    (FigureTerm::Income, &["receita", "receitas", "renda", "entrou", "entraram", "recebeu", "income"]),
    (FigureTerm::Spent, &["gastou", "gasto", "gastos", "despesas", "saiu", "sairam", "spent", "spending"]),
    (FigureTerm::Balance, &["saldo", "balance"]),
    (FigureTerm::Score, &["life balance score", "pontuacao geral", "pontuacao", "score"]),
    (FigureTerm::Contacts, &["pessoas", "contatos", "contacts", "people"]),
    (FigureTerm::RemindersDone, &["lembretes concluidos", "lembretes feitos", "reminders done"]),
];
const AREA_NAMES: [(&str, &[&str]); 6] = [
    ("health", &["saude", "health"]),
    ("finance", &["financas", "financeira", "financeiro", "finance", "finances", "dinheiro", "money"]),
    ("professional", &["profissional", "trabalho", "professional", "work"]),
    ("learning", &["aprendizado", "aprendizagem", "learning"]),
    ("spiritual", &["espiritual", "espiritualidade", "fe", "spiritual", "faith"]),
    (
        "relationships",
        &["relacionamentos", "relacoes", "familia e amigos", "relationships", "family and friends"],
    ),
];

impl Facts {
    /// What the figures of a report say.
    pub(super) fn of(report: &ReportFigures, lang: Lang) -> Self {
        let mut facts = Self::default();
        let mut subjects: BTreeMap<String, Subject> = BTreeMap::new();
        for figure in &report.figures {
            let next = subjects.len();
            let subject = *subjects.entry(key_of(figure)).or_insert(next);
            if subject == next {
                facts.add_names(figure, subject);
            }
            facts.add_figure(figure, Some(subject), report.period.to);
            for words in figure.name.iter().chain(words_of(figure)) {
                facts.add_words(words, lang);
            }
        }
        facts.add_period(report);
        facts.add_counts(report);
        facts
    }

    fn add_number(&mut self, value: f64, sort: Sort, subject: Option<Subject>) {
        self.numbers.push(Fact { value, sort, subject, difference: false, bare: Bare::Nowhere });
    }

    fn add_figure(&mut self, figure: &ReportFigure, subject: Option<Subject>, today: NaiveDate) {
        let difference = matches!(figure.term, FigureTerm::Change | FigureTerm::ScoreChange);
        let before = self.numbers.len();
        match &figure.value {
            FigureValue::Amount { value, unit } => {
                let given = unit.as_deref().map(crate::text::normalize_text).filter(|unit| !unit.is_empty());
                let usual = || usual_unit(figure.name.as_deref().unwrap_or_default()).map(str::to_owned);
                self.add_number(*value, Sort::Plain, subject);
                if let Some(name) = given.or_else(usual) {
                    let unit = unit_of_record(&name);
                    self.add_number(value * unit.factor, Sort::In(unit.base), subject);
                }
            }
            FigureValue::Count { value } => {
                self.add_number(f64::from(*value), Sort::Plain, subject);
                let unit = match figure.term {
                    FigureTerm::Days => Some("day"),
                    FigureTerm::Age => Some("year"),
                    _ => None,
                };
                if let Some(unit) = unit {
                    self.add_number(f64::from(*value), Sort::In(unit.to_owned()), subject);
                }
            }
            FigureValue::Points { value } => {
                self.add_number(f64::from(*value), Sort::Plain, subject);
                self.add_number(f64::from(*value), Sort::In("points".to_owned()), subject);
                // Out of a hundred.
                self.add_number(100.0, Sort::Plain, None);
            }
            FigureValue::Money { value } => {
                self.add_number(value.amount().to_f64().unwrap_or_default(), Sort::Money, subject);
                self.add_day(figure.period.to, subject, today);
            }
            FigureValue::Day { value } => self.add_day(*value, subject, today),
            FigureValue::Moment { value } => {
                self.add_day(value.date(), subject, today);
                self.times.push((value.time(), subject));
            }
            FigureValue::Text { .. } => {}
        }
        let bare = match figure.value {
            FigureValue::Count { .. } => Bare::Anywhere,
            FigureValue::Points { .. } => Bare::OutOfHundred,
            _ => Bare::Nowhere,
        };
        for fact in &mut self.numbers[before..] {
            (fact.difference, fact.bare) = (difference, bare);
        }
    }

    /// A day, and how far it is from the report's last.
    fn add_day(&mut self, day: NaiveDate, subject: Option<Subject>, today: NaiveDate) {
        self.days.push((day, subject));
        let distance = (day - today).num_days().unsigned_abs() as f64;
        self.add_number(distance, Sort::In("day".to_owned()), subject);
    }

    /// The days that the report is about, and how many these are.
    fn add_period(&mut self, report: &ReportFigures) {
        let period = report.period;
        self.days.extend(
            period.from.iter_days().take_while(|day| *day <= period.to).take(31).map(|day| (day, None)),
        );
        for figure in &report.figures {
            self.days.extend(
                [figure.period.from, figure.period.to]
                    .map(|day| (day, None))
                    .into_iter()
                    .filter(|_| figure.record_id.is_none()),
            );
        }
        if period.from != period.to {
            self.add_number(WEEK_DAYS as f64, Sort::In("day".to_owned()), None);
        }
    }

    /// How many there are of a sort.
    fn add_counts(&mut self, report: &ReportFigures) {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for figure in report.figures.iter().filter(|figure| figure.record_id.is_some()) {
            *counts.entry(format!("{:?}", figure.term)).or_default() += 1;
        }
        for count in counts.into_values() {
            self.add_number(f64::from(count), Sort::Plain, None);
        }
    }

    /// Numbers in the words of a record.
    fn add_words(&mut self, words: &str, lang: Lang) {
        for (_, mention) in find_mentions(&tokenize(words), lang) {
            match mention {
                Mention::Number { value, sign, said, .. } => {
                    let value = if sign == Some('-') { -value } else { value };
                    match said {
                        NumberKind::Money => self.add_number(value, Sort::Money, None),
                        NumberKind::Percent => self.add_number(value, Sort::Percent, None),
                        NumberKind::Plain(None) => self.add_number(value, Sort::Plain, None),
                        NumberKind::Plain(Some(unit)) => {
                            self.add_number(value * unit.factor, Sort::In(unit.base), None)
                        }
                    }
                }
                Mention::Day(read) => self.parts_of_days.extend(read),
                Mention::Time(hours, minutes) => {
                    self.times.extend(NaiveTime::from_hms_opt(hours, minutes, 0).map(|time| (time, None)));
                }
                Mention::Named(word) => drop(self.words.insert(word)),
                Mention::Unclear => {}
            }
        }
    }

    fn add_names(&mut self, figure: &ReportFigure, subject: Subject) {
        let of_term =
            TERM_NAMES.iter().filter(|(term, _)| *term == figure.term && figure.record_id.is_none());
        let mut names: Vec<String> =
            of_term.flat_map(|(_, names)| names.iter().map(|name| (*name).into())).collect();
        if let Some(name) = &figure.name {
            if figure.term == FigureTerm::AreaScore {
                let area = AREA_NAMES.iter().find(|(area, _)| area == name);
                names.extend(area.into_iter().flat_map(|(_, names)| names.iter().map(|name| (*name).into())));
            } else {
                names.extend(names_of(name).map(str::to_owned));
            }
        }
        for name in names {
            let words: Vec<String> =
                tokenize(&name).into_iter().filter_map(|placed| word_of(placed.token)).collect();
            if !words.is_empty() {
                self.names.push((words, subject));
            }
        }
    }
}

/// A word or digits of a name.
pub(super) fn word_of(token: Token) -> Option<String> {
    match token {
        Token::Word(text) | Token::Digits(text) => Some(text),
        Token::Sign(_) => None,
    }
}

/// What a figure is of.
fn key_of(figure: &ReportFigure) -> String {
    match (&figure.name, figure.term) {
        (Some(name), FigureTerm::AreaScore) => format!("area {name}"),
        (Some(name), _) => format!("name {}", crate::text::normalize_text(name)),
        (None, FigureTerm::ScoreChange) => format!("{:?}", FigureTerm::Score),
        (None, term) => format!("{term:?}"),
    }
}

fn words_of(figure: &ReportFigure) -> Option<&String> {
    match &figure.value {
        FigureValue::Text { value } => Some(value),
        _ => None,
    }
}

/// Whether a time is that of the clock, to the minute.
pub(super) fn is_time(time: NaiveTime, hours: u32, minutes: u32) -> bool {
    (time.hour(), time.minute()) == (hours, minutes)
}
