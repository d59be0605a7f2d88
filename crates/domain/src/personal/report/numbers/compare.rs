//! One sentence against the facts.

use super::fact::{Bare, Fact, Facts, Sort, Subject, is_time, word_of};
use super::mention::{Mention, NumberKind, find_mentions};
use super::token::{PlacedToken, tokenize};
use crate::search::Lang;
use chrono::{Datelike as _, NaiveDate};

/// Words that say where a difference goes, or that a sum is below zero, folded.
const UP: [&str; 14] = [
    "subiu",
    "subiram",
    "aumentou",
    "aumentaram",
    "cresceu",
    "cresceram",
    "ganhou",
    "rose",
    "up",
    "increased",
    "gained",
    "grew",
    "melhorou",
    "improved",
];
const DOWN: [&str; 14] = [
    "caiu",
    "cairam",
    "diminuiu",
    "diminuiram",
    "baixou",
    "baixaram",
    "perdeu",
    "menos",
    "fell",
    "down",
    "dropped",
    "decreased",
    "lost",
    "less",
];
const NEGATIVE: [&str; 7] = ["negativo", "negativa", "menos", "negative", "vermelho", "deficit", "minus"];

/// Whether every number of a sentence has its source.
pub(super) fn has_sources(sentence: &str, facts: &Facts, lang: Lang) -> bool {
    let tokens = tokenize(sentence);
    let mentions = find_mentions(&tokens, lang);
    if mentions.is_empty() {
        return true;
    }
    let words: Vec<Option<String>> =
        tokens.iter().map(|placed: &PlacedToken| word_of(placed.token.clone())).collect();
    let has = |list: &[&str]| words.iter().flatten().any(|word| list.contains(&word.as_str()));
    let read = Sentence {
        facts,
        named: named_subjects(&words, facts),
        up: has(&UP),
        down: has(&DOWN),
        negative: has(&NEGATIVE),
        out_of_hundred: mentions.iter().any(|(_, mention)| is_hundred(mention)),
    };
    mentions.iter().all(|(at, mention)| read.has_source(*at, mention))
}

fn is_hundred(mention: &Mention) -> bool {
    matches!(mention, Mention::Number { value, said: NumberKind::Plain(None), .. } if *value == 100.0)
}

/// Where a sentence names what it is about: the longest name at a place.
fn named_subjects(words: &[Option<String>], facts: &Facts) -> Vec<(usize, usize, Vec<Subject>)> {
    let mut named = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let stands = |name: &[String]| {
            name.len() <= words.len() - at
                && name.iter().zip(&words[at..]).all(|(a, b)| Some(a) == b.as_ref())
        };
        let found = facts.names.iter().filter(|(name, _)| stands(name));
        let longest = found.clone().map(|(name, _)| name.len()).max();
        if let Some(length) = longest {
            let subjects =
                found.filter(|(name, _)| name.len() == length).map(|(_, subject)| *subject).collect();
            named.push((at, at + length, subjects));
            at += length;
        } else {
            at += 1;
        }
    }
    named
}

struct Sentence<'a> {
    facts: &'a Facts,
    named: Vec<(usize, usize, Vec<Subject>)>,
    up: bool,
    down: bool,
    negative: bool,
    /// Whether it says `of 100`.
    out_of_hundred: bool,
}

impl Sentence<'_> {
    fn has_source(&self, at: usize, mention: &Mention) -> bool {
        // A number within a name is part of it.
        if self.named.iter().any(|(from, to, _)| (*from..*to).contains(&at)) {
            return true;
        }
        match mention {
            Mention::Unclear => false,
            Mention::Named(word) => self.facts.words.contains(word),
            Mention::Day(read) => self.is_day(at, read),
            Mention::Time(hours, minutes) => {
                let hour = f64::from(*hours) + f64::from(*minutes) / 60.0;
                let span = Fact {
                    value: hour,
                    sort: Sort::In("h".to_owned()),
                    subject: None,
                    difference: false,
                    bare: Bare::Nowhere,
                };
                let times = self.facts.times.iter().filter(|(time, _)| is_time(*time, *hours, *minutes));
                self.is_of_subject(at, times.map(|(_, subject)| *subject))
                    || self.is_number(at, &span, 0.5 / 60.0, None)
            }
            Mention::Number { value, slack, sign, said } => {
                let (sort, factor) = match said {
                    NumberKind::Money => (Sort::Money, 1.0),
                    NumberKind::Percent => (Sort::Percent, 1.0),
                    NumberKind::Plain(None) => (Sort::Plain, 1.0),
                    NumberKind::Plain(Some(unit)) => (Sort::In(unit.base.clone()), unit.factor),
                };
                let number = Fact {
                    value: value * factor,
                    sort,
                    subject: None,
                    difference: false,
                    bare: Bare::Nowhere,
                };
                self.is_number(at, &number, slack * factor, *sign)
                    || self.is_hour(at, &number)
                    || self.is_year(&number)
            }
        }
    }

    fn is_number(&self, at: usize, said: &Fact, slack: f64, sign: Option<char>) -> bool {
        let fits = |fact: &&Fact| fact.sort == said.sort && self.is_value(fact, said.value, slack, sign);
        // A bare number in a sentence that names nothing could be of anything: only a count is believed there.
        let is_bare = said.sort == Sort::Plain && self.subjects_at(at).is_none();
        let is_believed = |fact: &&Fact| {
            !is_bare
                || fact.subject.is_none()
                || fact.bare == Bare::Anywhere
                || (fact.bare == Bare::OutOfHundred && self.out_of_hundred)
        };
        let found = self.facts.numbers.iter().filter(fits).filter(is_believed);
        if self.is_of_subject(at, found.clone().map(|fact| fact.subject)) {
            return true;
        }
        // A unit that only one thing has names it.
        let mut of_unit =
            self.facts.numbers.iter().filter(|fact| fact.sort == said.sort && fact.subject.is_some());
        let first = of_unit.next().and_then(|fact| fact.subject);
        let is_only = matches!(said.sort, Sort::In(_)) && of_unit.all(|fact| fact.subject == first);
        if is_only && found.count() > 0 {
            return true;
        }
        // Money without its sign, where the sentence says of what.
        let money = |fact: &&Fact| fact.sort == Sort::Money && self.is_value(fact, said.value, slack, sign);
        said.sort == Sort::Plain
            && self.subjects_at(at).is_some_and(|subjects| {
                let mut found = self.facts.numbers.iter().filter(money);
                found.any(|fact| fact.subject.is_some_and(|subject| subjects.contains(&subject)))
            })
    }

    /// Whether one of these is of what the sentence speaks of here, or of anything.
    fn is_of_subject(&self, at: usize, mut found: impl Iterator<Item = Option<Subject>>) -> bool {
        match self.subjects_at(at) {
            None => found.next().is_some(),
            Some(subjects) => found.any(|subject| subject.is_none_or(|subject| subjects.contains(&subject))),
        }
    }

    /// What the number at a place is of: the last name before it, else the first behind it.
    fn subjects_at(&self, at: usize) -> Option<&[Subject]> {
        let before = self.named.iter().rev().find(|(from, ..)| *from < at);
        let found = before.or_else(|| self.named.iter().find(|(from, ..)| *from >= at));
        found.map(|(_, _, subjects)| subjects.as_slice())
    }

    fn is_value(&self, fact: &Fact, said: f64, slack: f64, sign: Option<char>) -> bool {
        let near = |value: f64| (value - said).abs() <= slack + 1e-9 * value.abs().max(1.0);
        match (sign, fact.difference) {
            (Some('-'), _) => near(-fact.value),
            (Some(_), _) => near(fact.value),
            (None, true) => {
                let is_other_way =
                    if fact.value < 0.0 { self.up && !self.down } else { self.down && !self.up };
                near(fact.value.abs()) && (!is_other_way || fact.value == 0.0)
            }
            (None, false) if fact.value < 0.0 => self.negative && near(-fact.value),
            (None, false) => near(fact.value),
        }
    }

    /// `9h` is a time, too.
    fn is_hour(&self, at: usize, said: &Fact) -> bool {
        let is_hours = said.sort == Sort::In("h".to_owned()) && said.value.fract() == 0.0;
        let hour = said.value as u32;
        let times = self.facts.times.iter().filter(|(time, _)| is_time(*time, hour, 0));
        is_hours && self.is_of_subject(at, times.map(|(_, subject)| *subject))
    }

    fn is_year(&self, said: &Fact) -> bool {
        said.sort == Sort::Plain && self.facts.days.iter().any(|(day, _)| f64::from(day.year()) == said.value)
    }

    fn is_day(&self, at: usize, read: &[(u32, Option<u32>, Option<i32>)]) -> bool {
        let fits = |day: &NaiveDate, said: &(u32, Option<u32>, Option<i32>)| {
            said.0 == day.day()
                && said.1.is_none_or(|month| month == day.month())
                && said.2.is_none_or(|year| year == day.year())
        };
        let found = self.facts.days.iter().filter(|(day, _)| read.iter().any(|said| fits(day, said)));
        let in_words = |said: &(u32, Option<u32>, Option<i32>)| {
            self.facts.parts_of_days.iter().any(|known| {
                known.0 == said.0
                    && said.1.is_none_or(|month| known.1 == Some(month))
                    && said.2.is_none_or(|year| known.2 == Some(year))
            })
        };
        self.is_of_subject(at, found.map(|(_, subject)| *subject)) || read.iter().any(in_words)
    }
}
