//! Tags in one cell: a JSON list, or words between `;`, `|` or `,`.

/// Splits the text of a cell into tags.
///
/// A cell that has `;` or `|` is separated by those alone, and a comma between two digits never
/// separates, for `2,4-D` is one word.
pub fn split_tags(text: &str) -> Vec<String> {
    let text = text.trim();
    if text.starts_with('[')
        && let Ok(list) = serde_json::from_str::<Vec<String>>(text)
    {
        return list;
    }
    let parts: Vec<&str> =
        if text.contains([';', '|']) { text.split([';', '|']).collect() } else { split_at_commas(text) };
    parts.into_iter().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned).collect()
}

/// Splits at commas that do not stand between digits: `2,4-D` is one tag.
fn split_at_commas(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|i| bytes.get(i)).is_some_and(u8::is_ascii_digit);
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(',') {
        if !(digit(at.checked_sub(1)) && digit(Some(at + 1))) {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Writes tags into one cell so that the import reads them back: `a; b` where no tag holds a
/// separator, a JSON list otherwise.
pub fn spell_tags(tags: &[String]) -> String {
    let plain = tags.iter().all(|t| !t.contains([';', '|', ',']) && !t.starts_with('[') && t.trim() == t);
    if plain { tags.join("; ") } else { serde_json::to_string(tags).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read() {
        for text in ["soja; milho", "soja|milho", "soja, milho ,", "[\"soja\", \"milho\"]", " soja ;; milho"]
        {
            assert_eq!(split_tags(text), ["soja", "milho"], "{text}");
        }
        assert_eq!(split_tags("2,4-D, soja"), ["2,4-D", "soja"]);
        assert_eq!(split_tags("2,4-D; npk 10, 10"), ["2,4-D", "npk 10, 10"]);
        assert_eq!(split_tags("[soja]"), ["[soja]"]);
        assert!(split_tags(" ").is_empty());
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_is_read_back(tags in proptest::collection::vec("[a-z0-9][a-z0-9,;| \\[\"=-]{0,6}[a-z0-9\\]]", 0..5)) {
            proptest::prop_assert_eq!(split_tags(&spell_tags(&tags)), tags);
        }
    }
}
