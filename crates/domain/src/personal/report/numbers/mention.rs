//! Numbers, amounts, percentages, days and times in a sentence.

use super::reading::read_value;
use super::token::{PlacedToken, Token};
use super::unit::{Unit, unit_called};
use crate::search::Lang;
use crate::text::calendar::month_called;
use crate::text::read_number;

/// What a number is said to be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NumberKind {
    /// A plain number, or one with a unit.
    Plain(Option<Unit>),
    /// Reais.
    Money,
    /// Hundredths.
    Percent,
}

/// Something with a number in it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mention {
    /// A number.
    Number {
        /// The value, multiplied out, without its sign.
        value: f64,
        /// How far the value may be from the figure: half of its last digit.
        slack: f64,
        /// The sign that stands before it.
        sign: Option<char>,
        /// What it is.
        said: NumberKind,
    },
    /// A day: each way in which it can be read, as day, month and year.
    Day(Vec<(u32, Option<u32>, Option<i32>)>),
    /// Hours and minutes: a time, or how long something takes.
    Time(u32, u32),
    /// Letters with digits: `b12`.
    Named(String),
    /// A number that cannot be compared.
    Unclear,
}

/// Words that say how often, which no figure does.
const MULTIPLES: [&str; 9] =
    ["metade", "dobro", "triplo", "quadruplo", "meia", "half", "double", "twice", "triple"];
/// Words that a number in words has at most.
const MOST_WORDS: usize = 10;

/// The mentions of a sentence, each with the place of its first token.
pub(super) fn find_mentions(tokens: &[PlacedToken], lang: Lang) -> Vec<(usize, Mention)> {
    let reader = Reader { tokens, lang };
    let (mut mentions, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match reader.read(at) {
            Some((mention, next)) => {
                mentions.push((at, mention));
                at = next.max(at + 1);
            }
            None => at += 1,
        }
    }
    mentions
}

struct Reader<'a> {
    tokens: &'a [PlacedToken],
    lang: Lang,
}

impl Reader<'_> {
    fn read(&self, at: usize) -> Option<(Mention, usize)> {
        match &self.tokens[at].token {
            Token::Digits(digits) => Some(self.read_digits(at, digits)),
            Token::Word(word) if self.digits(at + 1, true).is_some() && word != "h" => {
                Some((Mention::Named(format!("{word}{}", self.digits(at + 1, true)?)), at + 2))
            }
            Token::Word(word) => self.read_word(at, word),
            Token::Sign(sign) => (sign.is_numeric()).then_some((Mention::Unclear, at + 1)),
        }
    }

    fn read_digits(&self, at: usize, digits: &str) -> (Mention, usize) {
        let two = |at: usize, sign: char| {
            (self.sign(at, sign, true)).then(|| self.digits(at + 1, true)?.parse::<u32>().ok()).flatten()
        };
        if self.sign(at + 1, '\u{2044}', true) {
            // A fraction that was one character.
            return (Mention::Unclear, at + 3);
        }
        let plain = digits.parse::<u32>().ok();
        if let (4, Some(first), Some(second), Some(day)) =
            (digits.len(), plain, two(at + 1, '-'), two(at + 3, '-'))
        {
            return (Mention::Day(vec![(day, Some(second), i32::try_from(first).ok())]), at + 5);
        }
        if let (Some(first), Some(second)) = (plain, two(at + 1, '/')) {
            if second == 100 {
                let points = NumberKind::Plain(unit_called("pontos"));
                return (number((f64::from(first), 0.5), self.sign_before(at), points), at + 3);
            }
            let year = two(at + 3, '/').and_then(|year| i32::try_from(year).ok());
            let end = if year.is_some() { at + 5 } else { at + 3 };
            let mut read = vec![(first, Some(second), year)];
            if self.lang == Lang::En {
                read.push((second, Some(first), year));
            }
            return (Mention::Day(read), end);
        }
        if let (Some(hours), Some(minutes)) = (plain, two(at + 1, ':')) {
            return self.with_half_day(hours, minutes, at + 3);
        }
        let behind_h = (self.word(at + 1) == Some("h"))
            .then(|| self.digits(at + 2, false)?.parse::<u32>().ok())
            .flatten();
        if let (Some(hours), Some(minutes)) = (plain, behind_h) {
            let end = if self.word(at + 3) == Some("min") { at + 4 } else { at + 3 };
            return (Mention::Time(hours, minutes), end);
        }
        if let (Some(hours), Some("am" | "pm")) = (plain, self.word(at + 1)) {
            return self.with_half_day(hours, 0, at + 1);
        }
        if let Some(found) = plain.and_then(|day| self.read_day(day, at + 1)) {
            return found;
        }
        let is_day = at > 0 && matches!(self.word(at - 1), Some("dia" | "day"));
        if let (true, Some(day @ 1..=31), None) = (is_day, plain, self.word(at + 1).and_then(unit_called)) {
            return (Mention::Day(vec![(day, None, None)]), at + 1);
        }
        match read_value(digits, self.lang) {
            Some((value, slack)) => self.read_behind(at, at + 1, (value, slack)),
            None => (Mention::Unclear, at + 1),
        }
    }

    fn read_word(&self, at: usize, word: &str) -> Option<(Mention, usize)> {
        if let (Some(month), Some(day)) = (month_called(word), self.digits(at + 1, false)) {
            let day = day.parse::<u32>().ok().filter(|day| (1..=31).contains(day));
            if let Some(day) = day {
                let mut end = at + 2;
                end += usize::from(matches!(self.word(end), Some("st" | "nd" | "rd" | "th")));
                let comma = usize::from(self.sign(end, ',', true));
                let year = self.year(end + comma);
                let end = if year.is_some() { end + comma + 1 } else { end };
                return Some((Mention::Day(vec![(day, Some(month), year)]), end));
            }
        }
        if MULTIPLES.contains(&word) {
            let is_name = self.sign(at + 1, '-', true) || matches!(self.word(at + 1), Some("noite" | "day"));
            return (!is_name).then_some((Mention::Unclear, at + 1));
        }
        let (words, ends) = self.words_from(at);
        let (value, used) = read_number(&words)?;
        let end = *ends.get(used.checked_sub(1)?)?;
        let day = self.read_day(value, end).filter(|_| value <= 31);
        Some(day.unwrap_or_else(|| self.read_behind(at, end, (f64::from(value), 0.5))))
    }

    /// The words from a token on, those joined by a hyphen too (`forty-one`), each with the token behind it.
    fn words_from(&self, mut at: usize) -> (Vec<&str>, Vec<usize>) {
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        while let Some(word) = self.word(at).filter(|_| words.len() < MOST_WORDS) {
            at += 1;
            words.push(word);
            ends.push(at);
            let is_joined =
                self.sign(at, '-', true) && self.word(at + 1).is_some() && self.tokens[at + 1].glued;
            at += usize::from(is_joined);
        }
        (words, ends)
    }

    /// `3 de maio de 2026`, `3rd of May 2026`: from the token behind the day.
    fn read_day(&self, day: u32, mut at: usize) -> Option<(Mention, usize)> {
        at += usize::from(
            matches!(self.word(at), Some("o" | "st" | "nd" | "rd" | "th")) && self.tokens[at].glued,
        );
        at += usize::from(matches!(self.word(at), Some("de" | "of")));
        let month = month_called(self.word(at)?)?;
        let comma =
            usize::from(matches!(self.word(at + 1), Some("de" | "of")) || self.sign(at + 1, ',', true));
        let year = self.year(at + 1 + comma);
        let end = if year.is_some() { at + 2 + comma } else { at + 1 };
        Some((Mention::Day(vec![(day, Some(month), year)]), end))
    }

    /// Currency, factor, percent and unit around a value of the tokens from `at` to `end`.
    fn read_behind(&self, at: usize, mut end: usize, (mut value, mut slack): (f64, f64)) -> (Mention, usize) {
        let is_money = at >= 2 && self.sign(at - 1, '$', false) && self.word(at - 2) == Some("r");
        let sign_at = if is_money { at - 2 } else { at };
        let sign = self.sign_before(at).or_else(|| self.sign_before(sign_at));
        if !is_money && at >= 1 && ['$', '€', '£'].iter().any(|sign| self.sign(at - 1, *sign, false)) {
            return (Mention::Unclear, end);
        }
        let factor = match self.word(end) {
            Some("mil" | "thousand" | "k") => 1e3,
            Some("milhao" | "milhoes" | "million") => 1e6,
            Some("bilhao" | "bilhoes" | "billion") => 1e9,
            _ => 1.0,
        };
        if factor > 1.0 {
            (value, slack, end) = (value * factor, slack * factor, end + 1);
            end += usize::from(self.word(end) == Some("de"));
        }
        if is_money {
            return (number((value, slack), sign, NumberKind::Money), end);
        }
        if self.sign(end, '%', false) {
            return (number((value, slack), sign, NumberKind::Percent), end + 1);
        }
        match (self.word(end), self.word(end + 1)) {
            (Some("por"), Some("cento")) | (Some("per"), Some("cent")) => {
                (number((value, slack), sign, NumberKind::Percent), end + 2)
            }
            (Some("percent"), _) => (number((value, slack), sign, NumberKind::Percent), end + 1),
            (Some("reais" | "brl"), _) => (number((value, slack), sign, NumberKind::Money), end + 1),
            (Some("centavos" | "cents" | "dolares" | "dollars" | "euros"), _) => (Mention::Unclear, end + 1),
            (Some(word), _) => {
                let unit = unit_called(word);
                let end = end + usize::from(unit.is_some());
                (number((value, slack), sign, NumberKind::Plain(unit)), end)
            }
            (None, _) => (number((value, slack), sign, NumberKind::Plain(None)), end),
        }
    }

    /// The sign right before a token, where it stands for no dash between two things.
    fn sign_before(&self, at: usize) -> Option<char> {
        let sign = at.checked_sub(1)?;
        let Token::Sign(c @ ('-' | '+')) = self.tokens[sign].token else { return None };
        let is_dash =
            self.tokens[sign].glued && sign > 0 && !matches!(self.tokens[sign - 1].token, Token::Sign(_));
        (self.tokens[at].glued && !is_dash).then_some(c)
    }

    fn with_half_day(&self, hours: u32, minutes: u32, at: usize) -> (Mention, usize) {
        match (self.word(at), hours) {
            (Some("pm"), 1..=11) => (Mention::Time(hours + 12, minutes), at + 1),
            (Some("am"), 12) => (Mention::Time(0, minutes), at + 1),
            (Some("am" | "pm"), _) => (Mention::Time(hours, minutes), at + 1),
            _ => (Mention::Time(hours, minutes), at),
        }
    }

    fn word(&self, at: usize) -> Option<&str> {
        match &self.tokens.get(at)?.token {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    fn digits(&self, at: usize, glued: bool) -> Option<&str> {
        match self.tokens.get(at)? {
            PlacedToken { token: Token::Digits(digits), glued: is_glued } if *is_glued || !glued => {
                Some(digits)
            }
            _ => None,
        }
    }

    fn year(&self, at: usize) -> Option<i32> {
        self.digits(at, false)?.parse().ok().filter(|year| (1_000..=9_999).contains(year))
    }

    fn sign(&self, at: usize, wanted: char, glued: bool) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|placed| placed.token == Token::Sign(wanted) && (placed.glued || !glued))
    }
}

fn number((value, slack): (f64, f64), sign: Option<char>, said: NumberKind) -> Mention {
    Mention::Number { value, slack, sign, said }
}
