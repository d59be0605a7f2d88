//! The words of an item, and where it holds a term.

use super::term::Term;
use crate::catalog::Item;
use crate::search::Hit;
use crate::text::{
    Stemmer, is_stop_word, may_be_slip, normalize_text, plain_words, typo_allowance, typo_distance,
};
use rustc_hash::FxHashSet;
use serde_json::Value;

/// Where an item holds a term; what weighs more is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Holding {
    /// Nowhere.
    Not,
    /// In the description.
    Described,
    /// As the name of the maker.
    Made,
    /// In category, tags or attributes.
    Listed,
    /// In the name or as an active ingredient.
    Named,
}

impl Holding {
    pub(super) fn weight(self) -> f64 {
        match self {
            Holding::Not => 0.0,
            Holding::Described => 0.3,
            Holding::Made => 0.5,
            Holding::Listed => 1.0,
            Holding::Named => 1.7,
        }
    }
}

/// The stems of an item's texts.
#[derive(Debug, Default)]
pub(crate) struct ItemWords {
    name: FxHashSet<String>,
    /// Of what the item is against, which may be called as its active ingredient is.
    targets: FxHashSet<String>,
    ingredients: FxHashSet<String>,
    listed: FxHashSet<String>,
    described: FxHashSet<String>,
    maker: FxHashSet<String>,
    /// Of what its description says that it is without.
    lacked: FxHashSet<String>,
}

/// Attributes that say what a product is as its name does.
const NAMING: [&str; 3] = ["ingrediente_ativo", "principio_ativo", "active_ingredient"];
/// Attributes that say what a product is against.
const TARGETS: [&str; 3] = ["alvos", "pragas", "targets"];
/// Words that say of the next that the item is without it: `sem cloro`, `isento de sódio`.
const WITHOUT: [&str; 6] = ["sem", "isento", "isenta", "livre", "zero", "without"];
/// Words that say of the next that the item is not that: `não confunda com inoculante de soja`.
const MISTAKEN: [&str; 2] = ["confunda", "confundir"];
/// Least length of a word that is known by its sound, in characters: `caro` is no `carro`.
const LEAST_SOUNDING: usize = 6;
/// Words behind them that are left out.
const MOST_WITHOUT: usize = 2;

impl ItemWords {
    /// Collects the words of `item`, to compare them with what a message wants.
    pub fn of(item: &Item) -> Self {
        let mut named = vec![item.name.clone()];
        let (mut ingredients, mut targets) = (Vec::new(), Vec::new());
        let mut listed: Vec<String> = item.tags.iter().chain(&item.category).cloned().collect();
        for (key, value) in &item.attributes {
            listed.push(key.replace('_', " "));
            if TARGETS.contains(&key.as_str()) {
                push_texts(value, &mut targets);
            }
            push_texts(value, if NAMING.contains(&key.as_str()) { &mut ingredients } else { &mut listed });
        }
        named.extend(item.external_id.clone());
        for package in item.packages_on_sale() {
            listed.push(package.label.clone());
            named.extend(package.code.iter().chain(&package.ean).cloned());
        }
        let all = |texts: &[String]| texts.iter().flat_map(|text| stem_set(text)).collect();
        Self {
            name: all(&named),
            targets: all(&targets),
            ingredients: all(&ingredients),
            listed: all(&listed),
            described: stem_set(item.description.as_deref().unwrap_or_default()),
            maker: stem_set(item.manufacturer.as_deref().unwrap_or_default()),
            lacked: lacked_set(item.description.as_deref().unwrap_or_default()),
        }
    }

    pub(super) fn of_hit(hit: &Hit) -> Self {
        hit.item.as_ref().map(Self::of).unwrap_or_default()
    }

    /// Finds where the item holds a term that a message wants.
    pub fn holds(&self, term: &Term) -> Holding {
        let in_form = |form: &Vec<String>| {
            let all = |is_held: &dyn Fn(&String) -> bool| form.iter().all(is_held);
            let is_called = |stem: &String| self.name.contains(stem) || self.ingredients.contains(stem);
            // `Baculovirus anticarsia` has the pest in its name, as what else is against it has it in a list.
            let is_pest = !all(&|stem| self.name.contains(stem)) && all(&|stem| self.targets.contains(stem));
            if all(&is_called) && !is_pest {
                Holding::Named
            } else if all(&|stem| is_called(stem) || self.listed.contains(stem)) {
                Holding::Listed
            } else if all(&|stem| self.maker.contains(stem)) {
                Holding::Made
            } else if !term.is_size && all(&|stem| self.described.contains(stem)) {
                Holding::Described
            } else {
                Holding::Not
            }
        };
        term.forms.iter().map(in_form).max().unwrap_or(Holding::Not)
    }

    /// Whether its name or lists hold the term in the words in which it was said.
    pub fn holds_as_said(&self, term: &Term) -> bool {
        let is_held = |stem: &String| {
            self.name.contains(stem) || self.ingredients.contains(stem) || self.listed.contains(stem)
        };
        term.forms.first().is_some_and(|form| form.iter().all(is_held))
    }

    /// Whether its description says that it is without the term: `sem gás nem cheiro`.
    pub fn lacks(&self, term: &Term) -> bool {
        term.forms.iter().any(|form| form.iter().all(|stem| self.lacked.contains(stem)))
    }

    /// Whether its name has the term in the words in which it was said.
    pub fn is_called(&self, term: &Term) -> bool {
        term.forms.first().is_some_and(|form| form.iter().all(|stem| self.name.contains(stem)))
    }

    /// Whether its name has the word for the kind of which the term names one, and not the term.
    pub(super) fn is_of_other_kind(&self, term: &Term) -> bool {
        let is_name = |form: &&Vec<String>| form.iter().all(|stem| self.name.contains(stem));
        !self.is_called(term) && term.kind_forms().iter().any(is_name)
    }

    /// Finds where the item holds a word that the term may be a misspelling of.
    pub fn holds_nearly(&self, term: &Term) -> Holding {
        let Some([stem]) = term.forms.first().map(Vec::as_slice) else { return Holding::Not };
        // A short word is near to many: one edit for each four characters.
        let length = stem.chars().count();
        let allowed = if length < 5 { 0 } else { typo_allowance(stem).min(length / 4) };
        let is_alike = |known: &String| {
            // `Motosera` is written for `motosserra`.
            let sounds = length >= LEAST_SOUNDING && without_doubles(known) == without_doubles(stem);
            sounds
                || (known.chars().count().abs_diff(length) <= allowed
                    && typo_distance(stem, known) <= allowed
                    && may_be_slip(stem, known))
        };
        let near =
            |known: &String| allowed > 0 && known.chars().next() == stem.chars().next() && is_alike(known);
        if self.name.iter().chain(&self.ingredients).any(near) {
            Holding::Named
        } else if self.listed.iter().any(near) {
            Holding::Listed
        } else {
            Holding::Not
        }
    }
}

/// A word with each of its doubled letters once.
fn without_doubles(word: &str) -> String {
    let mut single = String::with_capacity(word.len());
    for letter in word.chars() {
        if !single.ends_with(letter) {
            single.push(letter);
        }
    }
    single
}

/// The stems of a text, without those of what it says that the item is without or is not.
fn stem_set(text: &str) -> FxHashSet<String> {
    let folded = normalize_text(text);
    let mut stems = FxHashSet::default();
    visit_words(&folded, |word, said_of| {
        if said_of.is_none() {
            stems.insert(Stemmer::Inflection.stem(word));
        }
    });
    stems
}

/// The stems of what a text says that the item is without.
fn lacked_set(text: &str) -> FxHashSet<String> {
    let folded = normalize_text(text);
    let mut stems = FxHashSet::default();
    visit_words(&folded, |word, said_of| {
        if said_of.is_some_and(|opening| WITHOUT.contains(&opening)) {
            stems.insert(Stemmer::Inflection.stem(word));
        }
    });
    stems
}

/// Visits the words of a folded text that are no stop words, each with the word before it that says that the item is
/// without it or is not that.
fn visit_words<'a>(folded: &'a str, mut visit: impl FnMut(&'a str, Option<&'a str>)) {
    let mut opening = None;
    let mut left_out = 0_usize;
    for word in plain_words(folded) {
        if WITHOUT.contains(&word) || MISTAKEN.contains(&word) {
            (opening, left_out) = (Some(word), MOST_WITHOUT);
        } else if !is_stop_word(word) {
            visit(word, opening.filter(|_| left_out > 0));
            left_out = left_out.saturating_sub(1);
        }
    }
}

/// Adds the texts and numbers of a value and of the lists in it.
fn push_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(values) => values.iter().for_each(|value| push_texts(value, texts)),
        Value::Null | Value::Bool(_) | Value::Object(_) => {}
    }
}
