//! Measures of what is given.

use super::tokens::{Token, sign_at, word_at};
use rust_decimal::Decimal;

/// A measure of what is given in a price, a package or a label, and how many of its base one is.
pub(in crate::chat) fn unit_of(tokens: &[Token], at: usize) -> Option<(&'static str, Decimal)> {
    if sign_at(tokens, at) == Some('%') {
        return Some(("%", Decimal::ONE));
    }
    Some(match word_at(tokens, at)? {
        "ml" | "mililitro" | "mililitros" | "cc" | "milliliter" | "milliliters" => ("ml", Decimal::ONE),
        "l" | "lt" | "litro" | "litros" | "liter" | "liters" | "litre" | "litres" => {
            ("ml", Decimal::ONE_THOUSAND)
        }
        "mg" | "miligrama" | "miligramas" => ("g", Decimal::new(1, 3)),
        "g" | "gr" | "grama" | "gramas" | "gram" | "grams" => ("g", Decimal::ONE),
        "kg" | "quilo" | "quilos" | "quilograma" | "quilogramas" | "kilo" | "kilos" => {
            ("g", Decimal::ONE_THOUSAND)
        }
        "t" | "ton" | "tonelada" | "toneladas" | "tons" => ("g", Decimal::from(1_000_000)),
        _ => return None,
    })
}

/// A further measure of a dose, and how many of its base one is: abbreviated otherwise, of other countries, of the
/// household. Prices and labels never use one, so that [`unit_of`] leaves them out.
pub(in crate::chat) fn measure_called(word: &str) -> Option<(&'static str, Decimal)> {
    Some(match word {
        "lts" | "ltr" | "ltrs" => ("ml", Decimal::ONE_THOUSAND),
        "mls" | "ccs" => ("ml", Decimal::ONE),
        "grs" => ("g", Decimal::ONE),
        "kgs" => ("g", Decimal::ONE_THOUSAND),
        "oz" | "ounce" | "ounces" => ("oz", Decimal::ONE),
        "pt" | "pint" | "pints" => ("pint", Decimal::ONE),
        "qt" | "qts" | "quart" | "quarts" => ("quart", Decimal::ONE),
        "gal" | "gallon" | "gallons" => ("gallon", Decimal::ONE),
        "lb" | "lbs" | "pound" | "pounds" => ("lb", Decimal::ONE),
        "tampa" | "tampas" | "tampinha" | "tampinhas" | "tampada" | "tampadas" | "cap" | "caps"
        | "capful" | "capfuls" => ("tampa", Decimal::ONE),
        "colher" | "colheres" | "colherada" | "colheradas" | "colherinha" | "colherinhas" | "spoon"
        | "spoons" | "spoonful" | "spoonfuls" | "teaspoon" | "teaspoons" | "tablespoon" | "tablespoons" => {
            ("colher", Decimal::ONE)
        }
        "copo" | "copos" | "copinho" | "copinhos" | "xicara" | "xicaras" | "caneca" | "canecas" | "cup"
        | "cups" | "glass" => ("copo", Decimal::ONE),
        "gota" | "gotas" | "drop" | "drops" => ("gota", Decimal::ONE),
        "punhado" | "punhados" | "pitada" | "pitadas" | "dedo" | "dedos" | "mao" | "maos" => {
            ("punhado", Decimal::ONE)
        }
        "bombada" | "bombadas" | "esguicho" | "esguichos" | "borrifada" | "borrifadas" => {
            ("bombada", Decimal::ONE)
        }
        "garrafa" | "garrafas" | "latinha" | "latinhas" => ("garrafa", Decimal::ONE),
        "parte" | "partes" | "part" | "parts" => ("parte", Decimal::ONE),
        "saco" | "sacos" | "saca" | "sacas" | "sache" | "saches" | "bag" | "bags" => ("saco", Decimal::ONE),
        "ppm" => ("ppm", Decimal::ONE),
        _ => return None,
    })
}
