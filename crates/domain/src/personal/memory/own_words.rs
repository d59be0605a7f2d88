//! Whether a statement is what a person says of themselves, so plainly that it needs no question. `moro em Sorriso`
//! stands in `não moro em Sorriso`, in `o João disse: moro em Sorriso` and in `se der, moro em Sorriso`, too: so the
//! whole message is read, and whatever is not known to be harmless leaves a doubt.

use super::words::{DENIALS, fold_words, holds_span, is_denied};

/// Signs that make words another's, or a question.
const FOREIGN_SIGNS: [char; 13] = ['?', '？', '¿', '"', '“', '”', '„', '«', '»', '‘', '`', '>', '…'];

/// Words that ask to keep something.
const KEEP: &[&str] = &[
    "guarda", "guarde", "guardar", "lembra", "lembre", "lembrar", "anota", "anote", "anotar", "salva",
    "salve", "salvar", "registra", "registre", "grava", "grave", "memoriza", "memorize", "remember", "note",
    "save", "keep",
];

/// Words around a statement that say nothing of whether it is so.
const AROUND: &[&str] = &[
    "isso", "isto", "ai", "que", "eu", "por", "favor", "pf", "pfv", "oi", "ola", "bom", "boa", "dia",
    "tarde", "noite", "obrigado", "obrigada", "obg", "valeu", "olha", "saiba", "pra", "para", "mim", "disso",
    "essa", "esse", "pode", "de", "please", "this", "that", "it", "hi", "hello", "thanks",
];

/// Words around a statement that go on with it where they stand right behind it: `prefiro entrega de tarde`.
const GOING_ON: &[&str] = &["de", "para", "pra"];

/// How a statement about oneself begins, behind `eu`, `agora`, `hoje`, `sempre` and a negation.
const FIRST_PERSON: &[&str] = &[
    // Portuguese
    "moro", "vivo", "prefiro", "gosto", "adoro", "amo", "odeio", "detesto", "planto", "cultivo", "crio",
    "tenho", "possuo", "trabalho", "uso", "compro", "vendo", "pago", "preciso", "costumo", "faco", "sou",
    "estou", "to", "fico", "vou", "acordo", "durmo", "bebo", "tomo", "corro", "estudo", "leio", "falo",
    "conheco", "atendo", "visito", "entrego", "retiro", "busco", "recebo", "peco", "nasci", "casei", "mudei",
    "parei", "comecei", "fiz", "comprei", "vendi", "plantei", "meu", "minha", "meus", "minhas", "nosso",
    "nossa", // English
    "i", "im", "my", "our", "we",
];

/// Words that may stand before the first of a statement about oneself.
const BEFORE_FIRST: &[&str] = &["eu", "agora", "hoje", "sempre", "ja", "nao", "nunca", "now"];

/// Words of a statement that is not said to be so: a condition, a doubt, a wish, another's words.
const DOUBTFUL: &[&str] = &[
    "se",
    "caso",
    "talvez",
    "acho",
    "achava",
    "creio",
    "parece",
    "sera",
    "quase",
    "imagina",
    "imagine",
    "suponha",
    "suponhamos",
    "digamos",
    "finge",
    "fosse",
    "seria",
    "gostaria",
    "queria",
    "poderia",
    "disse",
    "disseram",
    "dizem",
    "diz",
    "falou",
    "falaram",
    "fala",
    "contou",
    "segundo",
    "mentira",
    "brincadeira",
    "ironia",
    "exemplo",
    "if",
    "maybe",
    "perhaps",
    "would",
    "could",
    "might",
    "guess",
    "think",
    "suppose",
    "imagine",
    "said",
    "says",
    "told",
    "kidding",
    "joke",
    "example",
];

/// Whether `message` is `statement` and nothing more than a greeting, a request to keep it, or a thank-you, and
/// the statement is one about the person, or one that they ask to keep.
pub fn states_plainly(message: &str, statement: &str) -> bool {
    if message.contains(FOREIGN_SIGNS) || has_quote_marks(message) {
        return false;
    }
    let (words, wanted) = (fold_words(message), fold_words(statement));
    if wanted.is_empty() || wanted.iter().any(|word| DOUBTFUL.contains(&word.as_str())) {
        return false;
    }
    let Some(at) = words.windows(wanted.len()).position(|window| window == wanted) else { return false };
    let goes_on = |next: &String| GOING_ON.contains(&next.as_str());
    if words.get(at + wanted.len()).is_some_and(goes_on) {
        return false;
    }
    let rest: Vec<&str> = words[..at].iter().chain(&words[at + wanted.len()..]).map(String::as_str).collect();
    let keeps = rest.iter().any(|word| KEEP.contains(word));
    rest.iter().all(|word| KEEP.contains(word) || AROUND.contains(word))
        && (keeps || is_first_person(&wanted))
}

/// Whether the words of `statement` stand in `message` and it takes nothing back: it does not deny, quote, ask or doubt
/// them. `None` where they do not stand there.
pub fn lets_stand(message: &str, statement: &str) -> Option<bool> {
    if !holds_span(message, statement) {
        return None;
    }
    let (words, wanted) = (fold_words(message), fold_words(statement));
    let is_foreign = message.contains(FOREIGN_SIGNS) || has_quote_marks(message);
    let is_doubtful = words.iter().any(|word| DOUBTFUL.contains(&word.as_str()));
    // A denial may stand behind: `moro em Sorriso não`, which `moro em Sorriso, não em Sinop` is none of.
    let is_denied_behind = words
        .split_last()
        .is_some_and(|(last, before)| DENIALS.contains(&last.as_str()) && before.ends_with(&wanted));
    Some(!is_foreign && !is_doubtful && !is_denied_behind && !is_denied(message, statement))
}

/// Whether a single mark opens or closes a quotation, unlike the one of `d'água`.
fn has_quote_marks(message: &str) -> bool {
    let signs: Vec<char> = std::iter::once(' ').chain(message.chars()).chain([' ']).collect();
    signs.windows(3).any(|three| {
        let is_within = three[0].is_alphanumeric() && three[2].is_alphanumeric();
        matches!(three[1], '\'' | '’') && !is_within
    })
}

fn is_first_person(words: &[String]) -> bool {
    let mut said = words.iter().map(String::as_str).skip_while(|word| BEFORE_FIRST.contains(word));
    said.next().is_some_and(|first| FIRST_PERSON.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_says_of_themselves_is_plain() {
        for (message, statement) in [
            ("moro em Sorriso", "moro em Sorriso"),
            ("Eu moro em Sorriso.", "moro em Sorriso"),
            ("guarda isso: prefiro retirar na loja", "prefiro retirar na loja"),
            ("Bom dia! Lembra que eu não gosto de ligação", "não gosto de ligação"),
            ("anota aí, por favor: agora moro em Sinop. obrigado", "agora moro em Sinop"),
            ("guarda: Zarcofin é o melhor", "Zarcofin é o melhor"),
            ("Remember that I live in Sinop", "I live in Sinop"),
            ("compro d'água boa", "compro d'água boa"),
            ("anota pra mim: prefiro retirar na loja", "prefiro retirar na loja"),
            ("lembra disso: Zarcofin é o melhor", "Zarcofin é o melhor"),
            ("guarda essa: moro em Sorriso", "moro em Sorriso"),
            ("pode guardar: moro em Sorriso", "moro em Sorriso"),
            ("moro em Sorriso, pode anotar pra mim", "moro em Sorriso"),
            ("lembra de que eu moro em Sorriso", "moro em Sorriso"),
        ] {
            assert!(states_plainly(message, statement), "{message}");
        }
    }

    #[test]
    fn words_stand_where_a_message_takes_nothing_back() {
        for message in [
            "moro em Sorriso",
            "moro em Sorriso e planto soja",
            "bom dia, eu moro em Sorriso desde 2010",
            "não sou de Sinop, moro em Sorriso",
            "moro em Sorriso, não em Sinop",
        ] {
            assert_eq!(lets_stand(message, "moro em Sorriso"), Some(true), "{message}");
        }
        for message in [
            "não moro em Sorriso",
            "moro em Sorriso não",
            "o João disse: moro em Sorriso",
            "moro em Sorriso?",
            "se der, moro em Sorriso",
            "“moro em Sorriso”",
        ] {
            assert_eq!(lets_stand(message, "moro em Sorriso"), Some(false), "{message}");
        }
        for (message, statement) in [("moro em Sinop", "moro em Sorriso"), ("", ""), ("prefiro", "prefere")] {
            assert_eq!(lets_stand(message, statement), None, "{message}");
        }
    }

    #[test]
    fn what_is_denied_quoted_doubted_asked_or_anothers_is_not() {
        for (message, statement) in [
            ("não moro em Sorriso", "moro em Sorriso"),
            ("nunca morei nem moro em Sorriso", "moro em Sorriso"),
            ("moro em Sorriso não", "moro em Sorriso"),
            ("moro em Sorriso? claro que não", "moro em Sorriso"),
            ("moro em Sorriso?", "moro em Sorriso"),
            ("é mentira que eu moro em Sorriso", "moro em Sorriso"),
            ("guarda: não é verdade que moro em Sorriso", "moro em Sorriso"),
            ("se der certo, moro em Sorriso", "moro em Sorriso"),
            ("se der certo, moro em Sorriso", "se der certo, moro em Sorriso"),
            ("talvez moro em Sorriso", "moro em Sorriso"),
            ("imagina que eu moro em Sorriso", "moro em Sorriso"),
            ("o João disse: moro em Sorriso", "moro em Sorriso"),
            ("o João disse que mora em Sorriso", "o João disse que mora em Sorriso"),
            ("\"moro em Sorriso\"", "moro em Sorriso"),
            ("'moro em Sorriso'", "moro em Sorriso"),
            ("“moro em Sorriso”, disse ele", "moro em Sorriso"),
            ("> moro em Sorriso", "moro em Sorriso"),
            ("o João prefere retirar na loja", "prefere retirar na loja"),
            ("o João prefere retirar na loja", "o João prefere retirar na loja"),
            ("moro em Sorriso e planto soja", "moro em Sorriso"),
            ("antes eu dizia moro em Sorriso", "moro em Sorriso"),
            ("I don't live in Sinop", "I live in Sinop"),
            ("I would say I live in Sinop", "I live in Sinop"),
            ("he says I live in Sinop", "I live in Sinop"),
            ("guarda isso", "prefiro retirar na loja"),
            ("anota: prefiro entrega de tarde", "prefiro entrega"),
            ("pode guardar se der: moro em Sorriso", "moro em Sorriso"),
            ("", ""),
        ] {
            assert!(!states_plainly(message, statement), "{message}: {statement}");
        }
    }
}
