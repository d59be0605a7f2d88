//! What a message takes back: things that were offered before, and its own words.

use crate::chat::intent::wording::telling::telling_words;
use crate::text::normalize_text;
use std::borrow::Cow;

/// `Não é isso, quero …`, `essa não, a de gasolina`: the message without the refusal of what it was offered.
pub(crate) fn strip_rejection(message: &str) -> &str {
    const REJECTIONS: [&[&str]; 10] = [
        &["nao", "e", "isso", "nao"],
        &["nao", "e", "isso"],
        &["nao", "era", "isso"],
        &["nao", "e", "esse"],
        &["nao", "e", "essa"],
        &["essa", "nao"],
        &["esse", "nao"],
        &["isso", "nao"],
        &["not", "that", "one"],
        &["not", "that"],
    ];
    let parts: Vec<&str> = message.split_whitespace().collect();
    let word = |at: usize| {
        let folded = normalize_text(parts.get(at).copied().unwrap_or_default());
        folded.trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
    };
    let begins = |phrase: &&&[&str]| phrase.iter().enumerate().all(|(at, said)| word(at) == *said);
    let Some(length) = REJECTIONS.iter().find(begins).map(|phrase| phrase.len()) else { return message };
    // `Essa não serve pra milho?` goes on.
    let ends = parts[length - 1].ends_with([',', '.', ';', '!', ':', '-']);
    match parts.get(length).filter(|_| ends) {
        Some(next) => &message[next.as_ptr() as usize - message.as_ptr() as usize..],
        None => message,
    }
}

/// Words that say at the beginning of a message that something before it was wrong, and nothing else.
const CORRECTING: [&[&str]; 18] = [
    &["na", "verdade"],
    &["pensando", "bem"],
    &["me", "enganei"],
    &["eu", "errei"],
    &["foi", "engano"],
    &["foi", "mal"],
    &["melhor", "dizendo"],
    &["i", "mean"],
    &["my", "mistake"],
    &["desculpa"],
    &["desculpe"],
    &["perdao"],
    &["errei"],
    &["corrigindo"],
    &["alias"],
    &["actually"],
    &["sorry"],
    &["ops"],
];

/// `Na verdade são 4`, `desculpa, era na soja`: the message without the words that only say that something before it was
/// wrong. As it is where nothing else is said.
pub(crate) fn strip_correction_lead(message: &str) -> &str {
    let mut rest = message;
    while let Some(next) = strip_one_lead(rest) {
        rest = next;
    }
    rest
}

fn strip_one_lead(message: &str) -> Option<&str> {
    let parts: Vec<&str> = message.split_whitespace().collect();
    let is_said = |(part, said): (&&str, &&str)| {
        normalize_text(part).trim_matches(|c: char| !c.is_alphanumeric()) == *said
    };
    let begins = |lead: &&&[&str]| parts.len() > lead.len() && parts.iter().zip(lead.iter()).all(is_said);
    let length = CORRECTING.iter().find(begins)?.len();
    let next = parts.get(length).filter(|next| next.chars().any(char::is_alphanumeric))?;
    message.get(next.as_ptr() as usize - message.as_ptr() as usize..)
}

/// What a message says once it has corrected itself: `adubo de boro, quer dizer, de zinco` is `adubo de
/// zinco`; `bomba costal, não, quis dizer motobomba` is `motobomba`.
pub(crate) fn resolve_correction(message: &str) -> Cow<'_, str> {
    let folded = normalize_text(message);
    // Folding keeps the number of words, not of bytes.
    let parts: Vec<&str> = message.split_whitespace().collect();
    let words: Vec<String> = folded
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        .collect();
    if parts.len() != words.len() {
        return Cow::Borrowed(message);
    }
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let found = (0..words.len()).rev().find_map(|at| {
        let asked = at > 0 && matches!(word(at - 1), "que" | "q" | "o" | "isso");
        let length = match (word(at), word(at + 1)) {
            ("quer" | "quis" | "quero", "dizer") | ("quis", "falar") if !asked => 2,
            ("i", "mean" | "meant") => 2,
            ("na", "verdade") if at > 0 => 2,
            ("alias" | "digo" | "ops" | "errei", _) if at > 0 => 1,
            ("nao", "pera" | "peraí" | "perai" | "espera") => 2,
            _ => return None,
        };
        (at + length < words.len()).then_some((at, at + length))
    });
    let Some((begin, end)) = found else { return Cow::Borrowed(message) };
    let before = parts[..begin].join(" ");
    let before =
        before.trim_end_matches([' ', ',', ';', '.', '-', '!', '?']).trim_end_matches(" não").to_owned();
    let after = parts[end..].join(" ");
    let led = matches!(
        word(end),
        "de" | "do"
            | "da"
            | "pra"
            | "pro"
            | "pras"
            | "pros"
            | "para"
            | "com"
            | "em"
            | "contra"
            | "for"
            | "sem"
    );
    let kept: Vec<&str> = before.split_whitespace().collect();
    // What is said anew in the place of a part takes that part's place.
    let replaced = kept.iter().rposition(|part| {
        let part = normalize_text(part);
        matches!(
            part.as_str(),
            "de" | "do" | "da" | "pra" | "pro" | "pras" | "pros" | "para" | "com" | "em" | "contra" | "for"
        )
    });
    match replaced.filter(|at| led && *at > 0) {
        Some(at) => Cow::Owned(format!("{} {after}", kept[..at].join(" "))),
        None if led && !telling_words(&before).is_empty() => Cow::Owned(format!("{before} {after}")),
        None if telling_words(&after).is_empty() => Cow::Borrowed(message),
        None => Cow::Owned(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_said_anew_takes_the_place_of_what_was_said() {
        for (message, meant) in [
            ("ração pra frango, quer dizer, pra peru", "ração pra peru"),
            ("luva de raspa, não, digo, de vaqueta", "luva de vaqueta"),
            ("trator, na verdade roçadeira", "roçadeira"),
            ("não, quis dizer mangueira", "mangueira"),
            ("I need twine, I mean wire", "wire"),
            ("o que quer dizer WG?", "o que quer dizer WG?"),
            ("na verdade quero ureia", "na verdade quero ureia"),
        ] {
            assert_eq!(resolve_correction(message), meant);
        }
    }

    #[test]
    fn of_several_corrections_the_last_one_counts() {
        assert_eq!(resolve_correction("lona, digo, corda, digo, arame"), "arame");
    }

    #[test]
    fn a_correction_that_names_nothing_corrects_nothing() {
        for message in ["", "digo", "soja, digo", "ops", "alias lona"] {
            assert_eq!(resolve_correction(message), message, "{message}");
        }
    }

    #[test]
    fn a_refusal_of_what_was_offered_is_taken_off_only_where_a_sign_ends_it() {
        for (message, rest) in [
            ("não é isso, quero lona", "quero lona"),
            ("Essa não, a de gasolina", "a de gasolina"),
            ("not that one, the red", "the red"),
            ("essa não serve pra milho?", "essa não serve pra milho?"),
            ("não é isso", "não é isso"),
            ("", ""),
        ] {
            assert_eq!(strip_rejection(message), rest, "{message}");
        }
    }

    #[test]
    fn words_that_only_say_that_something_was_wrong_are_left_out() {
        for (message, rest) in [
            ("na verdade são 4", "são 4"),
            ("Desculpa, era na soja", "era na soja"),
            ("ops, perdão, 5 galões", "5 galões"),
            ("actually 4", "4"),
            ("desculpa", "desculpa"),
            ("na verdade", "na verdade"),
            ("verdade que mata lagarta?", "verdade que mata lagarta?"),
            ("", ""),
        ] {
            assert_eq!(strip_correction_lead(message), rest, "{message}");
        }
    }

    proptest! {
        #[test]
        fn any_message_can_be_corrected(message in "(não |é |isso, |quer dizer |digo, |soja |ﬁ |🌱 ){0,8}|\\PC{0,40}") {
            prop_assert!(message.ends_with(strip_rejection(&message)));
            prop_assert!(message.ends_with(strip_correction_lead(&message)));
            prop_assert!(resolve_correction(&message).len() <= message.len());
        }
    }
}
