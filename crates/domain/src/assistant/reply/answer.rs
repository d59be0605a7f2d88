//! Whether a message is a yes, or a no, and nothing else: it falls apart, clause by clause, into turns of speech
//! that say so. One word more, and it decides nothing.

use super::phrases::{
    EVERYTHING, HELD_WORDS, IDLE_SIGNS, NEITHER, NO, NO_SIGNS, POLITE, POLITE_WITH_NO, POLITE_WITH_YES, YES,
    YES_SIGNS,
};
use crate::text::normalize_text;

/// Longest answer in words: who says more says something else, too.
const MOST_WORDS: usize = 8;

/// What a message decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
}

/// The answer that `message` is; `None` where it is more than that, both, or none.
pub(super) fn read_answer(message: &str) -> Option<Answer> {
    let clauses = read_clauses(message)?;
    if clauses.iter().map(Vec::len).sum::<usize>() > MOST_WORDS {
        return None;
    }
    if clauses.iter().any(|clause| clause.windows(2).any(|two| NEITHER.iter().any(|turn| two == turn))) {
        return None;
    }
    let match_yes = |clause: &Vec<String>| match clause.as_slice() {
        [word] if word == EVERYTHING => Some(false),
        words => match_phrases(words, YES, POLITE_WITH_YES),
    };
    let match_no = |clause: &Vec<String>| match_phrases(clause, NO, POLITE_WITH_NO);
    let yes: Option<Vec<bool>> = clauses.iter().map(match_yes).collect();
    let no: Option<Vec<bool>> = clauses.iter().map(match_no).collect();
    let has_one = |each: Option<Vec<bool>>| each.is_some_and(|each| each.contains(&true));
    match (has_one(yes), has_one(no)) {
        (true, false) => Some(Answer::Yes),
        (false, true) => Some(Answer::No),
        _ => None,
    }
}

/// The clauses of a message, each as its folded words: `não, pode` and `não pode` are no one phrase. `None` where
/// it has a sign that is no part of an answer.
fn read_clauses(message: &str) -> Option<Vec<Vec<String>>> {
    let lines = message.replace(['\n', '\r'], ". ");
    let folded = normalize_text(&lines).replace(['\'', '’'], "");
    let mut clauses: Vec<Vec<String>> = vec![Vec::new()];
    let mut word = String::new();
    for c in folded.chars().chain(['.']) {
        if c.is_alphanumeric() {
            word.push(c);
            continue;
        }
        if let (false, Some(clause)) = (word.is_empty(), clauses.last_mut()) {
            clause.push(release_held_letters(std::mem::take(&mut word)));
        }
        if YES_SIGNS.contains(&c) {
            clauses.extend([vec!["sim".to_owned()], Vec::new()]);
        } else if NO_SIGNS.contains(&c) {
            clauses.extend([vec!["nao".to_owned()], Vec::new()]);
        } else if ".,;:!()\"*_~/-–—“”".contains(c) {
            clauses.push(Vec::new());
        } else if c != ' ' && !IDLE_SIGNS.contains(&c) {
            return None;
        }
    }
    clauses.retain(|clause| !clause.is_empty());
    Some(clauses)
}

/// `siiim` as `sim`.
fn release_held_letters(word: String) -> String {
    let mut single = String::with_capacity(word.len());
    for c in word.chars() {
        if !single.ends_with(c) {
            single.push(c);
        }
    }
    if HELD_WORDS.contains(&single.as_str()) { single } else { word }
}

/// Whether words consist of `phrases` and polite ones alone; `Some(true)` where one of `phrases` is among them.
fn match_phrases(words: &[String], phrases: &[&str], polite: &[&str]) -> Option<bool> {
    // For each place: whether the words before it do, and whether one of `phrases` is among them.
    let mut reached: Vec<Option<bool>> = vec![None; words.len() + 1];
    reached[0] = Some(false);
    for (at, rest) in (0..words.len()).map(|at| (at, &words[at..])) {
        let Some(has_one) = reached[at] else { continue };
        for (list, is_one) in [(phrases, true), (POLITE, false), (polite, false)] {
            for phrase in list {
                let length = phrase.split(' ').count();
                if rest.iter().map(String::as_str).take(length).eq(phrase.split(' ')) {
                    let before = reached[at + length].unwrap_or(false);
                    reached[at + length] = Some(before || has_one || is_one);
                }
            }
        }
    }
    reached[words.len()]
}
