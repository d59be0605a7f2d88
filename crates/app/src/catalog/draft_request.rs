//! Requests with an item's fields flattened into them: serde buffers flattened parts, and loses the name of a wrong
//! field and the rejection of unknown ones.
//!
//! A request may also contain the read-only fields of a whole record (`createdAt` …), so that a record can be fetched,
//! changed and sent back; any other field is refused.

/// Reads `$request`, whose own fields are listed and whose other fields are those of its `draft`.
macro_rules! reads_draft {
    ($request:ident { $($(#[$about:meta])* $own:ident: $kind:ty,)* } passes { $($passed:ident = $name:literal,)* }) => {
        impl<'de> serde::Deserialize<'de> for $request {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(rename_all = "camelCase", deny_unknown_fields)]
                struct Flat {
                    $($(#[$about])* $own: $kind,)*
                    #[serde(default, alias = "external_id")]
                    external_id: Option<String>,
                    name: String,
                    #[serde(default)]
                    description: Option<String>,
                    #[serde(default)]
                    category: Option<String>,
                    #[serde(default)]
                    manufacturer: Option<String>,
                    #[serde(default)]
                    price: Option<celeiro_domain::catalog::Price>,
                    #[serde(default)]
                    currency: Option<String>,
                    #[serde(default)]
                    tags: Vec<String>,
                    #[serde(default)]
                    status: celeiro_domain::catalog::Status,
                    #[serde(default)]
                    attributes: serde_json::Map<String, serde_json::Value>,
                    #[serde(default)]
                    notes: Option<String>,
                    #[serde(default)]
                    packages: Option<Vec<celeiro_domain::catalog::Package>>,
                    #[serde(default, rename = "createdAt")]
                    _created_at: serde::de::IgnoredAny,
                    #[serde(default, rename = "updatedAt")]
                    _updated_at: serde::de::IgnoredAny,
                    #[serde(default, rename = "images")]
                    _images: serde::de::IgnoredAny,
                    #[serde(default, rename = "relations")]
                    _relations: serde::de::IgnoredAny,
                    $(#[serde(default, rename = $name)] $passed: serde::de::IgnoredAny,)*
                }
                let flat = Flat::deserialize(deserializer)?;
                let draft = celeiro_domain::catalog::ItemDraft {
                    external_id: flat.external_id,
                    name: flat.name,
                    description: flat.description,
                    category: flat.category,
                    manufacturer: flat.manufacturer,
                    price: flat.price,
                    currency: flat.currency,
                    tags: flat.tags,
                    status: flat.status,
                    attributes: flat.attributes,
                    notes: flat.notes,
                    packages: flat.packages,
                };
                Ok(Self { draft, $($own: flat.$own,)* })
            }
        }
    };
}
pub(crate) use reads_draft;
