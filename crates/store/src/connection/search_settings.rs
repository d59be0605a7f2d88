//! Session settings of search connections.

/// Least trigram likeness of a word that is looked at as what a mistyped one was meant to be. Low,
/// because two swapped letters in a short word break most of its trigrams; the caller judges.
pub(crate) const NEAR: f32 = 0.2;

/// Chunks that a walk of the index keeps in view, as it is set for every connection: enough for a
/// search for ten hits. Who asks for more sets more ([`effort`]).
pub(crate) const EFFORT: usize = effort(100);

/// Chunks to keep in view for `chunks`: a quarter more. Only the first few are shown, and those a walk
/// hardly ever misses; it is the last that it may.
pub(crate) const fn effort(chunks: usize) -> usize {
    chunks + chunks / 4
}

/// Chunks that a walk of the index looks at where conditions leave out most of what is near. It is long
/// enough where at least one chunk in fifty meets them.
pub(crate) const SHORT_WALK: usize = 1_000;

/// The same where a short walk found too little.
pub(crate) const LONG_WALK: usize = 40_000;
