//! Messages with their disguises taken off: invisible characters, look-alike letters of other scripts,
//! digits that stand for letters, letters drawn out or spelled one by one.
//!
//! A person who hides a word from a filter and a keyboard that slips give the same texts; both are read
//! as what they mean. What is displayed and stored stays as it was typed.

use crate::catalog::is_invisible;
use crate::text::{latin_letter, normalize_text};

/// Fewest single letters in a row that are read as one word.
const SPELLED: usize = 4;
/// Fewest times that a letter is repeated to count once: `socorrooo`, but `carro`.
const DRAWN_OUT: usize = 3;

/// The folded words of `message`: as they stand, and without disguise where that differs.
pub(crate) fn read_folded_words(message: &str) -> Vec<Vec<String>> {
    let text = squeeze_letter_runs(&normalize_text(&to_latin(message)));
    let plain = split_words(&text);
    let bare = join_spelled(&split_words(&undisguise_text(&text)));
    if bare == plain { vec![plain] } else { vec![plain, bare] }
}

/// `message` as a model of language is given it: without invisible characters and look-alikes, and in small
/// letters where all are capitals. Letters drawn out stay: laughter (`kkkk`) says much.
pub(super) fn plain_text(message: &str) -> String {
    let text = to_latin(message);
    if text.chars().any(char::is_lowercase) { text } else { text.to_lowercase() }
}

/// The runs of letters and digits.
fn split_words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// `message` without invisible characters, each look-alike of a Latin letter as that letter.
fn to_latin(message: &str) -> String {
    let visible = message.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    visible.filter(|c| !is_invisible(*c)).map(latin_letter).collect()
}

/// Shortens drawn-out letters to one: `socorrooooo`.
fn squeeze_letter_runs(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let runs = chars.chunk_by(|a, b| a == b);
    runs.flat_map(|run| {
        let drawn_out = run.len() >= DRAWN_OUT && run[0].is_alphabetic();
        if drawn_out { &run[..1] } else { run }
    })
    .collect()
}

/// Digits and signs inside words as the letters they look like: `su1c1di0`, `m@tar`. Words that begin
/// with a digit or have more signs than letters are quantities and codes, and stay.
fn undisguise_text(text: &str) -> String {
    text.split(' ').map(undisguise_word).collect::<Vec<_>>().join(" ")
}

/// Puts letters for signs where the word is more letters than signs and no code.
fn undisguise_word(word: &str) -> String {
    let body = word.trim_end_matches(['!', '|']);
    let letters = body.chars().filter(|c| c.is_alphabetic()).count();
    let signs = body.chars().filter(|c| letter_of(*c).is_some()).count();
    let is_code = body.chars().next().is_none_or(|c| c.is_ascii_digit());
    if signs == 0 || letters < 2 || signs > letters || is_code {
        return word.to_owned();
    }
    body.chars().map(|c| letter_of(c).unwrap_or(c)).collect()
}

/// The letter that a digit or sign is written for.
fn letter_of(sign: char) -> Option<char> {
    Some(match sign {
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' | '€' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        _ => return None,
    })
}

/// Letters that stand one by one as the word they spell: `v e n e n o`, `s.u.i.c.i.d.i.o`.
fn join_spelled(words: &[String]) -> Vec<String> {
    let is_single = |word: &String| word.len() == 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let runs = words.chunk_by(|a, b| is_single(a) && is_single(b));
    runs.flat_map(|run| if run.len() >= SPELLED { vec![run.concat()] } else { run.to_vec() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bare(message: &str) -> String {
        read_folded_words(message).pop().expect("a message has a reading").join(" ")
    }

    #[test]
    fn disguises_are_taken_off() {
        for (message, expected) in [
            ("ve\u{200b}ne\u{ad}no", "veneno"),
            ("v\u{435}n\u{435}no", "veneno"),
            ("\u{455}u\u{456}c\u{456}dio", "suicidio"),
            ("su1c1d10", "suicidio"),
            ("quero me m@t4r!!", "quero me matar"),
            ("v e n e n o no poço", "veneno no poco"),
            ("s.u.i.c.i.d.i.o", "suicidio"),
            ("socorroooooo", "socorro"),
            ("ｖｅｎｅｎｏ", "veneno"),
        ] {
            assert_eq!(bare(message), expected, "{message}");
        }
    }

    #[test]
    fn codes_quantities_and_double_letters_stay() {
        for message in ["2 4 d", "10 kg", "b36", "mapa 17622", "4 l de oleo", "carro arroz passei"] {
            assert_eq!(read_folded_words(message), [split_words(message)], "{message}");
        }
    }

    #[test]
    fn a_message_without_words_has_no_words() {
        for message in ["", " \u{200b} ", "?!…", "👍"] {
            assert_eq!(read_folded_words(message), [Vec::<String>::new()], "{message:?}");
        }
    }
}
