//! Price history of an item: base prices from the item's revisions, own prices of lists from the changes that stored
//! them.

use super::{read_package, read_price};
use crate::{Store, StoreError};
use celeiro_domain::catalog::prices::PricePoint;
use celeiro_domain::catalog::{Package, Price};
use chrono::{DateTime, Utc};
use serde_json::Value;
use std::collections::BTreeMap;
use uuid::Uuid;

/// Revisions, and rows of changes, that are looked at: the latest.
const MOST: i64 = 2_000;

/// A save of an item that may have changed its prices.
struct Save {
    at: DateTime<Utc>,
    by: String,
    source: String,
    changes: Value,
}

impl Store {
    /// The prices that an item and its packages had, the oldest first: the last `most`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    pub async fn price_history(&self, id: Uuid, most: usize) -> Result<Vec<PricePoint>, StoreError> {
        let item = self.item(id).await?;
        self.run(async {
            let mut saves = sqlx::query_as!(
                Save,
                r#"SELECT r.created_at AS at, r.actor AS by, r.source, r.changes FROM revisions r
                   WHERE r.record_id = $1 AND r.kind = 'items' AND r.changes ?| '{price,packages,currency}'
                   ORDER BY r.version DESC, r.id DESC LIMIT $2"#,
                id,
                MOST
            )
            .fetch_all(&self.pool)
            .await?;
            saves.reverse();
            let mut points = base_points(saves, &item.currency);
            let rows = sqlx::query!(
                r#"SELECT c.applied_at AS "at!", r.after, l.id AS list_id, l.name, r.package,
                     coalesce(o.actor, c.created_by) AS "by!"
                   FROM price_change_rows r JOIN price_changes c ON c.id = r.change_id
                   JOIN price_lists l ON l.id = c.list_id
                   LEFT JOIN operations o ON o.id = c.operation_id
                   WHERE r.item_id = $1 AND r.outcome = 'applied' AND c.applied_at IS NOT NULL
                     AND l.deleted_at IS NULL
                   ORDER BY c.applied_at DESC, c.id DESC LIMIT $2"#,
                id,
                MOST
            )
            .fetch_all(&self.pool)
            .await?;
            points.extend(rows.into_iter().rev().map(|row| PricePoint {
                at: row.at,
                price: read_price(row.after),
                currency: item.currency.clone(),
                list: Some(row.list_id),
                list_name: Some(row.name),
                package: read_package(row.package),
                by: row.by,
                source: "person".into(),
            }));
            points.sort_by_key(|point| point.at);
            Ok(points.split_off(points.len().saturating_sub(most)))
        })
        .await
    }
}

/// What each save made of the base prices. In another currency every price is another one.
fn base_points(saves: Vec<Save>, currency: &str) -> Vec<PricePoint> {
    let mut points = Vec::new();
    let mut prices: BTreeMap<Option<String>, Option<Price>> = BTreeMap::new();
    let mut currency = currency.to_owned();
    for mut save in saves {
        let mut now = prices.clone();
        let mut is_other_currency = false;
        if let Some(to) = new_value(&mut save.changes, "currency")
            && let Some(code) = to.as_str()
        {
            is_other_currency = code != currency;
            currency = code.to_owned();
        }
        if let Some(to) = new_value(&mut save.changes, "price") {
            now.insert(None, Price::from_json_or_blank(&to).ok().flatten());
        }
        if let Some(to) = new_value(&mut save.changes, "packages") {
            put_packages(&mut now, to);
        }
        for (package, price) in &now {
            let before = prices.get(package).copied().flatten();
            if before != *price || (is_other_currency && price.is_some()) {
                points.push(PricePoint {
                    at: save.at,
                    price: *price,
                    currency: currency.clone(),
                    list: None,
                    list_name: None,
                    package: package.clone(),
                    by: save.by.clone(),
                    source: save.source.clone(),
                });
            }
        }
        prices = now;
    }
    points
}

/// The new value of a field that a save changed.
fn new_value(changes: &mut Value, field: &str) -> Option<Value> {
    Some(changes.get_mut(field)?.get_mut("to")?.take())
}

/// The prices of packages as a save left them; of one label the first, and none of a label that is not there any more.
fn put_packages(prices: &mut BTreeMap<Option<String>, Option<Price>>, packages: Value) {
    prices.iter_mut().filter(|(package, _)| package.is_some()).for_each(|(_, price)| *price = None);
    let Value::Array(packages) = packages else { return };
    let packages = packages.into_iter().filter_map(|one| serde_json::from_value::<Package>(one).ok());
    let mut packages: Vec<Package> = packages.collect();
    // The first of one label is the last that is put.
    packages.reverse();
    for package in packages {
        prices.insert(Some(package.label), package.price);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn save(changes: Value) -> Save {
        Save { at: DateTime::UNIX_EPOCH, by: "ana".into(), source: "person".into(), changes }
    }

    #[test]
    fn each_save_says_which_base_prices_are_others_from_then_on() {
        let saves = vec![
            save(json!({ "name": { "to": "Ureia" }, "price": { "to": 10.5 }, "currency": { "to": "BRL" } })),
            save(
                json!({ "packages": { "from": [], "to": [{ "label": "5 L", "price": 50 }, { "label": "1 L" }] } }),
            ),
            save(json!({ "packages": { "to": [{ "label": "5 L", "price": 55 }] } })),
            save(json!({ "price": { "from": 10.5, "to": null } })),
            save(json!({ "packages": { "to": [] } })),
        ];
        let points = base_points(saves, "BRL");
        let told: Vec<(Option<&str>, Option<String>)> = points
            .iter()
            .map(|point| (point.package.as_deref(), point.price.map(|price| price.to_string())))
            .collect();
        let text = |price: &str| Some(price.to_owned());
        assert_eq!(
            told,
            [
                (None, text("10.5")),
                (Some("5 L"), text("50")),
                (Some("5 L"), text("55")),
                (None, None),
                (Some("5 L"), None),
            ]
        );
    }

    #[test]
    fn in_another_currency_every_price_is_another_one() {
        let saves = vec![
            save(json!({ "price": { "to": 10 }, "currency": { "to": "BRL" } })),
            save(json!({ "currency": { "from": "BRL", "to": "USD" } })),
        ];
        let points = base_points(saves, "USD");
        let currencies: Vec<&str> = points.iter().map(|point| point.currency.as_str()).collect();
        assert_eq!(currencies, ["BRL", "USD"]);
        assert_eq!(points[1].price, points[0].price);
    }
}
