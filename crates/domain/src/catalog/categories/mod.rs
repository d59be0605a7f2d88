//! The tree of categories. An item's category stays a text, the name of one category, compared folded; the tree gives
//! it a place. A category that items have and that the tree does not know stands at the top, by itself.
//!
//! A filter for a category finds what stands below it: the search gets the names (`app::search`), the grid asks the
//! function `categories_below` of the database.

mod change;
mod counts;
mod plan;
mod replace;
#[cfg(test)]
mod tests;
mod tree;

pub use change::CategoryChange;
pub use counts::{CategoryCount, sum_subtrees};
pub use plan::{CategoryPlan, CategoryRefusal, CategoryRename, FoundCategory, plan_category_change};
pub use replace::replace_category;
pub use tree::{
    CategoryNode, CategoryTree, FormerCategories, MAX_CATEGORIES, MAX_CATEGORY_DEPTH, NodeChange,
};
