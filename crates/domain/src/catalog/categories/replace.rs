//! Lists that name categories, once one of these has another name.

use crate::text::normalize_text;
use std::collections::HashSet;

/// Replaces `from`, folded, by `to` in a list of categories; each category once. `None` where `from` is not in it.
pub fn replace_category(list: &[String], from: &str, to: &str) -> Option<Vec<String>> {
    if !list.iter().any(|one| normalize_text(one) == from) {
        return None;
    }
    let mut seen = HashSet::new();
    let renamed = list.iter().map(|one| if normalize_text(one) == from { to } else { one.as_str() });
    Some(renamed.filter(|one| seen.insert(normalize_text(one))).map(str::to_owned).collect())
}
