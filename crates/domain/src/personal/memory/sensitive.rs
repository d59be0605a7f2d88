//! Health, faith and money: what is kept of them only where a person says yes to it by itself. A model names the
//! area of a fact, so its words are looked at too.

use super::words::fold_words;
use crate::personal::decision::Area;

/// Beginnings of words about health, faith and money.
const BEGINNINGS: &[&str] = &[
    "saude",
    "doenc",
    "doent",
    "remedi",
    "medic",
    "hospital",
    "cirurg",
    "diabet",
    "cancer",
    "depress",
    "ansied",
    "alergi",
    "gravid",
    "pressao",
    "terapi",
    "psic",
    "insonia",
    "vicio",
    "alcool",
    "peso",
    "dieta",
    "exame",
    "sintoma",
    "fum",
    "igreja",
    "missa",
    "culto",
    "deus",
    "jesus",
    "biblia",
    "oracao",
    "orar",
    "rez",
    "fe",
    "catolic",
    "evangelic",
    "espirit",
    "religi",
    "pastor",
    "padre",
    "ateu",
    "candombl",
    "umband",
    "salari",
    "divida",
    "devo",
    "emprestim",
    "financ",
    "dinheiro",
    "invest",
    "poupanc",
    "conta",
    "cartao",
    "renda",
    "ganho",
    "imposto",
    "heranc",
    "falenc",
    "health",
    "disease",
    "illness",
    "medicine",
    "doctor",
    "surgery",
    "allerg",
    "pregnan",
    "therap",
    "addict",
    "church",
    "god",
    "bible",
    "pray",
    "faith",
    "religio",
    "catholic",
    "muslim",
    "jewish",
    "salary",
    "debt",
    "loan",
    "money",
    "saving",
    "income",
    "earn",
    "bank",
    "banco",
    "credit",
];
/// Words that must stand whole: as a beginning they would mean others.
const WHOLE: &[&str] = &["fe", "fum", "peso", "conta", "devo", "rez", "ganho", "orar", "god"];

/// Whether an item of memory is about health, faith or money.
pub fn is_sensitive(area: Area, content: &str) -> bool {
    let by_area = matches!(area, Area::Health | Area::Spiritual | Area::Finance);
    let names = |word: &String| {
        BEGINNINGS.iter().any(|start| {
            if WHOLE.contains(start) {
                word == start || *word == format!("{start}o")
            } else {
                word.starts_with(start)
            }
        })
    };
    by_area || fold_words(content).iter().any(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_what_a_wrong_area_hides() {
        for content in [
            "é alérgico a amendoim",
            "vai à missa todo domingo",
            "deve 20 mil ao banco",
            "I have diabetes",
            "fumo",
        ] {
            assert!(is_sensitive(Area::Crops, content), "{content}");
        }
        for content in ["prefere retirar na loja", "planta soja em Sorriso", "a fazenda fica longe"] {
            assert!(!is_sensitive(Area::Customers, content), "{content}");
            assert!(is_sensitive(Area::Health, content));
        }
    }
}
