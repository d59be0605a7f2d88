//! Preparation of a search: the query with its context, validated filters.

use crate::app::App;
use crate::error::{AppError, Code};
use celeiro_domain::catalog::{FieldError, FieldErrorCode};
use celeiro_domain::search::queried_ids::{find_queried_ids, without_queried_ids};
use celeiro_domain::search::{Filters, Kind, MAX_CONTEXT_CHARS, MAX_QUERY_CHARS, SearchRequest};
use celeiro_domain::text::normalize_text;
use std::collections::HashSet;
use uuid::Uuid;

/// Refuses a request whose query or context is longer than [`MAX_QUERY_CHARS`]: a search for its beginning
/// alone would answer another question than the one that was asked.
///
/// # Errors
/// `invalid_fields`.
pub(super) fn check_lengths(request: &SearchRequest) -> Result<(), AppError> {
    let context = request.query_context.as_deref().unwrap_or_default();
    let texts = [("query", request.query.as_str()), ("queryContext", context)];
    let errors: Vec<FieldError> =
        texts.into_iter().filter_map(|(field, text)| find_excess(field, text)).collect();
    if errors.is_empty() { Ok(()) } else { Err(AppError::fields(errors)) }
}

/// Finds what is wrong with a search's query of more than [`MAX_QUERY_CHARS`] characters that stands in `field`.
pub(crate) fn find_excess(field: &str, text: &str) -> Option<FieldError> {
    let spell_limit = || format!("0..{MAX_QUERY_CHARS}");
    let is_longer = text.chars().nth(MAX_QUERY_CHARS).is_some();
    is_longer.then(|| FieldError::new(field, FieldErrorCode::TooLong, text, spell_limit()))
}

/// The query joined with the conversation's context, for FAQs; the catalog gets the query alone.
pub(super) fn with_context(kind: Kind, query: &str, context: Option<&str>) -> String {
    match context.map(str::trim) {
        Some(context) if kind == Kind::Faqs && !context.is_empty() && !query.trim().is_empty() => {
            format!("{query}\n{context}").chars().take(MAX_CONTEXT_CHARS).collect()
        }
        _ => query.to_owned(),
    }
}

/// The records that the query names by their ids elsewhere, and the query without those names.
pub(super) async fn split_named_records(
    app: &App,
    kind: Kind,
    query: &str,
    filters: Option<&Filters>,
) -> Result<(Vec<Uuid>, String), AppError> {
    let names = find_queried_ids(query);
    if names.is_empty() {
        return Ok((Vec::new(), query.to_owned()));
    }
    let open = Filters::default();
    let found = app.search_store().named_records(kind, &names, filters.unwrap_or(&open)).await?;
    if found.is_empty() {
        return Ok((Vec::new(), query.to_owned()));
    }
    let names: Vec<String> = found.iter().map(|record| record.name.clone()).collect();
    let mut records: Vec<Uuid> = Vec::new();
    for record in found {
        if !records.contains(&record.id) {
            records.push(record.id);
        }
    }
    Ok((records, without_queried_ids(query, &names)))
}

/// Names of filters that are no attributes.
const KNOWN: [&str; 6] = ["category", "manufacturer", "minPrice", "maxPrice", "tags", "stock"];

/// A filter on an attribute that no item has is a mistake, not an empty result.
pub(super) async fn check_filters(app: &App, filters: &Filters) -> Result<(), AppError> {
    for key in filters.attributes.keys() {
        if !app.search_store().attribute_exists(key).await? {
            let mut allowed: Vec<String> = KNOWN.iter().map(|k| (*k).to_owned()).collect();
            allowed.extend(app.search_store().attribute_names(20).await?);
            let name: String = key.chars().take(80).collect();
            return Err(AppError::new(Code::UnknownFilter)
                .with("name", name)
                .with("allowed", allowed.join(", ")));
        }
    }
    Ok(())
}

/// The conditions with all categories below those that they name. The texts that a digest of the word index and the
/// grid compare are the same as those of a request that names each of them.
///
/// # Errors
/// The error of the database.
pub(super) async fn widen_filters(app: &App, filters: Option<&Filters>) -> Result<Filters, AppError> {
    let mut filters = filters.cloned().unwrap_or_default();
    drop_repeated_values(&mut filters);
    if !filters.category.is_empty() {
        let named: Vec<String> = filters.category.iter().map(|name| normalize_text(name)).collect();
        let below = app.search_store().categories_below(&named).await?;
        filters.category.extend(below.into_iter().filter(|folded| !named.contains(folded)));
    }
    Ok(filters)
}

/// Removes values that a filter has already: each would fetch the same list of rows once more.
fn drop_repeated_values(filters: &mut Filters) {
    for values in [&mut filters.category, &mut filters.manufacturer, &mut filters.tags] {
        let mut seen = HashSet::new();
        values.retain(|value| seen.insert(normalize_text(value)));
    }
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

    #[test]
    fn a_value_that_is_said_again_in_another_spelling_is_asked_for_once() {
        let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<String>>();
        let mut filters = Filters {
            tags: texts(&["Soja", "milho", "SOJA"]),
            category: texts(&["Óleo", "oleo"]),
            ..Filters::default()
        };
        drop_repeated_values(&mut filters);
        assert_eq!((filters.tags, filters.category), (texts(&["Soja", "milho"]), texts(&["Óleo"])));
    }

    #[test]
    fn a_query_at_its_limit_is_searched_and_one_letter_more_is_refused_by_its_field() {
        let fields = |query: &str, context: Option<&str>| -> Vec<String> {
            let request = SearchRequest {
                query: query.to_owned(),
                query_context: context.map(str::to_owned),
                ..SearchRequest::default()
            };
            let error = check_lengths(&request).err();
            let details = error.and_then(|error| error.to_body(celeiro_domain::search::Lang::En).details);
            let fields = details.as_ref().and_then(|details| details["fields"].as_array());
            fields.into_iter().flatten().map(|one| one["field"].as_str().unwrap().to_owned()).collect()
        };
        let (most, beyond) = ("ã".repeat(MAX_QUERY_CHARS), "ã".repeat(MAX_QUERY_CHARS + 1));
        assert!(fields("", None).is_empty() && fields(&most, Some(&most)).is_empty());
        assert_eq!(fields(&beyond, None), ["query"]);
        assert_eq!(fields("soja", Some(&beyond)), ["queryContext"]);
        assert_eq!(fields(&beyond, Some(&beyond)), ["query", "queryContext"]);
    }
}
