//! What well-known models want in front of a query and of a passage; servers do not put it there.

use crate::embed::purpose::Purpose;

/// Families by a part of their names, with what stands in front of queries and of passages, as their
/// makers describe it. The first that fits counts.
const FAMILIES: [(&str, [&str; 2]); 4] = [
    // Its queries carry an instruction, which is a matter of the catalog.
    ("e5-mistral", ["", ""]),
    ("e5-large-instruct", ["", ""]),
    ("e5", ["query: ", "passage: "]),
    ("nomic-embed-text", ["search_query: ", "search_document: "]),
];

/// Prefix that `model` wants in front of texts for this purpose.
pub(super) fn prefix(model: &str, purpose: Purpose) -> &'static str {
    let model = model.to_ascii_lowercase();
    let names = |family: &str| {
        model.match_indices(family).any(|(at, _)| {
            let before = model[..at].chars().next_back();
            before.is_none_or(|c| !c.is_alphanumeric())
        })
    };
    let [query, passage] =
        FAMILIES.iter().find(|(family, _)| names(family)).map_or(["", ""], |(_, both)| *both);
    match purpose {
        Purpose::Query => query,
        Purpose::Document => passage,
    }
}

/// Whether `model` wants a prefix in front of queries: such vectors are others than those of the bare texts.
pub(super) fn has_prefixes(model: &str) -> bool {
    !prefix(model, Purpose::Query).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_known_by_their_names() {
        for (model, query, passage) in [
            ("intfloat/multilingual-e5-small", "query: ", "passage: "),
            ("E5-base-v2", "query: ", "passage: "),
            ("nomic-embed-text:latest", "search_query: ", "search_document: "),
            ("multilingual-e5-large-instruct", "", ""),
            ("e5-mistral-7b-instruct", "", ""),
            ("text-embedding-3-small", "", ""),
            ("bge5-like", "", ""),
        ] {
            assert_eq!(prefix(model, Purpose::Query), query, "{model}");
            assert_eq!(prefix(model, Purpose::Document), passage, "{model}");
            assert_eq!(has_prefixes(model), !query.is_empty(), "{model}");
        }
    }
}
