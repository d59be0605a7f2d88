//! Fields that people define: an attribute of items with a name in the dealer's words, a type, allowed values and
//! categories that require it.
//!
//! The key of the attribute never changes, so a new name loses no value. Stored values are never rewritten by a
//! definition: a value that does not fit stays until a person changes it.

mod definition;
mod fields;
mod guess;
mod read;
#[cfg(test)]
mod tests;

pub use definition::{
    DefinedField, DefinedFieldType, FieldDefinition, FieldState, MAX_DEFINED_FIELDS, SearchWeight,
};
pub use fields::DefinedFields;
pub use guess::{FieldGuess, guess_field};
pub use read::{FieldMisfit, read_truth};
