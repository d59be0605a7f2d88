//! How many items categories have with all that stands below them.

use crate::text::normalize_text;
use std::collections::HashMap;

/// A category with its own items.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategoryCount {
    /// Its name.
    pub name: String,
    /// The name of the category that it stands under; none at the top.
    pub parent: Option<String>,
    /// Its active items.
    pub active: u32,
    /// Its items that are not deleted.
    pub items: u32,
}

/// The active items and all items of each category with those of all categories below it, in the order of `categories`.
pub fn sum_subtrees(categories: &[CategoryCount]) -> Vec<(u32, u32)> {
    let places: HashMap<String, usize> =
        categories.iter().enumerate().map(|(at, one)| (normalize_text(&one.name), at)).collect();
    let place_of = |name: &str| places.get(&normalize_text(name)).copied();
    let parents: Vec<Option<usize>> =
        categories.iter().map(|one| one.parent.as_deref().and_then(place_of)).collect();
    let mut sums = vec![(0_u32, 0_u32); categories.len()];
    for (at, one) in categories.iter().enumerate() {
        let mut above = Some(at);
        // A circle, which is never stored, ends here too.
        for _ in 0..categories.len() {
            let Some(place) = above else { break };
            let sum = &mut sums[place];
            *sum = (sum.0.saturating_add(one.active), sum.1.saturating_add(one.items));
            above = parents[place];
        }
    }
    sums
}
