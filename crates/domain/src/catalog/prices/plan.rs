//! Which prices a change makes of those that are stored, before it is stored.

use super::change::PriceRowOutcome;
use super::resolve::resolve_price;
use crate::catalog::{FieldError, FieldErrorCode, Item, Price};
use crate::import::PriceRule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The least and the largest raise, in per cent: what a factor of 0.01 and one of 100 are.
const PERCENTS: std::ops::RangeInclusive<f64> = -99.0..=9_900.0;

/// A price that a person, a file or a program gives.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPrice {
    /// The item.
    pub item: Uuid,
    /// The label of one of its packages; the item itself where absent.
    #[serde(default)]
    pub package: Option<String>,
    /// The new price.
    pub price: Price,
}

/// What happens to the prices that are meant.
#[derive(Debug, Clone, PartialEq)]
pub enum PriceAction {
    /// Each becomes what the rule makes of it.
    Raise(PriceRule),
    /// The price of an item becomes what the rule makes of its cost; packages have no cost.
    FromCost(PriceRule),
    /// These prices are given.
    Rows(Vec<NewPrice>),
}

/// Whose prices change.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PriceBook {
    /// Those of the items and their packages.
    Base,
    /// The own prices of a list with this rule.
    List(Option<PriceRule>),
}

/// A thing that has a price: an item or one of its packages.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PricedPlace {
    /// The item.
    pub item: Uuid,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
}

/// An own price of a list that a person gives.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenPrice {
    /// What it is the price of.
    pub place: PricedPlace,
    /// The price; none takes the own price away.
    pub price: Option<Price>,
    /// The own price that the person saw.
    pub expected: Option<Price>,
}

/// An item with all that its prices come from.
#[derive(Debug, Clone)]
pub struct PricedItem {
    /// The item.
    pub item: Item,
    /// Own prices of the list, by the label of the package; empty for the base.
    pub own: HashMap<Option<String>, Price>,
    /// What it costs the dealer.
    pub cost: Option<Price>,
}

/// A row of a change that is not stored yet.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedPrice {
    /// What it is the price of.
    pub place: PricedPlace,
    /// The name of the item.
    pub name: String,
    /// The currency of the item.
    pub currency: String,
    /// The stored price: of a list, its own one.
    pub before: Option<Price>,
    /// What it costs by the list or the base now.
    pub old: Option<Price>,
    /// The new price.
    pub after: Option<Price>,
    /// What the item costs the dealer; packages have no cost.
    pub cost: Option<Price>,
}

/// Why a given price belongs to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PriceProblem {
    /// The item is not there, or deleted.
    NotFound,
    /// The item has no package of this label.
    UnknownPackage,
    /// The same item or package was given a price before.
    GivenTwice,
    /// The stored price is another one than was expected.
    Conflict,
}

/// A given price that is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefusedPrice {
    /// The item.
    pub item: Uuid,
    /// The label of the package; the item itself where absent.
    pub package: Option<String>,
    /// Why.
    pub problem: PriceProblem,
    /// In a conflict, the stored price.
    pub current: Option<Price>,
}

impl PricedItem {
    /// The base price of a package by its label, or of the item; the outer `None` where there is no such package.
    /// Of packages with one label the first on sale counts.
    pub fn base_of(&self, package: Option<&str>) -> Option<Option<Price>> {
        match package {
            None => Some(self.item.price),
            Some(label) => self.item.package_called(label).map(|package| package.price),
        }
    }

    /// The item and its packages that are on sale, each label once.
    fn labels(&self) -> Vec<Option<&str>> {
        let mut seen = HashSet::new();
        let packages = self.item.packages_on_sale().map(|package| package.label.as_str());
        let packages = packages.filter(|label| seen.insert(*label)).map(Some);
        std::iter::once(None).chain(packages).collect()
    }
}

/// The rows of a change of these prices, in the order of `items`; given prices that belong to nothing; and how many
/// items have nothing that the action could go by.
pub fn plan_prices(
    action: &PriceAction,
    book: PriceBook,
    items: &[PricedItem],
) -> (Vec<PlannedPrice>, Vec<RefusedPrice>, u32) {
    if let PriceAction::Rows(given) = action {
        let (rows, refused) = plan_given(given, book, items);
        return (rows, refused, 0);
    }
    let (mut rows, mut skipped) = (Vec::new(), 0);
    for item in items {
        let planned = rows.len();
        let places: Vec<Option<&str>> = match action {
            PriceAction::FromCost(_) => vec![None],
            _ => item.labels(),
        };
        for package in places {
            let row = plan_row(item, package, book, |old| match action {
                PriceAction::Raise(rule) => rule.apply(old?).ok(),
                PriceAction::FromCost(rule) => rule.apply(item.cost?).ok(),
                PriceAction::Rows(_) => None,
            });
            rows.extend(row.filter(|row| row.after.is_some()));
        }
        skipped += u32::from(rows.len() == planned);
    }
    (rows, Vec::new(), skipped)
}

fn plan_given(
    given: &[NewPrice],
    book: PriceBook,
    items: &[PricedItem],
) -> (Vec<PlannedPrice>, Vec<RefusedPrice>) {
    let by_id: HashMap<Uuid, &PricedItem> = items.iter().map(|item| (item.item.id, item)).collect();
    let (mut rows, mut refused, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for new in given {
        let mut refuse = |problem| {
            let (item, package) = (new.item, new.package.clone());
            refused.push(RefusedPrice { item, package, problem, current: None });
        };
        let Some(item) = by_id.get(&new.item) else {
            refuse(PriceProblem::NotFound);
            continue;
        };
        if !seen.insert((new.item, new.package.as_deref())) {
            refuse(PriceProblem::GivenTwice);
            continue;
        }
        match plan_row(item, new.package.as_deref(), book, |_| Some(new.price)) {
            Some(row) => rows.push(row),
            None => refuse(PriceProblem::UnknownPackage),
        }
    }
    (rows, refused)
}

/// The rows that given own prices of a list with this rule make; those that are refused, each with its reason; and how
/// many are so already.
pub fn plan_own_prices(
    given: &[GivenPrice],
    rule: Option<PriceRule>,
    items: &[PricedItem],
) -> (Vec<PlannedPrice>, Vec<RefusedPrice>, u32) {
    let by_id: HashMap<Uuid, &PricedItem> = items.iter().map(|item| (item.item.id, item)).collect();
    let (mut rows, mut refused, mut unchanged, mut seen) = (Vec::new(), Vec::new(), 0, HashSet::new());
    for new in given {
        let mut refuse = |problem, current| {
            let PricedPlace { item, package } = new.place.clone();
            refused.push(RefusedPrice { item, package, problem, current });
        };
        let package = new.place.package.as_deref();
        let Some(item) = by_id.get(&new.place.item) else {
            refuse(PriceProblem::NotFound, None);
            continue;
        };
        let row = plan_row(item, package, PriceBook::List(rule), |_| new.price);
        match row.or_else(|| plan_removal(item, new)) {
            None => refuse(PriceProblem::UnknownPackage, None),
            Some(_) if !seen.insert(&new.place) => refuse(PriceProblem::GivenTwice, None),
            Some(row) if row.before == new.price => unchanged += 1,
            Some(row) if row.before != new.expected => refuse(PriceProblem::Conflict, row.before),
            Some(row) => rows.push(row),
        }
    }
    (rows, refused, unchanged)
}

/// Puts a base price in the place of the one that a change began with. Packages of one label that cost the same change
/// together.
pub fn put_base_price(
    item: &mut Item,
    package: Option<&str>,
    before: Option<Price>,
    after: Option<Price>,
) -> PriceRowOutcome {
    let Some(label) = package else {
        if item.price != before {
            return PriceRowOutcome::ChangedMeanwhile;
        }
        item.price = after;
        return PriceRowOutcome::Applied;
    };
    match item.package_called(label) {
        None => return PriceRowOutcome::Gone,
        Some(first) if first.price != before => return PriceRowOutcome::ChangedMeanwhile,
        Some(_) => {}
    }
    for same in item.packages.iter_mut().filter(|one| one.label == label && one.price == before) {
        same.price = after;
    }
    PriceRowOutcome::Applied
}

/// The row that takes away the own price of a package that the item has no more; `None` where a price is given, or the
/// list has none.
fn plan_removal(item: &PricedItem, new: &GivenPrice) -> Option<PlannedPrice> {
    let own = item.own.get(&new.place.package).copied().filter(|_| new.price.is_none())?;
    Some(PlannedPrice {
        place: new.place.clone(),
        name: item.item.name.clone(),
        currency: item.item.currency.clone(),
        before: Some(own),
        old: Some(own),
        after: None,
        cost: None,
    })
}

/// A row whose new price is made of the old one; `None` where there is no such package.
fn plan_row(
    item: &PricedItem,
    package: Option<&str>,
    book: PriceBook,
    after: impl FnOnce(Option<Price>) -> Option<Price>,
) -> Option<PlannedPrice> {
    let base = item.base_of(package)?;
    let own = item.own.get(&package.map(str::to_owned)).copied();
    let (before, old) = match book {
        PriceBook::Base => (base, base),
        PriceBook::List(rule) => (own, resolve_price(base, rule, own).map(|resolved| resolved.price)),
    };
    Some(PlannedPrice {
        place: PricedPlace { item: item.item.id, package: package.map(str::to_owned) },
        name: item.item.name.clone(),
        currency: item.item.currency.clone(),
        before,
        old,
        after: after(old),
        cost: if package.is_none() { item.cost } else { None },
    })
}

/// A raise by so many per cent, to the next price with these cents, as a rule.
///
/// # Errors
/// A number that is none, below -99 or above 9,900; cents above 99.
pub fn read_percent(percent: f64, cents: Option<u32>) -> Result<PriceRule, FieldError> {
    if !PERCENTS.contains(&percent) {
        let (code, shown) = (FieldErrorCode::InvalidNumber, percent.to_string());
        let allowed = format!("{}..{}", PERCENTS.start(), PERCENTS.end());
        return Err(FieldError::new("what.percent", code, &shown, allowed));
    }
    let rule = PriceRule { factor: 1.0 + percent / 100.0, cents };
    rule.check().map_err(|error| FieldError { field: error.field.replacen("priceRule", "what", 1), ..error })
}
