//! Words around a number: packages and measures, and what orders so many, makes a size, or points back.

use crate::chat::grounding::figures::tokens::{Token, numbers_at, sign_at, word_at};
use crate::chat::intent::wording::words::{WORDS, stems_of};
use rust_decimal::Decimal;

/// Words before a number that make it a size, a place or a limit.
pub(super) const OF_SIZE: [&str; 26] = [
    "de", "da", "do", "com", "ate", "entre", "menos", "mais", "acima", "abaixo", "tamanho", "numero",
    "codigo", "opcao", "item", "ph", "npk", "grau", "classe", "of", "under", "over", "below", "above",
    "size", "number",
];
/// Words before `de` that order so many.
pub(super) const NEEDING: [&str; 7] =
    ["preciso", "precisava", "precisaria", "precisamos", "precisa", "gostaria", "necessito"];
/// Words before a number that order so many.
pub(super) const ORDERING: [&str; 70] = [
    "fecha",
    "fechar",
    "bota",
    "botar",
    "coloca",
    "colocar",
    "manda",
    "mandar",
    "quero",
    "queria",
    "leva",
    "levar",
    "levo",
    "pega",
    "pego",
    "pegar",
    "separa",
    "separar",
    "ve",
    "ver",
    "preciso",
    "por",
    "for",
    "x",
    "compro",
    "comprar",
    "comprando",
    "levando",
    "pegando",
    "quanto",
    "sao",
    "need",
    "take",
    "buy",
    "want",
    "get",
    "vou",
    "precisava",
    "poe",
    "reserva",
    "faz",
    "fazer",
    "uns",
    "umas",
    "dao",
    "anota",
    "inclui",
    "soma",
    "compra",
    "levasse",
    "levarmos",
    "tipo",
    "bote",
    "ponha",
    "mande",
    "separe",
    "pegue",
    "leve",
    "anote",
    "feche",
    "coloque",
    "reserve",
    "inclua",
    "traga",
    "traz",
    "arruma",
    "encomenda",
    "acrescenta",
    "adiciona",
    "add",
];
/// Words that may stand between such a word and its number: `bota aí 3`, `manda também 2`.
const BETWEEN: [&str; 12] =
    ["tambem", "ai", "ja", "entao", "logo", "la", "so", "agora", "hoje", "me", "please", "aqui"];
/// Words before `de` and a number that ask what so many come to: `preço de 3 sacos`.
pub(super) const PRICING: [&str; 8] =
    ["total", "soma", "preco", "valor", "orcamento", "cotacao", "custo", "conta"];
/// What is counted and not sold: time, area, animals.
pub(super) const OTHER_COUNTED: [&str; 36] = [
    "dia",
    "dias",
    "mes",
    "meses",
    "ano",
    "anos",
    "hora",
    "horas",
    "semana",
    "semanas",
    "ha",
    "hectare",
    "hectares",
    "alqueire",
    "alqueires",
    "vaca",
    "vacas",
    "cabeca",
    "cabecas",
    "boi",
    "bois",
    "animais",
    "vezes",
    "vez",
    "aplicacoes",
    "parcelas",
    "graus",
    "metro",
    "metros",
    "m",
    "km",
    "cm",
    "mm",
    "days",
    "months",
    "times",
];

/// `E com 10?`: where the number stands of a message that says nothing else and has `com` before it.
pub(in crate::chat) fn find_number_after_with(tokens: &[Token]) -> Option<usize> {
    let at = (1..tokens.len()).find(|at| !numbers_at(tokens, *at).is_empty())?;
    let is_light = |at: usize| match word_at(tokens, at) {
        Some(word) => matches!(word, "e" | "com" | "with" | "and" | "so" | "entao" | "agora" | "mas"),
        None => matches!(sign_at(tokens, at), Some('?' | '!' | '.' | ',')),
    };
    let is_alone = (0..tokens.len()).all(|other| other == at || is_light(other));
    (is_alone && matches!(word_at(tokens, at - 1), Some("com" | "with"))).then_some(at)
}

/// Whether the word at `at` orders so many of something. `Tem bota 42?` names boots, and `faz por 1500?` offers a price.
pub(super) fn orders_at(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    match word_at(tokens, at) {
        Some("bota") => {
            let is_thing = |word: &str| OF_BOOTS.contains(&word);
            !before.is_some_and(is_thing)
        }
        Some("por") => !offers_price(tokens, at + 1),
        Some(word) => ORDERING.contains(&word),
        None => false,
    }
}

/// Words before `bota` that make it a thing to wear.
const OF_BOOTS: [&str; 16] = [
    "ve", "tem", "uma", "a", "da", "de", "quero", "queria", "preciso", "procuro", "vende", "par", "essa",
    "dessa", "qual", "custa",
];

/// `Faz por 1500?`, `fecha em 3500?`: whether the number at `at` is a price that is asked for, and no number of things.
pub(in crate::chat) fn offers_price(tokens: &[Token], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).and_then(|at| word_at(tokens, at));
    let is_money =
        matches!(word_at(tokens, at + 1), None | Some("reais" | "real" | "conto" | "contos" | "pila"));
    let grants = before(2).is_some_and(|word| PRICE_GRANTING.contains(&word));
    let number = numbers_at(tokens, at).first();
    // `Deixa em 2` is another number of them.
    let is_large = number.is_some_and(|number| *number >= Decimal::ONE_HUNDRED);
    let is_led = before(1) == Some("por") || (before(1) == Some("em") && is_large);
    is_led && grants && is_money && number.is_some()
}

/// `Dá pra fazer 90 cada?`: whether the number at `at` is a price that is asked for one of them.
pub(super) fn offers_price_of_each(tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| word_at(tokens, before));
    let grants = before.is_some_and(|word| word == "fazer" || PRICE_GRANTING.contains(&word));
    grants && matches!(word_at(tokens, at + 1), Some("cada" | "each")) && !numbers_at(tokens, at).is_empty()
}

/// Words before `por` and a price that is asked for.
const PRICE_GRANTING: [&str; 11] =
    ["faz", "fazem", "faria", "fariam", "deixa", "deixam", "fecha", "fecham", "vende", "consegue", "libera"];

/// Where the word stands that orders the number at `at`: right before it, or with nothing but small words between.
pub(super) fn find_ordering(tokens: &[Token], at: usize) -> Option<usize> {
    let mut place = at.checked_sub(1)?;
    loop {
        let word = word_at(tokens, place)?;
        if orders_at(tokens, place) {
            return Some(place);
        }
        let before = place.checked_sub(1)?;
        // `Separa pra mim 3`
        let for_me = matches!(word, "mim" | "nos" | "gente")
            && matches!(word_at(tokens, before), Some("pra" | "para" | "a"));
        if BETWEEN.contains(&word) {
            place = before;
        } else if for_me {
            place = before.checked_sub(1)?;
        } else {
            return None;
        }
    }
}

/// Whether the word is a measure of length.
pub(crate) fn is_length(word: &str) -> bool {
    matches!(word, "m" | "mt" | "mts" | "metro" | "metros" | "meter" | "meters" | "metre" | "metres")
}

/// Whether the word is a kind of package.
pub(crate) fn is_package(word: &str) -> bool {
    WORDS.packages.are_in(&stems_of(word))
}

/// Whether the word is a unit of measure.
pub(super) fn is_measure(word: &str) -> bool {
    measure_of(word).is_some()
}

/// Whether the word points to what was named before.
pub(super) fn points_back(word: &str) -> bool {
    WORDS.these.are_in(&stems_of(word)) || matches!(word, "of" | "disso" | "disto")
}

/// `Do`, `desse`: the word that stands between a number and a thing that was spoken of.
pub(super) fn points_at_thing(word: &str) -> bool {
    matches!(
        word,
        "do" | "da"
            | "dos"
            | "das"
            | "desse"
            | "dessa"
            | "deste"
            | "desta"
            | "desses"
            | "dessas"
            | "daquele"
            | "daquela"
            | "dele"
            | "dela"
            | "of"
    )
}

/// What a measure comes to, in kilograms or litres.
pub(crate) fn measure_of(word: &str) -> Option<(&'static str, Decimal)> {
    Some(match word {
        "kg" | "kgs" | "quilo" | "quilos" | "kilo" | "kilos" => ("kg", Decimal::ONE),
        "g" | "grama" | "gramas" => ("kg", Decimal::new(1, 3)),
        "t" | "ton" | "tonelada" | "toneladas" => ("kg", Decimal::ONE_THOUSAND),
        "l" | "lt" | "litro" | "litros" | "liter" | "liters" => ("l", Decimal::ONE),
        "ml" => ("l", Decimal::new(1, 3)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::grounding::figures::tokens::tokenize_figures;

    #[test]
    fn measures_of_one_kind_come_to_one_base() {
        for (word, base, amount) in [
            ("quilos", "kg", "1"),
            ("gramas", "kg", "0.001"),
            ("tonelada", "kg", "1000"),
            ("lt", "l", "1"),
            ("ml", "l", "0.001"),
        ] {
            let (unit, factor) = measure_of(word).expect(word);
            assert_eq!((unit, factor.to_string().as_str()), (base, amount), "{word}");
        }
        for word in ["saco", "m", "ha", "", "Kg"] {
            assert_eq!(measure_of(word), None, "{word}");
        }
    }

    #[test]
    fn what_is_counted_and_not_sold_is_no_measure_of_what_is_sold() {
        assert!(OTHER_COUNTED.iter().all(|word| !is_measure(word)));
    }

    #[test]
    fn packages_are_known_in_singular_and_plural() {
        for word in ["saco", "sacos", "galão", "galoes", "caixa"] {
            assert!(is_package(word), "{word}");
        }
        for word in ["soja", "litro", ""] {
            assert!(!is_package(word), "{word}");
        }
    }

    #[test]
    fn what_orders_a_number_may_stand_behind_small_words() {
        let place = |message: &str| {
            let tokens = tokenize_figures(message);
            let number = (0..tokens.len()).find(|at| !numbers_at(&tokens, *at).is_empty())?;
            find_ordering(&tokens, number)
        };
        for message in ["bota 3", "bote aí 3", "manda também 3", "separa pra mim 3", "quero só 3"] {
            assert_eq!(place(message), Some(0), "{message}");
        }
        for message in
            ["3", "rende 3", "bota de 3", "saco pra 3", "quero o de bico 3", "tem bota 42?", "faz por 1500?"]
        {
            assert_eq!(place(message), None, "{message}");
        }
    }

    #[test]
    fn a_number_behind_with_is_told_from_money_and_from_a_thing() {
        let place = |message: &str| find_number_after_with(&tokenize_figures(message));
        assert_eq!(place("e com 10?"), Some(2));
        assert_eq!(place("com 8"), Some(1));
        for message in ["com 500 dá?", "com R$ 10", "com 10%", "bico com 2", "e 10?", "com 2 e 3", ""] {
            assert_eq!(place(message), None, "{message}");
        }
    }

    #[test]
    fn a_word_that_points_at_a_thing_stands_between_it_and_its_number() {
        assert!(points_at_thing("desse") && points_at_thing("of") && points_back("disso"));
        assert!(!points_at_thing("e") && !points_at_thing("de"));
    }
}
