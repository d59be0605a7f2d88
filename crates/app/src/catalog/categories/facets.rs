//! Category facets with the tree: a category's count includes the items below it, as its filter does.

use super::list::count_of;
use celeiro_domain::catalog::FacetValue;
use celeiro_domain::catalog::categories::{CategoryCount, sum_subtrees};
use celeiro_domain::text::normalize_text;
use celeiro_store::ListedCategory;
use std::collections::HashMap;

/// Counts in the categories of the whole catalog. One of the tree without any item is among them, for items to choose.
pub(crate) fn add_tree(values: &mut Vec<FacetValue>, categories: &[ListedCategory]) {
    let counts: Vec<CategoryCount> = categories.iter().map(count_of).collect();
    let is_of_tree = |at: usize| categories[at].version > 0;
    add_sums(values, &counts, is_of_tree);
}

/// Counts in the categories beside a search, of which `values` are all that there are; `tree` has names and parents.
pub(crate) fn add_tree_of_search(values: &mut Vec<FacetValue>, tree: Vec<(String, Option<String>)>) {
    let own: HashMap<String, u32> =
        values.iter().map(|value| (normalize_text(&value.value), value.count)).collect();
    let count = |(name, parent): (String, Option<String>)| {
        let items = own.get(&normalize_text(&name)).copied().unwrap_or(0);
        CategoryCount { name, parent, active: items, items }
    };
    let counts: Vec<CategoryCount> = tree.into_iter().map(count).collect();
    add_sums(values, &counts, |_| false);
}

/// Gives each category the active items of all below it, and adds those that have none of their own: where items are
/// below them, or where `is_added`.
fn add_sums(values: &mut Vec<FacetValue>, counts: &[CategoryCount], is_added: impl Fn(usize) -> bool) {
    let places: HashMap<String, usize> =
        values.iter().enumerate().map(|(at, value)| (normalize_text(&value.value), at)).collect();
    for (at, (own, sum)) in counts.iter().zip(sum_subtrees(counts)).enumerate() {
        match places.get(&normalize_text(&own.name)) {
            Some(place) => values[*place].count = values[*place].count.max(sum.0),
            None if own.active < sum.0 || (own.active == 0 && is_added(at)) => {
                values.push(FacetValue { value: own.name.clone(), count: sum.0 });
            }
            None => {}
        }
    }
    values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.value.cmp(&b.value)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(value: &str, count: u32) -> FacetValue {
        FacetValue { value: value.into(), count }
    }

    #[test]
    fn beside_a_search_a_category_counts_what_is_found_below_it() {
        let mut values = vec![value("Herbicidas", 4), value("Adubos", 3), value("Fungicidas", 2)];
        let under = |name: &str, parent: Option<&str>| (name.to_owned(), parent.map(str::to_owned));
        let tree = vec![
            under("Defensivos", None),
            under("herbicidas", Some("Defensivos")),
            under("Fungicidas", Some("Defensivos")),
            under("Sementes", None),
        ];
        add_tree_of_search(&mut values, tree);
        let all =
            [value("Defensivos", 6), value("Herbicidas", 4), value("Adubos", 3), value("Fungicidas", 2)];
        assert_eq!(values, all);
    }
}
