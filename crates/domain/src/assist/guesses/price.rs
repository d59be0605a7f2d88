//! A price from comparable items.
//!
//! Comparable is what has the same currency and the same package and, as far as enough of them are
//! left, the same category and the same active ingredient. Where too few come in the draft's package,
//! those that come in another one of the same kind are brought to it by amount, up to four times as
//! large or small: a litre costs less in twenties, so that packages of about the size count more and the
//! guess says what was done and is never sure. Where only one of two packages is known, or they
//! measure different things, nothing is compared. The guess is the middle by weight, which one wrong
//! price does not move. Where the middle half of the comparables lies too far apart there is no guess.
//!
//! The strength of a guess is how much of the comparables it is right for: as it stands, and with
//! each of them held back in turn and guessed from the others. A neighbourhood whose prices do not
//! tell each other tells no draft's.

use super::package::{Likeness, Package, package_of};
use crate::assist::{Neighbour, calibration::Calibration};
use crate::catalog::{ItemDraft, Price};
use crate::text::normalize_text;
use rust_decimal::Decimal;
use rust_decimal::prelude::FromPrimitive;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Fewest comparables that carry a price.
const LEAST: usize = 3;
/// Widest middle half, as a part of the middle, above which nothing is guessed.
pub const MOST_SPREAD: f64 = 1.0;
/// How far from the truth a price may be and still be right, as a part of the truth.
const PRICE_TOLERANCE: f64 = 0.25;
/// How many times larger or smaller a package may be whose price still says something.
const MOST_SCALE: f64 = 4.0;
/// The most that a price from other packages can be sure of.
const MOST_BY_AMOUNT: f64 = 0.5;
/// What a comparable that disagrees would weigh and is always thought of: few agree by chance.
const DOUBT: f64 = 1.0;

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
    /// Whether comparables come in other packages, and their prices were brought to the draft's by
    /// amount.
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
    /// There are enough, but not in the draft's package, nor in one that can be brought to it.
    Packages,
}

/// Guesses the draft's price from comparable neighbours.
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
    let enough = comparables.len() >= LEAST;
    let own = package_of(&draft.name, &draft.attributes);
    let likeness = |neighbour: &Neighbour| {
        let other = package_of(&neighbour.item.name, &neighbour.item.attributes);
        Package::likeness(own.as_ref(), other.as_ref())
    };
    let likeness: Vec<Likeness> = neighbours.iter().map(likeness).collect();
    comparables.retain(|at| package_scale(likeness[*at]).is_some());
    if enough && comparables.len() < LEAST {
        return Err(NoPrice::Packages);
    }
    narrow_comparables(&mut comparables, |at| {
        let wanted = category.map(normalize_text);
        wanted.is_some() && neighbours[at].item.category.as_deref().map(normalize_text) == wanted
    });
    let ingredients = ingredients_of(&draft.attributes);
    narrow_comparables(&mut comparables, |at| {
        !ingredients.is_disjoint(&ingredients_of(&neighbours[at].item.attributes))
    });
    let by_amount = !narrow_comparables(&mut comparables, |at| likeness[at] == Likeness::Same);
    if comparables.len() < LEAST {
        return Err(NoPrice::TooFew);
    }
    let points: Vec<Point> = comparables
        .iter()
        .filter_map(|at| Some(Point::of(&neighbours[*at], package_scale(likeness[*at])?)))
        .collect();
    let middle = weighted_quantile(&points, 0.5);
    let spread = (weighted_quantile(&points, 0.75) - weighted_quantile(&points, 0.25)) / middle;
    if !spread.is_finite() || spread > MOST_SPREAD {
        return Err(NoPrice::Spread);
    }
    let price_of = |amount: f64| round_price(amount).ok_or(NoPrice::TooFew);
    let raw = price_strength(&points);
    let sure = calibration.price.at(raw);
    Ok(PriceGuess {
        price: price_of(middle)?,
        low: price_of(points.iter().map(|p| p.price).fold(f64::INFINITY, f64::min))?,
        high: price_of(points.iter().map(|p| p.price).fold(0.0, f64::max))?,
        currency,
        by_amount,
        raw,
        confidence: if by_amount { sure.min(MOST_BY_AMOUNT) } else { sure },
        comparables,
    })
}

/// A comparable's price, brought to the draft's package.
#[derive(Clone, Copy)]
struct Point {
    price: f64,
    weight: f64,
    coverage: f64,
}

impl Point {
    /// `scale` is how often its package fits into the draft's.
    fn of(neighbour: &Neighbour, scale: f64) -> Self {
        Self {
            price: neighbour.item.price.map_or(0.0, Price::to_f64) * scale,
            weight: neighbour.weight / (1.0 + scale.ln().abs()),
            coverage: neighbour.coverage,
        }
    }
}

/// Whether a guessed price is close enough to the true one.
pub fn price_is_right(guess: f64, truth: f64) -> bool {
    (guess - truth).abs() <= PRICE_TOLERANCE * truth
}

/// The part of the comparables that the guess is right for, by weight, discounted where they are
/// hardly like the draft.
fn price_strength(points: &[Point]) -> f64 {
    let all: f64 = points.iter().map(|point| point.weight).sum();
    let middle = weighted_quantile(points, 0.5);
    let (mut within, mut foretold, mut covered) = (0.0, 0.0, 0.0);
    for (at, point) in points.iter().enumerate() {
        let mut others = points.to_vec();
        others.remove(at);
        covered += point.weight * point.coverage;
        within += if price_is_right(middle, point.price) { point.weight } else { 0.0 };
        foretold +=
            if price_is_right(weighted_quantile(&others, 0.5), point.price) { point.weight } else { 0.0 };
    }
    if all <= 0.0 {
        return 0.0;
    }
    let right = f64::midpoint(within, foretold) / (all + DOUBT);
    (right * (0.5 + 0.5 * covered / all)).clamp(0.0, 1.0)
}

/// Keeps what passes, unless too little would be left; whether it did.
fn narrow_comparables(places: &mut Vec<usize>, passes: impl Fn(usize) -> bool) -> bool {
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

/// Collects the folded names of a value; of an object with a concentration the name alone.
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

/// How often a package that stands so to the draft's fits into it; none where they cannot be compared.
fn package_scale(likeness: Likeness) -> Option<f64> {
    match likeness {
        Likeness::Same => Some(1.0),
        Likeness::Scaled(by) => (by.max(by.recip()) <= MOST_SCALE).then_some(by),
        Likeness::Other => None,
    }
}

/// The smallest value with at least the part `q` of the weight at or below it.
fn weighted_quantile(points: &[Point], q: f64) -> f64 {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.price.total_cmp(&b.price));
    let wanted = q * sorted.iter().map(|point| point.weight).sum::<f64>();
    let mut sum = 0.0;
    for point in &sorted {
        sum += point.weight;
        if sum >= wanted {
            return point.price;
        }
    }
    sorted.last().map_or(f64::NAN, |point| point.price)
}

/// To the cent; below one to four decimals.
fn round_price(amount: f64) -> Option<Price> {
    let decimal = Decimal::from_f64(amount)?;
    Price::new(decimal.round_dp(if amount < 1.0 { 4 } else { 2 })).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assist::neighbours::tests::neighbours;
    use proptest::prelude::*;
    use serde_json::json;

    fn draft(name: &str) -> ItemDraft {
        ItemDraft { name: name.into(), ..ItemDraft::default() }
    }

    fn guess(draft: &ItemDraft, category: Option<&str>, fields: Vec<Value>) -> Result<PriceGuess, NoPrice> {
        price_guess(draft, category, &neighbours(fields), Calibration::shipped_table())
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
        let fields = [("A 5 L", 50.0), ("B 4 L", 44.0), ("C 20 L", 190.0), ("D 5 kg", 5.0)];
        let found = guess(&draft("X 10 L"), None, named_values(&fields)).expect("a price");
        assert!(found.by_amount && found.comparables == [0, 1, 2]);
        assert_eq!(found.price.to_f64(), 100.0);
        assert!(found.confidence <= MOST_BY_AMOUNT);
        // The control: as many in the draft's own package are surer, and say nothing of amounts.
        let fields = [("A 10 L", 100.0), ("B 10 L", 100.0), ("C 10 litros", 100.0), ("D 20 L", 190.0)];
        let same = guess(&draft("X galão 10 L"), None, named_values(&fields)).expect("a price");
        assert!(!same.by_amount && same.comparables == [0, 1, 2], "{same:?}");
        assert!(same.confidence >= found.confidence);
    }

    fn named_values(fields: &[(&str, f64)]) -> Vec<Value> {
        fields.iter().map(|(name, price)| json!({ "name": name, "price": price })).collect()
    }

    #[test]
    fn a_thousand_seeds_do_not_cost_what_five_thousand_do() {
        let five = [
            ("Tomate A 5.000 sementes", 500.0),
            ("Tomate B 5.000 sem", 510.0),
            ("Tomate C 5 mil sementes", 490.0),
        ];
        assert_eq!(
            guess(&draft("Tomate X 1.000 sementes"), None, named_values(&five)),
            Err(NoPrice::Packages)
        );
        let with_own = [
            &five[..],
            &[
                ("Tomate D 1.000 sementes", 120.0),
                ("Tomate E 1 mil sem.", 118.0),
                ("Tomate F 1000 sementes", 121.0),
            ],
        ]
        .concat();
        let found = guess(&draft("Tomate X 1.000 sementes"), None, named_values(&with_own)).expect("a price");
        assert_eq!((found.price.to_f64(), found.comparables, found.by_amount), (120.0, vec![3, 4, 5], false));
    }

    #[test]
    fn a_package_that_only_one_has_or_that_no_rule_knows_is_not_compared() {
        let plain = [("A", 10.0), ("B", 11.0), ("C", 12.0)];
        assert_eq!(
            guess(&draft("X saco 60.000 sementes"), None, named_values(&plain)),
            Err(NoPrice::Packages)
        );
        let packed = [("A 20 L", 10.0), ("B 20 L", 11.0), ("C 20 L", 12.0)];
        assert_eq!(guess(&draft("X"), None, named_values(&packed)), Err(NoPrice::Packages));
        let make_record =
            |package: &str, price: f64| json!({ "price": price, "attributes": { "embalagem": package } });
        let odd = || {
            vec![
                make_record("zumbo", 10.0),
                make_record("Zumbo", 11.0),
                make_record("ZUMBO", 12.0),
                make_record("quirela", 900.0),
            ]
        };
        let mut own = draft("X");
        own.attributes = json!({ "embalagem": "zumbo" }).as_object().cloned().unwrap_or_default();
        assert_eq!(guess(&own, None, odd()).map(|found| found.comparables), Ok(vec![0, 1, 2]));
        own.attributes = json!({ "embalagem": "outra" }).as_object().cloned().unwrap_or_default();
        assert_eq!(guess(&own, None, odd()), Err(NoPrice::Packages));
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

    #[test]
    fn thin_or_scattered_prices_are_no_suggestion_and_many_that_agree_are() {
        let least = Calibration::shipped_table().least.price;
        let sure = |list: &[f64], falling: f64| {
            let mut near = neighbours(list.iter().map(|p| json!({ "price": p })).collect());
            for (neighbour, at) in near.iter_mut().zip(0..) {
                neighbour.weight = falling.powi(at);
            }
            price_guess(&draft("x"), None, &near, Calibration::shipped_table()).map_or(0.0, |g| g.confidence)
        };
        let agreeing = [100.0, 98.0, 104.0, 101.0, 99.0, 103.0];
        assert!(sure(&agreeing, 0.8) >= least);
        assert!(sure(&agreeing[..3], 0.8) <= sure(&agreeing, 0.8), "fewer are not surer");
        assert!(sure(&[100.0, 60.0, 160.0, 130.0, 75.0, 200.0], 0.8) < least, "scattered");
        assert!(sure(&[100.0, 60.0, 140.0], 0.8) < least, "three that do not tell each other");
        assert!(sure(&[100.0, 140.0, 142.0], 0.1) < least, "one, and two that are far");
    }

    #[test]
    fn packages_of_about_the_size_count_more() {
        let fields = [
            ("A 20 L", 300.0),
            ("B 20 L", 305.0),
            ("C 250 mL", 90.0),
            ("D 250 mL", 95.0),
            ("E 250 mL", 92.0),
        ];
        let fields = fields.iter().map(|(name, price)| json!({ "name": name, "price": price })).collect();
        let found = guess(&draft("X 20 L"), None, fields);
        assert!(found.is_err() || found.is_ok_and(|g| (300.0..=305.0).contains(&g.price.to_f64())));
    }

    proptest! {
        #[test]
        fn prices_that_agree_more_never_make_a_guess_weaker(
            prices in proptest::collection::vec(10.0f64..1_000.0, 3..20), closer in 0.0f64..1.0
        ) {
            let points = |part: f64| -> Vec<Point> {
                let all: Vec<Point> =
                    prices.iter().map(|p| Point { price: *p, weight: 1.0, coverage: 1.0 }).collect();
                let middle = weighted_quantile(&all, 0.5);
                all.into_iter().map(|p| Point { price: middle + (p.price - middle) * part, ..p }).collect()
            };
            prop_assert!((0.0..=1.0).contains(&price_strength(&points(closer))));
            prop_assert!(price_strength(&points(0.0)) >= price_strength(&points(closer)) - 1e-12);
        }

        #[test]
        fn a_guess_lies_among_its_comparables(
            prices in proptest::collection::vec((1u32..1_000_000, 0.01f64..1.0), 0..20)
        ) {
            let mut near = neighbours(prices.iter().map(|(cents, _)| json!({ "price": f64::from(*cents) / 100.0 })).collect());
            for (neighbour, (_, weight)) in near.iter_mut().zip(&prices) {
                neighbour.weight = *weight;
            }
            if let Ok(found) = price_guess(&draft("x"), None, &near, Calibration::shipped_table()) {
                prop_assert!(found.low <= found.price && found.price <= found.high);
                prop_assert!((0.0..=1.0).contains(&found.raw) && (0.0..=1.0).contains(&found.confidence));
                prop_assert!(found.comparables.len() >= LEAST);
            }
        }
    }
}
