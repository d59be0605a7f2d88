//! Prices of one item in all lists, with their history.

use super::lists::today;
use crate::api::ById;
use crate::app::{App, Caller};
use crate::error::{AppError, Missing};
use celeiro_domain::catalog::Price;
use celeiro_domain::catalog::prices::{PriceList, PricePoint, PriceSource, resolve_price};
use celeiro_domain::search::Kind;
use celeiro_store::PricesOfItem;
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use std::collections::HashSet;
use uuid::Uuid;

/// Points of a history at most; the oldest are left out.
const MAX_POINTS: usize = 1_000;

/// What a package costs in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageListPrice {
    /// The label of the package.
    pub label: String,
    /// Whether the item has no package of this label any more: the own price that is left over counts nowhere, and can
    /// only be taken away.
    pub is_gone: bool,
    /// Its base price.
    pub base: Option<Price>,
    /// The own price that the list has for it, valid today or not.
    pub own: Option<Price>,
    /// What it costs today by the list; absent where the list is not valid today or gives no price.
    pub price: Option<Price>,
    /// Where that comes from.
    pub source: Option<PriceSource>,
}

/// What an item costs in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemListPrice {
    /// The list.
    pub list: Uuid,
    /// Its name.
    pub name: String,
    /// Whether it is in use and today is one of its days.
    pub is_valid_today: bool,
    /// Its first day.
    pub valid_from: Option<NaiveDate>,
    /// Its last day.
    pub valid_until: Option<NaiveDate>,
    /// The own price that the list has for the item, valid today or not.
    pub own: Option<Price>,
    /// What the item costs today by the list; absent where the list is not valid today or gives no price.
    pub price: Option<Price>,
    /// Where that comes from.
    pub source: Option<PriceSource>,
    /// Its packages, each label once, in the dealer's order; then labels with an own price and no package any more.
    pub packages: Vec<PackageListPrice>,
}

/// The prices of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemPrices {
    /// Its own price: that of the counter.
    pub base: Option<Price>,
    /// The currency of all of them.
    pub currency: String,
    /// What it costs in each list, by the names of the lists.
    pub lists: Vec<ItemListPrice>,
}

/// The prices of an item in all lists.
///
/// # Errors
/// `not_found`.
pub async fn list_item_prices(app: &App, _: &Caller, request: ById) -> Result<ItemPrices, AppError> {
    let found = app.store().prices_of_item(request.id, today(app)).await?;
    let lists = found.lists.iter().map(|list| price_in_list(&found, list)).collect();
    Ok(ItemPrices { base: found.item.price, currency: found.item.currency.clone(), lists })
}

/// The prices of the item with this id or external id in all lists.
///
/// # Errors
/// `not_found`.
pub async fn item_prices_by_name(app: &App, caller: &Caller, name: &str) -> Result<ItemPrices, AppError> {
    match app.store().record_called(name).await.map_err(Missing::Item.explain(name))? {
        (Kind::Items, id) => list_item_prices(app, caller, ById { id }).await,
        (Kind::Faqs, _) => Err(Missing::Item.refuse(name)),
    }
}

/// What the item costs in a list.
pub(crate) fn price_in_list(found: &PricesOfItem, list: &PriceList) -> ItemListPrice {
    let of_package = |package: Option<&str>, base: Option<Price>| {
        let own = found.own.get(&(list.id, package.map(str::to_owned))).copied();
        let resolved = resolve_price(base, list.rule, own).filter(|_| list.is_valid_today);
        (own, resolved)
    };
    let mut seen = HashSet::new();
    let packages = found.item.packages.iter().filter(|package| seen.insert(package.label.as_str()));
    let packages = packages.map(|package| {
        let package = found.item.package_called(&package.label).unwrap_or(package);
        let (own, resolved) = of_package(Some(&package.label), package.price);
        PackageListPrice {
            label: package.label.clone(),
            is_gone: false,
            base: package.price,
            own,
            price: resolved.map(|resolved| resolved.price),
            source: resolved.map(|resolved| resolved.source),
        }
    });
    let mut packages: Vec<PackageListPrice> = packages.collect();
    packages.extend(left_over_prices(found, list, &seen));
    let (own, resolved) = of_package(None, found.item.price);
    ItemListPrice {
        list: list.id,
        name: list.name.clone(),
        is_valid_today: list.is_valid_today,
        valid_from: list.valid_from,
        valid_until: list.valid_until,
        own,
        price: resolved.map(|resolved| resolved.price),
        source: resolved.map(|resolved| resolved.source),
        packages,
    }
}

/// Own prices that a list has for packages that the item has no more, by label.
fn left_over_prices(found: &PricesOfItem, list: &PriceList, known: &HashSet<&str>) -> Vec<PackageListPrice> {
    let of_list = found.own.iter().filter(|((of, _), _)| *of == list.id);
    let left_over = of_list.filter_map(|((_, package), own)| {
        let label = package.as_deref().filter(|label| !known.contains(label))?.to_owned();
        Some(PackageListPrice {
            label,
            is_gone: true,
            base: None,
            own: Some(*own),
            price: None,
            source: None,
        })
    });
    let mut left_over: Vec<PackageListPrice> = left_over.collect();
    left_over.sort_by(|one, other| one.label.cmp(&other.label));
    left_over
}

/// The prices that an item and its packages had, in the base and as own prices of lists, the oldest first: the last
/// 1,000.
///
/// # Errors
/// `not_found`.
pub async fn item_price_history(app: &App, _: &Caller, request: ById) -> Result<Vec<PricePoint>, AppError> {
    Ok(app.store().price_history(request.id, MAX_POINTS).await?)
}
