//! What a sentence or a question speaks of a use for, crop or pest, and whether a statement is of that: the dose for
//! wheat is none for soybeans.

use super::quantities::find_quantities;
use crate::chat::intent::wording::english::translate_terms;
use crate::chat::intent::wording::words::stems_of;
use crate::text::{is_chatter, is_stop_word, normalize_text, plain_words};
use rust_decimal::Decimal;

/// Words before what is meant, folded.
const PREPOSITIONS: [&str; 14] =
    ["na", "no", "nas", "nos", "em", "numa", "num", "para", "pra", "pro", "pros", "in", "on", "for"];
/// Words between these and what is meant: `na cultura da soja`, `para controlar ferrugem`.
const FILLERS: [&str; 32] = [
    "a",
    "o",
    "as",
    "os",
    "da",
    "do",
    "das",
    "dos",
    "de",
    "the",
    "of",
    "my",
    "minha",
    "meu",
    "cultura",
    "culturas",
    "lavoura",
    "lavouras",
    "plantio",
    "controle",
    "inicio",
    "comeco",
    "caso",
    "crop",
    "crops",
    "control",
    "controlar",
    "combater",
    "tratar",
    "matar",
    "evitar",
    "usar",
];
/// Beginnings of words that stand there and are neither crop nor pest.
const GENERAL: [&str; 20] = [
    "bula", "rotul", "label", "leaflet", "pagin", "page", "dose", "tanque", "tank", "bomba", "calda", "agua",
    "maxim", "minim", "hectar", "area", "aplica", "interval", "pulveriz", "catalog",
];

/// The stems of crops and pests that `text` speaks of, in the words of the catalog; none where it names none.
pub(crate) fn find_targets(text: &str) -> Vec<String> {
    let folded = normalize_text(&translate_terms(text));
    let words: Vec<&str> = plain_words(&folded).collect();
    let mut targets: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if !PREPOSITIONS.contains(word) {
            continue;
        }
        let meant = words[at + 1..].iter().copied().find(|word| !FILLERS.contains(word));
        let meant = meant.filter(|word| {
            let is_word = word.len() >= 3 && word.chars().all(char::is_alphabetic);
            let is_general = GENERAL.iter().any(|beginning| word.starts_with(beginning));
            is_word && !is_general && !PREPOSITIONS.contains(word) && !is_stop_word(word) && !is_chatter(word)
        });
        targets.extend(meant.into_iter().flat_map(stems_of));
    }
    targets
}

/// Words between things that are asked for one by one: `no milho e na soja`.
const JOINTS: [&str; 4] = ["e", "ou", "and", "or"];

/// Prepositions of a crop or a field; the others may stand before a pest too.
const OF_PLACE: [&str; 9] = ["na", "no", "nas", "nos", "em", "numa", "num", "in", "on"];

/// The targets of a question, those together that a statement must be of at once (`contra ferrugem na soja`): each alone
/// where each is joined to the next by a word (`no milho e na soja`). One empty list where it names none.
pub(crate) fn find_target_choices(text: &str) -> Vec<Vec<String>> {
    let targets = find_targets(text);
    let folded = normalize_text(&translate_terms(text));
    let words: Vec<&str> = plain_words(&folded).collect();
    // A crop and a pest (`na soja e para ferrugem`) are asked for at once.
    let is_alike = |at: usize, preposition: &str| {
        let before = words[..at].iter().rfind(|word| PREPOSITIONS.contains(word));
        before.is_some_and(|before| OF_PLACE.contains(before) == OF_PLACE.contains(&preposition))
    };
    let joined = words.windows(3).enumerate().filter(|(at, run)| {
        JOINTS.contains(&run[1])
            && PREPOSITIONS.contains(&run[2])
            && stems_of(run[0]).iter().any(|stem| targets.contains(stem))
            && is_alike(*at, run[2])
    });
    if targets.len() > 1 && joined.count() + 1 == targets.len() {
        targets.into_iter().map(|target| vec![target]).collect()
    } else {
        vec![targets]
    }
}

/// Whether `statement` is of each of `targets`, and beside each that has figures of its own
/// (`soja 30 dias; trigo 21 dias`) gives one of `numbers`.
pub(super) fn is_of_targets(statement: &str, targets: &[String], numbers: &[Decimal]) -> bool {
    let stems = stems_of(statement);
    let rows: Vec<Row> = split_rows(statement).map(Row::read).filter(|row| !row.numbers.is_empty()).collect();
    targets.iter().all(|target| {
        let mut own = rows.iter().filter(|row| row.stems.contains(target)).peekable();
        stems.contains(target)
            && (own.peek().is_none()
                || own.any(|row| row.numbers.iter().any(|number| numbers.contains(number))))
    })
}

/// What stands together in a statement, with its figures.
struct Row {
    stems: Vec<String>,
    numbers: Vec<Decimal>,
}

impl Row {
    fn read(text: &str) -> Self {
        Self { stems: stems_of(text), numbers: read_numbers(text) }
    }
}

/// Reads every number of `text` but marks of sources, each way it can be read.
pub(super) fn read_numbers(text: &str) -> Vec<Decimal> {
    let found = find_quantities(text).into_iter();
    found.filter(|one| !text[..one.range.start].ends_with('[')).flat_map(|one| one.numbers).collect()
}

/// The parts of a statement that may be of one crop each.
fn split_rows(statement: &str) -> impl Iterator<Item = &str> {
    let parts = statement.split([';', '\n']).flat_map(|part| part.split(", "));
    parts.flat_map(|part| part.split(" e "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_use_is_for_stands_behind_small_words() {
        for (text, targets) in [
            ("qual a dose do Ferrugen na soja?", vec!["soja"]),
            ("Na cultura da soja e no trigo, use 0,5 L/ha [1].", vec!["soja", "trigo"]),
            ("For soybeans, the rate is 0.5 L/ha [1].", vec!["soja"]),
            ("Use no máximo 2 L em 100 L de água, no tanque.", vec![]),
            ("A carência é de 30 dias.", vec![]),
        ] {
            let stems: Vec<String> = targets.into_iter().flat_map(stems_of).collect();
            assert_eq!(find_targets(text), stems, "{text}");
        }
    }

    #[test]
    fn crops_that_are_joined_by_a_word_are_asked_for_one_by_one() {
        let choices = |text: &str| find_target_choices(text).len();
        assert_eq!(choices("qual a dose no milho e na soja?"), 2);
        for at_once in [
            "qual a dose para ferrugem na soja?",
            "e para ferrugem na soja?",
            "qual a dose na soja e para ferrugem?",
        ] {
            assert_eq!(choices(at_once), 1, "{at_once}");
        }
        assert_eq!(choices("qual a dose para ferrugem e para oídio na soja?"), 1, "no pest without its crop");
        assert_eq!(find_target_choices("qual a dose?"), [Vec::<String>::new()]);
    }

    #[test]
    fn a_figure_of_one_crop_is_none_of_another() {
        let fits =
            |statement: &str, text: &str| is_of_targets(statement, &find_targets(text), &read_numbers(text));
        let periods = "Intervalo de segurança: soja 30 dias; trigo 21 dias.";
        assert!(fits(periods, "Na soja são 30 dias [1]."), "the control");
        assert!(!fits(periods, "No trigo são 30 dias [1]."));
        assert!(!fits(periods, "No algodão são 30 dias [21]."));
        let table = "Culturas  Dose (L/ha)\nSoja  0,5\nTrigo  0,4";
        assert!(fits(table, "No trigo, 0,4 L/ha."), "the control");
        assert!(!fits(table, "No trigo, 0,5 L/ha."));
        assert!(fits("Soja: aplicar\n0,5 L/ha.", "Na soja, 0,5 L/ha."), "a sentence over two lines");
    }
}
