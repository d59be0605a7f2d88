//! An answer in another language than the question: small models fall into English, Spanish or Chinese.

use crate::search::Lang;
use crate::text::normalize_text;
use whatlang::{Detector, Lang as Language};

/// Letters of an answer from which its language can be told.
const LEAST_LETTERS: usize = 40;
/// How sure the detection must be, 0 to 1. Of 4,870 Portuguese sentences of catalogs and FAQs with as many letters
/// none was taken for another language at 0.5 or more.
const LEAST_CONFIDENCE: f64 = 0.7;
/// The languages that models answer in.
const LANGUAGES: [Language; 12] = [
    Language::Por,
    Language::Eng,
    Language::Spa,
    Language::Fra,
    Language::Ita,
    Language::Deu,
    Language::Nld,
    Language::Cmn,
    Language::Jpn,
    Language::Kor,
    Language::Rus,
    Language::Ara,
];
/// Beginnings of words with which a message asks for a language, folded.
const ASKS_FOR_LANGUAGE: [&str; 16] = [
    "ingles",
    "english",
    "espanhol",
    "spanish",
    "castelhano",
    "portugues",
    "frances",
    "french",
    "italian",
    "alemao",
    "german",
    "chines",
    "chinese",
    "guarani",
    "traduz",
    "translat",
];

/// The language of `answer`, called as its speakers call it, where that is another one than `wanted` and
/// `message` asks for no language. Words of `names`, which are the records' own, tell nothing.
pub fn find_other_language(
    message: &str,
    answer: &str,
    names: &[&str],
    wanted: Lang,
) -> Option<&'static str> {
    let asked = normalize_text(message);
    if asked
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| ASKS_FOR_LANGUAGE.iter().any(|it| word.starts_with(it)))
    {
        return None;
    }
    let named: Vec<String> =
        names.iter().flat_map(|name| name.split_whitespace()).map(normalize_text).collect();
    let is_named =
        |word: &str| named.contains(&normalize_text(word.trim_matches(|c: char| !c.is_alphanumeric())));
    let words: Vec<&str> = answer.split_whitespace().filter(|word| !is_named(word)).collect();
    let text = words.join(" ");
    if text.chars().filter(|c| c.is_alphabetic()).count() < LEAST_LETTERS {
        return None;
    }
    let found = Detector::with_allowlist(LANGUAGES.to_vec()).detect(&text)?;
    let is_wanted = match wanted {
        Lang::PtBr => found.lang() == Language::Por,
        Lang::En => found.lang() == Language::Eng,
    };
    (!is_wanted && found.confidence() >= LEAST_CONFIDENCE).then(|| found.lang().name())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 1] = ["Azocipra Prime 300 SC galão 5 L"];

    fn other(answer: &str, wanted: Lang) -> Option<&'static str> {
        find_other_language("tem fungicida pra ferrugem?", answer, &NAMES, wanted)
    }

    #[test]
    fn an_answer_in_another_language_is_noticed() {
        for (answer, language) in [
            (
                "Yes, we have the fungicide **Azocipra Prime 300 SC** for R$ 412.00, which is registered for soybean rust [1].",
                "English",
            ),
            (
                "Sí, tenemos el fungicida **Azocipra Prime 300 SC** por R$ 412,00, que está registrado para la roya de la soja [1].",
                "Español",
            ),
            (
                "Oui, nous avons le fongicide Azocipra Prime au prix de R$ 412,00, homologué contre la rouille du soja [1].",
                "Français",
            ),
        ] {
            assert_eq!(other(answer, Lang::PtBr), Some(language), "{answer}");
        }
        let chinese = "是的，我们有这种杀菌剂，价格为四百一十二雷亚尔，登记用于防治大豆锈病，请在使用前咨询农艺师，并且仔细阅读产品标签上的所有说明和安全注意事项，谢谢您的咨询，祝您丰收。";
        assert!(other(chinese, Lang::PtBr).is_some());
        let portuguese =
            "Sim, temos o fungicida Azocipra Prime por R$ 412,00, registrado para a ferrugem da soja [1].";
        assert_eq!(other(portuguese, Lang::En), Some("Português"));
        assert_eq!(other(portuguese, Lang::PtBr), None);
    }

    #[test]
    fn where_nothing_tells_or_a_language_is_asked_for_nothing_is_said() {
        assert_eq!(other("Azocipra Prime 300 SC galão 5 L: R$ 412,00 [1].", Lang::En), None);
        assert_eq!(other("Yes [1].", Lang::PtBr), None);
        let english =
            "Yes, we have the fungicide Azocipra Prime for R$ 412.00, registered for soybean rust [1].";
        for message in
            ["responda em inglês: tem fungicida?", "Como digo isso em English?", "traduza a resposta"]
        {
            assert_eq!(find_other_language(message, english, &NAMES, Lang::PtBr), None, "{message}");
        }
    }

    /// Answers of the demo's own FAQs are in Portuguese, whatever their words are.
    #[test]
    fn no_answer_of_the_demo_is_taken_for_another_language() {
        let faqs = include_str!("../../../../../demo/faqs.jsonl");
        let answers: Vec<String> = faqs
            .lines()
            .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
            .filter_map(|faq| faq["answer"].as_str().map(str::to_owned))
            .collect();
        assert!(answers.len() > 50);
        for answer in answers {
            assert_eq!(other(&answer, Lang::PtBr), None, "{answer}");
        }
    }
}
