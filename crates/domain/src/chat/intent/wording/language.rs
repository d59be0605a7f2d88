//! The language that a message is written in, as far as its function words tell.
//!
//! Names of products and crops tell nothing, and many words stand in both languages (`no`, `a`,
//! `do`); what counts are words that only one of them has. Left out: every other language.

use crate::search::Lang;
use crate::text::{normalize_text, plain_words};

/// Words that only Portuguese has, folded.
const PORTUGUESE: [&str; 76] = [
    "o", "os", "um", "uma", "da", "das", "dos", "na", "nas", "nos", "ao", "aos", "pela", "pelo", "para",
    "pra", "pro", "por", "com", "sem", "que", "qual", "quais", "quanto", "quantos", "quando", "onde", "como",
    "porque", "e", "ou", "mas", "nao", "sim", "tem", "temos", "tenho", "voce", "voces", "meu", "minha",
    "seu", "sua", "esse", "essa", "este", "esta", "isso", "ele", "ela", "eles", "elas", "mais", "menos",
    "muito", "ate", "sobre", "entre", "posso", "pode", "preciso", "quero", "custa", "barato", "oi", "ola",
    "bom", "boa", "obrigado", "obrigada", "aceita", "aceitam", "existe", "serve", "tchau", "de",
];
/// Words that only English has.
const ENGLISH: [&str; 73] = [
    "the", "an", "of", "for", "tell", "show", "got", "okay", "with", "without", "from", "by", "and", "or",
    "but", "not", "is", "are", "was", "be", "have", "has", "does", "did", "what", "which", "who", "when",
    "where", "why", "how", "much", "many", "you", "your", "my", "we", "our", "it", "its", "this", "that",
    "these", "those", "they", "them", "can", "could", "should", "would", "will", "need", "want", "looking",
    "any", "some", "than", "more", "less", "about", "under", "cheapest", "cheaper", "price", "please",
    "hello", "hi", "thanks", "thank", "good", "morning", "there", "i",
];

/// Whether a message holds a word that only Portuguese has.
pub fn has_portuguese(message: &str) -> bool {
    let folded = normalize_text(message);
    plain_words(&folded).any(|word| PORTUGUESE.contains(&word))
}

/// The language of `message`, where its words make it clear; else `otherwise`.
pub fn language_of(message: &str, otherwise: Lang) -> Lang {
    let folded = normalize_text(message);
    let (mut portuguese, mut english) = (0, 0);
    for word in plain_words(&folded) {
        portuguese += usize::from(PORTUGUESE.contains(&word));
        english += usize::from(ENGLISH.contains(&word));
    }
    match (portuguese, english) {
        (most, least) if most > least => Lang::PtBr,
        (least, most) if most > least => Lang::En,
        _ => otherwise,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clear_message_is_answered_in_its_own_language() {
        for message in [
            "what is the cheapest fungicide?",
            "fungicide for soybean rust",
            "Do you have any gloves?",
            "hello there",
            "how much is the Capinorte 480 SL",
            "thanks!",
            "and under R$ 300?",
        ] {
            assert_eq!(language_of(message, Lang::PtBr), Lang::En, "{message}");
        }
        for message in [
            "qual o fungicida mais barato?",
            "fungicida para soja",
            "vocês entregam na fazenda?",
            "oi",
            "e até R$ 300?",
            "quanto custa o DEMO-FUN-0028",
            "tem herbicida in natura?",
        ] {
            assert_eq!(language_of(message, Lang::En), Lang::PtBr, "{message}");
        }
    }

    #[test]
    fn where_nothing_tells_the_request_says() {
        for message in ["2,4-D", "Capinorte 480 SL", "", "👍", "soja"] {
            assert_eq!(language_of(message, Lang::En), Lang::En, "{message}");
            assert_eq!(language_of(message, Lang::PtBr), Lang::PtBr, "{message}");
        }
    }
}
