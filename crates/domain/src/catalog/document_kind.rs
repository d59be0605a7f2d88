//! What a document of a product is to a dealer.

use crate::text::normalize_text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use specta::Type;

/// What a document of a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Type, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    /// The label on the package (rótulo).
    Label,
    /// The leaflet with crops, targets and doses (bula).
    Leaflet,
    /// The safety data sheet (FISPQ, FDS).
    SafetySheet,
    /// Any other.
    #[default]
    Other,
}

impl DocumentKind {
    /// Name of the document's kind in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Label => "label",
            Self::Leaflet => "leaflet",
            Self::SafetySheet => "safety_sheet",
            Self::Other => "other",
        }
    }

    /// Whether the chat may take from it how a product is used: dose, rate, interval, waiting period. A brochure, a
    /// price list and a safety data sheet are no source of these.
    pub fn states_use(self) -> bool {
        match self {
            Self::Label | Self::Leaflet => true,
            Self::SafetySheet | Self::Other => false,
        }
    }

    /// Reads a name of the database; [`DocumentKind::Other`] for one of a later version.
    pub fn from_stored(name: &str) -> Self {
        [Self::Label, Self::Leaflet, Self::SafetySheet]
            .into_iter()
            .find(|kind| kind.as_str() == name)
            .unwrap_or_default()
    }

    /// Guesses the kind by the name of a file, of which people write words in either language. A file that holds
    /// leaflet and label is a leaflet: that has the doses.
    pub fn guess(file_name: &str) -> Self {
        let folded = normalize_text(file_name);
        let words: Vec<&str> =
            folded.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty()).collect();
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
        let is_safety = has(&["fispq", "fds", "sds", "msds"])
            || has(&["seguranca"]) && has(&["ficha", "dados"])
            || has(&["safety"]) && has(&["sheet", "data"]);
        if is_safety {
            Self::SafetySheet
        } else if has(&["bula", "bulas", "leaflet", "leaflets"]) {
            Self::Leaflet
        } else if has(&["rotulo", "rotulos", "rotulagem", "label", "labels"]) {
            Self::Label
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_guessed_by_whole_words_of_the_name() {
        for (name, kind) in [
            ("Bula_Azocipra-2024.pdf", DocumentKind::Leaflet),
            ("bula e rótulo.pdf", DocumentKind::Leaflet),
            ("RÓTULO 5L.JPG", DocumentKind::Label),
            ("label.v2.pdf", DocumentKind::Label),
            ("FISPQ123.pdf", DocumentKind::SafetySheet),
            ("ficha de dados de segurança da bula.pdf", DocumentKind::SafetySheet),
            ("Safety data sheet.pdf", DocumentKind::SafetySheet),
            ("fabulas.pdf", DocumentKind::Other),
            ("tabela de preços.xlsx", DocumentKind::Other),
            ("", DocumentKind::Other),
        ] {
            assert_eq!(DocumentKind::guess(name), kind, "{name}");
        }
    }

    #[test]
    fn every_kind_is_read_back_by_its_stored_name() {
        use DocumentKind::{Label, Leaflet, Other, SafetySheet};
        for kind in [Label, Leaflet, SafetySheet, Other] {
            assert_eq!(DocumentKind::from_stored(kind.as_str()), kind);
        }
        assert_eq!(DocumentKind::from_stored("poster"), Other);
    }
}
