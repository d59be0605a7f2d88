//! Messages that ask the shop for nothing, by words alone: thanks, farewells and introductions with some
//! words around them, and what is no business of a shop.
//!
//! They decide no answer: rules and classifier do. A question that was answered in vain shows something
//! that is missing; these do not.

use crate::chat::intent::wording::message_facts::has_product_code;
use crate::chat::intent::wording::telling::telling_words;
use crate::chat::intent::wording::words::{WORDS, stems_of};
use crate::text::{normalize_text, plain_words};

/// Whether the message asks the shop for nothing. What has a word of the trade, or of asking beside the
/// courtesy, does ask.
pub fn is_idle(message: &str) -> bool {
    is_idle_courtesy(message) || (!names_trade(message) && WORDS.off_topic.are_in(&stems_of(message)))
}

/// Whether the message thanks, takes leave or introduces a person and asks for nothing.
pub(crate) fn is_idle_courtesy(message: &str) -> bool {
    let stems = stems_of(message);
    let has_courtesy = [&WORDS.thanks, &WORDS.farewell, &WORDS.introduction].iter().any(|p| p.are_in(&stems));
    let asks = message.contains('?') || WORDS.wishes.are_in(&stems);
    has_courtesy && !asks && !names_trade(message) && !tells_what_was_said(&stems)
}

/// `O agrônomo falou que é zinco`: `falou` takes leave by itself alone.
fn tells_what_was_said(stems: &[String]) -> bool {
    let said = stems_of("falou");
    let opens =
        |stem: &String| matches!(stem.as_str(), "que" | "q" | "pra" | "para" | "em" | "de" | "do" | "da");
    stems.windows(3).any(|run| run[1..2] == said[..] && opens(&run[2]))
}

/// Whether the message says that an answer was not understood, or that something changed, and not what: `não entendi`, `o
/// cliente mudou de ideia`.
pub(crate) fn asks_again(message: &str) -> bool {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let stems = stems_of(message);
    let outside = WORDS.asks_again.outside(&stems);
    let rest: Vec<&str> = outside.iter().filter_map(|at| words.get(*at).copied()).collect();
    outside.len() < stems.len() && telling_words(&rest.join(" ")).is_empty()
}

/// Whether the message has a word of buying, of how the dealer works or of the trade, or a product's code.
pub fn names_trade(message: &str) -> bool {
    let stems = stems_of(message);
    let trade = [&WORDS.shopping, &WORDS.faq, &WORDS.agronomy];
    has_product_code(message) || trade.iter().any(|phrases| phrases.are_in(&stems))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thanks_and_introductions_with_words_around_them_ask_for_nothing() {
        for message in [
            "valeu, ajudou muito",
            "deu certo, obrigado",
            "Muito obrigado pela informação, vou falar com meu pai",
            "boa tarde, sou o João da fazenda Santa Rita",
            "thanks, that helped",
            "falou, até mais",
        ] {
            assert!(is_idle(message), "{message}");
        }
    }

    #[test]
    fn what_is_no_business_of_a_shop_asks_it_for_nothing() {
        for message in [
            "quem ganhou o jogo ontem?",
            "qual a previsão do tempo para amanhã?",
            "me conta uma piada",
            "qual a capital da França?",
            "em quem você vai votar?",
            "who won the game?",
        ] {
            assert!(is_idle(message), "{message}");
        }
    }

    #[test]
    fn what_was_not_understood_or_changed_is_asked_for_again_unless_it_is_named() {
        for message in
            ["não entendi", "não entendi nada", "como assim?", "o cliente mudou de ideia", "mudei de ideia"]
        {
            assert!(asks_again(message), "{message}");
        }
        for message in ["entendi", "não entendi a dose do novarol", "mudou de ideia, quer ureia", "oi", ""] {
            assert!(!asks_again(message), "{message}");
        }
    }

    #[test]
    fn what_is_asked_beside_courtesy_is_asked() {
        for message in [
            "obrigado, e botina?",
            "valeu, tem zarabatana",
            "obrigado, o roundup 480 SL chegou",
            "bom dia, sou o João, preciso de trator",
            "meu vizinho falou que o capim dele secou",
            "meu milho tá com faixa clara na folha, o agrônomo falou que é zinco",
            "entregam com frete grátis acima de 500 reais",
            "zarabatana",
            "tem música para vaca? qual o preço?",
        ] {
            assert!(!is_idle(message), "{message}");
        }
    }
}
