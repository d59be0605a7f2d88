//! What a message says that it does not want.

use crate::chat::grounding::figures::tokens::{Token, sign_at, tokenize_figures, word_at};
use crate::chat::intent::wording::telling::{cut_out, telling_words};
use crate::chat::intent::wording::words::WORDS;
use crate::text::Stemmer;

/// Most words that one `sem` leaves out.
const MOST_EXCLUDED: usize = 3;
/// Most words of what does not help.
const MOST_POWERLESS: usize = 2;
/// Words before `tirar` that want what it takes.
const WISHING: [&str; 14] = [
    "quero", "queria", "preciso", "vou", "pra", "para", "de", "como", "posso", "da", "consigo", "ajuda",
    "to", "vai",
];

/// Whether a message refuses something in the first place: `gás não quero`.
pub(super) fn has_refusal(message: &str) -> bool {
    let tokens = tokenize_figures(message);
    (0..tokens.len()).any(|at| ends_refusal(&tokens, at).is_some())
}

/// The message without what it says that it does not want, and the words of that.
pub(super) fn read_exclusion(message: &str) -> (String, Vec<String>) {
    let tokens = tokenize_figures(message);
    let stems: Vec<String> = (0..tokens.len())
        .map(|at| word_at(&tokens, at).map_or_else(String::new, |word| Stemmer::Inflection.stem(word)))
        .collect();
    let (mut excluded, mut said) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if let Some(end) = ends_refusal(&tokens, at) {
            let begin = (0..at).rev().take_while(|at| word_at(&tokens, *at).is_some()).last().unwrap_or(at);
            let text: Vec<&str> = (begin..at).filter_map(|at| word_at(&tokens, at)).collect();
            let words = telling_words(&text.join(" "));
            // `Essa bomba não serve` refuses one, and not its kind.
            let points = WORDS.these.are_in(&stems[begin..at]);
            if !points && !words.is_empty() && words.len() <= MOST_EXCLUDED {
                said.push(tokens[begin].range.start..tokens[end - 1].range.end);
                excluded.extend(words);
                at = end;
                continue;
            }
        }
        if let Some((words, end)) = read_powerless(&tokens, at) {
            said.push(tokens[at].range.start..tokens[end - 1].range.end);
            excluded.extend(words);
            at = end;
            continue;
        }
        let length = WORDS.exclude.at_start(&stems[at..]);
        if length == 0 || !opens_exclusion(&tokens, at, length) {
            at += 1;
            continue;
        }
        let (words, end) = read_left_out(&tokens, at + length);
        if !words.is_empty() {
            said.push(tokens[at].range.start..tokens[end - 1].range.end);
            excluded.extend(words);
        }
        at = end.max(at + length);
    }
    (cut_out(message, &said), excluded)
}

/// `Buva que o glifosato não mata mais`, `that glyphosate no longer kills`: what does not help, and where that ends.
fn read_powerless(tokens: &[Token], at: usize) -> Option<(Vec<String>, usize)> {
    matches!(word_at(tokens, at), Some("que" | "q" | "that")).then_some(())?;
    let article = matches!(word_at(tokens, at + 1), Some("o" | "a" | "os" | "as" | "the"));
    let from = at + 1 + usize::from(article);
    let denied = (from + 1..=from + MOST_POWERLESS)
        .find(|at| matches!(word_at(tokens, *at), Some("nao" | "n" | "no" | "does" | "not")))?;
    let words: Vec<&str> = (from..denied).map(|at| word_at(tokens, at)).collect::<Option<_>>()?;
    let is_between = |at: &usize| matches!(word_at(tokens, *at), Some("longer" | "not" | "ta" | "esta"));
    let verb = (denied + 1..).find(|at| !is_between(at))?;
    let is_verb = matches!(
        word_at(tokens, verb),
        Some(
            "mata"
                | "matam"
                | "matou"
                | "pega"
                | "pegam"
                | "pegou"
                | "controla"
                | "controlam"
                | "segura"
                | "resolve"
                | "resolveu"
                | "derruba"
                | "matando"
                | "pegando"
                | "kill"
                | "kills"
                | "controls"
                | "control"
        )
    );
    let again = usize::from(matches!(word_at(tokens, verb + 1), Some("mais" | "anymore")));
    let words = telling_words(&words.join(" "));
    (is_verb && !words.is_empty()).then_some((words, verb + 1 + again))
}

/// `Gás não quero`, `injetável não serve`, `glifosato não, quero outro`, `manual não`: a refusal that stands behind what it
/// refuses, and its end.
fn ends_refusal(tokens: &[Token], at: usize) -> Option<usize> {
    if at == 0 || !matches!(word_at(tokens, at), Some("nao")) {
        return None;
    }
    let is_one_word = at == 1 || (at == 2 && matches!(word_at(tokens, 0), Some("o" | "a" | "os" | "as")));
    let turns = matches!(
        word_at(tokens, at + 2),
        Some("quero" | "queria" | "prefiro" | "procuro" | "tem" | "outro" | "outra" | "prefere")
    );
    // `Bateria não?` asks.
    let is_last = (at + 1..tokens.len()).all(|at| matches!(sign_at(tokens, at), Some('.' | '!')));
    if is_one_word && (is_last || (turns && sign_at(tokens, at + 1) == Some(','))) {
        return Some(at + 1);
    }
    let refuses =
        matches!(word_at(tokens, at + 1), Some("quero" | "serve" | "gosto" | "uso" | "pode" | "preciso"));
    let again = usize::from(refuses && word_at(tokens, at + 2) == Some("nao"));
    let end = at + 2 + again;
    (refuses && word_at(tokens, end).is_none()).then_some(end)
}

/// `Fora` and `menos` leave out only where a thing follows: `menos de 300` and `lá fora` do not.
fn opens_exclusion(tokens: &[Token], at: usize, length: usize) -> bool {
    let first = word_at(tokens, at);
    let next = word_at(tokens, at + length);
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    match first {
        Some("menos") if before == Some("pelo") => false,
        // `Guardar feijão sem dar caruncho`, `controla sem matar o trigo` wish that something does not come about.
        Some("sem") if length == 1 && next.is_some_and(is_infinitive) => false,
        // `Quero tirar muda` wants it.
        Some("tirar" | "tira" | "tirando") => !before.is_some_and(|before| WISHING.contains(&before)),
        Some("menos") => matches!(next, Some("o" | "a" | "os" | "as")),
        Some("fora") => at == 0 || sign_at(tokens, at - 1).is_some(),
        Some("no" | "not") => next.is_some_and(|next| !matches!(next, "more" | "less" | "matter" | "need")),
        _ => true,
    }
}

/// Whether a word behind `sem` is a verb: `dar`, `queimar`.
fn is_infinitive(word: &str) -> bool {
    const NOUNS: [&str; 3] = ["acucar", "par", "ar"];
    word.ends_with('r') && !word.ends_with("or") && !NOUNS.contains(&word)
}

/// The words behind `sem` up to a sign or a word that begins something else.
fn read_left_out(tokens: &[Token], from: usize) -> (Vec<String>, usize) {
    let (mut words, mut end) = (Vec::new(), from);
    while let Some(word) = word_at(tokens, end) {
        if words.len() == MOST_EXCLUDED || ends_exclusion(word, !words.is_empty()) {
            break;
        }
        words.extend(telling_words(word));
        end += 1;
    }
    (words, end)
}

/// Whether what a person does not want ends before the word; `begun` once a word of it is read.
fn ends_exclusion(word: &str, begun: bool) -> bool {
    let other = matches!(word, "mas" | "porem" | "pra" | "para" | "pro" | "but" | "for" | "tem" | "quero");
    other || (begun && matches!(word, "e" | "que" | "q" | "com" | "and" | "with" | "nao" | "n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_stands_behind_what_it_refuses() {
        for (message, refuses) in [
            ("gás não quero", true),
            ("injetável não serve não", true),
            ("esse não, injetável não uso. tem outro?", true),
            ("glifosato não, quero outro dessecante", true),
            ("manual não", true),
            ("manual não?", false),
            ("adubo de boro não, quero de zinco", false),
            ("não quero gás", false),
            ("essa não serve pra milho", false),
            ("não", false),
            ("", false),
        ] {
            assert_eq!(has_refusal(message), refuses, "{message}");
        }
    }

    #[test]
    fn what_does_not_help_is_not_wanted() {
        for (message, rest, word) in [
            ("buva que o glifosato não mata mais", "buva", "glifosato"),
            ("buva que glifosato não controla, tem o quê?", "buva, tem o quê?", "glifosato"),
            ("buva that glifosato no longer kills?", "buva ?", "glifosato"),
        ] {
            let (left, excluded) = read_exclusion(message);
            assert_eq!(
                (left.replace(" ,", ",").as_str(), excluded),
                (rest, vec![word.to_owned()]),
                "{message}"
            );
        }
        for message in ["inseticida que não mata abelha", "o que o glifosato mata?", "sei que ele não mata"]
        {
            assert_eq!(read_exclusion(message).1, Vec::<String>::new(), "{message}");
        }
    }

    #[test]
    fn one_word_of_leaving_out_leaves_at_most_three_things_out() {
        let (rest, excluded) = read_exclusion("adubo sem cloro boro zinco cobre");
        assert_eq!(
            (rest.as_str(), excluded),
            ("adubo cobre", vec!["cloro".to_owned(), "boro".into(), "zinco".into()])
        );
    }

    #[test]
    fn a_verb_behind_sem_that_says_what_a_thing_is_leaves_it_out() {
        for (message, word) in [
            ("isca sem ser líquida", "liquida"),
            ("adubo sem ter cloro", "cloro"),
            ("suco sem açúcar", "acucar"),
        ] {
            assert_eq!(read_exclusion(message).1, [word], "{message}");
        }
    }

    #[test]
    fn what_is_wanted_begins_again_behind_a_word_that_says_so() {
        let (rest, excluded) = read_exclusion("adubo sem cloro pra milho");
        assert_eq!((rest.as_str(), excluded), ("adubo pra milho", vec!["cloro".to_owned()]));
    }

    #[test]
    fn a_message_that_leaves_nothing_out_stays_as_it_is() {
        for message in [
            "",
            "adubo de boro",
            "pelo menos 3 sacos",
            "guardar o feijão sem dar caruncho",
            "herbicida que controla sem matar o trigo",
        ] {
            assert_eq!(read_exclusion(message), (message.to_owned(), Vec::new()), "{message}");
        }
    }
}
