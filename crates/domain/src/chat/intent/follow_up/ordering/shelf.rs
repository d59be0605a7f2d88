//! What a conversation holds that an order may mean.

use super::summed::SummedLine;
use crate::catalog::Item;
use crate::synonyms::SynonymIndex;

/// What a conversation holds that an order may mean.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shelf<'a> {
    /// The items of the last answers, the newest answer first.
    pub lists: &'a [Vec<&'a Item>],
    /// The lines of the last sum, where it was among the last answers.
    pub sum: &'a [SummedLine<'a>],
    /// Names in lines of that sum whose item is gone.
    pub gone: &'a [String],
    /// The person's messages, the newest first.
    pub earlier: &'a [&'a str],
    /// What the last answers showed alone, with the message that asked for it, the newest first.
    pub called: &'a [(String, &'a Item)],
    /// Words that mean the same.
    pub index: &'a SynonymIndex,
}
