//! Numbers in words, written in digits.

use crate::chat::grounding::figures::tokens::{numbers_at, tokenize_figures, word_at};
use crate::text::read_number;
use rust_decimal::Decimal;

/// The message with its numbers in digits: `cinquenta pila` is `50 pila`. `Os dois` stays.
pub(crate) fn write_digits(message: &str) -> String {
    let tokens = tokenize_figures(message);
    let mut written = String::with_capacity(message.len());
    let (mut at, mut end) = (0, 0);
    while at < tokens.len() {
        let words: Vec<&str> = (at..tokens.len()).map_while(|at| word_at(&tokens, at)).take(10).collect();
        if let Some(dozens) = read_dozen(&words) {
            written.push_str(&message[end..tokens[at].range.start]);
            written.push_str(dozens.0);
            end = tokens[at + dozens.1 - 1].range.end;
            at += dozens.1;
            continue;
        }
        // `2 mil` is one number.
        let thousands = numbers_at(&tokens, at).first().filter(|_| word_at(&tokens, at + 1) == Some("mil"));
        if let Some(number) = thousands.and_then(|number| number.checked_mul(Decimal::ONE_THOUSAND)) {
            written.push_str(&message[end..tokens[at].range.start]);
            written.push_str(&number.normalize().to_string());
            end = tokens[at + 1].range.end;
            at += 2;
            continue;
        }
        let points = at.checked_sub(1).and_then(|before| word_at(&tokens, before));
        let points = points.is_some_and(points_at_several);
        match read_number(&words).filter(|_| !points) {
            Some((number, used)) => {
                written.push_str(&message[end..tokens[at].range.start]);
                written.push_str(&number.to_string());
                end = tokens[at + used - 1].range.end;
                at += used;
            }
            None => at += 1,
        }
    }
    written.push_str(&message[end..]);
    written
}

/// Articles and pronouns before a number that counts what was spoken of: `os dois`, `desses dois`.
pub(crate) fn points_at_several(word: &str) -> bool {
    matches!(
        word,
        "os" | "as"
            | "dos"
            | "das"
            | "nos"
            | "nas"
            | "esses"
            | "essas"
            | "desses"
            | "dessas"
            | "nesses"
            | "nessas"
            | "estes"
            | "estas"
            | "destes"
            | "destas"
            | "aqueles"
            | "aquelas"
            | "daqueles"
            | "daquelas"
            | "the"
            | "these"
            | "those"
    )
}

/// `Meia dúzia de` and its like, in digits, and how many words that takes.
fn read_dozen(words: &[&str]) -> Option<(&'static str, usize)> {
    let (digits, length) = match words {
        ["meia", "duzia", ..] => ("6", 2),
        ["uma", "duzia", ..] | ["a", "dozen", ..] => ("12", 2),
        ["half", "a", "dozen", ..] => ("6", 3),
        ["duzia" | "dozen", ..] => ("12", 1),
        _ => return None,
    };
    let of = usize::from(matches!(words.get(length), Some(&"de")));
    Some((digits, length + of))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_are_written_in_digits_where_they_count() {
        for (message, written) in [
            ("semente até quinze reais", "semente até 15 reais"),
            ("entre cem e cento e cinquenta conto", "entre 100 e 150 conto"),
            ("os dois dá quanto", "os dois dá quanto"),
            ("meia dúzia de frascos", "6 frascos"),
            ("até 3 mil reais", "até 3000 reais"),
            ("soja", "soja"),
        ] {
            assert_eq!(write_digits(message), written);
        }
    }

    #[test]
    fn a_dozen_is_a_number_in_both_languages() {
        for (message, digits) in [
            ("uma dúzia de ovos", "12 ovos"),
            ("half a dozen gloves", "6 gloves"),
            ("a dozen gloves", "12 gloves"),
            ("2 mil mudas", "2000 mudas"),
        ] {
            assert_eq!(write_digits(message), digits, "{message}");
        }
    }

    #[test]
    fn a_word_of_several_points_at_them_in_any_gender() {
        for word in ["os", "daquelas", "nessas", "those"] {
            assert!(points_at_several(word), "{word}");
        }
        for word in ["o", "a", "um", "de", ""] {
            assert!(!points_at_several(word), "{word}");
        }
    }

    proptest! {
        #[test]
        fn a_message_without_a_number_stays_as_it_is(message in "[bfgjkxyzé,?! ]{0,30}") {
            prop_assert_eq!(write_digits(&message), message);
        }
    }
}
