//! Products that stand in the catalog several times: once for each package, or twice by mistake. Which they are, and
//! what joining them makes of them. Nothing is joined here; a person decides.

mod facts;
mod groups;
mod join;
mod name_parts;

pub use facts::CatalogProduct;
pub(crate) use facts::{longest_ingredient_word, read_ingredients};
pub use groups::{
    DuplicateEvidence, DuplicateEvidenceKind, DuplicateGroup, MAX_MEMBERS, find_duplicates, pair_of,
};
pub use join::{
    FieldChoice, JoinChoices, JoinedField, JoinedPackage, JoinedProduct, LabelChoice, LostValue, MemberValue,
    PriceMove, plan_join,
};
pub use name_parts::label_in_name;

#[cfg(test)]
mod tests;
