//! The prices of a list in the place of the base.

use crate::catalog::prices::item_prices::price_in_list;
use celeiro_domain::catalog::prices::PriceList;
use celeiro_domain::catalog::{Item, Price};
use celeiro_store::PricesOfItem;
use std::collections::HashMap;
use uuid::Uuid;

/// Puts what the item and its packages cost in the list today in the place of their base prices. `own` are the own
/// prices of the list, by item and label of the package.
pub(super) fn put_list_prices(
    item: &mut Item,
    list: &PriceList,
    own: &HashMap<(Uuid, Option<String>), Price>,
) {
    let labels = item.packages.iter().map(|package| Some(package.label.clone())).chain([None]);
    let own = labels.filter_map(|label| {
        let price = own.get(&(item.id, label.clone()))?;
        Some(((list.id, label), *price))
    });
    let found = PricesOfItem { own: own.collect(), item: item.clone(), lists: Vec::new() };
    let prices = price_in_list(&found, list);
    item.price = prices.price;
    for package in &mut item.packages {
        let found = prices.packages.iter().find(|listed| listed.label == package.label);
        package.price = found.and_then(|listed| listed.price);
    }
}
