//! Messages as people type them, in the words that a catalog and its frequent questions have: `qto é o
//! remédio de verme de 1lt` asks `quanto é o vermífugo de 1 l`.
//!
//! Abbreviations are written out, numbers stand apart from their measures, and turns of speech of the trade
//! become its terms (`data/desk_colloquial.json`). All other words stay as they are.

use super::phrases::replace_phrases;
use super::telling::telling_words;
use super::words::{WORDS, stems_of};
use crate::text::{Stemmer, normalize_text, plain_words};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

const DATA: &str = include_str!("../../../../data/desk_colloquial.json");

/// The lists as they are written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    abbreviations: HashMap<String, String>,
    phrases: HashMap<String, String>,
}

/// The lists as they are compared.
#[derive(Debug, Default)]
struct Speech {
    /// Whole words by folded abbreviations.
    abbreviations: HashMap<String, String>,
    /// Terms of the trade by the stems of turns of speech.
    phrases: HashMap<Vec<String>, String>,
    /// Longest turn of speech, in words.
    longest: usize,
}

static SPEECH: LazyLock<Speech> = LazyLock::new(|| {
    // The file is compiled in and a test reads it, so a broken one never ships.
    let lists: Lists = serde_json::from_str(DATA).unwrap_or_default();
    let abbreviations =
        lists.abbreviations.into_iter().map(|(short, long)| (normalize_text(&short), long)).collect();
    let phrases: HashMap<Vec<String>, String> =
        lists.phrases.into_iter().map(|(said, term)| (stem_words(&said), term)).collect();
    let longest = phrases.keys().map(Vec::len).max().unwrap_or(0);
    Speech { abbreviations, phrases, longest }
});

/// Measures that people write onto the number before them.
const MEASURES: [&str; 25] = [
    "kg", "kgs", "g", "gr", "mg", "l", "lt", "lts", "ml", "m", "mt", "mts", "cm", "mm", "km", "t", "ton",
    "hp", "cv", "w", "v", "litros", "litro", "quilos", "metros",
];
/// Words behind a lone `n` that make it `não`.
const NEGATED: [&str; 20] = [
    "tem", "quero", "é", "e", "da", "dá", "vem", "seja", "sei", "serve", "precisa", "pode", "tenho", "gosto",
    "vale", "consigo", "achei", "queria", "posso", "tô",
];

/// Stems of words inside a turn of speech that change nothing of what it says.
const FILLERS: [&str; 12] =
    ["uso", "usa", "boa", "bom", "bem", "meu", "minha", "minh", "noss", "seu", "sua", "melhor"];
/// Most of them that one turn of speech may have.
const MOST_FILLERS: usize = 2;

/// `message` with its abbreviations written out and its turns of speech in terms of the trade.
pub(crate) fn write_out(message: &str) -> Cow<'_, str> {
    let plain = write_words(message);
    let parts: Vec<&str> = plain.split_whitespace().collect();
    let written = replace_phrases(&parts, find_phrase);
    // What is changed nowhere keeps its lines.
    let is_same = written.iter().map(String::as_str).eq(message.split_whitespace());
    if is_same { Cow::Borrowed(message) } else { Cow::Owned(written.join(" ")) }
}

/// The term of the longest turn of speech that the parts begin with, and how many parts it has. A sign
/// between its words ends it.
fn find_phrase(parts: &[&str]) -> Option<(&'static str, usize)> {
    (1..=(SPEECH.longest + MOST_FILLERS).min(parts.len())).rev().find_map(|length| {
        let inner = &parts[..length - 1];
        if inner.iter().any(|part| part.ends_with([',', '.', ';', ':', '!', '?'])) {
            return None;
        }
        let stems = stem_words(&parts[..length].join(" "));
        let term = SPEECH.phrases.get(&stems).or_else(|| SPEECH.phrases.get(&without_fillers(&stems)?))?;
        Some((term.as_str(), length))
    })
}

/// A turn of speech without the words inside it that change nothing: `lavar bem o meu tanque`. None where there are none.
fn without_fillers(stems: &[String]) -> Option<Vec<String>> {
    let last = stems.len().checked_sub(1)?;
    let is_inner = |at: usize| at > 0 && at < last;
    let is_filler = |(at, stem): &(usize, &String)| is_inner(*at) && FILLERS.contains(&stem.as_str());
    let plain: Vec<String> =
        stems.iter().enumerate().filter(|word| !is_filler(word)).map(|(_, stem)| stem.clone()).collect();
    (plain.len() < stems.len()).then_some(plain)
}

/// `Adubo 04 14 08` is written `adubo 04-14-08`: three short numbers in a row are a formula.
fn join_formulas(message: &str) -> String {
    let parts: Vec<&str> = message.split_whitespace().collect();
    let short = |at: usize| {
        let part = parts.get(at).map_or("", |part| part.trim_end_matches(['?', ',', '.', '!']));
        (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    let mut written: Vec<String> = Vec::with_capacity(parts.len());
    let mut at = 0;
    while at < parts.len() {
        let formula = short(at) && short(at + 1) && short(at + 2) && !short(at + 3);
        if formula && !parts[at].ends_with(',') && !parts[at + 1].ends_with(',') {
            written.push(parts[at..at + 3].join("-"));
            at += 3;
        } else {
            written.push(parts[at].to_owned());
            at += 1;
        }
    }
    written.join(" ")
}

/// The message with abbreviations as whole words and numbers apart from their measures.
pub(crate) fn write_words(message: &str) -> String {
    let message = &join_formulas(message);
    let parts: Vec<&str> = message.split_whitespace().collect();
    let written = parts.iter().enumerate().map(|(at, part)| {
        let end = part.trim_end_matches([',', '.', ';', ':', '!', '?', ')']);
        let sign = &part[end.len()..];
        let folded = normalize_text(end);
        let next = parts.get(at + 1).map(|next| normalize_text(next)).unwrap_or_default();
        let next = next.trim_matches(|c: char| !c.is_alphanumeric());
        // `N` is nitrogen.
        if end == "n" && NEGATED.contains(&next) {
            return format!("não{sign}");
        }
        let before = at.checked_sub(1).map(|before| normalize_text(parts[before])).unwrap_or_default();
        if let Some(many) = name_several(&before, end).filter(|_| sign != "," && counts_nothing(next)) {
            return format!("{many}{sign}");
        }
        if end.starts_with(|c: char| c.is_lowercase())
            && let Some(long) = SPEECH.abbreviations.get(&folded)
        {
            return format!("{long}{sign}");
        }
        match split_measure(end, &folded) {
            Some((number, measure)) => format!("{number} {measure}{sign}"),
            None => (*part).to_owned(),
        }
    });
    written.collect::<Vec<_>>().join(" ")
}

/// `Qual das 2?` as words, which count what was spoken of: a number in digits counts packages.
fn name_several(before: &str, digits: &str) -> Option<&'static str> {
    let is_one_of = |words: &str| words.split(' ').any(|word| word == before);
    let (two, three) = if is_one_of("os dos nos esses desses nesses estes destes aqueles daqueles") {
        ("dois", "três")
    } else if is_one_of("as das nas essas dessas nessas estas destas aquelas daquelas") {
        ("duas", "três")
    } else if is_one_of("the these those") {
        ("two", "three")
    } else {
        return None;
    };
    match digits {
        "2" => Some(two),
        "3" => Some(three),
        _ => None,
    }
}

/// Whether the word behind a number is nothing that it counts: none at all, or one that names no thing.
fn counts_nothing(next: &str) -> bool {
    let long = SPEECH.abbreviations.get(next).map_or(next, String::as_str);
    let is_thing = MEASURES.contains(&long) || WORDS.packages.are_in(&stems_of(long));
    !is_thing && !long.starts_with(|c: char| c.is_ascii_digit()) && telling_words(long).is_empty()
}

/// `60kg` in two.
fn split_measure<'a>(part: &'a str, folded: &str) -> Option<(&'a str, &'a str)> {
    let length = part.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')))?;
    let number = part.get(..length).filter(|number| number.ends_with(|c: char| c.is_ascii_digit()))?;
    let measure = folded.get(length..)?;
    MEASURES.contains(&measure).then(|| (number, &part[length..]))
}

/// The stems of all words, in order; `pra` and `pro` as they are written in full.
fn stem_words(text: &str) -> Vec<String> {
    let folded = normalize_text(text);
    let words = plain_words(&folded).flat_map(|word| match word {
        "pra" => ["para", ""],
        "pro" => ["para", "o"],
        other => [other, ""],
    });
    words.filter(|word| !word.is_empty()).map(|word| Stemmer::Inflection.stem(word)).collect()
}

/// What a diminutive is the small one of, as its stem: `tesourinha` of `tesoura`, `pozinho` of `pó`.
pub(crate) fn read_diminutive(word: &str) -> Option<String> {
    /// Words that only end like one.
    const OTHERS: [&str; 26] = [
        "galinha",
        "farinha",
        "linha",
        "rainha",
        "vinho",
        "vizinho",
        "vizinha",
        "moinho",
        "espinho",
        "caminho",
        "cozinha",
        "marinha",
        "sardinha",
        "sobrinho",
        "padrinho",
        "carinho",
        "carrinho",
        "ninho",
        "vaquinha",
        "joaninha",
        "andorinha",
        "campainha",
        "minha",
        "tinha",
        "vinha",
        "safrinha",
    ];
    let one = word.strip_suffix('s').unwrap_or(word);
    if OTHERS.contains(&one) {
        return None;
    }
    if let Some(base) = one.strip_suffix("zinho").or_else(|| one.strip_suffix("zinha")) {
        return (base.len() >= 2).then(|| Stemmer::Inflection.stem(base));
    }
    let base = one.strip_suffix("inho").or_else(|| one.strip_suffix("inha"))?;
    // `Saquinho` of `saco`, `foguinho` of `fogo`.
    let base = match base.strip_suffix("qu").map(|base| (base, "c")) {
        Some((base, end)) => format!("{base}{end}"),
        None => base.strip_suffix("gu").map_or_else(|| base.to_owned(), |base| format!("{base}g")),
    };
    (base.len() >= 3)
        .then(|| Stemmer::Inflection.stem(&format!("{base}{}", if one.ends_with('a') { 'a' } else { 'o' })))
}

/// `query` with what its diminutives are the small ones of: a catalog has `tesoura` for `tesourinha`.
pub fn add_plain_words(query: &str) -> String {
    let folded = normalize_text(query);
    let plain = plain_words(&folded).filter_map(|word| {
        let base = read_diminutive(word)?;
        let vowel = if word.trim_end_matches('s').ends_with('a') { "a" } else { "o" };
        Some(if base.ends_with(['a', 'e', 'o']) { base } else { format!("{base}{vowel}") })
    });
    std::iter::once(query.to_owned()).chain(plain).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abbreviations_and_measures_are_written_out() {
        for (message, written) in [
            ("qto custa o saco de 25kg?", "quanto custa o saco de 25 kg?"),
            ("vcs tem ureia tb", "vocês tem ureia também"),
            ("galão de 20L, qtos vem", "galão de 20 L, quantos vem"),
            ("n tem outro?", "não tem outro?"),
            ("adubo com mais N", "adubo com mais N"),
            ("DEMO-FUN-0028 e PD 5821", "DEMO-FUN-0028 e PD 5821"),
            ("motor de 6,5hp", "motor de 6,5 hp"),
            ("adubo 20 05 20 tem?", "adubo 20-05-20 tem?"),
            ("qual das 2 eh mais cara", "qual das duas é mais cara"),
            ("quanto fica os 2?", "quanto fica os dois?"),
            ("as 2 caixas e os 3 kg", "as 2 caixas e os 3 kg"),
            ("qts saquinhos", "quantos sacos"),
        ] {
            assert_eq!(write_out(message), written);
        }
    }

    #[test]
    fn turns_of_speech_become_terms_of_the_trade() {
        for (message, written) in [
            ("remédio pra verme de boi", "vermífugo de boi"),
            ("tem bomba de veneno?", "tem pulverizador costal?"),
            ("posso pagar quando colher", "posso pagamento prazo safra"),
            ("aparelho de medir o vento", "medidor de anemômetro"),
            ("any non-GMO corn", "any convencional corn"),
            ("de passar no lombo quais são", "de pour-on quais são"),
            ("adubinho que vai soltando devagar", "adubinho que vai liberação lenta"),
            ("dos químico qual o mais barato", "dos sem biológico qual o mais barato"),
            ("e adubo pra horta que nao seja quimico?", "e adubo orgânico pra horta?"),
            ("inseticida que não seja químico", "inseticida biológico"),
            ("luva pra mexer com químico", "luva pra mexer com químico"),
            ("passar na soja", "passar na soja"),
            ("tem isca boa pra formiga?", "tem isca formicida?"),
            ("produto pra limpar bem o meu tanque", "produto pra limpa-tanque"),
            ("que terra uso pra fazer muda?", "que substrato?"),
            ("mandar pro abate", "vermifugação vender gado leite carência"),
            ("no piquete não tem luz", "no piquete solar"),
            ("terra boa e muda de café", "terra boa e muda de café"),
            ("remédio pro gado", "remédio pro gado"),
        ] {
            assert_eq!(write_out(message), written);
        }
        assert!(!SPEECH.abbreviations.is_empty() && SPEECH.longest > 2, "desk_colloquial.json");
    }

    #[test]
    fn no_turn_of_speech_has_two_terms() {
        let lists: Lists = serde_json::from_str(DATA).unwrap();
        let mut known: HashMap<Vec<String>, String> = HashMap::new();
        for (said, term) in lists.phrases {
            let other = known.insert(stem_words(&said), term.clone());
            assert!(other.is_none_or(|other| other == term), "{said}: chance would choose one of two terms");
        }
    }

    #[test]
    fn a_query_is_looked_for_by_its_plain_words_too() {
        assert_eq!(add_plain_words("tesourinha e potinhos"), "tesourinha e potinhos tesoura poto");
        assert_eq!(add_plain_words("ração de galinha"), "ração de galinha");
    }

    #[test]
    fn a_small_one_is_one_of_its_kind() {
        for (word, plain) in [
            ("tesourinha", "tesoura"),
            ("saquinhos", "saco"),
            ("pozinho", "po"),
            ("tomatinho", "tomate"),
            ("mudinhas", "muda"),
        ] {
            assert_eq!(read_diminutive(word), Some(Stemmer::Inflection.stem(plain)), "{word}");
        }
        for word in ["galinha", "vaquinha", "minha", "soja", "carrinho"] {
            assert_eq!(read_diminutive(word), None, "{word}");
        }
    }
}
