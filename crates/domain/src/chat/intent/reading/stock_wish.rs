//! Which items are asked for by their stock: `o que acabou?`, `o que vocês têm em estoque de herbicida?`
//!
//! Whether one item is there (`a ureia acabou?`) is asked of that item, and its line says so.

use crate::chat::intent::wording::telling::telling_words;
use crate::text::{normalize_text, plain_words};

/// Which items are asked for by their stock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StockWish {
    /// All of the catalog of which nothing is left.
    AllOut,
    /// Those of what is named of which nothing is left.
    Out,
    /// Those of what is named that are there.
    There,
}

/// Words that may stand before what asks for a list.
const LEADING: [&str; 12] =
    ["e", "oi", "ola", "bom", "boa", "dia", "tarde", "noite", "me", "entao", "agora", "and"];
/// Words that ask for a list.
const LISTING: [&str; 11] =
    ["que", "oq", "quais", "qual", "lista", "liste", "mostra", "relacao", "what", "which", "list"];
/// Words that ask what to do, and for no list.
const DOING: [&str; 12] =
    ["usar", "uso", "passar", "passo", "faco", "fazer", "aplicar", "quando", "se", "porque", "should", "use"];
/// Words that name no kind of item.
const GENERAL: [&str; 33] = [
    "produto",
    "produtos",
    "item",
    "itens",
    "coisa",
    "coisas",
    "mercadoria",
    "mercadorias",
    "estoque",
    "saldo",
    "falta",
    "faltando",
    "zerou",
    "zeraram",
    "zerado",
    "zerados",
    "loja",
    "catalogo",
    "disponivel",
    "disponiveis",
    "esgotaram",
    "esgotados",
    "esgotadas",
    "product",
    "products",
    "items",
    "stock",
    "out",
    "ran",
    "sold",
    "run",
    "in",
    "list",
];

/// Which items a message asks for by their stock, and the words of what it names; nothing where it asks for no list.
pub(crate) fn read_stock_wish(message: &str) -> Option<(StockWish, Vec<String>)> {
    let folded = normalize_text(message);
    let words: Vec<&str> = plain_words(&folded).collect();
    let led = words.iter().take_while(|word| LEADING.contains(word)).count();
    let lists = match &words[led..] {
        ["o", "que", ..] => true,
        [first, ..] => LISTING.contains(first),
        [] => false,
    };
    if keeps_those_there(&words[led..]) {
        return Some((StockWish::There, Vec::new()));
    }
    let asks_deed = words.iter().any(|word| DOING.contains(word));
    if !lists || asks_deed {
        return None;
    }
    let mut things = telling_words(message);
    things.retain(|word| !GENERAL.contains(&word.as_str()));
    let is_lacking = (0..words.len()).any(|at| says_lack(&words[at..]));
    let is_there = (0..words.len()).any(|at| says_presence(&words[at..]));
    match (is_lacking, is_there, things.is_empty()) {
        (true, _, true) => Some((StockWish::AllOut, things)),
        (true, _, false) => Some((StockWish::Out, things)),
        (false, true, _) => Some((StockWish::There, things)),
        (false, false, _) => None,
    }
}

/// `Com estoque`, `só os que tem`, `quero só o que tiver na loja`: whether the words keep of what was shown what is there, and
/// say nothing else.
fn keeps_those_there(words: &[&str]) -> bool {
    const BEFORE: [&str; 10] =
        ["so", "somente", "apenas", "quero", "mostra", "deixa", "fica", "only", "just", "show"];
    const BEHIND: [&str; 17] = [
        "em",
        "no",
        "na",
        "estoque",
        "loja",
        "saldo",
        "ai",
        "aqui",
        "disponivel",
        "pronta",
        "entrega",
        "hoje",
        "por",
        "favor",
        "mesmo",
        "in",
        "stock",
    ];
    let begin = words.iter().take_while(|word| BEFORE.contains(word)).count();
    let length = match &words[begin..] {
        ["com", "estoque" | "saldo", ..] | ["in", "stock", ..] => 2,
        ["os" | "as" | "o", "que", "tem" | "ha" | "tiver" | "temos" | "esta" | "estao", ..] => 3,
        ["que", "tem" | "tiver", ..] if begin > 0 => 2,
        ["disponiveis" | "disponivel", ..] if begin > 0 => 1,
        _ => return false,
    };
    // `O que tem?` alone asks for all.
    let is_led = begin > 0 || !matches!(&words[begin..], ["o", "que", ..]);
    is_led && words[begin + length..].iter().all(|word| BEHIND.contains(word))
}

/// `Acabou`, `acabou de fungicida`, `em falta`, `sem estoque`; `acabou com a praga` and `acabou de chegar` say something else.
fn says_lack(words: &[&str]) -> bool {
    match words {
        ["acabou" | "acabaram", "com", ..] => false,
        ["acabou" | "acabaram", "de"] => false,
        ["acabou" | "acabaram", "de", next, ..] => !is_infinitive(next),
        ["acabou" | "acabaram" | "esgotou" | "esgotaram" | "zerou" | "zeraram" | "faltando", ..] => true,
        ["esgotado" | "esgotados" | "esgotada" | "esgotadas" | "zerado" | "zerados", ..] => true,
        ["em", "falta", ..] | ["sem", "estoque" | "saldo", ..] | ["fora", "de", "estoque", ..] => true,
        ["out", "of", "stock", ..] | ["ran" | "sold" | "run", "out", ..] => true,
        _ => false,
    }
}

/// `Chegar`, `sair`, `pôr`: what was just done. `Açúcar` and `mulher` end so, too, and are then as they were.
fn is_infinitive(word: &str) -> bool {
    ["ar", "er", "ir", "por"].iter().any(|end| word.ends_with(*end))
}

/// `Em estoque`, `disponível`.
fn says_presence(words: &[&str]) -> bool {
    matches!(
        words,
        ["em" | "no", "estoque", ..]
            | ["in", "stock", ..]
            | ["disponivel" | "disponiveis", ..]
            | ["pronta", "entrega", ..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_by_stock_is_asked_for_in_many_ways() {
        for (message, wish, things) in [
            ("o que acabou?", StockWish::AllOut, ""),
            ("quais produtos estão sem estoque?", StockWish::AllOut, ""),
            ("e o que tá em falta na loja?", StockWish::AllOut, ""),
            ("quais itens esgotaram?", StockWish::AllOut, ""),
            ("what is out of stock?", StockWish::AllOut, ""),
            ("quais herbicidas acabaram?", StockWish::Out, "herbicidas"),
            ("o que acabou de fungicida?", StockWish::Out, "fungicida"),
            ("o que vocês tem em estoque de herbicida?", StockWish::There, "herbicida"),
            ("quais fungicidas tem no estoque", StockWish::There, "fungicidas"),
            ("com estoque", StockWish::There, ""),
            ("só os que tem", StockWish::There, ""),
            ("e só o que tiver na loja", StockWish::There, ""),
            ("quero os que têm em estoque", StockWish::There, ""),
        ] {
            let things: Vec<String> = things.split_whitespace().map(str::to_owned).collect();
            assert_eq!(read_stock_wish(message), Some((wish, things)), "{message}");
        }
    }

    #[test]
    fn what_asks_of_one_item_or_speaks_of_an_end_asks_for_no_list() {
        for message in [
            "a ureia acabou?",
            "acabou?",
            "tem ureia em estoque?",
            "quanto tem em estoque?",
            "o que acabou com a formiga do vizinho?",
            "o que acabou de chegar?",
            "o que acabou de sair na loja?",
            "o que passar quando acabou a chuva?",
            "o que serve pra soja?",
            "o que tem?",
            "os que tem garantia",
            "com estoque de ureia",
            "só os que tem na bula",
            "",
        ] {
            assert_eq!(read_stock_wish(message), None, "{message}");
        }
    }
}
