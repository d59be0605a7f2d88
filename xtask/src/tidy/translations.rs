//! Both languages say the same things: files of translations in one folder have the same keys.
//!
//! Whether texts are used, and their placeholders, is checked by tests beside the files.

use super::Finding;
use super::files::TrackedFiles;
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeSet;

const LANGUAGES: [&str; 2] = ["pt-BR.json", "en.json"];
/// Endings by which i18next tells plural forms apart; languages differ in which they need.
const PLURALS: [&str; 6] = ["_zero", "_one", "_two", "_few", "_many", "_other"];

/// Compares each `pt-BR.json` with the `en.json` beside it.
///
/// # Errors
/// A file of translations is no JSON.
pub fn check(tracked: &TrackedFiles) -> anyhow::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for file in tracked.texts() {
        for (own, other) in [(LANGUAGES[0], LANGUAGES[1]), (LANGUAGES[1], LANGUAGES[0])] {
            let Some(folder) = file.path.strip_suffix(own).filter(|f| f.is_empty() || f.ends_with('/'))
            else {
                continue;
            };
            let beside = format!("{folder}{other}");
            let Some(pair) = tracked.texts().iter().find(|file| file.path == beside) else {
                findings.push(Finding::error(&file.path, format!("{other} beside it is missing")));
                continue;
            };
            let theirs = keys(&pair.content).with_context(|| beside.clone())?;
            let ours = keys(&file.content).with_context(|| file.path.clone())?;
            for key in theirs.difference(&ours) {
                findings.push(Finding::error(&file.path, format!("no text for {key}, which {other} has")));
            }
        }
    }
    Ok(findings)
}

/// All keys with a text, joined by dots, plural forms folded to one.
fn keys(json: &str) -> anyhow::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    collect(&serde_json::from_str(json)?, "", &mut found);
    Ok(found)
}

fn collect(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, inner) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                collect(inner, &path, found);
            }
        }
        _ => {
            let base = PLURALS.iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
            found.insert(base.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::Text;
    use super::*;

    fn compare_keys(pt: &str, en: &str) -> Vec<String> {
        let tracked = TrackedFiles::of(vec![Text::new("a/pt-BR.json", pt), Text::new("a/en.json", en)]);
        check(&tracked).unwrap().into_iter().map(|f| format!("{} {}", f.place, f.words)).collect()
    }

    #[test]
    fn equal_keys_are_fine_and_plurals_may_differ() {
        let pt = r#"{"a": {"b": "x"}, "n_one": "1", "n_many": "2", "n_other": "3"}"#;
        let en = r#"{"n_one": "1", "n_other": "3", "a": {"b": "y"}}"#;
        assert_eq!(compare_keys(pt, en), Vec::<String>::new());
    }

    #[test]
    fn a_key_missing_on_either_side_is_named() {
        let found = compare_keys(r#"{"a": "x", "só": "x"}"#, r#"{"a": "x", "b": {"c": "y"}}"#);
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("a/pt-BR.json no text for b.c"), "{found:?}");
        assert!(found[1].starts_with("a/en.json no text for só"), "{found:?}");
    }

    #[test]
    fn a_language_alone_is_named() {
        let tracked = TrackedFiles::of(vec![Text::new("pt-BR.json", "{}")]);
        assert_eq!(check(&tracked).unwrap().len(), 1);
    }
}
