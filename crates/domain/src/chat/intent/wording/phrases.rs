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
