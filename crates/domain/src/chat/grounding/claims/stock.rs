//! Statements on stock against what was counted: that a product is there of which nothing is left, and that nothing is
//! left of one that is there or was never counted.

use super::sentence::Sentence;
use std::ops::Range;

/// What says that a product is there.
const PRESENCES: [&str; 8] = [
    "em estoque",
    "no estoque",
    "pronta entrega",
    "no deposito",
    "na prateleira",
    "disponivel hoje",
    "disponivel agora",
    "in stock",
];
/// What says that nothing is left of it.
const LACKS: [&str; 10] = [
    "esgotad*",
    "sem estoque",
    "fora de estoque",
    "estoque zerado",
    "nao ha estoque",
    "nao temos em estoque",
    "nao tem em estoque",
    "nao ha em estoque",
    "out of stock",
    "not in stock",
];
/// Words beside a presence that turn it around: nothing is claimed to be there.
const DENIALS: [&str; 8] = ["nao", "sem", "acabou", "acabaram", "zerad*", "zero", "not", "falta*"];

/// A statement on stock against the counts of the records that the sentence is held to.
pub(super) fn find_wrong_stock(sentence: &Sentence<'_>) -> Option<Range<usize>> {
    if let Some(range) = LACKS.iter().find_map(|lack| sentence.find(lack)) {
        let is_so = sentence.held_to.iter().any(|record| record.is_out == Some(true));
        return (!is_so).then_some(range);
    }
    let range = PRESENCES.iter().find_map(|presence| sentence.find(presence))?;
    let is_out =
        !sentence.held_to.is_empty() && sentence.held_to.iter().all(|record| record.is_out == Some(true));
    (is_out && !sentence.has_any_phrase(&DENIALS)).then_some(range)
}
