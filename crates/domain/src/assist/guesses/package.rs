//! How much of a product is sold at once, read from its name or attributes: `galão 20 L`, `saco 60.000
//! sementes`, `cx 12x1 L`.
//!
//! What a package is called (`saco`, `balde`) without an amount, or an amount of something that no rule
//! knows, is a package all the same: it is compared as it is written, and with nothing else.

use crate::catalog::amount_tokens::{Token, tokens_of, with_decimal_point};
use crate::text::{normalize_text, plain_words};
use serde_json::{Map, Value};

/// What is measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Millilitres.
    Volume,
    /// Grams.
    Mass,
    /// Metres.
    Length,
    /// Square metres.
    Area,
    /// Pieces, by the stem of what they are called; blank for those that have no name of their own.
    Count(String),
    /// Nothing that is known: the package in its own words, folded.
    Unread(String),
}

/// An amount of something.
#[derive(Debug, Clone, PartialEq)]
pub struct Package {
    /// What is measured.
    pub measure: Measure,
    /// How much in all, above 0; 1 where nothing is measured.
    pub amount: f64,
    /// Of how many parts it is made: 12 of `12x1 L`.
    pub parts: f64,
}

/// How two packages stand to each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Likeness {
    /// They are the same, or neither is known.
    Same,
    /// They measure the same thing; the first is so many of the second.
    Scaled(f64),
    /// Nothing can be said: another thing is measured, or only one is known.
    Other,
}

/// How far two amounts may be apart and still be one: 5 L and 5,0 L, not 900 and 1000.
const SAME_WITHIN: f64 = 0.005;

/// Keys of attributes that say how much is sold, folded.
const PACKAGE_KEYS: [&str; 8] =
    ["embalagem", "apresentacao", "volume", "peso", "conteudo", "pack", "net weight", "net_weight"];
/// Those whose text is a package whatever it says; a volume may be one of something else.
const WHOLE_KEYS: [&str; 3] = ["embalagem", "apresentacao", "pack"];
/// What things are sold in, folded. `t`, `pe` and the like are no words of a package.
const CONTAINERS: [&str; 58] = [
    "saco",
    "sacos",
    "sc",
    "sacaria",
    "saca",
    "galao",
    "gl",
    "bombona",
    "bb",
    "balde",
    "bd",
    "frasco",
    "fr",
    "caixa",
    "cx",
    "caixas",
    "bag",
    "bags",
    "bigbag",
    "tambor",
    "tb",
    "pacote",
    "pct",
    "pc",
    "fardo",
    "fd",
    "lata",
    "lt",
    "sache",
    "pote",
    "bisnaga",
    "rolo",
    "bobina",
    "cartela",
    "kit",
    "display",
    "bandeja",
    "ampola",
    "envelope",
    "garrafa",
    "gf",
    "barrica",
    "cartucho",
    "container",
    "ibc",
    "contentor",
    "carretel",
    "estojo",
    "vaso",
    "duzia",
    "blister",
    "seringa",
    "sacola",
    "engradado",
    "pallet",
    "palete",
    "box",
    "tonel",
];
/// Words between a package and its amount.
const BETWEEN: [&str; 6] = ["com", "c", "de", "contendo", "with", "of"];

impl Package {
    fn of_unread_words(words: String) -> Self {
        Self { measure: Measure::Unread(words), amount: 1.0, parts: 1.0 }
    }

    /// Compares the packages of two products, to guess a price from the other.
    pub fn likeness(own: Option<&Self>, other: Option<&Self>) -> Likeness {
        match (own, other) {
            (None, None) => Likeness::Same,
            (Some(own), Some(other)) if own.measure == other.measure => own.beside(other),
            _ => Likeness::Other,
        }
    }

    fn beside(&self, other: &Self) -> Likeness {
        let near = |a: f64, b: f64| (a - b).abs() <= SAME_WITHIN * a.max(b);
        if near(self.amount, other.amount) && near(self.parts, other.parts) {
            return Likeness::Same;
        }
        Likeness::Scaled(self.amount / other.amount)
    }
}

/// The package of a product: an attribute that says it, else the last one in the name.
pub fn package_of(name: &str, attributes: &Map<String, Value>) -> Option<Package> {
    let find_package = |known: bool| {
        attributes.iter().filter(move |(key, _)| says_package(key)).find_map(move |(key, value)| {
            let package = of_attribute(key, value)?;
            (matches!(package.measure, Measure::Unread(_)) != known).then_some(package)
        })
    };
    find_package(true)
        .or_else(|| last_amount(name, Place::Name))
        .or_else(|| find_package(false))
        .or_else(|| container_in(name))
}

/// Whether an attribute of the key says how the product is packed.
fn says_package(key: &str) -> bool {
    let key = normalize_text(key);
    PACKAGE_KEYS.iter().any(|known| key.contains(known))
}

/// `"embalagem": "saco 40 kg"`, `"volume_l": 20`.
fn of_attribute(key: &str, value: &Value) -> Option<Package> {
    let text = match value {
        Value::String(text) => text.clone(),
        // The unit stands in the key.
        Value::Number(number) => {
            let folded = normalize_text(key);
            let unit = folded.rsplit(['_', ' ', '-', '(']).next()?.trim_end_matches(')');
            format!("{} {unit}", number.to_string().replace('.', ","))
        }
        _ => return None,
    };
    let unread = || {
        let folded = normalize_text(&text);
        let whole = WHOLE_KEYS.iter().any(|known| normalize_text(key).contains(known));
        (whole && value.is_string() && !folded.is_empty()).then(|| Package::of_unread_words(folded))
    };
    last_amount(&text, Place::Attribute).or_else(unread)
}

/// What the product is sold in, where its name says no more.
fn container_in(name: &str) -> Option<Package> {
    let folded = normalize_text(name);
    // Short ones stand for other things as well, where no amount follows.
    // What a name begins with is the product itself: a bucket, a box of tools.
    let words = plain_words(&folded).skip(1);
    let found = words.filter(|word| word.len() > 2 && CONTAINERS.contains(word)).last()?;
    Some(Package::of_unread_words(found.to_owned()))
}

/// Where a text stands: in an attribute that speaks of packages any amount is one.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Name,
    Attribute,
}

/// The last amount with a unit that is no concentration (`480 g/L`).
fn last_amount(text: &str, place: Place) -> Option<Package> {
    let folded = normalize_text(text).replace('×', "x");
    let tokens = tokens_of(&folded);
    (0..tokens.len()).rev().find_map(|at| amount_at(&tokens, at, place))
}

/// The amount whose number stands at `at`.
fn amount_at(tokens: &[Token<'_>], at: usize, place: Place) -> Option<Package> {
    let Token::Number(number) = tokens[at] else { return None };
    // A part of a code: `AG-8700`, `04-14-08`, `250/50`.
    if at > 0 && matches!(tokens[at - 1], Token::Sign('-' | '/' | '+')) {
        return None;
    }
    let mut behind = at + 1;
    let mut thousands = 1.0;
    if matches!(tokens.get(behind), Some(Token::Word("mil"))) {
        thousands = 1_000.0;
        behind += 1;
    }
    let word = match tokens.get(behind) {
        Some(Token::Word(word)) => *word,
        _ => "",
    };
    // `480 g/L` is a concentration, `25 kg/saco` is not.
    if !word.is_empty() && is_rate(tokens, behind + 1) {
        return None;
    }
    let next = tokens.get(behind + 1);
    let (measure, factor) = match (word, next) {
        // `m²` and `cm³` are a word and a number.
        ("m", Some(Token::Number("2"))) => (Measure::Area, 1.0),
        ("cm", Some(Token::Number("3"))) => (Measure::Volume, 1.0),
        // `250 sem cheiro`: without.
        ("sem", Some(Token::Word(_))) => return None,
        _ => match unit_of(word) {
            Some(known) => known,
            None => (read_counted(tokens, at, word, thousands > 1.0, place)?, 1.0),
        },
    };
    let whole = matches!(measure, Measure::Count(_));
    let one = value_of(number, whole)? * thousands * factor;
    let parts = parts_before(tokens, at);
    let amount = one * parts;
    (amount > 0.0 && amount.is_finite()).then_some(Package { measure, amount, parts })
}

/// Whether a sign at `at` makes what stands before it an amount for each of something.
fn is_rate(tokens: &[Token<'_>], at: usize) -> bool {
    let of_a_package = matches!(tokens.get(at + 1), Some(Token::Word(word)) if CONTAINERS.contains(word));
    matches!(tokens.get(at), Some(Token::Sign('/'))) && !of_a_package
}

/// Units that are known, with what they are in the smallest of their kind.
fn unit_of(word: &str) -> Option<(Measure, f64)> {
    let count = |name: &str| Measure::Count(name.to_owned());
    Some(match word {
        "ml" | "cc" | "mililitro" | "mililitros" => (Measure::Volume, 1.0),
        "l" | "lt" | "lts" | "ltr" | "litro" | "litros" | "liter" | "liters" | "litre" | "litres" => {
            (Measure::Volume, 1_000.0)
        }
        "mg" | "miligrama" | "miligramas" => (Measure::Mass, 0.001),
        "g" | "gr" | "grs" | "grama" | "gramas" | "gram" | "grams" => (Measure::Mass, 1.0),
        "kg" | "kgs" | "quilo" | "quilos" | "kilo" | "kilos" | "quilograma" | "quilogramas" => {
            (Measure::Mass, 1_000.0)
        }
        "t" | "ton" | "tonelada" | "toneladas" => (Measure::Mass, 1_000_000.0),
        "m" | "mt" | "mts" | "metro" | "metros" | "meter" | "meters" => (Measure::Length, 1.0),
        "semente" | "sementes" | "sem" | "seed" | "seeds" | "smt" => (count("semente"), 1.0),
        "un" | "und" | "unid" | "unds" | "uns" | "unidade" | "unidades" | "pc" | "pcs" | "peca" | "pecas"
        | "unit" | "units" | "pieces" => (count(""), 1.0),
        "muda" | "mudas" => (count("muda"), 1.0),
        "dose" | "doses" => (count("dose"), 1.0),
        "par" | "pares" => (count("par"), 1.0),
        "duzia" | "duzias" => (count(""), 12.0),
        _ => return None,
    })
}

/// What is counted by a word that no rule knows: `cartela com 10 blisters`, `30 iscas` of an attribute. In a
/// name it needs a package before it, for names are full of numbers before words.
fn read_counted(
    tokens: &[Token<'_>],
    at: usize,
    word: &str,
    by_thousands: bool,
    place: Place,
) -> Option<Measure> {
    let named = word.chars().count() >= 3 && !CONTAINERS.contains(&word);
    let find_container = || {
        let before = tokens[..at].iter().rev().filter(|token| match token {
            Token::Word(word) => !BETWEEN.contains(word),
            Token::Sign(sign) => !matches!(sign, '/' | '(' | '.'),
            Token::Number(_) => true,
        });
        matches!(before.into_iter().next(), Some(Token::Word(word)) if CONTAINERS.contains(word))
    };
    match (named, place) {
        (true, Place::Attribute) => Some(Measure::Count(singular_package_word(word))),
        (true, Place::Name) if find_container() => Some(Measure::Count(singular_package_word(word))),
        // `saco 60 mil`, of what the name says before.
        (false, _) if by_thousands => Some(Measure::Count("semente".to_owned())),
        _ => None,
    }
}

/// Names of packages lose the `s` only: `sacos` is `saco`.
fn singular_package_word(word: &str) -> String {
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

/// `12x` or `12 x` before the amount: how many there are of it.
fn parts_before(tokens: &[Token<'_>], at: usize) -> f64 {
    let (Some(sign), Some(Token::Number(number))) =
        (at.checked_sub(1).map(|at| &tokens[at]), at.checked_sub(2).map(|at| &tokens[at]))
    else {
        return 1.0;
    };
    let times = matches!(sign, Token::Word("x") | Token::Sign('*'));
    let parts = value_of(number, true).filter(|parts| times && *parts >= 1.0 && *parts <= 10_000.0);
    parts.unwrap_or(1.0)
}

fn value_of(number: &str, whole: bool) -> Option<f64> {
    with_decimal_point(number, whole).parse().ok().filter(|value: &f64| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn of(name: &str) -> Option<(Measure, f64)> {
        package_of(name, &Map::new()).map(|package| (package.measure, package.amount))
    }

    fn parse_package(embalagem: &str) -> Option<Package> {
        package_of("X", json!({ "embalagem": embalagem }).as_object().expect("an object"))
    }

    fn seeds() -> Measure {
        Measure::Count("semente".into())
    }

    #[test]
    fn packages_are_read_and_concentrations_are_not() {
        for (name, package) in [
            ("Capinorte 480 SL galão 20 L", Some((Measure::Volume, 20_000.0))),
            ("Capinorte Grãos 792,5 WG saco 5 kg", Some((Measure::Mass, 5_000.0))),
            ("Óleo 0,5L", Some((Measure::Volume, 500.0))),
            ("Óleo 500 mL", Some((Measure::Volume, 500.0))),
            ("Bombona 20 lts", Some((Measure::Volume, 20_000.0))),
            ("Ureia big bag 1.000 kg", Some((Measure::Mass, 1_000_000.0))),
            ("Ureia bag 1 t", Some((Measure::Mass, 1_000_000.0))),
            ("Calcário 25kg", Some((Measure::Mass, 25_000.0))),
            ("Herbicida cx 12x1L", Some((Measure::Volume, 12_000.0))),
            ("Herbicida caixa 12 x 1 L", Some((Measure::Volume, 12_000.0))),
            ("Tomate Italiano 5.000 sementes", Some((seeds(), 5_000.0))),
            ("Milho AR 265 saco 60.000 sem", Some((seeds(), 60_000.0))),
            ("Milho AR 265 saco 60 mil", Some((seeds(), 60_000.0))),
            ("Milho AR 265 60 mil sementes", Some((seeds(), 60_000.0))),
            ("Tomato 1,000 seeds", Some((seeds(), 1_000.0))),
            ("Tubete caixa 100 un", Some((Measure::Count(String::new()), 100.0))),
            ("Fio Eletroplástico 500 m", Some((Measure::Length, 500.0))),
            ("Lona 50 m²", Some((Measure::Area, 50.0))),
            ("Tubete 280 cm³", Some((Measure::Volume, 280.0))),
            ("Ureia 25 kg/saco", Some((Measure::Mass, 25_000.0))),
            ("Tinta 250 sem cheiro", None),
            ("Balde vermelho", None),
            ("Feromônio cartela com 10 liberadores", Some((Measure::Count("liberadore".into()), 10.0))),
            ("Heteronema 840 Ne saco", Some((Measure::Unread("saco".into()), 1.0))),
            ("Herbicida 480 g/L", None),
            ("Herbicida 480 g/L frasco 250 mL", Some((Measure::Volume, 250.0))),
            ("NPK 04-14-08", None),
            ("Notebook 4 GB 17\"", None),
            ("Milho AG-8700 PRO3", None),
            ("Trator 75 cavalos", None),
            ("", None),
        ] {
            assert_eq!(of(name), package, "{name}");
        }
    }

    #[test]
    fn an_attribute_says_it_better_than_the_name() {
        let attributes = json!({ "embalagem": "5 L", "culturas": ["soja"] });
        let package = package_of("X 20 L", attributes.as_object().expect("an object"));
        assert_eq!(package.map(|p| p.amount), Some(5_000.0));
        let attributes = json!({ "volume_l": 2.5 });
        let package = package_of("X", attributes.as_object().expect("an object"));
        assert_eq!(package.map(|p| (p.measure, p.amount)), Some((Measure::Volume, 2_500.0)));
        // A bare container tells less than an amount in the name.
        let attributes = json!({ "embalagem": "saco" });
        let package = package_of("X 20 kg", attributes.as_object().expect("an object"));
        assert_eq!(package.map(|p| (p.measure, p.amount)), Some((Measure::Mass, 20_000.0)));
    }

    #[test]
    fn the_same_package_is_the_same_however_it_is_written() {
        for (a, b) in [
            ("5 L", "galão de 5,0 litros"),
            ("saco 60 mil sementes", "60.000 sem."),
            ("cx 12x1L", "caixa 12 x 1000 ml"),
            ("big bag 1.000 kg", "1 t"),
            ("10 iscas", "cartela com 10 isca"),
            ("granel", "GRANEL"),
        ] {
            assert_eq!(
                Package::likeness(parse_package(a).as_ref(), parse_package(b).as_ref()),
                Likeness::Same,
                "{a} / {b}"
            );
        }
    }

    #[test]
    fn another_package_is_scaled_or_not_compared() {
        let like = |a: &str, b: &str| Package::likeness(parse_package(a).as_ref(), parse_package(b).as_ref());
        assert_eq!(like("1.000 sementes", "5.000 sementes"), Likeness::Scaled(0.2));
        assert_eq!(like("12x1 L", "12 L"), Likeness::Scaled(1.0), "a box of twelve is no drum");
        assert_eq!(like("20 kg", "60.000 sementes"), Likeness::Other);
        assert_eq!(like("10 quirelas", "10 zumbos"), Likeness::Other, "words that no rule knows");
        assert_eq!(like("tonel grande", "saco"), Likeness::Other);
        assert_eq!(Package::likeness(parse_package("zumbo").as_ref(), None), Likeness::Other);
        assert_eq!(Package::likeness(None, parse_package("1 L").as_ref()), Likeness::Other);
        assert_eq!(Package::likeness(None, None), Likeness::Same);
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "[0-9.,x*/ LlkgGmMtKsenc²³×-]{0,30}|\\PC{0,40}") {
            for package in [package_of(&text, &Map::new()), parse_package(&text)].into_iter().flatten() {
                prop_assert!(package.amount > 0.0 && package.amount.is_finite());
                prop_assert!(package.parts >= 1.0);
                prop_assert_eq!(Package::likeness(Some(&package), Some(&package)), Likeness::Same);
            }
        }
    }
}
