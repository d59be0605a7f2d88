//! A person's words about a waiting write, read without a model; `model` is what one takes them for where they are
//! not clear.
//!
//! The reading is timid: only a message that is a yes and nothing else confirms, and only one that is a no and
//! nothing else rejects. Every word must be known; one that is not makes the reading uncertain, and the person is
//! asked, or, where a word wishes for something, answered as about another matter. A correction never writes: it
//! makes a new card.

mod answer;
mod both;
pub mod model;
mod phrases;
mod words;

#[cfg(test)]
mod tests;

pub use self::both::says_both_hold;

use self::answer::{Answer, read_answer};
use self::phrases::{NO_SIGNS, YES_SIGNS};
use self::words::{CUE, DOWN, FILLER, HUNDREDTHS, MONEY, NEAR, NO, UP, WANT, WISH, YES};
use super::amount::Amount;
use super::tools::Tool;
use crate::text::{normalize_text, plain_words};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

/// What a message says about a waiting write.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// Yes, and nothing else.
    Confirm,
    /// No, and nothing else.
    Reject,
    /// Another amount: the arguments that get another value.
    Correct(Map<String, Value>),
    /// About the write, but not clear: the person is asked.
    Unclear,
    /// About another matter.
    Unrelated,
}

/// Words beyond which a question is about another matter.
const OTHER_WORDS: usize = 2;

/// Reads `message` about an action of `tool` with `arguments`.
pub fn read_reply(message: &str, tool: Tool, arguments: &Map<String, Value>) -> Reply {
    let read = Words::of(message);
    if read.is_question {
        return match read.other > OTHER_WORDS || !read.is_about_it() {
            true => Reply::Unrelated,
            false => Reply::Unclear,
        };
    }
    match (read.other, read.no, read.amounts.as_slice()) {
        (0, 0, [amount]) if !read.wishes_else() => {
            correction(*amount, &read, tool, arguments).map_or(Reply::Unclear, Reply::Correct)
        }
        (_, _, []) => match read_answer(message) {
            Some(Answer::Yes) => Reply::Confirm,
            Some(Answer::No) => Reply::Reject,
            None if read.is_about_it() && !read.wishes_else() => Reply::Unclear,
            None => Reply::Unrelated,
        },
        _ if read.is_of_else() => Reply::Unrelated,
        _ => Reply::Unclear,
    }
}

/// Whether `message` speaks of the other direction alone than prices go by `percent`: a card has no yes in words then,
/// for an amount counts as said without its sign.
pub fn speaks_of_other_direction(message: &str, percent: Decimal) -> bool {
    let read = Words::of(message);
    match (read.up, read.down) {
        (1.., 0) => percent < Decimal::ZERO && !read.amounts.iter().any(Decimal::is_sign_negative),
        (0, 1..) => percent > Decimal::ZERO,
        _ => false,
    }
}

/// How many words of a message are of which kind.
#[derive(Debug, Default)]
struct Words {
    yes: usize,
    no: usize,
    cues: usize,
    wishes: usize,
    beyond_want: usize,
    up: usize,
    down: usize,
    hundredths: bool,
    money: bool,
    other: usize,
    amounts: Vec<Decimal>,
    is_question: bool,
}

impl Words {
    fn of(message: &str) -> Self {
        let mut read = Self {
            is_question: normalize_text(message).contains('?'),
            hundredths: message.contains('%'),
            money: message.contains('$'),
            ..Self::default()
        };
        let mut rest = String::new();
        for piece in message.split_whitespace() {
            match amount_of(piece) {
                Some(amount) => read.amounts.push(amount),
                None => rest = rest + " " + piece,
            }
        }
        let folded = normalize_text(&rest).replace(['\'', '’'], "");
        for word in plain_words(&folded) {
            read.count(word);
        }
        // Signs that are no words are drawn answers too.
        read.yes += message.chars().filter(|c| YES_SIGNS.contains(c)).count();
        read.no += message.chars().filter(|c| NO_SIGNS.contains(c)).count();
        read
    }

    fn count(&mut self, word: &str) {
        self.wishes += usize::from(WISH.contains(&word));
        self.beyond_want += usize::from(!WANT.contains(&word));
        if HUNDREDTHS.contains(&word) && word != "por" {
            self.hundredths = true;
        } else if MONEY.contains(&word) {
            self.money = true;
        } else if NO.contains(&word) {
            self.no += 1;
        } else if YES.contains(&word) {
            self.yes += 1;
        } else if UP.contains(&word) {
            self.up += 1;
        } else if DOWN.contains(&word) {
            self.down += 1;
        } else if CUE.contains(&word) || NEAR.contains(&word) {
            self.cues += 1;
        } else if !FILLER.contains(&word) {
            self.other += 1;
        }
    }

    /// Whether it asks for something besides the write, as `ok, quero ver tudo` does: a condition or another
    /// amount, as in `quero 4`, would be about the write.
    fn wishes_else(&self) -> bool {
        let wants_amount = self.beyond_want == 0 && self.amounts.len() == 1;
        self.wishes > 0 && !wants_amount && self.no + self.cues + self.up + self.down == 0 && !self.has_unit()
    }

    /// Whether a number in it is of another matter: `quero ver 3 fungicidas`.
    fn is_of_else(&self) -> bool {
        let speaks_of_it = self.yes + self.no + self.cues + self.up + self.down > 0 || self.has_unit();
        self.wishes_else() || (self.other > OTHER_WORDS && !speaks_of_it)
    }

    fn has_unit(&self) -> bool {
        self.hundredths || self.money
    }

    /// Whether a word speaks of yes, no or another amount at all.
    fn is_about_it(&self) -> bool {
        self.yes + self.no + self.cues + self.up + self.down > 0
            || self.has_unit()
            || !self.amounts.is_empty()
    }
}

/// The amount that a piece between blanks is: `4%`, `R$12,50`, `82.5.`.
fn amount_of(piece: &str) -> Option<Decimal> {
    let plain = piece.trim_end_matches(['.', ',', '!', ';', ':', ')']).trim_start_matches('(');
    if !plain.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Amount::read(plain).map(|amount| amount.0)
}

/// The argument that an amount corrects, where the action has one of that kind.
fn correction(
    amount: Decimal,
    read: &Words,
    tool: Tool,
    arguments: &Map<String, Value>,
) -> Option<Map<String, Value>> {
    let name = amount_argument(tool, arguments)?;
    let is_other_unit = if name == "percent" { read.money } else { read.hundredths };
    if is_other_unit || (name == "value" && read.money) {
        return None;
    }
    let amount = match name {
        "percent" => with_direction(amount, read, arguments.get(name)?)?,
        _ if amount.is_sign_negative() => return None,
        _ => amount,
    };
    let value = serde_json::to_value(Amount(amount)).ok()?;
    json!({ name: value }).as_object().cloned()
}

/// The argument that holds the amount of a write, where it has one.
fn amount_argument(tool: Tool, arguments: &Map<String, Value>) -> Option<&'static str> {
    let names: &[&'static str] = match tool {
        Tool::SetPrice => &["percent", "price"],
        Tool::UpdateItem | Tool::CreateItem => &["price"],
        Tool::RecordMetric | Tool::UpdateMetric => &["value"],
        Tool::CreateExpense => &["actualAmount", "budgetedAmount"],
        _ => return None,
    };
    names.iter().copied().find(|name| arguments.get(*name).is_some_and(|value| !value.is_null()))
}

/// An amount without a sign keeps the direction of the one it corrects, unless words give one.
fn with_direction(amount: Decimal, read: &Words, before: &Value) -> Option<Decimal> {
    match (read.up, read.down) {
        (1.., 1..) => None,
        (1.., 0) => Some(amount.abs()),
        (0, 1..) => Some(-amount.abs()),
        _ if amount.is_sign_negative() => Some(amount),
        _ if before.as_f64().is_some_and(|before| before < 0.0) => Some(-amount),
        _ => Some(amount),
    }
}
