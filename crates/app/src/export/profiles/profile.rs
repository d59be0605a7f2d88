//! An export profile: its fields and their validation.

use crate::export::request::{ExportDialect, ExportFormat};
use crate::profile_rules::check_profile_name;
use celeiro_domain::catalog::{FieldError, FieldErrorCode, Status};
use celeiro_domain::search::Kind;
use celeiro_domain::sheet::Column;
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;
use uuid::Uuid;

/// Characters of an address at most, and of the name of an attribute.
const MAX_ADDRESS: usize = 500;
const MAX_ATTRIBUTE: usize = 200;
/// Columns at most.
const MAX_COLUMNS: usize = 300;

/// The shop that a feed leads to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ShopFeed {
    /// The address of a product, `https://…`, 1..500 characters: the external id of the item, or its own id, comes in
    /// the place of `{id}`, or behind a slash.
    pub link: String,
    /// The attribute with the address of the picture, by its key or as people read it.
    #[serde(default)]
    pub image_attribute: Option<String>,
    /// The address of the picture of an item whose attribute has none, as `link` is one.
    #[serde(default)]
    pub image_link: Option<String>,
}

/// How a file is written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExportProfileContent {
    /// Which format; CSV where absent.
    #[serde(default)]
    pub format: ExportFormat,
    /// How a CSV is written, and what columns are called; `plain` where absent.
    #[serde(default)]
    pub dialect: ExportDialect,
    /// The columns in their order, as a grid calls them, at most 300; all where there are none.
    #[serde(default)]
    pub columns: Vec<String>,
    /// Whether each attribute has a column of its own; where absent, in `excel_br`.
    #[serde(default)]
    pub attribute_columns: Option<bool>,
    /// The price list whose prices stand in the place of the base.
    #[serde(default)]
    pub price_list: Option<Uuid>,
    /// Records of these statuses alone; of all where there are none.
    #[serde(default)]
    pub statuses: Vec<Status>,
    /// The shop that a feed leads to; `google` needs one.
    #[serde(default)]
    pub shop: Option<ShopFeed>,
}

/// A profile of exports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportProfile {
    /// Its id.
    pub id: Uuid,
    /// Which collection its files are of.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// How the files are written.
    pub content: ExportProfileContent,
    /// When it was stored.
    pub updated_at: DateTime<Utc>,
}

/// A profile that is to be kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SaveExportProfile {
    /// The profile in whose place it comes; a new one where absent.
    #[serde(default)]
    pub id: Option<Uuid>,
    /// When that one was stored, as it was read: one that another person changed since is not replaced.
    #[serde(default)]
    pub updated_at: Option<DateTime<Utc>>,
    /// Which collection its files are of.
    pub kind: Kind,
    /// 1..80 characters, unique whatever its case and accents.
    pub name: String,
    /// How the files are written.
    pub content: ExportProfileContent,
}

/// Whose profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListExportProfiles {
    /// Of this collection.
    pub kind: Kind,
}

/// Lists all that is wrong with an export profile.
pub(super) fn check_export_profile(
    kind: Kind,
    name: &str,
    content: &ExportProfileContent,
) -> Vec<FieldError> {
    let mut errors = Vec::from_iter(check_profile_name(name));
    let mut wrong = |field: &str, code: FieldErrorCode, value: &str, allowed: &str| {
        errors.push(FieldError::new(field, code, value, allowed));
    };
    if content.columns.len() > MAX_COLUMNS {
        wrong("columns", FieldErrorCode::TooLong, "", &format!("0..{MAX_COLUMNS}"));
    }
    let unknown = content.columns.iter().find(|name| Column::parse_exported(kind, name).is_none());
    if let Some(unknown) = unknown {
        wrong("columns", FieldErrorCode::NotPossible, unknown, &Column::exported_names(kind));
    }
    let is_feed = content.format == ExportFormat::Google;
    if is_feed && kind != Kind::Items {
        wrong("format", FieldErrorCode::NotPossible, "google", "csv | xlsx | jsonl");
    }
    if content.price_list.is_some() && kind != Kind::Items {
        wrong("priceList", FieldErrorCode::NotPossible, "", "items");
    }
    let Some(shop) = &content.shop else {
        if is_feed {
            wrong("shop.link", FieldErrorCode::Required, "", "https://…");
        }
        return errors;
    };
    for (field, address) in [("shop.link", Some(&shop.link)), ("shop.imageLink", shop.image_link.as_ref())] {
        let Some(address) = address else { continue };
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        if !is_web || address.chars().any(|c| c.is_whitespace() || c.is_control()) {
            wrong(field, FieldErrorCode::NotPossible, address, "https://…");
        } else if address.chars().count() > MAX_ADDRESS {
            wrong(field, FieldErrorCode::TooLong, address, &format!("1..{MAX_ADDRESS}"));
        }
    }
    if shop.image_attribute.as_ref().is_some_and(|key| key.chars().count() > MAX_ATTRIBUTE) {
        wrong("shop.imageAttribute", FieldErrorCode::TooLong, "", &format!("0..{MAX_ATTRIBUTE}"));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_profile_is_said_field_by_field() {
        let content = ExportProfileContent {
            format: ExportFormat::Google,
            columns: vec!["price".into(), "preço".into()],
            shop: Some(ShopFeed { link: "loja.example".into(), ..ShopFeed::default() }),
            ..ExportProfileContent::default()
        };
        let fields = |kind, name: &str, content: &ExportProfileContent| -> Vec<String> {
            check_export_profile(kind, name, content).into_iter().map(|error| error.field).collect()
        };
        assert_eq!(fields(Kind::Items, "", &content), ["name", "columns", "shop.link"]);
        let bare = ExportProfileContent { format: ExportFormat::Google, ..ExportProfileContent::default() };
        assert_eq!(fields(Kind::Items, "Loja", &bare), ["shop.link"]);
        assert_eq!(fields(Kind::Faqs, "Loja", &bare), ["format", "shop.link"]);
        let fine = ExportProfileContent {
            columns: vec!["attributes.cor".into(), "packages".into()],
            ..ExportProfileContent::default()
        };
        assert_eq!(check_export_profile(Kind::Items, "Parceiro", &fine), []);
    }
}
