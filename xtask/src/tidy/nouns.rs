//! One type for each noun: what crate `store` reads leaves crate `app` as it is, so no type of the one has
//! the name of a type of the other.

use super::Finding;
use super::files::{Text, TrackedFiles};
use std::collections::BTreeMap;

/// Names that stand in both crates, at their place in `app`.
pub fn check(tracked: &TrackedFiles) -> Vec<Finding> {
    let of = |folder: &str| -> BTreeMap<String, &str> {
        let files = tracked.texts().iter().filter(|text| text.path.starts_with(folder) && text.is(&["rs"]));
        files.flat_map(|text| types(text).into_iter().map(|name| (name, text.path.as_str()))).collect()
    };
    let (store, app) = (of("crates/store/src/"), of("crates/app/src/"));
    let twice = app.iter().filter_map(|(name, place)| Some((name, place, store.get(name)?)));
    twice
        .map(|(name, place, other)| {
            let words =
                format!("{name} is a type of {other} too: keep one, in crate domain where both use it");
            Finding::error(*place, words)
        })
        .collect()
}

/// Public structs and enumerations of a file; those of the crate alone have no reader outside.
fn types(text: &Text) -> Vec<String> {
    let Ok(file) = syn::parse_file(&text.content) else { return Vec::new() };
    let is_public = |visibility: &syn::Visibility| matches!(visibility, syn::Visibility::Public(_));
    let name = |item: &syn::Item| match item {
        syn::Item::Struct(item) if is_public(&item.vis) => Some(item.ident.to_string()),
        syn::Item::Enum(item) if is_public(&item.vis) => Some(item.ident.to_string()),
        _ => None,
    };
    file.items.iter().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_of_both_crates_is_named() {
        let store = Text::new("crates/store/src/a.rs", "pub struct Facets; pub struct Row; struct Page;");
        let app = Text::new("crates/app/src/b.rs", "pub struct Facets; pub enum Other {} pub struct Page;");
        let found = check(&TrackedFiles::of(vec![store, app]));
        assert_eq!(found.len(), 1);
        assert!(found[0].place == "crates/app/src/b.rs" && found[0].words.starts_with("Facets "));
    }
}
