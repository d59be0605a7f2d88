//! The price of a thing in a list, and what of it is not cost.

use super::list::PriceList;
use crate::catalog::{Item, Price};
use crate::import::PriceRule;
use rust_decimal::prelude::ToPrimitive as _;
use rust_decimal::{Decimal, RoundingStrategy};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashMap;
use uuid::Uuid;

/// Where the price in a list comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceSource {
    /// The list has an own price for it.
    Own,
    /// The rule of the list made it of the base.
    Rule,
    /// It is the base, for the list has no rule.
    Base,
}

/// A price in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResolvedPrice {
    /// In the currency of the item.
    pub price: Price,
    /// Where it comes from.
    pub source: PriceSource,
}

/// The price in a list with this rule: the own one, else what the rule makes of the base, else the base. `None` where
/// there is nothing to go by, or the rule leads out of the range of prices. Whether the list is valid is not asked.
pub fn resolve_price(
    base: Option<Price>,
    rule: Option<PriceRule>,
    own: Option<Price>,
) -> Option<ResolvedPrice> {
    if let Some(price) = own {
        return Some(ResolvedPrice { price, source: PriceSource::Own });
    }
    let base = base?;
    match rule {
        None => Some(ResolvedPrice { price: base, source: PriceSource::Base }),
        Some(rule) => {
            let price = rule.apply(base).ok()?;
            Some(ResolvedPrice { price, source: PriceSource::Rule })
        }
    }
}

/// Puts what the item and its packages cost in the list today in the place of their base prices: packages of one label
/// go by their own base each. `own` are the own prices of the list, by item and label of the package.
pub fn put_list_prices(item: &mut Item, list: &PriceList, own: &HashMap<(Uuid, Option<String>), Price>) {
    let id = item.id;
    let resolve = |label: Option<String>, base: Option<Price>| {
        let resolved = resolve_price(base, list.rule, own.get(&(id, label)).copied());
        resolved.filter(|_| list.is_valid_today).map(|resolved| resolved.price)
    };
    item.price = resolve(None, item.price);
    for package in &mut item.packages {
        package.price = resolve(Some(package.label.clone()), package.price);
    }
}

/// What of the price is not cost, in per cent of the price with one decimal: below zero where it is sold at a loss.
/// `None` where the price is 0.
pub fn margin(price: Price, cost: Price) -> Option<Decimal> {
    let (price, cost) = (price.amount(), cost.amount());
    let part = (price - cost).checked_mul(Decimal::ONE_HUNDRED)?.checked_div(price)?;
    Some(part.round_dp_with_strategy(1, RoundingStrategy::MidpointAwayFromZero))
}

/// Margin of a price over its cost in percent, as a number on the wire; see [`margin`].
pub fn margin_percent(price: Price, cost: Price) -> Option<f64> {
    margin(price, cost)?.to_f64()
}
