//! Measures of what is given.

use super::tokens::{Token, sign_at, word_at};
use rust_decimal::Decimal;

/// A measure of what is given, and how many of its base one is.
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
