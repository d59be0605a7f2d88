//! Fields that people define: an attribute of items with a name in the dealer's words, a type, allowed values and
//! categories that require it.
//!
//! The key of the attribute never changes, so a new name loses no value. Stored values are never rewritten by a
//! definition: a value that does not fit stays until a person changes it.
//!
//! `read` reads a value by its type for form, cells, bulk edits and imports alike. The form, new items, cells, bulk
//! edits and the assistant ask what a category requires (`fields`); imports do not. Which attributes a category expects
//! is stored in `category_expectations`, and a required one is among them. Values that the search leaves out have no
//! words, and those that weigh as tags have them in `strong_text` instead of `attribute_text`; the items of a changed
//! field wait in `reread_attributes` for the worker of vectors.

mod definition;
mod deleted;
mod fields;
mod guess;
mod read;
#[cfg(test)]
mod tests;

pub use definition::{
    DefinedField, DefinedFieldType, FieldDefinition, FieldState, MAX_DEFINED_FIELDS, SearchWeight,
};
pub use deleted::DeletedField;
pub use fields::DefinedFields;
pub use guess::{FieldGuess, guess_field};
pub use read::{FieldMisfit, read_truth};
