//! Light stemmers for folded Portuguese that leave English mostly alone.
//!
//! [`Stemmer::Inflection`] undoes plurals and cuts one final theme vowel, so that `sementes` meets
//! `semente` and `registrada` meets `registrado`. [`Stemmer::Derivation`] also cuts the commonest
//! endings of verbs and nouns, so that `aplicar` meets `aplicação`: good for questions, too coarse
//! for product names. (The plural step is that of Savoy, "Light stemming approaches for the French,
//! Portuguese, German and Hungarian languages", 2006.)

/// How far words are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stemmer {
    /// Plural and gender.
    Inflection,
    /// Also the commonest endings of verbs and nouns.
    Derivation,
}

const PLURALS: [(&str, &str); 10] = [
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("ois", "ol"),
    ("uis", "ul"),
    ("ies", "y"),
    ("ns", "m"),
    ("res", "r"),
    ("zes", "z"),
];

const ENDINGS: [&str; 32] = [
    "izacao", "amento", "imento", "acao", "icao", "mente", "idade", "ador", "edor", "idor", "ando", "endo",
    "indo", "aram", "eram", "iram", "ado", "ido", "ada", "ida", "ad", "id", "ar", "er", "ir", "av", "ou",
    "and", "end", "ind", "am", "em",
];

impl Stemmer {
    /// Stems a folded word. Words with anything but a–z and words under four letters stay.
    pub fn stem(self, word: &str) -> String {
        if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
            return word.to_owned();
        }
        let stem = without_theme_vowel(singular_stem(word));
        match self {
            Stemmer::Inflection => stem,
            Stemmer::Derivation => without_ending(stem),
        }
    }
}

/// The singular by the plural endings of Portuguese; at least two letters stay.
fn singular_stem(word: &str) -> String {
    for (plural, singular) in PLURALS {
        if let Some(base) = word.strip_suffix(plural)
            && base.len() >= 2
        {
            return format!("{base}{singular}");
        }
    }
    match word.strip_suffix('s') {
        Some(base) if !base.ends_with('s') => base.to_owned(),
        _ => word.to_owned(),
    }
}

/// Removes a vowel at the end, in which nouns and verbs of one root differ.
fn without_theme_vowel(mut word: String) -> String {
    if let Some(base) = word.strip_suffix("ie")
        && base.len() >= 2
    {
        word = format!("{base}y");
    }
    if word.len() >= 5 && word.ends_with(['a', 'o', 'e']) {
        word.pop();
    }
    word
}

/// Removes the first ending of the list that leaves four letters.
fn without_ending(word: String) -> String {
    ENDINGS
        .iter()
        .find_map(|ending| word.strip_suffix(ending).filter(|base| base.len() >= 4))
        .map_or_else(|| word.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inflections_meet() {
        for (a, b) in [
            ("sementes", "semente"),
            ("aplicacoes", "aplicacao"),
            ("pulverizadores", "pulverizador"),
            ("minerais", "mineral"),
            ("nuvens", "nuvem"),
            ("registradas", "registrado"),
            ("batteries", "battery"),
        ] {
            assert_eq!(Stemmer::Inflection.stem(a), Stemmer::Inflection.stem(b), "{a}");
        }
        for stays in ["npk", "10-10-10", "glass", "soja"] {
            assert_eq!(Stemmer::Inflection.stem(stays), stays);
        }
        assert_eq!(Stemmer::Inflection.stem("ties"), "tie", "a short word keeps its beginning");
    }

    #[test]
    fn derivations_meet_only_where_asked() {
        assert_eq!(Stemmer::Derivation.stem("registar"), Stemmer::Derivation.stem("registado"));
        assert_ne!(Stemmer::Inflection.stem("registar"), Stemmer::Inflection.stem("registado"));
    }
}
