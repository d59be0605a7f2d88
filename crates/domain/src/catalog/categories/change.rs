//! A change of the tree, as it is asked for.

use crate::catalog::{FieldError, FieldErrorCode, LIMITS, clean_text};
use crate::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// A change of the tree. Categories are named, in any case and with any accents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Type, JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum CategoryChange {
    /// A new category, without items.
    Create {
        /// Its name, 1 to 300 characters.
        name: String,
        /// The category that it stands under; at the top where absent.
        #[serde(default)]
        parent: Option<String>,
    },
    /// Another name; all items of the category follow.
    Rename {
        /// The category.
        category: String,
        /// Its new name, 1 to 300 characters.
        name: String,
    },
    /// Another place; the categories below it go along.
    Move {
        /// The category.
        category: String,
        /// The category that it stands under from then on; at the top where absent.
        #[serde(default)]
        parent: Option<String>,
    },
    /// Makes one category of two: items, and what names the category, become those of the other.
    Merge {
        /// The category that goes.
        category: String,
        /// The category that stays.
        into: String,
    },
    /// Takes a category without items and without categories below it away.
    Delete {
        /// The category.
        category: String,
    },
}

impl CategoryChange {
    /// Cleans new names and checks that no name is blank.
    ///
    /// # Errors
    /// Every invalid field, with what is allowed.
    pub fn check(mut self) -> Result<Self, Vec<FieldError>> {
        let mut errors = Vec::new();
        match &mut self {
            Self::Create { name, parent } => {
                *name = check_name(name, &mut errors);
                require_reference("parent", parent.as_deref(), &mut errors);
            }
            Self::Rename { category, name } => {
                require_reference("category", Some(category.as_str()), &mut errors);
                *name = check_name(name, &mut errors);
            }
            Self::Move { category, parent } => {
                require_reference("category", Some(category.as_str()), &mut errors);
                require_reference("parent", parent.as_deref(), &mut errors);
            }
            Self::Merge { category, into } => {
                require_reference("category", Some(category.as_str()), &mut errors);
                require_reference("into", Some(into.as_str()), &mut errors);
                if normalize_text(category) == normalize_text(into) {
                    errors.push(FieldError::new("into", FieldErrorCode::NotPossible, into, ""));
                }
            }
            Self::Delete { category } => require_reference("category", Some(category.as_str()), &mut errors),
        }
        if errors.is_empty() { Ok(self) } else { Err(errors) }
    }

    /// The category that is changed; none where it is new.
    pub fn category(&self) -> Option<&str> {
        match self {
            Self::Create { .. } => None,
            Self::Rename { category, .. }
            | Self::Move { category, .. }
            | Self::Merge { category, .. }
            | Self::Delete { category } => Some(category),
        }
    }

    /// Lists all category names that the change of the tree gives or refers to.
    pub fn names(&self) -> Vec<&str> {
        let (one, other) = match self {
            Self::Create { name, parent } => (name, parent.as_ref()),
            Self::Rename { category, name } => (category, Some(name)),
            Self::Move { category, parent } => (category, parent.as_ref()),
            Self::Merge { category, into } => (category, Some(into)),
            Self::Delete { category } => (category, None),
        };
        std::iter::once(one).chain(other).map(String::as_str).collect()
    }

    /// Whether the change of the tree gives items another category.
    pub fn writes_items(&self) -> bool {
        matches!(self, Self::Rename { .. } | Self::Merge { .. })
    }
}

/// Cleans a new name. One of signs alone folds to nothing and would be that of every other such name; one that becomes
/// longer than the limit folded cannot be compared with what items have.
fn check_name(name: &str, errors: &mut Vec<FieldError>) -> String {
    let known = errors.len();
    let name = clean_text(name, "name", LIMITS.category, errors);
    let folded = normalize_text(&name).chars().count();
    let allowed = format!("1..{}", LIMITS.category);
    if folded == 0 {
        errors.push(FieldError::new("name", FieldErrorCode::Required, &name, allowed));
    } else if folded > LIMITS.category && errors.len() == known {
        errors.push(FieldError::new("name", FieldErrorCode::TooLong, &name, allowed));
    }
    name
}

/// Refuses a category that is named by a blank text.
fn require_reference(field: &str, name: Option<&str>, errors: &mut Vec<FieldError>) {
    if name.is_some_and(|name| normalize_text(name).is_empty()) {
        let allowed = format!("1..{}", LIMITS.category);
        errors.push(FieldError::new(field, FieldErrorCode::Required, "", allowed));
    }
}
