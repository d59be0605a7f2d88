//! Words without content for a search, in Portuguese and English.

use rustc_hash::FxHashSet;
use std::sync::LazyLock;

static STOP_WORDS: LazyLock<FxHashSet<&'static str>> = LazyLock::new(|| {
    let portuguese = list_stop_words(include_str!("../../data/stopwords_pt.txt"));
    portuguese.chain(list_stop_words(include_str!("../../data/stopwords_en.txt"))).collect()
});

static CHATTER: LazyLock<FxHashSet<&'static str>> =
    LazyLock::new(|| list_stop_words(include_str!("../../data/chatter_pt.txt")).collect());

/// One word a line; `#` begins a comment.
fn list_stop_words(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Whether the folded word is a function word of Portuguese or English.
pub fn is_stop_word(folded: &str) -> bool {
    STOP_WORDS.contains(folded)
}

/// Whether the folded word is what people say around what they look for in a catalog (`tem`,
/// `preciso`, `bula`): left out of a query where anything else remains.
pub fn is_chatter(folded: &str) -> bool {
    CHATTER.contains(folded)
}
