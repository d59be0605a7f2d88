//! Names of attributes as people read them: `k2o_pct` is `K₂O`, in `%`; `modo_de_acao` is `Modo de ação`.
//!
//! The keys are data. What is known of their parts is put right, all else stays recognisable to those who made
//! the key. What is known stands in a file that the interface reads too (`ui/src/lib/text/attributeLabel.ts`).

use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

/// The name of an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeLabel {
    /// `Capacidade`.
    pub name: String,
    /// `L`: what the key says that its numbers are counted in.
    pub unit: Option<&'static str>,
}

#[derive(Debug, Default, Deserialize)]
struct File {
    units: Vec<(String, String)>,
    symbols: String,
    words: Vec<String>,
    endings: Vec<Vec<String>>,
}

/// What is known of the parts of keys.
struct KnownParts {
    /// Ends of keys and the unit that each names, longer ones first.
    units: Vec<(String, String)>,
    /// Nutrients and compounds by their key.
    symbols: HashMap<String, String>,
    /// Words whose accents no ending restores, by the bare word.
    words: HashMap<String, String>,
    endings: Vec<Ending>,
}

/// An ending that Portuguese always writes with an accent.
struct Ending {
    bare: String,
    written: String,
    /// A letter before it that makes the word a foreign one: `shoes`.
    except_after: Option<String>,
}

static KNOWN: LazyLock<KnownParts> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken file never ships.
    let file: File =
        serde_json::from_str(include_str!("../../data/attribute_labels.json")).unwrap_or_default();
    let symbols = file.symbols.split_whitespace().map(|symbol| (to_key(symbol), symbol.to_owned()));
    let words = file.words.iter().flat_map(|line| line.split_whitespace());
    let endings = file.endings.into_iter().filter_map(|parts| {
        let mut parts = parts.into_iter();
        Some(Ending { bare: parts.next()?, written: parts.next()?, except_after: parts.next() })
    });
    KnownParts {
        units: file.units,
        symbols: symbols.collect(),
        words: words.map(|word| (to_bare(word), word.to_owned())).collect(),
        endings: endings.collect(),
    }
});

impl AttributeLabel {
    /// Derives the label of an item's attribute from its key.
    pub fn of(key: &str) -> Self {
        let key = key.trim();
        let lower = key.to_lowercase();
        let unit =
            KNOWN.units.iter().find(|(end, _)| lower.len() > end.len() && lower.ends_with(end.as_str()));
        // Lower case may be longer than the key; an end of a key is plain letters and is not.
        let stem = unit.and_then(|(end, _)| key.get(..key.len().checked_sub(end.len())?)).unwrap_or(key);
        let parts = || stem.split(|c: char| c == '_' || c.is_whitespace()).filter(|word| !word.is_empty());
        let count = parts().count();
        let words: Vec<String> = parts().map(|word| write_word(word, count)).collect();
        let mut name = words.join(" ");
        if !parts().next().is_some_and(|first| KNOWN.symbols.contains_key(&first.to_lowercase())) {
            name = capitalize(&name);
        }
        Self { name, unit: unit.map(|(_, unit)| unit.as_str()) }
    }
}

impl std::fmt::Display for AttributeLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.unit {
            Some(unit) => write!(f, "{} ({unit})", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// One word of a key of `count`. A symbol of one or two letters is one only where it is the whole name: `s_pct`,
/// not `vale s`.
fn write_word(word: &str, count: usize) -> String {
    // What was written with capitals or accents was written by a person.
    if word != to_bare(word) {
        return word.to_owned();
    }
    if let Some(symbol) = KNOWN.symbols.get(word).filter(|_| count == 1 || word.len() > 2) {
        return symbol.clone();
    }
    if let Some(written) = KNOWN.words.get(word) {
        return written.clone();
    }
    let restored = KNOWN.endings.iter().filter(|_| word.len() > 3).find_map(|ending| {
        let stem = word.strip_suffix(ending.bare.as_str())?;
        let is_foreign = ending.except_after.as_ref().is_some_and(|letter| stem.ends_with(letter.as_str()));
        (!is_foreign).then(|| format!("{stem}{}", ending.written))
    });
    restored.unwrap_or_else(|| word.to_owned())
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A symbol as a key has it: `K₂O` is `k2o`.
fn to_key(symbol: &str) -> String {
    symbol.nfkd().collect::<String>().to_lowercase()
}

/// A word in lower case and without accents.
fn to_bare(word: &str) -> String {
    word.nfkd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same cases as the interface's.
    #[test]
    fn keys_are_read_as_people_write_them() {
        let cases = include_str!("../../../../tests/fixtures/attribute_labels.json");
        let cases: Vec<(String, String)> = serde_json::from_str(cases).unwrap();
        assert!(cases.len() > 20);
        for (key, label) in cases {
            assert_eq!(AttributeLabel::of(&key).to_string(), label, "{key}");
        }
    }

    #[test]
    fn a_unit_stands_apart() {
        let label = AttributeLabel::of("capacidade_l");
        assert_eq!((label.name.as_str(), label.unit), ("Capacidade", Some("L")));
        assert_eq!(AttributeLabel::of("İ_kg").to_string(), "İ (kg)");
    }
}
