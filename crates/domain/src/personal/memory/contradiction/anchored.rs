//! Two statements about one person in words of their own: they share the person, and something besides the name.
//!
//! [`super::statement`] takes sentences of one form apart; what people say later seldom has the form of what is known.
//! These rules read signs: another amount of the same unit, another phone, day or time, the same verb denied, a state
//! of which one holds, a word by which something changed. They are made to ask seldom in vain, and find a part.

use super::amounts::{Amount, read_amounts, read_hours, read_phones};
use super::disagreement::Disagreement;
use super::signs;
use super::spoken::{Word, read_words};
use std::collections::BTreeSet;

/// Words of a statement among which it names whom it is about.
const NAMES_WITHIN: usize = 6;
/// Words between a denial and its verb, at most.
const BEFORE_VERB: usize = 3;
/// Words between "não" and "mais", at most.
const BEFORE_MORE: usize = 6;

/// A statement with whom it is about.
#[derive(Debug)]
pub(super) struct AnchoredStatement {
    words: Vec<Word>,
    names: Vec<String>,
    /// Whether it asks rather than tells.
    asks: bool,
}

impl AnchoredStatement {
    pub fn read(text: &str) -> Self {
        let words = read_words(text);
        let names = find_names(&words);
        Self { words, names, asks: text.contains('?') }
    }

    fn has(&self, list: &[&str]) -> bool {
        self.words.iter().any(|word| word.is_in(list))
    }

    /// The words of `list` that it has.
    fn all_of(&self, list: &[&str]) -> BTreeSet<&str> {
        self.words.iter().filter(|word| word.is_in(list)).map(|word| word.text.as_str()).collect()
    }

    /// The name behind a name, as in "José Orlando".
    fn name_behind(&self, name: &str) -> Option<&str> {
        let pair = self.words.windows(2).find(|pair| pair[0].text == name && pair[1].is_capital)?;
        Some(pair[1].text.as_str())
    }

    fn is_denial(&self) -> bool {
        self.has(signs::NEGATIONS)
    }

    /// Stems of what it says, without `names`.
    fn content(&self, names: &[String]) -> BTreeSet<String> {
        let is_verb = |word: &Word| signs::VERBS.iter().any(|(form, _)| *form == word.text);
        let says = |word: &&Word| {
            word.text.len() > 2
                && !word.text.starts_with(|c: char| c.is_ascii_digit())
                && !word.is_in(signs::FILLERS)
                && !word.is_in(signs::NEGATIONS)
                && !is_verb(word)
                && !names.contains(&word.text)
        };
        self.words.iter().filter(says).map(Word::stem).collect()
    }

    /// Its verbs, those that it denies and the others.
    fn verbs(&self) -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
        let (mut denied, mut said) = (BTreeSet::new(), BTreeSet::new());
        for (at, word) in self.words.iter().enumerate() {
            let Some((_, verb)) = signs::VERBS.iter().find(|(form, _)| *form == word.text) else { continue };
            let before = self.words[..at].iter().rev().take(BEFORE_VERB);
            let mut rest =
                before.skip_while(|word| !word.is_in(signs::NEGATIONS) && word.is_in(signs::BEFORE_VERBS));
            let is_denied = rest.next().is_some_and(|word| word.is_in(signs::NEGATIONS));
            if is_denied {
                denied.insert(*verb)
            } else {
                said.insert(*verb)
            };
        }
        (denied, said)
    }

    /// Whether it says that something is so no more.
    fn ends(&self) -> bool {
        let is_denial = |word: &Word| matches!(word.text.as_str(), "nao" | "nem");
        let mut places = self.words.iter().enumerate().filter(|(_, word)| is_denial(word));
        places.any(|(at, _)| {
            let mut behind = self.words.iter().skip(at + 2).take(BEFORE_MORE - 1);
            behind.any(|word| word.text == "mais")
        })
    }

    /// Whether it tells what was done once.
    fn is_past(&self) -> bool {
        let is_past = |word: &Word| {
            let is_form = word.text.len() > 3 && (word.text.ends_with("ou") || word.text.ends_with("ei"));
            is_form || word.text == "vendi"
        };
        self.words.iter().any(is_past)
    }
}

/// The names with which a statement begins, of people and places.
fn find_names(words: &[Word]) -> Vec<String> {
    let names = words.iter().take(NAMES_WITHIN).enumerate().filter(|(at, word)| {
        let next = words.get(at + 1);
        let begins = *at == 0
            && !next.is_some_and(|next| next.is_capital)
            && (word.is_in(signs::SELF) || !next.is_some_and(|next| next.is_in(signs::THIRD)));
        word.is_capital && word.text.len() > 2 && !begins && !word.is_in(signs::TITLES)
    });
    names.map(|(_, word)| word.text.clone()).collect()
}

/// Why two statements about one person do not go together.
pub(super) fn find_anchored(known: &AnchoredStatement, stated: &AnchoredStatement) -> Option<Disagreement> {
    if stated.asks || !speaks_of_same(known, stated) {
        return None;
    }
    let shared: BTreeSet<String> =
        known.content(&known.names).intersection(&stated.content(&known.names)).cloned().collect();
    compare_values(known, stated, &shared)
        .or_else(|| compare_verbs(known, stated, &shared))
        .or_else(|| compare_states(known, stated, &shared))
        .or_else(|| compare_signs(known, stated, &shared))
}

/// Whether both are about one person: one who is named in both, or the one who speaks; and about no relative of theirs
/// in one of them alone.
fn speaks_of_same(known: &AnchoredStatement, stated: &AnchoredStatement) -> bool {
    if known.all_of(signs::KIN) != stated.all_of(signs::KIN) {
        return false;
    }
    if !known.names.is_empty() {
        return known.names.iter().any(|name| {
            let surnames = (known.name_behind(name), stated.name_behind(name));
            let is_other = matches!(surnames, (Some(one), Some(other)) if one != other);
            stated.words.iter().any(|word| word.text == *name) && !is_other
        });
    }
    let articles = ["o", "a", "do", "da", "seu", "dona"];
    let is_other = |pair: &[Word]| {
        pair[1].is_capital
            && pair[0].is_in(&articles)
            && known.words.iter().all(|word| word.text != pair[1].text)
    };
    !stated.words.windows(2).any(is_other) || stated.has(signs::SELF)
}

/// Whether what is stated may be of another time than what is known.
fn is_other_time(known: &AnchoredStatement, stated: &AnchoredStatement) -> bool {
    let is_year = |word: &&Word| {
        word.text.len() == 4
            && (word.text.starts_with("19") || word.text.starts_with("20"))
            && word.text.chars().all(|c| c.is_ascii_digit())
    };
    let of = |told: &AnchoredStatement| -> BTreeSet<String> {
        let years = told.words.iter().filter(is_year).map(|word| word.text.clone());
        told.all_of(signs::OTHER_TIMES).into_iter().map(str::to_owned).chain(years).collect()
    };
    !of(stated).is_subset(&of(known))
}

/// Whether words of another time stand in one of them alone; "vez" and "só" are none here.
fn differ_in_time(known: &AnchoredStatement, stated: &AnchoredStatement) -> bool {
    let of = |told: &AnchoredStatement| -> BTreeSet<String> {
        let times = told.all_of(signs::OTHER_TIMES).into_iter().filter(|word| *word != "vez");
        times.map(str::to_owned).collect()
    };
    of(known) != of(stated)
}

/// Another phone, another amount of one unit, another day, month or time.
fn compare_values(
    known: &AnchoredStatement,
    stated: &AnchoredStatement,
    shared: &BTreeSet<String>,
) -> Option<Disagreement> {
    let phones = (read_phones(&known.words), read_phones(&stated.words));
    if let (Some(one), Some(other)) = (phones.0.first(), phones.1.first()) {
        return (one != other).then_some(Disagreement::Value);
    }
    let is_bound = known.has(signs::BOUNDS) || stated.has(signs::BOUNDS);
    if !is_bound && !is_other_time(known, stated) && has_other_amount(known, stated, !shared.is_empty()) {
        return Some(Disagreement::Value);
    }
    if differ_in_time(known, stated) {
        return None;
    }
    let named_days = |told: &AnchoredStatement, list: &[&str]| -> BTreeSet<String> {
        told.words.iter().filter(|word| word.is_in(list)).map(Word::stem).collect()
    };
    for list in [signs::DAYS, signs::MONTHS] {
        let (one, other) = (named_days(known, list), named_days(stated, list));
        let speaks_besides = shared.iter().any(|stem| !one.contains(stem) && !other.contains(stem));
        if !one.is_empty() && !other.is_empty() && one.is_disjoint(&other) && speaks_besides {
            return Some(Disagreement::Value);
        }
    }
    let (one, other) = (read_hours(&known.words), read_hours(&stated.words));
    let is_other_hour = one.len() == 1 && !other.is_empty() && !other.contains(&one[0]);
    (is_other_hour && !shared.is_empty()).then_some(Disagreement::Value)
}

/// Whether both count one thing once, with another amount. Where they share a word besides and have one amount each, it is
/// enough that one of them does not tell what it counts: `30 reais o quilo`, `a 45 o quilo`.
fn has_other_amount(known: &AnchoredStatement, stated: &AnchoredStatement, shares_words: bool) -> bool {
    let (known, stated) = (read_amounts(&known.words), read_amounts(&stated.words));
    if let ([one], [other]) = (known.as_slice(), stated.as_slice()) {
        let is_time = [one, other].iter().any(|amount| amount.unit == "h");
        let is_untold = one.unit.is_empty() != other.unit.is_empty() && !is_time;
        if shares_words && is_untold && one.value != other.value {
            return true;
        }
    }
    let of = |list: &[Amount], unit: &str| {
        list.iter().filter(|amount| amount.unit == unit).map(|amount| amount.value).collect::<BTreeSet<_>>()
    };
    // Times a week and months count too much besides.
    let counts = |unit: &str| !unit.is_empty() && !matches!(unit, "vez" | "mes");
    known.iter().filter(|amount| counts(&amount.unit)).any(|amount| {
        let (one, other) = (of(&known, &amount.unit), of(&stated, &amount.unit));
        one.len() == 1 && other.len() == 1 && one != other
    })
}

/// The same verb, denied in one of them.
fn compare_verbs(
    known: &AnchoredStatement,
    stated: &AnchoredStatement,
    shared: &BTreeSet<String>,
) -> Option<Disagreement> {
    let only = ["so", "apenas"];
    if known.has(&only) || stated.has(&only) || is_other_time(known, stated) {
        return None;
    }
    let ((known_denied, known_said), (stated_denied, stated_said)) = (known.verbs(), stated.verbs());
    let is_enough = |verb: &&str| !shared.is_empty() || signs::HABITS.contains(verb);
    let denied_before = known_denied
        .intersection(&stated_said)
        .filter(|verb| !stated_denied.contains(*verb) && !known_said.contains(*verb) && is_enough(verb));
    let denied_now = stated_denied
        .intersection(&known_said)
        .filter(|verb| !known_denied.contains(*verb) && !stated_said.contains(*verb) && is_enough(verb));
    denied_before.chain(denied_now).next().map(|_| Disagreement::Negation)
}

/// States of which one holds at a time.
fn compare_states(
    known: &AnchoredStatement,
    stated: &AnchoredStatement,
    shared: &BTreeSet<String>,
) -> Option<Disagreement> {
    let of = |told: &AnchoredStatement, groups: &[&[&str]]| -> Vec<usize> {
        (0..groups.len()).filter(|at| told.has(groups[*at])).collect()
    };
    let differs = |groups: &[&[&str]]| {
        let (one, other) = (of(known, groups), of(stated, groups));
        one.len() == 1 && other.len() == 1 && one != other
    };
    if !known.is_denial() && !stated.is_denial() {
        if differs(signs::FAITHS) || (differs(signs::MARITAL) && !is_other_time(known, stated)) {
            return Some(Disagreement::Alternative);
        }
        if known.has(signs::DWELLS) && stated.has(signs::MOVES) {
            return Some(Disagreement::Exclusive);
        }
    }
    let taste = |told: &AnchoredStatement| (told.has(signs::LIKES), told.has(signs::DISLIKES));
    let is_turned = matches!(
        (taste(known), taste(stated)),
        ((true, false), (false, true)) | ((false, true), (true, false))
    );
    (is_turned && !shared.is_empty()).then_some(Disagreement::Alternative)
}

/// Words by which something is no longer, or never was, as it is known.
fn compare_signs(
    known: &AnchoredStatement,
    stated: &AnchoredStatement,
    shared: &BTreeSet<String>,
) -> Option<Disagreement> {
    if shared.is_empty() {
        return None;
    }
    if stated.has(&["nunca"]) && !known.is_denial() && !known.has(signs::DISINCLINED) {
        return Some(Disagreement::Negation);
    }
    if !known.is_past() {
        let changes =
            stated.all_of(signs::CHANGES).difference(&known.all_of(signs::CHANGES)).next().is_some();
        if changes && !stated.is_denial() {
            return Some(Disagreement::Exclusive);
        }
        if stated.ends() && !known.is_denial() {
            return Some(Disagreement::Negation);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by one who had read the rules: each shows what a rule is for, and what it must leave alone.
    #[test]
    fn each_sign_is_found_and_what_looks_like_it_is_left_alone() {
        for (known, stated, found) in [
            ("O Quirino tem 90 hectares", "A área do Quirino é de 120 hectare", Some(Disagreement::Value)),
            ("O Quirino tem 90 hectares", "em 2015 o Quirino tinha 120 hectares", None),
            ("O Quirino tem 90 hectares", "a filha do Quirino tem 120 hectares", None),
            ("O Quirino tem 90 hectares", "o Ataíde tem 120 hectares", None),
            (
                "O celular do Ataíde é 66 99911-2233",
                "anota o do Ataíde: 66 98822-1144",
                Some(Disagreement::Value),
            ),
            ("O celular do Ataíde é 66 99911-2233", "o do Ataíde é 66 99911-2233", None),
            ("A Lourdes recebe na quinta", "a entrega da Lourdes, quem recebe é o caseiro na terça", None),
            (
                "A Lourdes busca a ração na quinta",
                "a Lourdes mudou a ração pra terça",
                Some(Disagreement::Value),
            ),
            ("O Ataíde abre o galpão às 7h", "o galpão do Ataíde abre às 8h30", Some(Disagreement::Value)),
            ("O Ataíde tem silo", "o Ataíde nunca teve silo", Some(Disagreement::Negation)),
            ("O Ataíde tem silo", "o Ataíde não tem um silo só", None),
            ("O Ataíde tem silo", "o Ataíde tem silo?", None),
            ("A Lourdes é casada", "a Lourdes ficou viúva", Some(Disagreement::Alternative)),
            ("A Lourdes é casada", "a vizinha da Lourdes ficou viúva", None),
            ("O Ataíde mora em Sinop", "o Ataíde foi embora de mudança", Some(Disagreement::Exclusive)),
            ("O Ataíde gosta de áudio", "o Ataíde detesta áudio", Some(Disagreement::Alternative)),
            ("O Ataíde planta girassol", "o Ataíde largou o girassol", Some(Disagreement::Exclusive)),
            ("O Ataíde planta girassol", "o Ataíde não planta mais girassol", Some(Disagreement::Negation)),
            ("O Ataíde plantou girassol", "o Ataíde largou o girassol", None),
        ] {
            assert_eq!(
                find_anchored(&AnchoredStatement::read(known), &AnchoredStatement::read(stated)),
                found,
                "{known} | {stated}"
            );
        }
    }

    #[test]
    fn a_text_comes_into_words() {
        let texts = |text: &str| read_words(text).into_iter().map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(
            texts("Às 7h30, 9.500 sc; segunda-feira."),
            ["as", "7h30", "9.500", "sc", "segunda", "feira"]
        );
        assert_eq!(find_names(&read_words("O seu Osvaldo mora em Rio Verde")), ["osvaldo", "rio"]);
        assert_eq!(find_names(&read_words("Moro em Chapecó")), ["chapeco"]);
    }
}
