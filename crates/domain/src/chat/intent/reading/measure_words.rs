//! Words of a message that say nothing of which thing is meant: packages, units, and the verbs of a question.

use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::reading::wanted::Term;
use crate::chat::intent::wording::colloquial::read_diminutive;
use crate::chat::intent::wording::words::{WORDS, stems_of};

/// Verbs of what a thing is or does.
pub(crate) const ASKING_VERBS: [&str; 32] = [
    "vem", "dura", "duram", "demora", "mede", "medem", "pesa", "cabe", "cabem", "aguenta", "aguentam",
    "suporta", "alcanca", "gasta", "consome", "rende", "tempo", "chegar", "chega", "funciona", "pega",
    "leva", "usa", "dias", "meses", "horas", "come", "comes", "last", "lasts", "hold", "holds",
];

/// Whether a term is a package or a unit, which every item has one of: `saca de quantos quilos?`
pub(crate) fn names_measure(term: &Term) -> bool {
    // `Pacotinho` is a small package.
    let is_small =
        read_diminutive(&term.said).is_some_and(|plain| WORDS.packages.are_in(std::slice::from_ref(&plain)));
    is_small
        || term.is_number()
        || WORDS.packages.are_in(&stems_of(&term.said))
        || measure_of(&term.said).is_some()
}

/// Whether a term says nothing of which thing is meant.
pub(crate) fn names_nothing_of_its_own(term: &Term) -> bool {
    names_measure(term) || ASKING_VERBS.contains(&term.said.as_str())
}
