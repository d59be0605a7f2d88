//! Measured and counted amounts in running text: `48 horas`, `meio quilo`, `30 pastilhas`, `11%`.

use crate::chat::grounding::figures::number_words::read_number_words;
use crate::chat::grounding::figures::tokens::{Token, What, numbers_at, sign_at, tokenize_figures, word_at};
use crate::chat::grounding::figures::units::unit_of;
use crate::text::Stemmer;
use rust_decimal::Decimal;
use std::ops::Range;

/// What an amount measures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Dimension {
    /// A unit of measure, in the base that its name gives: `ml`, `g`, `cm`, `h`.
    Measure(&'static str),
    /// Pieces of something, by the stem of its word.
    Pieces(String),
    /// A number alone.
    None,
}

/// An amount, and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// The value in every way it can be read, in the base of its dimension.
    pub values: Vec<Decimal>,
    /// The number as it was written, whatever the unit.
    pub numbers: Vec<Decimal>,
    /// What it measures.
    pub dimension: Dimension,
    /// The bytes of the text.
    pub range: Range<usize>,
    /// Whether it was written in digits.
    pub in_digits: bool,
}

impl Quantity {
    /// Whether the quantity names no piece of anything, so that all of its words are number and unit.
    pub fn counts_nothing_named(&self) -> bool {
        !matches!(self.dimension, Dimension::Pieces(_))
    }

    /// Whether the quantity is a period of hours, days or weeks, or a count of applications.
    pub fn is_of_use(&self) -> bool {
        match &self.dimension {
            Dimension::Measure(unit) => *unit == "h",
            Dimension::Pieces(stem) => stem.starts_with("aplic") || stem.starts_with("applic"),
            Dimension::None => false,
        }
    }

    /// Whether `other`, which a record has, may be the same amount.
    pub fn agrees(&self, other: &Quantity) -> bool {
        use Dimension::{Measure, None, Pieces};
        let comparable = match (&self.dimension, &other.dimension) {
            (Measure(one), Measure(other)) => one == other,
            (Pieces(_) | None, Pieces(_) | None) => true,
            // `PRNT 85` has no unit in a label.
            (Measure(unit), None) => *unit == "%",
            // `em até cinco` leaves the unit to what stands before.
            (None, Measure(_)) => return self.numbers.iter().any(|number| other.numbers.contains(number)),
            _ => false,
        };
        comparable && self.values.iter().any(|value| other.values.contains(value))
    }
}

/// Amounts of one record that are multiplied with one another at most.
const MAX_FACTORS: usize = 40;

impl Quantity {
    /// Whether the amount is one of `own` times another: pieces of a size, a share of a package, an area.
    pub fn follows_from(&self, own: &[Quantity], is_about: bool) -> bool {
        let Dimension::Measure(unit) = self.dimension else { return false };
        let states = |value: Decimal| {
            let near = |own: &Decimal| (value - own).abs() * Decimal::ONE_HUNDRED <= value * Decimal::from(5);
            self.values.contains(&value.normalize()) || (is_about && self.values.iter().any(near))
        };
        let own = &own[..own.len().min(MAX_FACTORS)];
        own.iter().enumerate().any(|(at, one)| {
            own[at + 1..].iter().chain(&own[..at]).any(|other| {
                let share = matches!(one.dimension, Dimension::Measure("%"));
                let scale = if share { Decimal::ONE_HUNDRED } else { Decimal::ONE };
                let counts = share || !matches!(one.dimension, Dimension::Measure(_));
                let fits = counts && other.dimension == Dimension::Measure(unit);
                let area = unit == "cm" && one.dimension == other.dimension;
                // `480 g/L` of 5 L, `80 g/kg` of 3 kg.
                let content = unit == "g"
                    && one.dimension == Dimension::Measure("g")
                    && matches!(other.dimension, Dimension::Measure("ml" | "g"));
                let by = |divisor: Decimal| {
                    multiply_quantities(one, other).and_then(|product| product.checked_div(divisor))
                };
                (fits && by(scale).is_some_and(states))
                    || (area && by(Decimal::ONE_HUNDRED).is_some_and(states))
                    || (content && by(Decimal::ONE_THOUSAND).is_some_and(states))
            })
        })
    }
}

/// The product of the first values; none where it is too large.
fn multiply_quantities(one: &Quantity, other: &Quantity) -> Option<Decimal> {
    one.values.first()?.checked_mul(*other.values.first()?)
}

/// Finds every measured or counted amount in `text`.
pub(super) fn find_quantities(text: &str) -> Vec<Quantity> {
    let tokens = read_number_words(tokenize_figures(text));
    // The digits of `P2O5` and `K2O` count nothing.
    let in_word = |at: usize| text[..tokens[at].range.start].ends_with(char::is_alphabetic);
    let amounts = (0..tokens.len()).filter(|at| !numbers_at(&tokens, *at).is_empty() && !in_word(*at));
    let halves = (0..tokens.len()).filter_map(|at| read_one_and_half(&tokens, at));
    amounts.map(|at| read_quantity(text, &tokens, at)).chain(halves).collect()
}

/// The number at `at` with its unit; the first of a range has the unit of the last.
fn read_quantity(text: &str, tokens: &[Token], at: usize) -> Quantity {
    let thousand = word_at(tokens, at + 1) == Some("mil");
    let mut unit_at = at + 1 + usize::from(thousand);
    // The first of a range has the unit of the last.
    let joins_parts = |at: usize| {
        matches!(word_at(tokens, at), Some("a" | "ate" | "ou" | "e" | "x" | "por"))
            || matches!(sign_at(tokens, at), Some('-' | '–' | '×' | '/'))
    };
    if joins_parts(unit_at)
        && !numbers_at(tokens, unit_at + 1).is_empty()
        && measure_unit_at(tokens, unit_at + 2).is_some()
    {
        unit_at += 2;
    }
    let scale = if thousand { Decimal::ONE_THOUSAND } else { Decimal::ONE };
    let values = |factor: Decimal| {
        numbers_at(tokens, at)
            .iter()
            .filter_map(|value| Some(value.checked_mul(factor)?.normalize()))
            .collect()
    };
    let in_digits = text[tokens[at].range.clone()].starts_with(|c: char| c.is_ascii_digit());
    let start = tokens[at].range.start;
    let written: Vec<Decimal> = values(scale);
    if let Some((unit, factor)) = measure_unit_at(tokens, unit_at) {
        let half = has_half(tokens, unit_at + 1);
        let end = tokens[unit_at + 2 * usize::from(half)].range.end;
        let more = if half { factor / Decimal::TWO } else { Decimal::ZERO };
        let values =
            values(scale * factor).into_iter().map(|value: Decimal| (value + more).normalize()).collect();
        return Quantity {
            values,
            numbers: written,
            dimension: Dimension::Measure(unit),
            range: start..end,
            in_digits,
        };
    }
    let piece = word_at(tokens, unit_at).filter(|word| word.len() >= 3 && !is_joint(word));
    let (dimension, end) = match piece {
        Some(piece) => (Dimension::Pieces(Stemmer::Inflection.stem(piece)), tokens[unit_at].range.end),
        None => (Dimension::None, tokens[at].range.end),
    };
    Quantity { values: written.clone(), numbers: written, dimension, range: start..end, in_digits }
}

/// Whether `e meio` stands there.
fn has_half(tokens: &[Token], at: usize) -> bool {
    word_at(tokens, at) == Some("e") && matches!(word_at(tokens, at + 1), Some("meio" | "meia"))
}

/// `metro e meio` without a number before it.
fn read_one_and_half(tokens: &[Token], at: usize) -> Option<Quantity> {
    let (unit, factor) =
        measure_unit_at(tokens, at).filter(|_| word_at(tokens, at).is_some() && has_half(tokens, at + 1))?;
    let counted = at.checked_sub(1).is_some_and(|before| !numbers_at(tokens, before).is_empty());
    let values = vec![(factor + factor / Decimal::TWO).normalize()];
    let range = tokens[at].range.start..tokens[at + 2].range.end;
    (!counted).then_some(Quantity {
        numbers: vec![Decimal::new(15, 1)],
        values,
        dimension: Dimension::Measure(unit),
        range,
        in_digits: false,
    })
}

/// Whether the word joins others and can be no unit.
fn is_joint(word: &str) -> bool {
    matches!(
        word,
        "por" | "para" | "com" | "que" | "dos" | "das" | "nos" | "nas" | "ate" | "and" | "for" | "the"
    )
}

/// The unit of measure at `at`: the name of its base, and how many of these it is.
fn measure_unit_at(tokens: &[Token], at: usize) -> Option<(&'static str, Decimal)> {
    if let Some(given) = unit_of(tokens, at) {
        return Some(given);
    }
    if matches!(sign_at(tokens, at), Some('°' | 'º')) {
        return Some(("°", Decimal::ONE));
    }
    let whole = |value: i64| Decimal::from(value);
    Some(match word_at(tokens, at)? {
        "tonne" | "tonnes" => ("g", whole(1_000_000)),
        "mm" | "milimetro" | "milimetros" => ("cm", Decimal::new(1, 1)),
        "cm" | "centimetro" | "centimetros" => ("cm", whole(1)),
        "m" | "metro" | "metros" | "meter" | "meters" | "metre" | "metres" => ("cm", whole(100)),
        "km" | "quilometro" | "quilometros" => ("cm", whole(100_000)),
        "pol" | "polegada" | "polegadas" | "inch" | "inches" => ("inch", whole(1)),
        "ha" | "hectare" | "hectares" => ("ha", whole(1)),
        "h" | "hora" | "horas" | "hour" | "hours" => ("h", whole(1)),
        "dia" | "dias" | "day" | "days" => ("h", whole(24)),
        "semana" | "semanas" | "week" | "weeks" => ("h", whole(168)),
        "min" | "minuto" | "minutos" => ("min", whole(1)),
        "mes" | "meses" | "month" | "months" => ("month", whole(1)),
        "ano" | "anos" | "year" | "years" => ("month", whole(12)),
        "grau" | "graus" => ("°", whole(1)),
        "hp" | "cv" => ("hp", whole(1)),
        "watt" | "watts" | "w" => ("W", whole(1)),
        "volt" | "volts" | "v" => ("V", whole(1)),
        _ => return None,
    })
}

/// The unit that the name of an attribute ends with: `garantia_meses`, `k2o_pct`, `comprimento_m`.
pub(super) fn unit_in_name(name: &str) -> Option<&'static str> {
    if name.ends_with("_l_h") {
        return Some("L");
    }
    Some(match name.rsplit('_').next()? {
        "pct" => "%",
        "meses" => "meses",
        "m" => "m",
        "cm" => "cm",
        "mm" => "mm",
        "km" => "km",
        "l" | "litros" => "L",
        "ml" => "mL",
        "kg" => "kg",
        "pol" => "pol",
        "hp" => "hp",
        "cv" => "cv",
        "graus" => "graus",
        "h" => "h",
        _ => return None,
    })
}

/// The words among the `most` tokens that end at `end`, the last first.
pub(super) fn words_before(tokens: &[Token], end: usize, most: usize) -> impl Iterator<Item = &str> {
    let before = tokens.iter().rev().filter(move |token| token.range.end <= end).take(most);
    before.filter_map(|token| match &token.what {
        What::Word(word) => Some(word.as_str()),
        _ => None,
    })
}
