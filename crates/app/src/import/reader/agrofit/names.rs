//! Cleanup of AGROFIT names: all capitals, and dashes with a broken encoding.

use encoding_rs::WINDOWS_1252;

/// Words that stay small inside a name.
const SMALL: [&str; 12] = ["a", "as", "ao", "da", "das", "de", "do", "dos", "e", "em", "o", "os"];
/// Short forms that are no acronyms.
const ORDINARY: [&str; 10] = ["ltda", "cia", "foz", "sul", "são", "rio", "bom", "boa", "ind", "com"];

/// Puts the text's blanks in order, and its punctuation: the table was once read as Latin-1, so
/// that characters which only Windows-1252 has, such as `–`, have become control characters.
pub(super) fn repair_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars() {
            match u8::try_from(u32::from(c)) {
                Ok(byte @ 0x80..=0x9f) => out.push_str(&WINDOWS_1252.decode_without_bom_handling(&[byte]).0),
                _ => out.push(c),
            }
        }
    }
    out
}

/// Whether every letter with a case is a capital.
fn is_all_capitals(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(char::is_lowercase)
}

/// `CANA-DE-AÇÚCAR` becomes `Cana-de-açúcar`, `SOJA OGM` becomes `Soja OGM` (genetically modified),
/// and what is not shouted stays.
pub(super) fn crop_name(crop: &str) -> String {
    if !is_all_capitals(crop) {
        return crop.to_owned();
    }
    let lower = crop.to_lowercase();
    let parts = lower.split(" - ").map(|part| {
        let words: Vec<&str> = part.split(' ').map(|word| if word == "ogm" { "OGM" } else { word }).collect();
        capitalize_text(&words.join(" "))
    });
    parts.collect::<Vec<_>>().join(" - ")
}

/// `UPL DO BRASIL LTDA - SÃO PAULO/SP` becomes `UPL do Brasil Ltda - São Paulo/SP`. Acronyms are
/// words that cannot be spoken, of three letters at most, with points or digits, or behind a slash.
pub(super) fn company_name(company: &str) -> String {
    if !is_all_capitals(company) {
        return company.to_owned();
    }
    let mut out = String::with_capacity(company.len());
    let mut word = String::new();
    for c in company.chars().chain(['\0']) {
        if c.is_alphanumeric() || c == '.' {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            let spoken = company_word(&word, out.chars().next_back());
            out.push_str(&spoken);
            word.clear();
        }
        if c != '\0' {
            out.push(c);
        }
    }
    out
}

/// `before` is the character in front of the word.
fn company_word(word: &str, before: Option<char>) -> String {
    let lower = word.to_lowercase();
    let bare = lower.trim_end_matches('.');
    let letters = bare.chars().count();
    if before == Some(' ') && SMALL.contains(&bare) {
        return lower;
    }
    if ORDINARY.contains(&bare) {
        return capitalize_text(&lower);
    }
    let is_code = bare.contains('.') || bare.contains(|c: char| c.is_ascii_digit());
    if is_code || !can_be_spoken(bare) || letters <= 3 || (before == Some('/') && letters <= 2) {
        return word.to_owned();
    }
    capitalize_text(&lower)
}

/// Has a vowel, and, where it is short, not two consonants first that no Portuguese word begins with.
fn can_be_spoken(word: &str) -> bool {
    let is_vowel = |c: char| "aeiouyãáâàéêíóôõúü".contains(c);
    let mut letters = word.chars();
    let begins_well = match (letters.next(), letters.next()) {
        (Some(first), Some(second)) => is_vowel(first) || is_vowel(second) || "rlhç".contains(second),
        _ => true,
    };
    word.contains(is_vowel) && (begins_well || word.chars().count() > 5)
}

/// The text with a capital as its first letter.
fn capitalize_text(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// `picão (1)`: the register numbers names that several species share.
pub(super) fn without_homonym_number(name: &str) -> &str {
    match name.strip_suffix(')').and_then(|n| n.rsplit_once('(')) {
        Some((before, number)) if number.trim().bytes().all(|b| b.is_ascii_digit()) => before.trim_end(),
        _ => name,
    }
}

/// Splits at `separator` where no bracket is open.
pub(super) fn split_outside_brackets<'t>(text: &'t str, separator: &str) -> Vec<&'t str> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 && at >= start && text[at..].starts_with(separator) => {
                parts.push(&text[start..at]);
                start = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crops_are_spoken_softly() {
        for (shouted, spoken) in [
            ("CANA-DE-AÇÚCAR", "Cana-de-açúcar"),
            ("SOJA OGM", "Soja OGM"),
            ("MILHO - ARMAZENADO", "Milho - Armazenado"),
            ("Uva de mesa", "Uva de mesa"),
        ] {
            assert_eq!(crop_name(shouted), spoken);
        }
    }

    #[test]
    fn companies_keep_their_acronyms() {
        for (shouted, spoken) in [
            (
                "ABC DO BRASIL INDÚSTRIA E COMÉRCIO S.A. - SÃO JOSÉ/SP",
                "ABC do Brasil Indústria e Comércio S.A. - São José/SP",
            ),
            ("CHDX QUÍMICA LTDA.- CURITIBA", "CHDX Química Ltda.- Curitiba"),
            ("XTVA PROTEÇÃO DE CULTIVOS", "XTVA Proteção de Cultivos"),
            ("EXEMPLO S/A", "Exemplo S/A"),
            ("Exemplo Química SA", "Exemplo Química SA"),
            ("AGRO-CAMPO LTDA - ME", "Agro-Campo Ltda - ME"),
        ] {
            assert_eq!(company_name(shouted), spoken);
        }
    }

    #[test]
    fn broken_dashes_are_mended() {
        assert_eq!(repair_text(" Categoria 5 \u{96}  Produto "), "Categoria 5 – Produto");
    }

    #[test]
    fn numbers_of_homonyms_go() {
        assert_eq!(without_homonym_number("capim-mimoso (2)"), "capim-mimoso");
        assert_eq!(without_homonym_number("capim (Poa)"), "capim (Poa)");
    }

    #[test]
    fn brackets_hold_together() {
        assert_eq!(
            split_outside_brackets("a (b + c) (1 g/L) + d (2 g/L)", " + "),
            ["a (b + c) (1 g/L)", "d (2 g/L)"]
        );
    }
}
