//! How much a package holds, read from its label, and what one unit of that costs.
//!
//! A wrong price by the litre is worse than none: a label with a number that is no amount, with one that may be
//! thousands or decimals (`1.250 L`), or with amounts that differ, is not read. The words of units and numbers
//! stand in a file that the interface reads too (`ui/src/lib/packages/content.ts`), and so do the labels by
//! which both are tested.

use super::amount_tokens::{Token, tokens_of, with_decimal_point};
use super::price::Price;
use crate::text::normalize_text;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{HashMap, HashSet};
use std::str::FromStr;
use std::sync::LazyLock;

/// A unit in which packages are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PackageUnit {
    /// Litres.
    L,
    /// Millilitres.
    Ml,
    /// Kilograms.
    Kg,
    /// Grams.
    G,
    /// Tonnes.
    T,
    /// Seeds.
    Seeds,
    /// Pieces.
    Un,
}

/// A unit by which prices are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum BaseUnit {
    /// One litre.
    Litre,
    /// One kilogram.
    Kilogram,
    /// A thousand seeds.
    ThousandSeeds,
    /// One piece.
    Piece,
}

/// What a package holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackageContent {
    /// How much, above 0.
    pub amount: Decimal,
    /// Of which unit.
    pub unit: PackageUnit,
}

/// The price of one base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitPrice {
    /// In the currency of the item, as exact as a division is.
    pub amount: Decimal,
    /// The unit.
    pub base: BaseUnit,
}

#[derive(Debug, Default, Deserialize)]
struct File {
    units: HashMap<PackageUnit, String>,
    containers: String,
    between: String,
    numbers: HashMap<String, String>,
    thousands: String,
    unread: String,
}

struct KnownWords {
    units: HashMap<String, PackageUnit>,
    containers: HashSet<String>,
    /// Words between a number of packages and what each of them holds.
    between: HashSet<String>,
    /// Numbers in words, and how they are written in digits.
    numbers: HashMap<String, String>,
    /// Words that multiply the number before them.
    thousands: HashSet<String>,
    /// Words of numbers that are not read.
    unread: HashSet<String>,
}

static KNOWN: LazyLock<KnownWords> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken file never ships.
    let file: File = serde_json::from_str(include_str!("../../data/package_units.json")).unwrap_or_default();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<HashSet<String>>();
    let units =
        file.units.iter().flat_map(|(unit, text)| words(text).into_iter().map(move |word| (word, *unit)));
    let numbers = file
        .numbers
        .iter()
        .flat_map(|(digits, text)| words(text).into_iter().map(move |word| (word, digits.clone())));
    KnownWords {
        units: units.collect(),
        containers: words(&file.containers),
        between: words(&file.between),
        numbers: numbers.collect(),
        thousands: words(&file.thousands),
        unread: words(&file.unread),
    }
});

/// No package holds more of its unit.
const MOST: u64 = 1_000_000_000;
/// Parts of which a package is made at most.
const MOST_PARTS: u64 = 10_000;
/// Digits of a number that is read.
const MOST_DIGITS: usize = 15;

impl PackageUnit {
    /// The unit by which its prices are compared, and how much of that it is.
    fn base(self) -> (BaseUnit, Decimal) {
        let thousandth = Decimal::new(1, 3);
        match self {
            PackageUnit::L => (BaseUnit::Litre, Decimal::ONE),
            PackageUnit::Ml => (BaseUnit::Litre, thousandth),
            PackageUnit::Kg => (BaseUnit::Kilogram, Decimal::ONE),
            PackageUnit::G => (BaseUnit::Kilogram, thousandth),
            PackageUnit::T => (BaseUnit::Kilogram, Decimal::ONE_THOUSAND),
            PackageUnit::Seeds => (BaseUnit::ThousandSeeds, thousandth),
            PackageUnit::Un => (BaseUnit::Piece, Decimal::ONE),
        }
    }

    /// Whether it is counted, and so comes in whole numbers alone.
    fn is_counted(self) -> bool {
        matches!(self, PackageUnit::Seeds | PackageUnit::Un)
    }
}

impl PackageContent {
    /// Reads the content of a package from its label: `5 L`, `saco 25 kg`, `cx 12x1 L`, `1.000 sementes`. `None` where a
    /// label says no amount, or says more than one.
    pub fn read(label: &str) -> Option<Self> {
        let folded = normalize_text(label).replace('×', "x");
        let tokens = tokens_with_numbers(&folded);
        if tokens.iter().any(|token| matches!(token, Token::Word(word) if KNOWN.unread.contains(*word))) {
            return None;
        }
        if !tokens.iter().any(|token| matches!(token, Token::Number(_))) {
            return Self::of_bare_unit(&tokens);
        }
        let mut found: Option<Self> = None;
        let mut at = 0;
        while at < tokens.len() {
            if !matches!(tokens[at], Token::Number(_)) {
                at += 1;
                continue;
            }
            let (content, end) = read_amount(&tokens, at)?;
            at = end;
            let Some(content) = content else { continue };
            if found.is_some_and(|other| other.in_base() != content.in_base()) {
                return None;
            }
            found = found.or(Some(content));
        }
        found
    }

    /// `litro`, `tonelada`: one of it. `sem` without a number is `without`, and a letter is no unit.
    fn of_bare_unit(tokens: &[Token<'_>]) -> Option<Self> {
        if tokens.iter().any(|token| matches!(token, Token::Sign(sign) if sign.is_numeric())) {
            return None;
        }
        let mut units = tokens.iter().filter_map(|token| match token {
            Token::Word(word) if word.len() > 1 => KNOWN.units.get(*word).copied(),
            _ => None,
        });
        let unit = units.next().filter(|unit| *unit != PackageUnit::Seeds)?;
        units.next().is_none().then_some(Self { amount: Decimal::ONE, unit })
    }

    /// Whether a message names the amount: `25 kg`, or, as that of a package, `saco de 25`, `o de 5`.
    pub(crate) fn is_named_in(self, message: &str) -> bool {
        self.is_named(message, true)
    }

    /// Whether `message` names this content of a package, and not several packages of it. `2 sacos de 25 kg` are no
    /// 50 kg.
    pub(crate) fn is_named_alone_in(self, message: &str) -> bool {
        self.is_named(message, false)
    }

    fn is_named(self, message: &str, with_parts: bool) -> bool {
        let folded = normalize_text(message).replace('×', "x");
        let tokens = tokens_with_numbers(&folded);
        let counts = |at: usize| held_number(&tokens, at + 1).is_some();
        let mut numbers = (0..tokens.len())
            .filter(|at| matches!(tokens[*at], Token::Number(_)) && (with_parts || !counts(*at)));
        numbers.any(|at| match read_amount(&tokens, at) {
            Some((content, _)) => content.is_some_and(|content| content.in_base() == self.in_base()),
            None => {
                names_package(&tokens, at)
                    && read_decimal(&tokens[at], self.unit.is_counted()) == Some(self.amount)
            }
        })
    }

    /// Whether a message says of a package how much it holds, whatever that is: `saco de 30`, `o de 5 L`.
    pub(crate) fn is_any_named_in(message: &str) -> bool {
        let folded = normalize_text(message).replace('×', "x");
        let tokens = tokens_with_numbers(&folded);
        (0..tokens.len()).any(|at| matches!(tokens[at], Token::Number(_)) && names_package(&tokens, at))
    }

    /// Whether a message says how much something holds, of a package or not: `30 kg`, `saco de 30`.
    pub(crate) fn is_any_stated_in(message: &str) -> bool {
        let folded = normalize_text(message).replace('×', "x");
        let tokens = tokens_with_numbers(&folded);
        let states = |at: usize| matches!(read_amount(&tokens, at), Some((Some(_), _)));
        let numbers = (0..tokens.len()).filter(|at| matches!(tokens[*at], Token::Number(_)));
        numbers.into_iter().any(|at| states(at) || names_package(&tokens, at))
    }

    /// Converts the package's content to the unit by which its prices are compared.
    pub fn in_base(self) -> (BaseUnit, Decimal) {
        let (base, size) = self.unit.base();
        (base, (self.amount * size).normalize())
    }

    /// What one base unit costs where the package costs `price`.
    pub(super) fn price_each(self, price: Price) -> Option<UnitPrice> {
        let (base, amount) = self.in_base();
        Some(UnitPrice { amount: price.amount().checked_div(amount)?, base })
    }
}

impl UnitPrice {
    /// Rounds the unit price as it is shown: half a cent counts as one.
    pub fn round_to_cents(self) -> Decimal {
        self.amount.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero)
    }
}

/// Whether a folded word is a container: `saco`, `cx`.
pub(crate) fn is_container(word: &str) -> bool {
    KNOWN.containers.contains(word)
}

/// Whether a folded word is a unit in which packages are filled: `kg`, `sementes`.
pub(crate) fn is_package_unit(word: &str) -> bool {
    KNOWN.units.contains_key(word)
}

/// Whether a folded word may stand in a label beside its numbers: a unit, a container, `de`, `mil`, `x`.
pub(crate) fn is_label_word(word: &str) -> bool {
    let words = [&KNOWN.containers, &KNOWN.between, &KNOWN.thousands];
    word == "x" || KNOWN.units.contains_key(word) || words.iter().any(|known| known.contains(word))
}

/// The pieces of a text, numbers in words as numbers; `mil` behind a number multiplies it.
fn tokens_with_numbers(folded: &str) -> Vec<Token<'_>> {
    let mut tokens = tokens_of(folded);
    for at in 0..tokens.len() {
        let Token::Word(word) = tokens[at] else { continue };
        let multiplies =
            at > 0 && matches!(tokens[at - 1], Token::Number(_)) && KNOWN.thousands.contains(word);
        if let Some(digits) = KNOWN.numbers.get(word).filter(|_| !multiplies) {
            tokens[at] = Token::Number(digits);
        }
    }
    tokens
}

/// The amount whose number stands at `at`, and where it ends; no content where it is a concentration
/// (`480 g/L`). `None` where the number is of something else.
fn read_amount(tokens: &[Token<'_>], at: usize) -> Option<(Option<PackageContent>, usize)> {
    let (mut number, mut parts, mut next) = (at, Decimal::ONE, at + 1);
    while let Some(further) = held_number(tokens, next) {
        parts = parts.checked_mul(read_parts(&tokens[number])?)?;
        (number, next) = (further, further + 1);
    }
    let by_thousands = matches!(tokens.get(next), Some(Token::Word(word)) if KNOWN.thousands.contains(*word));
    next += usize::from(by_thousands);
    let unit = match (unit_at(tokens, next), by_thousands) {
        (Some(unit), _) => {
            next += 1;
            unit
        }
        // `saco 60 mil`: of seeds, which are what is counted by thousands.
        (None, true) => PackageUnit::Seeds,
        (None, false) => return None,
    };
    if tokens.get(next) == Some(&Token::Sign('/')) {
        match tokens.get(next + 1) {
            Some(Token::Word(word)) if KNOWN.containers.contains(*word) => {}
            Some(Token::Word(_)) => return Some((None, next + 2)),
            _ => return None,
        }
    }
    let one = read_decimal(&tokens[number], unit.is_counted())?;
    let thousands = if by_thousands { Decimal::ONE_THOUSAND } else { Decimal::ONE };
    let amount = one.checked_mul(parts)?.checked_mul(thousands)?.normalize();
    (amount > Decimal::ZERO && amount <= Decimal::from(MOST))
        .then_some((Some(PackageContent { amount, unit }), next))
}

/// Whether the number at `at` is said of a package.
fn names_package(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |back: usize| match at.checked_sub(back).map(|at| &tokens[at]) {
        Some(Token::Word(word)) => *word,
        _ => "",
    };
    let is_container = |word: &str| KNOWN.containers.contains(word);
    let is_money = matches!(tokens.get(at + 1), Some(Token::Word("reais" | "real")));
    let leads = is_container(word(2)) || matches!(word(2), "o" | "a" | "os" | "as" | "the");
    !is_money && (is_container(word(1)) || (KNOWN.between.contains(word(1)) && leads))
}

/// The unit that stands at `at`; `250 sem cheiro` has none.
fn unit_at(tokens: &[Token<'_>], at: usize) -> Option<PackageUnit> {
    let Some(Token::Word(word)) = tokens.get(at) else { return None };
    let is_without = *word == "sem" && matches!(tokens.get(at + 1), Some(Token::Word(_)));
    KNOWN.units.get(*word).copied().filter(|_| !is_without)
}

/// Where the number stands that each of several parts holds: behind `x`, or behind `frascos de`.
fn held_number(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    let mut next = at + 1;
    match tokens.get(at)? {
        Token::Word("x") | Token::Sign('*') => {}
        Token::Word(word) if KNOWN.containers.contains(*word) => {
            if matches!(tokens.get(next), Some(Token::Word(word)) if KNOWN.between.contains(*word)) {
                next += 1;
                next += usize::from(tokens.get(next) == Some(&Token::Sign('/')));
            }
        }
        _ => return None,
    }
    matches!(tokens.get(next), Some(Token::Number(_))).then_some(next)
}

fn read_parts(token: &Token<'_>) -> Option<Decimal> {
    let parts = read_decimal(token, true)?;
    (parts.fract().is_zero() && parts >= Decimal::ONE && parts <= Decimal::from(MOST_PARTS)).then_some(parts)
}

fn read_decimal(token: &Token<'_>, whole: bool) -> Option<Decimal> {
    let Token::Number(number) = token else { return None };
    if number.len() > MOST_DIGITS || (!whole && is_ambiguous(number)) {
        return None;
    }
    Decimal::from_str(&with_decimal_point(number, whole)).ok()
}

/// Whether a number of what is measured may be thousands or decimals: `1.250`, `1,000`. Nothing in a label
/// says which.
fn is_ambiguous(number: &str) -> bool {
    let mut parts = number.split(['.', ',']);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(whole), Some(decimals), None) => {
            (1..=3).contains(&whole.len()) && !whole.starts_with('0') && decimals.len() == 3
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        label: String,
        amount: Option<Decimal>,
        unit: Option<PackageUnit>,
    }

    #[test]
    fn labels_say_what_packages_hold_or_nothing_is_said() {
        assert!(!KNOWN.units.is_empty() && !KNOWN.containers.is_empty() && !KNOWN.between.is_empty());
        assert!(!KNOWN.numbers.is_empty() && !KNOWN.thousands.is_empty() && !KNOWN.unread.is_empty());
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../data/package_labels.json")).expect("labels");
        for Case { label, amount, unit } in cases {
            let read = PackageContent::read(&label).map(|content| (content.amount, content.unit));
            assert_eq!(read, amount.zip(unit), "{label}");
        }
    }

    #[test]
    fn a_unit_price_is_exact_and_half_a_cent_counts_as_one() {
        for (label, price, base, shown) in [
            ("5 L", "298", BaseUnit::Litre, "59.60"),
            ("500 ml", "10.01", BaseUnit::Litre, "20.02"),
            ("2 L", "10.01", BaseUnit::Litre, "5.01"),
            ("3 L", "10", BaseUnit::Litre, "3.33"),
            ("saco 25 kg", "0", BaseUnit::Kilogram, "0.00"),
            ("250 g", "0.0001", BaseUnit::Kilogram, "0.00"),
            ("1 t", "999999999999.9999", BaseUnit::Kilogram, "1000000000.00"),
            ("60.000 sementes", "900", BaseUnit::ThousandSeeds, "15.00"),
            ("caixa 100 un", "12.5", BaseUnit::Piece, "0.13"),
        ] {
            let price = Price::parse(price).expect("a price");
            let unit = PackageContent::read(label).and_then(|content| content.price_each(price));
            let unit = unit.expect("a unit price");
            assert_eq!(
                (unit.base, format!("{:.2}", unit.round_to_cents())),
                (base, shown.to_owned()),
                "{label}"
            );
        }
    }

    #[test]
    fn a_message_names_an_amount_with_its_unit_or_as_a_package() {
        let sack = PackageContent::read("saco 25 kg").expect("a content");
        for message in
            ["quanto custa o saco de 25?", "o de 25 kg", "saco 25 tem?", "25000 g", "quanto sai o de 25"]
        {
            assert!(sack.is_named_in(message), "{message}");
        }
        let case = PackageContent::read("2 sacos de 25 kg").expect("a content");
        assert!(case.is_named_in("3 x 2 sacos de 25 kg") && case.is_named_alone_in("o de 50 kg"));
        assert!(sack.is_named_alone_in("2 sacos de 25 kg") && !case.is_named_alone_in("2 sacos de 25 kg"));
        let bottle = PackageContent::read("500 ml").expect("a content");
        assert!(bottle.is_named_in("e o de meio litro?"));
        for (message, is_named) in [
            ("quanto custa o saco de 30 da ureia?", true),
            ("o de 5 L", true),
            ("frasco com 5 litros", true),
            ("quanto custa a caixa?", false),
            ("3 sacos", false),
            ("20 litros de água", false),
            ("saco de 25 reais", false),
        ] {
            assert_eq!(PackageContent::is_any_named_in(message), is_named, "{message}");
        }
        for message in ["até 25 reais", "saco de 25 reais", "25 L/ha", "saco de 2,5", "25", "", "o de 50"] {
            assert!(!sack.is_named_in(message), "{message}");
        }
    }

    proptest! {
        #[test]
        fn no_label_breaks_the_reading(label in "[0-9.,x*/ LlkgGmMtKsenc²³×-]{0,40}|\\PC{0,60}", cents in 0_i64..1_000_000_000) {
            if let Some(content) = PackageContent::read(&label) {
                prop_assert!(content.amount > Decimal::ZERO && content.amount <= Decimal::from(MOST));
                let price = Price::new(Decimal::new(cents, 2)).expect("a price");
                let _ = content.price_each(price).map(UnitPrice::round_to_cents);
            }
        }
    }
}
