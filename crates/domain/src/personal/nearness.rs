//! People found by their names as they are remembered and typed: a part of the name, without accents, misspelt.

use crate::text::{normalize_text, typo_allowance, typo_distance};

/// How well words stand for a name, from 0 (the name itself) on; none where they do not. Each word of `wanted`
/// must stand for a word of `name`; edits count, and less than a whole name is worse than any spelling.
pub fn name_distance(wanted: &str, name: &str) -> Option<u32> {
    let (wanted, name) = (normalize_text(wanted), normalize_text(name));
    let known = words(&name);
    let asked = words(&wanted);
    if asked.is_empty() {
        return None;
    }
    let mut left = known.clone();
    let mut edits = 0;
    for word in &asked {
        let (at, distance) = left
            .iter()
            .enumerate()
            .filter_map(|(at, known)| Some((at, word_distance(word, known)?)))
            .min_by_key(|(_, distance)| *distance)?;
        left.remove(at);
        edits += distance;
    }
    Some(edits + 10 * left.len() as u32)
}

/// The words of a name; the little ones between them tell nothing.
fn words(name: &str) -> Vec<&str> {
    let all = || name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let telling: Vec<&str> =
        all().filter(|word| !matches!(*word, "de" | "da" | "do" | "das" | "dos" | "e")).collect();
    if telling.is_empty() { all().collect() } else { telling }
}

/// Edits between two words where they may be the same; the beginning of a word is as far as it is short of letters.
fn word_distance(asked: &str, known: &str) -> Option<u32> {
    if asked == known {
        return Some(0);
    }
    let distance = typo_distance(asked, known);
    if distance <= typo_allowance(asked).min(typo_allowance(known)) {
        return Some(distance as u32);
    }
    let (letters, all) = (asked.chars().count(), known.chars().count());
    (letters >= 3 && known.starts_with(asked)).then(|| all.saturating_sub(letters).max(1) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_person_and_a_look_alike_comes_later() {
        let names = ["João da Silva", "Joana Silveira", "Maria Aparecida", "Joaquim Souza"];
        let best = |wanted: &str| {
            let found = names.iter().filter_map(|name| Some((name_distance(wanted, name)?, *name)));
            found.min().map(|(_, name)| name)
        };
        for (wanted, found) in [
            ("joao", Some("João da Silva")),
            ("Joãoo Sliva", Some("João da Silva")),
            ("silva", Some("João da Silva")),
            ("aparesida", Some("Maria Aparecida")),
            ("juaquim", Some("Joaquim Souza")),
            ("joa", Some("João da Silva")),
            ("Pedro", None),
            ("", None),
            ("da", None),
            ("Maria Silva", None),
        ] {
            assert_eq!(best(wanted), found, "{wanted}");
        }
    }

    #[test]
    fn the_whole_name_is_nearer_than_a_part_of_another() {
        assert!(name_distance("Ana", "Ana") < name_distance("Ana", "Ana Paula"));
        assert!(name_distance("Ana Paulla", "Ana Paula") < name_distance("Ana Paulla", "Ana Paula Reis"));
    }
}
