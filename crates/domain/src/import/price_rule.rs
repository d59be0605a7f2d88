//! How a price of sale is made from a price of a supplier.

use crate::catalog::{FieldError, FieldErrorCode, Price, PriceError};
use rust_decimal::prelude::FromPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A cost times a factor, raised to the next price with these cents: 10.00 × 1.35 is 13.50, and 13.90 with 90.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PriceRule {
    /// By what a price of the file is multiplied, 0.01..100.
    #[specta(type = crate::wire::Number)]
    pub factor: f64,
    /// Cents with which the prices end, 0..99; rounded to whole cents where absent.
    #[serde(default)]
    pub cents: Option<u32>,
}

/// Factors from the least to the largest.
const FACTORS: std::ops::RangeInclusive<f64> = 0.01..=100.0;
/// Cents at most.
const MAX_CENTS: u32 = 99;

impl PriceRule {
    /// Validates the import's price rule: no sale price comes of a negative, absent or absurd factor.
    pub fn check(self) -> Result<Self, FieldError> {
        if !FACTORS.contains(&self.factor) {
            let shown = self.factor.to_string();
            return Err(FieldError::new(
                "priceRule.factor",
                FieldErrorCode::InvalidNumber,
                &shown,
                "0.01..100",
            ));
        }
        match self.cents {
            Some(cents) if cents > MAX_CENTS => {
                let (code, shown) = (FieldErrorCode::InvalidNumber, cents.to_string());
                Err(FieldError::new("priceRule.cents", code, &shown, "0..99"))
            }
            _ => Ok(self),
        }
    }

    /// Computes the sale price from a supplier's price; a price of nothing stays one.
    ///
    /// # Errors
    /// [`PriceError::OutOfRange`].
    pub fn apply(self, cost: Price) -> Result<Price, PriceError> {
        let factor = Decimal::from_f64(self.factor).ok_or(PriceError::OutOfRange)?;
        let product = cost.amount().checked_mul(factor).ok_or(PriceError::OutOfRange)?;
        // As a calculator rounds: half a cent is a whole one.
        let product = product.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero);
        if product.is_zero() {
            return Ok(cost);
        }
        let Some(cents) = self.cents else { return Price::new(product) };
        let ended = product.trunc() + Decimal::new(cents.into(), 2);
        Price::new(if ended < product { ended + Decimal::ONE } else { ended })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sell(cost: &str, factor: f64, cents: Option<u32>) -> String {
        PriceRule { factor, cents }.apply(Price::parse(cost).unwrap()).unwrap().to_string()
    }

    #[test]
    fn a_cost_is_raised_to_the_next_price_with_these_cents() {
        assert_eq!(sell("10", 1.35, Some(90)), "13.9");
        assert_eq!(sell("10.31", 1.35, Some(90)), "14.9");
        assert_eq!(sell("10", 1.39, Some(90)), "13.9", "already there");
        assert_eq!(sell("10.33", 1.35, None), "13.95");
        assert_eq!(sell("8.5", 1.33, None), "11.31", "half a cent is a whole one");
        assert_eq!(sell("0", 1.35, Some(90)), "0");
        let rule = PriceRule { factor: 100.0, cents: None };
        assert!(rule.apply(Price::parse("99999999999").unwrap()).is_err());
    }

    #[test]
    fn rules_that_give_absurd_prices_are_refused() {
        for factor in [-1.0, 0.0, 0.001, 101.0, f64::NAN, f64::INFINITY] {
            assert!(PriceRule { factor, cents: None }.check().is_err(), "{factor}");
        }
        assert!(PriceRule { factor: 1.35, cents: Some(100) }.check().is_err());
        assert!(PriceRule { factor: 1.35, cents: Some(90) }.check().is_ok());
    }
}
