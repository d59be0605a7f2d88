//! The tree of categories. An item's category stays a text, the name of one category, compared folded; the tree gives
//! it a place. A category that items have and that the tree does not know stands at the top, by itself.

mod change;
mod counts;
mod plan;
#[cfg(test)]
mod tests;
mod tree;

pub use change::CategoryChange;
pub use counts::{CategoryCount, sum_subtrees};
pub use plan::{CategoryPlan, CategoryRefusal, CategoryRename, FoundCategory, plan_category_change};
pub use tree::{CategoryNode, CategoryTree, MAX_CATEGORIES, MAX_CATEGORY_DEPTH, NodeChange};

use crate::text::normalize_text;
use std::collections::HashSet;

/// A list of categories in which `from`, folded, is called `to`; each category once. `None` where `from` is not in it.
pub fn replace_category(list: &[String], from: &str, to: &str) -> Option<Vec<String>> {
    if !list.iter().any(|one| normalize_text(one) == from) {
        return None;
    }
    let mut seen = HashSet::new();
    let renamed = list.iter().map(|one| if normalize_text(one) == from { to } else { one.as_str() });
    Some(renamed.filter(|one| seen.insert(normalize_text(one))).map(str::to_owned).collect())
}
