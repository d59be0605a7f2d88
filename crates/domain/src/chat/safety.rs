//! Messages about somebody in danger: what must be said whether or not a model answers.
//!
//! Found by words (`data/desk_words.json`), on the side of caution: a number too many is better
//! than one too few. What a model does about it is in the instruction (`prompts/answer.md`).

use super::compose::Phrase;
use super::words::{WORDS, stems_of};

/// Somebody may be in danger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alarm {
    /// Poisoned by a product: 192, CIATox 0800 722 6001.
    Poisoning,
    /// May harm themselves: CVV 188.
    SelfHarm,
    /// Being hurt by somebody: 180, 190.
    Violence,
}

impl Alarm {
    /// What to say first.
    pub fn phrase(self) -> Phrase {
        match self {
            Alarm::Poisoning => Phrase::Poisoning,
            Alarm::SelfHarm => Phrase::SelfHarm,
            Alarm::Violence => Phrase::Violence,
        }
    }
}

/// The danger that a message speaks of.
pub fn alarm(message: &str) -> Option<Alarm> {
    let stems = stems_of(message);
    [
        (Alarm::SelfHarm, &WORDS.self_harm),
        (Alarm::Poisoning, &WORDS.poisoning),
        (Alarm::Violence, &WORDS.violence),
    ]
    .into_iter()
    .find(|(_, phrases)| phrases.are_in(&stems))
    .map(|(alarm, _)| alarm)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn danger_is_heard() {
        for (message, expected) in [
            ("O que fazer em caso de intoxicação por agrotóxico?", Some(Alarm::Poisoning)),
            ("meu filho engoliu veneno!!", Some(Alarm::Poisoning)),
            ("my son swallowed herbicide", Some(Alarm::Poisoning)),
            ("estou pensando em me machucar", Some(Alarm::SelfHarm)),
            ("não quero mais viver", Some(Alarm::SelfHarm)),
            ("meu marido me bateu", Some(Alarm::Violence)),
            ("veneno para matar formiga", None),
            ("qual fungicida mata a ferrugem?", None),
        ] {
            assert_eq!(alarm(message), expected, "{message}");
        }
    }
}
