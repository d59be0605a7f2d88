//! How much of an item is told where it is one among others: to a model, in an answer, on a card.

/// Longest name of an item, a question or a file, in characters.
pub const NAME_CHARS: usize = 200;
/// Longest code, category, manufacturer, tag, and name or value of an attribute, in characters.
pub const SHORT_CHARS: usize = 160;
/// Longest text of all tags of an item, in characters.
pub const TAGS_CHARS: usize = 2 * SHORT_CHARS;
/// Most tags of an item that stand apart, and most values of an attribute.
pub const MAX_TAGS: usize = 8;
