//! Rows of a printout: products by category, with packages and formatted prices.

use super::text::clean_line;
use celeiro_domain::catalog::duplicates::label_in_name;
use celeiro_domain::catalog::prices::resolve_price;
use celeiro_domain::catalog::{Item, Package, PackageStatus, Price, read_ean_attribute};
use celeiro_domain::chat::format_amount;
use celeiro_domain::chat::grounding::packages::write_unit_price;
use celeiro_domain::import::PriceRule;
use celeiro_domain::search::Lang;
use celeiro_domain::text::normalize_text;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// What a price list makes of the prices of the counter.
#[derive(Debug, Clone, Default)]
pub(super) struct ListPrices {
    /// What it makes of the base; the base itself where absent.
    pub rule: Option<PriceRule>,
    /// Its own prices, by item and label of the package; none is the item itself.
    pub own: HashMap<(Uuid, Option<String>), Price>,
}

/// Products of one category.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PrintedGroup {
    /// Blank for products without one.
    pub category: String,
    pub products: Vec<PrintedProduct>,
}

/// A product.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct PrintedProduct {
    pub name: String,
    /// At least one.
    pub rows: Vec<PrintedRow>,
}

/// A package of a product, or the product by itself. Texts are blank where there is nothing to tell.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PrintedRow {
    pub code: String,
    /// The label of the package.
    pub package: String,
    pub price: String,
    /// What one unit costs.
    pub unit_price: String,
    /// The number under the bars.
    pub ean: Option<String>,
}

/// The items by category and name, those without a category last.
pub(super) fn group_items(items: &[Item], list: &ListPrices, lang: Lang) -> Vec<PrintedGroup> {
    let mut groups: BTreeMap<(bool, String), Vec<&Item>> = BTreeMap::new();
    for item in items {
        let folded = normalize_text(item.category.as_deref().unwrap_or_default());
        groups.entry((folded.is_empty(), folded)).or_default().push(item);
    }
    let group = |mut items: Vec<&Item>| {
        items.sort_by_cached_key(|item| (normalize_text(&item.name), item.id));
        let category = items.first().and_then(|item| item.category.as_deref()).unwrap_or_default();
        PrintedGroup {
            category: clean_line(category),
            products: items.into_iter().map(|item| print_item(item, list, lang)).collect(),
        }
    };
    groups.into_values().map(group).collect()
}

/// The item by itself where it has a price or nothing else is on sale, then its packages on sale. What a unit of an item
/// without packages costs follows from the amount in its name.
fn print_item(item: &Item, list: &ListPrices, lang: Lang) -> PrintedProduct {
    let resolve = |package: Option<&str>, base: Option<Price>| {
        let own = list.own.get(&(item.id, package.map(str::to_owned))).copied();
        resolve_price(base, list.rule, own).map(|resolved| resolved.price)
    };
    let currency = clean_line(&item.currency);
    let amount =
        |price: Option<Price>| price.map_or_else(String::new, |price| format_amount(price, &currency, lang));
    let code = item.external_id.as_deref().map(clean_line).unwrap_or_default();
    let packages: Vec<&Package> = item.packages_on_sale().collect();
    let own_price = resolve(None, item.price);
    let mut rows = Vec::with_capacity(packages.len() + 1);
    if own_price.is_some() || packages.is_empty() {
        let label = label_in_name(&item.name).filter(|_| packages.is_empty());
        let packed = label.map(|label| Package {
            label,
            code: None,
            ean: None,
            price: own_price,
            status: PackageStatus::Ativo,
        });
        let unit_price = packed.and_then(|package| write_unit_price(&package, &currency, lang));
        rows.push(PrintedRow {
            code: code.clone(),
            price: amount(own_price),
            unit_price: unit_price.unwrap_or_default(),
            ean: read_ean_attribute(&item.attributes),
            ..PrintedRow::default()
        });
    }
    for package in &packages {
        let priced = Package { price: resolve(Some(&package.label), package.price), ..(*package).clone() };
        // The number of an item is that of its only package.
        let ean = package
            .ean
            .clone()
            .or_else(|| read_ean_attribute(&item.attributes).filter(|_| packages.len() == 1));
        rows.push(PrintedRow {
            code: package.code.as_deref().map(clean_line).unwrap_or_else(|| code.clone()),
            package: clean_line(&package.label),
            price: amount(priced.price),
            unit_price: write_unit_price(&priced, &currency, lang).unwrap_or_default(),
            ean,
        });
    }
    PrintedProduct { name: clean_line(&item.name), rows }
}

/// Counts the packages of the printed items that are on sale.
pub(super) fn count_packages(items: &[Item]) -> usize {
    items.iter().map(|item| item.packages_on_sale().count()).sum()
}

#[cfg(test)]
mod tests;
