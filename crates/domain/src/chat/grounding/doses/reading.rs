//! Where a text gives doses.
//!
//! Every amount of mass or volume counts as one unless it is the size of a package or a tank or has a price: what
//! is told to be injected, spread, weighed in or left out takes more words than any list has. So more ratios count
//! here than a figure of [`crate::chat::grounding::figures`] is, whose every number must be found again in a source.

use super::measures::{Measure, find_target, is_container, is_lead, measure_at};
use super::numbers::{Numbers, read_numbers, tokenize};
use crate::chat::grounding::figures::tokens::{Token, What, numbers_at, sign_at, word_at};
use crate::chat::grounding::figures::{divisor_amount, scale_values};
use rust_decimal::Decimal;
use std::ops::Range;

/// An amount that is given to a crop, an area, a tank.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Dose {
    /// The bytes of the text: numbers and unit, or the numbers alone below a heading.
    pub range: Range<usize>,
    /// What is measured, and for how much: `ml/ha`, `ml`.
    pub unit: String,
    /// For each number of a range or list every way to read it, in the base of the unit.
    pub values: Vec<Vec<Decimal>>,
    /// Whether it says for how much.
    pub is_ratio: bool,
}

/// Most words between what tells of a dose and its amount: `a dose recomendada para o milho é de 2 L`.
const MAX_LEAD: usize = 10;
/// Most tokens between a heading and its amount: `Dose (L/ha): 3`.
const MAX_HEADING: usize = 5;
/// Most tokens between a unit and its `por`: `2 L de Ferrugen 200 SC por hectare`.
const MAX_BETWEEN: usize = 7;

/// The doses of `text` by the number that they begin with, in order.
pub(super) fn read_doses(text: &str, tokens: &[Token]) -> Vec<Dose> {
    (0..tokens.len()).filter_map(|at| read_dose(text, tokens, at)).collect()
}

/// Reads every amount with a unit among `tokens` of a dose, by the base of the unit, of packages too.
pub(super) fn read_amounts(tokens: &[Token]) -> Vec<(String, Decimal)> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let Some(numbers) = read_numbers(tokens, at) else { continue };
        let Some((numbers, measure)) = read_measure(tokens, numbers) else { continue };
        let values = scale_all(&numbers, measure.factor).into_iter().flatten();
        found.extend(values.map(|value| (measure.base.to_owned(), value)));
    }
    found
}

/// The dose that begins with the token at `at`.
pub(super) fn read_dose(text: &str, tokens: &[Token], at: usize) -> Option<Dose> {
    let numbers = read_numbers(tokens, at)?;
    if let Some(parts) = read_dilution(tokens, at) {
        return Some(parts);
    }
    let Some((numbers, measure)) = read_measure(tokens, numbers.clone()) else {
        return read_below_heading(text, tokens, at, &numbers);
    };
    let context = Context::of(text, tokens, at);
    let divisor =
        if matches!(measure.base, "%" | "‰") { None } else { read_divisor(text, tokens, measure.end) };
    if let Some((target, amount, end)) = divisor {
        // What a field yields is measured as what it is given.
        let dose = || Dose {
            range: tokens[at].range.start..tokens[end].range.end,
            unit: format!("{}/{target}", measure.base),
            values: scale_all(&numbers, measure.factor / amount),
            is_ratio: true,
        };
        return (!context.is_yield).then(dose);
    }
    let has_price = (measure.end..measure.end + 4).any(|at| sign_at(tokens, at) == Some('$'));
    let is_size = context.is_size || has_price || is_size_behind(text, tokens, measure.end);
    // A share may be of anything, and a count of bags what is bought; of them only what is told to be applied is
    // a dose.
    let needs_lead = matches!(measure.base, "%" | "saco" | "parte");
    let is_dose = !is_size && (!needs_lead || (context.is_led && !context.is_of_price));
    is_dose.then(|| Dose {
        range: tokens[at].range.start..tokens[measure.end - 1].range.end,
        unit: measure.base.to_owned(),
        values: scale_all(&numbers, measure.factor),
        is_ratio: false,
    })
}

/// The measure behind numbers; `um litro e meio` adds a half behind it.
fn read_measure(tokens: &[Token], mut numbers: Numbers) -> Option<(Numbers, Measure)> {
    let mut measure = measure_at(tokens, numbers.end)?;
    let is_half = word_at(tokens, measure.end) == Some("e")
        && matches!(word_at(tokens, measure.end + 1), Some("meio" | "meia"));
    if is_half {
        measure.end += 2;
        numbers.values.iter_mut().flatten().for_each(|value| *value += Decimal::new(5, 1));
    }
    Some((numbers, measure))
}

fn scale_all(numbers: &Numbers, factor: Decimal) -> Vec<Vec<Decimal>> {
    numbers.values.iter().map(|readings| scale_values(readings, factor)).collect()
}

/// What stands before an amount in its sentence.
struct Context {
    is_led: bool,
    is_size: bool,
    is_of_price: bool,
    is_yield: bool,
}

impl Context {
    fn of(text: &str, tokens: &[Token], at: usize) -> Self {
        let line = text[..tokens[at].range.start].rfind('\n').map_or(0, |end| end + 1);
        let is_here = |place: &usize| {
            let token = &tokens[*place];
            token.range.start >= line
                && !matches!(token.what, What::Sign('!' | '?' | ';'))
                && !ends_sentence(text, token)
        };
        let before: Vec<usize> = (0..at).rev().take_while(is_here).collect();
        let words: Vec<&str> =
            before.iter().filter_map(|place| word_at(tokens, *place)).take(2 * MAX_LEAD).collect();
        let led = words.iter().take(MAX_LEAD).position(|word| is_lead(word));
        // `Use o galão de 20 L`: between the two stands what has the size.
        let size = words.iter().take(4).position(|word| is_container(word));
        let starts =
            |stems: &[&str]| words.iter().any(|word| stems.iter().any(|stem| word.starts_with(stem)));
        Self {
            is_led: led.is_some(),
            is_size: size.is_some_and(|size| led.is_none_or(|led| size <= led)),
            is_of_price: starts(&[
                "descon", "prec", "juro", "acresc", "reajust", "imposto", "comiss", "vista",
            ]),
            is_yield: starts(&["produt", "produz", "rend", "colh", "safra", "yield"])
                && !words.iter().any(|word| matches!(*word, "produto" | "produtos")),
        }
    }
}

/// `20 L de capacidade`, `5 L (galão)`, `500 mL, frasco`.
fn is_size_behind(text: &str, tokens: &[Token], end: usize) -> bool {
    let is_here = |at: &usize| !text[tokens[end - 1].range.end..tokens[*at].range.start].contains('\n');
    let reach = (end + 3).min(tokens.len());
    let next =
        (end..reach).take_while(is_here).find_map(|at| word_at(tokens, at).filter(|word| *word != "de"));
    let is_sign = matches!(sign_at(tokens, end), Some('(' | ',' | '-' | '–'));
    next.is_some_and(|word| word.starts_with("capacidade") || (is_sign && is_container(word)))
}

fn ends_sentence(text: &str, token: &Token) -> bool {
    matches!(token.what, What::Sign('.')) && text[token.range.end..].starts_with([' ', '\n'])
}

/// What the measure that ends before `at` is for, how many of its base, and the last token.
fn read_divisor(text: &str, tokens: &[Token], at: usize) -> Option<(&'static str, Decimal, usize)> {
    // `kg ha-1`, as agronomists write it.
    if matches!(word_at(tokens, at), Some("ha")) {
        return Some(("ha", Decimal::ONE, at));
    }
    let stays = |place: &usize| match &tokens[*place].what {
        What::Sign(sign) => {
            matches!(sign, '/' | '(' | ')') || (*sign == '.' && !ends_sentence(text, &tokens[*place]))
        }
        What::Number(_) => measure_at(tokens, place + 1).is_none(),
        What::Word(_) => true,
    };
    let reach = (at + MAX_BETWEEN).min(tokens.len());
    let per = (at..reach).take_while(stays).find(|place| is_per(tokens, *place))?;
    let is_loose =
        sign_at(tokens, per) != Some('/') && !matches!(word_at(tokens, per), Some("por" | "per" | "cada"));
    let mut place = per + 1;
    while matches!(word_at(tokens, place), Some("cada" | "a" | "o" | "um" | "uma" | "de" | "each" | "every"))
    {
        place += 1;
    }
    let (amount, place) = divisor_amount(tokens, place);
    let target = find_target(tokens, place)?;
    // `50 mL em 10 L` is a ratio, `2 L em casa` and `2 L para o milho` are none.
    let is_ratio = !is_loose || amount.is_some() || matches!(target.base, "ha" | "tanque" | "planta" | "m2");
    is_ratio.then_some(())?;
    Some((target.base, target.factor.checked_mul(amount.unwrap_or(Decimal::ONE))?, target.end - 1))
}

fn is_per(tokens: &[Token], at: usize) -> bool {
    sign_at(tokens, at) == Some('/')
        || matches!(
            word_at(tokens, at),
            Some("por" | "per" | "cada" | "em" | "para" | "na" | "no" | "num" | "numa" | "a" | "in" | "for")
        )
}

/// `1:750`: one part of so many. Hours have two digits behind the colon.
fn read_dilution(tokens: &[Token], at: usize) -> Option<Dose> {
    let (first, last) = (numbers_at(tokens, at), numbers_at(tokens, at + 2));
    let is_small = first.iter().any(|value| (Decimal::ONE..=Decimal::TEN).contains(value));
    let is_large = last.iter().any(|value| *value >= Decimal::from(20));
    let touch = sign_at(tokens, at + 1) == Some(':')
        && tokens[at].range.end == tokens[at + 1].range.start
        && tokens.get(at + 2).is_some_and(|token| tokens[at + 1].range.end == token.range.start);
    let is_hour = tokens.get(at + 2).is_some_and(|token| token.range.len() == 2)
        && last.iter().all(|value| *value < Decimal::from(60));
    (touch && is_small && is_large && !is_hour).then(|| Dose {
        range: tokens[at].range.start..tokens[at + 2].range.end,
        unit: "1:".to_owned(),
        values: vec![last.iter().map(Decimal::normalize).collect()],
        is_ratio: true,
    })
}

/// Numbers without a unit whose heading has one: `Dose (L/ha): 3`, `dose em mL/ha = 200`, a column.
fn read_below_heading(text: &str, tokens: &[Token], at: usize, numbers: &Numbers) -> Option<Dose> {
    let (unit, factor, is_ratio) =
        unit_of_heading(tokens, at).or_else(|| unit_of_column(text, &tokens[at]))?;
    Some(Dose {
        range: tokens[at].range.start..tokens[numbers.end - 1].range.end,
        unit,
        values: scale_all(numbers, factor),
        is_ratio,
    })
}

/// The unit that ends right before the number at `at`: unit, stroke, what it is for, and at most a few signs
/// and small words.
fn unit_of_heading(tokens: &[Token], at: usize) -> Option<(String, Decimal, bool)> {
    let is_between = |place: &usize| {
        matches!(sign_at(tokens, *place), Some(')' | ':' | '=' | '|' | ']'))
            || matches!(word_at(tokens, *place), Some("e" | "de" | "is" | "sao"))
    };
    let last = (1..=MAX_HEADING).filter_map(|back| at.checked_sub(back)).find(|place| !is_between(place))?;
    // Something must part it from the number: `kg/ha 3` alone is no heading.
    (last + 1 < at).then_some(())?;
    let start = (last.saturating_sub(4)..=last).find(|start| {
        measure_at(tokens, *start).is_some_and(|measure| {
            measure.end == last + 1
                || read_heading_ratio(tokens, &measure).is_some_and(|(.., end)| end == last)
        })
    })?;
    let is_dose =
        tokens[..start].iter().rev().take(6).any(|token| matches!(&token.what, What::Word(w) if is_lead(w)));
    unit_at(tokens, start, is_dose)
}

/// The unit in the heading of the table's column that a number stands in.
fn unit_of_column(text: &str, number: &Token) -> Option<(String, Decimal, bool)> {
    let start = text[..number.range.start].rfind('\n').map_or(0, |at| at + 1);
    if !text[start..].trim_start().starts_with('|') {
        return None;
    }
    let column = text[start..number.range.start].matches('|').count();
    let rows = text[..start].trim_end_matches('\n').rsplit('\n');
    let heading = rows.take_while(|line| line.trim_start().starts_with('|')).last()?;
    let cell = tokenize(heading.split('|').nth(column)?);
    let is_dose = cell.iter().any(|token| matches!(&token.what, What::Word(word) if is_lead(word)));
    (0..cell.len()).find_map(|at| unit_at(&cell, at, is_dose))
}

/// The unit of a heading that begins at `at`: a ratio, or a measure where the heading tells of a dose.
fn unit_at(tokens: &[Token], at: usize, is_dose: bool) -> Option<(String, Decimal, bool)> {
    let measure = measure_at(tokens, at)?;
    if let Some((target, amount, _)) = read_heading_ratio(tokens, &measure) {
        return Some((format!("{}/{target}", measure.base), measure.factor.checked_div(amount)?, true));
    }
    (is_dose && measure.base != "parte").then(|| (measure.base.to_owned(), measure.factor, false))
}

fn read_heading_ratio(tokens: &[Token], measure: &Measure) -> Option<(&'static str, Decimal, usize)> {
    let strict = sign_at(tokens, measure.end) == Some('/') || word_at(tokens, measure.end) == Some("por");
    let place = measure.end + usize::from(strict);
    let (amount, place) = divisor_amount(tokens, place);
    let target = find_target(tokens, place)?;
    (strict || target.base == "ha").then_some(())?;
    Some((target.base, target.factor.checked_mul(amount.unwrap_or(Decimal::ONE))?, target.end - 1))
}
