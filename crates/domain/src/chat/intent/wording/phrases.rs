//! Phrases of a message in other words.

/// `parts`, each phrase that `find` knows replaced by its term. `find` is asked for the longest phrase at the
/// beginning of what is left, and says how many parts it has. A sign behind a phrase stays: it ends what the
/// phrase says.
pub(crate) fn replace_phrases<'t>(
    parts: &[&str],
    find: impl Fn(&[&str]) -> Option<(&'t str, usize)>,
) -> Vec<String> {
    let mut written: Vec<String> = Vec::with_capacity(parts.len());
    let mut at = 0;
    while at < parts.len() {
        match find(&parts[at..]) {
            Some((term, length)) => {
                let last = parts[at + length - 1];
                let sign = last.chars().last().filter(|last| !last.is_alphanumeric());
                written.push(term.chars().chain(sign).collect());
                at += length;
            }
            None => {
                written.push(parts[at].to_owned());
                at += 1;
            }
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Knows `mata mato`, with any sign behind it.
    fn find_weedkiller(parts: &[&str]) -> Option<(&'static str, usize)> {
        let second = parts.get(1)?.trim_matches(|c: char| !c.is_alphanumeric());
        (parts[0] == "mata" && second == "mato").then_some(("herbicida", 2))
    }

    #[test]
    fn a_phrase_becomes_its_term_and_keeps_the_sign_that_ends_it() {
        for (message, written) in [
            ("tem mata mato, barato", "tem herbicida, barato"),
            ("mata mato?", "herbicida?"),
            ("mata mato mata mato", "herbicida herbicida"),
            ("mata formiga", "mata formiga"),
            ("tem mata", "tem mata"),
            ("", ""),
        ] {
            let parts: Vec<&str> = message.split_whitespace().collect();
            assert_eq!(replace_phrases(&parts, find_weedkiller).join(" "), written, "{message}");
        }
    }
}
