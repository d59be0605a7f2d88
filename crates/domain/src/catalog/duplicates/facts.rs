//! What products are compared by: the words of their names, maker, active ingredients, formulation, concentration and
//! registration, each folded.

use super::name_parts::split_name;
use crate::text::{normalize_text, plain_words};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use uuid::Uuid;

/// A product as the search for duplicates reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct CatalogProduct {
    /// The item.
    pub id: Uuid,
    /// Trade name.
    pub name: String,
    /// Manufacturer, as it is written.
    pub manufacturer: Option<String>,
    /// ISO 4217 currency code.
    pub currency: String,
    /// Free attributes.
    pub attributes: Map<String, Value>,
}

/// Keys of attributes, folded and without separators.
const INGREDIENT_KEYS: [&str; 7] = [
    "ingredienteativo",
    "ingredientesativos",
    "ingredientes",
    "principioativo",
    "principiosativos",
    "activeingredient",
    "activeingredients",
];
const CONCENTRATION_KEYS: [&str; 3] = ["concentracao", "concentration", "teor"];
const FORMULATION_KEYS: [&str; 3] = ["formulacao", "tipodeformulacao", "formulation"];
const REGISTRATION_KEYS: [&str; 7] = [
    "registro",
    "registromapa",
    "nrregistro",
    "numeroregistro",
    "numerodoregistro",
    "registration",
    "registrationnumber",
];
/// Words of a maker's name that say what kind of company it is, folded.
const COMPANY_WORDS: [&str; 22] = [
    "s",
    "a",
    "sa",
    "ltda",
    "me",
    "epp",
    "eireli",
    "cia",
    "companhia",
    "inc",
    "co",
    "corp",
    "gmbh",
    "ag",
    "bv",
    "do",
    "da",
    "de",
    "e",
    "brasil",
    "industria",
    "comercio",
];
/// Words of a name that only connect others, folded. What else searches pass over may tell products apart: `com` and
/// `sem antibiótico`, vitamin `A` and `E`.
const CONNECTING_WORDS: [&str; 8] = ["de", "da", "do", "das", "dos", "para", "em", "p"];
/// Letters of the code of a formulation: `SL`, `WG`, `SC`.
const FORMULATION_LETTERS: usize = 3;
/// Digits of a registration at least: fewer are no number of their own.
const REGISTRATION_DIGITS: usize = 3;
/// Words of a name that are compared; a name of more is one of its own.
const MAX_WORDS: usize = 40;

/// A product, read.
#[derive(Debug, Clone)]
pub(super) struct Facts<'a> {
    pub product: &'a CatalogProduct,
    /// The name without its package.
    pub name: String,
    /// The package that stands in the name, as it is written.
    pub label: Option<String>,
    /// The telling words of the name without its package, in order of the alphabet.
    pub words: BTreeSet<String>,
    /// Those with a digit as they stand in the name, repeated ones too: `NPK 20 05 20` is not `NPK 20 20 05`.
    pub numbers: Vec<String>,
    pub maker: Vec<String>,
    pub ingredients: BTreeSet<String>,
    pub concentrations: BTreeSet<String>,
    pub formulation: Option<String>,
    pub registration: Option<String>,
}

impl<'a> Facts<'a> {
    /// Reads a product; `None` where its name has no word to compare, or too many.
    pub(super) fn read(product: &'a CatalogProduct) -> Option<Self> {
        let parts = split_name(&product.name);
        let folded = normalize_text(&parts.rest);
        let all: BTreeSet<&str> = plain_words(&folded).collect();
        let telling: BTreeSet<String> = all
            .iter()
            .filter(|word| !CONNECTING_WORDS.contains(*word))
            .map(|word| (*word).to_owned())
            .collect();
        let words = if telling.is_empty() { all.into_iter().map(str::to_owned).collect() } else { telling };
        if words.is_empty() || words.len() > MAX_WORDS {
            return None;
        }
        let numbers = plain_words(&folded).filter(|word| word.chars().any(char::is_numeric));
        let (ingredients, concentrations) = read_ingredients(&product.attributes);
        Some(Self {
            product,
            name: parts.rest,
            label: parts.label,
            words,
            numbers: numbers.map(str::to_owned).collect(),
            maker: read_maker(product.manufacturer.as_deref().unwrap_or_default()),
            ingredients,
            concentrations,
            formulation: read_formulation(&product.attributes),
            registration: read_registration(&product.attributes),
        })
    }

    /// Whether both are of one maker, as far as that is known of both.
    pub(super) fn is_of_maker(&self, other: &Self) -> bool {
        let (short, long) = match self.maker.len() <= other.maker.len() {
            true => (&self.maker, &other.maker),
            false => (&other.maker, &self.maker),
        };
        long.starts_with(short)
    }

    /// Whether something speaks against both being one product: maker, formulation, concentration, ingredients,
    /// registration or currency are known of both and differ.
    pub(super) fn contradicts(&self, other: &Self) -> bool {
        let differ = |own: &BTreeSet<String>, others: &BTreeSet<String>| {
            !own.is_empty() && !others.is_empty() && own != others
        };
        let differs = |own: &Option<String>, others: &Option<String>| matches!((own, others), (Some(own), Some(others)) if own != others);
        !self.is_of_maker(other)
            || differs(&self.formulation, &other.formulation)
            || differ(&self.concentrations, &other.concentrations)
            || differ(&self.ingredients, &other.ingredients)
            || differs(&self.registration, &other.registration)
            || self.product.currency != other.product.currency
    }
}

/// The words of a maker without what kind of company it is, and without the place behind ` - `.
fn read_maker(maker: &str) -> Vec<String> {
    let folded = normalize_text(maker);
    let name = folded.split(" - ").next().unwrap_or_default();
    let all: Vec<&str> = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let telling: Vec<&str> = all.iter().copied().filter(|word| !COMPANY_WORDS.contains(word)).collect();
    let words = if telling.is_empty() { all } else { telling };
    words.into_iter().map(str::to_owned).collect()
}

/// A key of attributes for comparison.
fn fold_key(key: &str) -> String {
    normalize_text(key).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The values of the attributes with one of `keys`.
fn values_of<'v>(attributes: &'v Map<String, Value>, keys: &'v [&str]) -> impl Iterator<Item = &'v Value> {
    attributes.iter().filter(|(key, _)| keys.contains(&fold_key(key).as_str())).map(|(_, value)| value)
}

/// A text for comparison: folded, without blanks, a comma between digits as a point.
fn fold_value(text: &str) -> String {
    normalize_text(text).replace(' ', "").replace(',', ".")
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The longest word of the active ingredients, folded: what an index of words finds others with the same by.
pub(crate) fn longest_ingredient_word(attributes: &Map<String, Value>) -> Option<String> {
    let mut texts = Vec::new();
    for value in values_of(attributes, &INGREDIENT_KEYS) {
        let list = match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        for one in list {
            let named = one.as_object().map(|fields| {
                let named =
                    fields.iter().filter(|(key, _)| matches!(fold_key(key).as_str(), "nome" | "name"));
                named.filter_map(|(_, value)| text_of(value)).collect::<Vec<_>>().join(" ")
            });
            texts.extend(named.or_else(|| text_of(one)));
        }
    }
    let folded = normalize_text(&texts.join(" "));
    let words = plain_words(&folded).filter(|word| !word.chars().any(char::is_numeric));
    words.max_by_key(|word| word.chars().count()).map(str::to_owned)
}

/// Active ingredients and their concentrations: texts (`glifosato (480 g/L) + 2,4-D`), lists of them, and lists of
/// objects with a name and a concentration.
pub(crate) fn read_ingredients(attributes: &Map<String, Value>) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut ingredients, mut concentrations) = (BTreeSet::new(), BTreeSet::new());
    let mut add_text = |text: &str| {
        for part in text.split(['+', ';']) {
            let name = fold_value(part.split('(').next().unwrap_or_default());
            if !name.is_empty() {
                ingredients.insert(name);
            }
        }
    };
    let mut objects = Vec::new();
    for value in values_of(attributes, &INGREDIENT_KEYS) {
        let list = match value {
            Value::Array(list) => list.as_slice(),
            one => std::slice::from_ref(one),
        };
        for one in list {
            match one {
                Value::Object(fields) => objects.push(fields),
                other => add_text(&text_of(other).unwrap_or_default()),
            }
        }
    }
    for fields in objects {
        for (key, value) in fields {
            match (fold_key(key).as_str(), text_of(value)) {
                ("nome" | "name", Some(name)) => add_text(&name),
                (key, Some(text)) if CONCENTRATION_KEYS.contains(&key) => {
                    concentrations.insert(fold_value(&text));
                }
                _ => {}
            }
        }
    }
    let stated = values_of(attributes, &CONCENTRATION_KEYS).filter_map(text_of);
    concentrations.extend(stated.map(|text| fold_value(&text)));
    concentrations.remove("");
    (ingredients, concentrations)
}

/// The code that a formulation begins with; `None` where it is written out, and so may be the same in other words.
fn read_formulation(attributes: &Map<String, Value>) -> Option<String> {
    let text = values_of(attributes, &FORMULATION_KEYS).find_map(text_of)?;
    let folded = normalize_text(&text);
    let code = folded.split(|c: char| !c.is_alphanumeric()).next()?;
    let is_code = !code.is_empty()
        && code.chars().count() <= FORMULATION_LETTERS
        && code.chars().all(char::is_alphabetic);
    is_code.then(|| code.to_owned())
}

/// The digits of a registration, without zeros before them.
fn read_registration(attributes: &Map<String, Value>) -> Option<String> {
    let text = values_of(attributes, &REGISTRATION_KEYS).find_map(text_of)?;
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    (digits.len() >= REGISTRATION_DIGITS).then(|| digits.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn product(maker: &str, attributes: Value) -> CatalogProduct {
        CatalogProduct {
            id: Uuid::nil(),
            name: "Glifosato Base".into(),
            manufacturer: (!maker.is_empty()).then(|| maker.into()),
            currency: "BRL".into(),
            attributes: attributes.as_object().cloned().unwrap_or_default(),
        }
    }

    fn contradict(one: &CatalogProduct, other: &CatalogProduct) -> bool {
        let (one, other) = (Facts::read(one).unwrap(), Facts::read(other).unwrap());
        assert_eq!(one.contradicts(&other), other.contradicts(&one), "in either order");
        one.contradicts(&other)
    }

    #[test]
    fn a_maker_is_read_without_its_kind_of_company_and_its_place() {
        assert_eq!(
            read_maker("Syngenta Proteção de Cultivos Ltda. - Paulínia/SP"),
            ["syngenta", "protecao", "cultivos"]
        );
        assert_eq!(read_maker("S.A."), ["s", "a"], "of nothing else it stays");
        assert!(read_maker("").is_empty());
    }

    #[test]
    fn products_of_two_makers_contradict_each_other_and_one_without_a_maker_contradicts_none() {
        let of = |maker: &str| product(maker, json!({}));
        assert!(contradict(&of("Basf"), &of("Bayer")));
        assert!(!contradict(&of("Basf"), &of("BASF S.A.")));
        assert!(!contradict(&of("Basf"), &of("")));
    }

    #[test]
    fn a_formulation_speaks_against_another_as_a_code_alone() {
        let of = |formulation: &str| product("", json!({ "formulação": formulation }));
        assert!(contradict(&of("SL"), &of("WG")));
        assert!(!contradict(&of("SL"), &of("sl - concentrado solúvel")));
        assert!(!contradict(&of("WG"), &of("Concentrado solúvel")), "written out, it may be the same");
    }

    #[test]
    fn a_registration_is_its_digits_without_zeros_before_them() {
        let of = |registration: &str| product("", json!({ "Registro MAPA": registration }));
        assert!(!contradict(&of("MAPA 001234"), &of("1234")));
        assert!(contradict(&of("1234"), &of("1235")));
        assert!(!contradict(&of("12"), &of("1235")), "too short for a number of its own");
    }

    #[test]
    fn products_in_two_currencies_are_two() {
        let dollars = CatalogProduct { currency: "USD".into(), ..product("", json!({})) };
        assert!(contradict(&product("", json!({})), &dollars));
    }

    #[test]
    fn ingredients_are_read_from_a_text_and_from_a_list_of_objects() {
        let read = |attributes: Value| {
            let (ingredients, concentrations) = read_ingredients(&product("", attributes).attributes);
            (Vec::from_iter(ingredients), Vec::from_iter(concentrations))
        };
        let (ingredients, concentrations) =
            read(json!({ "Ingrediente ativo": "Glifosato (480 g/L) + 2,4-D" }));
        assert_eq!(ingredients, ["2.4-d", "glifosato"]);
        assert!(concentrations.is_empty());
        let list = json!([{ "nome": "Glifosato", "concentração": "480 g/L" }, { "nome": "Dicamba" }]);
        let (ingredients, concentrations) = read(json!({ "principios_ativos": list }));
        assert_eq!(ingredients, ["dicamba", "glifosato"]);
        assert_eq!(concentrations, ["480g/l"]);
    }

    #[test]
    fn an_index_is_asked_for_the_longest_word_of_the_ingredients() {
        let of = |value: Value| longest_ingredient_word(&product("", value).attributes);
        assert_eq!(of(json!({ "ingredientes": ["dicamba", "Glifosato"] })).as_deref(), Some("glifosato"));
        assert_eq!(of(json!({ "cor": "verde" })), None);
    }
}
