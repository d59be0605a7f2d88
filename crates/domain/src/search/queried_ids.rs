//! Ids of other systems in a query: `tem o DEMO-FUN-0028?` means one very record.
//!
//! What looks like an id is looked up; only what is one is taken out of the words that are searched.

use crate::catalog::is_gtin;
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};

/// Ids that are looked up at most.
const MAX_NAMES: usize = 50;
/// Shortest id, in characters.
const LEAST_CHARS: usize = 4;
/// Shortest id with a letter, a digit and a joint between them: `T-1`, which hardly is anything but a code.
const LEAST_JOINED_CHARS: usize = 3;
/// Longest id, in characters.
const MOST_CHARS: usize = 64;
/// Digits from which on a number in groups is an EAN: two short codes beside each other may look like an EAN of eight.
const LEAST_LONG_GTIN: usize = 12;

/// What may be an id, folded, in order: at least four characters with a digit or with what joins letters in codes, or
/// three with a letter, a digit and such a joint; all of letters, digits and joints. A query that is one EAN in groups of digits is this number.
pub fn find_queried_ids(query: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::from_iter(read_grouped_gtin(query));
    if names.iter().any(|number| number.len() >= LEAST_LONG_GTIN) {
        return names;
    }
    for name in query.split_whitespace().filter_map(name_of) {
        if !names.contains(&name) && names.len() < MAX_NAMES {
            names.push(name);
        }
    }
    names
}

/// The query without the ids in `names`. Nothing where only words around a request are left (`tem o`,
/// `quanto custa o`): then the records alone are wanted.
pub fn without_queried_ids(query: &str, names: &[String]) -> String {
    if read_grouped_gtin(query).is_some_and(|number| names.contains(&number)) {
        return String::new();
    }
    let other = |part: &&str| name_of(part).is_none_or(|name| !names.contains(&name));
    let rest = query.split_whitespace().filter(other).collect::<Vec<_>>().join(" ");
    let folded = normalize_text(&rest);
    let tells = plain_words(&folded).any(|word| !is_stop_word(word) && !is_chatter(word));
    if tells { rest } else { String::new() }
}

/// The EAN that the whole query is, where its digits stand in groups: `789 1000 31550-7`.
fn read_grouped_gtin(query: &str) -> Option<String> {
    let is_grouping = |c: char| c.is_whitespace() || matches!(c, '-' | '.');
    let is_number = query.chars().all(|c| c.is_ascii_digit() || is_grouping(c));
    let digits: String = query.chars().filter(char::is_ascii_digit).take(MOST_CHARS).collect();
    (is_number && is_gtin(&digits)).then_some(digits)
}

/// The folded part if it can be an external id: a code with a digit or a joint in it.
fn name_of(part: &str) -> Option<String> {
    let name = normalize_text(part.trim_matches(|c: char| !c.is_alphanumeric()));
    let length = name.chars().count();
    let is_joint = |c: char| matches!(c, '-' | '_' | '.' | '/' | ':');
    let has_digit = name.chars().any(|c| c.is_ascii_digit());
    let has_joint = name.chars().any(is_joint);
    let is_joined = has_digit && has_joint && name.chars().any(char::is_alphabetic);
    let least = if is_joined { LEAST_JOINED_CHARS } else { LEAST_CHARS };
    let fits = (least..=MOST_CHARS).contains(&length);
    let is_code = has_digit || has_joint;
    (fits && is_code && name.chars().all(|c| c.is_alphanumeric() || is_joint(c))).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_told_from_words() {
        assert_eq!(find_queried_ids("tem o FUN-0028?"), ["fun-0028"]);
        assert_eq!(find_queried_ids("(DEMO-FUN-0028), demo-fun-0028 e 17622"), ["demo-fun-0028", "17622"]);
        assert_eq!(find_queried_ids("fungicida para soja em R5, 20L"), Vec::<String>::new());
        assert_eq!(find_queried_ids("tem o ZU-BB?"), ["zu-bb"], "a code without digits");
        assert_eq!(find_queried_ids("tem o T-1 ou o 1/x?"), ["t-1", "1/x"], "short, and joined");
        assert_eq!(find_queried_ids("NPK 1-2 0.5 a 5% T1 -1 T-"), Vec::<String>::new());
    }

    #[test]
    fn an_ean_in_groups_is_one_number() {
        for query in ["789 1000 31550 7", "789-1000-31550-7", " 7891000.315507 ", "7891000315507"] {
            assert_eq!(find_queried_ids(query), ["7891000315507"], "{query}");
            assert_eq!(without_queried_ids(query, &["7891000315507".to_owned()]), "", "{query}");
        }
        assert_eq!(find_queried_ids("9638 5074"), ["96385074", "9638", "5074"]);
        assert_eq!(find_queried_ids("789 1000 31550 8"), ["1000", "31550"], "its last digit is wrong");
    }

    #[test]
    fn what_is_left_is_searched_if_it_says_anything() {
        let names = ["fun-0028".to_owned()];
        assert_eq!(without_queried_ids("tem o FUN-0028?", &names), "");
        assert_eq!(without_queried_ids("quanto custa o fun-0028", &names), "");
        assert_eq!(without_queried_ids("FUN-0028 serve para soja", &names), "serve para soja");
        assert_eq!(without_queried_ids("tem o fun-0029", &names), "tem o fun-0029");
    }
}
