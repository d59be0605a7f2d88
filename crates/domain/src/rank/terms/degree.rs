//! How closely a word of a record answers a term of the query.

/// How a passage stands for a concept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    /// The very word or phrase.
    Exact,
    /// Another form of the word.
    Inflected,
    /// A synonym.
    Synonym,
    /// The word inside a longer one.
    Substring,
    /// A word that a mistyped one was taken for.
    Typo,
}
