//! The prices of a list in the place of the base.

use celeiro_domain::catalog::prices::{PriceList, resolve_price};
use celeiro_domain::catalog::{Item, Price};
use std::collections::HashMap;
use uuid::Uuid;

/// Puts what the item and its packages cost in the list today in the place of their base prices: packages of one label
/// go by their own base each. `own` are the own prices of the list, by item and label of the package.
pub(super) fn put_list_prices(
    item: &mut Item,
    list: &PriceList,
    own: &HashMap<(Uuid, Option<String>), Price>,
) {
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
