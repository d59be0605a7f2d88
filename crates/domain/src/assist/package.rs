//! How much of a product is sold at once, read from its name or attributes: `galão 20 L`.

use crate::text::normalize_text;
use serde_json::{Map, Value};

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Millilitres.
    Volume,
    /// Grams.
    Mass,
}

/// An amount of something.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Package {
    /// What is measured.
    pub measure: Measure,
    /// How much: millilitres or grams, above 0.
    pub amount: f64,
}

/// Keys of attributes that say how much is sold, folded.
const PACKAGE_KEYS: [&str; 8] =
    ["embalagem", "volume", "peso", "conteudo", "package", "packaging", "net weight", "pack"];

/// The package of a product: an attribute that says it, else the last amount in the name.
pub fn package_of(name: &str, attributes: &Map<String, Value>) -> Option<Package> {
    let said = attributes.iter().find_map(|(key, value)| {
        let key = normalize_text(key);
        PACKAGE_KEYS.iter().any(|known| key.contains(known)).then(|| last_amount(value.as_str()?)).flatten()
    });
    said.or_else(|| last_amount(name))
}

/// The last number with a unit that is no concentration (`480 g/L`).
fn last_amount(text: &str) -> Option<Package> {
    let folded = normalize_text(text).replace(',', ".");
    let chars: Vec<char> = folded.chars().collect();
    let mut found = None;
    let mut at = 0;
    while at < chars.len() {
        let begins = chars[at].is_ascii_digit() && (at == 0 || !chars[at - 1].is_alphanumeric());
        if !begins {
            at += 1;
            continue;
        }
        let end =
            chars[at..].iter().position(|c| !c.is_ascii_digit() && *c != '.').map_or(chars.len(), |n| at + n);
        let number: String = chars[at..end].iter().collect();
        found = amount(&number, &chars[end..]).or(found);
        at = end.max(at + 1);
    }
    found
}

fn amount(number: &str, behind: &[char]) -> Option<Package> {
    let value: f64 = number.trim_end_matches('.').parse().ok()?;
    let from = behind.iter().position(|c| *c != ' ')?;
    let unit: String = behind[from..].iter().take_while(|c| c.is_alphabetic()).collect();
    if from > 1 || behind.get(from + unit.chars().count()) == Some(&'/') {
        return None;
    }
    let (measure, factor) = match unit.as_str() {
        "ml" => (Measure::Volume, 1.0),
        "l" | "lt" | "litro" | "litros" | "liter" | "liters" => (Measure::Volume, 1_000.0),
        "g" | "gr" | "gramas" => (Measure::Mass, 1.0),
        "kg" | "quilo" | "quilos" => (Measure::Mass, 1_000.0),
        "t" | "ton" | "tonelada" | "toneladas" => (Measure::Mass, 1_000_000.0),
        _ => return None,
    };
    let amount = value * factor;
    (amount > 0.0 && amount.is_finite()).then_some(Package { measure, amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn of(name: &str) -> Option<(Measure, f64)> {
        package_of(name, &Map::new()).map(|package| (package.measure, package.amount))
    }

    #[test]
    fn packages_are_read_and_concentrations_are_not() {
        for (name, package) in [
            ("Capinorte 480 SL galão 20 L", Some((Measure::Volume, 20_000.0))),
            ("Capinorte Grãos 792,5 WG saco 5 kg", Some((Measure::Mass, 5_000.0))),
            ("Óleo 0,5L", Some((Measure::Volume, 500.0))),
            ("Herbicida 480 g/L", None),
            ("Herbicida 480 g/L frasco 250 mL", Some((Measure::Volume, 250.0))),
            ("NPK 04-14-08", None),
            ("Notebook 4 GB 17\"", None),
            ("Semente 60 mil", None),
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
    }

    proptest! {
        #[test]
        fn nothing_breaks_it(text in "[0-9.,/ LlkgGmMtK]{0,30}|\\PC{0,40}") {
            if let Some(package) = package_of(&text, &Map::new()) {
                prop_assert!(package.amount > 0.0 && package.amount.is_finite());
            }
        }
    }
}
