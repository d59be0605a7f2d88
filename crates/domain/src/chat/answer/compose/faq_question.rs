//! What a message asks the frequent questions, and how much of it one of them holds.

use crate::catalog::faq::Faq;
use crate::chat::intent::wording::colloquial::read_diminutive;
use crate::chat::intent::wording::gists::find_gist;
use crate::chat::intent::wording::meanings::{is_of_meaning, stem_by_meaning};
use crate::chat::intent::wording::message_facts::content_words;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{Stemmer, is_stop_word, normalize_text, plain_words};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;

/// Least share of the message's words, and fewest of them, that one clause of a FAQ's answer must hold to answer a message
/// about the dealer, whatever its question asks: `tem desconto à vista?`
const CLAUSE_SHARE: f64 = 0.65;
const CLAUSE_WORDS: usize = 2;
/// What a clause of the answer weighs beside question and tags.
const CLAUSE_WEIGHT: f64 = 0.6;
/// Least share of a gist's words that a FAQ must hold in question and tags to be what the gist means.
const GIST_SHARE: f64 = 0.75;

/// What a message asks the frequent questions.
pub(super) struct AskedQuestion {
    /// The stems of its words; of what it goes on with too, where it has hardly any of its own.
    pub stems: FxHashSet<String>,
    /// The stems of what it comes to in other words; none of nothing.
    gist: FxHashSet<String>,
    /// The stems of both.
    both: FxHashSet<String>,
    /// The folded word that it asks the meaning of.
    defined: Option<String>,
    forms: Vec<usize>,
    /// Whether it names next to nothing, so that its stems are those of what it goes on with.
    goes_on: bool,
}

/// How well a FAQ fits, what weighs more before what weighs less.
pub(super) struct Fit([f64; 5]);

impl Fit {
    /// Compares how well two FAQs fit a message.
    pub fn compare(&self, other: &Self) -> Ordering {
        let mut orders = self.0.iter().zip(&other.0).map(|(own, other)| own.total_cmp(other));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

impl AskedQuestion {
    /// Reads the question that a message asks of the FAQs; `faq_query` completes one that names next to nothing.
    pub fn read(message: &str, faq_query: &str) -> Self {
        let own = stem_telling_words(message);
        let gist = find_gist(message).map(stem_telling_words).unwrap_or_default();
        let speaks_for_itself = own.len() > 1 || (!own.is_empty() && !gist.is_empty());
        let stems = if speaks_for_itself { own } else { stem_telling_words(faq_query) };
        let both = stems.union(&gist).cloned().collect();
        let (defined, forms) = (read_defined(message), read_forms(message));
        Self { stems, gist, both, defined, forms, goes_on: !speaks_for_itself }
    }

    /// The greatest part of what is asked, in its own words or in others, that a FAQ holds in question and tags;
    /// `with_answer` also in one clause of its answer, which counts less.
    pub fn share_in(&self, faq: &Faq, with_answer: bool) -> f64 {
        self.share_of(&stem_telling_words(&question_with_tags(faq)), faq, with_answer)
    }

    /// The same where the stems of question and tags are `held`.
    fn share_of(&self, held: &FxHashSet<String>, faq: &Faq, with_answer: bool) -> f64 {
        let of_gist = share(&self.gist, held);
        let of_gist = if of_gist >= GIST_SHARE { of_gist } else { 0.0 };
        let own = share(&self.stems, held).max(of_gist);
        if with_answer { own.max(self.clause_share(faq) * CLAUSE_WEIGHT) } else { own }
    }

    /// Measures how well a FAQ fits a message. What it explains comes first, then the share that it holds, and among equals
    /// the share that its question holds without its tags, and the form of its question (`posso`, `onde`).
    pub fn fit(&self, faq: &Faq, with_answer: bool) -> Fit {
        let held = stem_telling_words(&question_with_tags(faq));
        let forms = read_forms(&faq.question);
        let has_form = self.forms.iter().any(|form| forms.contains(form));
        Fit([
            f64::from(self.is_explained_by(faq)),
            self.share_of(&held, faq, with_answer),
            share(&self.both, &held),
            share(&self.both, &stem_telling_words(&faq.question)),
            f64::from(has_form),
        ])
    }

    /// Whether a FAQ is what the message asks in other words.
    pub fn is_gist_of(&self, faq: &Faq) -> bool {
        share(&self.gist, &stem_telling_words(&question_with_tags(faq))) >= GIST_SHARE
    }

    /// Whether a FAQ says of what was talked about what the message asks: `são a mesma coisa?` after oils.
    pub fn is_compared_by(&self, faq: &Faq) -> bool {
        let compares = self.goes_on && self.forms.contains(&SAMENESS);
        compares
            && read_forms(&faq.question).contains(&SAMENESS)
            && share(&self.stems, &stem_telling_words(&question_with_tags(faq))) >= SAME_SHARE
    }

    /// Whether a FAQ explains the word that the message asks the meaning of: by that word or by those that it is the
    /// initials of, as `VC` is of `valor cultural`.
    pub fn is_explained_by(&self, faq: &Faq) -> bool {
        let Some(word) = &self.defined else { return false };
        let explained = list_explained(&faq.question);
        let stem = Stemmer::Inflection.stem(word);
        let is_named = explained.iter().any(|own| Stemmer::Inflection.stem(own) == stem);
        is_named || explained.windows(word.len()).any(|run| initials_of(run) == *word)
    }

    /// The greatest part that one clause of the answer holds; none where that is too little to say anything.
    pub fn clause_share(&self, faq: &Faq) -> f64 {
        let clauses = faq.answer.split(['.', ';', '!', '?', '\n']).map(stem_telling_words);
        let held = clauses.map(|clause| clause.intersection(&self.stems).count()).max().unwrap_or(0);
        let share = if self.stems.is_empty() { 0.0 } else { held as f64 / self.stems.len() as f64 };
        if held >= CLAUSE_WORDS && share >= CLAUSE_SHARE { share } else { 0.0 }
    }
}

/// Forms of questions that an answer to another form does not answer, folded: what is allowed, where, when, why, whether it
/// must be, how.
const FORMS: [&[&str]; 7] = [
    &["posso", "pode", "podem", "da pra", "can i", "may i"],
    &["onde", "where"],
    &["quando", "quanto tempo", "quantos dias", "que horas", "when", "how long"],
    &["por que", "porque", "why"],
    &["preciso de", "precisa de", "tem que", "obrigatorio", "obrigatoria", "exige", "need", "required"],
    &["como", "how do", "how to"],
    &[
        "mesma coisa",
        "da na mesma",
        "sao iguais",
        "tem diferenca",
        "qual a diferenca",
        "substitui",
        "same thing",
        "difference between",
    ],
];
/// The form of a question whether things are the same, and the least share of what was talked about that a FAQ of this form
/// must hold to answer a message that names nothing itself.
const SAMENESS: usize = FORMS.len() - 1;
const SAME_SHARE: f64 = 0.5;

/// The forms that a question has.
fn read_forms(question: &str) -> Vec<usize> {
    // `Embalagens, como sacos e caixas` asks for no way.
    let folded = normalize_text(&question.replace(", como ", ", "));
    let words = format!(" {} ", plain_words(&folded).collect::<Vec<_>>().join(" "));
    let has = |said: &&str| words.contains(&format!(" {said} "));
    (0..FORMS.len()).filter(|form| FORMS[*form].iter().any(has)).collect()
}

/// Beginnings of a question for what something is, folded; the longer ones first.
const DEFINING: [&[&str]; 8] = [
    &["o", "que", "querem", "dizer"],
    &["o", "que", "quer", "dizer"],
    &["o", "que", "significam"],
    &["o", "que", "significa"],
    &["o", "que", "sao"],
    &["que", "e"],
    &["what", "is"],
    &["what", "are"],
];
/// Ends of one: `esse tal de PRNT é o quê?`
const DEFINED: [&[&str]; 3] = [&["e", "o", "que"], &["significa", "o", "que"], &["mean"]];
/// Words between such a beginning and the word that is asked.
const POINTERS: [&str; 20] = [
    "o", "a", "os", "as", "um", "uma", "esse", "essa", "esses", "essas", "este", "esta", "tal", "de",
    "sigla", "palavra", "the", "an", "this", "that",
];
/// Words that begin what is said of the thing that a question explains.
const SAID_OF: [&str; 12] = ["como", "que", "da", "do", "das", "dos", "na", "no", "em", "para", "of", "in"];

/// The folded word that a message asks the meaning of: `o que é esse VC?`, `PRNT é o quê?`
fn read_defined(message: &str) -> Option<String> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let asked = match find_run(&words, &DEFINING) {
        Some((_, end)) => *words[end..].iter().find(|word| !POINTERS.contains(word))?,
        None => {
            let (start, end) = find_run(&words, &DEFINED)?;
            *words[..start].last().filter(|_| end == words.len())?
        }
    };
    // Lower case may be any word: `o que é mais barato?`
    let is_acronym = || {
        let parts = message.split(|c: char| !c.is_alphanumeric());
        let mut same = parts.filter(|part| part.len() > 1 && normalize_text(part) == asked);
        same.any(|part| part.chars().all(|c| c.is_uppercase() || c.is_ascii_digit()))
    };
    (is_acronym() || !telling_words(asked).is_empty()).then(|| asked.to_owned())
}

/// The folded words of the thing that a question explains; none of a question that explains nothing.
fn list_explained(question: &str) -> Vec<String> {
    let folded = normalize_text(question);
    let words: Vec<&str> = plain_words(&folded).collect();
    let Some((_, end)) = find_run(&words, &DEFINING) else { return Vec::new() };
    let thing = words[end..].iter().skip_while(|word| POINTERS.contains(word));
    let thing = thing.take_while(|word| !SAID_OF.contains(word));
    thing.filter(|word| !is_stop_word(word)).map(|word| (*word).to_owned()).collect()
}

/// Where the first of `runs` that stands in `words` begins and ends.
fn find_run(words: &[&str], runs: &[&[&str]]) -> Option<(usize, usize)> {
    runs.iter().find_map(|run| {
        let start = words.windows(run.len()).position(|window| window == *run)?;
        Some((start, start + run.len()))
    })
}

/// The first letters of words.
fn initials_of(words: &[String]) -> String {
    words.iter().filter_map(|word| word.chars().next()).collect()
}

/// What a FAQ is compared by with a question: its question and tags.
pub(super) fn question_with_tags(faq: &Faq) -> String {
    format!("{} {}", faq.question, faq.tags.join(" "))
}

/// Which part of `words` is among `held`; none of nothing.
pub(super) fn share(words: &FxHashSet<String>, held: &FxHashSet<String>) -> f64 {
    if words.is_empty() { 0.0 } else { words.intersection(held).count() as f64 / words.len() as f64 }
}

/// Numbers and measures tell nothing of what is asked: `entregam a 90 km?`
fn is_quantity(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit()) || matches!(word, "km" | "kg" | "reais")
}

/// The stems by which a question and a FAQ are compared: telling words, names of packages, and words of
/// one meaning as one.
pub(super) fn stem_telling_words(text: &str) -> FxHashSet<String> {
    let compared = content_words(text)
        .into_iter()
        .filter(|word| WORDS.packages.are_in(&stems_of(word)) || is_of_meaning(word));
    telling_words(text)
        .into_iter()
        .chain(compared)
        // `Que horas abre?` asks for what the answer gives, not for what it says.
        .filter(|word| !matches!(word.as_str(), "hora" | "horas") && !is_quantity(word))
        // `Esterco fresquinho` is fresh.
        .map(|word| stem_by_meaning(&read_diminutive(&word).unwrap_or(word)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::types::sources::tests::faq_hit;

    fn faq(question: &str, tags: &[&str]) -> Faq {
        let mut faq = faq_hit(question, "Veja no balcão.").faq.expect("a FAQ");
        faq.tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
        faq
    }

    #[test]
    fn the_word_whose_meaning_is_asked_is_read() {
        for (message, word) in [
            ("o que é esse VC que vem escrito no saco?", Some("vc")),
            ("e esse tal de PRNT é o quê?", Some("prnt")),
            ("o que significa carência?", Some("carencia")),
            ("what is PRNT?", Some("prnt")),
            ("o que é mais barato, ureia ou sulfato?", None),
            ("o que é bom pra ferrugem?", None),
            ("quanto é o saco?", None),
            ("o que vocês têm?", None),
        ] {
            assert_eq!(read_defined(message).as_deref(), word, "{message}");
        }
    }

    #[test]
    fn a_word_is_explained_by_its_own_name_and_by_its_initials_and_not_by_what_is_said_of_it() {
        let explains = |message: &str, question: &str| {
            AskedQuestion::read(message, message).is_explained_by(&faq(question, &[]))
        };
        assert!(explains("o que é esse VC?", "O que significa valor cultural da semente de pastagem?"));
        assert!(explains("esse tal de PRNT é o quê?", "O que é PRNT do calcário?"));
        assert!(explains("o que é WG?", "O que querem dizer as siglas SC, WG, EC e SL?"));
        assert!(!explains("o que é calcário?", "O que é PRNT do calcário?"), "it is said of it");
        assert!(!explains("o que é VC?", "Vocês entregam na fazenda?"), "it explains nothing");
        assert!(!explains("quanto custa o VC 60%?", "O que significa valor cultural?"), "it asks a price");
    }

    #[test]
    fn among_equals_the_form_of_the_question_decides() {
        let nearest = |message: &str, questions: [&str; 2]| {
            let asked = AskedQuestion::read(message, message);
            let [first, second] = questions.map(|question| faq(question, &["receita"]));
            asked.fit(&second, false).compare(&asked.fit(&first, false)) == Ordering::Greater
        };
        let two = ["O que deve constar na receita?", "Preciso de receita para comprar?"];
        assert!(nearest("do I need a receita?", two));
        assert!(!nearest("receita", [two[1], two[1]]), "of equals the first");
        let named = ["O que deve constar na receita?", "E a receita de produtos, como inseticidas?"];
        let held = ["Como comprar com desconto?", "Onde peço a receita?"];
        assert!(nearest("como receita?", held), "the question holds what is asked, not its tags alone");
        assert!(!nearest("como fazer receita?", named), "a thing that is named for others is no way");
    }

    #[test]
    fn whether_things_are_the_same_is_answered_of_what_was_talked_about() {
        let read_message = |message: &str| {
            AskedQuestion::read(message, &format!("{message} óleo mineral ou de soja metilado"))
        };
        let oils = faq("Óleo mineral e óleo vegetal são a mesma coisa?", &["adjuvante"]);
        assert!(read_message("são a mesma coisa?").is_compared_by(&oils));
        assert!(!read_message("quanto custa?").is_compared_by(&oils), "it compares nothing");
        assert!(
            !read_message("são a mesma coisa?")
                .is_compared_by(&faq("Ureia e nitrato são a mesma coisa?", &[]))
        );
        assert!(!read_message("são a mesma coisa?").is_compared_by(&faq("Como usar óleo mineral?", &[])));
    }

    #[test]
    fn how_what_was_talked_about_is_managed_is_asked_in_any_word_for_it() {
        let question = stem_telling_words("Como controlar a lagarta-do-cartucho no milho?");
        let asked = AskedQuestion::read(
            "e como é o manejo dela?",
            "e como é o manejo dela? lagarta do cartucho biológico",
        );
        assert!(share(&question, &asked.stems) >= 0.75, "{:?}", asked.stems);
        let price = AskedQuestion::read("e quanto custa?", "e quanto custa? lagarta do cartucho biológico");
        assert!(share(&question, &price.stems) < 0.75, "{:?}", price.stems);
    }

    #[test]
    fn a_small_word_is_compared_by_the_plain_one() {
        let plain = stem_telling_words("esterco fresco direto na horta");
        assert!(plain.is_subset(&stem_telling_words("esterco fresquinho do curral, direto no canteiro")));
        assert!(!plain.is_subset(&stem_telling_words("esterco curtido no canteiro")));
    }
}
