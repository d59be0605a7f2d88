//! Before anything is fetched: the query with its context, filters that make sense.

use crate::app::App;
use crate::error::{AppError, Code};
use celeiro_domain::search::{Filters, Kind, MAX_CONTEXT_CHARS};

/// The query joined with the conversation's context, for FAQs; the catalog is asked the query alone
/// (SPEC §3.6).
pub(super) fn with_context(kind: Kind, query: &str, context: Option<&str>) -> String {
    match context.map(str::trim) {
        Some(context) if kind == Kind::Faqs && !context.is_empty() && !query.trim().is_empty() => {
            format!("{query}\n{context}").chars().take(MAX_CONTEXT_CHARS).collect()
        }
        _ => query.to_owned(),
    }
}

/// Names of filters that are no attributes.
const KNOWN: [&str; 5] = ["category", "manufacturer", "minPrice", "maxPrice", "tags"];

/// A filter on an attribute that no item has is a mistake, not an empty result.
pub(super) async fn check_filters(app: &App, filters: &Filters) -> Result<(), AppError> {
    for key in filters.attributes.keys() {
        if !app.store().attribute_exists(key).await? {
            let mut allowed: Vec<String> = KNOWN.iter().map(|k| (*k).to_owned()).collect();
            allowed.extend(app.store().attribute_names(20).await?);
            let name: String = key.chars().take(80).collect();
            return Err(AppError::new(Code::UnknownFilter)
                .with("name", name)
                .with("allowed", allowed.join(", ")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faqs_are_asked_with_context() {
        assert_eq!(with_context(Kind::Items, "soja", Some("falamos de milho")), "soja");
        assert_eq!(with_context(Kind::Faqs, "soja", Some("falamos de milho")), "soja\nfalamos de milho");
        assert_eq!(with_context(Kind::Faqs, " ", Some("falamos de milho")), " ");
        assert_eq!(
            with_context(Kind::Faqs, "q", Some(&"x".repeat(5_000))).chars().count(),
            MAX_CONTEXT_CHARS
        );
    }
}
