//! What a text is embedded for.

/// Why a text is embedded. Decides whether a failed request may be sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A person waits for it: one request, no second try.
    Query,
    /// A stored passage, embedded in the background.
    Document,
}
