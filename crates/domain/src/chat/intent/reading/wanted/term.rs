//! A word or phrase that a message looks for, in each way to say it.

use crate::chat::intent::reading::count_words::measure_of;
use crate::chat::intent::wording::colloquial::read_diminutive;
use crate::synonyms::{GroupKind, SynonymIndex};
use crate::text::{Stemmer, is_stop_word, normalize_text, plain_words};

/// A word or phrase that a message looks for.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    /// As it was said, folded.
    pub said: String,
    /// What its synonym group names.
    pub kind: Option<GroupKind>,
    /// The stems of each way to say it.
    pub(super) forms: Vec<Vec<String>>,
    pub(super) is_size: bool,
}

impl Term {
    /// Whether the term of the message is a number, with or without a measure.
    pub fn is_number(&self) -> bool {
        self.is_size
    }

    /// Whether the term of the message is a number with its measure: `20 l`.
    pub fn is_measured(&self) -> bool {
        self.is_size && self.forms.first().is_some_and(|form| form.len() > 1)
    }

    /// The words for the kind of which it names one more closely, and which mean the same to a search: `calcário` of
    /// `calcário dolomítico`, `arroz` of `arroz irrigado`; none where it is a kind itself.
    pub(super) fn kind_forms(&self) -> Vec<&Vec<String>> {
        let Some((said, others)) = self.forms.split_first() else { return Vec::new() };
        // The kind stands first: `costal` is short for `bomba costal`, and no kind of which that is one.
        let is_kind = |form: &&Vec<String>| form.len() < said.len() && said.starts_with(form);
        others.iter().filter(is_kind).collect()
    }

    /// Whether a text of these stems says it, in one of its forms.
    pub fn stands_in(&self, stems: &[String]) -> bool {
        self.forms.iter().any(|form| form.iter().all(|stem| stems.contains(stem)))
    }
}

/// What people call an attribute, and the words of the name that it has in catalogs, folded.
const ATTRIBUTE_NAMES: [(&str, &str); 39] = [
    ("mede", "faixa ph"),
    ("mede", "faixa ms cm"),
    ("dura", "autonomia h"),
    ("duracao", "autonomia h"),
    ("forca", "potencia hp"),
    ("hp", "potencia hp"),
    ("cavalos", "potencia hp"),
    ("cv", "potencia cv"),
    ("cabe", "capacidade l"),
    ("litros", "capacidade l"),
    ("pega", "alcance km"),
    ("range", "alcance km"),
    ("size", "embalagem"),
    ("principio", "ingrediente ativo"),
    ("ativo", "ingrediente ativo"),
    ("receita", "exige receituario"),
    ("prescricao", "exige receituario"),
    ("volume", "embalagem"),
    ("litragem", "embalagem"),
    ("pacote", "embalagem"),
    ("praga", "alvos"),
    ("doenca", "alvos"),
    ("planta", "culturas"),
    ("lavoura", "culturas"),
    ("package", "embalagem"),
    ("warranty", "garantia meses"),
    ("crops", "culturas"),
    ("prescription", "exige receituario"),
    ("nitrogenio", "n pct"),
    ("fosforo", "p2o5 pct"),
    ("potassio", "k2o pct"),
    ("calcio", "ca pct"),
    ("magnesio", "mg pct"),
    ("enxofre", "s pct"),
    ("boro", "b pct"),
    ("zinco", "zn pct"),
    ("cobre", "cu pct"),
    ("voltagem", "tensao"),
    ("volts", "tensao"),
];

/// Whether a term names the attribute `key`, by a word of its name or as people call it.
pub(crate) fn names_attribute(term: &Term, key: &str) -> bool {
    let name = key.replace('_', " ");
    let called = ATTRIBUTE_NAMES.iter().any(|(said, names)| *names == name && term.said == *said);
    let stems = stems_in(&name);
    // One word of the name is enough: `ativo` for `ingrediente ativo`; `pct` says nothing.
    let by_word =
        stems.iter().filter(|stem| stem.len() > 2).any(|stem| term.stands_in(std::slice::from_ref(stem)));
    called || by_word
}

/// A number with its measure: `5 litros`, `25 kg`, or alone.
pub(super) fn read_size(words: &[&str]) -> Option<(Term, usize)> {
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b','));
    let number = words.first().filter(|word| is_number(word))?;
    let measure = words.get(1).and_then(|word| measure_form(word));
    let form: Vec<String> = std::iter::once((*number).to_owned()).chain(measure.map(str::to_owned)).collect();
    let length = form.len();
    let said = words[..length].join(" ");
    // `1.000 m` is written with and without its point.
    let plain: Vec<String> = form.iter().map(|word| word.replace('.', "")).collect();
    let grouped: Vec<String> = form.iter().map(|word| group_thousands(word)).collect();
    Some((Term { said, kind: None, forms: vec![form, plain, grouped], is_size: true }, length))
}

/// Digits with a point before the last three, as catalogs write thousands.
fn group_thousands(word: &str) -> String {
    let thousands = word.len() > 3 && word.bytes().all(|b| b.is_ascii_digit());
    if thousands {
        format!("{}.{}", &word[..word.len() - 3], &word[word.len() - 3..])
    } else {
        word.to_owned()
    }
}

/// A measure as names of products write it.
fn measure_form(word: &str) -> Option<&'static str> {
    Some(match word {
        "g" | "grama" | "gramas" => "g",
        "ml" => "ml",
        "m" | "metro" | "metros" => "m",
        "ton" | "t" | "tonelada" | "toneladas" => "t",
        _ => measure_of(word)?.0,
    })
}

/// The term that the words begin with, in all forms of its synonyms, and how many words it has.
pub(super) fn read_term(words: &[&str], index: &SynonymIndex) -> (Term, usize) {
    let (found, groups) = index.longest_phrase(words);
    let length = found.max(1);
    let said = words[..length].join(" ");
    let mut forms = vec![stems_in(&said)];
    forms.extend(groups.iter().flat_map(|group| group.terms.iter().map(|term| stems_in(term))));
    // `Tesourinha` is a small `tesoura`.
    forms.extend(read_diminutive(&said).map(|base| vec![base]));
    forms.retain(|form| !form.is_empty());
    let kinds = [GroupKind::Culture, GroupKind::Treatment, GroupKind::Generic];
    let kind = kinds.into_iter().find(|kind| groups.iter().any(|group| group.kind == *kind));
    (Term { said, kind, forms, is_size: false }, length)
}

/// The stems of the words that are no stop words.
pub(super) fn stems_in(text: &str) -> Vec<String> {
    let folded = normalize_text(text);
    let words = plain_words(&folded).filter(|word| !is_stop_word(word));
    words.map(|word| Stemmer::Inflection.stem(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term_of(words: &[&str]) -> Term {
        read_term(words, &SynonymIndex::default()).0
    }

    #[test]
    fn a_size_is_a_number_with_the_measure_behind_it_however_it_is_written() {
        let (size, length) = read_size(&["5", "litros", "de", "oleo"]).expect("a size");
        assert_eq!((size.said.as_str(), length), ("5 litros", 2));
        assert!(size.is_measured() && size.is_number());
        let stems = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert!(size.stands_in(&stems(&["galao", "5", "l"])));
        assert!(!size.stands_in(&stems(&["galao", "5", "kg"])));
    }

    #[test]
    fn thousands_are_the_same_size_with_and_without_their_point() {
        let stems = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        for said in ["1000", "1.000"] {
            let (size, _) = read_size(&[said, "metros"]).expect("a size");
            assert!(size.stands_in(&stems(&["1000", "m"])), "{said}");
            assert!(!size.stands_in(&stems(&["100", "m"])), "{said}");
        }
        let (plain, _) = read_size(&["1000", "m"]).expect("a size");
        assert!(plain.stands_in(&stems(&["1.000", "m"])));
    }

    #[test]
    fn a_number_alone_is_a_size_without_a_measure_and_a_word_is_none() {
        let (size, length) = read_size(&["20"]).expect("a size");
        assert!(size.is_number() && !size.is_measured());
        assert_eq!(length, 1);
        assert!(
            read_size(&["litros", "5"]).is_none()
                && read_size(&[]).is_none()
                && read_size(&["20l"]).is_none()
        );
    }

    #[test]
    fn an_attribute_is_named_by_its_own_words_and_by_those_that_people_say() {
        for (said, key) in [("praga", "alvos"), ("voltagem", "tensao"), ("garantia", "garantia_meses")] {
            assert!(names_attribute(&term_of(&[said]), key), "{said} {key}");
        }
        for (said, key) in [("praga", "culturas"), ("cor", "alvos")] {
            assert!(!names_attribute(&term_of(&[said]), key), "{said} {key}");
        }
    }
}
