//! A price from comparable items.
//!
//! Comparable is what has the same currency and, as far as enough of them are left, the same
//! category and the same active ingredient; where packages are known the price goes by amount. The
//! guess is the middle by weight, which one wrong price does not move. Where the middle half of the
//! comparables lies too far apart there is no guess.

use super::category::strength;
use super::neighbours::mean_coverage;
use super::{Neighbour, Package, calibration::Calibration, package_of};
use crate::catalog::{Item, ItemDraft, Price};
use crate::text::normalize_text;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Fewest comparables that carry a price.
const LEAST: usize = 3;
/// Widest middle half, as a part of the middle, above which nothing is guessed.
pub const MOST_SPREAD: f64 = 1.0;

/// A guessed price.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceGuess {
    /// The price.
    pub price: Price,
    /// Its currency.
    pub currency: String,
    /// The cheapest comparable, brought to the draft's package.
    pub low: Price,
    /// The dearest.
    pub high: Price,
    /// Whether prices were compared by amount.
    pub by_amount: bool,
    /// Strength of the evidence, 0..1, before calibration.
    pub raw: f64,
    /// How often such a guess is within a quarter of the true price.
    pub confidence: f64,
    /// The comparable neighbours, nearest first.
    pub comparables: Vec<usize>,
}

/// Why there is no guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPrice {
    /// Fewer than three comparables with a price.
    TooFew,
    /// They cost too differently.
    Spread,
}

/// The price that comparable neighbours carry.
///
/// # Errors
/// [`NoPrice`].
pub fn price_guess(
    draft: &ItemDraft,
    category: Option<&str>,
    neighbours: &[Neighbour],
    calibration: &Calibration,
) -> Result<PriceGuess, NoPrice> {
    let priced: Vec<usize> = (0..neighbours.len())
        .filter(|at| {
            neighbours[*at].weight > 0.0 && neighbours[*at].item.price.is_some_and(|p| p.to_f64() > 0.0)
        })
        .collect();
    let currency = currency_of(draft, neighbours, &priced).ok_or(NoPrice::TooFew)?;
    let mut comparables = priced;
    comparables.retain(|at| neighbours[*at].item.currency == currency);
    narrow(&mut comparables, |at| {
        let wanted = category.map(normalize_text);
        wanted.is_some() && neighbours[at].item.category.as_deref().map(normalize_text) == wanted
    });
    let ingredients = ingredients_of(&draft.attributes);
    narrow(&mut comparables, |at| !ingredients.is_disjoint(&ingredients_of(&neighbours[at].item.attributes)));
    let own = package_of(&draft.name, &draft.attributes);
    let by_amount =
        own.is_some() && narrow(&mut comparables, |at| scale(own, &neighbours[at].item).is_some());
    if comparables.len() < LEAST {
        return Err(NoPrice::TooFew);
    }
    let points: Vec<(f64, f64)> = comparables
        .iter()
        .map(|at| {
            let item = &neighbours[*at].item;
            let factor = if by_amount { scale(own, item).unwrap_or(1.0) } else { 1.0 };
            (item.price.map_or(0.0, Price::to_f64) * factor, neighbours[*at].weight)
        })
        .collect();
    let middle = quantile(&points, 0.5);
    let spread = (quantile(&points, 0.75) - quantile(&points, 0.25)) / middle;
    if !spread.is_finite() || spread > MOST_SPREAD {
        return Err(NoPrice::Spread);
    }
    let price_of = |amount: f64| rounded(amount).ok_or(NoPrice::TooFew);
    let agreement = 1.0 / (1.0 + 4.0 * spread);
    let raw = strength(agreement, comparables.len(), mean_coverage(neighbours, &comparables));
    Ok(PriceGuess {
        price: price_of(middle)?,
        low: price_of(points.iter().map(|p| p.0).fold(f64::INFINITY, f64::min))?,
        high: price_of(points.iter().map(|p| p.0).fold(0.0, f64::max))?,
        currency,
        by_amount,
        raw,
        confidence: calibration.price.at(raw),
        comparables,
    })
}

/// Keeps what passes, unless too little would be left; whether it did.
fn narrow(places: &mut Vec<usize>, passes: impl Fn(usize) -> bool) -> bool {
    let kept: Vec<usize> = places.iter().copied().filter(|at| passes(*at)).collect();
    let enough = kept.len() >= LEAST;
    if enough {
        *places = kept;
    }
    enough
}

/// The draft's currency where it names one, else that of most weight.
fn currency_of(draft: &ItemDraft, neighbours: &[Neighbour], priced: &[usize]) -> Option<String> {
    if let Some(own) = &draft.currency {
        return Some(own.clone());
    }
    let mut weights: BTreeMap<&str, f64> = BTreeMap::new();
    for at in priced {
        *weights.entry(neighbours[*at].item.currency.as_str()).or_default() += neighbours[*at].weight;
    }
    weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(currency, _)| currency.to_owned())
}

/// What a product is made of, folded: the texts of attributes whose key names an active ingredient.
fn ingredients_of(attributes: &serde_json::Map<String, Value>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (key, value) in attributes {
        let key = normalize_text(key);
        if key.contains("ingredient") || key.contains("ativo") || key.contains("active") {
            names_in(value, &mut found);
        }
    }
    found
}

fn names_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            found.insert(normalize_text(text));
        }
        Value::Array(values) => values.iter().for_each(|value| names_in(value, found)),
        // `{"nome": …, "concentracao": …}`: the name alone.
        Value::Object(map) => {
            let named = map.iter().filter(|(key, _)| matches!(normalize_text(key).as_str(), "nome" | "name"));
            named.for_each(|(_, value)| names_in(value, found));
        }
        _ => {}
    }
}

/// How often the item's package fits into the draft's.
fn scale(own: Option<Package>, item: &Item) -> Option<f64> {
    let own = own?;
    let other = package_of(&item.name, &item.attributes).filter(|other| other.measure == own.measure)?;
    Some(own.amount / other.amount)
}

/// The smallest value with at least the part `q` of the weight at or below it.
fn quantile(points: &[(f64, f64)], q: f64) -> f64 {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let wanted = q * sorted.iter().map(|p| p.1).sum::<f64>();
    let mut sum = 0.0;
    for (value, weight) in &sorted {
        sum += weight;
        if sum >= wanted {
            return *value;
        }
    }
    sorted.last().map_or(f64::NAN, |p| p.0)
}

/// To the cent; below one to four decimals.
fn rounded(amount: f64) -> Option<Price> {
    let decimal = Decimal::from_f64(amount)?;
    Price::new(decimal.round_dp(if amount < 1.0 { 4 } else { 2 })).ok()
}

#[cfg(test)]
mod tests {
    use super::super::neighbours::tests::neighbours;
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn draft(name: &str) -> ItemDraft {
        ItemDraft { name: name.into(), ..ItemDraft::default() }
    }

    fn guess(draft: &ItemDraft, category: Option<&str>, fields: Vec<Value>) -> Result<PriceGuess, NoPrice> {
        price_guess(draft, category, &neighbours(fields), Calibration::shipped())
    }

    #[test]
    fn one_wrong_price_does_not_move_the_middle() {
        let prices = [100.0, 104.0, 98.0, 102.0, 99_999.0];
        let found = guess(&draft("x"), None, prices.iter().map(|p| json!({ "price": p })).collect())
            .expect("a price");
        assert_eq!(found.price.to_f64(), 102.0);
        assert_eq!((found.low.to_f64(), found.comparables.len()), (98.0, 5));
    }

    #[test]
    fn packages_are_compared_by_amount() {
        let fields = [("A 5 L", 50.0), ("B 10 L", 110.0), ("C 20 L", 190.0), ("D 5 kg", 5.0)];
        let fields = fields.iter().map(|(name, price)| json!({ "name": name, "price": price })).collect();
        let found = guess(&draft("X 1 L"), None, fields).expect("a price");
        assert!(found.by_amount && found.comparables == [0, 1, 2]);
        assert_eq!(found.price.to_f64(), 10.0);
    }

    #[test]
    fn what_is_of_another_kind_is_not_compared() {
        let fields = |ingredient: &str, price: f64| json!({ "category": "Herbicidas", "price": price, "attributes": { "ingrediente_ativo": [ingredient] } });
        let mut near =
            vec![fields("glifosato", 100.0), fields("glifosato", 101.0), fields("Glifosato", 102.0)];
        near.extend([
            fields("atrazina", 900.0),
            fields("atrazina", 950.0),
            json!({ "category": "EPI", "price": 9 }),
        ]);
        let mut own = draft("x");
        own.attributes =
            json!({ "ingrediente_ativo": ["glifosato"] }).as_object().cloned().unwrap_or_default();
        let found = guess(&own, Some("herbicidas"), near).expect("a price");
        assert_eq!((found.price.to_f64(), found.comparables), (101.0, vec![0, 1, 2]));
    }

    #[test]
    fn too_few_or_too_different_prices_carry_none() {
        let prices = |list: &[f64]| list.iter().map(|p| json!({ "price": p })).collect::<Vec<_>>();
        assert_eq!(guess(&draft("x"), None, prices(&[10.0, 11.0])), Err(NoPrice::TooFew));
        assert_eq!(guess(&draft("x"), None, prices(&[10.0, 100.0, 1_000.0, 5_000.0])), Err(NoPrice::Spread));
    }

    proptest! {
        #[test]
        fn a_guess_lies_among_its_comparables(
            prices in proptest::collection::vec((1u32..1_000_000, 0.01f64..1.0), 0..20)
        ) {
            let mut near = neighbours(prices.iter().map(|(cents, _)| json!({ "price": f64::from(*cents) / 100.0 })).collect());
            for (neighbour, (_, weight)) in near.iter_mut().zip(&prices) {
                neighbour.weight = *weight;
            }
            if let Ok(found) = price_guess(&draft("x"), None, &near, Calibration::shipped()) {
                prop_assert!(found.low <= found.price && found.price <= found.high);
                prop_assert!((0.0..=1.0).contains(&found.raw) && (0.0..=1.0).contains(&found.confidence));
                prop_assert!(found.comparables.len() >= LEAST);
            }
        }
    }
}
