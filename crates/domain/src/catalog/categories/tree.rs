//! The tree: categories by id and by folded name, what stands above and below each.

use crate::text::normalize_text;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap, HashSet};
use uuid::Uuid;

/// Levels of the tree at most, the top one included.
pub const MAX_CATEGORY_DEPTH: usize = 8;

/// Categories of the tree at most.
pub const MAX_CATEGORIES: usize = 10_000;

/// A category of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CategoryNode {
    /// Its id.
    pub id: Uuid,
    /// Its name; no other category has the same, whatever its case and accents.
    pub name: String,
    /// The category that it stands under; none at the top.
    pub parent: Option<Uuid>,
}

/// What a change makes of one category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeChange {
    /// The category.
    pub id: Uuid,
    /// What it was; none where the tree did not know it.
    pub before: Option<CategoryNode>,
    /// What it is; none where it is taken out.
    pub after: Option<CategoryNode>,
}

impl NodeChange {
    /// What the category is once the change is taken back, name and place each by itself; none where it was not there.
    ///
    /// # Errors
    /// The category, where the same was changed since.
    fn take_back(&self, now: Option<&CategoryNode>) -> Result<Option<CategoryNode>, Uuid> {
        if now == self.before.as_ref() {
            return Ok(now.cloned());
        }
        match (&self.before, &self.after, now) {
            (Some(before), Some(after), Some(now)) => {
                let name = take_back_value(&before.name, &after.name, &now.name);
                let parent = take_back_value(&before.parent, &after.parent, &now.parent);
                let (name, parent) = name.zip(parent).ok_or(self.id)?;
                Ok(Some(CategoryNode { id: self.id, name, parent }))
            }
            (before, after, now) if now == after.as_ref() => Ok(before.clone()),
            _ => Err(self.id),
        }
    }
}

/// A value once its change from `before` to `after` is taken back; none where it was changed since.
fn take_back_value<T: Clone + PartialEq>(before: &T, after: &T, now: &T) -> Option<T> {
    match before == after || now == before {
        true => Some(now.clone()),
        false => (now == after).then(|| before.clone()),
    }
}

/// Which of the categories that an operation put into the tree were there before, of items alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormerCategories<'a> {
    /// All of them: the operation moved or merged one.
    All,
    /// Those alone under which it put another one.
    Parents,
    /// The one that it renamed, by the name that most of its items had.
    Renamed(&'a str),
}

/// All categories that the tree knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CategoryTree {
    nodes: BTreeMap<Uuid, CategoryNode>,
}

impl CategoryTree {
    /// A tree of these categories.
    pub fn new(nodes: impl IntoIterator<Item = CategoryNode>) -> Self {
        Self { nodes: nodes.into_iter().map(|node| (node.id, node)).collect() }
    }

    /// The category with this id.
    pub fn get(&self, id: Uuid) -> Option<&CategoryNode> {
        self.nodes.get(&id)
    }

    /// The category with this name, whatever its case and accents.
    pub fn find(&self, name: &str) -> Option<&CategoryNode> {
        let folded = normalize_text(name);
        self.nodes.values().find(|node| normalize_text(&node.name) == folded)
    }

    /// The categories below one, at any level.
    pub fn descendants(&self, id: Uuid) -> HashSet<Uuid> {
        let mut below = HashSet::new();
        let mut next = vec![id];
        let children = self.children();
        while let Some(parent) = next.pop() {
            let of_parent = children.get(&parent).map_or(&[][..], Vec::as_slice);
            next.extend(of_parent.iter().copied().filter(|child| below.insert(*child)));
        }
        below
    }

    /// The categories right below each.
    fn children(&self) -> HashMap<Uuid, Vec<Uuid>> {
        let mut children: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
        for node in self.nodes.values() {
            if let Some(parent) = node.parent {
                children.entry(parent).or_default().push(node.id);
            }
        }
        children
    }

    /// Lists the names from the top of the tree down to a category; a circle ends it.
    pub fn path(&self, id: Uuid) -> Vec<&str> {
        let mut seen = HashSet::new();
        let mut path = Vec::new();
        let mut at = Some(id);
        while let Some(node) = at.and_then(|id| self.nodes.get(&id)).filter(|node| seen.insert(node.id)) {
            path.push(node.name.as_str());
            at = node.parent;
        }
        path.reverse();
        path
    }

    /// Whether every category has a name of its own and stands, over at most [`MAX_CATEGORY_DEPTH`] levels, under one
    /// that is there.
    pub fn is_sound(&self) -> bool {
        let names: HashSet<String> = self.nodes.values().map(|node| normalize_text(&node.name)).collect();
        let stands =
            |node: &CategoryNode| self.reaches_top(node) && self.path(node.id).len() <= MAX_CATEGORY_DEPTH;
        names.len() == self.nodes.len() && self.nodes.values().all(stands)
    }

    /// Whether the way up from a category ends at the top, not in a circle or in nothing.
    fn reaches_top(&self, node: &CategoryNode) -> bool {
        let mut at = node;
        for _ in 0..=self.nodes.len() {
            match at.parent {
                None => return true,
                Some(parent) => match self.nodes.get(&parent) {
                    Some(above) => at = above,
                    None => return false,
                },
            }
        }
        false
    }

    /// Counts the categories that the tree knows.
    pub(super) fn count_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The levels of the tree.
    pub(super) fn depth(&self) -> usize {
        self.nodes.keys().map(|id| self.path(*id).len()).max().unwrap_or(0)
    }

    pub(super) fn has_children(&self, id: Uuid) -> bool {
        self.nodes.values().any(|node| node.parent == Some(id))
    }

    /// Puts a category in, or in the place of the one with its id.
    pub fn put(&mut self, node: CategoryNode) {
        self.nodes.insert(node.id, node);
    }

    /// Takes a category out.
    pub fn remove(&mut self, id: Uuid) {
        self.nodes.remove(&id);
    }

    pub(super) fn rename(&mut self, id: Uuid, name: &str) {
        if let Some(node) = self.nodes.get_mut(&id) {
            name.clone_into(&mut node.name);
        }
    }

    pub(super) fn place_under(&mut self, id: Uuid, parent: Option<Uuid>) {
        if let Some(node) = self.nodes.get_mut(&id) {
            node.parent = parent;
        }
    }

    /// Puts the categories right below one under another.
    pub(super) fn hand_over_children(&mut self, from: Uuid, to: Option<Uuid>) {
        for node in self.nodes.values_mut().filter(|node| node.parent == Some(from)) {
            node.parent = to;
        }
    }

    /// The tree once changes of it are taken back; what was changed since beside them stays.
    ///
    /// # Errors
    /// The categories whose name or place was changed since, or all of `changes` where the tree would have a name twice,
    /// a circle, or a category in a place that there is not any more.
    pub fn take_back(&self, changes: &[NodeChange]) -> Result<Self, Vec<Uuid>> {
        let mut tree = self.clone();
        let mut conflicts = Vec::new();
        for change in changes {
            match change.take_back(self.get(change.id)) {
                Ok(Some(node)) => tree.put(node),
                Ok(None) => tree.remove(change.id),
                Err(changed) => conflicts.push(changed),
            }
        }
        if conflicts.is_empty() && !tree.is_sound() {
            conflicts.extend(changes.iter().map(|change| change.id));
        }
        if conflicts.is_empty() { Ok(tree) } else { Err(conflicts) }
    }

    /// The changes of an operation as they can be taken back: a category that items alone had, and that the operation put
    /// into the tree, stays in it where others stand below it by now, at the top as before, by the name that it had.
    /// `former` says which of those that the operation put in were there before.
    pub fn keep_parents(
        &self,
        mut changes: Vec<NodeChange>,
        former: FormerCategories<'_>,
    ) -> Vec<NodeChange> {
        let is_parent = |id: Uuid| {
            let mut after = changes.iter().filter_map(|change| change.after.as_ref());
            after.any(|node| node.parent == Some(id))
        };
        let stays = |change: &NodeChange| {
            let is_former = former != FormerCategories::Parents || is_parent(change.id);
            let was_there = change.before.is_none() && is_former;
            was_there && !self.children_beside(change.id, &changes).is_empty()
        };
        let kept: HashSet<Uuid> =
            changes.iter().filter(|change| stays(change)).map(|change| change.id).collect();
        for change in changes.iter_mut().filter(|change| kept.contains(&change.id)) {
            let name = |node: &CategoryNode| match former {
                FormerCategories::Renamed(name) => name.to_owned(),
                FormerCategories::All | FormerCategories::Parents => node.name.clone(),
            };
            change.before = change.after.as_ref().map(|node| CategoryNode {
                id: node.id,
                name: name(node),
                parent: None,
            });
        }
        changes
    }

    /// The names of the categories right below one, in their order, without those that `changes` are about.
    pub fn children_beside(&self, id: Uuid, changes: &[NodeChange]) -> Vec<&str> {
        let is_beside = |node: &&CategoryNode| changes.iter().all(|change| change.id != node.id);
        let below = self.nodes.values().filter(|node| node.parent == Some(id)).filter(is_beside);
        let mut names: Vec<&str> = below.map(|node| node.name.as_str()).collect();
        names.sort_unstable();
        names
    }

    /// What became of each category that is other than before.
    pub fn compare(before: &Self, after: &Self) -> Vec<NodeChange> {
        let mut ids: Vec<Uuid> = before.nodes.keys().chain(after.nodes.keys()).copied().collect();
        ids.sort_unstable();
        ids.dedup();
        let changes = ids.into_iter().map(|id| NodeChange {
            id,
            before: before.get(id).cloned(),
            after: after.get(id).cloned(),
        });
        changes.filter(|change| change.before != change.after).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn node(id: u128, name: &str, parent: Option<u128>) -> CategoryNode {
        CategoryNode { id: Uuid::from_u128(id), name: name.into(), parent: parent.map(Uuid::from_u128) }
    }

    /// Categories one below the other.
    fn chain(length: u128) -> CategoryTree {
        CategoryTree::new((1..=length).map(|id| node(id, &format!("N{id}"), (id > 1).then(|| id - 1))))
    }

    #[test]
    fn a_tree_is_sound_down_to_its_deepest_level_and_no_further() {
        assert!(CategoryTree::default().is_sound());
        assert!(chain(MAX_CATEGORY_DEPTH as u128).is_sound());
        assert!(!chain(MAX_CATEGORY_DEPTH as u128 + 1).is_sound());
        assert_eq!((chain(8).depth(), CategoryTree::default().depth()), (8, 0));
    }

    #[test]
    fn a_circle_a_missing_place_and_a_name_twice_are_not_sound() {
        let circle = CategoryTree::new([node(1, "A", Some(2)), node(2, "B", Some(1))]);
        let lost = CategoryTree::new([node(1, "A", Some(9))]);
        let twice = CategoryTree::new([node(1, "Rações", None), node(2, "RACOES", None)]);
        assert!(!circle.is_sound() && !lost.is_sound() && !twice.is_sound());
        assert_eq!(circle.path(Uuid::from_u128(1)), ["B", "A"], "a circle ends the way up");
        assert_eq!(circle.descendants(Uuid::from_u128(1)).len(), 2, "and the way down");
    }

    #[test]
    fn a_category_has_below_it_all_levels_and_not_its_neighbours() {
        let mut tree = chain(4);
        tree.put(node(9, "Outra", Some(1)));
        let below = |id| tree.descendants(Uuid::from_u128(id)).len();
        assert_eq!((below(1), below(2), below(4), below(9), below(77)), (4, 2, 0, 0, 0));
        assert!(tree.has_children(Uuid::from_u128(3)) && !tree.has_children(Uuid::from_u128(4)));
        assert_eq!(tree.find("n3").map(|node| node.id), Some(Uuid::from_u128(3)));
    }

    #[test]
    fn children_are_handed_over_and_grandchildren_go_along() {
        let mut tree = chain(3);
        tree.hand_over_children(Uuid::from_u128(1), None);
        assert_eq!(tree.path(Uuid::from_u128(3)), ["N2", "N3"]);
    }

    #[test]
    fn taking_a_name_back_leaves_a_place_that_was_given_since() {
        let change = NodeChange {
            id: Uuid::from_u128(1),
            before: Some(node(1, "Antes", None)),
            after: Some(node(1, "Depois", None)),
        };
        let since = CategoryTree::new([node(1, "Depois", Some(2)), node(2, "Acima", None)]);
        let back = since.take_back(std::slice::from_ref(&change)).unwrap();
        assert_eq!(back.get(change.id), Some(&node(1, "Antes", Some(2))));
        let renamed = CategoryTree::new([node(1, "Outro", None)]);
        assert_eq!(renamed.take_back(std::slice::from_ref(&change)), Err(vec![change.id]));
    }

    #[test]
    fn a_category_that_items_had_goes_back_to_the_top_with_what_stands_below_it_since() {
        let id = Uuid::from_u128(1);
        let moved = vec![NodeChange { id, before: None, after: Some(node(1, "Herbicidas", Some(2))) }];
        let since = CategoryTree::new([
            node(1, "Herbicidas", Some(2)),
            node(2, "Defensivos", None),
            node(3, "Dessecantes", Some(1)),
        ]);
        assert_eq!(since.children_beside(id, &moved), ["Dessecantes"]);
        let back = since.take_back(&since.keep_parents(moved.clone(), FormerCategories::All)).unwrap();
        assert_eq!(back.path(Uuid::from_u128(3)), ["Herbicidas", "Dessecantes"]);
        // One that was made by the operation was nowhere before.
        assert_eq!(
            since.take_back(&since.keep_parents(moved.clone(), FormerCategories::Parents)),
            Err(vec![id])
        );
        // Without anything below it, it goes out of the tree as it came in.
        let alone = CategoryTree::new([node(1, "Herbicidas", Some(2)), node(2, "Defensivos", None)]);
        let back = alone.take_back(&alone.keep_parents(moved, FormerCategories::All)).unwrap();
        assert_eq!((back.get(id), back.count_nodes()), (None, 1));
    }

    #[test]
    fn a_category_under_which_another_was_made_stays_for_those_that_came_since() {
        let (parent, made) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let changes = vec![
            NodeChange { id: parent, before: None, after: Some(node(1, "Adubos", None)) },
            NodeChange { id: made, before: None, after: Some(node(2, "Foliares", Some(1))) },
        ];
        let since = CategoryTree::new([
            node(1, "Adubos", None),
            node(2, "Foliares", Some(1)),
            node(3, "De solo", Some(1)),
        ]);
        let back = since.take_back(&since.keep_parents(changes, FormerCategories::Parents)).unwrap();
        assert_eq!(back.path(Uuid::from_u128(3)), ["Adubos", "De solo"]);
        assert_eq!(back.get(made), None);
    }

    #[test]
    fn a_category_of_items_alone_that_was_renamed_gets_its_name_back_above_what_stands_below_it_since() {
        let id = Uuid::from_u128(1);
        let renamed = vec![NodeChange { id, before: None, after: Some(node(1, "Mata-mato", None)) }];
        let since = CategoryTree::new([node(1, "Mata-mato", None), node(2, "Dessecantes", Some(1))]);
        let former = FormerCategories::Renamed("Herbicidas");
        let back = since.take_back(&since.keep_parents(renamed.clone(), former)).unwrap();
        assert_eq!(back.path(Uuid::from_u128(2)), ["Herbicidas", "Dessecantes"]);
        let alone = CategoryTree::new([node(1, "Mata-mato", None)]);
        let back = alone.take_back(&alone.keep_parents(renamed, former)).unwrap();
        assert_eq!(back.get(id), None, "without anything below it, it goes out of the tree");
    }

    #[test]
    fn a_name_that_another_category_has_since_is_not_given_back() {
        let change = NodeChange {
            id: Uuid::from_u128(1),
            before: Some(node(1, "Adubos", None)),
            after: Some(node(1, "Fertilizantes", None)),
        };
        let since = CategoryTree::new([node(1, "Fertilizantes", None), node(2, "ADUBOS", None)]);
        assert_eq!(since.take_back(std::slice::from_ref(&change)), Err(vec![change.id]));
    }

    proptest! {
        #[test]
        fn what_is_compared_can_be_taken_back(before in 0_u128..8, after in 0_u128..8) {
            let (before, after) = (chain(before), chain(after));
            let changes = CategoryTree::compare(&before, &after);
            prop_assert_eq!(after.take_back(&changes), Ok(before.clone()));
            prop_assert!(CategoryTree::compare(&before, &before).is_empty());
        }
    }
}
