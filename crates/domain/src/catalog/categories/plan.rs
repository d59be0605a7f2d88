//! What a change makes of the tree, or why it cannot be made.

use super::tree::{CategoryNode, CategoryTree, MAX_CATEGORIES, MAX_CATEGORY_DEPTH};
use super::{CategoryChange, NodeChange};
use crate::text::normalize_text;
use std::collections::HashMap;
use uuid::Uuid;

/// A category that items have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCategory {
    /// Its name as an item spells it.
    pub name: String,
    /// Its items that are not deleted.
    pub items: i64,
}

/// The new category of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryRename {
    /// The category that they have, folded.
    pub from: String,
    /// The category that they get.
    pub to: String,
}

/// A change that can be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CategoryPlan {
    /// The name of the category that is changed, as it is afterwards; of one that goes, that of the one it went into or
    /// its own.
    pub name: String,
    /// What becomes of the categories of the tree.
    pub changes: Vec<NodeChange>,
    /// Which items get another category.
    pub rename: Option<CategoryRename>,
}

/// Why a change cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CategoryRefusal {
    /// There is no such category.
    Missing(String),
    /// Another category has the name.
    Taken(String),
    /// The category would stand under itself, or under one that is below it.
    Cycle {
        /// The category.
        category: String,
        /// Where it was to stand.
        parent: String,
    },
    /// The tree would have more than [`MAX_CATEGORY_DEPTH`] levels.
    TooDeep,
    /// The tree would know more than [`MAX_CATEGORIES`] categories.
    TooMany,
    /// A category that is to be deleted has items, or categories below it.
    NotEmpty {
        /// The category.
        category: String,
        /// Its items that are not deleted.
        items: i64,
    },
}

/// Plans a change. `found` are the categories of items among those that the change names, by their folded names;
/// `new_id` gives ids to categories that the tree does not know yet.
///
/// # Errors
/// [`CategoryRefusal`].
pub fn plan_category_change(
    tree: &CategoryTree,
    found: &HashMap<String, FoundCategory>,
    change: &CategoryChange,
    new_id: impl FnMut() -> Uuid,
) -> Result<CategoryPlan, CategoryRefusal> {
    let mut draft = Draft { tree: tree.clone(), found, new_id };
    let (name, rename) = match change {
        CategoryChange::Create { name, parent } => (draft.create(name, parent.as_deref())?, None),
        CategoryChange::Rename { category, name } => (name.clone(), Some(draft.rename(category, name)?)),
        CategoryChange::Move { category, parent } => (draft.place(category, parent.as_deref())?, None),
        CategoryChange::Merge { category, into } => {
            let rename = draft.merge(category, into)?;
            (rename.to.clone(), Some(rename))
        }
        CategoryChange::Delete { category } => (draft.delete(category)?, None),
    };
    let count = draft.tree.count_nodes();
    if count > MAX_CATEGORIES && count > tree.count_nodes() {
        return Err(CategoryRefusal::TooMany);
    }
    if draft.tree.depth() > MAX_CATEGORY_DEPTH {
        return Err(CategoryRefusal::TooDeep);
    }
    Ok(CategoryPlan { name, changes: CategoryTree::compare(tree, &draft.tree), rename })
}

struct Draft<'a, N> {
    tree: CategoryTree,
    found: &'a HashMap<String, FoundCategory>,
    new_id: N,
}

impl<N: FnMut() -> Uuid> Draft<'_, N> {
    /// The category of this name; one that items alone have gets its place at the top.
    fn take(&mut self, name: &str) -> Result<CategoryNode, CategoryRefusal> {
        if let Some(node) = self.tree.find(name) {
            return Ok(node.clone());
        }
        let found = self.found.get(&normalize_text(name));
        let found = found.ok_or_else(|| CategoryRefusal::Missing(name.to_owned()))?;
        let node = CategoryNode { id: (self.new_id)(), name: found.name.clone(), parent: None };
        self.tree.put(node.clone());
        Ok(node)
    }

    /// Refuses a name that another category than `own` has.
    fn require_free(&self, name: &str, own: Option<Uuid>) -> Result<(), CategoryRefusal> {
        let in_tree = self.tree.find(name);
        let is_own = in_tree.is_some_and(|node| Some(node.id) == own);
        if is_own || (in_tree.is_none() && !self.found.contains_key(&normalize_text(name))) {
            return Ok(());
        }
        Err(CategoryRefusal::Taken(name.to_owned()))
    }

    fn create(&mut self, name: &str, parent: Option<&str>) -> Result<String, CategoryRefusal> {
        self.require_free(name, None)?;
        let parent = parent.map(|parent| self.take(parent)).transpose()?.map(|parent| parent.id);
        self.tree.put(CategoryNode { id: (self.new_id)(), name: name.to_owned(), parent });
        Ok(name.to_owned())
    }

    fn rename(&mut self, category: &str, name: &str) -> Result<CategoryRename, CategoryRefusal> {
        let node = self.take(category)?;
        self.require_free(name, Some(node.id))?;
        self.tree.rename(node.id, name);
        Ok(CategoryRename { from: normalize_text(category), to: name.to_owned() })
    }

    fn place(&mut self, category: &str, parent: Option<&str>) -> Result<String, CategoryRefusal> {
        let node = self.take(category)?;
        let parent = parent.map(|parent| self.take(parent)).transpose()?;
        if let Some(parent) = &parent
            && (parent.id == node.id || self.tree.descendants(node.id).contains(&parent.id))
        {
            return Err(CategoryRefusal::Cycle { category: node.name, parent: parent.name.clone() });
        }
        self.tree.place_under(node.id, parent.map(|parent| parent.id));
        Ok(node.name)
    }

    /// What stands below the category stands below the other afterwards; one that is itself below the category takes
    /// its place.
    fn merge(&mut self, category: &str, into: &str) -> Result<CategoryRename, CategoryRefusal> {
        let (goes, stays) = (self.take(category)?, self.take(into)?);
        let above = match self.tree.descendants(goes.id).contains(&stays.id) {
            true => goes.parent,
            false => Some(stays.id),
        };
        self.tree.hand_over_children(goes.id, above);
        self.tree.remove(goes.id);
        Ok(CategoryRename { from: normalize_text(category), to: stays.name })
    }

    fn delete(&mut self, category: &str) -> Result<String, CategoryRefusal> {
        let node = self.take(category)?;
        let items = self.found.get(&normalize_text(category)).map_or(0, |found| found.items);
        if items > 0 || self.tree.has_children(node.id) {
            return Err(CategoryRefusal::NotEmpty { category: node.name, items });
        }
        self.tree.remove(node.id);
        Ok(node.name)
    }
}
