//! The passage of a text around a match, as a list shows it.
//!
//! Matches are found in folded text, but a person is shown the text as it was written: each folded
//! character remembers where it came from. Which texts match is decided elsewhere.

use super::normalize_text;

/// The passage of `text` around the first of the folded `terms` that it holds, white space in
/// single blanks, about `most` characters; `…` stands where something was left out. `None` where
/// no term is there.
pub fn excerpt_around_terms(text: &str, terms: &[&str], most: usize) -> Option<String> {
    let (folded, origins) = fold_with_origins(text);
    let (at, _) = terms
        .iter()
        .filter(|term| !term.is_empty())
        .filter_map(|term| folded.find(term).map(|at| (at, term.len())))
        .min()?;
    Some(cut_passage_around(text, *origins.get(at)?, most))
}

/// The folded text, and for each of its bytes the offset in `text` of the character it came from.
fn fold_with_origins(text: &str) -> (String, Vec<usize>) {
    let mut folded = String::with_capacity(text.len());
    let mut origins = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let before = folded.len();
        if c.is_whitespace() || c == '\0' {
            if !folded.is_empty() && !folded.ends_with(' ') {
                folded.push(' ');
            }
        } else if c.is_ascii() {
            folded.push(c.to_ascii_lowercase());
        } else {
            folded.push_str(&normalize_text(c.encode_utf8(&mut [0; 4])));
        }
        origins.resize(origins.len() + folded.len() - before, at);
    }
    (folded, origins)
}

/// About `most` characters of `text` around the byte `at`: a third before it, whole words.
fn cut_passage_around(text: &str, at: usize, most: usize) -> String {
    let before = most / 3;
    let head = &text[..at];
    let begin = match head.char_indices().rev().nth(before) {
        None => 0,
        // A word that reaches from before the window into the match is shown from the cut.
        Some((cut, _)) => text[cut..at].find(char::is_whitespace).map_or(cut, |blank| cut + blank),
    };
    let tail = &text[begin..];
    let end = match tail.char_indices().nth(most) {
        None => text.len(),
        Some((cut, _)) => {
            begin + tail[..cut].rfind(char::is_whitespace).filter(|end| begin + end > at).unwrap_or(cut)
        }
    };
    let words: Vec<&str> = text[begin..end].split_whitespace().collect();
    let left = if begin > 0 { "… " } else { "" };
    let right = if end < text.len() { " …" } else { "" };
    format!("{left}{}{right}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::excerpt_around_terms;

    #[test]
    fn the_passage_is_as_it_was_written() {
        let text = "Qual fungicida serve\n\npara FERRUGEM asiática da soja?";
        assert_eq!(
            excerpt_around_terms(text, &["asiatica"], 200).as_deref(),
            Some("Qual fungicida serve para FERRUGEM asiática da soja?")
        );
    }

    #[test]
    fn a_long_text_is_cut_at_blanks_on_both_sides_of_the_match() {
        let text = format!("{} Açúcar mascavo {}", "antes ".repeat(50), "depois ".repeat(50));
        let found = excerpt_around_terms(&text, &["acucar"], 60).unwrap_or_default();
        assert!(found.starts_with("… antes ") && found.ends_with("depois …"), "{found}");
        assert!(found.contains("Açúcar mascavo"), "{found}");
        assert!(found.chars().count() <= 64, "{found}");
    }

    #[test]
    fn characters_that_fold_to_several_keep_the_place() {
        assert_eq!(excerpt_around_terms("ﬃ½ e\u{301}tico ﬁm", &["fim"], 4).as_deref(), Some("… ﬁm"));
        assert_eq!(excerpt_around_terms("a\u{301}b", &["b"], 100).as_deref(), Some("a\u{301}b"));
    }

    #[test]
    fn one_endless_word_is_cut_within() {
        let text = format!("{}alvo{}", "é".repeat(500), "ç".repeat(500));
        let found = excerpt_around_terms(&text, &["alvo"], 30).unwrap_or_default();
        assert!(found.contains("alvo") && found.chars().count() <= 34, "{found}");
    }

    #[test]
    fn the_earliest_match_counts_and_none_gives_nothing() {
        assert_eq!(excerpt_around_terms("um dois", &["dois", "um"], 50).as_deref(), Some("um dois"));
        assert_eq!(excerpt_around_terms("um dois", &["tres", ""], 50), None);
    }
}
