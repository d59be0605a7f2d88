//! Lookup of a product by barcode, as a scanner types it.

use crate::app::{App, Caller};
use crate::error::AppError;
use celeiro_domain::catalog::{Item, Status, find_gtin, read_ean_attribute, spell_gtin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// A number under bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FindEan {
    /// GTIN-8, 12, 13 or 14, in groups or not.
    pub ean: String,
}

/// A product with a number under its bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EanMatch {
    /// The item.
    pub item_id: Uuid,
    /// Its name.
    pub name: String,
    /// Its sale status.
    pub status: Status,
    /// The label of the package that has the number; the item itself where absent.
    pub package: Option<String>,
}

/// The products with a number under their bars.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EanMatches {
    /// The number without blanks and hyphens.
    pub ean: String,
    /// The products, those on sale first; none where the catalog has no such number.
    pub matches: Vec<EanMatch>,
}

/// The products with this number under their bars, on sale or not.
///
/// # Errors
/// `invalid_request` where it is no GTIN.
pub async fn find_ean(app: &App, _: &Caller, request: FindEan) -> Result<EanMatches, AppError> {
    let Some(ean) = find_gtin(&request.ean) else {
        return Err(
            AppError::invalid_request("ean: GTIN-8 | GTIN-12 | GTIN-13 | GTIN-14").detail("path", "ean")
        );
    };
    let spellings = spell_gtin(&ean);
    let find = |items: &[Item]| -> Vec<EanMatch> {
        items.iter().filter_map(|item| find_match(item, &spellings)).collect()
    };
    let mut matches = find(&app.store().items_with_ean(&ean).await?);
    if matches.is_empty() {
        matches = find(&app.store().items_with_digits(&ean).await?);
    }
    Ok(EanMatches { ean, matches })
}

/// The item where one of its packages, an attribute for EANs or its code is one of the spellings of a number.
fn find_match(item: &Item, spellings: &[String]) -> Option<EanMatch> {
    let is_it = |text: &str| spellings.iter().any(|spelling| spelling == text);
    let package = item.packages.iter().find(|package| package.ean.as_deref().is_some_and(is_it));
    let in_attribute = || read_ean_attribute(&item.attributes).is_some_and(|digits| is_it(&digits));
    let is_own = || item.external_id.as_deref().is_some_and(is_it) || in_attribute();
    (package.is_some() || is_own()).then(|| EanMatch {
        item_id: item.id,
        name: item.name.clone(),
        status: item.status,
        package: package.map(|package| package.label.clone()),
    })
}
