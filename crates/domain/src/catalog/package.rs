//! Packages in which a product is sold, each with its own code, EAN and price.

use super::check::{FieldError, FieldErrorCode, LIMITS, clean_optional, clean_text};
use super::gtin::{GTIN_FORMS, is_gtin};
use super::package_content::{BaseUnit, PackageContent, UnitPrice};
use super::price::Price;
use crate::text::normalize_text;
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use specta::Type;
use std::collections::HashSet;

/// Sale status of a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PackageStatus {
    /// On sale.
    #[default]
    Ativo,
    /// No longer on sale.
    Inativo,
}

/// Declares a struct with the fields of a package and the given ones. (`#[serde(flatten)]` would export an
/// intersection type, and cannot be combined with `deny_unknown_fields`.)
macro_rules! package_struct {
    ($(#[$($attribute:tt)*])* $visibility:vis struct $name:ident { $($added:tt)* }) => {
        $(#[$($attribute)*])*
        $visibility struct $name {
            /// Text on the package: `5 L`, `saco 25 kg`, `1.000 sementes`.
            $visibility label: String,
            /// The dealer's code, unique among the packages of the product.
            #[serde(default)]
            $visibility code: Option<String>,
            /// Number of the bar code: GTIN-8, 12, 13 or 14.
            #[serde(default)]
            $visibility ean: Option<String>,
            /// Price in the currency of the product; absent if unknown.
            #[serde(default)]
            $visibility price: Option<Price>,
            /// Sale status of the package.
            #[serde(default)]
            $visibility status: PackageStatus,
            $($added)*
        }
    };
}

package_struct! {
    /// A package in which a product is sold. Its content and its unit price are derived from its label.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Type, JsonSchema)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    pub struct Package {}
}

package_struct! {
    /// A package of a stored item in responses, with its unit price, which is computed and never stored.
    #[derive(Debug, Clone, PartialEq, Eq, Serialize, Type, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct PricedPackage {
        /// Price of one unit; absent if the price of the package or the amount on its label is unknown.
        #[serde(default)]
        pub unit_price: Option<PackageUnitPrice>,
    }
}

package_struct! {
    /// A package in requests. Its unit price is ignored, so that a client can send back a record as
    /// received.
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct SentPackage {
        #[serde(default, rename = "unitPrice")]
        _unit_price: IgnoredAny,
    }
}

impl<'de> Deserialize<'de> for Package {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let SentPackage { label, code, ean, price, status, .. } = SentPackage::deserialize(deserializer)?;
        Ok(Self { label, code, ean, price, status })
    }
}

/// Price of one unit of a package's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PackageUnitPrice {
    /// Amount in the currency of the product, to the cent; half a cent is rounded up.
    pub amount: Price,
    /// The unit.
    pub unit: BaseUnit,
}

impl PricedPackage {
    /// Adds the unit price to an item's package.
    pub fn of_package(package: &Package) -> Self {
        let Package { label, code, ean, price, status } = package.clone();
        let unit_price = package.unit_price().and_then(|unit| {
            Some(PackageUnitPrice { amount: Price::new(unit.round_to_cents()).ok()?, unit: unit.base })
        });
        Self { label, code, ean, price, status, unit_price }
    }
}

/// Serializes packages with their unit prices.
pub(super) fn serialize_priced<S: Serializer>(
    packages: &[Package],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(packages.iter().map(PricedPackage::of_package))
}

impl Package {
    /// Content of the item's package, read from its label; `None` if the label has no amount.
    pub fn content(&self) -> Option<PackageContent> {
        PackageContent::read(&self.label)
    }

    /// The price of one unit; `None` if the package's price or content is unknown, or if the unit price is
    /// below half a cent.
    pub fn unit_price(&self) -> Option<UnitPrice> {
        let unit = self.content()?.price_each(self.price?)?;
        (!unit.round_to_cents().is_zero()).then_some(unit)
    }
}

/// Cleans and checks packages; errors have fields such as `packages[2].ean`.
pub(super) fn check_packages(packages: Vec<Package>, errors: &mut Vec<FieldError>) -> Vec<Package> {
    let count = packages.len();
    if count > LIMITS.packages {
        let allowed = format!("0..{}", LIMITS.packages);
        let error = FieldError::new("packages", FieldErrorCode::TooLong, &count.to_string(), allowed);
        errors.push(error.of_a_part());
        return packages;
    }
    let (mut codes, mut eans) = (HashSet::new(), HashSet::new());
    let known = errors.len();
    let mut checked = Vec::with_capacity(count);
    for (at, package) in packages.into_iter().enumerate() {
        let field = |name: &str| format!("packages[{at}].{name}");
        let label = clean_text(&package.label, &field("label"), LIMITS.package_label, errors);
        if label.is_empty() {
            let allowed = format!("1..{}", LIMITS.package_label);
            errors.push(FieldError::new(&field("label"), FieldErrorCode::Required, "", allowed));
        }
        let code = clean_optional(package.code, &field("code"), LIMITS.package_code, errors);
        let ean = check_ean(package.ean, &field("ean"), errors);
        let twice =
            |field: &str, value: &str| FieldError::new(field, FieldErrorCode::Contradiction, value, "");
        if let Some(code) = code.as_ref().filter(|code| !codes.insert(normalize_text(code))) {
            errors.push(twice(&field("code"), code));
        }
        // Leading zeros turn a GTIN-8 or GTIN-12 into the GTIN-14 of the same product.
        if let Some(ean) = ean.as_ref().filter(|ean| !eans.insert(format!("{ean:0>14}"))) {
            errors.push(twice(&field("ean"), ean));
        }
        checked.push(Package { label, code, ean, ..package });
    }
    // The value of these errors belongs to one package, not to the list.
    errors[known..].iter_mut().for_each(|error| error.is_cut = true);
    checked
}

/// Checks an EAN and removes the blanks, hyphens and points between its digits; `None` if blank.
fn check_ean(ean: Option<String>, field: &str, errors: &mut Vec<FieldError>) -> Option<String> {
    let given = clean_optional(ean, field, LIMITS.package_code, errors)?;
    let digits = given.replace([' ', '-', '.'], "");
    if !is_gtin(&digits) {
        errors.push(FieldError::new(field, FieldErrorCode::InvalidValue, &given, GTIN_FORMS));
        return Some(given);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::super::Item;
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn check(packages: Value) -> (Vec<Package>, Vec<(String, FieldErrorCode)>) {
        let packages: Vec<Package> = serde_json::from_value(packages).expect("packages");
        let mut errors = Vec::new();
        let checked = check_packages(packages, &mut errors);
        (checked, errors.into_iter().map(|error| (error.field, error.code)).collect())
    }

    #[test]
    fn packages_are_cleaned_and_keep_their_order() {
        let (packages, errors) = check(json!([
            { "label": " saco\u{200b}  25 kg ", "code": " ", "ean": "789 1000-31550 7", "price": 189.9 },
            { "label": "granel", "code": "G-1", "ean": "", "status": "inativo" },
        ]));
        assert_eq!(errors, []);
        assert_eq!(
            serde_json::to_value(&packages).expect("packages"),
            json!([
                { "label": "saco 25 kg", "code": null, "ean": "7891000315507", "price": 189.9, "status": "ativo" },
                { "label": "granel", "code": "G-1", "ean": null, "price": null, "status": "inativo" },
            ])
        );
        let unit = packages[0].unit_price().expect("a unit price");
        assert_eq!(unit.round_to_cents().to_string(), "7.60");
        assert_eq!((packages[1].content(), packages[1].unit_price()), (None, None));
        let (next_to_nothing, _) =
            check(json!([{ "label": "5 L", "price": 0.001 }, { "label": "5 L", "price": 0.03 }]));
        let costs_something = next_to_nothing.iter().map(|package| package.unit_price().is_some());
        assert_eq!(costs_something.collect::<Vec<bool>>(), [false, true]);
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands_and_all_of_it() {
        let (_, errors) = check(json!([
            { "label": " \u{200b} ", "code": "A", "ean": "7891000315508" },
            { "label": "x".repeat(121), "code": "á", "ean": "036000291452" },
            { "label": "5 L", "code": "b", "ean": "0036000291452" },
        ]));
        let told: Vec<(&str, FieldErrorCode)> =
            errors.iter().map(|(field, code)| (field.as_str(), *code)).collect();
        assert_eq!(
            told,
            [
                ("packages[0].label", FieldErrorCode::Required),
                ("packages[0].ean", FieldErrorCode::InvalidValue),
                ("packages[1].label", FieldErrorCode::TooLong),
                ("packages[1].code", FieldErrorCode::Contradiction),
                ("packages[2].ean", FieldErrorCode::Contradiction),
            ]
        );
        let many: Vec<Value> = (0..41).map(|n| json!({ "label": format!("{n} L") })).collect();
        let (packages, errors) = check(many.into());
        assert_eq!((packages.len(), errors), (41, vec![("packages".to_owned(), FieldErrorCode::TooLong)]));
    }

    #[test]
    fn a_stored_item_tells_what_a_unit_costs_and_is_read_back_without() {
        let given = json!({
            "id": uuid::Uuid::nil(), "externalId": null, "name": "Ureia", "description": null, "category": null,
            "manufacturer": null, "price": null, "currency": "BRL", "tags": [], "status": "ativo",
            "attributes": {}, "notes": null, "createdAt": "2026-11-29T00:00:00Z",
            "updatedAt": "2026-11-29T00:00:00Z", "version": 1,
            "packages": [{ "label": "saco 25 kg", "price": 189.9 }, { "label": "granel", "price": 7 }],
        });
        let item: Item = serde_json::from_value(given).expect("an item");
        let told = serde_json::to_value(&item).expect("JSON");
        assert_eq!(
            told["packages"],
            json!([
                { "label": "saco 25 kg", "code": null, "ean": null, "price": 189.9, "status": "ativo",
                  "unitPrice": { "amount": 7.6, "unit": "kilogram" } },
                { "label": "granel", "code": null, "ean": null, "price": 7.0, "status": "ativo", "unitPrice": null },
            ])
        );
        let read: Item = serde_json::from_value(told).expect("an item");
        assert_eq!(read, item);
        let stored = serde_json::to_value(&item.packages).expect("JSON");
        assert_eq!(stored[0].get("unitPrice"), None, "what is computed is not stored");
    }

    #[test]
    fn what_is_no_package_is_refused() {
        for text in [
            r#"{}"#,
            r#"{"label":"5 L","preco":3}"#,
            r#"{"label":"5 L","price":-1}"#,
            r#"{"label":"5 L","status":"rascunho"}"#,
        ] {
            assert!(serde_json::from_str::<Package>(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_was_checked_once_is_as_it_is_checked_again(label in any::<String>(), code in any::<String>()) {
            let package = Package { label, code: Some(code), ean: None, price: None, status: PackageStatus::Ativo };
            let mut errors = Vec::new();
            let once = check_packages(vec![package], &mut errors);
            prop_assume!(errors.is_empty());
            let twice = check_packages(once.clone(), &mut errors);
            prop_assert!(errors.is_empty());
            prop_assert_eq!(twice, once);
        }
    }
}
